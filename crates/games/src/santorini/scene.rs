//! The scene of Santorini.

use agon_core::{self as core, ElementId, Mark, Present, Scene, Side, Token};

use super::cell::Cell;
use super::position::Position;
use super::rules::{Move, Santorini};

impl Present for Santorini {
    type View = Position;

    const TITLE: &'static str = "Santorini";
    const SUMMARY: &'static str = "step, build, and be the first to stand on the third floor";
    const SIDES: [&'static str; 2] = ["blue", "red"];

    fn view(&self, position: &Position, _: Option<Side>) -> Position {
        *position
    }

    fn scene(&self, position: &Position) -> Scene {
        let labels = || (0..5).map(|number| number.to_string()).collect();
        let cell = |cell: Cell| core::Cell {
            id: cell.to_string(),
            row: cell.row(),
            column: cell.column(),
            height: Some(position.height(cell)),
            label: if position.height(cell) == 4 { "dome" } else { "tower" },
        };
        let mut scene = Scene {
            rows: labels(),
            columns: labels(),
            cells: Cell::all().map(cell).collect(),
            ..Scene::default()
        };
        for side in Side::BOTH {
            let pawns = position.pawns(side).into_iter().flatten();
            let symbol = ['B', 'R'][side.index()];
            scene.tokens.extend(pawns.enumerate().map(|(number, pawn)| Token {
                id: format!("{symbol}{}", number + 1),
                cell: pawn.to_string(),
                order: 0,
                owner: Some(side),
                label: "pawn",
                symbol,
            }));
            let winning = position.pawn_cells(side) & position.at_least[2];
            scene.marks.extend(
                winning.iter().map(|cell| Mark { element: cell.to_string(), label: "won" }),
            );
        }
        scene
    }

    fn paths(&self, _: &Position, mv: Move) -> Vec<Vec<ElementId>> {
        match mv {
            Move::Place(one, two) => {
                let (one, two) = (one.to_string(), two.to_string());
                vec![vec![one.clone(), two.clone()], vec![two, one]]
            }
            Move::Step { from, to, build } => {
                vec![[from, to, build].map(|cell| cell.to_string()).into()]
            }
        }
    }
}
