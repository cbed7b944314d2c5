//! Tic-tac-toe: the battery, the whole game counted, and texts that are refused.

use std::collections::HashSet;

use agon_core::conformance::Battery;
use agon_core::{Evaluate as _, Game as _, Notation as _, Outcome, Refusal as _, Side};
use agon_games::tictactoe::{Lines, Position, TicTacToe};
use proptest::prelude::*;

#[test]
fn tictactoe_conforms() {
    Battery::new(TicTacToe).evaluator(Lines).facts().games(300).run_all();
}

#[test]
fn the_whole_game_is_as_large_as_it_is_known_to_be() {
    let mut seen = HashSet::new();
    let mut finished = 0;
    let mut waiting = vec![TicTacToe.start()];
    while let Some(position) = waiting.pop() {
        seen.insert(position);
        let moves = TicTacToe.moves(&position);
        finished += u32::from(moves.is_empty());
        waiting.extend(moves.into_iter().map(|mv| TicTacToe.after(&position, mv)));
    }
    assert_eq!(seen.len(), 5_478);
    assert_eq!(finished, 255_168);
}

fn read(text: &str) -> Position {
    TicTacToe::read(text).unwrap().1
}

#[test]
fn results_are_told_from_the_board() {
    let outcome = |text| TicTacToe.outcome(&read(text));
    assert_eq!(outcome("([1,1,1,-1,-1,0,0,0,0],-1)"), Some(Outcome::Win(Side::First)));
    assert_eq!(outcome("([-1,1,1,-1,1,0,-1,0,0],1)"), Some(Outcome::Win(Side::Second)));
    assert_eq!(outcome("([1,-1,1,1,-1,-1,-1,1,1],-1)"), Some(Outcome::Draw));
    assert_eq!(outcome("( [ 0,0,0, 0,1,0, 0,0,0 ], -1 )"), None);
    // The last mark can close two lines at once.
    assert_eq!(outcome("([1,1,1,1,-1,-1,1,-1,-1],-1)"), Some(Outcome::Win(Side::First)));
}

#[test]
fn open_lines_are_what_a_position_is_worth() {
    // X in the middle has four open lines, each with one mark.
    let position = read("([0,0,0,0,1,0,0,0,0],-1)");
    assert_eq!(Lines.evaluate(&TicTacToe, &position).points(), -4);
}

#[test]
fn texts_that_cannot_be_are_refused_by_kind() {
    let kind = |text: &str| TicTacToe::read(text).unwrap_err().kind();
    assert_eq!(kind(""), "Shape");
    assert_eq!(kind("[0,0,0,0,0,0,0,0,0],1"), "Shape");
    assert_eq!(kind("([0,0,0,0,0,0,0,0],1)"), "Cells");
    assert_eq!(kind("([0,0,0,0,2,0,0,0,0],1)"), "Mark");
    assert_eq!(kind("([0,0,0,0,+1,0,0,0,0],-1)"), "Mark");
    assert_eq!(kind("([0,0,0,0,0,0,0,0,0],0)"), "Side");
    assert_eq!(kind("([1,1,0,0,0,0,0,0,0],1)"), "MarkCount");
    assert_eq!(kind("([-1,0,0,0,0,0,0,0,0],1)"), "MarkCount");
    assert_eq!(kind("([1,0,0,0,0,0,0,0,0],1)"), "WrongSide");
    assert_eq!(kind("([1,1,1,-1,-1,-1,0,0,0],1)"), "BothWon");
    assert_eq!(kind("([1,1,1,-1,-1,0,-1,0,0],1)"), "PlayedOn");
}

#[test]
fn moves_that_cannot_be_are_refused_by_kind() {
    let start = TicTacToe.start();
    for text in ["", "0", "03", "30", "000", "-1", "a1", "1é", "１１"] {
        assert_eq!(TicTacToe.read_move(&start, text).unwrap_err().kind(), "MoveText", "{text}");
    }
    let taken = TicTacToe.read_move(&start, "11").unwrap();
    let mut position = start;
    TicTacToe.play(&mut position, taken).unwrap();
    assert_eq!(TicTacToe.check(&position, taken).unwrap_err().kind(), "Taken");
    let over = read("([1,1,1,-1,-1,0,0,0,0],-1)");
    let free = TicTacToe.read_move(&over, "22").unwrap();
    assert_eq!(TicTacToe.check(&over, free).unwrap_err().kind(), "GameOver");
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in r"[\(\)\[\], 019-]{0,40}|\PC{0,40}") {
        if let Ok((game, position)) = TicTacToe::read(&text) {
            prop_assert_eq!(TicTacToe::read(&game.write(&position)), Ok((game, position)));
        }
        let _ = TicTacToe.read_move(&TicTacToe.start(), &text);
    }
}
