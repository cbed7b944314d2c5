//! The legal moves and the illegal moves of every kind that a hand-in is asked about.

use agon_core::{Game as _, Notation as _};
use agon_games::byte::{Byte, Move, Position, Refusal};

use super::form::{self, Form};

/// What a legal move does.
pub const LEGAL: [&str; 5] = [
    "a stack of 8 that wins a point",
    "a stack of 8 for the opponent",
    "a move without a level",
    "a step to an empty square",
    "a move onto another stack",
];

/// What a move does, or why it is illegal.
pub fn kind_of(game: &Byte, position: &Position, mv: &Form) -> &'static str {
    let made = match game.read_move(position, &mv.to_string()) {
        Ok(made) => made,
        Err(_) => return "illegal: not a dark square of the board",
    };
    match game.check(position, made) {
        Ok(()) => legal_kind(game, position, mv, made),
        Err(Refusal::NoStack { .. }) => "illegal: from an empty square",
        Err(Refusal::NoSuchLevel { .. }) => "illegal: above the top of the stack",
        Err(Refusal::NotYours { .. }) => "illegal: a checker of the opponent",
        Err(Refusal::NotDiagonal { .. }) => "illegal: not one diagonal step",
        Err(Refusal::OnlyMerge { .. }) => "illegal: onto an empty square beside a stack",
        Err(Refusal::OnlyWhole { .. }) => "illegal: a part onto an empty square",
        Err(Refusal::MustApproach { .. }) => "illegal: not nearer to the nearest stack",
        Err(Refusal::NotHigher { height, level, .. }) if height == level => {
            "illegal: onto a stack as high as the level"
        }
        Err(Refusal::NotHigher { .. }) => "illegal: onto a lower stack",
        Err(Refusal::TooHigh { together: 9, .. }) => "illegal: a stack of 9 checkers",
        Err(Refusal::TooHigh { .. }) => "illegal: a stack of 10 checkers or more",
        Err(_) => "illegal: another reason",
    }
}

fn legal_kind(game: &Byte, position: &Position, mv: &Form, made: Move) -> &'static str {
    let Move::Step { to, .. } = made else { return "illegal: another reason" };
    let after = game.after(position, made);
    let (mover, other) = (position.to_move(), after.to_move());
    match () {
        () if after.score(mover) > position.score(mover) => LEGAL[0],
        () if after.score(other) > position.score(other) => LEGAL[1],
        () if mv.items().is_some_and(|parts| parts.len() == 2) => LEGAL[2],
        () if position.stack(to).height() == 0 => LEGAL[3],
        () => LEGAL[4],
    }
}

/// The moves to ask about: from stacks and some other squares, to squares near and far, from every
/// level and one level too many, each with and without level 0.
pub fn all(game: &Byte, position: &Position) -> Vec<Form> {
    let side = game.side() as i32;
    let text = game.write(position);
    let mut from: Vec<(i32, i32, usize)> = Vec::new();
    for (at, checkers) in text.split([' ', ',']).filter_map(|stack| stack.split_once(':')) {
        let row = i32::from(at.as_bytes()[0] - b'A');
        from.push((row, at[1..].parse().unwrap_or(1), checkers.len()));
    }
    let stacks = from.len();
    for number in 0..4 {
        let (row, column) = (2 * number % side, 1 + 2 * number % side);
        if !from[..stacks].iter().any(|&(r, c, _)| (r, c) == (row, column)) {
            from.push((row, column, 0));
        }
    }
    let square = |row: i32, column: i32| {
        form::square(&format!("{}{column}", char::from(b'A' + row.clamp(0, 25) as u8)))
    };
    let mut moves = Vec::new();
    for &(row, column, height) in &from {
        for (down, across) in [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 2), (2, 2), (1, 0)] {
            let (to_row, to_column) = (row + down, column + across);
            if to_row < 0 || to_column < 0 {
                continue;
            }
            let squares = vec![square(row, column), square(to_row, to_column)];
            for level in 0..=height.min(7) {
                moves.push(Form::List([squares.clone(), vec![Form::atom(level)]].concat()));
            }
            moves.push(Form::List(squares));
        }
    }
    moves
}
