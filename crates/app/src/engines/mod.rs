//! External engines: programs that speak UGI, started, asked for moves, and ended.

mod child;
mod command_line;
mod group;
#[cfg(target_os = "linux")]
mod guard;
mod last_words;
mod process;
mod restriction;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::process::ExitCode;

use agon_arena::ugi::{Arbiter, EngineMove, Forfeit, Go, Timeouts};
use agon_arena::{GameEntry, PositionView};

pub use child::EngineChild;
#[cfg(target_os = "linux")]
use child::{make_folder, prepare};
pub use command_line::CommandLine;
pub use last_words::LastWords;
pub use process::Process;
pub use restriction::{Restriction, Restrictions};

/// Does the work of an engine's guard, if this program was started as one.
#[cfg(target_os = "linux")]
pub fn run_as_guard() -> Option<ExitCode> {
    guard::run_if_asked()
}

/// This system has no guards.
#[cfg(not(target_os = "linux"))]
pub fn run_as_guard() -> Option<ExitCode> {
    None
}

/// The restrictions that a guard can enforce; `None` if there are no guards.
#[cfg(target_os = "linux")]
fn probe_guard() -> Option<Vec<Restriction>> {
    guard::probe()
}

/// This system has no guards.
#[cfg(not(target_os = "linux"))]
fn probe_guard() -> Option<Vec<Restriction>> {
    None
}

/// The limits of an external engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineLimits {
    /// How long to wait for it.
    pub timeouts: Timeouts,
    /// The longest line that it may write, in bytes.
    pub max_line: usize,
    /// The most that it may write for one answer, in bytes.
    pub max_output: usize,
    /// The most memory of each of its processes and of all together, in bytes.
    pub memory: Option<u64>,
    /// The largest file that it may write, in bytes.
    pub file_size: u64,
    /// The most processes that it may have at once.
    pub processes: usize,
    /// Files and folders that no folder which it may read must hold.
    pub private: Vec<PathBuf>,
}

impl Default for EngineLimits {
    fn default() -> EngineLimits {
        EngineLimits {
            timeouts: Timeouts::default(),
            max_line: 256 << 10,
            max_output: 16 << 20,
            memory: Some(4 << 30),
            file_size: 256 << 20,
            processes: 64,
            private: Vec::new(),
        }
    }
}

/// An external engine. After a forfeit it is ended with all its processes, and it is started again
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

    /// Ends the engine and all its processes.
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
