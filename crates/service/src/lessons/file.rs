//! Lesson files: their texts in a language, and what is wrong with them, at the line.

use std::fmt;

use agon_arena::{PlayerSpec, find};
use serde_json::{Map, Value};

use super::judge::{self, fits};
use crate::ServiceRefusal;
use crate::lessons::board_of;
use crate::protocol::{Lesson, LessonStep, LessonTask, RequestError};

/// The most bytes of a file.
pub const MAX_BYTES: usize = 256 << 10;

/// The most steps of a lesson.
pub const MAX_STEPS: usize = 60;

/// The deepest tree of a step, in plies.
const MAX_DEPTH: u32 = 4;

/// The most positions of a knowledge base, and of rules that are compared.
const MAX_POSITIONS: usize = 40;

/// The most answers to a question.
const MAX_OPTIONS: usize = 12;

const VERSION: u64 = 1;

/// The language of texts that are missing in another.
const FALLBACK: &str = "en";

/// What is wrong with a lesson file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonFault {
    /// The line, from 1.
    pub line: usize,
    /// The field, such as `steps[2].task.right`, steps counted from 0; empty for the whole file.
    pub place: String,
    pub why: String,
}

impl fmt::Display for LessonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LessonFault { line, place, why } = self;
        match place.is_empty() {
            true => write!(f, "line {line}: {why}"),
            false => write!(f, "line {line}, {place}: {why}"),
        }
    }
}

/// A lesson in a language.
pub fn read(text: &str, language: &str) -> Result<Lesson, RequestError> {
    let wrong = |error: serde_json::Error| ServiceRefusal::LessonFile { why: error.to_string() };
    let mut file: Value = serde_json::from_str(text).map_err(wrong)?;
    match file["version"].as_u64() {
        Some(VERSION) => (),
        Some(found) if found > VERSION => {
            return Err(ServiceRefusal::LessonNewer { found, known: VERSION }.into());
        }
        _ => return Err(ServiceRefusal::LessonFile { why: "it has no version".into() }.into()),
    }
    localize(&mut file, language);
    Ok(serde_json::from_value(file).map_err(wrong)?)
}

/// The titles of a lesson by language.
pub(crate) fn titles(text: &str) -> impl Iterator<Item = (String, String)> {
    let file: Value = serde_json::from_str(text).unwrap_or_default();
    let title = match file["title"].clone() {
        Value::Object(texts) => texts,
        Value::String(text) => Map::from_iter([(FALLBACK.to_string(), Value::String(text))]),
        _ => Map::new(),
    };
    title.into_iter().filter_map(|(language, text)| Some((language, text.as_str()?.into())))
}

/// Whether an object is a text in several languages: all of its keys are codes such as `en`.
fn is_text(fields: &Map<String, Value>) -> bool {
    let is_code = |key: &String| key.len() == 2 && key.bytes().all(|it| it.is_ascii_lowercase());
    fields.contains_key(FALLBACK) && fields.keys().all(is_code)
}

/// Replaces every text in several languages by the one in a language.
fn localize(value: &mut Value, code: &str) {
    match value {
        Value::Object(fields) if is_text(fields) => {
            let text = fields.remove(code).or_else(|| fields.remove(FALLBACK));
            *value = text.unwrap_or_default();
        }
        Value::Object(fields) => fields.values_mut().for_each(|field| localize(field, code)),
        Value::Array(items) => items.iter_mut().for_each(|item| localize(item, code)),
        _ => (),
    }
}

/// What is wrong with a lesson file, in the order of its lines.
pub fn faults(text: &str) -> Vec<LessonFault> {
    let mut check = Check { text, found: Vec::new() };
    check.file();
    check.found.sort_by_key(|fault| fault.line);
    check.found
}

struct Check<'a> {
    text: &'a str,
    found: Vec<LessonFault>,
}

impl Check<'_> {
    fn fault(&mut self, place: &str, why: impl fmt::Display) {
        let line = line_of(self.text, place);
        self.found.push(LessonFault { line, place: place.into(), why: why.to_string() });
    }

    fn file(&mut self) {
        if self.text.len() > MAX_BYTES {
            return self.fault("", format_args!("a lesson has at most {MAX_BYTES} bytes"));
        }
        let mut file: Value = match serde_json::from_str(self.text) {
            Ok(file) => file,
            Err(error) => {
                let (line, why) = (error.line().max(1), error.to_string());
                return self.found.push(LessonFault { line, place: String::new(), why });
            }
        };
        if let Err(refused) = version(&file) {
            return self.fault("version", refused);
        }
        self.languages(&file);
        localize(&mut file, FALLBACK);
        let Some(steps) = file["steps"].as_array().cloned() else {
            return self.fault("", "it needs steps, a list");
        };
        if !(1..=MAX_STEPS).contains(&steps.len()) {
            self.fault("steps", format_args!("a lesson has 1 to {MAX_STEPS} steps"));
        }
        let game = file["game"].as_str().unwrap_or_default().to_string();
        if find(&game).is_none() {
            return self.fault("game", ServiceRefusal::NoGame { found: agon_core::quote(&game) });
        }
        file["steps"] = Value::Array(Vec::new());
        if let Err(error) = serde_json::from_value::<Lesson>(file) {
            self.fault("", error);
        }
        for (number, step) in steps.into_iter().take(MAX_STEPS).enumerate() {
            let place = format!("steps[{number}]");
            match serde_json::from_value::<LessonStep>(step) {
                Ok(step) => self.step(&game, &place, &step),
                Err(error) => self.fault(&place, error),
            }
        }
    }

    /// Every text is in all languages that the file has.
    fn languages(&mut self, file: &Value) {
        let mut texts = Vec::new();
        collect_texts(file, String::new(), &mut texts);
        let mut languages: Vec<&String> =
            texts.iter().flat_map(|(_, texts)| texts.keys()).collect();
        languages.sort();
        languages.dedup();
        let missing: Vec<(String, String)> = texts
            .iter()
            .flat_map(|(place, texts)| {
                let missing = languages.iter().filter(|language| !texts.contains_key(**language));
                missing
                    .map(|language| (place.clone(), format!("the text in {language} is missing")))
            })
            .collect();
        missing.into_iter().for_each(|(place, why)| self.fault(&place, why));
    }

    fn step(&mut self, game: &str, place: &str, step: &LessonStep) {
        if step.text.trim().is_empty() {
            self.fault(&format!("{place}.text"), "a step needs a text");
        }
        let at = |field: &str| format!("{place}.{field}");
        let Some(position) = &step.position else {
            let is_told = matches!(step.task, LessonTask::Read {} | LessonTask::Answer { .. });
            if !is_told && !matches!(step.task, LessonTask::Base { .. }) {
                self.fault(place, "this task needs a position");
            }
            if step.search.is_some() {
                self.fault(&at("search"), "a tree needs a position");
            }
            return self.task(game, place, step, &[]);
        };
        let board = match board_of(game, position, &[], None) {
            Ok(board) => board,
            Err(error) => return self.fault(&at("position"), error.text),
        };
        if step.search.is_some_and(|search| !(1..=MAX_DEPTH).contains(&search.depth)) {
            self.fault(&at("search"), format_args!("the depth is 1 to {MAX_DEPTH}"));
        } else if step.search.is_some()
            && let Err(error) = judge::counts(game, step)
        {
            self.fault(&at("search"), error.text);
        }
        let moves: Vec<String> = board.moves.into_iter().map(|mv| mv.text).collect();
        self.task(game, place, step, &moves);
    }

    /// Checks a task in a position with these legal moves.
    fn task(&mut self, game: &str, place: &str, step: &LessonStep, moves: &[String]) {
        let task = format!("{place}.task");
        let is_legal = |pattern: &String| moves.iter().any(|mv| fits(pattern, mv));
        let position = step.position.as_deref().unwrap_or_default();
        let mut tries: Vec<String> = Vec::new();
        match &step.task {
            LessonTask::Read {} | LessonTask::Open {} => (),
            LessonTask::Move { right } => {
                tries = moves.to_vec();
                for pattern in right.iter().flatten().filter(|pattern| !is_legal(pattern)) {
                    let legal = listed(moves);
                    let why = format!("{pattern} is no legal move here; legal are {legal}");
                    self.fault(&format!("{task}.right"), why);
                }
            }
            LessonTask::End {} => {
                tries = moves.to_vec();
                if step.position.is_some()
                    && !moves.iter().any(|mv| judge::wins(game, position, mv))
                {
                    self.fault(&task, "no move wins here");
                }
            }
            LessonTask::Play { opponent, .. } => {
                if let Err(error) = judge::opponent(opponent, 0) {
                    self.fault(&format!("{task}.opponent"), error.text);
                }
            }
            LessonTask::Answer { options, right } => {
                tries = (0..options.len()).map(|option| option.to_string()).collect();
                if !(2..=MAX_OPTIONS).contains(&options.len()) {
                    let why = format_args!("a question has 2 to {MAX_OPTIONS} answers");
                    self.fault(&format!("{task}.options"), why);
                } else if *right >= options.len() {
                    let why = format_args!("answers are counted from 0 to {}", options.len() - 1);
                    self.fault(&format!("{task}.right"), why);
                }
            }
            LessonTask::Count { .. } => {
                if step.search.is_none() {
                    self.fault(place, "positions are counted in a search");
                }
            }
            LessonTask::Base { positions, .. } => {
                if !(1..=MAX_POSITIONS).contains(&positions.len()) {
                    let why = format_args!("a knowledge base has 1 to {MAX_POSITIONS} positions");
                    self.fault(&format!("{task}.positions"), why);
                }
                for (number, position) in positions.iter().take(MAX_POSITIONS).enumerate() {
                    if let Err(error) = judge::entry(game, position) {
                        self.fault(&format!("{task}.positions[{number}]"), error.text);
                    }
                }
            }
            LessonTask::Rules { source, solution, positions, uses } => {
                if positions.len() > MAX_POSITIONS {
                    let why = format_args!("there are at most {MAX_POSITIONS} positions");
                    self.fault(&format!("{task}.positions"), why);
                }
                for (number, position) in positions.iter().enumerate() {
                    if let Err(error) = board_of(game, position, &[], None) {
                        self.fault(&format!("{task}.positions[{number}]"), error.text);
                    }
                }
                let is_right = |rules: &str| judge::rules_fault(game, step, rules);
                match is_right(solution) {
                    Err(error) => self.fault(&format!("{task}.solution"), error.text),
                    Ok(Some(_)) => {
                        let why = format_args!("it does not use all of {}", uses.join(", "));
                        self.fault(&format!("{task}.solution"), why);
                    }
                    Ok(None) if matches!(is_right(source), Ok(None)) => {
                        self.fault(&format!("{task}.source"), "it does already what is asked");
                    }
                    Ok(None) => (),
                }
            }
        }
        for (number, reply) in step.replies.iter().enumerate() {
            for pattern in reply.to.iter().flatten() {
                if !tries.is_empty() && !tries.iter().any(|it| fits(pattern, it)) {
                    let why = format!("{pattern} fits no try; possible are {}", listed(&tries));
                    self.fault(&format!("{place}.replies[{number}].to"), why);
                }
            }
        }
    }
}

/// The beginning of a list, for a message.
fn listed(all: &[String]) -> String {
    const SHOWN: usize = 12;
    let dots = if all.len() > SHOWN { ", ..." } else { "" };
    all[..all.len().min(SHOWN)].join(", ") + dots
}

fn version(file: &Value) -> Result<(), String> {
    match file["version"].as_u64() {
        Some(VERSION) => Ok(()),
        Some(found) if found > VERSION => {
            Err(ServiceRefusal::LessonNewer { found, known: VERSION }.to_string())
        }
        _ => Err(format!("a lesson begins with \"version\":{VERSION}")),
    }
}

fn collect_texts(value: &Value, place: String, texts: &mut Vec<(String, Map<String, Value>)>) {
    match value {
        Value::Object(fields) if is_text(fields) => texts.push((place, fields.clone())),
        Value::Object(fields) => {
            for (key, field) in fields {
                let dot = if place.is_empty() { "" } else { "." };
                collect_texts(field, format!("{place}{dot}{key}"), texts);
            }
        }
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                collect_texts(item, format!("{place}[{number}]"), texts);
            }
        }
        _ => (),
    }
}

/// The line of a field of JSON, as far as its path leads.
fn line_of(text: &str, place: &str) -> usize {
    let mut cursor = Cursor { bytes: text.as_bytes(), at: 0 };
    cursor.blanks();
    for key in place.split(['.', '[', ']']).filter(|key| !key.is_empty()) {
        let before = cursor.at;
        if cursor.enter(key).is_none() {
            cursor.at = before;
            break;
        }
    }
    1 + text.as_bytes()[..cursor.at.min(text.len())].iter().filter(|&&it| it == b'\n').count()
}

/// A place in a JSON text.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|it| it.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Goes to the value of a key of the object here, or to the item of a number of the list.
    fn enter(&mut self, key: &str) -> Option<()> {
        let is_object = self.peek()? == b'{';
        self.at += 1;
        let mut number = 0;
        loop {
            self.blanks();
            if matches!(self.peek()?, b'}' | b']') {
                return None;
            }
            let is_found = if is_object {
                let from = self.at;
                self.skip();
                let found = &self.bytes[from..self.at];
                self.blanks();
                self.at += 1;
                self.blanks();
                found.len() >= 2 && found[1..found.len() - 1] == *key.as_bytes()
            } else {
                number.to_string() == key
            };
            if is_found {
                return Some(());
            }
            self.skip();
            number += 1;
            self.blanks();
            if self.peek()? == b',' {
                self.at += 1;
            }
        }
    }

    /// Goes behind the value here.
    fn skip(&mut self) {
        let mut depth = 0;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.at += 1;
                    while let Some(byte) = self.peek().filter(|&it| it != b'"') {
                        self.at += if byte == b'\\' { 2 } else { 1 };
                    }
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth == 0 => return,
                b'}' | b']' => depth -= 1,
                b',' | b':' if depth == 0 => return,
                _ if depth > 0 || byte.is_ascii_whitespace() => (),
                _ => {
                    // A number or a word ends at what follows it.
                    while self.peek().is_some_and(|it| !b",:]} \n\r\t".contains(&it)) {
                        self.at += 1;
                    }
                    return;
                }
            }
            self.at += 1;
            if depth == 0 && matches!(byte, b'"' | b'}' | b']') {
                return;
            }
        }
    }
}

/// The player that a specification of a lesson means, if it thinks shortly.
pub(super) fn opponent(spec: &str) -> Result<PlayerSpec, RequestError> {
    let spec: PlayerSpec = spec.parse().map_err(agon_arena::Refused::from)?;
    let is_short = match &spec {
        PlayerSpec::Random { .. } | PlayerSpec::Perfect => true,
        PlayerSpec::Level { level, .. } => *level <= 6,
        PlayerSpec::Minimax { depth, eval: None } => depth.is_some_and(|depth| depth <= 3),
        PlayerSpec::Own { options, .. } => options.len() <= 8,
        _ => false,
    };
    let why =
        "the opponent of a lesson is random, perfect, level:1 to level:6, or minimax:depth=1 to 3";
    match is_short {
        true => Ok(spec),
        false => Err(ServiceRefusal::LessonFile { why: why.into() }.into()),
    }
}
