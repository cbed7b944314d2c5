//! Commands: lines from an arbiter to an engine.

use std::fmt;

use agon_arena::PositionView;
use agon_core::{Outcome, Side, quote};

use super::{Go, UgiRefusal};

/// A line from an arbiter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Identify yourself, and list your options.
    Ugi,
    /// Answer when all earlier commands are done.
    IsReady,
    /// Set an option.
    SetOption {
        /// Its name.
        name: String,
        /// The new value.
        value: String,
    },
    /// Begin a new game.
    NewGame,
    /// Set the position.
    Position {
        /// Its start: `startpos`, or a position in the game's notation.
        start: String,
        /// The moves made from there.
        moves: Vec<String>,
    },
    /// Answer a query about the position.
    Query(Query),
    /// Search for a move.
    Go(Go),
    /// The opponent has made the expected move: the clock of the search runs from now on.
    PonderHit,
    /// Stop the search, and report the best move so far.
    Stop,
    /// Exit.
    Quit,
}

/// A query about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Whether the game is over: `true` or `false`.
    GameOver,
    /// Whether the first player is to move: `true` or `false`.
    P1Turn,
    /// `p1win`, `p2win`, `draw`, or `none` while the game goes on.
    Result,
    /// The legal moves, separated by blanks.
    Legal,
    /// The position in the game's notation.
    Fen,
}

impl Query {
    /// All queries.
    pub const ALL: [Query; 5] =
        [Query::GameOver, Query::P1Turn, Query::Result, Query::Legal, Query::Fen];

    /// Its word in the protocol.
    pub const fn word(self) -> &'static str {
        match self {
            Query::GameOver => "gameover",
            Query::P1Turn => "p1turn",
            Query::Result => "result",
            Query::Legal => "legal",
            Query::Fen => "fen",
        }
    }

    /// The query with this word.
    pub(super) fn read(word: &str) -> Option<Query> {
        Query::ALL.into_iter().find(|query| query.word() == word)
    }

    /// The answer by our rules.
    pub fn answer(self, session: &dyn PositionView) -> String {
        match self {
            Query::GameOver => session.outcome().is_some().to_string(),
            Query::P1Turn => (session.to_move() == Side::First).to_string(),
            Query::Result => match session.outcome() {
                None => "none".into(),
                Some(Outcome::Win(Side::First)) => "p1win".into(),
                Some(Outcome::Win(Side::Second)) => "p2win".into(),
                Some(Outcome::Draw) => "draw".into(),
            },
            Query::Legal => {
                let moves = session.moves().into_iter().map(|listed| listed.text);
                moves.collect::<Vec<String>>().join(" ")
            }
            Query::Fen => session.position(),
        }
    }
}

/// The word for the usual start of the game.
pub(super) const STARTPOS: &str = "startpos";

impl Command {
    /// Parses a line; `None` if it is empty.
    pub fn read(line: &str) -> Result<Option<Command>, UgiRefusal> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(Some(match word {
            "" => return Ok(None),
            "ugi" => Command::Ugi,
            "isready" => Command::IsReady,
            "setoption" => read_setoption(rest)?,
            "uginewgame" => Command::NewGame,
            "position" => read_position(rest)?,
            "query" => {
                let query = Query::read(rest);
                Command::Query(query.ok_or_else(|| UgiRefusal::Question { found: quote(rest) })?)
            }
            "go" => Command::Go(Go::read(rest.split_whitespace())?),
            "ponderhit" => Command::PonderHit,
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            _ => return Err(UgiRefusal::Unknown { found: quote(word) }),
        }))
    }
}

/// Parses the rest of `setoption`. Names and values may contain blanks.
fn read_setoption(rest: &str) -> Result<Command, UgiRefusal> {
    let rest = rest.strip_prefix("name ").ok_or(UgiRefusal::SetOption)?;
    // The first word `value`, with any blanks around it, ends the name.
    let at = rest.split_whitespace().find(|word| *word == "value");
    let at = at.map(|word| word.as_ptr() as usize - rest.as_ptr() as usize);
    let (name, value) = match at {
        Some(at) => (&rest[..at], &rest[at + "value".len()..]),
        None => (rest, ""),
    };
    let (name, value) = (name.trim().to_string(), value.trim().to_string());
    if name.is_empty() {
        Err(UgiRefusal::SetOption)
    } else {
        Ok(Command::SetOption { name, value })
    }
}

/// Parses the rest of `position`. The position may contain blanks, and ends before the word
/// `moves`.
fn read_position(rest: &str) -> Result<Command, UgiRefusal> {
    let mut words = rest.split_whitespace();
    let kind = words.next();
    let mut start: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let moves = words.map(String::from).collect();
    match kind {
        Some(STARTPOS) if start.is_empty() => start.push(STARTPOS),
        Some("fen") if !start.is_empty() => (),
        _ => return Err(UgiRefusal::Position),
    }
    Ok(Command::Position { start: start.join(" "), moves })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Ugi => f.write_str("ugi"),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Command::NewGame => f.write_str("uginewgame"),
            Command::Position { start, moves } => {
                let kind = if start == STARTPOS { "" } else { "fen " };
                write!(f, "position {kind}{start}")?;
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            Command::Query(query) => write!(f, "query {}", query.word()),
            Command::Go(go) => go.fmt(f),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Stop => f.write_str("stop"),
            Command::Quit => f.write_str("quit"),
        }
    }
}
