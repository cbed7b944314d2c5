//! The questions of an assignment, and the points of its functions.

use std::collections::HashSet;

use agon_handin::{Assignment, Connection};

use super::question::Question;

pub trait Questionnaire: Sync {
    /// The assignment's name, language and functions.
    fn assignment(&self) -> &'static Assignment;

    /// The functions that are graded, in the order of the report and of the assignment.
    fn functions(&self) -> &[Function];

    /// Whether enough of a hand-in was found to ask it. Otherwise it gets no points, not even none.
    fn is_connected(&self, _connection: &Connection) -> bool {
        true
    }

    /// Whether each function is asked in an interpreter of its own, because calls of the others could
    /// help or harm it. It then takes several starts of the interpreter.
    fn asks_alone(&self) -> bool {
        false
    }

    /// About `count` random questions, smaller ones first.
    fn draw(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>>;

    /// About `count` questions. The same seed gives the same questions.
    fn questions(&self, seed: u64, count: usize) -> Questions {
        let drawn = count.div_ceil(5);
        let mut all = self.draw(SAME, count - drawn);
        let same = all.len();
        let names = self.assignment().names();
        let known: HashSet<String> = all.iter().map(|question| question.text(&names)).collect();
        let others = self.draw(seed, drawn).into_iter();
        all.extend(others.filter(|question| !known.contains(&question.text(&names))));
        Questions { all, same }
    }
}

/// Questions in the order in which they are asked. The first ones, four of five, are the same with
/// every seed and make the points. The others can only cost: if they alone show that a function is
/// wrong.
pub struct Questions {
    pub all: Vec<Box<dyn Question>>,
    pub same: usize,
}

/// The seed of the questions that every run asks.
const SAME: u64 = u64::MAX;

#[derive(Debug)]
pub struct Function {
    pub name: &'static str,
    /// The points, unless the grading scheme says otherwise.
    pub points: u32,
    pub is_bonus: bool,
    /// The kinds of cases that it is asked about.
    pub kinds: &'static [Kind],
}

impl Function {
    /// A function whose points are not a bonus.
    pub const fn new(name: &'static str, points: u32, kinds: &'static [Kind]) -> Function {
        Function { name, points, is_bonus: false, kinds }
    }

    pub const fn bonus(name: &'static str, points: u32, kinds: &'static [Kind]) -> Function {
        Function { name, points, is_bonus: true, kinds }
    }
}

/// A kind of cases in which a function can be right or wrong.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub name: &'static str,
    /// The sentence of the assignment that asks for it, where that is not plain from the name.
    pub demand: Option<&'static str>,
    /// The kind without which it shows nothing: that a move is printed is worth as much as the move.
    pub along: Option<&'static str>,
}

impl Kind {
    /// This kind, which counts only as far as another one is right.
    pub const fn along(self, other: &'static str) -> Kind {
        Kind { along: Some(other), ..self }
    }
}

/// The kinds that every function has, beside its own.
pub const ANSWERS_IN_TIME: &str = "answers in time";
pub const CAN_BE_CALLED: &str = "can be called";
/// Fails where a later question is answered wrong only because of this call.
pub const SPOILS_NOTHING: &str = "leaves later answers right";

impl Function {
    /// The kind of this name, if it is one of the function's own.
    pub fn kind(&self, name: &str) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }

    /// Whether a kind is one of the function's own, or one that every function has.
    pub fn has_kind(&self, name: &str) -> bool {
        let common = [ANSWERS_IN_TIME, CAN_BE_CALLED, SPOILS_NOTHING];
        common.contains(&name) || self.kind(name).is_some()
    }
}

/// A kind whose name says it all.
pub const fn kind(name: &'static str) -> Kind {
    Kind { name, demand: None, along: None }
}

/// A kind that a sentence of the assignment asks for.
pub const fn demand(name: &'static str, sentence: &'static str) -> Kind {
    Kind { name, demand: Some(sentence), along: None }
}
