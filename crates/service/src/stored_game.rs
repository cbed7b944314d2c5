//! A game as it is stored.

use agon_arena::GameClock;
use agon_core::Outcome;
use serde::{Deserialize, Serialize};

use crate::ending::EndingWord;

/// A game as it is stored: texts and numbers only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The names of the people who play.
    pub names: [Option<String>; 2],
    /// Why the game ended, if not by the rules.
    pub ending: Option<String>,
    /// Its clock, as text.
    pub clock: Option<String>,
    /// When it was begun, in milliseconds since 1970; games of earlier versions do not say it.
    pub begun: Option<i64>,
    /// The next game between the same players, as text.
    pub next: Option<String>,
}

impl StoredGame {
    /// Ends the game if the time of a side is over by now: nobody may have had it open.
    pub fn settle(&mut self, now: u64) {
        let clock = self.clock.as_deref().filter(|_| self.outcome.is_none());
        let clock = clock.and_then(|text| serde_json::from_str::<GameClock>(text).ok());
        if let Some(loser) = clock.and_then(|clock| clock.loser(now.saturating_mul(1000))) {
            self.outcome = Some(Outcome::Win(loser.opponent()).word().into());
            self.ending = Some(EndingWord::Time.word().into());
        }
    }

    /// When it was begun or, if that is not known, last changed, in seconds since 1970.
    pub fn date(&self) -> i64 {
        self.begun.unwrap_or(self.changed) / 1000
    }
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
