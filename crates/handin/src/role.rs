//! What was found in a hand-in: the parts that the assignment asks for, under the student's names.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A part that the assignment asks for: a function, a class, a constructor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Role {
    /// Its name in Agon, such as `tryMove` or `moves`.
    pub name: String,
    pub found: Found,
    /// What it is in the hand-in, in the student's words; or why there is none.
    pub text: String,
}

/// How a role was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Found {
    /// It has the name and the form of the assignment.
    Named,
    /// It was chosen by other names, by its form, or by trying it.
    Guessed,
    /// An adapter or a bridge names it.
    Given,
    /// Several fit equally well, and none was taken.
    Unclear,
    Missing,
}

impl Role {
    /// Reads a driver's line: `NAME HOW TEXT`.
    pub fn read(line: &str) -> Option<Role> {
        let mut words = line.splitn(3, ' ');
        let (name, how) = (words.next()?, words.next()?);
        let found = match how {
            "named" => Found::Named,
            "guessed" => Found::Guessed,
            "given" => Found::Given,
            "unclear" => Found::Unclear,
            "missing" => Found::Missing,
            _ => return None,
        };
        Some(Role { name: name.into(), found, text: words.next().unwrap_or("").into() })
    }

    /// Whether it can be used.
    pub fn is_there(&self) -> bool {
        !matches!(self.found, Found::Unclear | Found::Missing)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.text)
    }
}
