//! The arbiter's side: asks an engine for moves, and has it forfeit where it does not keep
//! to the rules.

use agon_core::{Score, quote};

use super::command::STARTPOS;
use super::{Command, Forfeit, Go, Kind, Offer, Question, Reply, read_score};
use crate::{AnySession, GameEntry};

/// Lines to and from an engine, by somebody who has a clock.
pub trait Lines {
    /// Says a line to the engine.
    fn send(&mut self, line: &str) -> Result<(), Forfeit>;

    /// Begins something new: from now on what the engine writes is counted, and it has so
    /// many milliseconds.
    fn allow(&mut self, milliseconds: u64);

    /// Waits for the next line of the engine; `None` where its time is over.
    fn receive(&mut self) -> Result<Option<String>, Forfeit>;

    /// How many microseconds there are since something new began.
    fn spent(&self) -> u64;
}

/// How long an engine is waited for, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// From the start until `ugiok`.
    pub startup: u64,
    /// For an answer to `isready` or `query`.
    pub ready: u64,
    /// For a move where no limit of time was given.
    pub thinking: u64,
    /// What is added to a limit of time, for the way there and back.
    pub grace: u64,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { startup: 10_000, ready: 5_000, thinking: 60_000, grace: 500 }
    }
}

/// What an engine answered to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The move, as the game writes it.
    pub mv: String,
    /// How long it took, in microseconds.
    pub spent: u64,
    /// What the engine last said that the position is worth to the side to move, if it
    /// did.
    pub score: Option<Score>,
}

/// Drives an engine.
pub struct Arbiter<L> {
    lines: L,
    patience: Patience,
    name: String,
    author: String,
    offers: Vec<Offer>,
}

/// The name of the option that says which game is played.
pub(super) const GAME: &str = "Game";

impl<L: Lines> Arbiter<L> {
    /// Greets an engine that has just been started, and hears what it offers.
    pub fn greet(lines: L, patience: Patience) -> Result<Arbiter<L>, Forfeit> {
        let (name, author) = (String::new(), String::new());
        let mut arbiter = Arbiter { lines, patience, name, author, offers: Vec::new() };
        arbiter.ask(Command::Ugi, patience.startup)?;
        loop {
            match arbiter.hear("ugi", patience.startup)? {
                Reply::Name(name) => arbiter.name = name,
                Reply::Author(author) => arbiter.author = author,
                Reply::Option(offer) => arbiter.offers.push(offer),
                Reply::UgiOk => return Ok(arbiter),
                Reply::BestMove(mv) => return Err(unasked(&mv)),
                _ => (),
            }
        }
    }

    /// What the engine calls itself; nothing if it did not say.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who wrote it; nothing if it did not say.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The options that it has.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// The option of this name.
    pub fn offer(&self, name: &str) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.name.eq_ignore_ascii_case(name))
    }

    /// The names of the games that it offers.
    pub fn games(&self) -> &[String] {
        match self.offer(GAME).map(|offer| &offer.kind) {
            Some(Kind::Combo(games)) => games,
            _ => &[],
        }
    }

    /// Sets an option.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Forfeit> {
        let set = Command::SetOption { name: name.into(), value: value.into() };
        self.ask(set, self.patience.ready)
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
        self.ask(Command::NewGame, self.patience.ready)?;
        self.ready()
    }

    /// Waits until the engine has done everything that it was told.
    pub fn ready(&mut self) -> Result<(), Forfeit> {
        self.ask(Command::IsReady, self.patience.ready)?;
        loop {
            match self.hear("isready", self.patience.ready)? {
                Reply::ReadyOk => return Ok(()),
                Reply::BestMove(mv) => return Err(unasked(&mv)),
                _ => (),
            }
        }
    }

    /// Tells the position: where it begins (`startpos` or a text of the game), and the moves
    /// made from there.
    pub fn position(&mut self, start: &str, moves: &[String]) -> Result<(), Forfeit> {
        let start = if start.trim().is_empty() { STARTPOS } else { start.trim() };
        let command = Command::Position { start: start.into(), moves: moves.to_vec() };
        self.ask(command, self.patience.ready)
    }

    /// Asks about the position; `None` if the engine does not answer such questions.
    pub fn query(&mut self, question: Question) -> Result<Option<String>, Forfeit> {
        self.ask(Command::Query(question), self.patience.ready)?;
        self.send(&Command::IsReady)?;
        let mut answer = None;
        loop {
            match self.hear("isready", self.patience.ready)? {
                Reply::Response(words) => answer = Some(words),
                Reply::ReadyOk => return Ok(answer),
                Reply::BestMove(mv) => return Err(unasked(&mv)),
                _ => (),
            }
        }
    }

    /// Tells the position, and begins a search that has so many milliseconds. They begin
    /// when the engine is ready, so that it does not pay for what it had to do before.
    pub fn go(
        &mut self,
        start: &str,
        moves: &[String],
        go: &Go,
        within: u64,
    ) -> Result<(), Forfeit> {
        self.position(start, moves)?;
        self.ready()?;
        self.ask(Command::Go(go.clone()), within)
    }

    /// Ends a search before it ends by itself, and gives it so many milliseconds for that.
    pub fn stop(&mut self, within: u64) -> Result<(), Forfeit> {
        self.ask(Command::Stop, within)
    }

    /// Waits for the move of a search, and has our rules say whether it is one. Meanwhile
    /// the engine may ask about the position.
    pub fn best_move(&mut self, session: &dyn AnySession, within: u64) -> Result<Chosen, Forfeit> {
        let mut score = None;
        loop {
            match self.hear("go", within)? {
                Reply::Info(words) => score = read_score(&words).or(score),
                Reply::Query(question) => {
                    let response = Reply::Response(question.answer(session));
                    self.lines.send(&response.to_string())?;
                }
                Reply::BestMove(mv) => {
                    let spent = self.lines.spent();
                    let refused = |reason| Forfeit::Illegal { mv: quote(&mv), reason };
                    let mv = session.read(&mv).map_err(|refusal| refused(refusal.to_string()))?;
                    return Ok(Chosen { mv, spent, score });
                }
                _ => (),
            }
        }
    }

    /// Has the engine choose a move in the position of the session, which is reached from
    /// `start` by `moves`.
    pub fn choose(
        &mut self,
        session: &dyn AnySession,
        start: &str,
        moves: &[String],
        go: &Go,
    ) -> Result<Chosen, Forfeit> {
        let limit = go.deadline(session.to_move());
        let within = match limit {
            Some(limit) => limit.saturating_add(self.patience.grace),
            None => self.patience.thinking,
        };
        self.go(start, moves, go, within)?;
        self.best_move(session, within)
    }

    /// Where the lines come from and go to.
    pub fn lines(&mut self) -> &mut L {
        &mut self.lines
    }

    /// Says something that has so many milliseconds to be answered.
    fn ask(&mut self, command: Command, within: u64) -> Result<(), Forfeit> {
        self.lines.allow(within);
        self.send(&command)
    }

    fn send(&mut self, command: &Command) -> Result<(), Forfeit> {
        self.lines.send(&command.to_string())
    }

    /// The next line that is known here.
    fn hear(&mut self, word: &'static str, milliseconds: u64) -> Result<Reply, Forfeit> {
        loop {
            let line = self.lines.receive()?.ok_or(Forfeit::Silent { word, milliseconds })?;
            if let Some(reply) = Reply::read(&line)? {
                return Ok(reply);
            }
        }
    }
}

fn unasked(mv: &str) -> Forfeit {
    Forfeit::Unasked { found: quote(&Reply::BestMove(mv.into()).to_string()) }
}
