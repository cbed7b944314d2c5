//! The arbiter's side: asks an engine for moves. An engine that breaks the protocol forfeits.

use agon_arena::{GameEntry, PositionView, SearchStats, read_score};
use agon_core::quote;
use agon_sandbox::{EngineIo, Forfeit, Timeouts};

use super::command::STARTPOS;
use super::{Command, Go, OptionType, Query, Reply, UgiOption};

/// The answer of an engine to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineMove {
    /// The move in the game's notation.
    pub mv: String,
    /// The time it took, in microseconds.
    pub time: u64,
    /// What the engine reported about its search.
    pub stats: SearchStats,
    /// The reply that it expects.
    pub ponder: Option<String>,
    /// The info lines of the search that have a line of play: the texts behind `info`.
    pub lines: Vec<String>,
}

/// Drives an engine.
pub struct Arbiter<I> {
    io: I,
    timeouts: Timeouts,
    name: String,
    author: String,
    options: Vec<UgiOption>,
    /// Unknown lines.
    unknown: Vec<String>,
    /// The first error that the engine reported since it was last ready.
    error: Option<String>,
}

/// How many unknown lines are kept.
const MAX_UNKNOWN: usize = 20;

/// How many characters of an unknown line are kept.
const MAX_UNKNOWN_LENGTH: usize = 200;

/// The name of the option that selects the game.
pub(super) const GAME: &str = "Game";

impl<I: EngineIo> Arbiter<I> {
    /// The handshake with an engine that was just started: reads its name and options.
    pub fn handshake(io: I, timeouts: Timeouts) -> Result<Arbiter<I>, Forfeit> {
        let (name, author) = (String::new(), String::new());
        let (options, unknown) = (Vec::new(), Vec::new());
        let mut arbiter = Arbiter { io, timeouts, name, author, options, unknown, error: None };
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

    /// The name that the engine reported, or an empty text.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The author that the engine reported, or an empty text.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The options of the engine.
    pub fn options(&self) -> &[UgiOption] {
        &self.options
    }

    /// The option with this name.
    pub fn option(&self, name: &str) -> Option<&UgiOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The names of the games that the engine plays.
    pub fn games(&self) -> &[String] {
        match self.option(GAME).map(|option| &option.kind) {
            Some(OptionType::Combo(games)) => games,
            _ => &[],
        }
    }

    /// The first unknown lines of the engine, which were ignored.
    pub fn unknown_lines(&self) -> &[String] {
        &self.unknown
    }

    /// Sets an option that the engine offers, to a value that fits.
    pub fn set_checked(&mut self, name: &str, value: &str) -> Result<(), Forfeit> {
        let Some(option) = self.option(name) else {
            let offered: Vec<&str> = self.options.iter().map(|known| known.name.as_str()).collect();
            let reason = match offered[..] {
                [] => format!("it has no options, so {} cannot be set", quote(name)),
                _ => format!("it has no option {}, only {}", quote(name), offered.join(", ")),
            };
            return Err(Forfeit::Option { reason });
        };
        option.check(value).map_err(|refusal| Forfeit::Option { reason: refusal.to_string() })?;
        let name = option.name.clone();
        self.set(&name, value)
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

    /// Waits until the engine has processed everything so far. An engine that has reported an
    /// error does not do what was asked, and forfeits: it would play with other settings, or in
    /// another position.
    pub fn ready(&mut self) -> Result<(), Forfeit> {
        self.settle()?;
        self.no_error()
    }

    fn no_error(&mut self) -> Result<(), Forfeit> {
        self.error.take().map_or(Ok(()), |reason| Err(Forfeit::Refused { reason }))
    }

    /// The same where errors are expected.
    pub fn settle_with_errors(&mut self) -> Result<(), Forfeit> {
        self.settle()?;
        self.error = None;
        Ok(())
    }

    fn settle(&mut self) -> Result<(), Forfeit> {
        self.request(Command::IsReady, self.timeouts.ready)?;
        loop {
            match self.next_reply("isready", self.timeouts.ready)? {
                Reply::ReadyOk => return Ok(()),
                reply @ Reply::BestMove { .. } => return Err(unasked(&reply)),
                _ => (),
            }
        }
    }

    /// Sends the position: a start (`startpos` or a position of the game), and the moves from
    /// there.
    pub fn position(&mut self, start: &str, moves: &[String]) -> Result<(), Forfeit> {
        let start = if start.trim().is_empty() { STARTPOS } else { start.trim() };
        let command = Command::Position { start: start.into(), moves: moves.to_vec() };
        self.request(command, self.timeouts.ready)
    }

    /// Sends a query about the position; `None` if the engine does not answer queries.
    pub fn query(&mut self, query: Query) -> Result<Option<String>, Forfeit> {
        self.request(Command::Query(query), self.timeouts.ready)?;
        self.send(&Command::IsReady)?;
        let mut answer = None;
        loop {
            match self.next_reply("isready", self.timeouts.ready)? {
                Reply::Response(words) => answer = Some(words),
                Reply::ReadyOk => {
                    // It may say that it does not know the query.
                    self.error = None;
                    return Ok(answer);
                }
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

    /// Waits for the move of a search, and checks it by our rules. Meanwhile the engine may send
    /// queries about the position.
    pub fn best_move(
        &mut self,
        session: &dyn PositionView,
        within: u64,
    ) -> Result<EngineMove, Forfeit> {
        let silent = Forfeit::Silent { word: "go", milliseconds: within };
        self.wait_for_move(session, false)?.ok_or(silent)
    }

    /// Waits `within` milliseconds for the move of a search; `None` if there is none yet.
    pub fn best_move_within(
        &mut self,
        session: &dyn PositionView,
        milliseconds: u64,
    ) -> Result<Option<EngineMove>, Forfeit> {
        self.io.start_clock(milliseconds);
        self.wait_for_move(session, false)
    }

    /// Sends `isready` during a search. Returns the move, if the search ends before the answer, and
    /// the time of the answer in microseconds.
    pub fn ready_while_thinking(
        &mut self,
        session: &dyn PositionView,
    ) -> Result<(Option<EngineMove>, u64), Forfeit> {
        self.request(Command::IsReady, self.timeouts.ready)?;
        let early = self.wait_for_move(session, true)?;
        if early.is_some() {
            while self.next_reply("isready", self.timeouts.ready)? != Reply::ReadyOk {}
        }
        Ok((early, self.io.elapsed()))
    }

    /// Waits for a move, or for `readyok` if that ends the waiting; `None` without a move. If
    /// `readyok` is awaited, its absence is a forfeit.
    fn wait_for_move(
        &mut self,
        session: &dyn PositionView,
        until_ready: bool,
    ) -> Result<Option<EngineMove>, Forfeit> {
        let (mut stats, mut lines) = (SearchStats::default(), Vec::new());
        loop {
            let Some(reply) = self.try_next_reply()? else {
                let milliseconds = self.timeouts.ready;
                let silent = Forfeit::Silent { word: "isready", milliseconds };
                return if until_ready { Err(silent) } else { Ok(None) };
            };
            match reply {
                Reply::ReadyOk if until_ready => return Ok(None),
                Reply::Info(words) => {
                    if has_unread_score(&words) {
                        self.remember(&Reply::Info(words.clone()).to_string());
                    }
                    stats.read(&words);
                    let mut fields = words.split_whitespace().take_while(|&word| word != "string");
                    if fields.any(|word| word == "pv") {
                        lines.push(words);
                    }
                }
                Reply::Query(query) => {
                    let response = Reply::Response(query.answer(session));
                    self.io.send(&response.to_string())?;
                }
                Reply::BestMove { mv, ponder } => {
                    self.no_error()?;
                    let time = self.io.elapsed();
                    let refused = |reason| Forfeit::Illegal { mv: quote(&mv), reason };
                    let mv = session.read(&mv).map_err(|refusal| refused(refusal.to_string()))?;
                    return Ok(Some(EngineMove { mv, time, stats, ponder, lines }));
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
        let Timeouts { margin, patience, thinking, .. } = self.timeouts;
        let limit = go.deadline(session.to_move());
        let allowed = limit.map(|limit| limit.saturating_add(margin));
        let within = allowed.map_or(thinking, |allowed| allowed.saturating_add(patience));
        self.go(start, moves, go, within)?;
        let chosen = self.best_move(session, within)?;
        match limit.zip(allowed) {
            Some((limit, allowed)) if chosen.time > allowed.saturating_mul(1000) => {
                let over = chosen.time.div_ceil(1000).saturating_sub(limit);
                Err(Forfeit::Late { over, margin })
            }
            _ => Ok(chosen),
        }
    }

    /// The timeouts of the engine.
    pub fn timeouts(&self) -> Timeouts {
        self.timeouts
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

    /// The next known reply; unknown lines are skipped.
    fn next_reply(&mut self, word: &'static str, milliseconds: u64) -> Result<Reply, Forfeit> {
        self.try_next_reply()?.ok_or(Forfeit::Silent { word, milliseconds })
    }

    /// The next known reply; `None` if the time is over.
    fn try_next_reply(&mut self) -> Result<Option<Reply>, Forfeit> {
        while let Some(line) = self.io.receive()? {
            if let Some(reply) = Reply::read(&line)? {
                if let Reply::Info(words) = &reply
                    && let Some(error) = reported_error(words)
                {
                    self.error.get_or_insert(error);
                }
                return Ok(Some(reply));
            }
            self.remember(&line);
        }
        Ok(None)
    }

    /// Keeps an unknown line.
    fn remember(&mut self, line: &str) {
        if self.unknown.len() < MAX_UNKNOWN && !line.trim().is_empty() {
            self.unknown.push(line.chars().take(MAX_UNKNOWN_LENGTH).collect());
        }
    }
}

/// The error that an info line reports: `string error: TEXT`.
fn reported_error(words: &str) -> Option<String> {
    let (word, text) = words.split_once(char::is_whitespace)?;
    let (begin, rest) = text.trim_start().split_at_checked("error".len())?;
    let is_error = word == "string"
        && begin.eq_ignore_ascii_case("error")
        && (rest.is_empty() || rest.starts_with(':'));
    let reason = rest.trim_start_matches([':', ' ', '\t']).chars().take(MAX_UNKNOWN_LENGTH);
    is_error.then(|| reason.collect())
}

/// Whether an info line has a score that cannot be parsed, such as `score cp 12`.
fn has_unread_score(words: &str) -> bool {
    let fields = words.split_whitespace().take_while(|&word| word != "string" && word != "pv");
    let fields: Vec<&str> = fields.collect();
    fields.contains(&"score") && read_score(words).is_none()
}

fn unasked(reply: &Reply) -> Forfeit {
    Forfeit::Unasked { found: quote(&reply.to_string()) }
}
