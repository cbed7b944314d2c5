//! Messages to the page: replies, and events that nobody asked for.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::{
    GameView, Reply, RequestError, RequestId, ReviewPoint, SearchInfo, StorageInfo, TrialScore,
};

/// What happened to a game, or to the server.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum Event {
    /// A game has changed.
    Game {
        /// The game as the page sees it.
        game: Box<GameView>,
    },
    /// The progress of a computer's search.
    Thinking {
        /// The id of the game.
        game: String,
        /// How many moves were made.
        ply: usize,
        /// How far the search has got.
        info: SearchInfo,
    },
    /// Lines of the analysis.
    Analysis {
        /// The id of the game.
        game: String,
        /// How many moves were made.
        ply: usize,
        /// The best lines.
        lines: Vec<SearchInfo>,
        /// Whether the analysis has ended.
        done: bool,
    },
    /// Points of a review.
    Review {
        /// The id of the game.
        game: String,
        /// The next points.
        points: Vec<ReviewPoint>,
        /// Whether these are the last.
        done: bool,
    },
    /// The score of a match between rule files so far.
    Trial {
        /// The id of the game.
        game: String,
        /// The score.
        trial: TrialScore,
    },
    /// A computer failed, and a person plays its side now.
    Problem {
        /// The id of the game.
        game: String,
        /// Why it failed.
        error: RequestError,
    },
    /// A game was deleted.
    Removed {
        /// The id of the game.
        game: String,
    },
    /// Games are kept elsewhere than before.
    Storage {
        /// Where they are kept.
        storage: StorageInfo,
    },
}

impl Event {
    /// What a later event of the same kind makes stale: a page that reads slowly gets only the
    /// latest one.
    pub fn stale_key(&self) -> Option<(u8, &str)> {
        match self {
            Event::Game { game } => Some((0, &game.id)),
            Event::Thinking { game, .. } => Some((1, game)),
            Event::Analysis { game, .. } => Some((2, game)),
            Event::Storage { .. } => Some((3, "")),
            Event::Trial { game, .. } => Some((4, game)),
            Event::Review { .. } | Event::Problem { .. } | Event::Removed { .. } => None,
        }
    }
}

/// A message to the page.
#[derive(Clone, Debug)]
pub enum Message {
    /// The reply to a request.
    Reply(RequestId, Result<Reply, RequestError>),
    /// An event.
    Event(Event),
}

/// The form of a reply on the wire.
#[derive(Serialize)]
struct ReplyText<'a> {
    re: RequestId,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<&'a Reply>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a RequestError>,
}

impl Message {
    /// The message as it is sent.
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
