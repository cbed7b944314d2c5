//! Messages to clients: replies and events.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::{
    AnnotationsView, FollowView, GameView, Presence, Reply, RequestError, RequestId, ReviewPoint,
    SearchInfo, StorageInfo, TrialScore,
};

/// An event of a game, or of the server.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum Event {
    Game {
        /// The game as the client sees it.
        game: Box<GameView>,
    },
    /// What was written to the game has changed.
    Annotations {
        game: String,
        annotations: Box<AnnotationsView>,
    },
    /// The progress of a computer's search.
    Thinking {
        game: String,
        ply: usize,
        info: SearchInfo,
    },
    /// Lines of the analysis.
    Analysis {
        game: String,
        ply: usize,
        lines: Vec<SearchInfo>,
        done: bool,
    },
    Review {
        game: String,
        points: Vec<ReviewPoint>,
        /// Whether these are the last points.
        done: bool,
    },
    /// The score so far of a match between rule files.
    Trial {
        game: String,
        trial: TrialScore,
    },
    /// What the program that follows the game has said so far.
    Followed {
        game: String,
        followed: FollowView,
    },
    /// A computer failed, and a person plays its side now.
    Problem {
        game: String,
        error: RequestError,
    },
    Removed {
        game: String,
    },
    /// A player or a spectator has come or left.
    Presence {
        game: String,
        presence: Presence,
    },
    /// The storage of games has changed.
    Storage {
        storage: StorageInfo,
    },
}

impl Event {
    /// The key of events that a later one makes stale: a slow client gets only the latest one.
    pub fn stale_key(&self) -> Option<(u8, &str)> {
        match self {
            Event::Game { game } => Some((0, &game.id)),
            Event::Thinking { game, .. } => Some((1, game)),
            Event::Analysis { game, .. } => Some((2, game)),
            Event::Storage { .. } => Some((3, "")),
            Event::Trial { game, .. } => Some((4, game)),
            Event::Followed { game, .. } => Some((5, game)),
            Event::Annotations { game, .. } => Some((6, game)),
            Event::Presence { game, .. } => Some((7, game)),
            Event::Review { .. } | Event::Problem { .. } | Event::Removed { .. } => None,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Message {
    Reply(RequestId, Result<Reply, RequestError>),
    Event(Event),
}

/// The JSON form of a reply.
#[derive(Serialize)]
struct ReplyText<'a> {
    re: RequestId,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<&'a Reply>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a RequestError>,
}

impl Message {
    /// The message as JSON.
    pub fn to_json(&self) -> String {
        let written = match self {
            Message::Event(event) => serde_json::to_string(event),
            Message::Reply(re, reply) => {
                let (ok, error) = (reply.as_ref().ok(), reply.as_ref().err());
                serde_json::to_string(&ReplyText { re: *re, ok, error })
            }
        };
        // Plain data with text keys can always be written.
        written.unwrap_or_default()
    }
}
