//! Editing positions of Santorini. A draft may have one pawn of a side, written as one cell.

use agon_core::{Brush, Edit, Notation as _, Present as _, Scene, Side};

use super::cell::{Cell, Cells};
use super::notation::{Refusal, read_cell, read_draft};
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
        let mut scene = Santorini.scene(&read_draft(draft)?);
        // A side's only pawn is stored twice.
        let mut seen = Vec::new();
        scene.tokens.retain(|token| {
            let place = (token.owner, token.cell.clone());
            let is_new = !seen.contains(&place);
            seen.push(place);
            is_new
        });
        Ok(scene)
    }

    fn edit(draft: &str, brush: &str, element: &str) -> Result<String, Refusal> {
        let mut position = read_draft(draft)?;
        match brush {
            "clear" => return Ok(Santorini.write(&Position::EMPTY)),
            "turn" => position.to_move = position.to_move.opponent(),
            _ => {
                let cell = read_cell(element)?;
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
        Ok(write_draft(&position))
    }
}

/// Lowers a cell by one.
fn lower(position: &mut Position, cell: Cell) {
    let height = usize::from(position.height(cell));
    if let Some(top) = height.checked_sub(1) {
        position.at_least[top] = position.at_least[top] & !Cells::of(cell);
    }
}

/// The pawns of a side: none, one or two.
fn pawns(position: &Position, side: Side) -> Vec<Cell> {
    let mut cells: Vec<Cell> = position.pawns(side).into_iter().flatten().collect();
    cells.dedup();
    cells
}

fn set(position: &mut Position, side: Side, cells: &[Cell]) {
    position.pawns.put(
        side,
        match cells {
            [] => [Cell::NOWHERE; 2],
            &[one] => [one; 2],
            &[.., one, two] => [one, two],
        },
    );
}

/// Puts a pawn on a cell in place of whatever stands there; a third pawn of a side takes the place
/// of its first. A pawn that stands there already is removed.
fn put(position: &mut Position, side: Side, cell: Cell) {
    take(position, side.opponent(), cell);
    if !take(position, side, cell) {
        let mut cells = pawns(position, side);
        cells.push(cell);
        set(position, side, &cells);
    }
}

/// Removes a pawn from a cell; returns whether there was one.
fn take(position: &mut Position, side: Side, cell: Cell) -> bool {
    let mut cells = pawns(position, side);
    let before = cells.len();
    cells.retain(|&it| it != cell);
    set(position, side, &cells);
    cells.len() < before
}

/// Two equal pawns are one.
fn write_draft(position: &Position) -> String {
    let text = Santorini.write(position);
    let parts = text.split(' ').map(|part| match part.split_once(',') {
        Some((one, two)) if one == two => one,
        _ => part,
    });
    parts.collect::<Vec<&str>>().join(" ")
}
