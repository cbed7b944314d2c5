//! The scene of Santorini.

use agon_core::{
    self as core, Claim, ElementId, Game as _, Mark, MoveWords, Present, Scene, Side, Token,
};

use super::cell::Cell;
use super::explain;
use super::notation::{Refusal, read_cell};
use super::position::Position;
use super::rules::{Move, Santorini};

impl Present for Santorini {
    type View = Position;

    const TITLE: &'static str = "Santorini";
    const SUMMARY: &'static str = "step, build, and be the first to stand on the third floor";
    const SIDES: [&'static str; 2] = ["blue", "red"];
    const CAN_BE_DRAWN: bool = false;

    fn view(&self, position: &Position, _: Option<Side>) -> Position {
        *position
    }

    fn scene(&self, position: &Position) -> Scene {
        let board = self.board();
        let labels = |count: usize| (0..count).map(|number| number.to_string()).collect();
        let cell = |cell: Cell| core::Cell {
            id: board.name(cell),
            row: board.row(cell),
            column: board.column(cell),
            height: Some(position.height(cell)),
            label: if position.height(cell) == 4 { "dome" } else { "tower" },
        };
        let mut scene = Scene {
            rows: labels(board.height()),
            columns: labels(board.width()),
            cells: board.cells().iter().map(cell).collect(),
            ..Scene::default()
        };
        for side in Side::BOTH {
            let pawns = position.pawns(side);
            let symbol = ['B', 'R'][side.index()];
            scene.tokens.extend(pawns.enumerate().map(|(number, pawn)| Token {
                id: format!("{symbol}{}", number + 1),
                cell: board.name(pawn),
                order: 0,
                owner: Some(side),
                label: "pawn",
                symbol,
            }));
            let winning = position.pawn_cells(side) & position.at_least[2];
            scene.marks.extend(
                winning.iter().map(|cell| Mark { element: board.name(cell), label: "won" }),
            );
        }
        scene
    }

    fn paths(&self, _: &Position, mv: Move) -> Vec<Vec<ElementId>> {
        let name = |cell| self.board().name(cell);
        match mv {
            Move::Place(one, Cell::NOWHERE) => vec![vec![name(one)]],
            Move::Place(one, two) => {
                let (one, two) = (name(one), name(two));
                vec![vec![one.clone(), two.clone()], vec![two, one]]
            }
            Move::Step { from, to, build } => {
                vec![[from, to, build].map(name).into()]
            }
        }
    }

    fn words(&self, _: &Position, mv: Move) -> MoveWords {
        let board = self.board();
        let at = |words: MoveWords, name, cell| words.at(name, board.row(cell), board.column(cell));
        match mv {
            Move::Place(one, Cell::NOWHERE) => at(MoveWords::new("place_one"), "one", one),
            Move::Place(one, two) => at(at(MoveWords::new("place"), "one", one), "two", two),
            Move::Step { from, to, build } => {
                at(at(at(MoveWords::new("step"), "from", from), "to", to), "build", build)
            }
        }
    }

    fn phases(&self, position: &Position) -> &'static [&'static str] {
        match position.is_placing() {
            true if self.board().pawns() == 1 => &["place_one"],
            true => &["place", "place_second"],
            false => &["pawn", "step", "build"],
        }
    }

    /// A step onto the third level wins, wherever the pawn builds.
    fn decided_after(&self, position: &Position, mv: Move) -> Option<usize> {
        match mv {
            Move::Step { to, .. } if position.height(to) == 3 => Some(2),
            _ => None,
        }
    }

    fn why_not(&self, position: &Position, path: &[ElementId]) -> Option<Refusal> {
        let cells: Vec<Cell> =
            path.iter().map(|id| read_cell(self.board(), id).ok()).collect::<Option<_>>()?;
        // After every step the pawn can build on the cell that it has left.
        let step = |from, to| Move::Step { from, to, build: from };
        let tried: Vec<Move> = match (position.is_placing(), cells.as_slice()) {
            (true, &[one]) if self.board().pawns() == 1 => vec![Move::place_one(one)],
            (true, &[one]) => {
                let other = position.free().iter().find(|&two| two != one);
                other.map(|two| Move::place(one, two)).into_iter().collect()
            }
            (true, &[one, two]) => vec![Move::place(one, two)],
            (false, &[from]) => from.neighbours().iter().map(|to| step(from, to)).collect(),
            (false, &[from, to]) => vec![step(from, to)],
            (false, &[from, to, build]) => vec![Move::Step { from, to, build }],
            _ => Vec::new(),
        };
        let refusals = tried.into_iter().map(|mv| self.check(position, mv).err());
        refusals.collect::<Option<Vec<Refusal>>>()?.into_iter().next()
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        let after = Position { to_move: position.to_move.opponent(), ..*position };
        (!position.is_placing() && self.outcome(position).is_none()).then_some(after)
    }

    const CLAIMS: &'static [(&'static str, &'static str)] = explain::CLAIMS;
    const DECISIVE_CLAIMS: &'static [&'static str] = explain::DECISIVE;

    fn claims(&self, position: &Position, mv: Move, other: Option<Move>) -> Vec<Claim> {
        explain::claims(self, position, mv, other)
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        self.outcome(position)?;
        Some(if position.is_climbed() { "climbed" } else { "stuck" })
    }
}
