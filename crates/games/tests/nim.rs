//! NIM: the battery, the order of moves, the closed form, and texts that are
//! refused.

use std::collections::BTreeMap;

use agon_core::conformance::Battery;
use agon_core::{
    Game as _, Indexed as _, Notation as _, Outcome, Place, Present as _, Refusal as _, Rng, Scene,
    Side, Token, Verdict,
};
use agon_games::nim::{ByTheory, Heaps, Move, Nim, Position, verdict};
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

/// The matches of a scene by their names, each with its place.
fn places(scene: &Scene) -> BTreeMap<String, Place> {
    let place_of = |token: &Token| {
        let cell = scene.cells.iter().find(|cell| cell.id == token.cell).expect("a cell");
        Place { row: cell.row, column: cell.column }
    };
    scene.tokens.iter().map(|token| (token.id.clone(), place_of(token))).collect()
}

#[test]
fn matches_stay_where_they_lie_and_those_entered_are_taken() {
    let (game, start) = Nim::read("[3,3,5,7]").unwrap();
    for seed in 0..60 {
        let mut rng = Rng::seeded(seed);
        let mut position = start;
        let (mut line, mut entered) = (Vec::new(), Vec::new());
        let scene = |line: &[(Position, Move)], entered: &[Option<Vec<String>>], now: &Position| {
            let line: Vec<_> = line.iter().map(|(before, mv)| (before, *mv)).collect();
            game.scene_of_line(&line, entered, &game.view(now, None))
        };
        let mut before = scene(&line, &entered, &position);
        while let Some(&mv) = rng.pick(&game.moves(&position)) {
            let path = rng.pick(&game.paths(&position, mv)).cloned();
            // The cells between the ends of the path, as the scene shows them.
            let place = |id: &String| before.cells.iter().find(|cell| cell.id == *id).unwrap();
            let ends: Vec<_> = path.iter().flatten().map(place).collect();
            let columns = ends.iter().map(|cell| cell.column);
            let (low, high) = (columns.clone().min().unwrap(), columns.max().unwrap());
            let meant: Vec<Place> =
                (low..=high).map(|column| Place { row: ends[0].row, column }).collect();
            line.push((position, mv));
            entered.push(path);
            game.play_unchecked(&mut position, mv);
            let after = scene(&line, &entered, &position);
            assert_eq!(after.taken, meant, "{entered:?}");
            let mut left = places(&before);
            left.retain(|_, place| !meant.contains(place));
            assert_eq!(places(&after), left, "{entered:?}");
            before = after;
        }
    }
}

#[test]
fn a_path_that_does_not_fit_its_move_is_ignored() {
    let (game, start) = Nim::read("[3,5]").unwrap();
    let mv = game.read_move(&start, "[1,1,5]").unwrap();
    let after = game.after(&start, mv);
    let scene = |path: &[&str]| {
        let path = path.iter().map(|id| id.to_string()).collect();
        game.scene_of_line(&[(&start, mv)], &[Some(path)], &game.view(&after, None))
    };
    let expected = scene(&["1.2", "1.2"]);
    assert_eq!(expected.taken, [Place { row: 0, column: 1 }]);
    for path in [&["1.1", "1.1"][..], &["2.2", "2.2"], &["1.2"], &["1.2", "1.99"], &["x", "1."]] {
        assert_eq!(scene(path), expected, "{path:?}");
    }
}
