//! Hints for a search: which moves to try first, and where to look further.

use std::hash::{Hash as _, Hasher};

use crate::Game;
use crate::observer::{GOLDEN, spread};

/// The number of entries in a history table.
pub const HISTORY_SIZE: usize = 1 << 12;

/// The number of parts of moves in a history table.
pub const HISTORY_PARTS: usize = 1 << 10;

/// The best order score of a move; the worst is its negative.
pub const ORDER_SCORE_MAX: i32 = 1 << 12;

/// What a game tells a search about its moves. None of it is a rule: a wrong hint costs
/// time or foresight, and never makes a move illegal or a proof false.
pub trait MoveOrdering: Game {
    /// Whether the side to move loses at once unless it answers a threat. Searches
    /// extend such positions; a game that cannot tell says no.
    #[inline]
    fn is_threatened(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Calls `visit` with the moves that may answer a threat, where
    /// [`is_threatened`](MoveOrdering::is_threatened) holds and no move wins at once: every
    /// other move lets the opponent win with the next one.
    ///
    /// The default visits all moves.
    #[inline]
    fn for_each_evasion(&self, position: &Self::Position, visit: impl FnMut(Self::Move)) {
        self.for_each_move(position, visit);
    }

    /// Whether the game is so near its end that a proof of the result is worth a share of a
    /// search's nodes. Only for games in which no line of play returns to a position.
    #[inline]
    fn is_near_end(&self, _position: &Self::Position) -> bool {
        false
    }

    /// The entry of a legal move in a history table: a number below [`HISTORY_SIZE`].
    /// Moves with the same index share their history in all positions.
    ///
    /// The default hashes the move; games that can number their moves do so.
    #[inline]
    fn history_index(&self, mv: Self::Move) -> usize {
        let mut mixer = Mixer(0);
        mv.hash(&mut mixer);
        (mixer.0 >> (u64::BITS - HISTORY_SIZE.ilog2())) as usize
    }

    /// The entry of a part of a legal move in a history table, such as where it leads to: a
    /// number below [`HISTORY_PARTS`]. What is learned about a part counts for all moves that
    /// share it, and for what is played after them.
    ///
    /// The default folds [`history_index`](MoveOrdering::history_index).
    #[inline]
    fn history_part(&self, mv: Self::Move) -> usize {
        self.history_index(mv) % HISTORY_PARTS
    }

    /// How good a legal move looks without being tried, from `-ORDER_SCORE_MAX` to
    /// [`ORDER_SCORE_MAX`]. Only the order in which moves are tried depends on it.
    #[inline]
    fn order_score(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }
}

/// A quick hash of a few small numbers.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = spread(self.0 ^ u64::from(byte).wrapping_mul(GOLDEN));
        }
    }
}
