//! A hand-in as a player and as an evaluation.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use agon_arena::{EvaluationProgram, Followed, GameLine, GameStep, NoAnswer};
use agon_host::interrupt;

use crate::assignment::{Assignment, find_assignment};
use crate::connection::{ConnectOptions, Connection, NotConnected, Purpose};
use crate::interpreter::CallError;
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
    /// How many questions are being answered or wait.
    asked: AtomicUsize,
}

/// The most output of a hand-in that is kept of one answer, in bytes.
const MAX_PRINTED: usize = 4000;

/// The most questions that wait for a hand-in.
const MAX_WAITING: usize = 32;

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
        Ok(HandInProgram {
            name,
            path,
            assignment,
            options,
            connection,
            asked: AtomicUsize::new(0),
        })
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

    /// Does something with the connection, of which one that `renews` is made again if the hand-in
    /// has changed. A failure is nobody's fault if Agon was interrupted.
    fn with<T>(
        &self,
        renews: bool,
        ask: impl FnOnce(&mut Connection) -> Result<T, String>,
    ) -> Result<T, NoAnswer> {
        let answered = match self.asked.fetch_add(1, Ordering::AcqRel) < MAX_WAITING {
            true => self.ask_in_turn(renews, ask),
            false => Err("has too many questions to answer: try again later".into()),
        };
        self.asked.fetch_sub(1, Ordering::AcqRel);
        answered.map_err(|reason| match interrupt::interrupted() {
            true => NoAnswer::Stopped,
            false => NoAnswer::Failed(reason),
        })
    }

    fn ask_in_turn<T>(
        &self,
        renews: bool,
        ask: impl FnOnce(&mut Connection) -> Result<T, String>,
    ) -> Result<T, String> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let is_good = |known: &Connection| {
            !(known.interpreter.is_spent() || renews && self.has_changed(known))
        };
        let connected = match connection.take().filter(is_good) {
            Some(connected) => connected,
            None => self.connect().map_err(|why| why.to_string())?,
        };
        ask(connection.insert(connected))
    }

    /// Whether the hand-in's files are others than those that were loaded.
    fn has_changed(&self, known: &Connection) -> bool {
        let now = Source::read(&self.path, self.assignment);
        now.is_ok_and(|now| now.files != known.source.files)
    }
}

impl EvaluationProgram for HandInProgram {
    fn name(&self) -> &str {
        &self.name
    }

    fn prepare(&self) -> Result<(), NoAnswer> {
        self.with(false, |_| Ok(()))
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
        let found = self.with(false, |connection| {
            adapter.values(line, leaves, &mut |text| connection.ask(text))
        })?;
        values.extend(found);
        Ok(())
    }

    fn choose(&self, line: &GameLine) -> Result<Option<String>, NoAnswer> {
        let adapter = self.assignment.adapter;
        self.with(false, |connection| {
            adapter.choose(line, &mut |text| connection.ask(text)).transpose()
        })
    }

    fn follow(&self, start: &str, steps: &[GameStep]) -> Result<Followed, NoAnswer> {
        let adapter = self.assignment.adapter;
        // At its start a game is told what the hand-in says now.
        self.with(steps.is_empty(), |connection| {
            let (mut printed, mut micros, mut is_stuck) = (String::new(), 0, false);
            let mut ask = |text: &str| {
                let answer = connection.ask(text);
                micros += answer.parts.iter().map(|part| part.micros).sum::<u64>();
                is_stuck |= answer.error.as_ref().is_some_and(CallError::is_costly);
                printed.extend(
                    answer.printed.chars().take(MAX_PRINTED - printed.len().min(MAX_PRINTED)),
                );
                answer
            };
            let followed = adapter.follow(start, steps, &mut ask);
            let failed = |error| Followed { error: Some(error), ..Followed::default() };
            let followed = followed.unwrap_or_else(failed);
            Ok(Followed { printed, micros, is_stuck, ..followed })
        })
    }

    fn tried(&self, path: &[String]) -> Option<String> {
        self.assignment.adapter.tried(path)
    }
}
