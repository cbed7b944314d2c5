//! Questions of an assignment, and how their answers are judged.

use agon_handin::{Answer, Names};
use serde::{Deserialize, Serialize};

/// A question to a hand-in, with Agon's own answer.
pub trait Question: Send + Sync {
    /// The function that the question is about, as an index into the assignment's functions.
    fn function(&self) -> usize;

    /// Whether the question calls a function.
    fn uses(&self, function: usize) -> bool {
        function == self.function()
    }

    /// The text for the language's driver.
    fn text(&self, names: &Names) -> String;

    /// The question as a person types it into the hand-in's own interpreter.
    fn typed(&self, names: &Names) -> String {
        self.text(names)
    }

    /// The text for the driver that answers with a program for a failed check, where the question
    /// cannot be typed: it makes the same call and needs only the hand-in.
    fn pasted(&self, _check: &Check) -> Option<String> {
        None
    }

    /// The size of the case. Reports show the smallest failing case.
    fn size(&self) -> usize;

    /// Judges an answer with one check for each thing that it shows. What cannot be judged any more
    /// after a failed check is left out.
    fn judge(&self, answer: &Answer, names: &Names) -> Vec<Check>;

    /// The answers of programs of which one function does nothing: it answers nothing, what it was
    /// given, or always the same. A check of the function that such a program passes earns no points.
    fn null_answers(&self, _names: &Names) -> Vec<(usize, Answer)> {
        Vec::new()
    }

    /// Finds the function at fault for a failed check. It may ask more questions.
    fn blame(&self, _check: &Check, _names: &Names, _ask: &mut Ask) -> Blame {
        Blame::Function
    }

    /// Smaller questions, smallest first, that may fail in the same way.
    fn smaller(&self, _check: &Check) -> Vec<Box<dyn Question>> {
        Vec::new()
    }
}

/// Asks a hand-in one more question.
pub type Ask<'a> = dyn FnMut(&str) -> Answer + 'a;

/// The result of one check.
#[derive(Clone, Debug)]
pub struct Check {
    /// An index into the assignment's functions.
    pub function: usize,
    /// The kind of case, in a few words.
    pub kind: &'static str,
    /// An index into the parts of the answer.
    pub step: usize,
    /// The processor time of the call, in microseconds.
    pub micros: Option<u64>,
    pub difference: Option<Difference>,
}

impl Check {
    pub fn passed(&self) -> bool {
        self.difference.is_none()
    }
}

/// How a wrong answer differs from the right one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The question as a person types it.
    pub asked: String,
    /// The right answer.
    pub expected: String,
    /// The hand-in's answer.
    pub answered: String,
    /// Whether the call took long. Such a call is not repeated many times.
    #[serde(skip)]
    pub is_costly: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// The function that was checked.
    Function,
    /// Another function, and the kind of case.
    Other(usize, &'static str),
    /// A follow-on error: the answer is right, given the wrong answers of other functions.
    FollowOn,
}
