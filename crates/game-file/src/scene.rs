//! The picture of a position, and how moves are entered on it.
//!
//! Cells are the places that the file shows. A move is entered by the places of its columns; where
//! that is ambiguous, or there are none, the last element is a cell of its own below the board, one
//! for each such move.

use std::collections::{BTreeMap, BTreeSet};

use agon_core::{Cell, ElementId, MoveArg, MoveWords, Present, Scene, Side, Token};
use agon_infer::{GamePosition, GameRefusal, PartialMove, Place, Shown, What};

use crate::{DatalogGame, GameMove};

impl DatalogGame {
    /// The places of the board, each with its name.
    fn cells(&self, picture: &[Shown]) -> BTreeMap<Place, ElementId> {
        let mut cells = BTreeMap::new();
        let mut names = BTreeSet::new();
        for (name, place) in self.rules().places() {
            if !cells.contains_key(&place) && names.insert(name.clone()) {
                cells.insert(place, name);
            }
        }
        for Shown { place, .. } in picture {
            cells.entry(*place).or_insert_with(|| format!("{}:{}", place.row, place.column));
        }
        cells
    }

    /// The moves of a kind whose first places are these elements; `None` if there are none.
    fn begun(&self, kind: usize, path: &[ElementId]) -> Option<PartialMove> {
        let rules = self.rules();
        let cells = self.cells(&[]);
        let mut row = Vec::new();
        let mut path = path.iter();
        for &ty in &rules.move_kinds()[kind].types {
            let mut members = rules.members_at_places(ty).peekable();
            let id = if members.peek().is_some() { path.next() } else { None };
            let value = match id {
                None => None,
                Some(id) => Some(members.find(|(_, place)| cells.get(place) == Some(id))?.0),
            };
            row.push(value);
        }
        path.next().is_none().then_some((kind, row))
    }

    /// The places by which each legal move is entered.
    fn entries(&self, position: &GamePosition) -> Vec<(GameMove, Vec<ElementId>)> {
        let rules = self.rules();
        let cells = self.cells(&[]);
        let moves = rules.legal(position).into_iter().map(|mv| {
            let columns = rules.describe(mv);
            let places = columns.into_iter().flat_map(|(kind, row)| {
                let values = kind.types.iter().zip(row);
                let place = |(&ty, value)| cells.get(&rules.place(ty, value)?).cloned();
                values.filter_map(place).collect::<Vec<ElementId>>()
            });
            (GameMove(mv), places.collect())
        });
        let mut entries: Vec<(GameMove, Vec<ElementId>)> = moves.collect();
        let mut sorted: Vec<Vec<ElementId>> =
            entries.iter().map(|(_, path)| path.clone()).collect();
        sorted.sort();
        // A path that is empty, or that another one is or begins with, gets an element of its own.
        for (mv, path) in &mut entries {
            let from = sorted.partition_point(|known| known < path);
            let same = sorted[from..].iter().take_while(|known| known.starts_with(path)).count();
            if path.is_empty() || same > 1 {
                path.push(choice(&rules.move_text(mv.0)));
            }
        }
        entries
    }
}

/// The name of the cell that stands for a move.
fn choice(text: &str) -> ElementId {
    format!("move {text}")
}

impl Present for DatalogGame {
    type View = GamePosition;

    const TITLE: &'static str = "A game file";
    const SUMMARY: &'static str = "A game whose rules are a file.";
    const SIDES: [&'static str; 2] = ["First", "Second"];

    fn view(&self, position: &GamePosition, _: Option<Side>) -> GamePosition {
        *position
    }

    fn scene(&self, position: &GamePosition) -> Scene {
        let picture = self.rules().picture(position);
        let cells = self.cells(&picture);
        let rows: BTreeSet<i32> = cells.keys().map(|place| place.row).collect();
        let columns: BTreeSet<i32> = cells.keys().map(|place| place.column).collect();
        let index = |all: &BTreeSet<i32>, one: i32| all.range(..one).count();
        let mut scene = Scene {
            rows: rows.iter().map(|row| row.unsigned_abs().to_string()).collect(),
            columns: columns.iter().map(i32::to_string).collect(),
            ..Scene::default()
        };
        for (place, id) in &cells {
            let here: Vec<&What> = picture
                .iter()
                .filter(|shown| shown.place == *place)
                .map(|shown| &shown.what)
                .collect();
            let height = here.iter().find_map(|what| match what {
                What::Number(number) => u8::try_from(*number).ok(),
                _ => None,
            });
            let (row, column) = (index(&rows, place.row), index(&columns, place.column));
            scene.cells.push(Cell { id: id.clone(), row, column, height, label: "cell" });
            let tokens = here.iter().filter_map(|what| match what {
                What::Side(side) => {
                    let name = &self.rules().sides()[side.index()];
                    Some((Some(*side), name.chars().next().map(|c| c.to_ascii_uppercase())))
                }
                What::Name(name) if name != "." => Some((None, name.chars().next())),
                _ => None,
            });
            for (order, (owner, symbol)) in (0..).zip(tokens) {
                scene.tokens.push(Token {
                    id: format!("{id} {order}"),
                    cell: id.clone(),
                    order,
                    owner,
                    label: "piece",
                    symbol: symbol.unwrap_or('?'),
                });
            }
        }
        self.add_choices(position, &mut scene);
        scene
    }

    fn paths(&self, position: &GamePosition, mv: GameMove) -> Vec<Vec<ElementId>> {
        let entries = self.entries(position).into_iter();
        entries.filter(|&(other, _)| other == mv).map(|(_, path)| path).collect()
    }

    fn words(&self, _: &GamePosition, mv: GameMove) -> MoveWords {
        MoveWords::new("move").with("text", MoveArg::Name(self.rules().move_text(mv.0)))
    }

    fn why_not(&self, position: &GamePosition, path: &[ElementId]) -> Option<GameRefusal> {
        if let Some(reason) = self.rules().why_over(position) {
            return Some(reason);
        }
        let entries = self.entries(position);
        if entries.iter().any(|(_, legal)| legal.starts_with(path)) {
            return None;
        }
        // Of the kinds of moves, those are meant that can begin so.
        let (_, before) = path.split_last()?;
        let begun: BTreeSet<usize> = entries
            .iter()
            .filter(|(_, legal)| legal.starts_with(before))
            .filter_map(|(mv, _)| self.rules().kind_of(mv.0))
            .collect();
        let kinds = 0..self.rules().move_kinds().len();
        let kinds = kinds.filter(|kind| begun.is_empty() || begun.contains(kind));
        let meant: Vec<PartialMove> = kinds.filter_map(|kind| self.begun(kind, path)).collect();
        self.rules().why_not(position, &path.join("-"), &meant)
    }

    fn why(&self, position: &GamePosition, mv: GameMove) -> Option<String> {
        self.rules().why_legal(position, mv.0)
    }
}

impl DatalogGame {
    /// Adds the cells that stand for moves, in rows below the board.
    fn add_choices(&self, position: &GamePosition, scene: &mut Scene) {
        let last = |(_, path): (GameMove, Vec<ElementId>)| path.into_iter().next_back();
        let choices = self.entries(position).into_iter().filter_map(last);
        let choices: BTreeSet<ElementId> = choices.filter(|id| id.starts_with("move ")).collect();
        if choices.is_empty() {
            return;
        }
        let width = scene.columns.len().max(8);
        while scene.columns.len() < width {
            scene.columns.push(String::new());
        }
        let first = scene.rows.len();
        for (number, id) in choices.into_iter().enumerate() {
            let (row, column) = (first + number / width, number % width);
            if row == scene.rows.len() {
                scene.rows.push(String::new());
            }
            scene.cells.push(Cell { id, row, column, height: None, label: "choice" });
        }
    }
}
