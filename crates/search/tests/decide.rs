//! Deciding who wins, against the values that trees have.

use agon_core::dummy::TreeGame;
use agon_core::{Exact as _, Game as _, Verdict};
use agon_search::Decider;

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
        let verdict = Decider::new(64).decide(&game, &game.start(), u64::MAX);
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
        let mut whole = Decider::new(64);
        assert!(whole.decide(&game, &game.start(), u64::MAX).is_some());
        if whole.nodes() > 1 {
            let limit = whole.nodes() - 1;
            assert_eq!(Decider::new(64).decide(&game, &game.start(), limit), None, "seed {seed}");
            limited += 1;
        }
    }
    assert!(limited > 10, "{limited}");
}
