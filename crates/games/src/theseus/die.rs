//! Moves: the four directions of the die, and staying.

use std::fmt;

/// A move: one tile in the direction of the die, or `0`, staying, when a thrown die would
/// lead through a wall.
///
/// ```
/// use agon_games::theseus::Die;
///
/// assert_eq!(Die::numbered(1), Some(Die::Up));
/// assert_eq!(Die::Up.opposite(), Die::Down);
/// assert!(Die::ALL.iter().all(|&die| Die::numbered(die.number()) == Some(die)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Die {
    /// 1: to the row above.
    Up,
    /// 3: to the column on the right.
    Right,
    /// 5: to the row below.
    Down,
    /// 7: to the column on the left.
    Left,
    /// 0: stay.
    Stay,
}

impl Die {
    /// The four directions, in the order of their numbers.
    pub const DIRECTIONS: [Die; 4] = [Die::Up, Die::Right, Die::Down, Die::Left];

    /// All moves, in the game's order.
    pub const ALL: [Die; 5] = [Die::Up, Die::Right, Die::Down, Die::Left, Die::Stay];

    /// The number on the die; 0 for staying.
    pub fn number(self) -> u8 {
        [1, 3, 5, 7, 0][self as usize]
    }

    /// The move of this number.
    pub fn numbered(number: u8) -> Option<Die> {
        Die::ALL.into_iter().find(|die| die.number() == number)
    }

    /// The opposite direction.
    pub fn opposite(self) -> Die {
        match self {
            Die::Up => Die::Down,
            Die::Right => Die::Left,
            Die::Down => Die::Up,
            Die::Left => Die::Right,
            Die::Stay => Die::Stay,
        }
    }

    /// The name of the direction; `stay` for staying.
    pub fn direction(self) -> &'static str {
        ["up", "right", "down", "left", "stay"][self as usize]
    }

    /// The bit of a direction.
    pub(super) fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The number on the die.
impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}
