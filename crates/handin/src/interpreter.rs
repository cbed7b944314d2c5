//! Runs an interpreter with a hand-in, asks it questions, and restarts it when it has ended.
//!
//! The driver of a language writes lines that begin with a secret word. All other lines come from
//! the hand-in or the interpreter. First the driver loads the hand-in:
//!
//! - `WORD messages`: the lines before it are messages of the interpreter.
//! - `WORD define NAME`: the lines since the last marker say why NAME cannot be used.
//! - `WORD role NAME HOW TEXT`: a part of the hand-in was found, or not; see [`Role::read`].
//! - `WORD loaded`: the driver is ready for questions. The lines before it are messages, as above.
//!
//! Then it answers each question with lines `WORD part KIND MICROSECONDS TEXT` and finally `WORD
//! done N`, or `WORD done N last` if it must be started again for the next question. KIND is `ok` for
//! a part of the answer, `output` for what was printed, and `error` or `timeout` where the answer
//! ends. In TEXT a line feed is `\n` and a backslash is `\\`.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use agon_host::interrupt;
use agon_sandbox::{EngineIo as _, EngineLimits, Forfeit, Process};

use crate::language::{Language, Setup};
use crate::role::Role;

/// A hand-in's answer to a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// In order.
    pub parts: Vec<Part>,
    /// Output that the hand-in printed while it answered.
    pub printed: String,
    /// Why the answer is incomplete.
    pub error: Option<CallError>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub text: String,
    /// The processor time of this part, in microseconds.
    pub micros: u64,
}

/// Why a call gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallError {
    /// An exception with its message.
    Exception(String),
    /// The call took longer than its limit.
    Timeout,
    /// The process ended or was killed. The text says how.
    Ended(String),
}

impl CallError {
    /// Whether the call took long before it failed, like endless recursion.
    pub fn is_costly(&self) -> bool {
        match self {
            CallError::Timeout | CallError::Ended(_) => true,
            CallError::Exception(message) => {
                let message = message.to_lowercase();
                ["stack limit", "stack overflow", "heap overflow"]
                    .iter()
                    .any(|words| message.contains(words))
            }
        }
    }
}

impl std::fmt::Display for CallError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CallError::Exception(message) => write!(f, "error: {}", message.trim()),
            CallError::Timeout => write!(f, "no answer in time"),
            CallError::Ended(how) => write!(f, "the program {how}"),
        }
    }
}

/// The result of loading a hand-in.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// Messages of the interpreter.
    pub messages: String,
    /// The functions that cannot be used, with reasons.
    pub missing: BTreeMap<String, String>,
    /// What was found in the hand-in, where the driver looks for it.
    pub roles: Vec<Role>,
    pub is_loaded: bool,
}

/// The most bytes of messages that are kept.
const MAX_MESSAGES: usize = 8 << 10;

/// The most starts of the interpreter for one hand-in.
const MAX_STARTS: u32 = 30;

/// The process is killed when a call takes this many times its limit. The limit is processor time,
/// counted by the driver; a busy machine takes longer.
const WALL: u32 = 10;

/// Added to that, so that the driver reports a timeout first.
const GRACE: Duration = Duration::from_millis(1500);

/// An interpreter with a hand-in loaded.
pub struct Interpreter<'a> {
    language: &'a dyn Language,
    setup: Setup,
    limits: EngineLimits,
    call_limit: Duration,
    process: Option<Process>,
    starts: u32,
    asked: u64,
    /// The deadline for all questions.
    ends: Instant,
}

impl<'a> Interpreter<'a> {
    /// Starts nothing yet.
    pub fn new(
        language: &'a dyn Language,
        setup: Setup,
        limits: EngineLimits,
        call_limit: Duration,
        total: Duration,
    ) -> Interpreter<'a> {
        let ends = Instant::now() + total;
        Interpreter {
            language,
            setup,
            limits,
            call_limit,
            process: None,
            starts: 0,
            asked: 0,
            ends,
        }
    }

    pub fn start(&mut self) -> Result<Loaded, String> {
        self.process = None;
        self.starts += 1;
        let words = self.language.command(&self.setup).map_err(|error| error.to_string())?;
        // Standard error would be lost, so it is joined to standard output. The sandbox lets a
        // hand-in read the folders that its command names.
        let own = self.setup.folder.to_string_lossy().into_owned();
        let others = self.language.readable().iter().map(ToString::to_string);
        let folders: Vec<String> = others.chain([own]).collect();
        let script = format!("shift {}; exec \"$@\" 2>&1", folders.len());
        let shell = ["/bin/sh".into(), "-c".into(), script, "sh".into()];
        let words: Vec<String> = shell.into_iter().chain(folders).chain(words).collect();
        let command =
            shlex::try_join(words.iter().map(String::as_str)).map_err(|error| error.to_string())?;
        let mut process =
            Process::start(&command, &self.limits).map_err(|forfeit| forfeit.to_string())?;
        // Drivers count processor time where they can; a busy machine takes longer.
        let limit = self.setup.load_limit * 2 + GRACE;
        process.start_clock(limit.as_millis() as u64);
        let mut sections = BTreeMap::new();
        let mut loaded = Loaded::default();
        let mut text = String::new();
        // At once: only so many lines may wait to be read.
        let opening = self.language.opening(&self.setup).join("\n");
        process.send(&opening).map_err(|forfeit| forfeit.to_string())?;
        loop {
            let line = match receive(&mut process) {
                Ok(line) => line,
                Err(error) => {
                    loaded.messages = join(&loaded.messages, &text);
                    loaded.messages = join(&loaded.messages, &format!("{error}"));
                    return Ok(loaded);
                }
            };
            let Some(marker) = line.strip_prefix(&self.setup.word) else {
                if text.len() < MAX_MESSAGES && !(text.is_empty() && line.is_empty()) {
                    text += &line;
                    text.push('\n');
                }
                continue;
            };
            let (kind, about) = marker.trim().split_once(' ').unwrap_or((marker.trim(), ""));
            let section = std::mem::take(&mut text).trim().to_string();
            match kind {
                "define" if !section.is_empty() => {
                    loaded.missing.insert(about.trim().into(), section);
                }
                "role" => loaded.roles.extend(Role::read(&unescape(about))),
                "messages" | "loaded" => {
                    loaded.messages = join(&loaded.messages, &section);
                    if kind == "loaded" {
                        break;
                    }
                }
                _ => {
                    sections.insert(kind.to_string(), section);
                }
            }
        }
        loaded.is_loaded = self.language.is_loaded(&sections);
        self.process = Some(process);
        Ok(loaded)
    }

    /// Whether the time is used up or the user interrupted.
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.ends || interrupt::interrupted()
    }

    /// Ends the process, so that the next question starts a fresh one.
    pub fn restart(&mut self) {
        if self.process.take().is_some() {
            self.starts -= 1;
        }
    }

    /// Another interpreter with the same hand-in. It starts for its first question.
    pub fn another(&self) -> Interpreter<'a> {
        let (setup, limits) = (self.setup.clone(), self.limits.clone());
        Interpreter { setup, limits, process: None, starts: 0, asked: 0, ..*self }
    }

    /// Whether it has ended so often that it is not started again.
    pub fn is_spent(&self) -> bool {
        self.process.is_none() && self.starts >= MAX_STARTS
    }

    /// Asks a question. If the process has ended or hung, it is restarted for the next question.
    pub fn ask(&mut self, text: &str) -> Answer {
        if self.is_over() {
            return over("was not asked: the time for this hand-in is over");
        }
        if self.process.is_none() {
            if self.starts >= MAX_STARTS {
                return over("was not asked: it has ended too often");
            }
            match self.start() {
                Ok(loaded) if loaded.is_loaded => (),
                Ok(_) => return over("could not be started again"),
                Err(reason) => return over(&reason),
            }
        }
        let Some(process) = &mut self.process else { return over("does not run") };
        self.asked += 1;
        let (answer, is_last) = exchange(
            process,
            &self.setup.word,
            &self.language.question(self.asked, self.call_limit, text),
            self.asked,
            self.call_limit,
        );
        if is_last {
            self.process = None;
        }
        answer
    }
}

/// A random word that no hand-in can guess.
pub fn secret_word() -> Result<String, String> {
    let mut bytes = [0; 12];
    getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
    Ok(format!("agon{}", agon_host::hex(&bytes)))
}

fn over(how: &str) -> Answer {
    Answer { error: Some(CallError::Ended(how.into())), ..Answer::default() }
}

/// Joins two texts with a line feed.
fn join(above: &str, below: &str) -> String {
    [above.trim(), below.trim()]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Receives a line. Lines that are not UTF-8 cannot come from the driver and are skipped.
fn receive(process: &mut Process) -> Result<String, CallError> {
    loop {
        return match process.receive() {
            Ok(Some(line)) => Ok(line),
            Ok(None) => Err(CallError::Ended("did not answer in time and was ended".into())),
            Err(Forfeit::NotText) => continue,
            Err(forfeit) => Err(CallError::Ended(forfeit.to_string())),
        };
    }
}

/// Sends a question and reads the answer, and whether it was the last of this process. The time limit
/// applies to each part.
fn exchange(
    process: &mut Process,
    word: &str,
    line: &str,
    number: u64,
    limit: Duration,
) -> (Answer, bool) {
    let mut answer = Answer::default();
    let time = (limit * WALL + GRACE).as_millis() as u64;
    process.start_clock(time);
    if let Err(forfeit) = process.send(line) {
        answer.error = Some(CallError::Ended(forfeit.to_string()));
        return (answer, true);
    }
    loop {
        let line = match receive(process) {
            Ok(line) => line,
            Err(error) => {
                answer.error = Some(error);
                return (answer, true);
            }
        };
        let Some(marker) = line.strip_prefix(word) else { continue };
        let mut words = marker.trim().splitn(4, ' ');
        match (words.next(), words.next()) {
            (Some("done"), Some(found)) if found == number.to_string() => {
                return (answer, words.next() == Some("last"));
            }
            (Some("part"), Some(kind)) => {
                let micros = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
                let text = unescape(words.next().unwrap_or(""));
                match kind {
                    "ok" => answer.parts.push(Part { text, micros }),
                    "output" => answer.printed = text,
                    "timeout" => answer.error = Some(CallError::Timeout),
                    _ => answer.error = Some(CallError::Exception(text)),
                }
                process.start_clock(time);
            }
            _ => (),
        }
    }
}

/// Decodes a text that a driver has escaped.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('n') => plain.push('\n'),
                Some(other) => plain.push(other),
                None => plain.push('\\'),
            },
            _ => plain.push(letter),
        }
    }
    plain
}
