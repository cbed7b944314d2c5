//! NIM: the actions of small heaps come first; those of a heap by the smaller part that is left,
//! then by the larger.

use agon_core::{Game as _, Side};
use agon_games::nim::{Move, Nim, Position};

use super::{Encoding, number};

/// How many moves a heap has: for each smaller part `left`, the larger one is `left` to
/// `heap - left - 1`.
const fn moves_of(heap: usize) -> usize {
    (heap + 1) * (heap + 1) / 4
}

/// How many moves smaller heaps have.
fn moves_below(heap: usize) -> usize {
    (1..heap).map(moves_of).sum()
}

/// How many moves of a heap leave a smaller part than this.
fn moves_before(heap: usize, left: usize) -> usize {
    left * (heap + 1 - left)
}

fn largest(position: &Position) -> usize {
    position.heaps.iter().max().unwrap_or(0)
}

impl Encoding for Nim {
    /// No heap grows, so that the largest heap at the start tells how many there are.
    fn action_count(&self) -> usize {
        moves_below(largest(&self.start()) + 1)
    }

    fn action(&self, mv: Move) -> u32 {
        let (heap, left, right) = (mv.heap.into(), mv.left.into(), usize::from(mv.right));
        (moves_below(heap) + moves_before(heap, left) + right - left) as u32
    }

    fn move_of(&self, action: u32) -> Option<Move> {
        let mut rest = action as usize;
        let heap = (1..=largest(&self.start())).find(|&heap| {
            let is_here = rest < moves_of(heap);
            rest -= if is_here { 0 } else { moves_of(heap) };
            is_here
        })?;
        let left =
            (0..heap).rev().find(|&left| moves_before(heap, left) <= rest && 2 * left < heap)?;
        let right = left + rest - moves_before(heap, left);
        Some(Move { heap: heap as u8, left: left as u8, right: right as u8 })
    }

    /// The number of heaps of each size, and whether the side is to move.
    fn observation_shape(&self) -> Vec<usize> {
        vec![largest(&self.start()) + 1]
    }

    fn observe(&self, position: &Position, side: Side, numbers: &mut [f32]) {
        for heap in position.heaps.iter() {
            if let Some(count) = numbers.get_mut(heap - 1) {
                *count += 1.0;
            }
        }
        if let Some(last) = numbers.last_mut() {
            *last = number(self.to_move(position) == side);
        }
    }

    fn has_room_for(&self, _: &Nim, position: &Position) -> bool {
        largest(position) <= largest(&self.start())
    }

    fn parameters(&self) -> String {
        format!("heaps={}", self.start)
    }
}
