//! Grading as a task for other machines.

use std::path::Path;
use std::sync::OnceLock;

use agon_handin::{HandIn, Reason, Source, SourceFile, find_program, interpreter_of};
use agon_host::hash_bytes;
use agon_runner::{FetchObject, Objects};
use serde::{Deserialize, Serialize};

use super::questionnaires::find_questionnaire;
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
    /// The paths of its files with their hashes, or the reason why there are none.
    files: Result<Vec<(String, String)>, String>,
    /// The path of the file to start with, if one was chosen.
    entry: Option<String>,
}

impl GradeTask {
    /// The task for these hand-ins. Adds their files to the objects. Each machine looks for the
    /// interpreter itself, by name if it is not the default.
    pub fn of(setup: &GradeSetup, objects: &mut Objects) -> GradeTask {
        let GradeSetup { questionnaire, scheme, interpreter, hand_ins, .. } = setup;
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
            files: hand_in
                .source
                .as_ref()
                .map(|source| pack(source, objects))
                .map_err(ToString::to_string),
            entry: hand_in.source.as_ref().ok().and_then(|source| source.entry.clone()),
        };
        GradeTask {
            assignment: questionnaire.assignment().name.into(),
            scheme: scheme.write(*questionnaire),
            words,
            seed: setup.seed,
            questions: setup.asked,
            hand_ins: hand_ins.iter().map(text).collect(),
        }
    }

    /// Fetches the files and makes the setup on this machine.
    pub fn read(&self, fetch: FetchObject<'_>) -> Result<GradeSetup, String> {
        let questionnaire = find_questionnaire(&self.assignment)
            .ok_or_else(|| format!("there is no assignment {} here", self.assignment))?;
        let scheme = GradingScheme::parse(questionnaire, &self.scheme).map_err(|(_, what)| what)?;
        let interpreter = match &self.words {
            None => {
                interpreter_of(questionnaire.assignment()).map_err(|failure| failure.to_string())?
            }
            Some(words) => {
                let (program, rest) = words.split_first().ok_or("there is no interpreter")?;
                let found = find_program(&[program.as_str()]);
                let found = found.ok_or_else(|| format!("{program} is not installed"))?;
                [vec![found.to_string_lossy().into_owned()], rest.to_vec()].concat()
            }
        };
        let hand_ins = self.hand_ins.iter().map(|HandInText { name, files, entry }| {
            let source = match files {
                Err(why) => Err(Reason::from(why.clone())),
                Ok(files) => Ok(unpack(files, entry.as_deref(), fetch)?),
            };
            Ok(HandIn { name: name.clone(), source })
        });
        let hand_ins = hand_ins.collect::<Result<_, String>>()?;
        let (seed, asked) = (self.seed, self.questions.clamp(1, 10_000));
        Ok(GradeSetup {
            questionnaire,
            scheme,
            interpreter,
            is_usual: self.words.is_none(),
            seed,
            asked,
            questions: questionnaire.questions(seed, asked),
            free: OnceLock::new(),
            hand_ins,
        })
    }
}

/// The paths of the files of a hand-in, with their hashes. Adds them to the objects.
fn pack(source: &Source, objects: &mut Objects) -> Vec<(String, String)> {
    let files = source.files.iter().map(|SourceFile { path, text }| {
        let hash = hash_bytes(text.as_bytes());
        objects.insert(hash.clone(), text.clone().into_bytes());
        (path.clone(), hash)
    });
    files.collect()
}

fn unpack(
    files: &[(String, String)],
    entry: Option<&str>,
    fetch: FetchObject<'_>,
) -> Result<Source, String> {
    let fetched = files.iter().map(|(path, hash)| Ok((path.clone(), fetch(hash)?)));
    let mut source = Source::of_files(fetched.collect::<Result<_, String>>()?)
        .map_err(|reason| reason.to_string())?;
    if let Some(entry) = entry {
        source.start_with(entry).map_err(|reason| reason.to_string())?;
    }
    Ok(source)
}
