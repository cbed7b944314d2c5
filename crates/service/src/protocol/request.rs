//! Requests of the page.

use std::collections::BTreeMap;

use agon_core::Side;
use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::{CreateRequest, ExerciseRequest, OfferKind};
use crate::ServiceRefusal;

/// The `id` that the page gave a request, if it could be read.
pub type RequestId = Option<u64>;

/// A request: of one game, or of the lobby where games are made and listed.
#[derive(Clone, Debug)]
pub enum Request {
    /// A request of the game with this id.
    Game(String, GameRequest),
    /// A request of no game in particular.
    Lobby(LobbyRequest),
    /// A request about puzzles and lessons.
    Exercise(ExerciseRequest),
}

/// A request of no game in particular. Unknown fields are refused, so that typing errors are
/// found.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum LobbyRequest {
    /// What the program says about itself. If the page names a version of the protocol, it is
    /// refused unless it is the program's.
    Welcome {
        /// The version that the page speaks.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        protocol: Option<u32>,
    },
    /// Stored games, the latest first.
    List {
        /// Only games that changed before this.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        before: Option<i64>,
        /// At most so many.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        limit: Option<u32>,
        /// Only this game, by its name.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        game: Option<String>,
        /// Only games that ended so, or are still open.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        result: Option<ListedResult>,
        /// Only games of which a player has this in its name.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        player: Option<String>,
        /// Only games that were begun at this time or later, in seconds since 1970.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        since: Option<i64>,
        /// Only games that were begun before this time.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        until: Option<i64>,
    },
    /// Creates a game.
    Create(Box<CreateRequest>),
    /// Creates a game from a record or a position.
    Import {
        /// The text.
        text: String,
        /// The game of a bare position.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        game: Option<String>,
    },
    /// The boards of positions.
    Scenes {
        /// The id of a game, or the name of one.
        game: String,
        /// The positions.
        positions: Vec<String>,
    },
    /// A draft of a position, after a brush was used on an element of the board.
    Edit {
        /// The name of the game.
        game: String,
        /// The draft; `startpos` for the start.
        position: String,
        /// The brush; without one the draft is only checked and drawn.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        brush: Option<String>,
        /// The element.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        element: Option<String>,
    },
    /// The contests that the page shows.
    Contests {},
    /// A contest.
    Contest {
        /// Its number.
        number: usize,
    },
    /// Opens a game of a contest, to be watched.
    Replay {
        /// The number of the contest.
        number: usize,
        /// The key of the game.
        key: String,
    },
    /// An example rule file.
    Starter {
        /// The name of the game.
        game: String,
    },
}

/// The result by which stored games are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum ListedResult {
    /// The game is not over.
    Open,
    /// The first side won.
    P1,
    /// The second side won.
    P2,
    /// Nobody won.
    Draw,
}

/// A request of a game. Unknown fields are refused, so that typing errors are found.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum GameRequest {
    /// The game; its events follow.
    Open {
        /// The key of the owner's link.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        key: Option<String>,
    },
    /// Ends the events.
    Close {},
    /// Deletes the game.
    Remove {},
    /// Changes the side whose view the page gets.
    View {
        /// The side; `None` for everything.
        viewer: Option<Side>,
    },
    /// Makes a move.
    Move {
        /// The move.
        mv: String,
        /// The ply that the page shows.
        ply: usize,
        /// Whether later moves may be discarded.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        cut: bool,
        /// The elements by which it was selected, where several select it.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        path: Option<Vec<String>>,
    },
    /// Takes back.
    Undo {},
    /// Makes again what was taken back.
    Redo {},
    /// Goes to a position of the line.
    Jump {
        /// How many moves of the line are made there.
        ply: usize,
    },
    /// Looks at a position of the line or of a variation, which changes nothing for others. What
    /// this page asks for from now on, such as a hint, is about that position.
    Look {
        /// How many moves of the line lead there; `None` follows the game again.
        ply: Option<usize>,
        /// The moves of the variation that begins there.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
        moves: Vec<String>,
        /// The elements by which the last of these was selected, where several select it.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        path: Option<Vec<String>>,
    },
    /// Gives the game up.
    Resign {},
    /// Offers something to the opponent, who answers.
    Offer {
        /// What.
        what: OfferKind,
    },
    /// Accepts or declines the opponent's offer, or withdraws one's own.
    Answer {
        /// Whether it is accepted.
        accept: bool,
    },
    /// Why no legal move begins with these elements.
    Why {
        /// The elements.
        path: Vec<String>,
    },
    /// Gives a side to a player.
    #[serde(rename = "seat")]
    SetPlayer {
        /// The side.
        side: Side,
        /// The player.
        seat: String,
        /// The rule file that the player names.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        rules: Option<RuleFile>,
    },
    /// Claims a side for this browser.
    Claim {
        /// The side.
        side: Side,
        /// The name of the person.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        name: Option<String>,
    },
    /// Names the person who plays a side; an empty name removes it.
    Name {
        /// The side.
        side: Side,
        /// The name.
        name: String,
    },
    /// Starts the next game between the same players, or offers it to the player of another
    /// browser.
    Rematch {
        /// Whether the sides are swapped.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        swap: bool,
        /// Other players than now, if nobody has to agree.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        seats: Option<[String; 2]>,
    },
    /// Gives a claimed side back.
    Release {
        /// The side.
        side: Side,
    },
    /// Whether computers move without being asked.
    Run {
        /// Whether they do.
        on: bool,
        /// The pause between two moves of computers, in milliseconds.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        pace: Option<u64>,
    },
    /// Lets the computer make one move.
    Step {
        /// Whether later moves may be discarded.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        cut: bool,
    },
    /// A good move.
    Hint {},
    /// What the other side would do if it were its turn.
    Threat {},
    /// Starts, changes or ends the analysis.
    Analyse {
        /// How many lines; 0 ends it.
        lines: usize,
    },
    /// Starts the review of the whole game.
    Review {},
    /// Plays a short match between two versions of a rule file from the start of the game;
    /// without versions, the one that runs is stopped.
    Trial {
        /// The new version and the old one.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        versions: Option<Box<[RuleFile; 2]>>,
        /// How many pairs of games, from 1 to 20; 15 if it is not given.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        pairs: Option<usize>,
    },
    /// Grades a move of the position that is looked at, as a review does.
    Grade {
        /// The move.
        mv: String,
    },
    /// The proven results of all moves.
    Verdicts {},
    /// A minimax tree.
    Tree(Box<TreeRequest>),
    /// The game as text.
    Record {
        /// Comments on moves, by how many moves were made with them.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<BTreeMap<String, String>>", optional))]
        comments: BTreeMap<String, String>,
    },
}

/// The names of requests in messages.
macro_rules! request_names {
    ($requests:ident: $($variant:ident $name:literal),+ $(,)?) => {
        impl $requests {
            /// The names of these requests in messages.
            pub const NAMES: &[&str] = &[$($name),+];

            /// Its name in messages.
            pub fn name(&self) -> &'static str {
                match self {
                    $($requests::$variant { .. } => $name,)+
                }
            }
        }
    };
}
pub(super) use request_names;

request_names! {
    LobbyRequest:
    Welcome "welcome", List "list", Create "create", Import "import", Scenes "scenes",
    Edit "edit", Contests "contests", Contest "contest", Replay "replay", Starter "starter",
}

request_names! {
    GameRequest:
    Open "open", Close "close", Remove "remove", View "view", Move "move", Undo "undo",
    Redo "redo", Jump "jump", Look "look", Resign "resign", Offer "offer", Answer "answer",
    Why "why", SetPlayer "seat", Claim "claim", Release "release", Name "name",
    Rematch "rematch", Run "run", Step "step", Hint "hint", Threat "threat",
    Analyse "analyse", Review "review", Trial "trial", Grade "grade", Verdicts "verdicts",
    Tree "tree", Record "record",
}

impl Request {
    /// Its name in messages.
    pub fn name(&self) -> &'static str {
        match self {
            Request::Game(_, request) => request.name(),
            Request::Lobby(request) => request.name(),
            Request::Exercise(request) => request.name(),
        }
    }
}

/// A rule file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RuleFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub source: String,
}

/// A minimax tree to show.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TreeRequest {
    /// Its depth in plies.
    pub depth: u32,
    /// Whether it is searched with alpha-beta.
    pub pruning: bool,
    /// The most moves that are shown of each node.
    pub top: usize,
    /// Whether all moves are shown, also those that were pruned; then `top` does not matter.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub whole: bool,
    /// The evaluation.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub eval: Option<String>,
    /// A player whose own tree is shown, to this depth; then nothing is searched.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub player: Option<String>,
    /// The moves from the present position to the root.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub moves: Vec<String>,
    /// Whether it becomes a branch of a tree of the present position: its values are those of the
    /// side to move there, and plies count from there.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub branch: bool,
}

/// Reads a message: its id, and its request.
pub fn parse(text: &str) -> (RequestId, Result<Request, ServiceRefusal>) {
    let malformed =
        |error: serde_json::Error| ServiceRefusal::Malformed { reason: error.to_string() };
    let mut value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return (None, Err(malformed(error))),
    };
    let id = value.as_object_mut().and_then(|fields| fields.remove("id"));
    let id = id.and_then(|id| id.as_u64());
    let Some(fields) = value.as_object_mut().filter(|_| id.is_some()) else {
        let reason = "a request needs a numeric id".into();
        return (None, Err(ServiceRefusal::Malformed { reason }));
    };
    let name = fields.get("do").and_then(Value::as_str).unwrap_or_default();
    if ExerciseRequest::NAMES.contains(&name) {
        return (id, serde_json::from_value(value).map(Request::Exercise).map_err(malformed));
    }
    if LobbyRequest::NAMES.contains(&name) {
        return (id, serde_json::from_value(value).map(Request::Lobby).map_err(malformed));
    }
    let game = fields.remove("game");
    let request: Result<GameRequest, _> = serde_json::from_value(value);
    let request = request.map_err(malformed).and_then(|request| match game {
        Some(Value::String(game)) => Ok(Request::Game(game, request)),
        _ => Err(ServiceRefusal::Malformed { reason: "missing field `game`".into() }),
    });
    (id, request)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_of_the_hall_and_of_games_are_told_apart() {
        for name in LobbyRequest::NAMES {
            let (id, request) = parse(&format!("{{\"id\": 7, \"do\": \"{name}\"}}"));
            assert_eq!(id, Some(7));
            let is_known = match request {
                Ok(request) => matches!(request, Request::Lobby(_)),
                Err(refusal) => refusal.to_string().contains("missing field"),
            };
            assert!(is_known, "{name}");
        }
        let (_, request) = parse("{\"id\": 8, \"do\": \"undo\", \"game\": \"g\"}");
        assert_eq!(request.as_ref().map(Request::name), Ok("undo"));
        assert!(matches!(request, Ok(Request::Game(game, GameRequest::Undo {})) if game == "g"));
    }

    #[test]
    fn a_request_without_its_fields_is_refused_with_its_id() {
        for text in [
            "{\"id\": 8, \"do\": \"undo\"}",
            "{\"id\": 8, \"do\": \"undo\", \"game\": 5}",
            "{\"id\": 8, \"do\": \"dance\", \"game\": \"g\"}",
            "{\"id\": 8, \"do\": \"undo\", \"game\": \"g\", \"more\": 1}",
            "{\"id\": 8, \"do\": \"list\", \"more\": 1}",
            "{\"id\": 8}",
        ] {
            let (id, request) = parse(text);
            assert_eq!(id, Some(8), "{text}");
            assert!(matches!(request, Err(ServiceRefusal::Malformed { .. })), "{text}");
        }
        for text in ["", "[]", "7", "{\"id\": \"x\"}", "{\"id\": -1}", "{\"do\": \"list\"}"] {
            assert!(matches!(parse(text), (None, Err(_))), "{text}");
        }
    }
}
