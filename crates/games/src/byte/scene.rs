//! The scene of Byte.

use agon_core::{
    self as core, Claim, Count, ElementId, Game as _, MoveArg, MoveWords, Outcome, Present, Scene,
    Side, Token,
};

use super::board::Square;
use super::explain;
use super::notation::Refusal;
use super::position::Position;
use super::rules::{Byte, Move};

impl Present for Byte {
    type View = Position;

    const TITLE: &'static str = "Byte";
    const SUMMARY: &'static str = "merge stacks of checkers, and own the top of those of eight";
    const SIDES: [&'static str; 2] = ["X", "O"];

    fn view(&self, position: &Position, _: Option<Side>) -> Position {
        *position
    }

    fn scene(&self, position: &Position) -> Scene {
        let letter = |row: usize| char::from(b'A' + row as u8).to_string();
        let cell = |square: Square| {
            let (row, column) = self.board.place(square);
            core::Cell { id: self.board.name(square), row, column, height: None, label: "square" }
        };
        let tokens = position.occupied().flat_map(|square| {
            let checkers = position.stack(square).checkers().enumerate();
            checkers.map(move |(level, owner)| Token {
                id: level_id(self.board.name(square), level),
                cell: self.board.name(square),
                order: level as u8,
                owner: Some(owner),
                label: "checker",
                symbol: ['X', 'O'][owner.index()],
            })
        });
        let count = |side: Side| Count {
            label: "stacks",
            owner: Some(side),
            count: position.score[side.index()].into(),
            of: Some(self.majority()),
        };
        Scene {
            rows: (0..self.side()).map(letter).collect(),
            columns: (1..=self.side()).map(|column| column.to_string()).collect(),
            cells: self.board.all().map(cell).collect(),
            tokens: tokens.collect(),
            counts: Side::BOTH.map(count).into(),
            ..Scene::default()
        }
    }

    /// Square, checker and target square; a pass is not entered on the board.
    fn paths(&self, _: &Position, mv: Move) -> Vec<Vec<ElementId>> {
        match mv {
            Move::Pass => vec![Vec::new()],
            Move::Step { from, to, level } => {
                let [from, to] = [from, to].map(|square| self.board.name(square));
                vec![vec![from.clone(), level_id(from, level.into()), to]]
            }
        }
    }

    /// The whole stack moves, or the part from a level on.
    fn words(&self, _: &Position, mv: Move) -> MoveWords {
        let Move::Step { from, to, level } = mv else { return MoveWords::new("pass") };
        let words = MoveWords::new(if level == 0 { "stack" } else { "part" });
        let [from, to] = [from, to].map(|square| MoveArg::Name(self.board.name(square)));
        let words = words.with("from", from).with("to", to);
        if level == 0 { words } else { words.with("level", MoveArg::Number(level.into())) }
    }

    fn phases(&self, _: &Position) -> &'static [&'static str] {
        &["stack", "level", "target"]
    }

    /// The reason against the lowest checker of the stack that could go, or against the one that
    /// was selected.
    fn why_not(&self, position: &Position, path: &[ElementId]) -> Option<Refusal> {
        let square = |id: &str| self.board.all().find(|&square| self.board.name(square) == id);
        let (first, rest) = path.split_first()?;
        let from = square(first)?;
        let stack = position.stack(from);
        let selected: Option<u8> = rest.iter().find_map(|id| id.split_once('/')?.1.parse().ok());
        let own = (0..stack.height() as u8)
            .filter(|&level| stack.owner(level.into()) == Some(position.to_move));
        let own: Vec<u8> = own.collect();
        let levels = match (selected, own.is_empty()) {
            (Some(level), _) => vec![level],
            (None, true) => vec![0],
            (None, false) => own,
        };
        let beside = || self.board.all().filter(|&to| self.board.distance(from, to) == 1);
        let target = rest.iter().find_map(|id| square(id));
        let targets: Vec<Square> = target.map_or_else(|| beside().collect(), |to| vec![to]);
        let tried = levels.iter().flat_map(|&level| targets.iter().map(move |&to| (to, level)));
        let refusals =
            tried.map(|(to, level)| self.check(position, Move::Step { from, to, level }).err());
        refusals.collect::<Option<Vec<Refusal>>>()?.into_iter().next()
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        let after = Position { to_move: position.to_move.opponent(), ..*position };
        (self.outcome(position).is_none()).then_some(after)
    }

    const CLAIMS: &'static [(&'static str, &'static str)] = explain::CLAIMS;

    fn claims(&self, position: &Position, mv: Move, other: Option<Move>) -> Vec<Claim> {
        explain::claims(self, position, mv, other)
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        match self.outcome(position)? {
            Outcome::Draw => Some("stuck"),
            Outcome::Win(_) => Some("majority"),
        }
    }

    fn text_board(&self, position: &Position) -> Option<String> {
        let [x, o] = position.score;
        Some(format!("{}score: X {x}, O {o}\n", self.draw(position)))
    }
}

/// The name of a checker: its square and level.
fn level_id(square: String, level: usize) -> ElementId {
    format!("{square}/{level}")
}
