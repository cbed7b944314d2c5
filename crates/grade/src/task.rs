//! Grading as a task for other machines.

use std::path::{Path, PathBuf};

use agon_host::{hash_bytes, store};
use agon_runner::{FetchObject, Objects};
use serde::{Deserialize, Serialize};

use super::assignment::Assignment;
use super::assignments::find_assignment;
use super::command::interpreter_of;
use super::hand_in::{HandIn, MAX_FILE, files_beside};
use super::language::find_program;
use super::scheme::GradingScheme;
use super::work::GradeSetup;

/// How hand-ins are graded, and their files by hash.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GradeTask {
    assignment: String,
    scheme: String,
    /// The interpreter with its arguments, unless it is the default.
    words: Option<Vec<String>>,
    seed: u64,
    questions: usize,
    hand_ins: Vec<HandInText>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct HandInText {
    name: String,
    /// The files with their hashes, the hand-in's main file first; or the reason why there are
    /// none.
    files: Result<Vec<(String, String)>, String>,
}

impl GradeTask {
    /// The task for these hand-ins. Adds their files to the objects. Each machine looks for the
    /// interpreter itself, by name if it is not the default.
    pub fn of(setup: &GradeSetup, objects: &mut Objects) -> GradeTask {
        let GradeSetup { assignment, scheme, interpreter, hand_ins, .. } = setup;
        let words = (!setup.is_usual).then(|| {
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
            seed: setup.seed,
            questions: setup.asked,
            hand_ins: hand_ins.iter().map(text).collect(),
        }
    }

    /// Fetches the files and makes the setup on this machine.
    pub fn read(&self, fetch: FetchObject<'_>) -> Result<GradeSetup, String> {
        let assignment = find_assignment(&self.assignment)
            .ok_or_else(|| format!("there is no assignment {} here", self.assignment))?;
        let scheme = GradingScheme::parse(assignment, &self.scheme).map_err(|(_, what)| what)?;
        let interpreter = match &self.words {
            None => interpreter_of(assignment).map_err(|failure| failure.to_string())?,
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
        let (seed, asked) = (self.seed, self.questions.clamp(1, 10_000));
        Ok(GradeSetup {
            assignment,
            scheme,
            interpreter,
            is_usual: self.words.is_none(),
            seed,
            asked,
            questions: assignment.questions(seed, asked),
            hand_ins,
            _folder: Some(folder),
        })
    }
}

/// Writes the files of a hand-in into a folder and returns the path of the first.
fn unpack(
    folder: &Path,
    files: &[(String, String)],
    fetch: FetchObject<'_>,
) -> Result<PathBuf, String> {
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

/// The files of a hand-in, the main file first. Adds them to the objects.
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
