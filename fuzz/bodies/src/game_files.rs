//! Game files, compiled and played; a line that begins with `?-` is the text of a position.

use agon_core::{Game as _, Notation as _, Rng};
use agon_game_file::DatalogGame;

use crate::{check_refusal, seed, text};

/// How many plies are played, and in how large positions the interpreter is asked.
const PLIES: usize = 6;
const MAX_MOVES: usize = 40;

/// Files are refused with a line, or play as the reference interpreter derives it.
pub fn game_file(input: &[u8]) {
    let is_position = |line: &&[u8]| line.starts_with(b"?-");
    let lines: Vec<&[u8]> = input.split_inclusive(|&byte| byte == b'\n').collect();
    let source: Vec<u8> =
        lines.iter().filter(|line| !is_position(line)).copied().flatten().copied().collect();
    let nothing = |name: &str| Err(format!("there is no {name}"));
    let game = match agon_game_file::load("fuzz.game", &source, &mut { nothing }) {
        Ok(game) => game,
        Err(diagnostics) => {
            assert!(!diagnostics.list.is_empty(), "refused without a reason");
            assert!(!diagnostics.to_string().is_empty());
            return diagnostics.list.iter().for_each(|one| check_refusal(&one.kind));
        }
    };
    let positions = lines.iter().filter(|line| is_position(line)).map(|line| text(&line[2..]));
    for position in positions.take(2) {
        match game.rules().read_facts(&position) {
            Ok(position) => play(&game, position, seed(input)),
            Err(refusal) => check_refusal(&refusal),
        }
    }
    play(&game, game.start(), seed(input));
}

/// Plays some moves.
fn play(game: &DatalogGame, mut position: <DatalogGame as agon_core::Game>::Position, seed: u64) {
    let mut rng = Rng::seeded(seed);
    for ply in 0..PLIES {
        let text = game.write(&position);
        match DatalogGame::read(&text) {
            Ok((_, read)) => assert_eq!(read, position, "{text}"),
            // A position may be farther from the end than the start.
            Err(refusal) => check_refusal(&refusal),
        }
        game.rules().picture(&position);
        let moves = game.moves(&position);
        if ply == 0 && moves.len() <= MAX_MOVES {
            let difference = game.rules().difference_from_twin(&position);
            assert!(
                difference.as_ref().is_none_or(|why| why.contains("gives up")),
                "{difference:?}"
            );
        }
        let Some(&mv) = rng.pick(&moves) else { return };
        game.play_unchecked(&mut position, mv);
    }
}
