//! Groups: the cells on which the pawns of one side stand, numbered among the low cells.
//!
//! Low cells are those of height 2 at most, on which pawns can stand before a side has won. They
//! are numbered from 0 in the order of the board. Pairs are in colexicographic order, which does
//! not depend on the number of low cells: those of fewer cells are the first ones.

use crate::grid::MOST_CELLS;

/// The number of groups of two pawns on twelve cells, the most that a table has.
pub(crate) const MAX_GROUPS: usize = 66;

/// In place of the second pawn where a side has only one.
pub(crate) const NO_PAWN: usize = MOST_CELLS;

/// The groups of one or two pawns.
pub(crate) struct Groups {
    pawns: usize,
    /// Of each group: its low cells.
    members: Vec<[usize; 2]>,
    /// Of each group: those that have no cell in common with it, in order.
    disjoint: Vec<Vec<u8>>,
}

impl Groups {
    pub(crate) fn new(pawns: usize) -> Groups {
        let members: Vec<[usize; 2]> = match pawns {
            1 => (0..MOST_CELLS).map(|cell| [cell, NO_PAWN]).collect(),
            _ => (0..MOST_CELLS).flat_map(|high| (0..high).map(move |low| [low, high])).collect(),
        };
        let is_disjoint = |one: &[usize; 2], two: &[usize; 2]| {
            !one.iter().any(|&cell| cell != NO_PAWN && two.contains(&cell))
        };
        let disjoint = members
            .iter()
            .map(|group| {
                let others = (0..).zip(&members).filter(|(_, other)| is_disjoint(group, other));
                others.map(|(other, _)| other).collect()
            })
            .collect();
        Groups { pawns, members, disjoint }
    }

    /// The number of groups on this many low cells.
    pub(crate) fn count(&self, low_cells: usize) -> usize {
        if self.pawns == 1 { low_cells } else { low_cells * low_cells.saturating_sub(1) / 2 }
    }

    /// The number of groups that have no cell in common with a given one.
    pub(crate) fn disjoint_count(&self, low_cells: usize) -> usize {
        self.count(low_cells.saturating_sub(self.pawns))
    }

    /// The number of ways in which the pawns of both sides stand on this many low cells.
    pub(crate) fn block_size(&self, low_cells: usize) -> usize {
        self.count(low_cells) * self.disjoint_count(low_cells)
    }

    /// The low cells of a group; the second is `NO_PAWN` if a side has only one pawn.
    #[inline]
    pub(crate) fn members(&self, group: usize) -> [usize; 2] {
        self.members[group]
    }

    /// The groups on this many low cells that have no cell in common with `group`.
    #[inline]
    pub(crate) fn disjoint(&self, group: usize, low_cells: usize) -> &[u8] {
        &self.disjoint[group][..self.disjoint_count(low_cells)]
    }

    /// The number of the group with these low cells, in either order.
    #[inline]
    pub(crate) fn number(&self, one: usize, two: usize) -> usize {
        match two {
            NO_PAWN => one,
            _ => {
                let (low, high) = (one.min(two), one.max(two));
                high * (high - 1) / 2 + low
            }
        }
    }

    /// The place of a group among those that have no cell in common with `group`.
    pub(crate) fn place(&self, group: usize, other: usize) -> Option<usize> {
        self.disjoint[group].iter().position(|&found| usize::from(found) == other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_fewer_cells_are_the_first_ones() {
        for pawns in [1, 2] {
            let groups = Groups::new(pawns);
            for low_cells in 0..=MOST_CELLS {
                let fits = |group: &usize| {
                    groups.members(*group).iter().all(|&cell| cell < low_cells || cell == NO_PAWN)
                };
                let all: Vec<usize> = (0..groups.members.len()).filter(fits).collect();
                assert_eq!(all, (0..groups.count(low_cells)).collect::<Vec<_>>());
                for &group in &all {
                    let [one, two] = groups.members(group);
                    assert_eq!(groups.number(two.min(one), one.max(two)), group);
                    let fitting =
                        groups.disjoint[group].iter().filter(|&&other| fits(&usize::from(other)));
                    assert!(fitting.eq(groups.disjoint(group, low_cells)), "{group}");
                }
            }
        }
        assert_eq!(Groups::new(2).block_size(12), 66 * 45);
        assert_eq!(Groups::new(1).block_size(12), 12 * 11);
    }
}
