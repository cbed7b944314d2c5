//! Theseus and the Minotaur: an action is a direction (up, right, down, left), or staying.

use agon_core::{Present as _, Side};
use agon_games::theseus::{Die, Position, Theseus};

use super::{Encoding, Planes, number};

/// Which ways are open (four), the own tile, that of the other side and the loot as far as they
/// are sensed, whether the side is the Minotaur, whether it is to move, the share of the plies that
/// is made, and the share of the loot that is left.
const PLANES: usize = 11;

impl Encoding for Theseus {
    fn action_count(&self) -> usize {
        Die::ALL.len()
    }

    fn action(&self, die: Die) -> u32 {
        die as u32
    }

    fn move_of(&self, action: u32) -> Option<Die> {
        Die::ALL.get(action as usize).copied()
    }

    fn observation_shape(&self) -> Vec<usize> {
        vec![PLANES, self.maze().side(), self.maze().side()]
    }

    fn observe(&self, position: &Position, side: Side, numbers: &mut [f32]) {
        let view = self.view(position, Some(side));
        let maze = view.maze();
        let mut planes = Planes::square(numbers, maze.side());
        for tile in maze.tiles() {
            for (die, _) in maze.steps(tile) {
                planes.set(die as usize, maze.place(tile), 1.0);
            }
        }
        for (plane, owner) in [(4, side), (5, side.opponent())] {
            if let Some(tile) = view.tile(owner) {
                planes.set(plane, maze.place(tile), 1.0);
            }
        }
        for &(_, tile) in view.loot() {
            planes.set(6, maze.place(tile), 1.0);
        }
        let share = |part: u32, whole: u32| part as f32 / whole.max(1) as f32;
        planes.fill(7, number(side == Side::Second));
        planes.fill(8, number(view.to_move() == side));
        planes.fill(9, share(view.ply(), view.rules().plies.into()));
        planes.fill(10, share(view.left(), view.total()));
    }

    fn has_room_for(&self, other: &Theseus, _: &Position) -> bool {
        self == other
    }

    fn parameters(&self) -> String {
        let side = self.maze().side();
        format!("maze {side}x{side}, loot={}, plies={}", self.loot().len(), self.rules().plies)
    }
}
