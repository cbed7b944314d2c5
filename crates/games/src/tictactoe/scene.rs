//! The scene of tic-tac-toe.

use agon_core::{
    self as core, Claim, ElementId, Game as _, Mark, MoveWords, Outcome, Present, Scene, Side,
    Token,
};

use super::explain;
use super::notation::Refusal;
use super::position::{Cell, Position, bit};
use super::rules::TicTacToe;

impl Present for TicTacToe {
    type View = Position;

    const TITLE: &'static str = "Tic-tac-toe";
    const SUMMARY: &'static str = "three in a row";
    const SIDES: [&'static str; 2] = ["X", "O"];

    fn view(&self, position: &Position, _: Option<Side>) -> Position {
        *position
    }

    fn scene(&self, position: &Position) -> Scene {
        let labels = || (0..3).map(|number| number.to_string()).collect();
        let cell = |cell: Cell| core::Cell {
            id: cell.to_string(),
            row: cell.row(),
            column: cell.column(),
            height: None,
            label: "cell",
        };
        let token = |cell: Cell| {
            let side = position.mark(cell)?;
            Some(Token {
                id: format!("mark {cell}"),
                cell: cell.to_string(),
                order: 0,
                owner: Some(side),
                label: ["cross", "nought"][side.index()],
                symbol: ['X', 'O'][side.index()],
            })
        };
        let won = Side::BOTH.into_iter().flat_map(|side| position.lines_of(side));
        let won: u16 = won.fold(0, |cells, line| cells | line);
        let mark = |cell: Cell| Mark { element: cell.to_string(), label: "won" };
        Scene {
            rows: labels(),
            columns: labels(),
            cells: Cell::all().map(cell).collect(),
            tokens: Cell::all().filter_map(token).collect(),
            marks: Cell::all().filter(|&cell| won & bit(cell) != 0).map(mark).collect(),
            ..Scene::default()
        }
    }

    fn paths(&self, _: &Position, cell: Cell) -> Vec<Vec<ElementId>> {
        vec![vec![cell.to_string()]]
    }

    fn words(&self, _: &Position, cell: Cell) -> MoveWords {
        MoveWords::new("mark").at("place", cell.row(), cell.column())
    }

    fn phases(&self, _: &Position) -> &'static [&'static str] {
        &["mark"]
    }

    fn why_not(&self, position: &Position, path: &[ElementId]) -> Option<Refusal> {
        let cell = Cell::all().find(|cell| path == [cell.to_string()])?;
        self.check(position, cell).err()
    }

    const CLAIMS: &'static [(&'static str, &'static str)] = explain::CLAIMS;
    const DECISIVE_CLAIMS: &'static [&'static str] = explain::DECISIVE;

    fn claims(&self, position: &Position, mv: Cell, other: Option<Cell>) -> Vec<Claim> {
        explain::claims(self, position, mv, other)
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        match self.outcome(position)? {
            Outcome::Draw => Some("full"),
            Outcome::Win(_) => Some("row"),
        }
    }
}
