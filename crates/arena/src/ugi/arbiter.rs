//! The arbiter's side: asks an engine for moves; an engine that breaks the protocol forfeits.

use agon_core::{Score, quote};

use super::command::STARTPOS;
use super::{Command, Forfeit, Go, OptionType, Query, Reply, UgiOption, read_score};
use crate::{GameEntry, PositionView};

/// Lines to and from an engine, with a clock.
pub trait EngineIo {
    /// Sends a line to the engine.
    fn send(&mut self, line: &str) -> Result<(), Forfeit>;

    /// Starts the clock of a new exchange, which has this many milliseconds; the output of the
    /// engine is counted from here.
    fn start_clock(&mut self, milliseconds: u64);

    /// Waits for the next line of the engine; `None` if its time is over.
    fn receive(&mut self) -> Result<Option<String>, Forfeit>;

    /// Microseconds since the clock was started.
    fn elapsed(&self) -> u64;
}

/// How long to wait for an engine, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From the start until `ugiok`.
    pub startup: u64,
    /// For an answer to `isready` or `query`.
    pub ready: u64,
    /// For a move without a time limit.
    pub thinking: u64,
    /// Added to a time limit, for the communication.
    pub overhead: u64,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { startup: 10_000, ready: 5_000, thinking: 60_000, overhead: 500 }
    }
}

/// The answer of an engine to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineMove {
    /// The move in the game's notation.
    pub mv: String,
    /// The time it took, in microseconds.
    pub time: u64,
    /// The last score that the engine reported, for the side to move.
    pub score: Option<Score>,
}

/// Drives an engine.
pub struct Arbiter<I> {
    io: I,
    timeouts: Timeouts,
    name: String,
    author: String,
    options: Vec<UgiOption>,
}

/// The name of the option that says which game is played.
pub(super) const GAME: &str = "Game";

impl<I: EngineIo> Arbiter<I> {
    /// The handshake with an engine that was just started: reads its name and options.
    pub fn handshake(io: I, timeouts: Timeouts) -> Result<Arbiter<I>, Forfeit> {
        let (name, author) = (String::new(), String::new());
        let mut arbiter = Arbiter { io, timeouts, name, author, options: Vec::new() };
        arbiter.request(Command::Ugi, timeouts.startup)?;
        loop {
            match arbiter.next_reply("ugi", timeouts.startup)? {
                Reply::Name(name) => arbiter.name = name,
                Reply::Author(author) => arbiter.author = author,
                Reply::Option(option) => arbiter.options.push(option),
                Reply::UgiOk => return Ok(arbiter),
                reply @ Reply::BestMove { .. } => return Err(unasked(&reply)),
                _ => (),
            }
        }
    }

    /// The name that the engine reported; empty if none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The author that the engine reported; empty if none.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// Its options.
    pub fn options(&self) -> &[UgiOption] {
        &self.options
    }

    /// The option of this name.
    pub fn option(&self, name: &str) -> Option<&UgiOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The names of the games that it plays.
    pub fn games(&self) -> &[String] {
        match self.option(GAME).map(|option| &option.kind) {
            Some(OptionType::Combo(games)) => games,
            _ => &[],
        }
    }

    /// Sets an option.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Forfeit> {
        let set = Command::SetOption { name: name.into(), value: value.into() };
        self.request(set, self.timeouts.ready)
    }

    /// Begins a game.
    pub fn new_game(&mut self, game: &GameEntry) -> Result<(), Forfeit> {
        if !self.games().iter().any(|offered| offered == game.name) {
            let offered = match self.games() {
                [] => "nothing".into(),
                games => quote(&games.join(", ")),
            };
            return Err(Forfeit::NotOffered { game: game.name.into(), offered });
        }
        self.set(GAME, game.name)?;
        self.request(Command::NewGame, self.timeouts.ready)?;
        self.ready()
    }

    /// Waits until the engine has processed everything so far.
    pub fn ready(&mut self) -> Result<(), Forfeit> {
        self.request(Command::IsReady, self.timeouts.ready)?;
        loop {
            match self.next_reply("isready", self.timeouts.ready)? {
                Reply::ReadyOk => return Ok(()),
                reply @ Reply::BestMove { .. } => return Err(unasked(&reply)),
                _ => (),
            }
        }
    }

    /// Sends the position: its start (`startpos` or a position of the game), and the moves
    /// made from there.
    pub fn position(&mut self, start: &str, moves: &[String]) -> Result<(), Forfeit> {
        let start = if start.trim().is_empty() { STARTPOS } else { start.trim() };
        let command = Command::Position { start: start.into(), moves: moves.to_vec() };
        self.request(command, self.timeouts.ready)
    }

    /// Asks about the position; `None` if the engine does not answer queries.
    pub fn query(&mut self, query: Query) -> Result<Option<String>, Forfeit> {
        self.request(Command::Query(query), self.timeouts.ready)?;
        self.send(&Command::IsReady)?;
        let mut answer = None;
        loop {
            match self.next_reply("isready", self.timeouts.ready)? {
                Reply::Response(words) => answer = Some(words),
                Reply::ReadyOk => return Ok(answer),
                reply @ Reply::BestMove { .. } => return Err(unasked(&reply)),
                _ => (),
            }
        }
    }

    /// Sends the position, and starts a search of at most `within` milliseconds. The clock
    /// starts when the engine is ready, so that setting up the position does not count.
    pub fn go(
        &mut self,
        start: &str,
        moves: &[String],
        go: &Go,
        within: u64,
    ) -> Result<(), Forfeit> {
        self.position(start, moves)?;
        self.ready()?;
        self.request(Command::Go(go.clone()), within)
    }

    /// Stops a search, which has `within` milliseconds to answer.
    pub fn stop(&mut self, within: u64) -> Result<(), Forfeit> {
        self.request(Command::Stop, within)
    }

    /// Waits for the move of a search, and checks it by our rules. Meanwhile the engine may
    /// send queries about the position.
    pub fn best_move(
        &mut self,
        session: &dyn PositionView,
        within: u64,
    ) -> Result<EngineMove, Forfeit> {
        let mut score = None;
        loop {
            match self.next_reply("go", within)? {
                Reply::Info(words) => score = read_score(&words).or(score),
                Reply::Query(query) => {
                    let response = Reply::Response(query.answer(session));
                    self.io.send(&response.to_string())?;
                }
                Reply::BestMove { mv, .. } => {
                    let time = self.io.elapsed();
                    let refused = |reason| Forfeit::Illegal { mv: quote(&mv), reason };
                    let mv = session.read(&mv).map_err(|refusal| refused(refusal.to_string()))?;
                    return Ok(EngineMove { mv, time, score });
                }
                _ => (),
            }
        }
    }

    /// Asks for a move in the position of the session, which `moves` from `start` lead to.
    pub fn choose(
        &mut self,
        session: &dyn PositionView,
        start: &str,
        moves: &[String],
        go: &Go,
    ) -> Result<EngineMove, Forfeit> {
        let limit = go.deadline(session.to_move());
        let within = match limit {
            Some(limit) => limit.saturating_add(self.timeouts.overhead),
            None => self.timeouts.thinking,
        };
        self.go(start, moves, go, within)?;
        self.best_move(session, within)
    }

    /// The connection to the engine.
    pub fn io(&mut self) -> &mut I {
        &mut self.io
    }

    /// Sends a command that has `within` milliseconds to be answered.
    fn request(&mut self, command: Command, within: u64) -> Result<(), Forfeit> {
        self.io.start_clock(within);
        self.send(&command)
    }

    fn send(&mut self, command: &Command) -> Result<(), Forfeit> {
        self.io.send(&command.to_string())
    }

    /// The next reply, without lines that are not known here.
    fn next_reply(&mut self, word: &'static str, milliseconds: u64) -> Result<Reply, Forfeit> {
        loop {
            let line = self.io.receive()?.ok_or(Forfeit::Silent { word, milliseconds })?;
            if let Some(reply) = Reply::read(&line)? {
                return Ok(reply);
            }
        }
    }
}

fn unasked(reply: &Reply) -> Forfeit {
    Forfeit::Unasked { found: quote(&reply.to_string()) }
}
