//! A hand-in that is connected: its interpreter runs, and its parts are known.

use std::fs;
use std::path::Path;
use std::time::Duration;

use agon_sandbox::EngineLimits;
use tempfile::TempDir;

use crate::adapter_file::AdapterFile;
use crate::assignment::{Assignment, Names};
use crate::command::interpreter_of;
use crate::interpreter::{Answer, Interpreter, secret_word};
use crate::language::{Language as _, Lisp, Setup};
use crate::reason::{Lang, Reason, Remedy};
use crate::role::{Found, Role};
use crate::source::{Source, is_code, unreadable};

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

/// Why a hand-in does not connect, and what was found of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotConnected {
    pub reason: Box<Reason>,
    pub remedy: Option<Box<Remedy>>,
    pub roles: Vec<Role>,
    pub messages: String,
}

impl<R: Into<Reason>> From<R> for NotConnected {
    fn from(reason: R) -> NotConnected {
        let (roles, messages) = (Vec::new(), String::new());
        NotConnected { reason: Box::new(reason.into()), remedy: None, roles, messages }
    }
}

impl std::fmt::Display for NotConnected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.told(Lang::English))
    }
}

impl NotConnected {
    /// The reason and the remedy in one sentence, which continues the hand-in's name.
    pub fn told(&self, lang: Lang) -> String {
        let sentences = [Some(lang.sentence(&*self.reason)), self.remedy_told(lang)];
        sentences.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    pub fn remedy_told(&self, lang: Lang) -> Option<String> {
        self.remedy.as_ref().map(|remedy| lang.sentence(&**remedy))
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
        source.check_entry()?;
        if let Some(bridge) = &options.bridge {
            source.add_bridge(bridge, assignment);
        }
        let words = match &options.interpreter {
            Some(words) => words.clone(),
            None => interpreter_of(assignment)?,
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
        let (folder, mut hand_in) = source.copy()?;
        // An interpreter may take only files with the extension of its language.
        if hand_in.is_file() && !is_code(&hand_in.to_string_lossy(), assignment) {
            let renamed = hand_in.with_extension(assignment.language.extensions()[0]);
            fs::rename(&hand_in, &renamed).map_err(unreadable)?;
            hand_in = renamed;
        }
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
            let mut lines = messages.lines().map(str::trim).filter(|line| !line.is_empty());
            let message = lines.next().unwrap_or_default().to_string();
            let remedy = Some(Box::new(Remedy::Load { command: program_name(words) }));
            let (reason, roles) = (Box::new(Reason::DoesNotLoad { message }), loaded.roles);
            return Err(NotConnected { reason, remedy, roles, messages });
        }
        let is_bridged = |role: &str| {
            let bridge = source.bridge(assignment);
            bridge.is_some_and(|file| language.defined(&file.text, &[role]) > 0)
        };
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
                        None if is_bridged(role) => Found::Given,
                        None if name == role => Found::Named,
                        None => Found::Given,
                    };
                    let text = why.map_or(name.clone(), |why| without_folder(why.clone()));
                    Role { name: role.to_string(), found, text }
                })
                .collect(),
        };
        let source = source.clone();
        let mut names = names.clone();
        if assignment.language.name() == Lisp.name() {
            names.take_found(assignment, &roles);
        }
        Ok(Connection { assignment, source, roles, messages, names, interpreter, _folder: folder })
    }

    /// The first role that is needed to play a game, and is not there.
    pub fn missing(&self) -> Option<&Role> {
        let needed = self.assignment.needed.iter();
        let lacking = needed.filter(|names| !names.split('|').any(|name| self.has(name)));
        let role = |names: &str| names.split('|').next().map(String::from);
        let mut names = lacking.filter_map(|names| role(names));
        names.find_map(|name| self.roles.iter().find(|known| known.name == name))
    }

    /// Why it cannot play, if a role is missing that is needed for it. `path` is that of the
    /// hand-in.
    pub fn cannot_play(&self, path: &Path) -> Option<NotConnected> {
        let missing = self.missing()?;
        let (role, text) = (missing.name.clone(), missing.text.clone());
        let reason = match missing.found {
            Found::Unclear => Reason::Unclear { role, text },
            _ => Reason::Lacks { role, text },
        };
        let remedy = Remedy::Bridge {
            path: path.display().to_string(),
            assignment: self.assignment.name.into(),
            bridge: self.assignment.language.bridge().into(),
        };
        let (roles, messages) = (self.roles.clone(), self.messages.clone());
        let (reason, remedy) = (Box::new(reason), Some(Box::new(remedy)));
        Some(NotConnected { reason, remedy, roles, messages })
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

/// The name of the interpreter's program.
fn program_name(words: &[String]) -> String {
    let program = words.first().map_or("", String::as_str);
    Path::new(program).file_name().unwrap_or_default().to_string_lossy().into_owned()
}
