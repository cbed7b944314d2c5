//! Drawings of mazes, and the options of the generator.

use agon_core::{Game as _, Notation as _, Side};
use agon_games::theseus::{MazeGenerator, Rules, Style, Theseus};

use crate::features::Features;
use crate::target::{Target, text, words};

/// Drawings.
pub const DRAWING: Target = Target {
    name: "maze",
    shows: "a drawing that is accepted is drawn again so that it reads the same",
    words: || {
        words("+---+---+---+ +---+ | T M s1 s2 s16 plies: need: first: theseus minotaur 200 1 0 + - ---")
            .into_iter()
            .chain(["   ", "|   |", "|     M   s2|\n", "+   +   +   +\n", "plies: 9\n"].map(String::from))
            .collect()
    },
    run: run_drawing,
    short: 60_000,
};

/// Generator options: a line `side loot style amount seed plies need first`.
pub const GENERATOR: Target = Target {
    name: "maze-options",
    shows: "every maze that the generator accepts to make is valid and can be drawn and read",
    words: || words("3 5 7 15 31 1 2 16 classic labyrinth 0 5 100 139 theseus minotaur 10000"),
    run: run_generator,
    short: 8000,
};

fn run_drawing(input: &[u8], features: &mut Features) {
    match Theseus::from_drawing(&text(input)) {
        Ok(game) => check(&game, features),
        Err(refusal) => features.refusal(&refusal),
    }
}

/// Checks that a game reads back from its drawing and from its position.
fn check(game: &Theseus, features: &mut Features) {
    features.add((game.maze().side(), game.loot().len()));
    features.count("walls", game.maze().walls());
    let line = game.write(&game.start());
    let drawing = game.drawing();
    let again = Theseus::from_drawing(&drawing);
    let again = again.unwrap_or_else(|refusal| panic!("{drawing}\n{refusal}"));
    assert_eq!(again.write(&again.start()), line);
    let (read, position) =
        Theseus::read(&line).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
    assert!(position == game.start());
    assert_eq!(read.drawing(), drawing);
}

fn run_generator(input: &[u8], features: &mut Features) {
    let text = text(input);
    let mut words = text.split_whitespace();
    let mut number = |default: u64| match words.next() {
        Some("classic") => 0,
        Some("labyrinth") => 1,
        word => word.and_then(|word| word.parse().ok()).unwrap_or(default),
    };
    let (side, loot) = (number(5) as usize, number(1) as usize);
    let style = match (number(0), number(3)) {
        (0, amount) => Style::Classic { walls: amount as usize },
        (_, amount) => Style::Labyrinth { open: amount.try_into().unwrap_or(u32::MAX) },
    };
    let (seed, plies, need) = (number(0), number(200), number(1));
    let first = if number(0) == 0 { Side::First } else { Side::Second };
    let generator = match MazeGenerator::new(side, loot, style) {
        Ok(generator) => generator,
        Err(refusal) => return features.refusal(&refusal),
    };
    let game = generator.generate(seed);
    let (Ok(plies), Ok(need)) = (u16::try_from(plies), u8::try_from(need)) else { return };
    let rules = Rules { plies, need, first, ..game.rules() };
    match game.with_rules(rules) {
        Ok(game) => check(&game, features),
        Err(refusal) => features.refusal(&refusal),
    }
}
