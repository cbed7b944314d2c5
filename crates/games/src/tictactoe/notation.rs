//! The notation of tic-tac-toe, and its refusals.
//!
//! A position is `([c0,...,c8],p)`, row by row with 1 for X, -1 for O and 0 for
//! an empty cell; `p` is 1 or -1 for the side to move. A move is a cell, as `00`.

use agon_core::{Notation, Side, quote};

use super::position::{Cell, Position, bit};
use super::rules::TicTacToe;

agon_core::refusals! {
    /// Why tic-tac-toe refuses a text or a move.
    pub enum Refusal {
        Shape { found: String } => "a position is ([c0,...,c8],p) as in ([0,0,0,0,1,0,0,0,0],-1), not {found}",
        Cells { found: usize } => "the board has 9 cells, not {found}",
        Mark { place: usize, found: String } => "cell {place} is 1 (X), -1 (O) or 0 (empty), not {found}",
        Side { found: String } => "the side to move is 1 (X) or -1 (O), not {found}",
        MarkCount { crosses: u32, noughts: u32 } => "{crosses} X and {noughts} O cannot be: X starts and turns alternate",
        WrongSide { right: i8 } => "by the number of marks the side to move is {right}",
        BothWon => "X and O cannot both have three in a row",
        PlayedOn => "one side has three in a row, and yet a move was made after it",
        MoveText { found: String } => "{found} is not a move: write row and column from 00 to 22",
        Taken { cell: Cell } => "{cell} is taken",
        GameOver => "the game is over",
    }
}

const NUMBERS: [i8; 2] = [1, -1];

impl Notation for TicTacToe {
    fn write(&self, position: &Position) -> String {
        let number = |cell| position.mark(cell).map_or(0, |side| NUMBERS[side.index()]);
        let cells: Vec<String> = Cell::all().map(|cell| number(cell).to_string()).collect();
        format!("([{}],{})", cells.join(","), NUMBERS[position.to_move().index()])
    }

    fn read(text: &str) -> Result<(TicTacToe, Position), Refusal> {
        let (position, side) = read_draft(text)?;
        check_sound(&position, side)?;
        Ok((TicTacToe, position))
    }

    fn write_move(&self, _: &Position, cell: Cell) -> String {
        cell.to_string()
    }

    fn read_move(&self, _: &Position, text: &str) -> Result<Cell, Refusal> {
        let digit = |byte: u8| char::from(byte).to_digit(3).map(|digit| digit as usize);
        let cell = match text.as_bytes() {
            &[row, column] => digit(row).zip(digit(column)).and_then(|(r, c)| Cell::at(r, c)),
            _ => None,
        };
        cell.ok_or_else(|| Refusal::MoveText { found: quote(text) })
    }
}

/// Reads the marks and the side to move; the position need not be one that can occur.
pub(super) fn read_draft(text: &str) -> Result<(Position, Side), Refusal> {
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let shape = || Refusal::Shape { found: quote(text) };
    let inside = bare.strip_prefix("([").and_then(|rest| rest.strip_suffix(')'));
    let (cells, side) = inside.and_then(|rest| rest.split_once("],")).ok_or_else(shape)?;
    let cells: Vec<&str> = cells.split(',').collect();
    if cells.len() != 9 {
        return Err(Refusal::Cells { found: cells.len() });
    }
    let mut position = Position::default();
    for (cell, number) in Cell::all().zip(cells) {
        match number {
            "0" => (),
            "1" => position.marks[0] |= bit(cell),
            "-1" => position.marks[1] |= bit(cell),
            _ => {
                let place = cell.number();
                return Err(Refusal::Mark { place, found: quote(number) });
            }
        }
    }
    let side = match side {
        "1" => Side::First,
        "-1" => Side::Second,
        _ => return Err(Refusal::Side { found: quote(side) }),
    };
    Ok((position, side))
}

impl Position {
    /// Whether the position can occur in a game.
    pub(super) fn is_sound(&self) -> bool {
        check_sound(self, self.to_move()).is_ok()
    }
}

/// Refuses positions that cannot occur in a game.
fn check_sound(position: &Position, side: Side) -> Result<(), Refusal> {
    let [crosses, noughts] = position.marks.map(u16::count_ones);
    if crosses != noughts && crosses != noughts + 1 {
        return Err(Refusal::MarkCount { crosses, noughts });
    }
    let right = position.to_move();
    if side != right {
        return Err(Refusal::WrongSide { right: NUMBERS[right.index()] });
    }
    let has_line = |side| position.lines_of(side).next().is_some();
    match (has_line(right), has_line(right.opponent())) {
        (true, true) => Err(Refusal::BothWon),
        (true, false) => Err(Refusal::PlayedOn),
        (false, _) => Ok(()),
    }
}
