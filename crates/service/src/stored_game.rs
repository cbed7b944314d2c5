//! A game in storage.

use agon_arena::GameClock;
use agon_core::Outcome;
use serde::{Deserialize, Serialize};

use crate::ending::EndingWord;

/// A game in storage: only texts and numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredGame {
    /// Its id, which is part of its address.
    pub id: String,
    /// The name of the kind of game.
    pub game: String,
    /// The rules, as JSON, if they are a file.
    #[serde(default)]
    pub file: Option<String>,
    /// The starting position.
    pub start: String,
    /// The moves of the line, separated by spaces.
    pub line: String,
    /// How many moves are made; the rest can be redone.
    pub ply: usize,
    /// The players' specs.
    pub seats: [String; 2],
    /// The rule files of the game, as JSON.
    pub rules: String,
    /// Whether computers move automatically.
    pub running: bool,
    /// The pause between two moves of computers, in milliseconds.
    pub pace: u64,
    pub position: String,
    /// The outcome, if the game is over.
    pub outcome: Option<String>,
    /// When it last changed, in milliseconds since 1970; set when it is stored.
    pub changed: i64,
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
    /// When it began, in milliseconds since 1970; games of earlier versions do not have it.
    pub begun: Option<i64>,
    /// The next game of the same players, as text.
    pub next: Option<String>,
    /// The sessions that have last given up its sides.
    #[serde(default)]
    pub former: [Option<String>; 2],
    /// The sides that the owner has freed because their players were away.
    #[serde(default)]
    pub deserted: [bool; 2],
    /// The secret of its invitation.
    #[serde(default)]
    pub invitation: Option<String>,
    /// When the invitation was made, in milliseconds since 1970.
    #[serde(default)]
    pub invited: Option<i64>,
    /// The program that follows it by rules of its own.
    #[serde(default)]
    pub follows: Option<String>,
    /// Its variations, comments and marks, as a record.
    #[serde(default)]
    pub annotations: Option<String>,
    /// Its last review, as JSON.
    #[serde(default)]
    pub review: Option<String>,
    /// The help that its players have asked for, as JSON, if they have agreed to allow it.
    #[serde(default)]
    pub help: Option<String>,
}

impl StoredGame {
    /// Ends the game if the time of a side is over, which may happen while the game is not open.
    pub fn settle(&mut self, now: u64) {
        let clock = self.clock.as_deref().filter(|_| self.outcome.is_none());
        let clock = clock.and_then(|text| serde_json::from_str::<GameClock>(text).ok());
        if let Some(loser) = clock.and_then(|clock| clock.loser(now.saturating_mul(1000))) {
            self.outcome = Some(Outcome::Win(loser.opponent()).word().into());
            self.ending = Some(EndingWord::Time.word().into());
        }
    }

    /// When it began or, if that is unknown, last changed, in seconds since 1970.
    pub fn date(&self) -> i64 {
        self.begun.unwrap_or(self.changed) / 1000
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Storage {
    Disk,
    Memory {
        /// Why the disk cannot be used.
        why: String,
    },
    /// Nowhere: the disk cannot be used, and there is no more room in memory. Only the result of a
    /// single save or removal.
    Refused {
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
