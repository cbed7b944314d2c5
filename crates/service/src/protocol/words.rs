//! Moves in structured form, from which the page makes words in its language.

use std::borrow::Cow;
use std::collections::BTreeMap;

use agon_core as core;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// What moves do, by their notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MoveDictionary(BTreeMap<String, MoveWords>);

/// What a move does: a kind with arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MoveWords {
    /// What it does, such as `step`.
    kind: Cow<'static, str>,
    /// The arguments of the wording, by name.
    args: BTreeMap<Cow<'static, str>, MoveArg>,
}

/// An argument of the words of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub(super) enum MoveArg {
    /// A place by the labels of its row and column.
    Place {
        /// The label of the row.
        row: String,
        /// The label of the column.
        column: String,
    },
    /// A name that is the same in every language.
    Name(String),
    /// A number.
    Number(u32),
    /// Several numbers.
    Numbers(Vec<u32>),
    /// A word that the page translates, such as `up`.
    Key(Cow<'static, str>),
}

impl From<core::MoveWords> for MoveWords {
    fn from(words: core::MoveWords) -> MoveWords {
        let arg = |arg| match arg {
            core::MoveArg::Place { row, column } => MoveArg::Place { row, column },
            core::MoveArg::Name(name) => MoveArg::Name(name),
            core::MoveArg::Number(number) => MoveArg::Number(number),
            core::MoveArg::Numbers(numbers) => MoveArg::Numbers(numbers),
            core::MoveArg::Key(key) => MoveArg::Key(key.into()),
        };
        let args = words.args.into_iter().map(|(name, value)| (name.into(), arg(value)));
        MoveWords { kind: words.kind.into(), args: args.collect() }
    }
}

impl MoveDictionary {
    /// Whether the words of a move are known.
    pub fn has(&self, text: &str) -> bool {
        self.0.contains_key(text)
    }
}

impl Extend<(String, core::MoveWords)> for MoveDictionary {
    fn extend<I: IntoIterator<Item = (String, core::MoveWords)>>(&mut self, moves: I) {
        self.0.extend(moves.into_iter().map(|(text, words)| (text, words.into())));
    }
}

impl FromIterator<(String, core::MoveWords)> for MoveDictionary {
    fn from_iter<I: IntoIterator<Item = (String, core::MoveWords)>>(moves: I) -> MoveDictionary {
        let mut dictionary = MoveDictionary::default();
        dictionary.extend(moves);
        dictionary
    }
}
