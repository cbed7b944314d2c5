//! An interpreter with a hand-in: started, asked, and started again when it has ended.
//!
//! The driver of a language writes lines that begin with a secret word; everything else that is
//! written comes from the hand-in or the interpreter. First it loads the hand-in:
//!
//! - `WORD messages`: what was written before are messages of the interpreter.
//! - `WORD define NAME`: what was written since the last marker says why NAME cannot be used.
//! - `WORD loaded`: questions can be asked. Messages before it count as above.
//!
//! Then each question gets lines `WORD part KIND MICROSECONDS TEXT` and at last `WORD done N`.
//! KIND is `ok` for a part of the answer, `output` for what was printed meanwhile, or `error` or
//! `timeout`, which ends the answer. In TEXT a line feed is `\n` and a backslash is `\\`.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use agon_host::interrupt;
use agon_sandbox::{EngineIo as _, EngineLimits, Forfeit, Process};

use super::language::{Language, Setup};

/// What a hand-in answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The parts of the answer, in order.
    pub parts: Vec<Part>,
    /// What was printed meanwhile.
    pub printed: String,
    /// Why the answer is not complete.
    pub trouble: Option<Trouble>,
}

/// A part of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The text.
    pub text: String,
    /// The processor time that it took, in microseconds.
    pub micros: u64,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// An exception, with its message.
    Error(String),
    /// It took longer than a call may take.
    Timeout,
    /// The process ended, or was ended; this says how.
    Ended(String),
}

impl Trouble {
    /// Whether it took long, as an endless recursion does.
    pub fn is_costly(&self) -> bool {
        match self {
            Trouble::Timeout | Trouble::Ended(_) => true,
            Trouble::Error(message) => {
                let message = message.to_lowercase();
                ["stack limit", "stack overflow", "heap overflow"]
                    .iter()
                    .any(|words| message.contains(words))
            }
        }
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Error(message) => write!(f, "error: {}", message.trim()),
            Trouble::Timeout => write!(f, "no answer in time"),
            Trouble::Ended(how) => write!(f, "the program {how}"),
        }
    }
}

/// What became of loading a hand-in.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The interpreter's messages.
    pub messages: String,
    /// Functions that cannot be used, with the reason.
    pub missing: BTreeMap<String, String>,
    /// Whether it was loaded.
    pub is_loaded: bool,
}

/// The most bytes of messages that are kept.
const MAX_MESSAGES: usize = 8 << 10;

/// How often the interpreter is started at most.
const MAX_STARTS: u32 = 30;

/// How many times longer than its limit a call may take before the process is ended. The limit
/// is processor time, which the driver counts; other processes may need the processor too.
const WALL: u32 = 10;

/// How much longer than that, so that the driver has the first word.
const GRACE: Duration = Duration::from_millis(1500);

/// An interpreter with a hand-in.
pub struct Interpreter<'a> {
    language: &'a dyn Language,
    setup: Setup,
    limits: EngineLimits,
    call_limit: Duration,
    process: Option<Process>,
    starts: u32,
    asked: u64,
    /// When no more may be asked.
    ends: Instant,
}

impl<'a> Interpreter<'a> {
    /// An interpreter that has not been started.
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

    /// Starts the interpreter and loads the hand-in.
    pub fn start(&mut self) -> Result<Loaded, String> {
        self.process = None;
        self.starts += 1;
        let words = self.language.command(&self.setup).map_err(|error| error.to_string())?;
        // Messages go to standard error, which is otherwise lost. A hand-in may read what the
        // words of its command name.
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
        let limit = self.setup.load_limit + GRACE;
        process.start_clock(limit.as_millis() as u64);
        let mut sections = BTreeMap::new();
        let mut loaded = Loaded::default();
        let mut text = String::new();
        for line in self.language.opening(&self.setup) {
            process.send(&line).map_err(|forfeit| forfeit.to_string())?;
        }
        loop {
            let line = match receive(&mut process) {
                Ok(line) => line,
                Err(trouble) => {
                    loaded.messages = join(&loaded.messages, &text);
                    loaded.messages = join(&loaded.messages, &format!("{trouble}"));
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

    /// Whether nothing more may be asked.
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.ends || interrupt::interrupted()
    }

    /// Asks a question. A process that ends or hangs is started again for the next one.
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
        let answer = exchange(
            process,
            &self.setup.word,
            &self.language.question(self.asked, self.call_limit, text),
            self.asked,
            self.call_limit,
        );
        if matches!(answer.trouble, Some(Trouble::Ended(_))) {
            self.process = None;
        }
        answer
    }
}

/// No answer.
fn over(how: &str) -> Answer {
    Answer { trouble: Some(Trouble::Ended(how.into())), ..Answer::default() }
}

/// Two texts below each other.
fn join(above: &str, below: &str) -> String {
    [above.trim(), below.trim()]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

/// A line of the process; bytes that are not text are no line of the driver.
fn receive(process: &mut Process) -> Result<String, Trouble> {
    loop {
        return match process.receive() {
            Ok(Some(line)) => Ok(line),
            Ok(None) => Err(Trouble::Ended("did not answer in time and was ended".into())),
            Err(Forfeit::NotText) => continue,
            Err(forfeit) => Err(Trouble::Ended(forfeit.to_string())),
        };
    }
}

/// Sends a question and reads the answer. Each part has the time of a call.
fn exchange(process: &mut Process, word: &str, line: &str, number: u64, limit: Duration) -> Answer {
    let mut answer = Answer::default();
    let time = (limit * WALL + GRACE).as_millis() as u64;
    process.start_clock(time);
    if let Err(forfeit) = process.send(line) {
        answer.trouble = Some(Trouble::Ended(forfeit.to_string()));
        return answer;
    }
    loop {
        let line = match receive(process) {
            Ok(line) => line,
            Err(trouble) => {
                answer.trouble = Some(trouble);
                return answer;
            }
        };
        let Some(marker) = line.strip_prefix(word) else { continue };
        let mut words = marker.trim().splitn(4, ' ');
        match (words.next(), words.next()) {
            (Some("done"), Some(found)) if found == number.to_string() => return answer,
            (Some("part"), Some(kind)) => {
                let micros = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
                let text = unescape(words.next().unwrap_or(""));
                match kind {
                    "ok" => answer.parts.push(Part { text, micros }),
                    "output" => answer.printed = text,
                    "timeout" => answer.trouble = Some(Trouble::Timeout),
                    _ => answer.trouble = Some(Trouble::Error(text)),
                }
                process.start_clock(time);
            }
            _ => (),
        }
    }
}

/// The text that a driver has escaped.
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
