//! External engines: programs that speak UGI. They are started, asked for moves, and ended.

#[cfg(test)]
mod tests;

use agon_arena::GameEntry;
use agon_sandbox::{EngineLimits, Forfeit, Process};

use crate::Arbiter;

/// An external engine. After a forfeit it is ended with all its processes, and started again for
/// the next game.
pub struct ExternalEngine {
    command: String,
    limits: EngineLimits,
    name: String,
    /// Options that are set at every start.
    set: Vec<(String, String)>,
    /// The end of its standard error when it forfeited.
    stderr_tail: String,
    running: Option<Arbiter<Process>>,
}

impl ExternalEngine {
    /// Starts an engine by its command line, which is split on spaces. Quotes group words, and no
    /// shell is involved. Paths are relative to the current folder.
    pub fn start(command: &str, limits: &EngineLimits) -> Result<ExternalEngine, Forfeit> {
        ExternalEngine::start_with(command, limits, &[])
    }

    /// Starts an engine with options, which it must offer. They are set at every start.
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

    /// The end of its standard error at its last forfeit; empty if there was none, or if the
    /// forfeit contains it.
    pub fn stderr_tail(&self) -> &str {
        &self.stderr_tail
    }

    /// Begins a game. Starts the engine again if it was ended.
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

    /// Runs `act` with the engine, which is ended if it forfeits.
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
