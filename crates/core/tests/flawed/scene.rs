//! The scenes of the flawed game: a cell for every move.

use agon_core::dummy::TreeRefusal;
use agon_core::{
    Cell, ElementId, Game as _, Mark, MoveArg, MoveWords, NodeId, Place, Present, Scene, Side,
    Token,
};

use super::Flaw;
use super::game::Flawed;

impl Present for Flawed {
    type View = usize;

    const TITLE: &'static str = "Flawed";
    const SUMMARY: &'static str = "a game that breaks a law";
    const SIDES: [&'static str; 2] = ["a", "b"];

    fn view(&self, position: &NodeId, _: Option<Side>) -> usize {
        self.moves(position).len()
    }

    fn scene(&self, moves: &usize) -> Scene {
        let cell = |column: usize| Cell {
            id: column.to_string(),
            row: 0,
            column,
            height: None,
            label: "move",
        };
        let token = |cell: &str| Token {
            id: "token".into(),
            cell: cell.into(),
            order: 0,
            owner: None,
            label: "token",
            symbol: 't',
        };
        let mut scene = Scene {
            rows: vec!["0".into()],
            columns: (0..*moves).map(|column| column.to_string()).collect(),
            cells: (0..*moves).map(cell).collect(),
            ..Scene::default()
        };
        match Self::flaw() {
            Flaw::SameCellTwice => scene.cells.extend([cell(0), cell(0)]),
            Flaw::NoRows => scene.rows.clear(),
            Flaw::SameTokenTwice => scene.tokens = vec![token("0"), token("0")],
            Flaw::TokenNowhere => scene.tokens = vec![token("nowhere")],
            Flaw::MarkNowhere => {
                scene.marks = vec![Mark { element: "nowhere".into(), label: "lost" }];
            }
            _ => (),
        }
        scene
    }

    fn scene_of_line(
        &self,
        _: &[(&NodeId, usize)],
        _: &[Option<Vec<ElementId>>],
        moves: &usize,
    ) -> Scene {
        let mut scene = self.scene(moves);
        match Self::flaw() {
            Flaw::LineOfNothing => scene.cells.clear(),
            Flaw::TakenNowhere => scene.taken = vec![Place { row: 1, column: 0 }],
            _ => (),
        }
        scene
    }

    fn words(&self, position: &NodeId, mv: usize) -> MoveWords {
        let words = MoveWords::new(if Self::flaw() == Flaw::NoWords { "" } else { "move" });
        match Self::flaw() {
            Flaw::SameWords => words,
            Flaw::WordsOfThePosition => words.at("to", self.moves(position).len(), mv).at(
                "at",
                position.number() as usize,
                0,
            ),
            _ => words.with("to", MoveArg::Number(mv as u32)),
        }
    }

    fn paths(&self, _: &NodeId, mv: usize) -> Vec<Vec<ElementId>> {
        match Self::flaw() {
            Flaw::SameWayToEnter => vec![vec!["0".into()]],
            Flaw::NoWayToEnter => Vec::new(),
            Flaw::PhaseMissing => vec![vec![mv.to_string(), mv.to_string()]],
            Flaw::EnteredNowhere => vec![vec![mv.to_string(), format!("nowhere {mv}")]],
            _ => vec![vec![mv.to_string()]],
        }
    }
    fn phases(&self, _: &NodeId) -> &'static [&'static str] {
        if Self::flaw() == Flaw::PhaseMissing { &["move"] } else { &[] }
    }

    fn why_not(&self, _: &NodeId, _: &[ElementId]) -> Option<Self::Refusal> {
        (Self::flaw() == Flaw::ReasonAgainstLegal).then_some(TreeRefusal::TooDeep)
    }

    fn decided_after(&self, _: &NodeId, _: usize) -> Option<usize> {
        (Self::flaw() == Flaw::DecidedTooEarly).then_some(1)
    }

    fn null_move(&self, position: &NodeId) -> Option<NodeId> {
        (Self::flaw() == Flaw::NullMoveOfNobody).then_some(*position)
    }

    fn ending(&self, position: &NodeId) -> Option<&'static str> {
        match Self::flaw() {
            Flaw::EndsBeforeItsEnd => Some("early"),
            Flaw::EndsInOtherWays if position.number() > 9 => {
                self.outcome(position).and(Some("late"))
            }
            _ => None,
        }
    }
}
