//! A player that plays proven values.

use agon_core::{Exact, Game, Proven, Score, Stop, Value, Verdict};
use agon_search::{SearchControl, Threads};

use super::{Choice, Player};
use crate::Refused;

/// Works out the proven values of a game, unless it is stopped.
pub type PrepareExact<G> = fn(&G, &dyn Stop) -> Result<Box<dyn Exact<G>>, Refused>;

/// Plays the proven values: it wins as soon and loses as late as possible, and breaks ties by
/// [`Exact::tie_break`], then by the order of moves.
pub struct PerfectPlayer<G: Game> {
    prepare: PrepareExact<G>,
    exact: Option<Box<dyn Exact<G>>>,
}

impl<G: Game> PerfectPlayer<G> {
    /// A player that works out the values for its first move, and again if the game has
    /// changed.
    pub fn new(prepare: PrepareExact<G>) -> PerfectPlayer<G> {
        PerfectPlayer { prepare, exact: None }
    }
}

impl<G: Game> Player<G> for PerfectPlayer<G> {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        control: &SearchControl<'_, G::Move>,
        _: &dyn Threads,
    ) -> Result<Option<Choice<G::Move>>, Refused> {
        let prepare = || match (self.prepare)(game, control) {
            Err(_) if control.is_stopped() => Ok(None),
            exact => exact.map(Some),
        };
        let exact = match self.exact.take() {
            Some(exact) if exact.exact(game, position).is_some() => exact,
            _ => match prepare()? {
                Some(exact) => exact,
                None => return Ok(None),
            },
        };
        let exact = &**self.exact.insert(exact);
        // If a value is missing because a table is damaged, this is refused.
        if moves.iter().any(|&mv| proven_after(game, position, mv, exact).is_none()) {
            prepare()?;
        }
        Ok(best_known(game, position, moves, exact))
    }
}

/// The best move by proven values; it has a score where the number of plies is known.
pub(super) fn best_known<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    exact: &dyn Exact<G>,
) -> Option<Choice<G::Move>> {
    let mover = game.to_move(position);
    let mut best: Option<(Score, Score, Choice<G::Move>)> = None;
    for &mv in moves {
        let next = game.after(position, mv);
        // An unknown value may be a loss, so a known draw is better.
        let known = value(game, &next, exact);
        let (value, plies_known) = known.map_or((Score::DRAW.plus(-1), false), |(value, known)| {
            (value.seen_by(mover).one_ply_earlier(), known)
        });
        let tie_break = exact.tie_break(game, &next).seen_by(mover);
        if best.as_ref().is_none_or(|(score, shade, _)| (value, tie_break) > (*score, *shade)) {
            let score = plies_known.then_some(value);
            best = Some((value, tie_break, Choice { mv, score, note: None }));
        }
    }
    best.map(|(_, _, choice)| choice)
}

/// The proven value of a move for the side that makes it.
pub(crate) fn proven_after<G: Game>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    exact: &dyn Exact<G>,
) -> Option<Proven> {
    let (next, mover) = (game.after(position, mv), game.to_move(position));
    if let Some(outcome) = game.outcome(&next) {
        let score = outcome.seen_by(mover).one_ply_earlier();
        return Some(score.proven().unwrap_or(Proven::DRAW));
    }
    let Proven { verdict, plies } = exact.exact(game, &next)?;
    let verdict = if game.to_move(&next) == mover { verdict } else { verdict.for_opponent() };
    Some(Proven { verdict, plies: plies.map(|plies| plies + 1) })
}

/// The value of a position, if it is known, and whether its number of plies is.
fn value<G: Game>(game: &G, position: &G::Position, exact: &dyn Exact<G>) -> Option<(Value, bool)> {
    let mover = game.to_move(position);
    if let Some(outcome) = game.outcome(position) {
        return Some((outcome.seen_by(mover).absolute(mover), true));
    }
    let Proven { verdict, plies } = exact.exact(game, position)?;
    let counted = plies.unwrap_or(Score::MAX_PLIES);
    let score = match verdict {
        Verdict::Win => Score::win_in(counted),
        Verdict::Draw => Score::DRAW,
        Verdict::Lose => Score::lose_in(counted),
    };
    Some((score.absolute(mover), plies.is_some() || verdict == Verdict::Draw))
}

#[cfg(test)]
mod tests {
    use agon_core::Notation as _;
    use agon_core::dummy::TreeGame;

    use super::*;

    /// Knows the value of one position only.
    struct Knows(agon_core::NodeId, Proven);

    impl Exact<TreeGame> for Knows {
        fn exact(&self, _: &TreeGame, position: &agon_core::NodeId) -> Option<Proven> {
            (*position == self.0).then_some(self.1)
        }
    }

    #[test]
    fn a_known_draw_is_better_than_an_unknown_value_and_that_better_than_a_loss() {
        let (game, start) = TreeGame::read("a(b(2)b(=)b(2))").unwrap();
        let known = |mv, proven| {
            let moves = game.moves(&start);
            best_known(&game, &start, &moves, &Knows(game.after(&start, mv), proven)).unwrap()
        };
        let draw = known(1, Proven::DRAW);
        assert_eq!((draw.mv, draw.score), (1, Some(Score::DRAW)));
        let unknown = known(0, Proven::win_in(1));
        assert_eq!((unknown.mv, unknown.score), (1, None));
    }
}
