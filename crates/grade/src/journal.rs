//! The journal of a grading: grades that are kept, so that a run that was killed goes on where it was.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::time::Duration;

use agon_handin::{HandIn, SourceFile};
use agon_host::{Failure, hash_bytes, hash_file, store};
use serde::{Deserialize, Serialize};

use super::grading::Grade;
use super::work::GradeSetup;

/// How long to wait for another process that grades the same hand-ins.
const PATIENCE: Duration = Duration::from_millis(200);

/// A file to which each grade is added as soon as it is there.
pub struct Journal {
    /// What all hand-ins have in common: the program, the questions, the scheme.
    common: String,
    known: HashMap<String, Grade>,
    file: File,
    _lock: store::LockedFile,
}

/// A line of the file. The hash is that of everything that the grade follows from.
#[derive(Serialize, Deserialize)]
struct Line {
    hash: String,
    hand_in: String,
    /// `None` if it was taken back.
    grade: Option<Grade>,
}

impl Journal {
    /// Opens a journal, or makes a new one. Lines that cannot be read are ignored: the last one may
    /// be torn, and others are of other versions.
    pub fn open(path: &Path, setup: &GradeSetup) -> Result<Journal, Failure> {
        let about = |error: std::io::Error| store::about_file(path, &error.to_string());
        let lock = store::LockedFile::lock_within(path, PATIENCE)?;
        let mut file = OpenOptions::new();
        let mut file = file.read(true).append(true).create(true).open(path).map_err(about)?;
        let (mut known, mut bytes) = (HashMap::new(), Vec::new());
        let mut lines = BufReader::new(&file);
        while lines.read_until(b'\n', &mut bytes).map_err(about)? > 0 {
            if let Ok(Line { hash, grade, .. }) = serde_json::from_slice(&bytes) {
                match grade {
                    Some(grade) => known.insert(hash, grade),
                    None => known.remove(&hash),
                };
            }
            bytes.clear();
        }
        // What follows a torn line begins a new one.
        let mut last = [b'\n'];
        if file.seek(SeekFrom::End(-1)).is_ok() {
            file.read_exact(&mut last).map_err(about)?;
        }
        if last != [b'\n'] {
            file.write_all(b"\n").map_err(about)?;
        }
        Ok(Journal { common: common(setup).map_err(about)?, known, file, _lock: lock })
    }

    /// The grade of a hand-in that has not changed.
    pub fn grade(&self, hand_in: &HandIn) -> Option<&Grade> {
        self.known.get(&self.hash(hand_in)?)
    }

    /// Keeps a grade. One without points is not kept: what was missing may be there the next time.
    pub fn keep(&mut self, hand_in: &HandIn, grade: &Grade) -> Result<(), Failure> {
        if grade.failure.is_some() {
            return Ok(());
        }
        self.write(hand_in, Some(grade.clone()))
    }

    /// Takes a grade back that was false.
    pub fn retract(&mut self, hand_in: &HandIn) -> Result<(), Failure> {
        self.write(hand_in, None)
    }

    fn write(&mut self, hand_in: &HandIn, grade: Option<Grade>) -> Result<(), Failure> {
        let Some(hash) = self.hash(hand_in) else { return Ok(()) };
        let line = Line { hash, hand_in: hand_in.name.clone(), grade };
        let mut line = serde_json::to_vec(&line).map_err(Failure::refused)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.sync_data()?;
        Ok(())
    }

    /// The hash of what a hand-in's grade follows from.
    fn hash(&self, hand_in: &HandIn) -> Option<String> {
        let source = hand_in.source.as_ref().ok()?;
        let files = source.files.iter().map(|SourceFile { path, text }| (path, text));
        let text = format!("{}{:?}{:?}", self.common, source.entry, files.collect::<Vec<_>>());
        Some(hash_bytes(text.as_bytes()))
    }
}

fn common(setup: &GradeSetup) -> std::io::Result<String> {
    // Not its version alone: one that was just compiled may judge otherwise.
    let program = hash_file(&std::env::current_exe()?)?;
    let (name, judging) = (setup.questionnaire.assignment().name, setup.scheme.judging());
    Ok(format!("{:?}", (program, name, setup.seed, setup.asked, &setup.interpreter, judging)))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::OnceLock;

    use agon_handin::{Reason, Source};

    use super::*;
    use crate::{GradingScheme, find_questionnaire};

    fn hand_in(text: &str) -> HandIn {
        let source = Source::of_files(vec![("nim.pl".into(), text.into())]).unwrap();
        HandIn { name: "ann".into(), source: Ok(source) }
    }

    fn setup(seed: u64) -> GradeSetup {
        let questionnaire = find_questionnaire("nim").unwrap();
        GradeSetup {
            questionnaire,
            scheme: GradingScheme::of(questionnaire),
            interpreter: vec!["swipl".into()],
            is_usual: true,
            seed,
            asked: 20,
            questions: crate::questionnaire::Questions { all: Vec::new(), same: 0 },
            free: OnceLock::new(),
            hand_ins: Vec::new(),
        }
    }

    #[test]
    fn a_grade_is_known_as_long_as_nothing_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let open = |seed| Journal::open(&path, &setup(seed)).unwrap();
        let (one, other) = (hand_in("a."), hand_in("b."));
        let grade = Grade { asked: 7, ..Grade::default() };
        open(0).keep(&one, &grade).unwrap();
        assert_eq!(open(0).grade(&one).map(|known| known.asked), Some(7));
        assert!(open(0).grade(&other).is_none() && open(1).grade(&one).is_none());
        // What was not graded is tried again.
        let failed = Grade { failure: Some(Reason::Link.into()), ..Grade::default() };
        open(0).keep(&other, &failed).unwrap();
        assert!(open(0).grade(&other).is_none());
        // A line that was torn takes no other one with it.
        fs::write(&path, fs::read_to_string(&path).unwrap() + "{\"ha").unwrap();
        open(0).keep(&other, &grade).unwrap();
        assert!(open(0).grade(&one).is_some() && open(0).grade(&other).is_some());
        open(0).retract(&one).unwrap();
        assert!(open(0).grade(&one).is_none() && open(0).grade(&other).is_some());
        let held = open(0);
        let refused = Journal::open(&path, &setup(0)).err().unwrap().to_string();
        assert!(refused.contains("another agon is at work"), "{refused}");
        drop(held);
    }
}
