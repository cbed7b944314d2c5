//! Parameters of games, and the values that they are given.

use std::collections::BTreeMap;

use crate::quote;

/// A parameter of a game, such as the size of its board.
///
/// ```
/// use agon_core::{Parameter, Settings};
///
/// const SIZE: Parameter = Parameter::choice("size", "squares per side", &["8", "10"]);
/// const PAWNS: Parameter = Parameter::number("pawns", "pawns of each side", 1, 2).default("2");
/// let given = |name, value| Settings::default().with(name, value);
/// assert!(given("size", "10").check(&[SIZE, PAWNS]).is_ok());
/// let refusal = given("pawns", "3").check(&[SIZE, PAWNS]).unwrap_err();
/// assert_eq!(refusal.to_string(), "pawns is a number from 1 to 2, not \"3\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, in lower case: `--board` on the command line, `Board` in UGI.
    pub name: &'static str,
    /// What it sets, in a few words.
    pub about: &'static str,
    /// Which values it can have.
    pub kind: ParameterKind,
    /// Its default; empty if that depends on something else.
    pub default: &'static str,
    /// Another parameter and the value that it must have for this one to matter.
    pub needs: Option<(&'static str, &'static str)>,
    /// Whether it can be set for any position, and not only at the start.
    pub applies_to_positions: bool,
}

/// Which values a parameter can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// A whole number. Fields count in steps from the least; the game itself refuses others.
    Number {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
        /// The step.
        step: u32,
    },
    /// One of a few values.
    Choice(&'static [&'static str]),
    /// A text, which the game reads.
    Text {
        /// What it looks like, such as `WIDTHxHEIGHT`.
        form: &'static str,
        /// Values to choose from, where they can be listed.
        values: &'static [&'static str],
    },
    /// One of a few values, or the text of a file, which the game reads.
    File(&'static [&'static str]),
    /// A random seed, drawn where none is given.
    Seed,
}

/// The largest seed that people are asked for: JavaScript and people handle it well.
pub const MAX_SEED: u32 = 999_999_999;

impl Parameter {
    const fn new(name: &'static str, about: &'static str, kind: ParameterKind) -> Parameter {
        Parameter { name, about, kind, default: "", needs: None, applies_to_positions: false }
    }

    /// A whole number.
    pub const fn number(
        name: &'static str,
        about: &'static str,
        least: u32,
        most: u32,
    ) -> Parameter {
        Parameter::new(name, about, ParameterKind::Number { least, most, step: 1 })
    }

    /// One of these values, of which the first is the default.
    pub const fn choice(
        name: &'static str,
        about: &'static str,
        values: &'static [&'static str],
    ) -> Parameter {
        Parameter::new(name, about, ParameterKind::Choice(values)).default(values[0])
    }

    /// A text of this form, with values to choose from.
    pub const fn text(
        name: &'static str,
        about: &'static str,
        form: &'static str,
        values: &'static [&'static str],
    ) -> Parameter {
        Parameter::new(name, about, ParameterKind::Text { form, values })
    }

    /// One of these values, of which the first is the default, or the text of a file.
    pub const fn file(
        name: &'static str,
        about: &'static str,
        values: &'static [&'static str],
    ) -> Parameter {
        Parameter::new(name, about, ParameterKind::File(values)).default(values[0])
    }

    /// A random seed.
    pub const fn seed(name: &'static str, about: &'static str) -> Parameter {
        Parameter::new(name, about, ParameterKind::Seed)
    }

    /// The same with this default.
    pub const fn default(self, default: &'static str) -> Parameter {
        Parameter { default, ..self }
    }

    /// The same number in steps of this size.
    pub const fn step(self, step: u32) -> Parameter {
        match self.kind {
            ParameterKind::Number { least, most, .. } => {
                Parameter { kind: ParameterKind::Number { least, most, step }, ..self }
            }
            _ => self,
        }
    }

    /// The same where it matters only if another parameter has a value.
    pub const fn needs(self, name: &'static str, value: &'static str) -> Parameter {
        Parameter { needs: Some((name, value)), ..self }
    }

    /// The same where it can be set for any position.
    pub const fn of_positions(self) -> Parameter {
        Parameter { applies_to_positions: true, ..self }
    }

    /// The values that can be listed.
    pub fn values(&self) -> &'static [&'static str] {
        match self.kind {
            ParameterKind::Choice(values)
            | ParameterKind::Text { values, .. }
            | ParameterKind::File(values) => values,
            ParameterKind::Number { .. } | ParameterKind::Seed => &[],
        }
    }

    /// Refuses a value that cannot be one of its values. Texts are left to the game.
    pub fn check(&self, value: &str) -> Result<(), SettingRefusal> {
        let (name, found) = (self.name, || quote(value));
        let number = || value.trim().parse::<u32>().ok();
        match self.kind {
            ParameterKind::Number { least, most, .. } => match number() {
                Some(number) if (least..=most).contains(&number) => Ok(()),
                _ => Err(SettingRefusal::Number { name, least, most, found: found() }),
            },
            ParameterKind::Choice(values) if !values.contains(&value.trim()) => {
                let known = values.join(", ");
                Err(SettingRefusal::Choice { name, known, found: found() })
            }
            ParameterKind::Seed if value.trim().parse::<u64>().is_err() => {
                Err(SettingRefusal::Seed { name, found: found() })
            }
            _ => Ok(()),
        }
    }
}

crate::refusals! {
    /// Why the value of a parameter is refused.
    pub enum SettingRefusal {
        Unknown { found: String, known: String } => "{found} is not a parameter of this game; it has {known}",
        Number { name: &'static str, least: u32, most: u32, found: String } => "{name} is a number from {least} to {most}, not {found}",
        Choice { name: &'static str, known: String, found: String } => "{name} is one of {known}, not {found}",
        Seed { name: &'static str, found: String } => "{name} is a whole number, not {found}",
        Needs { name: &'static str, other: &'static str, value: &'static str } => "{name} applies only where {other} is {value}",
        OfStart { name: &'static str } => "{name} applies to the start; a position tells it itself",
    }
}

/// Values of parameters, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct Settings(BTreeMap<String, String>);

impl Settings {
    /// The same with one more value, in place of one that the parameter has.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Settings {
        self.set(name, value);
        self
    }

    /// Gives a parameter a value.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.insert(name.into(), value.into());
    }

    /// The value that a parameter is given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The number that a parameter is given, where it is one.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.get(name)?.trim().parse().ok()
    }

    /// Whether nothing is given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is given, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Refuses names that are no parameters, values that cannot be, and parameters that do not
    /// matter with the others.
    pub fn check(&self, parameters: &[Parameter]) -> Result<(), SettingRefusal> {
        for (name, value) in self.iter() {
            let parameter = parameters.iter().find(|parameter| parameter.name == name);
            let parameter = parameter.ok_or_else(|| {
                let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
                let known = if names.is_empty() { "none".into() } else { names.join(", ") };
                SettingRefusal::Unknown { found: quote(name), known }
            })?;
            parameter.check(value)?;
            if let (false, Some((other, value))) = (self.has_needs_of(parameter), parameter.needs) {
                return Err(SettingRefusal::Needs { name: parameter.name, other, value });
            }
        }
        Ok(())
    }

    /// The same for settings of a position that is not the start.
    pub fn check_for_position(&self, parameters: &[Parameter]) -> Result<(), SettingRefusal> {
        self.check(parameters)?;
        let fixed = parameters.iter().find(|parameter| {
            !parameter.applies_to_positions && self.get(parameter.name).is_some()
        });
        fixed.map_or(Ok(()), |parameter| Err(SettingRefusal::OfStart { name: parameter.name }))
    }

    /// Leaves out what does not matter with the rest.
    pub fn retain_needed(&mut self, parameters: &[Parameter]) {
        for parameter in parameters {
            if !self.has_needs_of(parameter) {
                self.0.remove(parameter.name);
            }
        }
    }

    fn has_needs_of(&self, parameter: &Parameter) -> bool {
        parameter.needs.is_none_or(|(name, value)| self.get(name) == Some(value))
    }

    /// Draws the seeds that matter and are not given.
    pub fn draw_seeds(&mut self, parameters: &[Parameter], draw: impl Fn() -> u64) {
        for parameter in parameters.iter().filter(|it| it.kind == ParameterKind::Seed) {
            if self.has_needs_of(parameter) && self.get(parameter.name).is_none() {
                self.set(parameter.name, draw().to_string());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Parameter; 4] = [
        Parameter::file("maze", "the maze", &["first", "new"]),
        Parameter::number("tiles", "tiles per side", 3, 31).step(2).needs("maze", "new"),
        Parameter::seed("seed", "of the maze").needs("maze", "new"),
        Parameter::number("plies", "ply limit", 0, 100).of_positions(),
    ];

    #[test]
    fn settings_are_checked_by_name_value_and_need() {
        let kind = |settings: &[(&str, &str)]| {
            let mut given = Settings::default();
            for (name, value) in settings {
                given.set(name, *value);
            }
            given.check(&ALL).err().map(|refusal| crate::Refusal::kind(&refusal))
        };
        assert_eq!(kind(&[]), None);
        assert_eq!(kind(&[("maze", "new"), ("tiles", "9")]), None);
        assert_eq!(kind(&[("maze", "+---+"), ("plies", "7")]), None);
        assert_eq!(kind(&[("mice", "7")]), Some("Unknown"));
        assert_eq!(kind(&[("plies", "101")]), Some("Number"));
        assert_eq!(kind(&[("plies", "-1")]), Some("Number"));
        assert_eq!(kind(&[("maze", "new"), ("seed", "x")]), Some("Seed"));
        assert_eq!(kind(&[("tiles", "9")]), Some("Needs"));
        let of_position = |name| Settings::default().with(name, "7").check_for_position(&ALL);
        assert_eq!(of_position("plies"), Ok(()));
        assert_eq!(of_position("maze"), Err(SettingRefusal::OfStart { name: "maze" }));
    }

    #[test]
    fn a_seed_is_drawn_where_it_matters_and_none_is_given() {
        let drawn = |mut settings: Settings| {
            settings.draw_seeds(&ALL, || 7);
            settings.get("seed").map(String::from)
        };
        assert_eq!(drawn(Settings::default()), None);
        let new = Settings::default().with("maze", "new");
        assert_eq!(drawn(new.clone()).as_deref(), Some("7"));
        assert_eq!(drawn(new.with("seed", "5")).as_deref(), Some("5"));
    }
}
