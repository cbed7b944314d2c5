//! The request that creates a game.

use agon_arena::TimeControl;
use agon_core::Side;
use serde::Deserialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::RuleFile;

/// A game to create.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CreateRequest {
    /// The name of the game.
    pub game: String,
    /// Its parameters.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Settings>", optional))]
    pub settings: Settings,
    /// The players.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub seats: Option<[String; 2]>,
    /// The side of whoever creates it, if people play both.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub side: Option<Side>,
    /// The name of whoever creates it.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub name: Option<String>,
    /// The clock of the people who play; none if it is left out.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub clock: Option<TimeControl>,
    /// Moves to make at once.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<String>", optional))]
    pub moves: String,
    /// The rule files that the players name.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<RuleFile>>", optional))]
    pub rules: Vec<RuleFile>,
}

/// The parameters of a game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields = nullable))]
pub struct Settings {
    /// A position in the game's notation.
    pub position: Option<String>,
    /// The heaps of NIM.
    pub heaps: Option<String>,
    /// The board of Santorini, such as 3x4, or 3x4/1 with one pawn a side.
    pub board: Option<String>,
    /// The side of Byte's board.
    pub size: Option<usize>,
    /// The maze of Theseus.
    pub maze: Option<MazeRequest>,
}

/// A maze to generate.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "MazeSettings"))]
pub struct MazeRequest {
    /// Its side.
    pub size: usize,
    /// How many pieces of loot.
    pub loot: usize,
    /// How it is laid out.
    pub style: MazeStyle,
    /// The ply limit.
    pub plies: u16,
    /// The random seed.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub seed: Option<u64>,
}

/// How a maze is laid out.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum MazeStyle {
    /// Scattered walls.
    Classic,
    /// Narrow corridors.
    Labyrinth,
}
