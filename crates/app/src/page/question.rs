//! What the page asks, as docs/protocol.md writes it.

use serde::Deserialize;
use serde_json::Value;

use super::refusal::PageRefusal;
use super::wire::SideName;

/// The number that the page gave a question, if it could be read.
pub type Number = Option<u64>;

/// A question. Words that it does not know are refused, so that a typing error is told.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Question {
    Welcome {},
    List {
        before: Option<i64>,
        limit: Option<u32>,
    },
    Create(Box<Create>),
    Import {
        text: String,
        game: Option<String>,
    },
    Open {
        game: String,
    },
    Close {
        game: String,
    },
    Remove {
        game: String,
    },
    View {
        game: String,
        viewer: Option<SideName>,
    },
    Move {
        game: String,
        mv: String,
        ply: usize,
        #[serde(default)]
        cut: bool,
    },
    Undo {
        game: String,
    },
    Redo {
        game: String,
    },
    Jump {
        game: String,
        ply: usize,
    },
    #[serde(rename = "seat")]
    SetPlayer {
        game: String,
        side: SideName,
        seat: String,
        rules: Option<RuleFile>,
    },
    Run {
        game: String,
        on: bool,
        pace: Option<u64>,
    },
    Step {
        game: String,
        #[serde(default)]
        cut: bool,
    },
    Hint {
        game: String,
    },
    Analyse {
        game: String,
        lines: usize,
    },
    Review {
        game: String,
    },
    Verdicts {
        game: String,
    },
    Tree(Box<TreeWish>),
    Scenes {
        game: String,
        positions: Vec<String>,
    },
    Record {
        game: String,
    },
    Contests {},
    Contest {
        number: usize,
    },
    Replay {
        number: usize,
        key: String,
    },
    Starter {
        game: String,
    },
}

/// A game to be begun.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Create {
    pub game: String,
    #[serde(default)]
    pub settings: Settings,
    pub seats: Option<[String; 2]>,
    #[serde(default)]
    pub moves: String,
    #[serde(default)]
    pub rules: Vec<RuleFile>,
}

/// The parameters of a game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub position: Option<String>,
    pub heaps: Option<String>,
    pub size: Option<usize>,
    pub maze: Option<MazeWish>,
}

/// A maze that is to be made.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MazeWish {
    pub size: usize,
    pub loot: usize,
    pub style: Style,
    pub plies: u16,
    pub seed: Option<u64>,
}

/// How a maze is laid out.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// Walls here and there.
    Classic,
    /// Narrow ways.
    Labyrinth,
}

/// A rule file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFile {
    /// What it is called.
    pub name: String,
    /// What it says.
    pub source: String,
}

/// A minimax tree that is to be shown.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeWish {
    pub game: String,
    pub depth: u32,
    pub pruning: bool,
    pub top: usize,
    pub eval: Option<String>,
    #[serde(default)]
    pub moves: Vec<String>,
}

/// Reads a message: its number, and what it asks.
pub fn read(text: &str) -> (Number, Result<Question, PageRefusal>) {
    let malformed = |error: serde_json::Error| PageRefusal::Malformed { reason: error.to_string() };
    let mut value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return (None, Err(malformed(error))),
    };
    let number = value.as_object_mut().and_then(|fields| fields.remove("id"));
    let number = number.and_then(|number| number.as_u64());
    if number.is_none() {
        let reason = "a question needs a number, its id".into();
        return (None, Err(PageRefusal::Malformed { reason }));
    }
    (number, serde_json::from_value(value).map_err(malformed))
}
