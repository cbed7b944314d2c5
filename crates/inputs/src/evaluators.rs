//! Evaluation programs (`eval=program:COMMAND`): foreign programs that read positions and write
//! numbers ([docs/evaluators.md](../../../docs/evaluators.md)).

#[cfg(all(test, unix))]
mod tests;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use agon_arena::{
    Analysis, EvaluationFile, EvaluationProgram, GameEntry, LoadedRules, NoAnswer, PlayerSpec,
    games,
};
use agon_core::quote;
use agon_games::theseus::Theseus;
use agon_handin::{ConnectOptions, HandInProgram, NotConnected};
use agon_host::Failure;
use agon_sandbox::{EngineLimits, Exchange, Forfeit, Level, NoAnswers};

use crate::rules;

/// An evaluation program. It is started for its first positions, and again after a failure.
pub struct Program {
    name: String,
    command: String,
    limits: EngineLimits,
    running: Mutex<Option<Exchange>>,
}

impl Program {
    /// An evaluation with this name by the program of this command line.
    pub fn new(name: &str, command: &str, limits: EngineLimits) -> Program {
        Program { name: name.into(), command: command.into(), limits, running: Mutex::new(None) }
    }

    /// Starts the program, to check that it can be started.
    pub fn start(&self) -> Result<(), Forfeit> {
        let started = Exchange::start(&self.command, &self.limits)?;
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(started);
        Ok(())
    }
}

impl EvaluationProgram for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn evaluate(&self, positions: &str, values: &mut Vec<i64>) -> Result<(), NoAnswer> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        // A program that fails is dropped, which ends it.
        let mut exchange = match running.take() {
            Some(exchange) => exchange,
            None => Exchange::start(&self.command, &self.limits)
                .map_err(|forfeit| NoAnswer::Failed(forfeit.to_string()))?,
        };
        let known = values.len();
        match exchange.ask(positions, values) {
            Ok(()) => {
                *running = Some(exchange);
                Ok(())
            }
            Err(NoAnswers::Interrupted) => Err(NoAnswer::Stopped),
            Err(NoAnswers::Forfeit(forfeit)) => {
                let asked = positions.lines().nth(values.len() - known);
                Err(NoAnswer::Failed(describe(&forfeit, asked, &exchange.stderr_tail())))
            }
        }
    }
}

/// Why a program gave no answer, and to which position.
fn describe(forfeit: &Forfeit, asked: Option<&str>, stderr_tail: &str) -> String {
    let hint = match forfeit {
        Forfeit::Silent { .. } => " (it must flush its output after every line)",
        _ => "",
    };
    let asked = match (forfeit, asked) {
        (Forfeit::Unasked { .. }, _) | (_, None) => String::new(),
        (_, Some(asked)) => format!("; it was asked about {asked}"),
    };
    format!("{forfeit}{hint}{stderr_tail}{asked}")
}

/// A program that the page may use as an evaluation, because the operator of the server named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedEvaluator {
    name: String,
    command: String,
}

impl NamedEvaluator {
    /// Starts the program, to check it. All games share the process.
    pub fn start(&self) -> Result<Arc<Program>, Failure> {
        let NamedEvaluator { name, command } = self;
        let program = Program::new(name, command, EngineLimits::default());
        let refused = |forfeit| Failure::Refused(format!("the evaluator {name} {forfeit}"));
        program.start().map_err(refused)?;
        Ok(Arc::new(program))
    }
}

impl FromStr for NamedEvaluator {
    type Err = String;

    fn from_str(text: &str) -> Result<NamedEvaluator, String> {
        let form = "write it as NAME=COMMAND, as in ann=./ann";
        let (name, command) = text.split_once('=').ok_or(form)?;
        check_name(name).map_err(|why| format!("{why}; {form}"))?;
        if command.trim().is_empty() {
            return Err(format!("the command is missing; {form}"));
        }
        let is_taken =
            |entry: &GameEntry| entry.start().evaluations().iter().any(|own| own == name);
        if let Some(entry) = games().iter().find(|entry| is_taken(entry)) {
            return Err(format!("{} has an evaluation {name}: choose another name", entry.name));
        }
        Ok(NamedEvaluator { name: name.into(), command: command.into() })
    }
}

/// An evaluation that is not the game's own.
pub enum OpenedEvaluation {
    /// A rule file or a network.
    File(EvaluationFile),
    /// A program or a hand-in, which was started.
    Program(Arc<dyn EvaluationProgram>),
}

impl OpenedEvaluation {
    /// Opens what an evaluation names; `None` if it is one of the game's own.
    pub fn open(
        entry: &GameEntry,
        eval: Option<&str>,
    ) -> Result<Option<OpenedEvaluation>, Failure> {
        match open(entry, eval)? {
            Some(program) => Ok(Some(OpenedEvaluation::Program(program))),
            None => Ok(rules::named(entry, eval)?.map(OpenedEvaluation::File)),
        }
    }

    pub fn add_to(&self, session: &mut dyn Analysis) -> Result<(), Failure> {
        match self {
            OpenedEvaluation::File(file) => rules::load_into(file, session)?,
            OpenedEvaluation::Program(program) => session.add_program(Arc::clone(program)),
        }
        Ok(())
    }
}

/// Loads what an evaluation names, if it is not the game's own, into a session. A program is
/// started.
pub fn load(
    entry: &GameEntry,
    session: &mut dyn Analysis,
    eval: Option<&str>,
) -> Result<(), Failure> {
    OpenedEvaluation::open(entry, eval)?.map_or(Ok(()), |opened| opened.add_to(session))
}

/// Starts the program or the hand-in that an evaluation names, if it names one.
pub fn open(
    entry: &GameEntry,
    eval: Option<&str>,
) -> Result<Option<Arc<dyn EvaluationProgram>>, Failure> {
    let Some(name) = eval else { return Ok(None) };
    if let Some(path) = PlayerSpec::hand_in_of(name) {
        return Ok(Some(open_hand_in(name, Path::new(path), entry.name)?));
    }
    let Some(command) = PlayerSpec::program_of(name) else { return Ok(None) };
    if command.is_empty() {
        let message = format!("{} names no command: write it as program:./mine", quote(name));
        return Err(Failure::Usage(message));
    }
    let program = Program::new(name, command, EngineLimits::default());
    let refused = |forfeit| Failure::Refused(format!("the evaluation {name} {forfeit}"));
    program.start().map_err(refused)?;
    Ok(Some(Arc::new(program)))
}

/// Starts a hand-in, to check it.
fn open_hand_in(name: &str, path: &Path, game: &str) -> Result<Arc<HandInProgram>, Failure> {
    let refused =
        |why: NotConnected| Failure::Refused(format!("the hand-in {} {why}", path.display()));
    agon_sandbox::announce(Level::Unprotected)?;
    let program = HandInProgram::new(name, path, game, ConnectOptions::default());
    let program = program.map_err(refused)?;
    program.start().map_err(refused)?;
    Ok(Arc::new(program))
}

/// A hand-in that the page may use, because the operator of the server named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedHandIn {
    name: String,
    path: PathBuf,
}

impl NamedHandIn {
    /// Connects the hand-in, to check it. All games share it.
    pub fn start(&self) -> Result<Arc<HandInProgram>, Failure> {
        let NamedHandIn { name, path } = self;
        let unknown = |why| Failure::Refused(format!("the hand-in {} {why}", path.display()));
        let game = agon_handin::detect(path).map_err(unknown)?.name;
        open_hand_in(&format!("{}{name}", PlayerSpec::HAND_IN), path, game)
    }
}

impl FromStr for NamedHandIn {
    type Err = String;

    fn from_str(text: &str) -> Result<NamedHandIn, String> {
        let form = "write it as NAME=DIR, as in ann=hand-ins/ann";
        let (name, path) = text.split_once('=').ok_or(form)?;
        check_name(name).map_err(|why| format!("{why}; {form}"))?;
        match path.trim() {
            "" => Err(format!("the folder is missing; {form}")),
            path => Ok(NamedHandIn { name: name.into(), path: path.into() }),
        }
    }
}

/// Refuses a name that does not fit into the text of a player.
fn check_name(name: &str) -> Result<(), String> {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
    match !name.is_empty() && name.len() <= 40 && name.chars().all(is_letter) {
        true => Ok(()),
        false => Err("the name is 1 to 40 letters, digits, - or _".into()),
    }
}

/// Rule files and programs as evaluations in a maze.
pub fn in_maze(
    game: &Theseus,
    sources: &[EvaluationFile],
    programs: &[Arc<dyn EvaluationProgram>],
) -> Result<LoadedRules, Failure> {
    let mut loaded = LoadedRules::default();
    for source in sources {
        loaded.load(game, source).map_err(Failure::Rules)?;
    }
    for program in programs {
        loaded.add_program(Arc::clone(program));
    }
    Ok(loaded)
}
