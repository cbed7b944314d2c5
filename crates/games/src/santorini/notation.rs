//! The notation of Santorini, and its refusals.
//!
//! A position is `HHHHH/HHHHH/HHHHH/HHHHH/HHHHH T blue red`: rows of heights, which tell the size of
//! the board, the side to move (`B` or `R`), and each side's pawns as `00,11`, or `-` before they
//! are placed. Where each side has one pawn, that is `00`, or `1` before it is placed. A move is
//! `from-to-build`, a placement `@00,11` or `@00`. `3x4 start` is the start on a board.

use agon_core::{Notation, Side, quote};

use super::board::Board;
use super::cell::{Cell, Cells};
use super::position::{Pawns, Position};
use super::rules::{Move, Santorini};

agon_core::refusals! {
    /// Why Santorini refuses a text or a move.
    pub enum Refusal {
        Board { found: String } => "{found} is not a board: write width and height, 2 to 6 each and at most 25 cells, as in 3x4, and /1 behind it for one pawn a side",
        Parts { found: usize } => "a position has 4 parts (heights, side to move, blue pawns, red pawns), not {found}",
        Rows { found: usize } => "the heights are 2 to 6 rows parted by '/', not {found}",
        RowLength { row: usize, found: usize } => "row {row} of the heights has {found} digits; all rows have the same number, 2 to 6, and 25 in all at most",
        Height { row: usize, column: usize, found: String } => "the height in row {row}, column {column} is 0 to 4, not {found}",
        Side { found: String } => "the side to move is B or R, not {found}",
        Pawns { found: String } => "a side's pawns are two cells such as 00,11, or - before they are placed, not {found}; an only pawn is one cell, or 1",
        UnevenPawns => "both sides have the same number of pawns",
        NoSuchCell { found: String } => "{found} is not a cell of the board: row and column are digits, as in 12",
        SharedCell { cell: String } => "two pawns stand on {cell}",
        PawnOnDome { cell: String } => "a pawn stands on the dome of {cell}",
        RedBeforeBlue => "red's pawns are placed, but blue's are not",
        NotTheirPlacement { side: char } => "it is {side}'s turn to place pawns, so {side} is to move",
        BuiltTooEarly => "something is built before all pawns are placed",
        TwoWinners => "pawns of both sides stand on height 3",
        WinnerToMove => "a pawn of the side to move stands on height 3: that side has won, so the other is to move",
        MoveText { found: String } => "{found} is not a move: write from-to-build as in 00-10-20, or @00,11 to place pawns",
        GameOver => "the game is over",
        PlaceFirst => "pawns are placed first, as in @00,11",
        PlaceOne => "each side has one pawn here, placed as in @00",
        PlaceTwo => "each side has two pawns here, placed as in @00,11",
        AlreadyPlaced => "the pawns are already placed; a move is from-to-build, as in 00-10-20",
        SameCell { cell: String } => "both pawns cannot stand on {cell}",
        NotYourPawn { cell: String } => "no pawn of the side to move stands on {cell}",
        StepTooFar { from: String, to: String } => "{to} is not next to {from}",
        Occupied { cell: String } => "a pawn stands on {cell}",
        Domed { cell: String } => "{cell} has a dome",
        TooHigh { from: String, to: String, low: u8, high: u8 } => "from {from} (height {low}) to {to} (height {high}) is too high a step",
        BuildTooFar { to: String, build: String } => "{build} is not next to {to}, where the pawn would build",
    }
}

const LETTERS: [char; 2] = ['B', 'R'];

impl Notation for Santorini {
    fn write(&self, position: &Position) -> String {
        let board = self.board();
        let row = |row: usize| -> String {
            let height = |cell| char::from(b'0' + position.height(cell));
            (0..board.width()).filter_map(|column| board.cell(row, column)).map(height).collect()
        };
        let rows: Vec<String> = (0..board.height()).map(row).collect();
        let pawns = |side| {
            let cells: Vec<String> = position.pawns(side).map(|pawn| board.name(pawn)).collect();
            match (cells.is_empty(), board.pawns()) {
                (true, 1) => "1".into(),
                (true, _) => "-".into(),
                (false, _) => cells.join(","),
            }
        };
        let [blue, red] = Side::BOTH.map(pawns);
        format!("{} {} {blue} {red}", rows.join("/"), LETTERS[position.to_move.index()])
    }

    fn read(text: &str) -> Result<(Santorini, Position), Refusal> {
        if let Some(board) = text.trim().strip_suffix(" start") {
            let board: Board = board.trim().parse()?;
            return Ok((Santorini::on(board), Position::start(&board)));
        }
        let Draft { board, position, pawns } = Draft::read(text)?;
        if pawns[0] != pawns[1] {
            return Err(Refusal::UnevenPawns);
        }
        check_sound(&board, &position)?;
        Ok((Santorini::on(board), position))
    }

    fn write_move(&self, _: &Position, mv: Move) -> String {
        let name = |cell| self.board().name(cell);
        match mv {
            Move::Place(one, Cell::NOWHERE) => format!("@{}", name(one)),
            Move::Place(one, two) => format!("@{},{}", name(one), name(two)),
            Move::Step { from, to, build } => [from, to, build].map(name).join("-"),
        }
    }

    fn read_move(&self, _: &Position, text: &str) -> Result<Move, Refusal> {
        let wrong = || Refusal::MoveText { found: quote(text) };
        let cell = |text: &str| read_cell(self.board(), text);
        if let Some(cells) = text.strip_prefix('@') {
            return match cells.split_once(',') {
                Some((one, two)) => Ok(Move::place(cell(one)?, cell(two)?)),
                None if self.board().pawns() == 1 => Ok(Move::place_one(cell(cells)?)),
                None => Err(wrong()),
            };
        }
        let cells: Vec<&str> = text.split('-').collect();
        let &[from, to, build] = cells.as_slice() else { return Err(wrong()) };
        Ok(Move::Step { from: cell(from)?, to: cell(to)?, build: cell(build)? })
    }
}

/// A position that need not be one that can occur.
pub(super) struct Draft {
    pub board: Board,
    pub position: Position,
    /// How many pawns each side has, placed or not.
    pawns: [usize; 2],
}

impl Draft {
    /// Reads a draft. Its board has one pawn a side if neither side has more.
    pub(super) fn read(text: &str) -> Result<Draft, Refusal> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let &[heights, side, blue, red] = parts.as_slice() else {
            return Err(Refusal::Parts { found: parts.len() });
        };
        let to_move = match side {
            "B" | "b" => Side::First,
            "R" | "r" => Side::Second,
            _ => return Err(Refusal::Side { found: quote(side) }),
        };
        let board = read_size(heights)?;
        let at_least = read_heights(&board, heights)?;
        let (blue, red) = (read_pawns(&board, blue)?, read_pawns(&board, red)?);
        let pawns = [blue.1, red.1];
        // One pawn a side is as good as two.
        let board = match pawns {
            [1, 1] => Board::new(board.width(), board.height(), 1).unwrap_or(board),
            _ => board,
        };
        let position = Position { at_least, pawns: Pawns::new([blue.0, red.0]), to_move };
        Ok(Draft { board, position, pawns })
    }
}

/// The board whose heights these are, with two pawns a side.
fn read_size(text: &str) -> Result<Board, Refusal> {
    let rows: Vec<usize> = text.split('/').map(|row| row.chars().count()).collect();
    if !(2..=6).contains(&rows.len()) {
        return Err(Refusal::Rows { found: rows.len() });
    }
    let other = rows.iter().position(|&found| found != rows[0]).unwrap_or(0);
    let board = Board::new(rows[0], rows.len(), 2).filter(|_| other == 0);
    board.ok_or(Refusal::RowLength { row: other, found: rows[other] })
}

fn read_heights(board: &Board, text: &str) -> Result<[Cells; 4], Refusal> {
    let mut at_least = [board.beyond(); 4];
    for (row, digits) in text.split('/').enumerate() {
        for (column, digit) in digits.chars().enumerate() {
            let Some(cell) = board.cell(row, column) else { break };
            let height = digit.to_digit(5).ok_or_else(|| Refusal::Height {
                row,
                column,
                found: quote(&digit.to_string()),
            })?;
            at_least.iter_mut().take(height as usize).for_each(|built| *built |= Cells::of(cell));
        }
    }
    Ok(at_least)
}

/// The pawns of a side, and how many it has, placed or not.
fn read_pawns(board: &Board, text: &str) -> Result<([Cell; 2], usize), Refusal> {
    let nowhere = Cell::NOWHERE;
    match (text, text.split_once(',')) {
        ("-", _) => Ok(([nowhere; 2], 2)),
        ("1", _) => Ok(([nowhere; 2], 1)),
        (_, Some((one, two))) => Ok(([read_cell(board, one)?, read_cell(board, two)?], 2)),
        (_, None) if text.len() == 2 => Ok(([read_cell(board, text)?, nowhere], 1)),
        _ => Err(Refusal::Pawns { found: quote(text) }),
    }
}

pub(super) fn read_cell(board: &Board, text: &str) -> Result<Cell, Refusal> {
    let digit = |byte: u8| char::from(byte).to_digit(10).map(|digit| digit as usize);
    let cell = match text.as_bytes() {
        &[row, column] => {
            digit(row).zip(digit(column)).and_then(|(row, column)| board.cell(row, column))
        }
        _ => None,
    };
    cell.ok_or_else(|| Refusal::NoSuchCell { found: quote(text) })
}

/// Refuses positions that cannot occur in a game.
pub(super) fn check_sound(board: &Board, position: &Position) -> Result<(), Refusal> {
    let mut taken = Cells::NONE;
    for pawn in Side::BOTH.into_iter().flat_map(|side| position.pawns(side)) {
        if taken.has(pawn) {
            return Err(Refusal::SharedCell { cell: board.name(pawn) });
        }
        if position.at_least[3].has(pawn) {
            return Err(Refusal::PawnOnDome { cell: board.name(pawn) });
        }
        taken |= Cells::of(pawn);
    }
    let [blue, red] = Side::BOTH.map(|side| position.pawns(side).next().is_some());
    if red && !blue {
        return Err(Refusal::RedBeforeBlue);
    }
    if !red {
        let placing = if blue { Side::Second } else { Side::First };
        if position.to_move != placing {
            return Err(Refusal::NotTheirPlacement { side: LETTERS[placing.index()] });
        }
        if position.at_least[0] != board.beyond() {
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
