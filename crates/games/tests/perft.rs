//! Every game against its table of perft numbers.

use agon_core::{Game as _, Notation, perft};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::theseus::Theseus;
use agon_games::tictactoe::TicTacToe;

/// Checks the lines `position ; nodes at depth 1 2 3 ...` of a table, and gives
/// the number of figures that were checked.
fn check<G: Notation>(table: &str) -> usize {
    let mut checked = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (text, counts) = line.split_once(" ; ").expect("a position and its counts");
        let (game, position) = G::read(text).expect(text);
        for (depth, count) in (1..).zip(counts.split(' ')) {
            assert_eq!(perft(&game, &position, depth).to_string(), count, "{text}, depth {depth}");
            checked += 1;
        }
    }
    checked
}

#[test]
fn santorini_has_the_leaves_of_its_table() {
    assert_eq!(check::<Santorini>(include_str!("../src/santorini/perft.txt")), 136);
    let game = Santorini::default();
    assert_eq!([1, 2].map(|depth| perft(&game, &game.start(), depth)), [300, 75_900]);
}

#[test]
fn byte_has_the_leaves_of_its_table() {
    assert_eq!(check::<Byte>(include_str!("../src/byte/perft.txt")), 75);
}

#[test]
fn nim_has_the_leaves_of_its_table() {
    assert_eq!(check::<Nim>(include_str!("../src/nim/perft.txt")), 37);
}

#[test]
fn theseus_has_the_leaves_of_its_table() {
    assert_eq!(check::<Theseus>(include_str!("../src/theseus/perft.txt")), 80);
}

#[test]
fn tictactoe_has_the_leaves_of_its_table() {
    assert_eq!(check::<TicTacToe>(include_str!("../src/tictactoe/perft.txt")), 18);
}
