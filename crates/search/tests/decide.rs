//! Deciding who wins, against the values that trees have.

use agon_core::dummy::TreeGame;
use agon_core::{Exact as _, Game as _, Verdict};
use agon_search::AlphaBetaProver;

/// Trees without draws: a drawn end is read as a win of the second player.
fn decisive(seed: u64) -> TreeGame {
    let game = TreeGame::grown(seed, 7);
    let text = agon_core::Notation::write(&game, &game.start()).replace('=', "2");
    <TreeGame as agon_core::Notation>::read(&text).unwrap().0
}

#[test]
fn verdicts_are_those_of_the_whole_tree() {
    let mut decided = [0, 0];
    for seed in 0..400 {
        let game = decisive(seed);
        let verdict =
            AlphaBetaProver::new(64).decide(&game, &game.start(), u64::MAX, &mut |_| true);
        let exact = game.exact(&game, &game.start()).unwrap().verdict;
        assert_eq!(verdict, Some(exact), "seed {seed}");
        decided[usize::from(exact == Verdict::Win)] += 1;
    }
    assert!(decided.iter().all(|&count| count > 50), "{decided:?}");
}

#[test]
fn a_limit_ends_the_search_without_an_answer() {
    let mut limited = 0;
    for seed in 0..50 {
        let game = decisive(seed);
        let mut whole = AlphaBetaProver::new(64);
        assert!(whole.decide(&game, &game.start(), u64::MAX, &mut |_| true).is_some());
        if whole.nodes() > 1 {
            let limit = whole.nodes() - 1;
            let found = AlphaBetaProver::new(64).decide(&game, &game.start(), limit, &mut |_| true);
            assert_eq!(found, None, "seed {seed}");
            limited += 1;
        }
    }
    assert!(limited > 10, "{limited}");
}

#[test]
fn a_search_shows_how_it_gets_on_and_ends_when_it_is_told_to() {
    // Every move is refuted, and all must be looked at.
    let text = format!("a({})", "b(2)".repeat(100_000));
    let (game, _) = <TreeGame as agon_core::Notation>::read(&text).unwrap();
    let mut told = Vec::new();
    let mut decider = AlphaBetaProver::new(1);
    let verdict = decider.decide(&game, &game.start(), u64::MAX, &mut |nodes| {
        told.push(nodes);
        told.len() < 3
    });
    assert_eq!((verdict, told.len()), (None, 3));
    assert!(told.is_sorted_by(|one, next| one < next) && told[2] < 100_000, "{told:?}");
    assert_eq!(decider.nodes(), told[2]);
}
