//! Tests of reviews.

use super::*;
use crate::find;

fn position(mover: Side, chance: f64, verdict: Option<Verdict>, best: &str) -> Assessment {
    Assessment {
        mover,
        choices: 9,
        score: Score::DRAW,
        verdict,
        chance: verdict.map_or(chance, WinningChance::exact),
        line: vec![best.into()],
        proven_moves: Vec::new(),
    }
}

fn quality(before: &Assessment, after: &Assessment) -> MoveQuality {
    ReviewedMove::between(before, "made", after, None).quality
}

#[test]
fn a_move_is_as_bad_as_the_chance_it_loses() {
    let before = position(Side::First, 0.6, None, "best");
    let after = |chance| position(Side::Second, chance, None, "");
    assert_eq!(quality(&before, &after(0.40)), MoveQuality::Fine);
    assert_eq!(quality(&before, &after(0.46)), MoveQuality::Inaccuracy);
    assert_eq!(quality(&before, &after(0.51)), MoveQuality::Mistake);
    assert_eq!(quality(&before, &after(0.61)), MoveQuality::Blunder);
    // A move that turns out better than expected loses nothing.
    let lucky = ReviewedMove::between(&before, "made", &after(0.1), None);
    assert_eq!((lucky.loss, lucky.quality), (0.0, MoveQuality::Fine));
}

#[test]
fn proven_results_win_over_estimates() {
    let lost = position(Side::First, 0.0, Some(Verdict::Lose), "best");
    let unclear = position(Side::Second, 0.9, None, "");
    assert_eq!(quality(&lost, &unclear), MoveQuality::Fine);
    let won = position(Side::First, 0.0, Some(Verdict::Win), "best");
    let drawn = position(Side::Second, 0.0, Some(Verdict::Draw), "");
    let made = ReviewedMove::between(&won, "made", &drawn, None);
    assert_eq!((made.loss, made.gave_away), (0.5, Some(Verdict::Win)));
    let still_won = position(Side::Second, 0.0, Some(Verdict::Lose), "");
    assert_eq!(quality(&won, &still_won), MoveQuality::Fine);
}

#[test]
fn the_best_move_is_not_blamed_for_what_a_search_sees_later() {
    let before = position(Side::First, 0.8, None, "made");
    let after = position(Side::Second, 0.9, None, "");
    assert_eq!(quality(&before, &after), MoveQuality::Fine);
}

#[test]
fn a_best_move_is_the_only_one_if_every_other_is_a_blunder() {
    let before = position(Side::First, 0.8, None, "made");
    let after = position(Side::Second, 0.2, None, "");
    let with = |second| ReviewedMove::between(&before, "made", &after, second).quality;
    assert_eq!(with(Some(0.55)), MoveQuality::Only);
    assert_eq!(with(Some(0.65)), MoveQuality::Fine);
    assert_eq!(with(None), MoveQuality::Fine);
}

#[test]
fn accuracy_is_of_moves_that_had_something_to_lose() {
    let mut accuracy = Accuracy::default();
    assert_eq!(accuracy.percent(), None);
    let lost = position(Side::First, 0.0, Some(Verdict::Lose), "best");
    let after = position(Side::Second, 0.0, Some(Verdict::Win), "");
    accuracy.add(&ReviewedMove::between(&lost, "made", &after, None));
    assert_eq!(accuracy.percent(), None);
    let level = position(Side::First, 0.5, None, "best");
    let same = position(Side::Second, 0.5, None, "");
    accuracy.add(&ReviewedMove::between(&level, "made", &same, None));
    assert_eq!(accuracy.percent(), Some(100.0));
    accuracy.add(&ReviewedMove::between(&level, "made", &after, None));
    let both = accuracy.percent().expect("two moves count");
    assert!((50.0..60.0).contains(&both), "{both}");
}

#[test]
fn a_solved_game_is_reviewed_exactly() {
    let mut session = find("tictactoe").expect("it is known").start();
    // The last move but one does not block a line.
    session.play_all("11 00 01 20 21").expect("legal moves");
    let settings = ReviewSettings { nodes: 2_000, hash_bytes: 1 << 20, eval: None };
    let mut positions = Vec::new();
    review(&mut *session, &settings, &(), &mut |position| positions.push(position))
        .expect("nothing is refused");
    assert_eq!(positions.len(), 6);
    assert!(positions.iter().all(|position| position.assessment.verdict.is_some()));
    let made = |ply: usize| positions[ply].made.clone().expect("a move");
    assert_eq!(made(3).gave_away, Some(Verdict::Draw));
    assert_eq!((made(3).loss, made(3).quality), (0.5, MoveQuality::Blunder));
    assert_eq!(positions[3].assessment.best(), Some("21"));
    assert_eq!(positions[5].made, None);
}

#[test]
fn what_a_move_led_to_is_the_value_of_the_next_position() {
    let mut session = find("santorini").expect("it is known").start();
    let line = "@11,33 @13,31 11-21-22 13-23-22 21-11-21 31-21-31 33-34-33 23-32-31";
    session.play_all(line).expect("legal moves");
    let settings = ReviewSettings { nodes: 300, hash_bytes: 1 << 20, eval: None };
    let mut positions = Vec::new();
    review(&mut *session, &settings, &(), &mut |position| positions.push(position))
        .expect("nothing is refused");
    for pair in positions.windows(2) {
        let made = pair[0].made.as_ref().expect("a move");
        let next = pair[1].assessment.chance_for(pair[0].assessment.mover);
        assert_eq!(made.chance, next, "after ply {}", pair[0].ply);
    }
}

#[test]
fn a_best_move_that_disappoints_is_looked_at_again() {
    let before = position(Side::First, 0.8, None, "made");
    let after = |chance| position(Side::Second, chance, None, "");
    assert!(is_overrated(&before, "made", &after(0.3)));
    assert!(!is_overrated(&before, "made", &after(0.22)));
    assert!(!is_overrated(&before, "other", &after(0.9)));
}

#[test]
fn a_single_move_is_graded_as_in_a_review() {
    let mut session = find("tictactoe").expect("it is known").start();
    session.play_all("11 00 01").expect("legal moves");
    let settings = ReviewSettings { nodes: 2_000, hash_bytes: 1 << 20, eval: None };
    let (bad, after) = grade(&mut *session, "20", &settings, &()).expect("a legal move");
    let made = bad.made.expect("a move");
    assert_eq!((bad.ply, made.loss, made.quality), (3, 0.5, MoveQuality::Blunder));
    assert_eq!(after.best(), Some("21"));
    assert_eq!(session.line(), ["11", "00", "01", "20"]);
    session.undo();
    let (good, _) = grade(&mut *session, "21", &settings, &()).expect("a legal move");
    assert_eq!(good.made.map(|made| made.quality), Some(MoveQuality::Only));
    assert!(grade(&mut *session, "21", &settings, &()).is_err(), "the cell is taken");
}

#[test]
fn a_stopped_review_reports_nothing_that_it_did_not_search() {
    struct Stopped;
    impl Stop for Stopped {
        fn is_stopped(&self) -> bool {
            true
        }
    }
    let mut session = find("santorini").expect("it is known").start();
    let settings = ReviewSettings { nodes: 2_000, hash_bytes: 1 << 20, eval: None };
    let mut count = 0;
    let reviewed = review(&mut *session, &settings, &Stopped, &mut |_| count += 1);
    assert!(reviewed.is_ok());
    assert_eq!(count, 0);
}
