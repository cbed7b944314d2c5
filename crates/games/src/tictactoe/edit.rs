//! Editing positions of tic-tac-toe. The side to move follows from the marks.

use agon_core::{Brush, Edit, Notation as _, Present as _, Scene, Side, quote};

use super::notation::{Refusal, read_draft};
use super::position::{Cell, Position, bit};
use super::rules::TicTacToe;

impl Edit for TicTacToe {
    const BRUSHES: &'static [Brush] = &[
        Brush::on_board("x", 'X', Some(Side::First)),
        Brush::on_board("o", 'O', Some(Side::Second)),
        Brush::on_board("erase", '⌫', None),
        Brush::CLEAR,
    ];

    fn draft_scene(draft: &str) -> Result<Scene, Refusal> {
        Ok(TicTacToe.scene(&read_draft(draft)?.0))
    }

    fn edit(draft: &str, brush: &str, element: &str) -> Result<String, Refusal> {
        let (mut position, _) = read_draft(draft)?;
        if brush == "clear" {
            return Ok(TicTacToe.write(&Position::default()));
        }
        let cell = Cell::all().find(|cell| cell.to_string() == element);
        let cell = cell.ok_or_else(|| Refusal::MoveText { found: quote(element) })?;
        position.marks.iter_mut().for_each(|marks| *marks &= !bit(cell));
        match brush {
            "x" => position.marks[0] |= bit(cell),
            "o" => position.marks[1] |= bit(cell),
            _ => (),
        }
        Ok(TicTacToe.write(&position))
    }
}
