//! The request that creates a game.

use std::collections::BTreeMap;

use agon_arena::TimeControl;
use agon_core::Side;
use serde::Deserialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::RuleFile;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CreateRequest {
    pub game: String,
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
}

impl Settings {
    /// The position and the values of the parameters.
    pub fn split(&self) -> (Option<String>, agon_core::Settings) {
        let mut position = None;
        let mut settings = agon_core::Settings::default();
        for (name, value) in &self.0 {
            let value = match value {
                SettingValue::Text(text) => text.clone(),
                SettingValue::Number(number) => number.to_string(),
            };
            match name.as_str() {
                "position" => position = Some(value),
                name => settings.set(name, value),
            }
        }
        (position, settings)
    }
}
