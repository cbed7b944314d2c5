//! What an engine says to an arbiter.

use std::fmt;

use agon_core::quote;

use super::{Command, Forfeit, Offer, Question};

/// A line from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// What it is called.
    Name(String),
    /// Who wrote it.
    Author(String),
    /// An option that it has.
    Option(Offer),
    /// All options are told.
    UgiOk,
    /// Everything asked before is done.
    ReadyOk,
    /// How a search gets on, or anything else: what stands behind `info`.
    Info(String),
    /// A question about the position, which an engine that does not know the rules may ask
    /// while it chooses a move.
    Query(Question),
    /// The answer to a question.
    Response(String),
    /// The move that it makes.
    BestMove(String),
}

/// What stands for a move where there is none, because the game is over.
pub(super) const NO_MOVE: &str = "none";

impl Reply {
    /// Reads a line; `None` if it is nothing that is known here, which is let pass. A best
    /// move is taken only where it is one.
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
            "option" => Offer::read(rest).map(Reply::Option),
            "ugiok" => Some(Reply::UgiOk),
            "readyok" => Some(Reply::ReadyOk),
            "info" => Some(Reply::Info(rest.into())),
            "query" => Question::read(rest).map(Reply::Query),
            "response" => Some(Reply::Response(rest.into())),
            "bestmove" if rest.split_whitespace().count() == 1 => {
                Some(Reply::BestMove(rest.into()))
            }
            "bestmove" => {
                let right = "bestmove and the move, two words,";
                return Err(Forfeit::Garbage { found: quote(line), right });
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
            Reply::Option(offer) => offer.fmt(f),
            Reply::UgiOk => f.write_str("ugiok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(words) => write!(f, "info {words}"),
            Reply::Query(question) => Command::Query(*question).fmt(f),
            Reply::Response(words) => write!(f, "response {words}"),
            Reply::BestMove(mv) => write!(f, "bestmove {mv}"),
        }
    }
}
