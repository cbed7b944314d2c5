//! Editing positions of Santorini. A draft may have one pawn of a side, written as one cell.

use agon_core::{Brush, Edit, Notation as _, Present as _, Scene, Side};

use super::cell::{Cell, Cells};
use super::notation::{Draft, Refusal, read_cell};
use super::position::Position;
use super::rules::Santorini;

impl Edit for Santorini {
    const BRUSHES: &'static [Brush] = &[
        Brush::on_board("build", '▲', None),
        Brush::on_board("lower", '▼', None),
        Brush::on_board("blue", 'B', Some(Side::First)),
        Brush::on_board("red", 'R', Some(Side::Second)),
        Brush::on_board("erase", '⌫', None),
        Brush::TURN,
        Brush::CLEAR,
    ];

    fn draft_scene(draft: &str) -> Result<Scene, Refusal> {
        let Draft { board, position, .. } = Draft::read(draft)?;
        Ok(Santorini::on(board).scene(&position))
    }

    fn edit(draft: &str, brush: &str, element: &str) -> Result<String, Refusal> {
        let Draft { board, mut position, .. } = Draft::read(draft)?;
        match brush {
            "clear" => position = Position::start(&board),
            "turn" => position.to_move = position.to_move.opponent(),
            _ => {
                let cell = read_cell(&board, element)?;
                match brush {
                    "build" => position.build(cell),
                    "lower" => lower(&mut position, cell),
                    "blue" => put(&mut position, Side::First, cell),
                    "red" => put(&mut position, Side::Second, cell),
                    _ => {
                        for side in Side::BOTH {
                            take(&mut position, side, cell);
                        }
                        position
                            .at_least
                            .iter_mut()
                            .for_each(|built| *built = *built & !Cells::of(cell));
                    }
                }
            }
        }
        Ok(Santorini::on(board).write(&position))
    }
}

/// Lowers a cell by one.
fn lower(position: &mut Position, cell: Cell) {
    let height = usize::from(position.height(cell));
    if let Some(top) = height.checked_sub(1) {
        position.at_least[top] = position.at_least[top] & !Cells::of(cell);
    }
}

fn set(position: &mut Position, side: Side, cells: &[Cell]) {
    let pawns = match cells {
        [] => [Cell::NOWHERE; 2],
        &[one] => [one, Cell::NOWHERE],
        &[.., one, two] => [one, two],
    };
    position.pawns.put(side, pawns);
}

/// Puts a pawn on a cell in place of whatever stands there; a third pawn of a side takes the place
/// of its first. A pawn that stands there already is removed.
fn put(position: &mut Position, side: Side, cell: Cell) {
    take(position, side.opponent(), cell);
    if !take(position, side, cell) {
        let mut cells: Vec<Cell> = position.pawns(side).collect();
        cells.push(cell);
        set(position, side, &cells);
    }
}

/// Removes a pawn from a cell; returns whether there was one.
fn take(position: &mut Position, side: Side, cell: Cell) -> bool {
    let mut cells: Vec<Cell> = position.pawns(side).collect();
    let before = cells.len();
    cells.retain(|&it| it != cell);
    set(position, side, &cells);
    cells.len() < before
}
