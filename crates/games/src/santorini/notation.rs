//! The notation of Santorini, and its refusals.
//!
//! A position is `HHHHH/HHHHH/HHHHH/HHHHH/HHHHH T blue red`: five rows of
//! heights, the side to move (`B` or `R`), and each side's pawns as `00,11`, or
//! `-` before they are placed. A move is `from-to-build`, a placement `@00,11`.

use agon_core::{Notation, Side, quote};

use super::cell::{Cell, Cells};
use super::position::{Pawns, Position};
use super::rules::{Move, Santorini};

agon_core::refusals! {
    /// Why Santorini refuses a text or a move.
    pub enum Refusal {
        Parts { found: usize } => "a position has 4 parts (heights, side to move, blue pawns, red pawns), not {found}",
        Rows { found: usize } => "the heights are 5 rows parted by '/', not {found}",
        RowLength { row: usize, found: usize } => "row {row} of the heights has 5 digits, not {found}",
        Height { row: usize, column: usize, found: String } => "the height in row {row}, column {column} is 0 to 4, not {found}",
        Side { found: String } => "the side to move is B or R, not {found}",
        Pawns { found: String } => "a side's pawns are two cells such as 00,11, or - before they are placed, not {found}",
        NoSuchCell { found: String } => "{found} is not a cell: row and column are digits from 0 to 4, as in 23",
        SharedCell { cell: Cell } => "two pawns stand on {cell}",
        PawnOnDome { cell: Cell } => "a pawn stands on the dome of {cell}",
        RedBeforeBlue => "red's pawns are placed, but blue's are not",
        NotTheirPlacement { side: char } => "it is {side}'s turn to place pawns, so {side} is to move",
        BuiltTooEarly => "something is built before all pawns are placed",
        TwoWinners => "pawns of both sides stand on height 3",
        WinnerToMove => "a pawn of the side to move stands on height 3: that side has won, so the other is to move",
        MoveText { found: String } => "{found} is not a move: write from-to-build as in 00-10-20, or @00,11 to place pawns",
        GameOver => "the game is over",
        PlaceFirst => "pawns are placed first, as in @00,11",
        AlreadyPlaced => "the pawns are already placed; a move is from-to-build, as in 00-10-20",
        SameCell { cell: Cell } => "both pawns cannot stand on {cell}",
        NotYourPawn { cell: Cell } => "no pawn of the side to move stands on {cell}",
        StepTooFar { from: Cell, to: Cell } => "{to} is not next to {from}",
        Occupied { cell: Cell } => "a pawn stands on {cell}",
        Domed { cell: Cell } => "{cell} has a dome",
        TooHigh { from: Cell, to: Cell, low: u8, high: u8 } => "from {from} (height {low}) to {to} (height {high}) is too high a step",
        BuildTooFar { to: Cell, build: Cell } => "{build} is not next to {to}, where the pawn would build",
    }
}

const LETTERS: [char; 2] = ['B', 'R'];

impl Notation for Santorini {
    fn write(&self, position: &Position) -> String {
        let row = |row: usize| -> String {
            let height = |cell| char::from(b'0' + position.height(cell));
            Cell::all().filter(|cell| cell.row() == row).map(height).collect()
        };
        let rows: Vec<String> = (0..5).map(row).collect();
        let pawns = |side| match position.pawns(side) {
            Some([one, two]) => format!("{one},{two}"),
            None => "-".into(),
        };
        let [blue, red] = Side::BOTH.map(pawns);
        format!("{} {} {blue} {red}", rows.join("/"), LETTERS[position.to_move.index()])
    }

    fn read(text: &str) -> Result<(Santorini, Position), Refusal> {
        let position = read_parts(text, read_pawns)?;
        check_sound(&position)?;
        Ok((Santorini, position))
    }

    fn write_move(&self, _: &Position, mv: Move) -> String {
        match mv {
            Move::Place(one, two) => format!("@{one},{two}"),
            Move::Step { from, to, build } => format!("{from}-{to}-{build}"),
        }
    }

    fn read_move(&self, _: &Position, text: &str) -> Result<Move, Refusal> {
        let wrong = || Refusal::MoveText { found: quote(text) };
        if let Some(cells) = text.strip_prefix('@') {
            let (one, two) = cells.split_once(',').ok_or_else(wrong)?;
            return Ok(Move::place(read_cell(one)?, read_cell(two)?));
        }
        let cells: Vec<&str> = text.split('-').collect();
        let &[from, to, build] = cells.as_slice() else { return Err(wrong()) };
        Ok(Move::Step { from: read_cell(from)?, to: read_cell(to)?, build: read_cell(build)? })
    }
}

/// Reads a position that need not be one that can occur. A side may have one pawn: it is stored
/// twice.
pub(super) fn read_draft(text: &str) -> Result<Position, Refusal> {
    read_parts(text, |pawns| match read_cell(pawns) {
        Ok(one) => Ok([one; 2]),
        Err(_) => read_pawns(pawns),
    })
}

fn read_parts(
    text: &str,
    pawns: impl Fn(&str) -> Result<[Cell; 2], Refusal>,
) -> Result<Position, Refusal> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let &[heights, side, blue, red] = parts.as_slice() else {
        return Err(Refusal::Parts { found: parts.len() });
    };
    let to_move = match side {
        "B" | "b" => Side::First,
        "R" | "r" => Side::Second,
        _ => return Err(Refusal::Side { found: quote(side) }),
    };
    let at_least = read_heights(heights)?;
    Ok(Position { at_least, pawns: Pawns::new([pawns(blue)?, pawns(red)?]), to_move })
}

fn read_heights(text: &str) -> Result<[Cells; 4], Refusal> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 5 {
        return Err(Refusal::Rows { found: rows.len() });
    }
    let mut at_least = [Cells::NONE; 4];
    for (row, digits) in rows.into_iter().enumerate() {
        for (column, digit) in digits.chars().enumerate() {
            let Some(cell) = Cell::at(row, column) else { break };
            let height = digit.to_digit(5).ok_or_else(|| Refusal::Height {
                row,
                column,
                found: quote(&digit.to_string()),
            })?;
            at_least.iter_mut().take(height as usize).for_each(|built| *built |= Cells::of(cell));
        }
        let found = digits.chars().count();
        if found != 5 {
            return Err(Refusal::RowLength { row, found });
        }
    }
    Ok(at_least)
}

fn read_pawns(text: &str) -> Result<[Cell; 2], Refusal> {
    if text == "-" {
        return Ok([Cell::NOWHERE; 2]);
    }
    let (one, two) = text.split_once(',').ok_or_else(|| Refusal::Pawns { found: quote(text) })?;
    Ok([read_cell(one)?, read_cell(two)?])
}

pub(super) fn read_cell(text: &str) -> Result<Cell, Refusal> {
    let digit = |byte: u8| char::from(byte).to_digit(5).map(|digit| digit as usize);
    let cell = match text.as_bytes() {
        &[row, column] => {
            digit(row).zip(digit(column)).and_then(|(row, column)| Cell::at(row, column))
        }
        _ => None,
    };
    cell.ok_or_else(|| Refusal::NoSuchCell { found: quote(text) })
}

/// Refuses positions that cannot occur in a game.
pub(super) fn check_sound(position: &Position) -> Result<(), Refusal> {
    let mut taken = Cells::NONE;
    for pawn in Side::BOTH.into_iter().filter_map(|side| position.pawns(side)).flatten() {
        if taken.has(pawn) {
            return Err(Refusal::SharedCell { cell: pawn });
        }
        if position.at_least[3].has(pawn) {
            return Err(Refusal::PawnOnDome { cell: pawn });
        }
        taken |= Cells::of(pawn);
    }
    let [blue, red] = Side::BOTH.map(|side| position.pawns(side).is_some());
    if red && !blue {
        return Err(Refusal::RedBeforeBlue);
    }
    if !red {
        let placing = if blue { Side::Second } else { Side::First };
        if position.to_move != placing {
            return Err(Refusal::NotTheirPlacement { side: LETTERS[placing.index()] });
        }
        if !position.at_least[0].is_empty() {
            return Err(Refusal::BuiltTooEarly);
        }
    }
    let climbed = |side| !(position.pawn_cells(side) & position.at_least[2]).is_empty();
    match (climbed(position.to_move), climbed(position.to_move.opponent())) {
        (true, true) => Err(Refusal::TwoWinners),
        (true, false) => Err(Refusal::WinnerToMove),
        (false, _) => Ok(()),
    }
}
