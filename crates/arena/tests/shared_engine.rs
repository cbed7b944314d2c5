//! One engine for several board sizes and mazes, against a fresh engine for each.

use agon_core::{DefaultEval, Notation};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::theseus::{MazeGenerator, Style};
use agon_search::{Engine, Limits, SearchControl};

/// Searches the games in turn with one engine; each result must be that of a fresh engine.
fn check<G: Notation + DefaultEval>(games: &[G], depth: u32) {
    const BYTES: usize = 1 << 24;
    let limits = Limits { depth, ..Limits::default() };
    let mut shared = Engine::new(BYTES);
    let mut starts = Vec::new();
    for _ in 0..2 {
        for game in games {
            let (start, eval) = (game.start(), game.default_eval());
            let mut fresh = Engine::new(BYTES);
            let context = || game.write(&start);
            let expected =
                fresh.minimax(game, &start, &*eval, &limits, &SearchControl::default()).unwrap();
            let found =
                shared.minimax(game, &start, &*eval, &limits, &SearchControl::default()).unwrap();
            assert_eq!((found.score, found.moves[0]), (expected.score, expected.moves[0]));
            let expected =
                fresh.best(game, &start, &*eval, &limits, &SearchControl::default(), &()).unwrap();
            let found =
                shared.best(game, &start, &*eval, &limits, &SearchControl::default(), &()).unwrap();
            // Later rounds find entries of their own game.
            if !starts.contains(&context()) {
                assert_eq!((found.score, found.nodes), (expected.score, expected.nodes));
                assert_eq!(found.moves, expected.moves, "{}", context());
            }
            starts.push(context());
        }
    }
}

#[test]
fn byte_of_two_sizes() {
    check(&[Byte::default(), Byte::new(10).unwrap()], 5);
}

#[test]
fn mazes() {
    let maze =
        |seed| MazeGenerator::new(7, 3, Style::Labyrinth { open: 5 }).unwrap().generate(seed);
    check(&[maze(1), maze(2), maze(3)], 6);
}

#[test]
fn heaps() {
    let game = |text: &str| Nim::read(text).unwrap().0;
    check(&[game("[3,5,7]"), game("[2,2,9]"), game("[4,4]")], 6);
}
