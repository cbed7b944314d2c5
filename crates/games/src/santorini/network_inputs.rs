//! The inputs of networks for Santorini: height and occupant of each cell.

use agon_core::{Present, Side};
use agon_network::{ChangedRows, InputBounds, NetworkInputs, Part, RowLists};

use super::cell::{Cell, Cells};
use super::position::{Pawns, Position};
use super::rules::Santorini;

const CELLS: usize = 25;
const HEIGHTS: usize = 5;

/// Who stands on a cell.
const EMPTY: usize = 0;
const OWN: usize = 1;
const OTHER: usize = 2;

/// The rows of one height: one for each bit of a set of cells, so that no cell need be counted.
const LAYER: usize = 32;

/// How many bits can be cells of some board.
const PLACES: usize = 30;

/// The rows: own pawns on cells of height 0 to 3, then those of the other side, then cells of
/// height 0 to 3 that are raised by one.
const OTHER_PAWNS: usize = 4 * LAYER;
const RAISES: usize = 8 * LAYER;
const ROWS: usize = 12 * LAYER;

fn input(cell: usize, height: usize, occupant: usize) -> usize {
    3 * HEIGHTS * cell + 3 * height + occupant
}

/// "A pawn of this side stands here, not nobody", as the first side sees it.
#[inline(always)]
fn pawn_row(side: Side, cell: Cell, height: u8) -> usize {
    // A pawn does not stand on a dome.
    let layer = usize::from(height.min(3)) * LAYER;
    side.index() * OTHER_PAWNS + layer + usize::from(cell.place())
}

/// "This cell is higher by one than this height."
#[inline(always)]
fn raise_row(cell: Cell, height: u8) -> usize {
    RAISES + usize::from(height.min(3)) * LAYER + usize::from(cell.place())
}

impl NetworkInputs for Santorini {
    const INPUT_SET: &'static str = "cells";

    /// A network is for all boards: cells beyond the edge are cells with domes. To the network the
    /// sixth column of a board is the fifth row, whose numbers it has.
    fn parameters_text(&self) -> String {
        String::new()
    }

    fn input_count(&self) -> usize {
        CELLS * 3 * HEIGHTS
    }

    fn for_each_input(&self, position: &Position, view: Side, mut visit: impl FnMut(usize)) {
        for cell in self.board().numbered().iter() {
            let stands = |side| position.pawn_cells(side).has(cell);
            let occupant = match view {
                view if stands(view) => OWN,
                view if stands(view.opponent()) => OTHER,
                _ => EMPTY,
            };
            visit(input(cell.number(), position.height(cell).into(), occupant));
        }
    }

    /// A cell has one height and one occupant.
    fn input_bounds(&self) -> InputBounds {
        let groups = (0..CELLS).map(|cell| input(cell, 0, 0)..input(cell + 1, 0, 0));
        InputBounds { groups: groups.collect(), most: CELLS }
    }

    fn row_count(&self) -> usize {
        ROWS
    }

    fn row_inputs(&self, row: usize) -> [Vec<usize>; 2] {
        let (layer, place) = (row / LAYER, (row % LAYER) as u8);
        let cell = Cell::from_place(place);
        if place as usize >= PLACES {
            return [Vec::new(), Vec::new()];
        }
        let (cell, height) = (cell.number(), layer % 4);
        let added = match layer / 4 {
            0 => input(cell, height, OWN),
            1 => input(cell, height, OTHER),
            _ => input(cell, height + 1, EMPTY),
        };
        [vec![added], vec![input(cell, height, EMPTY)]]
    }

    fn swapped_row(&self, row: usize) -> usize {
        if row < RAISES { (row + OTHER_PAWNS) % RAISES } else { row }
    }

    #[inline(always)]
    fn changed_rows(&self, before: &Position, after: &Position) -> ChangedRows {
        let side = before.to_move;
        let [old, new] = [before.pawn_cells(side), after.pawn_cells(side)];
        let (left, reached) = (old & !new, new & !old);
        let built = (0..4).fold(Cells::NONE, |built, height| {
            built | after.at_least[height] & !before.at_least[height]
        });
        // The cell that was left may have been built on, so its old height counts; nothing is
        // built on the cell that was stepped to.
        let pawn = |cell| pawn_row(side, cell, before.height(cell));
        let cells = (left.iter().next(), reached.iter().next(), built.iter().next());
        if let (Some(from), Some(to), Some(built)) = cells {
            let (removed, added) = (pawn(from) as u16, pawn(to) as u16);
            let last = raise_row(built, before.height(built)) as u16;
            return ChangedRows::Step { removed, added, last };
        }
        let mut rows = RowLists::default();
        reached.iter().for_each(|cell| rows.add(pawn(cell)));
        ChangedRows::List(rows)
    }

    /// The pawns, and the cells of some height.
    fn parts(&self, position: &Position) -> Vec<Part<Position>> {
        let mut parts = Vec::new();
        for side in Side::BOTH {
            for pawn in position.pawns(side) {
                let stays = |cell| if cell == pawn { Cell::NOWHERE } else { cell };
                let pawns = Side::BOTH.map(|side| position.pawns.of(side).map(stays));
                let cell = self.board().name(pawn);
                let name = format!("{} pawn on {cell}", Santorini::SIDES[side.index()]);
                let without = Position { pawns: Pawns::new(pawns), ..*position };
                parts.push(Part { name, without });
            }
        }
        for cell in (position.at_least[0] & self.board().cells()).iter() {
            let name = format!("height {} of {}", position.height(cell), self.board().name(cell));
            let at_least = position.at_least.map(|built| built & !Cells::of(cell));
            parts.push(Part { name, without: Position { at_least, ..*position } });
        }
        parts
    }
}
