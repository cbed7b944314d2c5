//! Wrong answers that two hand-ins share. One that few of the class give says more than one that
//! many give; what a program does that does nothing, or that fails with an error, says nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use agon_handin::{Answer, Names};
use serde::{Deserialize, Serialize};

use super::tokens::hash;
use crate::question::{Check, Question};

/// The most wrong answers of a function that are kept.
const MAX_KEPT: usize = 50;

/// The most letters of a question or an answer that are kept.
const MAX_LETTERS: usize = 120;

/// A function fails alike only if so many different wrong answers are the same: two that are wrong
/// about a yes or no always agree.
const LEAST_DIFFERENT: usize = 4;

/// A wrong answer of a hand-in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongAnswer {
    pub function: usize,
    /// The index of the question.
    pub question: usize,
    /// The hash of the answer.
    pub hash: u64,
    /// The beginning of the question and of the answer, as a person sees them.
    pub asked: String,
    pub answered: String,
}

/// Keeps a wrong answer, unless it is an ordinary one.
pub fn keep(
    kept: &mut Vec<WrongAnswer>,
    question: (usize, &dyn Question),
    (check, answer): (&Check, &Answer),
    names: &Names,
) {
    let Some(difference) = &check.difference else { return };
    let count = kept.iter().filter(|wrong| wrong.function == check.function).count();
    if answer.error.is_some() || count >= MAX_KEPT {
        return;
    }
    let (number, question) = question;
    let is_same = |other: &Check| {
        let found = other.difference.as_ref();
        found.is_some_and(|found| found.answered == difference.answered)
    };
    let is_null = |(_, answer): &(usize, Answer)| question.judge(answer, names).iter().any(is_same);
    if question.null_answers(names).iter().any(is_null) {
        return;
    }
    let begin = |text: &str| text.chars().take(MAX_LETTERS).collect();
    kept.push(WrongAnswer {
        function: check.function,
        question: number,
        hash: hash(&difference.answered),
        asked: begin(&difference.asked),
        answered: begin(&difference.answered),
    });
}

/// What one function of two hand-ins answers alike, though it is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedMistakes {
    pub function: usize,
    /// How many wrong answers are the same, and how many each of the two has.
    pub shared: usize,
    pub of: [usize; 2],
    /// From 0 to 1: 1 if all wrong answers are the same and nobody else gives one of them.
    pub weight: f64,
    /// The rarest of them, and how many of the class give it.
    pub asked: String,
    pub answered: String,
    pub givers: usize,
}

/// How rare something is that `having` of `all` hand-ins have: 1 if only two have it, 0 if it is
/// common to the class.
pub fn rarity(having: usize, all: usize) -> f64 {
    let (having, half) = (having.max(2) as f64, all as f64 / 2.0);
    match having > half && having >= LEAST_CLASS as f64 {
        true => 0.0,
        false => f64::min((2.0 * half / having).ln() / half.ln(), 1.0),
    }
}

/// In a smaller class nothing is known to be rare, and what fewer have is not common to a class.
pub const LEAST_CLASS: usize = 6;

type Key = (usize, usize, u64);

/// The wrong answers of a class.
pub struct Behaviour<'a> {
    /// The wrong answers of each hand-in by function, question and answer.
    wrong: Vec<BTreeMap<Key, &'a WrongAnswer>>,
    givers: HashMap<Key, usize>,
}

impl<'a> Behaviour<'a> {
    pub fn of(wrong: &[&'a [WrongAnswer]]) -> Behaviour<'a> {
        let key = |wrong: &WrongAnswer| (wrong.function, wrong.question, wrong.hash);
        let keyed = |wrong: &&'a [WrongAnswer]| wrong.iter().map(|one| (key(one), one)).collect();
        let wrong: Vec<BTreeMap<Key, &WrongAnswer>> = wrong.iter().map(keyed).collect();
        let mut givers = HashMap::new();
        for key in wrong.iter().flat_map(BTreeMap::keys) {
            *givers.entry(*key).or_default() += 1;
        }
        Behaviour { wrong, givers }
    }

    /// The functions of two hand-ins that fail alike.
    pub fn shared(&self, one: usize, other: usize) -> Vec<SharedMistakes> {
        let (left, right) = (&self.wrong[one], &self.wrong[other]);
        let class = self.wrong.len();
        let mut found: BTreeMap<usize, SharedMistakes> = BTreeMap::new();
        let mut different = BTreeSet::new();
        for (key, wrong) in left.iter().filter(|(key, _)| right.contains_key(key)) {
            let givers = self.givers[key];
            let mistakes = found.entry(key.0).or_insert_with(|| SharedMistakes {
                function: key.0,
                shared: 0,
                of: [left, right].map(|all| all.keys().filter(|other| other.0 == key.0).count()),
                weight: 0.0,
                asked: wrong.asked.clone(),
                answered: wrong.answered.clone(),
                givers,
            });
            mistakes.shared += 1;
            different.insert((key.0, key.2));
            mistakes.weight += if class < LEAST_CLASS { 0.0 } else { rarity(givers, class) };
            if givers < mistakes.givers {
                mistakes.givers = givers;
                (mistakes.asked, mistakes.answered) = (wrong.asked.clone(), wrong.answered.clone());
            }
        }
        let mut all: Vec<SharedMistakes> = found.into_values().collect();
        all.retain(|mistakes| {
            let of_function = different.iter().filter(|found| found.0 == mistakes.function);
            of_function.count() >= LEAST_DIFFERENT
        });
        for mistakes in &mut all {
            mistakes.weight /= mistakes.of[0].max(mistakes.of[1]) as f64;
        }
        all
    }
}
