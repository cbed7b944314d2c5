//! Where the matches of a game lie: they stay in their place, and those taken leave gaps.

use agon_core::{Cell, ElementId, Place, Scene, Token};

use super::heaps::Heaps;
use super::rules::Move;
use super::scene::{place_id, read_place_id};

/// Neighbouring matches: a heap on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Group {
    row: usize,
    /// The column of its first match.
    from: usize,
    size: usize,
}

/// The table: a row for each heap of the start.
#[derive(Clone, Debug)]
pub(super) struct Table {
    rows: usize,
    columns: usize,
    groups: Vec<Group>,
    /// The places of the matches that the last move took.
    taken: Vec<Place>,
}

impl Table {
    /// The table at the start of a game.
    pub(super) fn new(start: Heaps) -> Table {
        let groups: Vec<Group> =
            start.iter().enumerate().map(|(row, size)| Group { row, from: 0, size }).collect();
        Table { rows: groups.len(), columns: start.largest(), groups, taken: Vec::new() }
    }

    /// Takes the matches of a move: those of `path`, if it leaves what the move leaves, otherwise
    /// from the first heap of the right size, with the smaller part on the left.
    pub(super) fn take(&mut self, mv: Move, path: Option<&[ElementId]>) {
        let [size, left, right] = [mv.heap, mv.left, mv.right].map(usize::from);
        self.sort();
        let entered = path.and_then(|path| self.entered(path, [size, left, right]));
        let first_of_size = || self.groups.iter().position(|group| group.size == size);
        let Some((index, before)) = entered.or_else(|| Some((first_of_size()?, left))) else {
            return;
        };
        let Group { row, from, .. } = self.groups.remove(index);
        let behind = left + right - before;
        let taken = from + before..from + size - behind;
        let parts =
            [Group { row, from, size: before }, Group { row, from: taken.end, size: behind }];
        self.groups.extend(parts.into_iter().filter(|part| part.size > 0));
        self.taken = taken.map(|column| Place { row, column }).collect();
    }

    /// The group that a path takes matches from, and how many it leaves on the left.
    fn entered(
        &self,
        path: &[ElementId],
        [size, left, right]: [usize; 3],
    ) -> Option<(usize, usize)> {
        let [one, two] = path else { return None };
        let [(row, one), (other, two)] = [read_place_id(one)?, read_place_id(two)?];
        let group = self.groups.get(row).filter(|group| row == other && group.size == size)?;
        let before = one.min(two);
        let behind = group.size.checked_sub(one.max(two).checked_add(1)?)?;
        ([before, behind] == [left, right] || [behind, before] == [left, right])
            .then_some((row, before))
    }

    /// Puts the groups in the order of the scene: by size, equal ones as they lie.
    fn sort(&mut self) {
        self.groups.sort_by_key(|group| (group.size, group.row, group.from));
    }

    /// The table as it is shown. Cells have the names of the plain scene, by which moves are
    /// entered; matches are named by their place, which never changes.
    pub(super) fn scene(mut self) -> Scene {
        self.sort();
        let matches = || {
            self.groups.iter().enumerate().flat_map(|(heap, group)| {
                (0..group.size).map(move |place| (place_id(heap, place), group, group.from + place))
            })
        };
        Scene {
            rows: (1..=self.rows).map(|row| row.to_string()).collect(),
            columns: (1..=self.columns).map(|column| column.to_string()).collect(),
            cells: matches()
                .map(|(id, group, column)| Cell {
                    id,
                    row: group.row,
                    column,
                    height: None,
                    label: "place",
                })
                .collect(),
            tokens: matches()
                .map(|(cell, group, column)| Token {
                    id: format!("match {}", place_id(group.row, column)),
                    cell,
                    order: 0,
                    owner: None,
                    label: "match",
                    symbol: 'I',
                })
                .collect(),
            taken: self.taken.clone(),
            ..Scene::default()
        }
    }
}
