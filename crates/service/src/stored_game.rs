//! A game as it is stored.

use serde::{Deserialize, Serialize};

/// A game as it is stored: texts and numbers only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredGame {
    /// Its id, which is part of its address.
    pub id: String,
    /// The name of the game that is played.
    pub game: String,
    /// The position it started from.
    pub start: String,
    /// The moves of the line, separated by spaces.
    pub line: String,
    /// How many of them have been made; the rest can be redone.
    pub ply: usize,
    /// The players' specs.
    pub seats: [String; 2],
    /// The rule files of the game, as JSON.
    pub rules: String,
    /// Whether computers move without being asked.
    pub running: bool,
    /// How long they wait between two moves, in milliseconds.
    pub pace: u64,
    /// The current position.
    pub position: String,
    /// The outcome, if the game is over.
    pub outcome: Option<String>,
    /// When it last changed, in milliseconds since 1970; set when it is stored.
    pub changed: i64,
    /// The session that owns it.
    pub owner: Option<String>,
    /// The key of the owner's link.
    pub owner_key: String,
    /// The sessions that have claimed its sides.
    pub claims: [Option<String>; 2],
}

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Storage {
    /// On disk.
    Disk,
    /// In memory only.
    Memory {
        /// Why the disk cannot be used.
        why: String,
    },
    /// Nowhere: the disk cannot be used, and memory has no room for more. Only a single save or
    /// removal is answered with this.
    Refused {
        /// Why it is refused.
        why: String,
    },
}

impl From<&Storage> for crate::protocol::StorageInfo {
    fn from(storage: &Storage) -> crate::protocol::StorageInfo {
        use crate::protocol::{StorageInfo, StorageKind};
        match storage {
            Storage::Disk => StorageInfo { kind: StorageKind::Disk, why: None },
            Storage::Memory { why } | Storage::Refused { why } => {
                StorageInfo { kind: StorageKind::Memory, why: Some(why.clone()) }
            }
        }
    }
}
