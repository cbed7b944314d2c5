//! A hand-in as a player and as an evaluation.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use agon_arena::{EvaluationProgram, GameLine, NoAnswer};
use agon_host::interrupt;

use crate::assignment::{Assignment, find_assignment};
use crate::connection::{ConnectOptions, Connection, NotConnected, Purpose};
use crate::reason::Reason;
use crate::source::Source;

/// A hand-in that plays and evaluates. It is started for its first question, stays alive between
/// moves, and is started again after it has ended.
pub struct HandInProgram {
    /// The name of the evaluation.
    name: String,
    path: PathBuf,
    assignment: &'static Assignment,
    options: ConnectOptions,
    connection: Mutex<Option<Connection>>,
}

impl HandInProgram {
    /// The hand-in at a path, for a game. The name is that of the evaluation, such as
    /// `hand-in:ann`.
    pub fn new(
        name: &str,
        path: &Path,
        game: &str,
        options: ConnectOptions,
    ) -> Result<HandInProgram, NotConnected> {
        let assignment =
            find_assignment(game).ok_or_else(|| Reason::NoAssignment { game: game.into() })?;
        let (name, path, connection) = (name.into(), path.to_path_buf(), Mutex::new(None));
        Ok(HandInProgram { name, path, assignment, options, connection })
    }

    /// Starts the hand-in, to check that it connects.
    pub fn start(&self) -> Result<(), NotConnected> {
        let connection = self.connect()?;
        *self.connection.lock().unwrap_or_else(PoisonError::into_inner) = Some(connection);
        Ok(())
    }

    fn connect(&self) -> Result<Connection, NotConnected> {
        let source = Source::read(&self.path, self.assignment)?;
        let connection = Connection::open(source, self.assignment, &self.options, Purpose::Play)?;
        match connection.cannot_play(&self.path) {
            None => Ok(connection),
            Some(why) => Err(why),
        }
    }

    /// Does something with the connection. A failure is nobody's fault if Agon was interrupted.
    fn with<T>(
        &self,
        ask: impl FnOnce(&mut Connection) -> Result<T, String>,
    ) -> Result<T, NoAnswer> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let connected = match connection.take() {
            Some(connected) => Ok(connected),
            None => self.connect().map_err(|why| why.to_string()),
        };
        let answered = connected.and_then(|connected| ask(connection.insert(connected)));
        answered.map_err(|reason| match interrupt::interrupted() {
            true => NoAnswer::Stopped,
            false => NoAnswer::Failed(reason),
        })
    }
}

impl EvaluationProgram for HandInProgram {
    fn name(&self) -> &str {
        &self.name
    }

    fn game(&self) -> Option<&str> {
        Some(self.assignment.name)
    }

    fn follows_games(&self) -> bool {
        true
    }

    fn evaluate(&self, _: &str, _: &mut Vec<i64>) -> Result<(), NoAnswer> {
        Err(NoAnswer::Failed("is told games move by move".into()))
    }

    fn evaluate_leaves(
        &self,
        line: &GameLine,
        leaves: &[Vec<String>],
        values: &mut Vec<i64>,
    ) -> Result<(), NoAnswer> {
        let adapter = self.assignment.adapter;
        let found =
            self.with(|connection| adapter.values(line, leaves, &mut |text| connection.ask(text)))?;
        values.extend(found);
        Ok(())
    }

    fn choose(&self, line: &GameLine) -> Result<Option<String>, NoAnswer> {
        let adapter = self.assignment.adapter;
        self.with(|connection| adapter.choose(line, &mut |text| connection.ask(text)).transpose())
    }
}
