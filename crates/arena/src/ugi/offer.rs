//! The options that an engine offers.

use std::fmt;

use agon_core::quote;

use super::UgiRefusal;

/// An option, what it can be, and what it is at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its name.
    pub name: String,
    /// What it can be.
    pub kind: Kind,
    /// What it is at first.
    pub default: String,
}

/// What an option can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One of these words.
    Combo(Vec<String>),
    /// A whole number.
    Spin {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// Any text.
    Text,
    /// Something that is not known here.
    Other(String),
}

impl Offer {
    /// Reads what stands behind the word `option`; `None` if it makes no sense.
    pub(super) fn read(rest: &str) -> Option<Offer> {
        let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in rest.split_whitespace() {
            match (word, parts.last_mut()) {
                ("name" | "type" | "default" | "min" | "max" | "var", _) => {
                    parts.push((word, Vec::new()));
                }
                (_, Some((_, words))) => words.push(word),
                (_, None) => return None,
            }
        }
        let all = |key: &str| -> Vec<String> {
            let wanted = parts.iter().filter(|(word, _)| *word == key);
            wanted.map(|(_, words)| words.join(" ")).collect()
        };
        let one = |key: &str| all(key).into_iter().next();
        let number = |key: &str| one(key).and_then(|text| text.parse().ok());
        let kind = match one("type")?.as_str() {
            "combo" => Kind::Combo(all("var")),
            "spin" => Kind::Spin { min: number("min")?, max: number("max")? },
            "string" => Kind::Text,
            other => Kind::Other(other.into()),
        };
        let name = one("name").filter(|name| !name.is_empty())?;
        Some(Offer { name, kind, default: one("default").unwrap_or_default() })
    }

    /// Refuses what the option cannot be.
    pub fn check(&self, value: &str) -> Result<(), UgiRefusal> {
        let is_right = match &self.kind {
            Kind::Combo(known) => known.iter().any(|known| known == value),
            Kind::Spin { min, max } => {
                value.parse().is_ok_and(|number: i64| (*min..=*max).contains(&number))
            }
            Kind::Text | Kind::Other(_) => true,
        };
        let wrong = || UgiRefusal::Value {
            name: self.name.clone(),
            found: quote(value),
            right: self.kind.to_string(),
        };
        if is_right { Ok(()) } else { Err(wrong()) }
    }
}

/// What an option can be, in words.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Combo(known) => write!(f, "one of {}", known.join(", ")),
            Kind::Spin { min, max } => write!(f, "a whole number from {min} to {max}"),
            Kind::Text => f.write_str("any text"),
            Kind::Other(kind) => f.write_str(kind),
        }
    }
}

/// The option as a line.
impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Offer { name, kind, default } = self;
        match kind {
            Kind::Combo(known) => {
                write!(f, "option name {name} type combo default {default}")?;
                known.iter().try_for_each(|known| write!(f, " var {known}"))
            }
            Kind::Spin { min, max } => {
                write!(f, "option name {name} type spin default {default} min {min} max {max}")
            }
            Kind::Text if default.is_empty() => write!(f, "option name {name} type string"),
            Kind::Text => write!(f, "option name {name} type string default {default}"),
            Kind::Other(kind) => write!(f, "option name {name} type {kind}"),
        }
    }
}
