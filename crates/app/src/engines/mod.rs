//! Engines of others: programs that speak UGI, started, asked for moves, and ended.

mod group;
mod process;
#[cfg(test)]
mod tests;

use agon_arena::ugi::{Arbiter, Chosen, Forfeit, Go, Patience};
use agon_arena::{AnySession, GameEntry};

pub use process::Process;

/// What an engine may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineLimits {
    /// How long it is waited for.
    pub patience: Patience,
    /// The longest line that it may write, in bytes.
    pub line: usize,
    /// The most that it may write for one answer, in bytes.
    pub output: usize,
    /// The most memory of each of its processes, in bytes, where the system can limit it.
    pub memory: Option<u64>,
}

impl Default for EngineLimits {
    fn default() -> EngineLimits {
        let patience = Patience::default();
        EngineLimits { patience, line: 256 << 10, output: 16 << 20, memory: Some(4 << 30) }
    }
}

/// An engine that is asked for moves. One that forfeits is ended, with all that it has
/// started, and started anew for the next game.
pub struct Engine {
    command: String,
    limits: EngineLimits,
    name: String,
    /// Options that are set whenever it is started.
    set: Vec<(String, String)>,
    running: Option<Arbiter<Process>>,
}

impl Engine {
    /// Starts an engine by its command, which no shell sees: words are parted by blanks
    /// outside of quotes, and those that name files may be seen from the present folder.
    pub fn start(command: &str, limits: &EngineLimits) -> Result<Engine, Forfeit> {
        let mut engine = Engine {
            command: command.into(),
            limits: limits.clone(),
            name: String::new(),
            set: Vec::new(),
            running: None,
        };
        engine.run()?;
        Ok(engine)
    }

    /// What the engine calls itself, or the command that starts it.
    pub fn name(&self) -> &str {
        if self.name.is_empty() { &self.command } else { &self.name }
    }

    /// Sets an option, now and whenever the engine is started.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Forfeit> {
        self.set.push((name.into(), value.into()));
        self.with(|arbiter| arbiter.set(name, value))
    }

    /// Begins a game. An engine that was ended is started again.
    pub fn new_game(&mut self, game: &GameEntry) -> Result<(), Forfeit> {
        self.with(|arbiter| arbiter.new_game(game))
    }

    /// Has the engine choose a move in the position of the session, which is reached from
    /// `start` (`startpos` or a text of the game) by `moves`. The move is legal, and written
    /// as the game writes it.
    pub fn choose(
        &mut self,
        session: &dyn AnySession,
        start: &str,
        moves: &[String],
        go: &Go,
    ) -> Result<Chosen, Forfeit> {
        self.with(|arbiter| arbiter.choose(session, start, moves, go))
    }

    /// Ends the engine, with all that it has started.
    pub fn end(&mut self) {
        self.running = None;
    }

    /// The running engine, started if need be.
    fn run(&mut self) -> Result<&mut Arbiter<Process>, Forfeit> {
        let arbiter = match self.running.take() {
            Some(arbiter) => arbiter,
            None => {
                let process = Process::start(&self.command, &self.limits)?;
                let mut arbiter = Arbiter::greet(process, self.limits.patience)?;
                self.name = arbiter.name().to_string();
                for (name, value) in &self.set {
                    arbiter.set(name, value)?;
                }
                arbiter
            }
        };
        Ok(self.running.insert(arbiter))
    }

    /// Does something with the engine, which is ended where it forfeits.
    pub fn with<T>(
        &mut self,
        ask: impl FnOnce(&mut Arbiter<Process>) -> Result<T, Forfeit>,
    ) -> Result<T, Forfeit> {
        let done = self.run().and_then(ask);
        if done.is_err() {
            self.end();
        }
        done
    }
}
