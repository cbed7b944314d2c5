//! A board as plain data.

use agon_core as core;
use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::SideName;

/// A board as plain data.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Scene {
    rows: Vec<String>,
    columns: Vec<String>,
    cells: Vec<Cell>,
    edges: Vec<Edge>,
    tokens: Vec<Token>,
    marks: Vec<Mark>,
    counts: Vec<Count>,
    /// The places from which the last move took pieces.
    taken: Vec<Place>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub(super) struct Place {
    row: usize,
    column: usize,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub(super) struct Cell {
    id: String,
    row: usize,
    column: usize,
    height: Option<u8>,
    label: &'static str,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub(super) struct Edge {
    between: [String; 2],
    label: &'static str,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub(super) struct Token {
    id: String,
    cell: String,
    order: u8,
    owner: Option<SideName>,
    label: &'static str,
    symbol: char,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub(super) struct Mark {
    element: String,
    label: &'static str,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub(super) struct Count {
    label: &'static str,
    owner: Option<SideName>,
    count: u32,
    of: Option<u32>,
}

impl From<core::Scene> for Scene {
    fn from(scene: core::Scene) -> Scene {
        let core::Scene { rows, columns, cells, edges, tokens, marks, counts, taken } = scene;
        let cell =
            |core::Cell { id, row, column, height, label }| Cell { id, row, column, height, label };
        let edge = |core::Edge { between, label }| Edge { between, label };
        let token = |core::Token { id, cell, order, owner, label, symbol }: core::Token| Token {
            id,
            cell,
            order,
            owner: owner.map(SideName::from),
            label,
            symbol,
        };
        let mark = |core::Mark { element, label }| Mark { element, label };
        let count = |core::Count { label, owner, count, of }: core::Count| Count {
            label,
            owner: owner.map(SideName::from),
            count,
            of,
        };
        Scene {
            rows,
            columns,
            cells: cells.into_iter().map(cell).collect(),
            edges: edges.into_iter().map(edge).collect(),
            tokens: tokens.into_iter().map(token).collect(),
            marks: marks.into_iter().map(mark).collect(),
            counts: counts.into_iter().map(count).collect(),
            taken: taken
                .into_iter()
                .map(|core::Place { row, column }| Place { row, column })
                .collect(),
        }
    }
}
