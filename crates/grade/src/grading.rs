//! Grades one hand-in: asks all questions and counts the checks.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::question::{Blame, Check, Difference, Question};
use super::questionnaire::Questionnaire;
use super::scheme::{GradingScheme, Scoring};
use agon_handin::{Answer, CallError, ConnectOptions, Connection, HandIn, Purpose};

/// The number of smaller cases that are tried for a function.
const MAX_TRIES: usize = 150;

/// The result of grading a hand-in.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Grade {
    pub functions: Vec<FunctionGrade>,
    /// The interpreter's messages while it loaded the hand-in.
    pub messages: String,
    /// Why the hand-in could not be graded.
    #[serde(rename = "trouble")]
    pub failure: Option<String>,
    pub asked: usize,
    pub time: Duration,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FunctionGrade {
    /// The results of the checks, by kind of case.
    pub kinds: BTreeMap<Cow<'static, str>, Tally>,
    pub smallest: Option<Case>,
    /// The processor time of each call, in microseconds.
    pub micros: Vec<u64>,
    /// Why the function cannot be called, as the interpreter says it.
    pub missing: Option<String>,
}

/// The results of the checks of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
    /// Failed only because of another function.
    pub follow_on: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    pub kind: Cow<'static, str>,
    /// What was asked and answered.
    #[serde(flatten)]
    pub difference: Difference,
}

impl FunctionGrade {
    pub fn total(&self) -> Tally {
        self.kinds.values().fold(Tally::default(), |sum, tally| Tally {
            passed: sum.passed + tally.passed,
            failed: sum.failed + tally.failed,
            follow_on: sum.follow_on + tally.follow_on,
        })
    }

    /// The share of the points, from 0 to 1: the share of passed checks, or its average over the
    /// kinds of cases if that is lower.
    pub fn share(&self, scheme: &GradingScheme) -> f64 {
        let shares = self.kinds.values().filter_map(|tally| {
            let failed = tally.failed + if scheme.counts_follow_on { tally.follow_on } else { 0 };
            let all = tally.passed + failed;
            (all > 0).then(|| tally.passed as f64 / all as f64)
        });
        let shares: Vec<f64> = shares.collect();
        let average = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
        // The average makes a rare kind count as much as a common one. The minimum gives a function
        // that mostly fails few points.
        let Tally { passed, failed, follow_on } = self.total();
        let all = passed + failed + if scheme.counts_follow_on { follow_on } else { 0 };
        let share = average.min(passed as f64 / all.max(1) as f64);
        match scheme.scoring {
            Scoring::Share => share,
            Scoring::AllOrNothing if share < 1.0 => 0.0,
            Scoring::AllOrNothing => share,
        }
    }

    /// The median and the longest time of a call, in microseconds.
    pub fn times(&self) -> Option<(u64, u64)> {
        let mut micros = self.micros.clone();
        micros.sort_unstable();
        Some((*micros.get(micros.len() / 2)?, *micros.last()?))
    }
}

/// A function is not called again after this many timeouts.
const MAX_TIMEOUTS: usize = 3;

/// The number of times that one kind of failure is examined for the function at fault.
const MAX_BLAMES: usize = 12;

/// The kind of the checks that were skipped.
const IN_TIME: &str = "answers in time";

/// Grades a hand-in. `interpreter` is the program and its arguments.
pub fn grade(
    questionnaire: &dyn Questionnaire,
    scheme: &GradingScheme,
    interpreter: &[String],
    questions: &[Box<dyn Question>],
    hand_in: &HandIn,
) -> Grade {
    let began = Instant::now();
    let count = questionnaire.functions().len();
    let mut grade = Grade { functions: vec![FunctionGrade::default(); count], ..Grade::default() };
    if let Err(reason) = ask_all(questionnaire, scheme, interpreter, questions, hand_in, &mut grade)
    {
        grade.failure = Some(reason);
    }
    grade.time = began.elapsed();
    grade
}

fn ask_all(
    questionnaire: &dyn Questionnaire,
    scheme: &GradingScheme,
    interpreter: &[String],
    questions: &[Box<dyn Question>],
    hand_in: &HandIn,
    grade: &mut Grade,
) -> Result<(), String> {
    let options = ConnectOptions {
        interpreter: Some(interpreter.to_vec()),
        names: Some(scheme.names.clone()),
        limits: scheme.limits.clone(),
        ..ConnectOptions::default()
    };
    let assignment = questionnaire.assignment();
    let source = hand_in.source.clone().map_err(|reason| reason.to_string())?;
    let opened = Connection::open(source, assignment, &options, Purpose::Check);
    let connection = opened.map_err(|failure| {
        grade.messages.clone_from(&failure.messages);
        failure.to_string()
    })?;
    grade.messages.clone_from(&connection.messages);
    for (name, function) in assignment.functions.iter().zip(&mut grade.functions) {
        let role = connection.roles.iter().find(|role| role.name == *name);
        function.missing = role.filter(|role| !role.is_there()).map(|role| role.text.clone());
    }
    let slow = vec![0; grade.functions.len()];
    let (blames, last_blame) = (HashMap::new(), HashMap::new());
    let follow_ons = BTreeMap::new();
    let mut run = GradingRun { connection, blames, last_blame, slow, follow_ons, grade };
    let mut failures: BTreeMap<usize, (usize, Check)> = BTreeMap::new();
    for (number, question) in questions.iter().enumerate() {
        run.ask(number, &**question, &mut failures);
    }
    // A follow-on error must have a cause. If none was found, it counts as a failure.
    if failures.is_empty() {
        failures = std::mem::take(&mut run.follow_ons);
        for (&function, (_, check)) in &failures {
            let tally = run.tally(function, check.kind);
            (tally.failed, tally.follow_on) = (tally.failed + tally.follow_on, 0);
        }
    }
    for (function, (number, check)) in failures {
        let smallest = shrink(&mut run, &*questions[number], function, check);
        run.grade.functions[function].smallest = smallest;
    }
    Ok(())
}

/// The grading of one hand-in, in progress.
pub struct GradingRun<'a> {
    connection: Connection,
    blames: HashMap<(usize, &'static str), Vec<Blame>>,
    /// The blame for each function's last timeout.
    last_blame: HashMap<usize, Blame>,
    /// The number of timeouts of each function.
    slow: Vec<usize>,
    /// The first follow-on error of each function, with the index of its question.
    follow_ons: BTreeMap<usize, (usize, Check)>,
    grade: &'a mut Grade,
}

impl GradingRun<'_> {
    /// Asks a question, counts its checks and notes each function's first failure.
    fn ask(
        &mut self,
        number: usize,
        question: &dyn Question,
        failures: &mut BTreeMap<usize, (usize, Check)>,
    ) {
        let is_slow = |place: &usize| self.slow[*place] >= MAX_TIMEOUTS && question.uses(*place);
        let slow = (0..self.slow.len()).find(is_slow);
        if let Some(function) =
            slow.or(self.connection.interpreter.is_over().then(|| question.function()))
        {
            let is_follow_on = self.last_blame.get(&function) == Some(&Blame::FollowOn);
            let tally = self.tally(function, IN_TIME);
            *(if is_follow_on { &mut tally.follow_on } else { &mut tally.failed }) += 1;
            return;
        }
        self.grade.asked += 1;
        let answer = self.connection.interpreter.ask(&question.text(&self.connection.names));
        let has_hung = answer.error.as_ref().is_some_and(CallError::is_costly);
        for check in question.judge(&answer, &self.connection.names) {
            if let Some(micros) = check.micros {
                self.grade.functions[check.function].micros.push(micros);
            }
            if check.passed() {
                self.tally(check.function, check.kind).passed += 1;
                continue;
            }
            let blame = self.blame(question, &check);
            if has_hung {
                self.slow[check.function] += 1;
                self.last_blame.insert(check.function, blame);
            }
            let (function, kind) = match blame {
                Blame::Function => (check.function, check.kind),
                Blame::Other(function, kind) => (function, kind),
                Blame::FollowOn => {
                    self.tally(check.function, check.kind).follow_on += 1;
                    self.follow_ons.entry(check.function).or_insert((number, check));
                    continue;
                }
            };
            self.tally(function, kind).failed += 1;
            failures.entry(function).or_insert((number, Check { function, kind, ..check }));
        }
    }

    fn tally(&mut self, function: usize, kind: &'static str) -> &mut Tally {
        self.grade.functions[function].kinds.entry(kind.into()).or_default()
    }

    /// Finds the function at fault for a failed check. After [`MAX_BLAMES`] cases of a kind, the
    /// last result is reused.
    fn blame(&mut self, question: &dyn Question, check: &Check) -> Blame {
        let known = self.blames.entry((check.function, check.kind)).or_default();
        if known.len() >= MAX_BLAMES {
            return known[known.len() - 1];
        }
        let interpreter = &mut self.connection.interpreter;
        let blame =
            question.blame(check, &self.connection.names, &mut |text| interpreter.ask(text));
        self.blames.entry((check.function, check.kind)).or_default().push(blame);
        blame
    }

    /// Asks another question and returns the function's failed check, for shrinking.
    pub fn retry(&mut self, question: &dyn Question, function: usize) -> Option<Check> {
        let answer: Answer =
            self.connection.interpreter.ask(&question.text(&self.connection.names));
        let checks = question.judge(&answer, &self.connection.names);
        let failed = checks.into_iter().find(|check| !check.passed())?;
        let interpreter = &mut self.connection.interpreter;
        let blame =
            question.blame(&failed, &self.connection.names, &mut |text| interpreter.ask(text));
        match blame {
            Blame::Function if failed.function == function => Some(failed),
            Blame::Other(other, kind) if other == function => {
                Some(Check { function, kind, ..failed })
            }
            _ => None,
        }
    }

    /// Whether the time is used up or the user interrupted.
    pub fn is_over(&self) -> bool {
        self.connection.interpreter.is_over()
    }
}

/// Looks for the smallest case in which the function fails.
fn shrink(
    run: &mut GradingRun,
    question: &dyn Question,
    function: usize,
    mut check: Check,
) -> Option<Case> {
    let mut tries = 0;
    let mut open = question.smaller(&check);
    // A case that hangs costs its whole time limit on every try. The questions began with small
    // cases anyway.
    let is_quick = |check: &Check| check.difference.as_ref().is_some_and(|found| !found.is_costly);
    'smaller: while is_quick(&check) {
        for smaller in std::mem::take(&mut open) {
            tries += 1;
            if tries > MAX_TRIES || run.is_over() {
                break 'smaller;
            }
            if let Some(failed) = run.retry(&*smaller, function) {
                open = smaller.smaller(&failed);
                check = failed;
                continue 'smaller;
            }
        }
        break;
    }
    Some(Case { kind: check.kind.into(), difference: check.difference? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grade_is_read_back_as_it_was_written() {
        let difference = Difference {
            asked: "a".into(),
            expected: "b".into(),
            answered: "c".into(),
            is_costly: false,
        };
        let mut function = FunctionGrade { micros: vec![1, 2], ..FunctionGrade::default() };
        function.kinds.insert("wins".into(), Tally { passed: 3, failed: 1, follow_on: 2 });
        function.smallest = Some(Case { kind: "wins".into(), difference });
        let missing = FunctionGrade { missing: Some("why".into()), ..FunctionGrade::default() };
        let grade = Grade {
            functions: vec![function, missing],
            messages: "m".into(),
            failure: Some("t".into()),
            asked: 7,
            time: Duration::from_micros(1234),
        };
        let read: Grade = serde_json::from_str(&serde_json::to_string(&grade).unwrap()).unwrap();
        assert_eq!(format!("{read:?}"), format!("{grade:?}"));
        assert!(serde_json::from_str::<Grade>("{}").is_err());
    }
}
