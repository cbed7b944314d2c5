//! Requests of the page, as docs/protocol.md describes them.

use serde::Deserialize;
use serde_json::Value;

use super::messages::SideName;
use super::refusal::PageRefusal;

/// The `id` that the page gave a request, if it could be read.
pub type RequestId = Option<u64>;

/// A request. Unknown fields are refused, so that typing errors are found.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    Welcome {},
    List {
        before: Option<i64>,
        limit: Option<u32>,
    },
    Create(Box<CreateRequest>),
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
    Tree(Box<TreeRequest>),
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

/// A game to create.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateRequest {
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
    pub maze: Option<MazeRequest>,
}

/// A maze to generate.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MazeRequest {
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
    /// Scattered walls.
    Classic,
    /// Narrow corridors.
    Labyrinth,
}

/// A rule file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub source: String,
}

/// A minimax tree to show.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeRequest {
    pub game: String,
    pub depth: u32,
    pub pruning: bool,
    pub top: usize,
    pub eval: Option<String>,
    #[serde(default)]
    pub moves: Vec<String>,
}

/// Parses a message into its id and its request.
pub fn parse(text: &str) -> (RequestId, Result<Request, PageRefusal>) {
    let malformed = |error: serde_json::Error| PageRefusal::Malformed { reason: error.to_string() };
    let mut value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return (None, Err(malformed(error))),
    };
    let id = value.as_object_mut().and_then(|fields| fields.remove("id"));
    let id = id.and_then(|id| id.as_u64());
    if id.is_none() {
        let reason = "a request needs a numeric id".into();
        return (None, Err(PageRefusal::Malformed { reason }));
    }
    (id, serde_json::from_value(value).map_err(malformed))
}
