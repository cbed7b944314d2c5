//! Grading as work: hand-ins are the items. Grades stay in memory; the report is written at the
//! end.

use std::ops::Range;

use agon_host::Failure;
use agon_runner::{IsFalse, ResultOrigin, SentItem, SharedWork, Stop, Work};

use super::grading::{Grade, grade};
use super::question::Question;
use super::questionnaire::Questionnaire;
use super::scheme::GradingScheme;
use agon_handin::HandIn;

/// How hand-ins are graded, and which.
pub struct GradeSetup {
    pub questionnaire: &'static dyn Questionnaire,
    pub scheme: GradingScheme,
    /// The interpreter with its arguments.
    pub interpreter: Vec<String>,
    /// Whether the interpreter is the default.
    pub is_usual: bool,
    /// The random seed of the questions.
    pub seed: u64,
    /// The number of questions that the user wanted.
    pub asked: usize,
    pub questions: Vec<Box<dyn Question>>,
    pub hand_ins: Vec<HandIn>,
}

impl GradeSetup {
    /// Grades a hand-in. `None` if it was stopped.
    pub fn grade(&self, place: usize, stop: Stop<'_>) -> Result<Option<Grade>, Failure> {
        let GradeSetup { questionnaire, scheme, interpreter, questions, hand_ins, .. } = self;
        let graded = grade(*questionnaire, scheme, interpreter, questions, &hand_ins[place]);
        // An interruption kills the interpreter. That is not the student's fault.
        Ok((!stop()).then_some(graded))
    }
}

/// The hand-ins that are left, and the grades so far.
pub struct GradeWork<'a> {
    setup: &'a GradeSetup,
    next: Range<usize>,
    /// The hand-ins that are graded again.
    again: Vec<usize>,
    grades: Vec<Option<Grade>>,
    done: usize,
    /// The name of the last graded hand-in.
    last: &'a str,
}

impl<'a> GradeWork<'a> {
    pub fn new(setup: &'a GradeSetup) -> GradeWork<'a> {
        let count = setup.hand_ins.len();
        let (next, again) = (0..count, Vec::new());
        GradeWork { setup, next, again, grades: vec![None; count], done: 0, last: "" }
    }

    pub fn into_grades(self) -> Vec<Grade> {
        self.grades.into_iter().map(Option::unwrap_or_default).collect()
    }
}

impl Work for GradeWork<'_> {
    /// The index of a hand-in.
    type Item = usize;
    type Output = Grade;
    type Failure = Failure;

    fn next(&mut self) -> Result<Option<usize>, Failure> {
        Ok(self.again.pop().or_else(|| self.next.next()))
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

    fn receive(&mut self, _: &usize, text: &str, _: ResultOrigin) -> Result<Grade, String> {
        let grade: Grade = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let (found, expected) = (grade.functions.len(), self.setup.questionnaire.functions().len());
        match found == expected {
            true => Ok(grade),
            false => Err(format!("it has {found} functions, not {expected}")),
        }
    }

    fn left(&self) -> Option<u64> {
        Some((self.next.len() + self.again.len()) as u64)
    }

    fn retract(&mut self, is_false: IsFalse<'_>) -> Result<Option<u64>, Failure> {
        for (place, grade) in self.grades.iter_mut().enumerate() {
            if is_false(&place.to_string()) && grade.take().is_some() {
                self.again.push(place);
                self.done -= 1;
            }
        }
        Ok(Some(0))
    }

    fn summary(&self) -> String {
        format!("{} of {} hand-ins", self.done, self.grades.len())
    }
}
