//! Positions and moves of every game: a position in the first line, then one move per line.

use std::collections::HashSet;

use agon_arena::find;
use agon_core::conformance::TrialMoves;
use agon_core::{Notation, Rng, Side};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::theseus::Theseus;
use agon_games::tictactoe::TicTacToe;

use crate::{check_refusal, seed, text};

/// The most moves of an input, and the number of random plies after them.
const MOST_MOVES: usize = 60;
const RANDOM_PLIES: usize = 12;

pub fn santorini(input: &[u8]) {
    run::<Santorini>(input);
}

pub fn nim(input: &[u8]) {
    run::<Nim>(input);
}

pub fn byte(input: &[u8]) {
    run::<Byte>(input);
}

pub fn theseus(input: &[u8]) {
    run::<Theseus>(input);
}

pub fn tictactoe(input: &[u8]) {
    run::<TicTacToe>(input);
}

/// Positions and moves read back, and exactly the listed moves are accepted.
fn run<G: Notation + TrialMoves>(input: &[u8]) {
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
                return check_refusal(&refusal);
            }
        };
    check(&game, &position);
    session::<G>(start);
    for line in lines.take(MOST_MOVES) {
        let mv = match game.read_move(&position, line) {
            Ok(mv) => mv,
            Err(refusal) => {
                check_words(&refusal.to_string());
                check_refusal(&refusal);
                continue;
            }
        };
        let before = position.clone();
        match game.play(&mut position, mv) {
            Ok(()) => {
                assert!(game.moves(&before).contains(&mv), "{mv:?} is accepted but not listed");
            }
            Err(refusal) => {
                assert!(!game.moves(&before).contains(&mv), "{mv:?} is listed but refused");
                assert!(before == position, "a refused move changed the position");
                check_words(&refusal.to_string());
                check_refusal(&refusal);
            }
        }
    }
    let mut rng = Rng::seeded(seed(input));
    let before = position.clone();
    for _ in 0..RANDOM_PLIES {
        let Some(&mv) = rng.pick(&game.moves(&position)) else { break };
        game.play(&mut position, mv).unwrap_or_else(|refusal| panic!("{mv:?}: {refusal}"));
    }
    check(&game, &position);
    if let Some(outcome) = game.outcome(&position) {
        assert!(game.can_end_as(&before, outcome), "{outcome:?} was ruled out");
    }
}

/// Checks what must hold for every position.
fn check<G: Notation + TrialMoves>(game: &G, position: &G::Position) {
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

/// Calls what front ends need of a position.
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

/// A refusal must be one line of readable length.
fn check_words(words: &str) {
    assert!(!words.is_empty() && words.len() < 500 && !words.contains('\n'), "{words:?}");
}
