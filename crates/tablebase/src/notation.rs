//! Positions and moves of small boards as text, as in Santorini: `000/100/000 B 00,11 20,22`.

use agon_core::{Side, quote};

use crate::position::{Position, cells_of};
use crate::rules::Move;
use crate::{Board, Refusal};

const SIDES: [&str; 2] = ["B", "R"];

impl Position {
    /// The text of a position.
    pub fn write(&self, board: &Board) -> String {
        let mut text = String::new();
        for (cell, height) in self.heights[..board.cells()].iter().enumerate() {
            if cell > 0 && cell % board.width() == 0 {
                text.push('/');
            }
            text += &height.to_string();
        }
        text += " ";
        text += SIDES[self.to_move.index()];
        for pawns in self.pawns {
            text += " ";
            text += &if pawns == 0 { unplaced(board).into() } else { write_cells(board, pawns) };
        }
        text
    }

    /// Reads a position; `startpos` is the empty board before placement.
    pub fn read(board: &Board, text: &str) -> Result<Position, Refusal> {
        if text == "startpos" {
            return Ok(Position::EMPTY);
        }
        let wrong = || Refusal::PositionText { example: example(board), found: quote(text) };
        let words: Vec<&str> = text.split(' ').collect();
        let [heights, side, blue, red] = words[..] else { return Err(wrong()) };
        let rows: Vec<&str> = heights.split('/').collect();
        if rows.len() != board.height() || rows.iter().any(|row| row.len() != board.width()) {
            return Err(wrong());
        }
        let mut position = Position::EMPTY;
        for (height, digit) in position.heights.iter_mut().zip(rows.concat().bytes()) {
            *height = match digit {
                b'0'..=b'4' => digit - b'0',
                _ => return Err(wrong()),
            };
        }
        let to_move = Side::BOTH.into_iter().find(|found| SIDES[found.index()] == side);
        position.to_move = to_move.ok_or_else(wrong)?;
        for (pawns, text) in position.pawns.iter_mut().zip([blue, red]) {
            *pawns = match text {
                _ if text == unplaced(board) => 0,
                _ => read_cells(board, text)?.ok_or_else(wrong)?,
            };
        }
        position.check(board)?;
        Ok(position)
    }

    /// The refusal of what is not a position of this board.
    pub(crate) fn not_one_of(&self, board: &Board) -> Refusal {
        Refusal::PositionText { example: example(board), found: quote(&self.write(board)) }
    }

    /// Whether such a position can be on the board.
    pub(crate) fn check(&self, board: &Board) -> Result<(), Refusal> {
        if let Some(cell) = cells_of(self.pawns[0] & self.pawns[1]).next() {
            return Err(Refusal::Occupied { cell: write_cell(board, cell) });
        }
        if !self.is_placed() {
            // Pawns are placed on the empty board, blue first.
            let is_start = self.layer() == 0
                && self.pawns[1] == 0
                && (self.to_move == Side::First) == (self.pawns[0] == 0);
            return if is_start { Ok(()) } else { Err(self.not_one_of(board)) };
        }
        if cells_of(self.moving()).any(|cell| self.heights[cell] == 3) {
            return Err(Refusal::WinnerToMove);
        }
        match cells_of(self.pawns[0] | self.pawns[1]).find(|&cell| self.heights[cell] == 4) {
            Some(cell) => Err(Refusal::HighPawn { cell: write_cell(board, cell), height: 4 }),
            None => Ok(()),
        }
    }
}

impl Move {
    /// The text of a move.
    pub fn write(&self, board: &Board) -> String {
        let cell = |cell: usize| write_cell(board, cell);
        match *self {
            Move::Place(cells) => format!("@{}", write_cells(board, cells)),
            Move::Step { from, to, build } => {
                format!("{}-{}-{}", cell(from), cell(to), cell(build))
            }
        }
    }

    /// Reads a move, which need not be legal.
    pub fn read(board: &Board, text: &str) -> Result<Move, Refusal> {
        let wrong = || Refusal::MoveText { found: quote(text) };
        if let Some(cells) = text.strip_prefix('@') {
            return Ok(Move::Place(read_cells(board, cells)?.ok_or_else(wrong)?));
        }
        let cells: Option<Vec<usize>> =
            text.split('-').map(|cell| read_cell(board, cell)).collect();
        match cells.as_deref() {
            Some(&[from, to, build]) => Ok(Move::Step { from, to, build }),
            _ => Err(wrong()),
        }
    }
}

/// The pawns of a side before they are placed.
fn unplaced(board: &Board) -> &'static str {
    if board.pawns() == 1 { "1" } else { "-" }
}

/// A position of this board, for messages.
fn example(board: &Board) -> String {
    let cells = board.cells();
    let pawns = |first: usize| (0..board.pawns()).fold(0, |set, pawn| set | 1 << (first + pawn));
    let position = Position { pawns: [pawns(0), pawns(cells - board.pawns())], ..Position::EMPTY };
    position.write(board)
}

/// A cell as row and column.
fn write_cell(board: &Board, cell: usize) -> String {
    format!("{}{}", cell / board.width(), cell % board.width())
}

fn write_cells(board: &Board, cells: u16) -> String {
    cells_of(cells).map(|cell| write_cell(board, cell)).collect::<Vec<_>>().join(",")
}

fn read_cell(board: &Board, text: &str) -> Option<usize> {
    let [row, column] = text.as_bytes() else { return None };
    let digit = |byte: u8| byte.checked_sub(b'0').map(usize::from);
    let (row, column) = (digit(*row)?, digit(*column)?);
    (row < board.height() && column < board.width()).then(|| row * board.width() + column)
}

/// The cells of one side's pawns; `None` if there are not as many as pawns.
fn read_cells(board: &Board, text: &str) -> Result<Option<u16>, Refusal> {
    let mut set = 0;
    let mut count = 0;
    for word in text.split(',') {
        let Some(cell) = read_cell(board, word) else { return Ok(None) };
        if set & 1 << cell != 0 {
            return Err(Refusal::Occupied { cell: write_cell(board, cell) });
        }
        set |= 1 << cell;
        count += 1;
    }
    Ok((count == board.pawns()).then_some(set))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_positions_are_read_back() {
        let board = Board::new(3, 4).unwrap();
        for text in [
            "000/000/000/000 B - -",
            "000/000/000/000 R 00,11 -",
            "000/100/204/000 R 00,11 20,32",
            "300/100/204/000 R 00,11 20,32",
        ] {
            assert_eq!(Position::read(&board, text).unwrap().write(&board), text);
        }
        assert_eq!(Position::read(&board, "startpos"), Ok(Position::EMPTY));
        let one = board.with_pawns(1).unwrap();
        for text in ["000/000/000/000 B 1 1", "000/000/000/000 B 00 32"] {
            assert_eq!(Position::read(&one, text).unwrap().write(&one), text);
        }
    }

    #[test]
    fn texts_that_are_no_positions_are_refused_with_a_reason() {
        let board = Board::new(3, 3).unwrap();
        let kind = |text: &str| {
            use agon_core::Refusal as _;
            Position::read(&board, text).unwrap_err().kind()
        };
        for text in [
            "",
            "000/000 B 00,01 10,11",
            "000/000/00 B 00,01 10,11",
            "000/000/005 B 00,01 10,11",
            "000/000/000 G 00,01 10,11",
            "000/000/000 B 00 10,11",
            "000/000/000 B 00,01 10,31",
            "000/000/000 B 00,01,02 10,11",
            "000/000/000 B 00,01 -",
            "000/000/000 R - -",
            "000/000/100 B - -",
            "000/000/000 B - 10,11",
            "000/000/000 B 00,01 10,11 x",
            "000/000/000 B 0é,01 10,11",
        ] {
            assert_eq!(kind(text), "PositionText", "{text}");
        }
        assert_eq!(kind("000/000/000 B 00,00 10,11"), "Occupied");
        assert_eq!(kind("000/000/000 B 00,01 10,01"), "Occupied");
        assert_eq!(kind("400/000/000 B 00,01 10,11"), "HighPawn");
        assert_eq!(kind("300/000/000 B 00,01 10,11"), "WinnerToMove");
    }

    #[test]
    fn texts_of_moves_are_read_back() {
        let board = Board::new(3, 3).unwrap();
        for text in ["00-10-20", "@00,22"] {
            assert_eq!(Move::read(&board, text).unwrap().write(&board), text);
        }
        for text in ["", "00-10", "00-10-33", "@00", "@", "@00,00", "00-10-20-21"] {
            assert!(Move::read(&board, text).is_err(), "{text}");
        }
    }
}
