//! NIM: the battery, the order of moves, the closed form, and texts that are
//! refused.

use agon_core::conformance::Battery;
use agon_core::{Game as _, Indexed as _, Notation as _, Outcome, Refusal as _, Side, Verdict};
use agon_games::nim::{ByTheory, Heaps, Nim, Position, verdict};
use proptest::prelude::*;

fn read(text: &str) -> Position {
    Nim::read(text).expect(text).1
}

#[test]
fn nim_conforms() {
    Battery::new(Nim::default())
        .from(read("[1,1,1,2,2,6]"))
        .from(read("[12,13,14] second"))
        .from(read("[64]"))
        .evaluator(ByTheory)
        .facts()
        .games(120)
        .run_all();
}

/// The lists that a list of heaps leads to.
fn successors(text: &str) -> String {
    let (game, position) = Nim::read(text).unwrap();
    let moves = game.moves(&position);
    let texts: Vec<String> = moves.iter().map(|&mv| game.write_move(&position, mv)).collect();
    texts.join(",")
}

#[test]
fn moves_come_in_the_order_of_the_assignment() {
    assert_eq!(successors("[]"), "");
    assert_eq!(successors("[1]"), "[]");
    assert_eq!(successors("[3]"), "[2],[1],[],[1,1]");
    assert_eq!(successors("[5]"), "[4],[3],[2],[1],[],[2,2],[1,1],[1,2],[1,3]");
    assert_eq!(
        successors("[2,4,6]"),
        "[1,4,6],[4,6],[2,3,6],[2,2,6],[1,2,6],[2,6],[1,1,2,6],[1,2,2,6],[2,4,5],[2,4,4],[2,3,4],\
         [2,2,4],[1,2,4],[2,4],[2,2,2,4],[2,2,3,4],[1,1,2,4],[1,2,2,4],[1,2,3,4],[1,2,4,4]"
    );
}

/// The successors by the assignment's own words: every way to take neighbouring
/// matches from the row of a heap.
fn naive_successors(heaps: &[u64]) -> Vec<Vec<u64>> {
    let mut found: Vec<Vec<u64>> = Vec::new();
    for (place, &size) in heaps.iter().enumerate() {
        for first in 0..size {
            for last in first..size {
                let mut left = heaps.to_vec();
                left.remove(place);
                left.extend([first, size - 1 - last].into_iter().filter(|&part| part > 0));
                left.sort();
                found.push(left);
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Every position of at most this many matches, sorted.
fn all_heaps(matches: u64) -> Vec<Vec<u64>> {
    fn extend(smallest: u64, left: u64, heaps: &mut Vec<u64>, all: &mut Vec<Vec<u64>>) {
        all.push(heaps.clone());
        for size in smallest..=left {
            heaps.push(size);
            extend(size, left - size, heaps, all);
            heaps.pop();
        }
    }
    let mut all = Vec::new();
    extend(1, matches, &mut Vec::new(), &mut all);
    all
}

#[test]
fn moves_are_those_of_the_slow_twin() {
    for heaps in all_heaps(14) {
        let position = read(&format!("{heaps:?}"));
        let game = Nim { start: position.heaps };
        let mut listed: Vec<Vec<u64>> = game
            .moves(&position)
            .into_iter()
            .map(|mv| game.after(&position, mv).heaps.iter().map(|size| size as u64).collect())
            .collect();
        listed.sort();
        assert_eq!(listed, naive_successors(&heaps), "{heaps:?}");
    }
}

#[test]
fn numbers_are_given_once() {
    let game = Nim::default();
    let mut numbers: Vec<u64> =
        all_heaps(20).iter().map(|heaps| game.index_of(&read(&format!("{heaps:?}")))).collect();
    let count = numbers.len();
    numbers.sort();
    numbers.dedup();
    assert_eq!(numbers.len(), count);
    // The value of heaps does not depend on the side to move.
    assert_eq!(game.index_of(&read("[3,5]")), game.index_of(&read("[3,5] second")));
}

/// The value by its definition, with nothing left out.
fn naive_verdict(
    heaps: &[u64],
    known: &mut std::collections::HashMap<Vec<u64>, Verdict>,
) -> Verdict {
    if heaps.is_empty() {
        return Verdict::Win;
    }
    if let Some(&verdict) = known.get(heaps) {
        return verdict;
    }
    let wins =
        naive_successors(heaps).iter().any(|next| naive_verdict(next, known) == Verdict::Lose);
    let verdict = if wins { Verdict::Win } else { Verdict::Lose };
    known.insert(heaps.to_vec(), verdict);
    verdict
}

#[test]
fn the_closed_form_is_right_wherever_it_can_be_looked_up() {
    let mut known = std::collections::HashMap::new();
    for heaps in all_heaps(16) {
        assert_eq!(verdict(&heaps), naive_verdict(&heaps, &mut known), "{heaps:?}");
    }
}

#[test]
fn the_side_that_takes_the_last_match_loses() {
    let (game, position) = Nim::read("[1] second").unwrap();
    let last = game.moves(&position)[0];
    let over = game.after(&position, last);
    assert_eq!(game.outcome(&over), Some(Outcome::Win(Side::First)));
    assert_eq!(game.write(&over), "[]");
}

#[test]
fn texts_that_cannot_be_are_refused_by_kind() {
    let kind = |text: &str| Nim::read(text).unwrap_err().kind();
    for text in ["", "3,5,7", "[3,5,7", "(3)", "win", "[3,5,7]]x["] {
        assert!(["List", "Side"].contains(&kind(text)), "{text}");
    }
    for text in [
        "[0]",
        "[-1]",
        "[3,,5]",
        "[3,]",
        "[x]",
        "[1.5]",
        "[+1]",
        "[3 5]",
        "[99999999999999999999999]",
        "[٣]",
    ] {
        assert_eq!(kind(text), "Heap", "{text}");
    }
    assert_eq!(kind("[65]"), "TooLarge");
    assert_eq!(kind("[18446744073709551615]"), "TooLarge");
    assert_eq!(kind(&format!("[{}1]", "1,".repeat(100_000))), "TooLarge");
    assert_eq!(kind("[3,5,7] third"), "Side");
    assert_eq!(Nim::read(" [7, 5,3]  first ").unwrap().1, read("[3,5,7]"));
    assert_eq!(Nim::read("[ ]").unwrap().1.heaps, Heaps::NONE);
}

#[test]
fn moves_that_cannot_be_are_refused_by_kind() {
    let (game, position) = Nim::read("[2,4,4]").unwrap();
    let kind = |text: &str| game.read_move(&position, text).unwrap_err().kind();
    for text in [
        "[2,4,4]",
        "[4]",
        "[2,4,5]",
        "[2,2,2,4]",
        "[1,1,4,4]",
        "[1,1,1,1,4]",
        "[]",
        "[2,3,3]",
        "[2,4,4,1]",
    ] {
        assert_eq!(kind(text), "NotOneMove", "{text}");
    }
    assert_eq!(kind("[2,4"), "List");
    assert_eq!(kind("[2,0]"), "Heap");
    assert_eq!(kind("[100]"), "TooLarge");
    assert!(game.read_move(&position, "[4,2,1,1]").is_ok(), "any order");
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in r"[\[\],0-9 a-z-]{0,40}|\PC{0,40}") {
        if let Ok((game, position)) = Nim::read(&text) {
            prop_assert_eq!(Nim::read(&game.write(&position)).unwrap().1, position);
        }
        let game = Nim::default();
        let _ = game.read_move(&game.start(), &text);
    }

    #[test]
    fn any_heaps_that_fit_have_a_number_that_reads_back(sizes in proptest::collection::vec(1..30u64, 0..12)) {
        if let Some(heaps) = Heaps::of(sizes.iter().copied()) {
            let game = Nim { start: heaps };
            let number = game.index_of(&game.start());
            prop_assert!(number < game.index_bound(&game.start()));
            prop_assert_eq!(game.position_at(number), Some(game.start()));
            let mut sorted = sizes;
            sorted.sort();
            prop_assert_eq!(heaps.iter().map(|size| size as u64).collect::<Vec<_>>(), sorted);
        }
    }
}
