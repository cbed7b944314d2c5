//! External engines: programs that speak UGI, started, asked for moves, and ended.

mod group;
mod process;
#[cfg(test)]
mod tests;

use agon_arena::ugi::{Arbiter, EngineMove, Forfeit, Go, Timeouts};
use agon_arena::{GameEntry, PositionView};

pub use process::Process;

/// The limits of an external engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineLimits {
    /// How long to wait for it.
    pub timeouts: Timeouts,
    /// The longest line that it may write, in bytes.
    pub max_line: usize,
    /// The most that it may write for one answer, in bytes.
    pub max_output: usize,
    /// The most memory of each of its processes, in bytes, where the system can limit it.
    pub memory: Option<u64>,
}

impl Default for EngineLimits {
    fn default() -> EngineLimits {
        let timeouts = Timeouts::default();
        EngineLimits { timeouts, max_line: 256 << 10, max_output: 16 << 20, memory: Some(4 << 30) }
    }
}

/// An external engine. After a forfeit its process group is ended, and it is started again
/// for the next game.
pub struct ExternalEngine {
    command: String,
    limits: EngineLimits,
    name: String,
    /// Options that are set whenever it is started.
    set: Vec<(String, String)>,
    running: Option<Arbiter<Process>>,
}

impl ExternalEngine {
    /// Starts an engine by its command line: split on spaces, quotes group words, no shell is
    /// involved. Paths are relative to the current folder.
    pub fn start(command: &str, limits: &EngineLimits) -> Result<ExternalEngine, Forfeit> {
        let mut engine = ExternalEngine {
            command: command.into(),
            limits: limits.clone(),
            name: String::new(),
            set: Vec::new(),
            running: None,
        };
        engine.run()?;
        Ok(engine)
    }

    /// The name that the engine reported, or its command.
    pub fn name(&self) -> &str {
        if self.name.is_empty() { &self.command } else { &self.name }
    }

    /// Sets an option, now and after every restart.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Forfeit> {
        self.set.push((name.into(), value.into()));
        self.with(|arbiter| arbiter.set(name, value))
    }

    /// Begins a game; starts the engine again if it was ended.
    pub fn new_game(&mut self, game: &GameEntry) -> Result<(), Forfeit> {
        self.with(|arbiter| arbiter.new_game(game))
    }

    /// Asks for a move in the position of the session, which `moves` from `start` (`startpos`
    /// or a position of the game) lead to. The move is legal, and in the game's notation.
    pub fn choose(
        &mut self,
        session: &dyn PositionView,
        start: &str,
        moves: &[String],
        go: &Go,
    ) -> Result<EngineMove, Forfeit> {
        self.with(|arbiter| arbiter.choose(session, start, moves, go))
    }

    /// Ends the engine and its process group.
    pub fn end(&mut self) {
        self.running = None;
    }

    /// The running engine, started if necessary.
    fn run(&mut self) -> Result<&mut Arbiter<Process>, Forfeit> {
        let arbiter = match self.running.take() {
            Some(arbiter) => arbiter,
            None => {
                let process = Process::start(&self.command, &self.limits)?;
                let mut arbiter = Arbiter::handshake(process, self.limits.timeouts)?;
                self.name = arbiter.name().to_string();
                for (name, value) in &self.set {
                    arbiter.set(name, value)?;
                }
                arbiter
            }
        };
        Ok(self.running.insert(arbiter))
    }

    /// Does something with the engine, which is ended if it forfeits.
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
