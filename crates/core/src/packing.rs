//! Positions as a fixed number of bytes, for files with millions of them.

use crate::Game;

/// A game whose positions have a compact form of fixed size.
pub trait Packing: Game {
    /// The number of bytes of a position.
    fn packed_bytes(&self) -> usize;

    /// Writes a position into [`packed_bytes`](Packing::packed_bytes) bytes.
    fn pack(&self, position: &Self::Position, bytes: &mut [u8]);

    /// The position that some bytes stand for; `None` if they stand for none that the game's
    /// notation would accept.
    fn unpack(&self, bytes: &[u8]) -> Option<Self::Position>;
}
