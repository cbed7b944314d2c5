//! What a player says about its move.

use std::borrow::Cow;
use std::fmt;

/// A comment of a player on its move: a kind with arguments, and its English text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayerNote {
    /// What is said, such as `wall`: a translation key.
    pub kind: Cow<'static, str>,
    /// The arguments of the wording, by name.
    pub args: Vec<(Cow<'static, str>, String)>,
    /// The English text.
    pub text: String,
}

impl fmt::Display for PlayerNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
