//! The options of an engine.

use std::fmt;

use agon_core::quote;

use super::UgiRefusal;

/// An option of an engine: its name, type and default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UgiOption {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: OptionType,
    /// Its default.
    pub default: String,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionType {
    /// One of these words.
    Combo(Vec<String>),
    /// A whole number.
    Spin {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// `true` or `false`.
    Check,
    /// Any text.
    Text,
    /// An unknown type.
    Other(String),
}

impl UgiOption {
    /// Parses the text after the word `option`; `None` if it is malformed.
    pub(super) fn read(rest: &str) -> Option<UgiOption> {
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
            "combo" => OptionType::Combo(all("var")),
            "spin" => OptionType::Spin { min: number("min")?, max: number("max")? },
            "check" => OptionType::Check,
            "string" => OptionType::Text,
            other => OptionType::Other(other.into()),
        };
        let name = one("name").filter(|name| !name.is_empty())?;
        Some(UgiOption { name, kind, default: one("default").unwrap_or_default() })
    }

    /// Refuses a value that does not fit the type.
    pub fn check(&self, value: &str) -> Result<(), UgiRefusal> {
        let is_right = match &self.kind {
            OptionType::Combo(known) => known.iter().any(|known| known == value),
            OptionType::Spin { min, max } => {
                value.parse().is_ok_and(|number: i64| (*min..=*max).contains(&number))
            }
            OptionType::Check => ["true", "false"].contains(&value),
            OptionType::Text | OptionType::Other(_) => true,
        };
        let wrong = || UgiRefusal::Value {
            name: self.name.clone(),
            found: quote(value),
            right: self.kind.to_string(),
        };
        if is_right { Ok(()) } else { Err(wrong()) }
    }
}

/// The possible values in words.
impl fmt::Display for OptionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionType::Combo(known) => write!(f, "one of {}", known.join(", ")),
            OptionType::Spin { min, max } => write!(f, "a whole number from {min} to {max}"),
            OptionType::Check => f.write_str("true or false"),
            OptionType::Text => f.write_str("any text"),
            OptionType::Other(kind) => f.write_str(kind),
        }
    }
}

/// The option as a line of the protocol.
impl fmt::Display for UgiOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UgiOption { name, kind, default } = self;
        match kind {
            OptionType::Combo(known) => {
                write!(f, "option name {name} type combo default {default}")?;
                known.iter().try_for_each(|known| write!(f, " var {known}"))
            }
            OptionType::Spin { min, max } => {
                write!(f, "option name {name} type spin default {default} min {min} max {max}")
            }
            OptionType::Check => write!(f, "option name {name} type check default {default}"),
            OptionType::Text if default.is_empty() => write!(f, "option name {name} type string"),
            OptionType::Text => write!(f, "option name {name} type string default {default}"),
            OptionType::Other(kind) => write!(f, "option name {name} type {kind}"),
        }
    }
}
