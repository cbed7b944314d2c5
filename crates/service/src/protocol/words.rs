//! The words of moves: what they do, which the page writes in its language.

use std::collections::BTreeMap;

use agon_core::MoveWords;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// What moves do, by their notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MoveDictionary(BTreeMap<String, MoveWords>);

impl MoveDictionary {
    /// Adds the words of other moves.
    pub fn merge(&mut self, other: MoveDictionary) {
        self.0.extend(other.0);
    }

    pub fn has(&self, text: &str) -> bool {
        self.0.contains_key(text)
    }
}

impl Extend<(String, MoveWords)> for MoveDictionary {
    fn extend<I: IntoIterator<Item = (String, MoveWords)>>(&mut self, moves: I) {
        self.0.extend(moves);
    }
}

impl FromIterator<(String, MoveWords)> for MoveDictionary {
    fn from_iter<I: IntoIterator<Item = (String, MoveWords)>>(moves: I) -> MoveDictionary {
        MoveDictionary(moves.into_iter().collect())
    }
}
