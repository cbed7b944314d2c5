//! Questions of an assignment, and how answers are judged.

use serde::{Deserialize, Serialize};

use super::interpreter::Answer;

/// A question: something that a hand-in is asked, and the answer that Agon has.
pub trait Question: Send + Sync {
    /// The function that it is about, by its place in the assignment.
    fn function(&self) -> usize;

    /// Whether a function is called.
    fn uses(&self, function: usize) -> bool {
        function == self.function()
    }

    /// What the driver of the language is sent.
    fn text(&self, names: &Names) -> String;

    /// How large the case is; the smallest failing case is shown.
    fn size(&self) -> usize;

    /// Judges an answer: one check for each thing that it shows. After a failed check nothing
    /// more is judged.
    fn judge(&self, answer: &Answer, names: &Names) -> Vec<Check>;

    /// Who is to blame for a failed check. More may be asked to find out.
    fn blame(&self, _check: &Check, _names: &Names, _ask: &mut Ask) -> Blame {
        Blame::Function
    }

    /// Smaller questions, the smallest first, of which one may fail in the same way.
    fn smaller(&self, _check: &Check) -> Vec<Box<dyn Question>> {
        Vec::new()
    }
}

/// Asks a hand-in something more.
pub type Ask<'a> = dyn FnMut(&str) -> Answer + 'a;

/// Something that was checked.
#[derive(Clone, Debug)]
pub struct Check {
    /// The function, by its place in the assignment.
    pub function: usize,
    /// The kind of case, in a few words.
    pub kind: &'static str,
    /// The place in the question's answer.
    pub step: usize,
    /// The processor time of the call, in microseconds.
    pub micros: Option<u64>,
    /// The difference, if it failed.
    pub difference: Option<Difference>,
}

impl Check {
    /// Whether it passed.
    pub fn passed(&self) -> bool {
        self.difference.is_none()
    }
}

/// How an answer differs from that of Agon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// What was asked, as one would type it.
    pub asked: String,
    /// What would be right.
    pub expected: String,
    /// What was answered.
    pub answered: String,
    /// Whether the call took long, so that it is not made again and again.
    #[serde(skip)]
    pub is_costly: bool,
}

/// Who is to blame for a failed check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// The function of the check.
    Function,
    /// Another function, with the kind of case.
    Other(usize, &'static str),
    /// A follow-on error: the answer is right by what other functions answered wrongly.
    FollowOn,
}

/// The names of an assignment's functions in a hand-in.
#[derive(Clone, Debug)]
pub struct Names(pub Vec<String>);

impl Names {
    /// The name of a function.
    pub fn of(&self, function: usize) -> &str {
        &self.0[function]
    }
}
