//! Replies: lines from an engine to an arbiter.

use std::fmt;

use agon_core::quote;
use agon_sandbox::Forfeit;

use super::{Command, Query, UgiOption};

/// A line from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Its name.
    Name(String),
    /// Its author.
    Author(String),
    /// One of its options.
    Option(UgiOption),
    /// The end of its options.
    UgiOk,
    /// All earlier commands are done.
    ReadyOk,
    /// The progress of a search, or a message: the text behind `info`.
    Info(String),
    /// A query about the position. An engine that does not know the rules may send it while it
    /// chooses a move.
    Query(Query),
    /// The answer to a query.
    Response(String),
    /// Its move.
    BestMove {
        /// The move.
        mv: String,
        /// The reply that it expects, to ponder on.
        ponder: Option<String>,
    },
}

/// The word for no move, when the game is over.
pub(super) const NO_MOVE: &str = "none";

impl Reply {
    /// Parses a line; `None` if it is unknown, which is ignored. A malformed `bestmove` is a
    /// forfeit.
    pub fn read(line: &str) -> Result<Option<Reply>, Forfeit> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match word {
            "id" => match rest.split_once(char::is_whitespace) {
                Some(("name", name)) => Some(Reply::Name(name.trim().into())),
                Some(("author", author)) => Some(Reply::Author(author.trim().into())),
                _ => None,
            },
            "option" => UgiOption::read(rest).map(Reply::Option),
            "ugiok" => Some(Reply::UgiOk),
            "readyok" => Some(Reply::ReadyOk),
            "info" => Some(Reply::Info(rest.into())),
            "query" => Query::read(rest).map(Reply::Query),
            "response" => Some(Reply::Response(rest.into())),
            "bestmove" => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                let (mv, ponder) = match words[..] {
                    [mv] => (mv.into(), None),
                    [mv, "ponder", reply] => (mv.into(), Some(reply.into())),
                    _ => {
                        let right = "bestmove and the move, two words,";
                        return Err(Forfeit::Garbage { found: quote(line), right });
                    }
                };
                Some(Reply::BestMove { mv, ponder })
            }
            _ => None,
        })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "id name {name}"),
            Reply::Author(author) => write!(f, "id author {author}"),
            Reply::Option(option) => option.fmt(f),
            Reply::UgiOk => f.write_str("ugiok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(words) => write!(f, "info {words}"),
            Reply::Query(query) => Command::Query(*query).fmt(f),
            Reply::Response(words) => write!(f, "response {words}"),
            Reply::BestMove { mv, ponder: None } => write!(f, "bestmove {mv}"),
            Reply::BestMove { mv, ponder: Some(reply) } => {
                write!(f, "bestmove {mv} ponder {reply}")
            }
        }
    }
}
