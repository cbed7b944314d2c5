//! The request that creates a game.

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
    /// The length of its side.
    pub size: usize,
    pub loot: usize,
    pub style: MazeStyle,
    /// The ply limit.
    pub plies: u16,
    /// The random seed.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub seed: Option<u64>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum MazeStyle {
    /// Scattered walls.
    Classic,
    /// Narrow corridors.
    Labyrinth,
}
