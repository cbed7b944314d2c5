//! Grading as work: hand-ins are the items. Grades are kept in a journal, if there is one; the report
//! is written at the end.

use std::ops::Range;
use std::sync::OnceLock;

use agon_host::Failure;
use agon_runner::{IsFalse, ResultOrigin, SentItem, SharedWork, Stop, Work};

use super::free_checks::FreeChecks;
use super::grading::{Grade, grade};
use super::journal::Journal;
use super::questionnaire::{Questionnaire, Questions};
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
    pub questions: Questions,
    /// Found once for all hand-ins.
    pub free: OnceLock<FreeChecks>,
    pub hand_ins: Vec<HandIn>,
}

impl GradeSetup {
    /// Grades a hand-in. `None` if it was stopped.
    pub fn grade(&self, place: usize, stop: Stop<'_>) -> Result<Option<Grade>, Failure> {
        let GradeSetup { questionnaire, scheme, interpreter, questions, hand_ins, .. } = self;
        let free = self.free.get_or_init(|| FreeChecks::of(&questions.all, &scheme.names));
        let graded = grade(*questionnaire, scheme, interpreter, questions, free, &hand_ins[place]);
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
    /// How many of them were in the journal.
    known: usize,
    /// The name of the last graded hand-in.
    last: &'a str,
    journal: Option<Journal>,
}

impl<'a> GradeWork<'a> {
    pub fn new(setup: &'a GradeSetup, journal: Option<Journal>) -> GradeWork<'a> {
        let of_journal = |hand_in| journal.as_ref().and_then(|known| known.grade(hand_in)).cloned();
        let grades: Vec<Option<Grade>> = setup.hand_ins.iter().map(of_journal).collect();
        let done = grades.iter().flatten().count();
        let (next, again) = (0..grades.len(), Vec::new());
        GradeWork { setup, next, again, grades, done, known: done, last: "", journal }
    }

    /// How many grades were in the journal, and how many there are now.
    pub fn counts(&self) -> (usize, usize) {
        (self.known, self.done)
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
        let grades = &self.grades;
        Ok(self.again.pop().or_else(|| self.next.find(|&place| grades[place].is_none())))
    }

    fn accept(&mut self, place: usize, grade: Grade) -> Result<(), Failure> {
        if let Some(journal) = &mut self.journal {
            journal.keep(&self.setup.hand_ins[place], &grade)?;
        }
        self.grades[place] = Some(grade);
        self.done += 1;
        self.last = &self.setup.hand_ins[place].name;
        Ok(())
    }

    fn progress(&self) -> String {
        self.last.into()
    }

    fn steps(&self) -> Option<(u64, u64)> {
        Some((self.done as u64, self.grades.len() as u64))
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
        let next = self.next.clone().filter(|&place| self.grades[place].is_none());
        Some((next.count() + self.again.len()) as u64)
    }

    fn retract(&mut self, is_false: IsFalse<'_>) -> Result<Option<u64>, Failure> {
        for (place, grade) in self.grades.iter_mut().enumerate() {
            if is_false(&place.to_string()) && grade.take().is_some() {
                if let Some(journal) = &mut self.journal {
                    journal.retract(&self.setup.hand_ins[place])?;
                }
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
