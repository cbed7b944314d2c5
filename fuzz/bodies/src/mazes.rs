//! Drawings of mazes, and the options of the generator.

use agon_core::{Game as _, Notation as _, Side};
use agon_games::theseus::{MazeGenerator, Rules, Style, Theseus};

use crate::{check_refusal, text};

/// An accepted drawing is drawn again so that it reads the same.
pub fn maze(input: &[u8]) {
    match Theseus::from_drawing(&text(input)) {
        Ok(game) => check(&game),
        Err(refusal) => check_refusal(&refusal),
    }
}

/// Checks that a game reads back from its drawing and from its position.
fn check(game: &Theseus) {
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

/// Every maze of the generator is valid and can be drawn and read. The input is a line `side loot
/// style amount seed plies need first`.
pub fn maze_options(input: &[u8]) {
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
        Err(refusal) => return check_refusal(&refusal),
    };
    let game = generator.generate(seed);
    let (Ok(plies), Ok(need)) = (u16::try_from(plies), u8::try_from(need)) else { return };
    let rules = Rules { plies, need, first, ..game.rules() };
    match game.with_rules(rules) {
        Ok(game) => check(&game),
        Err(refusal) => check_refusal(&refusal),
    }
}
