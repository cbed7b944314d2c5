//! The move that lost a game: the turning point for the side that lost.

use agon_core::{Side, Stop};

use crate::AnyEngine;
use crate::any_session::AnySession;
use crate::refused::Refused;
use crate::review::{MoveQuality, ReviewSettings, ReviewedMove, ReviewedPosition, assess};

/// Finds the last blunder of a side on the line of a session, from the end; if there is none, its
/// worst bad move. At most so many moves of the side are looked at. `None` if none of them is bad,
/// or it was stopped.
///
/// Moves are graded as by [`review`](crate::review()), which looks at the whole game. Near the end
/// most positions are decided, so this takes a small part of the time.
pub fn turning_point(
    session: &mut dyn AnySession,
    side: Side,
    most: usize,
    settings: &ReviewSettings,
    stop: &dyn Stop,
) -> Result<Option<ReviewedPosition>, Refused> {
    let line = session.line();
    // What was found about a position helps with those before it.
    let mut engine = AnyEngine::default();
    let mut worst: Option<ReviewedPosition> = None;
    let mut seen = 0;
    for (ply, mv) in line.iter().enumerate().rev() {
        session.jump(ply);
        if session.to_move() != side {
            continue;
        }
        if seen == most {
            break;
        }
        seen += 1;
        let before = assess(session, &mut engine, settings, stop)?;
        session.jump(ply + 1);
        let after = assess(session, &mut engine, settings, stop)?;
        if stop.is_stopped() {
            return Ok(None);
        }
        let made = ReviewedMove::between(&before, mv, &after, None);
        let (loss, quality) = (made.loss, made.quality);
        let known = worst.as_ref().and_then(|worst| worst.made.as_ref()).map_or(0.0, |it| it.loss);
        if quality.is_bad() && loss > known {
            session.jump(ply);
            let position = session.position();
            worst = Some(ReviewedPosition { ply, position, assessment: before, made: Some(made) });
        }
        if quality == MoveQuality::Blunder {
            break;
        }
    }
    Ok(worst)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{find, review};

    const SETTINGS: ReviewSettings =
        ReviewSettings { nodes: 2_000, hash_bytes: 1 << 20, eval: None };

    /// The slow twin: the last blunder of a review of the whole game.
    fn last_blunder(session: &mut dyn AnySession, side: Side) -> Option<usize> {
        let mut found = None;
        review(session, &SETTINGS, &(), &mut |position| {
            let is_blunder =
                position.made.as_ref().is_some_and(|made| made.quality == MoveQuality::Blunder);
            if is_blunder && position.assessment.mover == side {
                found = Some(position.ply);
            }
        })
        .expect("nothing is refused");
        found
    }

    #[test]
    fn the_turning_point_is_the_last_blunder_of_a_whole_review() {
        for (moves, side) in [
            ("11 00 01 20 21", Side::Second),
            ("00 11 22 02 20 21 10", Side::Second),
            ("01 11 12 22 02 00", Side::First),
            ("11 00 01 20 21", Side::First),
        ] {
            let mut session = find("tictactoe").expect("it is known").start();
            session.play_all(moves).expect("legal moves");
            let point = turning_point(&mut *session, side, 9, &SETTINGS, &()).expect("reviewed");
            let ply = point.as_ref().map(|point| point.ply);
            assert_eq!(ply, last_blunder(&mut *session, side), "{moves} {side:?}");
        }
    }

    #[test]
    fn no_more_moves_are_looked_at_than_wanted() {
        let mut session = find("tictactoe").expect("it is known").start();
        session.play_all("11 00 01 20 21").expect("legal moves");
        let none = turning_point(&mut *session, Side::Second, 0, &SETTINGS, &());
        assert_eq!(none.expect("reviewed"), None);
    }
}
