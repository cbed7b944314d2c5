//! External engines: programs that speak UGI, started, asked for moves, and ended.

mod child;
mod command_line;
mod group;
#[cfg(target_os = "linux")]
mod guard;
mod last_words;
mod log;
mod process;
mod restriction;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::process::ExitCode;

use agon_arena::GameEntry;
use agon_arena::ugi::{Arbiter, Forfeit, Timeouts};

pub use child::EngineChild;
#[cfg(target_os = "linux")]
use child::{make_folder, prepare};
pub use command_line::CommandLine;
pub use last_words::LastWords;
pub use log::EngineLog;
use log::ProcessLog;
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
    /// Where everything is written that is said, and the name of the engine there.
    pub log: Option<(EngineLog, String)>,
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
            log: None,
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
    /// What it had written on standard error when it forfeited.
    last_words: String,
    running: Option<Arbiter<Process>>,
}

impl ExternalEngine {
    /// Starts an engine by its command line: split on spaces, quotes group words, no shell is
    /// involved. Paths are relative to the current folder.
    pub fn start(command: &str, limits: &EngineLimits) -> Result<ExternalEngine, Forfeit> {
        ExternalEngine::start_with(command, limits, &[])
    }

    /// The same with options, which it must offer and which are set whenever it is started.
    pub fn start_with(
        command: &str,
        limits: &EngineLimits,
        options: &[(String, String)],
    ) -> Result<ExternalEngine, Forfeit> {
        let mut engine = ExternalEngine {
            command: command.into(),
            limits: limits.clone(),
            name: String::new(),
            set: options.to_vec(),
            last_words: String::new(),
            running: None,
        };
        engine.run()?;
        Ok(engine)
    }

    /// The name that the engine reported, or its command.
    pub fn name(&self) -> &str {
        if self.name.is_empty() { &self.command } else { &self.name }
    }

    /// What it had written on standard error when it forfeited last; empty if nothing, or if it
    /// is part of the forfeit.
    pub fn last_words(&self) -> &str {
        &self.last_words
    }

    /// Begins a game; starts the engine again if it was ended.
    pub fn new_game(&mut self, game: &GameEntry) -> Result<(), Forfeit> {
        self.with(|arbiter| arbiter.new_game(game))
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
                    arbiter.set_checked(name, value)?;
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
        self.last_words.clear();
        let done = self.run().and_then(ask);
        if let Err(forfeit) = &done
            && let Some(mut arbiter) = self.running.take()
        {
            self.last_words = arbiter.io().end_after(forfeit);
        }
        done
    }
}
