//! What learning needs of a game: its moves as numbers, and its positions as arrays.

mod byte;
mod nim;
mod santorini;
mod theseus;
mod tictactoe;
mod trainable;

use agon_arena::GameEntry;
use agon_core::{DefaultEval, Facts, Game, Notation, Present, Side, StateSpace};

pub use trainable::Trainable;

/// A game with numbered moves, whose positions can be written into arrays. The numbers are fixed:
/// trained policies and stored data depend on them.
pub trait Encoding: Notation + DefaultEval + Facts + Present + StateSpace {
    fn action_count(&self) -> usize;

    fn action(&self, mv: Self::Move) -> u32;

    /// The move of a number, if there is one. It may be illegal.
    fn move_of(&self, action: u32) -> Option<Self::Move>;

    fn observation_shape(&self) -> Vec<usize>;

    /// Writes what a side may know of a position into zeroed numbers.
    fn observe(&self, position: &Self::Position, side: Side, numbers: &mut [f32]);

    /// Whether a position of another variant of the game can also be played in this one.
    fn has_room_for(&self, other: &Self, position: &Self::Position) -> bool;

    /// The parameters for people; empty if there are none.
    fn parameters(&self) -> String {
        String::new()
    }

    /// The networks and packed positions of the game, if it has them.
    fn trainable(&self) -> Option<&dyn Trainable<Self>> {
        None
    }
}

pub fn entry<G: Game>() -> &'static GameEntry {
    agon_arena::find(G::NAME).unwrap_or(&agon_arena::games()[0])
}

/// Planes of a board, one after the other.
struct Planes<'a> {
    numbers: &'a mut [f32],
    height: usize,
    width: usize,
}

impl<'a> Planes<'a> {
    /// The planes of a square board.
    fn square(numbers: &'a mut [f32], side: usize) -> Planes<'a> {
        Planes { numbers, height: side, width: side }
    }

    fn set(&mut self, plane: usize, (row, column): (usize, usize), value: f32) {
        let at = (plane * self.height + row) * self.width + column;
        if let Some(number) = self.numbers.get_mut(at) {
            *number = value;
        }
    }

    fn fill(&mut self, plane: usize, value: f32) {
        let size = self.height * self.width;
        if let Some(plane) = self.numbers.get_mut(plane * size..(plane + 1) * size) {
            plane.fill(value);
        }
    }
}

fn number(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}
