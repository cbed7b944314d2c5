//! Moves in structured form, from which every language makes its own words.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// A move as a kind with arguments: the page words it in the language of its visitor.
///
/// ```
/// use agon_core::{MoveArg, MoveWords};
///
/// let words = MoveWords::new("part").with("from", MoveArg::Name("E3".into()));
/// assert_eq!(words.kind, "part");
/// assert_eq!(words.args["from"], MoveArg::Name("E3".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveWords {
    /// What the move does, such as `step`: a translation key.
    pub kind: Cow<'static, str>,
    /// The arguments of the wording, by name.
    pub args: BTreeMap<Cow<'static, str>, MoveArg>,
}

/// An argument of the words of a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum MoveArg {
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
    /// A translation key, such as `up`.
    Key(Cow<'static, str>),
}

impl MoveWords {
    /// Words without arguments.
    pub fn new(kind: &'static str) -> MoveWords {
        MoveWords { kind: kind.into(), args: BTreeMap::new() }
    }

    /// The same with one more argument.
    pub fn with(mut self, name: &'static str, arg: MoveArg) -> MoveWords {
        self.args.insert(name.into(), arg);
        self
    }

    /// The same with a place as one more argument.
    pub fn at(self, name: &'static str, row: usize, column: usize) -> MoveWords {
        self.with(name, MoveArg::Place { row: row.to_string(), column: column.to_string() })
    }
}
