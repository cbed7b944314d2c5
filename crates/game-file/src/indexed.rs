//! Numbers for positions, so that small games can be solved whole.
//!
//! Positions are numbered in the order in which they are reached from the start of the game, so the
//! numbers are the same in every program.

use std::collections::HashMap;
use std::sync::{MutexGuard, PoisonError};

use agon_core::{Game as _, Indexed};
use agon_infer::GamePosition;

use crate::DatalogGame;

/// The most positions of a game that is solved whole, and the most steps to find them.
const MAX_POSITIONS: usize = 1_000_000;
const MAX_STEPS: u64 = 1 << 33;

/// The positions that were reached so far.
#[derive(Default)]
pub(crate) struct Numbered {
    positions: Vec<GamePosition>,
    numbers: HashMap<GamePosition, u32>,
    /// How many of them have all their successors numbered.
    expanded: usize,
}

impl Numbered {
    fn number(&mut self, position: &GamePosition) -> u64 {
        let next = self.positions.len() as u32;
        let number = *self.numbers.entry(*position).or_insert(next);
        if number == next {
            self.positions.push(*position);
        }
        number.into()
    }
}

impl DatalogGame {
    /// The most positions that are numbered: fewer where the rules take long.
    fn most_positions(&self) -> usize {
        (MAX_STEPS / self.rules().cost()).min(MAX_POSITIONS as u64) as usize
    }

    /// The numbers, once all positions after these are numbered, unless they are too many.
    fn numbered_after(&self, start: Option<&GamePosition>) -> MutexGuard<'_, Numbered> {
        let mut numbered = self.numbered.lock().unwrap_or_else(PoisonError::into_inner);
        if numbered.positions.is_empty() {
            numbered.number(&self.start());
        }
        if let Some(start) = start {
            numbered.number(start);
        }
        let most = self.most_positions();
        while numbered.expanded < numbered.positions.len() && numbered.positions.len() <= most {
            let position = numbered.positions[numbered.expanded];
            self.for_each_move(&position, |mv| {
                numbered.number(&self.after(&position, mv));
            });
            numbered.expanded += 1;
        }
        numbered
    }
}

impl Indexed for DatalogGame {
    /// Larger than any memory if there are too many positions.
    fn index_bound(&self, start: &GamePosition) -> u64 {
        let count = self.numbered_after(Some(start)).positions.len();
        if count > self.most_positions() { u64::MAX >> 8 } else { count as u64 }
    }

    fn index_of(&self, position: &GamePosition) -> u64 {
        self.numbered_after(None).number(position)
    }

    fn position_at(&self, index: u64) -> Option<GamePosition> {
        let numbered = self.numbered_after(None);
        numbered.positions.get(usize::try_from(index).ok()?).copied()
    }
}
