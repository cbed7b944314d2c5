//! A hand-in that is connected: its interpreter runs, and its parts are known.

use std::time::Duration;

use agon_host::Failure;
use agon_sandbox::EngineLimits;
use tempfile::TempDir;

use crate::adapter_file::AdapterFile;
use crate::assignment::{Assignment, Names};
use crate::command::interpreter_of;
use crate::interpreter::{Answer, Interpreter, secret_word};
use crate::language::Setup;
use crate::role::{Found, Role};
use crate::source::Source;

/// The time and memory of a hand-in.
#[derive(Clone, Debug)]
pub struct Limits {
    /// For loading it: a Java program is compiled first.
    pub load: Duration,
    /// The processor time of a call.
    pub call: Duration,
    /// The time for all questions.
    pub total: Duration,
    /// In bytes.
    pub memory: u64,
}

impl Default for Limits {
    /// Those of a hand-in that plays for as long as it is asked.
    fn default() -> Limits {
        Limits {
            load: Duration::from_secs(60),
            call: Duration::from_secs(5),
            total: Duration::from_secs(100 * 365 * 24 * 3600),
            memory: 2 << 30,
        }
    }
}

/// What a hand-in is connected for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To look what there is, or to grade it.
    Check,
    /// To play, with as much speed as the language offers.
    Play,
}

/// How a hand-in is connected.
#[derive(Clone, Debug, Default)]
pub struct ConnectOptions {
    /// The text of an adapter for the whole course.
    pub adapter: Option<String>,
    /// The code of a bridge for the whole course.
    pub bridge: Option<String>,
    /// The file to start with.
    pub file: Option<String>,
    /// The interpreter with its arguments, unless it is the default.
    pub interpreter: Option<Vec<String>>,
    /// What the course calls the functions, unless as in the assignment.
    pub names: Option<Names>,
    pub limits: Limits,
}

/// A connected hand-in.
pub struct Connection {
    pub assignment: &'static Assignment,
    pub source: Source,
    /// What was found, in the assignment's order.
    pub roles: Vec<Role>,
    /// The interpreter's messages while it loaded the hand-in.
    pub messages: String,
    /// What the functions are called.
    pub names: Names,
    pub interpreter: Interpreter<'static>,
    /// The copy that runs.
    _folder: TempDir,
}

/// Why a hand-in does not connect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotConnected {
    /// It continues a sentence that begins with the hand-in's name.
    pub reason: String,
    pub remedy: String,
    pub roles: Vec<Role>,
    pub messages: String,
}

impl From<String> for NotConnected {
    fn from(reason: String) -> NotConnected {
        NotConnected { reason, ..NotConnected::default() }
    }
}

impl std::fmt::Display for NotConnected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)?;
        match self.remedy.as_str() {
            "" => Ok(()),
            remedy => write!(f, "; {remedy}"),
        }
    }
}

impl Connection {
    /// Loads a hand-in into its interpreter, and looks for what the assignment asks for.
    pub fn open(
        mut source: Source,
        assignment: &'static Assignment,
        options: &ConnectOptions,
        purpose: Purpose,
    ) -> Result<Connection, NotConnected> {
        // The student's own adapter is read after that of the course.
        let mut names = options.names.clone().unwrap_or_else(|| assignment.names());
        let own = source.adapter().map(String::from);
        for text in options.adapter.iter().chain(&own) {
            let adapter = AdapterFile::read(text, assignment)?;
            adapter.rename(&mut names);
            if let Some(file) = &adapter.file {
                source.start_with(file)?;
            }
        }
        if let Some(file) = &options.file {
            source.start_with(file)?;
        }
        if let Some(bridge) = &options.bridge {
            source.add_bridge(bridge, assignment);
        }
        let words = match &options.interpreter {
            Some(words) => words.clone(),
            None => interpreter_of(assignment).map_err(|failure| match failure {
                Failure::Refused(reason) => format!("cannot be run: {reason}"),
                failure => failure.to_string(),
            })?,
        };
        let is_fast = purpose == Purpose::Play;
        let opened =
            Connection::start(&source, assignment, &words, &names, &options.limits, is_fast)?;
        let has_all = opened.missing().is_none();
        match is_fast && !has_all {
            // A compiler may hide what an interpreter shows.
            true => Connection::start(&source, assignment, &words, &names, &options.limits, false),
            false => Ok(opened),
        }
    }

    fn start(
        source: &Source,
        assignment: &'static Assignment,
        words: &[String],
        names: &Names,
        limits: &Limits,
        is_fast: bool,
    ) -> Result<Connection, NotConnected> {
        let (folder, hand_in) = source.copy()?;
        let setup = Setup {
            interpreter: words.to_vec(),
            hand_in,
            bridge: source.bridge(assignment).map(|file| folder.path().join(&file.path)),
            folder: folder.path().to_path_buf(),
            word: secret_word()?,
            load_limit: limits.load,
            definitions: assignment.definitions(names),
            is_fast,
        };
        let box_limits = EngineLimits { memory: Some(limits.memory), ..EngineLimits::default() };
        let language = assignment.language;
        let mut interpreter =
            Interpreter::new(language, setup, box_limits, limits.call, limits.total);
        let loaded = interpreter.start()?;
        let hidden = folder.path().display().to_string() + "/";
        let without_folder = |text: String| text.replace(&hidden, "");
        let messages = without_folder(loaded.messages);
        if !loaded.is_loaded {
            let reason = match messages.lines().next() {
                Some(first) => format!("does not load: {first}"),
                None => "does not load".into(),
            };
            let remedy = format!("it must load in {} without errors", words.join(" "));
            return Err(NotConnected { reason, remedy, roles: loaded.roles, messages });
        }
        // Drivers that look for roles say what they found; others say what is missing.
        let roles = match loaded.roles.is_empty() {
            false => loaded.roles,
            true => names
                .0
                .iter()
                .zip(assignment.functions)
                .map(|(name, role)| {
                    let why = loaded.missing.get(name);
                    let found = match why {
                        Some(_) => Found::Missing,
                        None if name == role => Found::Named,
                        None => Found::Given,
                    };
                    let text = why.map_or(name.clone(), |why| without_folder(why.clone()));
                    Role { name: role.to_string(), found, text }
                })
                .collect(),
        };
        let (source, names) = (source.clone(), names.clone());
        Ok(Connection { assignment, source, roles, messages, names, interpreter, _folder: folder })
    }

    /// The first role that is needed to play a game, and is not there.
    pub fn missing(&self) -> Option<&Role> {
        let is_needed = |role: &&Role| self.assignment.needed.contains(&role.name.as_str());
        self.roles.iter().filter(is_needed).find(|role| !role.is_there())
    }

    /// Whether a role was found.
    pub fn has(&self, role: &str) -> bool {
        self.roles.iter().any(|known| known.name == role && known.is_there())
    }

    /// Asks one question of the driver.
    pub fn ask(&mut self, text: &str) -> Answer {
        self.interpreter.ask(text)
    }
}
