//! Positions and moves of every game: a position in the first line, then a move a line.

use std::collections::HashSet;

use agon_arena::find;
use agon_core::conformance::TrialMoves;
use agon_core::{Notation, Rng, Side};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::theseus::Theseus;
use agon_games::tictactoe::TicTacToe;

use crate::features::{Features, hash_of};
use crate::target::{Target, text, words};

const SHOWS: &str = "positions and moves read back, and exactly the listed moves are accepted";

/// Santorini.
pub const SANTORINI: Target = Target {
    name: "santorini",
    shows: SHOWS,
    words: || words("00000/00000/00000/00000/00000 B R - @00,01 00,11,22 00 44 / , @ 4 3 pass"),
    run: run::<Santorini>,
    short: 1500,
};

/// NIM.
pub const NIM: Target = Target {
    name: "nim",
    shows: SHOWS,
    words: || words("[3,5,7] [ ] , second first [1] [64] [] 0 1 65"),
    run: run::<Nim>,
    short: 3000,
};

/// Byte.
pub const BYTE: Target = Target {
    name: "byte",
    shows: SHOWS,
    words: || {
        words(
            "8 10 X O 0-0 1-1 2-0 start B2:X C1:O D4:XOXO E5:XXXXXXX F6:OOOOOOO J10:O , : - \
             B2-C1/0 /1 ((B 2) (C 3) 0) pass",
        )
    },
    run: run::<Byte>,
    short: 3000,
};

/// Theseus and the Minotaur.
pub const THESEUS: Target = Target {
    name: "theseus",
    shows: SHOWS,
    words: || words("000/000/000 0,0-1,1 2,2 200/1/T/- 1/M/TM 0 1 11 1111 1 3 5 7 T M / - ,"),
    run: run::<Theseus>,
    short: 20_000,
};

/// Tic-tac-toe.
pub const TICTACTOE: Target = Target {
    name: "tictactoe",
    shows: SHOWS,
    words: || words("([0,0,0,0,0,0,0,0,0],1) ( [ ] ) , -1 1 0 00 11 22 02"),
    run: run::<TicTacToe>,
    short: 60_000,
};

/// The most moves of an input, and the plies that are played at random after them.
const MOST_MOVES: usize = 60;
const RANDOM_PLIES: usize = 12;

fn run<G: Notation + TrialMoves>(input: &[u8], features: &mut Features) {
    let text = text(input);
    let mut lines = text.lines();
    let start = lines.next().unwrap_or_default();
    let (game, mut position) =
        match G::read(start) {
            Ok(read) => read,
            Err(refusal) => {
                assert!(find(G::NAME).is_some_and(|entry| {
                    start.trim() == "startpos" || entry.open(start).is_err()
                }));
                check_words(&refusal.to_string());
                return features.refusal(&refusal);
            }
        };
    features.add("read");
    check(&game, &position, features);
    session::<G>(start);
    for line in lines.take(MOST_MOVES) {
        let mv = match game.read_move(&position, line) {
            Ok(mv) => mv,
            Err(refusal) => {
                check_words(&refusal.to_string());
                features.refusal(&refusal);
                continue;
            }
        };
        let before = position.clone();
        match game.play(&mut position, mv) {
            Ok(()) => {
                assert!(game.moves(&before).contains(&mv), "{mv:?} is accepted but not listed");
                features.add("played");
            }
            Err(refusal) => {
                assert!(!game.moves(&before).contains(&mv), "{mv:?} is listed but refused");
                assert!(before == position, "a refused move changed the position");
                check_words(&refusal.to_string());
                features.refusal(&refusal);
            }
        }
    }
    let mut rng = Rng::seeded(hash_of(input));
    let before = position.clone();
    for _ in 0..RANDOM_PLIES {
        let Some(&mv) = rng.pick(&game.moves(&position)) else { break };
        game.play(&mut position, mv).unwrap_or_else(|refusal| panic!("{mv:?}: {refusal}"));
    }
    check(&game, &position, features);
    if let Some(outcome) = game.outcome(&position) {
        assert!(game.can_end_as(&before, outcome), "{outcome:?} was ruled out");
    }
}

/// Checks what holds for every position.
fn check<G: Notation + TrialMoves>(game: &G, position: &G::Position, features: &mut Features) {
    let text = game.write(position);
    let (same_game, same) = G::read(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    assert!(same == *position, "{text} reads as another position");
    assert_eq!(same_game.write(&same), text);
    let moves = game.moves(position);
    let outcome = game.outcome(position);
    assert_eq!(outcome.is_some(), moves.is_empty(), "{text}: moves and outcome do not agree");
    if let Some(outcome) = outcome {
        assert!(game.can_end_as(position, outcome), "{text}: its own result is ruled out");
    }
    features.add((outcome, moves.len()));
    for &mv in &moves {
        let words = game.write_move(position, mv);
        let read = game.read_move(position, &words);
        assert!(read.as_ref() == Ok(&mv), "{text}: {words} reads as {read:?}");
        assert_eq!(game.decode(game.encode(mv)), Some(mv));
    }
    let listed: HashSet<G::Move> = moves.iter().copied().collect();
    for mv in game.trial_moves(position) {
        let is_accepted = game.check(position, mv).is_ok();
        assert_eq!(is_accepted, listed.contains(&mv), "{text}: {mv:?}");
    }
}

/// What front ends ask about a position.
fn session<G: Notation>(position: &str) {
    let Some(entry) = find(G::NAME) else { return };
    let session = entry.open(position).unwrap_or_else(|refused| panic!("{position}: {refused}"));
    for viewer in [None, Some(Side::First), Some(Side::Second)] {
        session.scene(viewer);
        session.text_board(viewer);
        session.round(viewer);
    }
    for side in Side::BOTH {
        let value = session.evaluate(None, side);
        assert!(value.is_ok(), "{position} cannot be evaluated");
        session.statistics(side);
    }
    for listed in session.moves().iter().take(MOST_MOVES) {
        assert!(session.read(&listed.text).is_ok(), "{} is listed but refused", listed.text);
    }
}

/// A refusal is one line of readable length.
fn check_words(words: &str) {
    assert!(!words.is_empty() && words.len() < 500 && !words.contains('\n'), "{words:?}");
}
