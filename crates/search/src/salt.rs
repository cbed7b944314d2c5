//! Salts for Zobrist keys: positions of other games and other searches never match.

use agon_core::{Key, Notation};

/// A number to combine with every key of a search: entries that another game (or the same
/// game with other parameters) has left in a table are then not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Salt(u64);

impl Salt {
    /// The salt of a game with its parameters, which the text of its start carries.
    pub(crate) fn of<G: Notation>(game: &G) -> Salt {
        Salt(0xcbf2_9ce4_8422_2325).with(G::NAME).with(&game.write(&game.start()))
    }

    /// The salt with one more text mixed in (FNV-1a; the same on every machine).
    pub(crate) fn with(self, text: &str) -> Salt {
        // No text contains this byte, so it separates the texts.
        let bytes = text.bytes().chain([0xff]);
        let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Salt(bytes.fold(self.0, mix))
    }

    /// A key with the salt.
    #[inline]
    pub(crate) fn apply(self, key: Key) -> Key {
        key.salted(self.0)
    }
}
