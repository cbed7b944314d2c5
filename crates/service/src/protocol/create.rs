//! The request that creates a game.

use std::collections::BTreeMap;

use agon_arena::TimeControl;
use agon_core::{self as core, Parameter, Side};
use serde::Deserialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::RuleFile;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CreateRequest {
    /// The kind of game; `file` if its rules are given.
    pub game: String,
    /// The text of a game file.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub file: Option<String>,
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Settings>", optional))]
    pub settings: Settings,
    /// The players.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub seats: Option<[String; 2]>,
    /// The side of the creator, if people play both.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub side: Option<Side>,
    /// The name of the creator.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub name: Option<String>,
    /// The clock of the people who play; none by default.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub clock: Option<TimeControl>,
    /// Moves to make at once.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<String>", optional))]
    pub moves: String,
    /// The rule files that the players use.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<RuleFile>>", optional))]
    pub rules: Vec<RuleFile>,
    /// The program that follows the game by rules of its own.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub follows: Option<String>,
}

/// The values of a game's parameters by name, and under `position` the text of a position from
/// which it begins.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Settings(
    #[cfg_attr(feature = "typescript", ts(type = "{ [name: string]: string | number }"))]
    BTreeMap<String, SettingValue>,
);

/// A value of a parameter.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum SettingValue {
    Text(String),
    Number(u64),
    Group(BTreeMap<String, SettingValue>),
}

impl Settings {
    /// The position and the values of a game's parameters. An object stands for the value of its
    /// parameter that others need, and for values of these: `{"maze": {"size": 9}}` is a `maze` that
    /// is `new`, with a `maze-size` of 9.
    pub fn split(&self, parameters: &[Parameter]) -> (Option<String>, core::Settings) {
        let mut position = None;
        let mut settings = core::Settings::default();
        for (name, value) in &self.0 {
            match value {
                SettingValue::Text(text) if name == "position" => position = Some(text.clone()),
                SettingValue::Text(text) => settings.set(name, text),
                SettingValue::Number(number) => settings.set(name, number.to_string()),
                SettingValue::Group(group) => {
                    let mut needs = parameters.iter().filter_map(|parameter| parameter.needs);
                    let needed = needs.find(|(needed, _)| needed == name);
                    settings.set(name, needed.map_or("", |(_, value)| value));
                    let (_, below) = Settings(group.clone()).split(parameters);
                    for (key, value) in below.iter() {
                        let own = format!("{name}-{key}");
                        let is_own = parameters.iter().any(|parameter| parameter.name == own);
                        settings.set(if is_own { &own } else { key }, value);
                    }
                }
            }
        }
        (position, settings)
    }
}
