//! Requests of clients.

use std::collections::BTreeMap;

use agon_core::Side;
use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::{CreateRequest, ExerciseRequest, OfferKind};
use crate::ServiceRefusal;

/// The `id` that the client gave a request, if it could be read.
pub type RequestId = Option<u64>;

/// A request: about one game, to the lobby, or about exercises.
#[derive(Clone, Debug)]
pub enum Request {
    /// A request about the game with this id.
    Game(String, GameRequest),
    /// A request about no particular game.
    Lobby(LobbyRequest),
    Exercise(ExerciseRequest),
}

/// A request about no particular game. Unknown fields are refused, so that typing errors are found.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum LobbyRequest {
    /// Information about the server. If the client names another version of the protocol, it is
    /// refused.
    Welcome {
        /// The version that the client speaks.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        protocol: Option<u32>,
    },
    /// Stored games, the latest first.
    List {
        /// Only games that changed before this time.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        before: Option<i64>,
        /// The most games of the reply.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        limit: Option<u32>,
        /// Only this kind of game, by its name.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        game: Option<String>,
        /// Only games with this result, or open ones.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        result: Option<ListedResult>,
        /// Only games with this text in the name of a player.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        player: Option<String>,
        /// Only games that began at this time or later, in seconds since 1970.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        since: Option<i64>,
        /// Only games that began before this time.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        until: Option<i64>,
    },
    Create(Box<CreateRequest>),
    /// Creates a game from a record or a position.
    Import {
        text: String,
        /// The kind of game, for a bare position.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        game: Option<String>,
    },
    Scenes {
        /// The id of a game, or the name of a kind of game.
        game: String,
        positions: Vec<String>,
    },
    /// A draft of a position, after a brush was used on an element of the board.
    Edit {
        game: String,
        /// The draft; `startpos` for the start.
        position: String,
        /// The brush; without one the draft is only checked and drawn.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        brush: Option<String>,
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        element: Option<String>,
    },
    /// The game files that come with the program.
    Files {},
    /// Checks the text of a game file, and tells what the page shows of its game.
    Check {
        source: String,
    },
    Contests {},
    Contest {
        number: usize,
    },
    /// Opens a game of a contest to watch it.
    Replay {
        number: usize,
        key: String,
    },
    Starter {
        game: String,
    },
    /// What was kept of the caller's learning.
    Learning {},
    /// Keeps what a client knows of the caller's learning, or forgets it.
    #[serde(rename = "save_learning")]
    SaveLearning {
        /// A JSON object, which only clients understand; null to forget.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        data: Value,
    },
    /// The QR code of a link.
    QrCode {
        text: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum ListedResult {
    Open,
    P1,
    P2,
    Draw,
}

/// A request about a game. Unknown fields are refused, so that typing errors are found.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum GameRequest {
    /// Opens the game; its events follow.
    Open {
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        key: Option<String>,
    },
    /// Ends the events.
    Close {},
    Remove {},
    /// Changes the side whose view the client gets.
    View {
        /// The side; `None` for everything.
        viewer: Option<Side>,
    },
    Move {
        mv: String,
        /// The ply that the client shows.
        ply: usize,
        /// Whether later moves may be discarded.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        cut: bool,
        /// The elements that selected it, if several paths select it.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        path: Option<Vec<String>>,
    },
    /// Takes back a move.
    Undo {},
    /// Repeats a move that was taken back.
    Redo {},
    /// Goes to a position of the line.
    Jump {
        /// How many moves of the line are made there.
        ply: usize,
    },
    /// Looks at a position of the line or of a variation, which changes nothing for others. Further
    /// requests of this client, such as a hint, are about that position.
    Look {
        /// How many moves of the line lead there; `None` follows the game again.
        ply: Option<usize>,
        /// The moves of the variation that begins there.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
        moves: Vec<String>,
        /// The elements that selected the last of these, if several paths select it.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        path: Option<Vec<String>>,
    },
    /// Writes to the position after some moves from the start; those that are new begin or continue
    /// a variation. What is left out stays.
    Annotate {
        moves: Vec<String>,
        /// The comment; empty for none.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        comment: Option<String>,
        /// Circles and arrows, as `G11` and `R11>22`.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        marks: Option<Vec<String>>,
    },
    /// Removes the last of these moves from the variations, and what stands behind it.
    Prune {
        moves: Vec<String>,
    },
    /// Puts the last of these moves before the others that begin at the same place.
    Promote {
        moves: Vec<String>,
    },
    Resign {},
    /// Offers something to the opponent.
    Offer {
        what: OfferKind,
    },
    /// Accepts or declines the opponent's offer, or withdraws one's own.
    Answer {
        accept: bool,
    },
    /// Why no legal move begins with these elements.
    Why {
        path: Vec<String>,
    },
    /// Changes the player of a side.
    Seat {
        side: Side,
        /// The player, as in docs/players.md.
        seat: String,
        /// The rule file that the player uses.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        rules: Option<RuleFile>,
    },
    /// Claims a side for this browser.
    Claim {
        side: Side,
        /// The name of the person.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        name: Option<String>,
    },
    /// Names the person who plays a side; an empty name removes it.
    Name {
        side: Side,
        name: String,
    },
    /// Starts the next game of the same players, or offers it to the player in another browser.
    Rematch {
        /// Whether the sides are swapped.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        swap: bool,
        /// Other players than now, if no other player has to agree.
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        seats: Option<[String; 2]>,
    },
    /// Makes an invitation, which lets a guest into this game only.
    Invite {
        /// Its secret, which the server sets.
        #[serde(skip)]
        #[cfg_attr(feature = "typescript", ts(skip))]
        secret: String,
    },
    /// Ends the invitation. Those who play already go on.
    Revoke {},
    /// Releases a claimed side.
    Release {
        side: Side,
    },
    /// Starts or stops the automatic moves of computers.
    Run {
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
    /// Asks for a good move.
    Hint {
        /// The elements that are selected, with which it begins if a move does.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
        path: Vec<String>,
    },
    /// Asks what the other side would do if it were to move.
    Threat {},
    /// Starts, changes or ends the analysis.
    Analyse {
        /// The number of lines; 0 ends it.
        lines: usize,
    },
    /// Starts the review of the whole game.
    Review {},
    /// Plays a short match between two versions of a rule file from the start of the game. Without
    /// versions, stops the running one.
    Trial {
        /// The new version and the old one.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        versions: Option<Box<[RuleFile; 2]>>,
        /// The number of pairs of games, from 1 to 20; 15 by default.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        pairs: Option<usize>,
    },
    /// Lets a program follow the game by rules of its own, or none. The same one is asked again
    /// from the start.
    Follow {
        /// Its name, such as `hand-in:ann`.
        program: Option<String>,
    },
    /// Asks what that program has said so far.
    Followed {},
    /// Asks what it has said after some steps.
    Told {
        step: usize,
    },
    /// Grades a move of the position that the client looks at, as a review does.
    Grade {
        mv: String,
    },
    /// Asks for the proven results of all moves.
    Verdicts {},
    /// Asks for a minimax tree.
    Tree(Box<TreeRequest>),
    /// Asks for the game as text.
    Record {
        /// Further comments on moves, by the number of moves made.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<BTreeMap<String, String>>", optional))]
        comments: BTreeMap<String, String>,
    },
}

macro_rules! request_names {
    ($requests:ident: $($variant:ident $name:literal),+ $(,)?) => {
        impl $requests {
            pub const NAMES: &[&str] = &[$($name),+];

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
    Edit "edit", Files "files", Check "check", Contests "contests", Contest "contest", Replay "replay", Starter "starter",
    Learning "learning", SaveLearning "save_learning",
    QrCode "qr_code",
}

request_names! {
    GameRequest:
    Open "open", Close "close", Remove "remove", View "view", Move "move", Undo "undo",
    Redo "redo", Jump "jump", Look "look", Annotate "annotate", Prune "prune", Promote "promote", Resign "resign", Offer "offer", Answer "answer",
    Why "why", Seat "seat", Claim "claim", Release "release", Name "name",
    Rematch "rematch", Invite "invite", Revoke "revoke", Run "run", Step "step", Hint "hint", Threat "threat",
    Analyse "analyse", Review "review", Trial "trial", Follow "follow", Followed "followed", Told "told", Grade "grade", Verdicts "verdicts",
    Tree "tree", Record "record",
}

impl Request {
    /// Whether somebody who was invited to one game may send it. The game checks the invitation.
    pub fn is_for_guests(&self) -> bool {
        let of_lobby = |request: &LobbyRequest| {
            use LobbyRequest::{List, Scenes, Welcome};
            matches!(request, Welcome { .. } | List { .. } | Scenes { .. })
        };
        match self {
            Request::Game(..) => true,
            Request::Lobby(request) => of_lobby(request),
            Request::Exercise(_) => false,
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            Request::Game(_, request) => request.name(),
            Request::Lobby(request) => request.name(),
            Request::Exercise(request) => request.name(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RuleFile {
    pub name: String,
    pub source: String,
}

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
    /// Whether all moves are shown, including pruned ones; then `top` does not matter.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub whole: bool,
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub eval: Option<String>,
    /// A player whose own tree is shown, up to this depth; then nothing is searched.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub player: Option<String>,
    /// The moves from the current position to the root.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub moves: Vec<String>,
    /// Whether it becomes a branch of a tree of the current position: its values are those of the
    /// side to move there, and plies count from there.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub branch: bool,
}

impl TreeRequest {
    /// The tree of a position to a depth, with the best move of each node.
    pub fn to_depth(depth: u32, pruning: bool) -> TreeRequest {
        let (top, whole, eval, player) = (1, false, None, None);
        TreeRequest { depth, pruning, top, whole, eval, player, moves: Vec::new(), branch: false }
    }
}

/// Parses a message: its id, and its request.
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
    fn requests_of_the_lobby_and_of_games_are_distinguished() {
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
