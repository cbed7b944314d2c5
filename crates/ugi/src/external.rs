//! External engines: programs that speak UGI, started, asked for moves, and ended.

#[cfg(test)]
mod tests;

use agon_arena::GameEntry;
use agon_sandbox::{EngineLimits, Forfeit, Process};

use crate::Arbiter;

/// An external engine. After a forfeit it is ended with all its processes, and it is started again
/// for the next game.
pub struct ExternalEngine {
    command: String,
    limits: EngineLimits,
    name: String,
    /// Options that are set whenever it is started.
    set: Vec<(String, String)>,
    /// What it had written on standard error when it forfeited.
    stderr_tail: String,
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
            stderr_tail: String::new(),
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
    pub fn stderr_tail(&self) -> &str {
        &self.stderr_tail
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
        self.stderr_tail.clear();
        let done = self.run().and_then(ask);
        if let Err(forfeit) = &done
            && let Some(mut arbiter) = self.running.take()
        {
            self.stderr_tail = arbiter.io().end_after(forfeit);
        }
        done
    }
}
