//! Grading on other machines: the task, and a grade as text.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use agon_contest::hash_bytes;
use agon_host::store;
use serde::{Deserialize, Serialize};

use super::assignment::{Assignment, find_assignment};
use super::grading::{Case, FunctionGrade, Grade, Tally};
use super::hand_in::{HandIn, MAX_FILE, files_beside};
use super::interpreter;
use super::language::find_program;
use super::question::Difference;
use super::scheme::Scheme;
use super::work::GradeSetup;
use crate::cli::GradeArgs;
use crate::cluster::{Fetch, Objects};

/// How hand-ins are graded, and their files by hash.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GradeTask {
    assignment: String,
    scheme: String,
    /// The interpreter with its arguments, if it is not the usual one.
    words: Option<Vec<String>>,
    seed: u64,
    questions: usize,
    hand_ins: Vec<HandInText>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct HandInText {
    name: String,
    /// The files, the hand-in's own first, with their hashes; or why there are none.
    files: Result<Vec<(String, String)>, String>,
}

impl GradeTask {
    /// The task of these hand-ins; their files are added to the objects. The interpreter is
    /// looked for on each machine, by its name if it is not the usual one.
    pub fn of(setup: &GradeSetup, args: &GradeArgs, objects: &mut Objects) -> GradeTask {
        let GradeSetup { assignment, scheme, interpreter, hand_ins, .. } = setup;
        let words = args.command.as_ref().map(|_| {
            let name = |word: &String| {
                let name = Path::new(word).file_name().unwrap_or_default();
                name.to_string_lossy().into_owned()
            };
            let program = interpreter.first().map(name);
            program.into_iter().chain(interpreter.iter().skip(1).cloned()).collect()
        });
        let text = |hand_in: &HandIn| HandInText {
            name: hand_in.name.clone(),
            files: files_of(hand_in, *assignment, objects),
        };
        GradeTask {
            assignment: assignment.name().into(),
            scheme: scheme.write(*assignment),
            words,
            seed: args.seed,
            questions: args.questions.into(),
            hand_ins: hand_ins.iter().map(text).collect(),
        }
    }

    /// The task with its files here.
    pub fn read(&self, fetch: Fetch<'_>) -> Result<GradeSetup, String> {
        let assignment = find_assignment(&self.assignment)
            .ok_or_else(|| format!("there is no assignment {} here", self.assignment))?;
        let scheme = Scheme::parse(assignment, &self.scheme).map_err(|(_, what)| what)?;
        let interpreter = match &self.words {
            None => interpreter(assignment).map_err(|failure| failure.to_string())?,
            Some(words) => {
                let (program, rest) = words.split_first().ok_or("there is no interpreter")?;
                let found = find_program(&[program.as_str()]);
                let found = found.ok_or_else(|| format!("{program} is not installed"))?;
                [vec![found.to_string_lossy().into_owned()], rest.to_vec()].concat()
            }
        };
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut hand_ins = Vec::new();
        for (place, HandInText { name, files }) in self.hand_ins.iter().enumerate() {
            let file = match files {
                Err(why) => Err(why.clone()),
                Ok(files) => Ok(unpack(&folder.path().join(place.to_string()), files, fetch)?),
            };
            hand_ins.push(HandIn { name: name.clone(), file });
        }
        let questions = assignment.questions(self.seed, self.questions.clamp(1, 10_000));
        let _folder = Some(folder);
        Ok(GradeSetup { assignment, scheme, interpreter, questions, hand_ins, _folder })
    }
}

/// Writes the files of a hand-in into a folder; gives the first.
fn unpack(folder: &Path, files: &[(String, String)], fetch: Fetch<'_>) -> Result<PathBuf, String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    for (name, hash) in files {
        if Path::new(name).file_name() != Some(name.as_ref()) {
            return Err(format!("{name:?} is not the name of a file"));
        }
        std::fs::write(folder.join(name), fetch(hash)?).map_err(|error| error.to_string())?;
    }
    let (first, _) = files.first().ok_or("a hand-in has no files")?;
    Ok(folder.join(first))
}

/// A grade as JSON.
#[derive(Serialize, Deserialize)]
struct GradeText {
    functions: Vec<FunctionText>,
    messages: String,
    trouble: Option<String>,
    asked: usize,
    micros: u64,
}

#[derive(Serialize, Deserialize)]
struct FunctionText {
    kinds: BTreeMap<String, [usize; 3]>,
    smallest: Option<(String, [String; 3], bool)>,
    micros: Vec<u64>,
    missing: Option<String>,
}

/// A grade as text.
pub fn write_grade(grade: &Grade) -> String {
    let function = |one: &FunctionGrade| FunctionText {
        kinds: (one.kinds.iter())
            .map(|(kind, tally)| (kind.to_string(), [tally.passed, tally.failed, tally.follow_on]))
            .collect(),
        smallest: one.smallest.clone().map(|Case { kind, difference }| {
            let Difference { asked, expected, answered, is_costly } = difference;
            (kind.to_string(), [asked, expected, answered], is_costly)
        }),
        micros: one.micros.clone(),
        missing: one.missing.clone(),
    };
    let text = GradeText {
        functions: grade.functions.iter().map(function).collect(),
        messages: grade.messages.clone(),
        trouble: grade.trouble.clone(),
        asked: grade.asked,
        micros: grade.time.as_micros() as u64,
    };
    // These types have no maps with keys that are not text.
    serde_json::to_string(&text).unwrap_or_default()
}

/// The grade of a text, of an assignment with so many functions.
pub fn read_grade(text: &str, functions: usize) -> Result<Grade, String> {
    let read: GradeText = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if read.functions.len() != functions {
        return Err(format!("it has {} functions, not {functions}", read.functions.len()));
    }
    let mut graded = Vec::new();
    for one in read.functions {
        let mut function =
            FunctionGrade { micros: one.micros, missing: one.missing, ..FunctionGrade::default() };
        for (kind, [passed, failed, follow_on]) in one.kinds {
            function.kinds.insert(interned(&kind)?, Tally { passed, failed, follow_on });
        }
        if let Some((kind, [asked, expected, answered], is_costly)) = one.smallest {
            let difference = Difference { asked, expected, answered, is_costly };
            function.smallest = Some(Case { kind: interned(&kind)?, difference });
        }
        graded.push(function);
    }
    let GradeText { messages, trouble, asked, micros, .. } = read;
    let time = Duration::from_micros(micros);
    Ok(Grade { functions: graded, messages, trouble, asked, time })
}

/// The kinds of checks that were heard of; there are a few dozen.
static KINDS: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);

/// How many kinds are kept for the rest of the program, and how long they are.
const MAX_KINDS: usize = 1000;
const MAX_KIND: usize = 200;

/// A kind of checks as the grades have it: for the whole run of the program.
fn interned(kind: &str) -> Result<&'static str, String> {
    let mut kinds = KINDS.lock().unwrap_or_else(PoisonError::into_inner);
    let kinds = kinds.get_or_insert_default();
    if let Some(known) = kinds.get(kind) {
        return Ok(known);
    }
    if kinds.len() >= MAX_KINDS || kind.len() > MAX_KIND {
        return Err("it has kinds of checks that do not exist".into());
    }
    let kept: &'static str = Box::leak(kind.into());
    kinds.insert(kept);
    Ok(kept)
}

/// The files of a hand-in, its own first; they are added to the objects.
fn files_of(
    hand_in: &HandIn,
    assignment: &dyn Assignment,
    objects: &mut Objects,
) -> Result<Vec<(String, String)>, String> {
    let path = hand_in.file.clone()?;
    let beside = match assignment.has_more_files() {
        true => files_beside(&path, assignment)?,
        false => Vec::new(),
    };
    let mut files = Vec::new();
    for path in [path].into_iter().chain(beside) {
        let bytes = store::read(&path, MAX_FILE).map_err(|failure| failure.to_string())?;
        let bytes = bytes.ok_or_else(|| format!("there is no file {}", path.display()))?;
        let hash = hash_bytes(&bytes);
        objects.insert(hash.clone(), bytes);
        files.push((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), hash));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grade_is_read_back_as_it_was_written() {
        let difference = Difference {
            asked: "a".into(),
            expected: "b".into(),
            answered: "c".into(),
            is_costly: true,
        };
        let mut function = FunctionGrade { micros: vec![1, 2], ..FunctionGrade::default() };
        function.kinds.insert("wins", Tally { passed: 3, failed: 1, follow_on: 2 });
        function.smallest = Some(Case { kind: "wins", difference });
        let missing = FunctionGrade { missing: Some("why".into()), ..FunctionGrade::default() };
        let grade = Grade {
            functions: vec![function, missing],
            messages: "m".into(),
            trouble: Some("t".into()),
            asked: 7,
            time: Duration::from_micros(1234),
        };
        let read = read_grade(&write_grade(&grade), 2).unwrap();
        assert_eq!(format!("{read:?}"), format!("{grade:?}"));
        assert!(read_grade(&write_grade(&grade), 3).unwrap_err().contains("functions"));
        assert!(read_grade("{}", 2).is_err());
    }
}
