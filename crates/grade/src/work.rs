//! Hand-ins as work. Grades are kept in memory: the report is written at the end.

use std::ops::Range;

use agon_host::Failure;
use agon_runner::{ResultOrigin, SentItem, SharedWork, Stop, Work};
use tempfile::TempDir;

use super::assignment::Assignment;
use super::grading::{Grade, grade};
use super::hand_in::HandIn;
use super::question::Question;
use super::scheme::Scheme;

/// How hand-ins are graded.
pub struct GradeSetup {
    /// The assignment.
    pub assignment: &'static dyn Assignment,
    /// How points are given.
    pub scheme: Scheme,
    /// The interpreter with its arguments.
    pub interpreter: Vec<String>,
    /// Whether it is the usual one.
    pub is_usual: bool,
    /// The random seed of the questions.
    pub seed: u64,
    /// How many questions were wanted.
    pub asked: usize,
    /// What is asked.
    pub questions: Vec<Box<dyn Question>>,
    /// The hand-ins.
    pub hand_ins: Vec<HandIn>,
    /// Where the files of hand-ins are that came from elsewhere.
    pub _folder: Option<TempDir>,
}

impl GradeSetup {
    /// Grades a hand-in; `None` if it was stopped.
    pub fn grade(&self, place: usize, stop: Stop<'_>) -> Result<Option<Grade>, Failure> {
        let GradeSetup { assignment, scheme, interpreter, questions, hand_ins, .. } = self;
        let graded = grade(*assignment, scheme, interpreter, questions, &hand_ins[place]);
        // An interruption ends the interpreter, which is not the student's fault.
        Ok((!stop()).then_some(graded))
    }
}

/// The hand-ins that are still to be graded, and the grades.
pub struct GradeWork<'a> {
    setup: &'a GradeSetup,
    next: Range<usize>,
    grades: Vec<Option<Grade>>,
    done: usize,
    /// The name of the hand-in that was graded last.
    last: &'a str,
}

impl<'a> GradeWork<'a> {
    /// Nothing is graded yet.
    pub fn new(setup: &'a GradeSetup) -> GradeWork<'a> {
        let count = setup.hand_ins.len();
        GradeWork { setup, next: 0..count, grades: vec![None; count], done: 0, last: "" }
    }

    /// The grades, in the order of the hand-ins.
    pub fn into_grades(self) -> Vec<Grade> {
        self.grades.into_iter().map(Option::unwrap_or_default).collect()
    }
}

impl Work for GradeWork<'_> {
    /// The place of a hand-in.
    type Item = usize;
    type Output = Grade;
    type Failure = Failure;

    fn next(&mut self) -> Result<Option<usize>, Failure> {
        Ok(self.next.next())
    }

    fn accept(&mut self, place: usize, grade: Grade) -> Result<(), Failure> {
        self.grades[place] = Some(grade);
        self.done += 1;
        self.last = &self.setup.hand_ins[place].name;
        Ok(())
    }

    fn progress(&self) -> String {
        format!("{} of {}: {}", self.done, self.grades.len(), self.last)
    }
}

impl SharedWork for GradeWork<'_> {
    fn send(&self, &place: &usize) -> SentItem {
        SentItem { key: place.to_string(), body: place.into() }
    }

    fn receive(&mut self, _: &usize, text: &str, _: ResultOrigin<'_>) -> Result<Grade, String> {
        let grade: Grade = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let (found, expected) = (grade.functions.len(), self.setup.assignment.functions().len());
        match found == expected {
            true => Ok(grade),
            false => Err(format!("it has {found} functions, not {expected}")),
        }
    }

    fn left(&self) -> Option<u64> {
        Some(self.next.len() as u64)
    }

    fn summary(&self) -> String {
        format!("{} of {} hand-ins", self.done, self.grades.len())
    }
}
