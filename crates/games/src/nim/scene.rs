//! The scene of NIM: one row of matches for each heap.

use agon_core::{self as core, Claim, ElementId, MoveArg, MoveWords, Present, Scene, Side, Token};

use super::explain;
use super::heaps::Heaps;
use super::rules::{Move, Nim, Position};
use super::table::Table;

impl Present for Nim {
    type View = Heaps;

    const TITLE: &'static str = "NIM";
    const SUMMARY: &'static str = "take neighbouring matches from a heap, and never the last one";
    const SIDES: [&'static str; 2] = ["first", "second"];
    const CAN_BE_DRAWN: bool = false;

    fn view(&self, position: &Position, _: Option<Side>) -> Heaps {
        position.heaps
    }

    fn scene(&self, heaps: &Heaps) -> Scene {
        let longest = heaps.largest();
        let places = || {
            let rows = heaps.iter().enumerate();
            rows.flat_map(|(row, size)| (0..size).map(move |column| (row, column)))
        };
        Scene {
            rows: (1..=heaps.iter().count()).map(|row| row.to_string()).collect(),
            columns: (1..=longest).map(|column| column.to_string()).collect(),
            cells: places()
                .map(|(row, column)| core::Cell {
                    id: place_id(row, column),
                    row,
                    column,
                    height: None,
                    label: "place",
                })
                .collect(),
            tokens: places()
                .map(|(row, column)| Token {
                    id: format!("match {}", place_id(row, column)),
                    cell: place_id(row, column),
                    order: 0,
                    owner: None,
                    label: "match",
                    symbol: 'I',
                })
                .collect(),
            ..Scene::default()
        }
    }

    /// The matches stay where they lie: a heap that was split has a gap between its parts.
    fn scene_of_line(
        &self,
        line: &[(&Position, Move)],
        entered: &[Option<Vec<ElementId>>],
        heaps: &Heaps,
    ) -> Scene {
        let start = line.first().map_or(*heaps, |(start, _)| start.heaps);
        let mut table = Table::new(start);
        for (number, (_, mv)) in line.iter().enumerate() {
            let path = entered.get(number).and_then(|path| path.as_deref());
            table.take(*mv, path);
        }
        table.scene()
    }

    fn words(&self, position: &Position, mv: Move) -> MoveWords {
        let left: Vec<u32> = mv.after(position.heaps).iter().map(|size| size as u32).collect();
        match left.is_empty() {
            true => MoveWords::new("takes_last"),
            false => MoveWords::new("leaves").with("heaps", MoveArg::Numbers(left)),
        }
    }

    /// A move is entered by the first and the last match taken, in either order, in any
    /// heap of that size, with either part on either side.
    fn paths(&self, position: &Position, mv: Move) -> Vec<Vec<ElementId>> {
        let taken = usize::from(mv.heap - mv.left - mv.right);
        let mut paths = Vec::new();
        for (row, size) in position.heaps.iter().enumerate() {
            if size != usize::from(mv.heap) {
                continue;
            }
            for before in [mv.left, mv.right].map(usize::from) {
                let [one, two] = [before, before + taken - 1].map(|column| place_id(row, column));
                paths.extend([vec![one.clone(), two.clone()], vec![two, one]]);
            }
        }
        paths.sort();
        paths.dedup();
        paths
    }

    fn phases(&self, _: &Position) -> &'static [&'static str] {
        &["take", "take_to"]
    }

    const CLAIMS: &'static [(&'static str, &'static str)] = explain::CLAIMS;
    const DECISIVE_CLAIMS: &'static [&'static str] = explain::DECISIVE;

    fn claims(&self, position: &Position, mv: Move, other: Option<Move>) -> Vec<Claim> {
        explain::claims(self, position, mv, other)
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        (position.heaps == Heaps::NONE).then_some("last_match")
    }
}

/// The name of a match by heap and place, both counted from 1.
pub(super) fn place_id(row: usize, column: usize) -> ElementId {
    format!("{}.{}", row + 1, column + 1)
}

/// The heap and place, both counted from 0, that a name means.
pub(super) fn read_place_id(id: &str) -> Option<(usize, usize)> {
    let (row, column) = id.split_once('.')?;
    let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    Some((number(row)?, number(column)?))
}
