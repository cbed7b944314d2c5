//! Grades one hand-in: asks all questions and counts the checks.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::free_checks::FreeChecks;
use super::not_graded::NotGraded;
use super::proof;
use super::question::{Blame, Check, Difference, Question};
use super::questionnaire::{ANSWERS_IN_TIME, Function, Questionnaire, Questions};
use super::scheme::{GradingScheme, Scoring};
use super::similarity::{self, WrongAnswer};
use agon_handin::{CallError, ConnectOptions, Connection, HandIn, Interpreter, Purpose, Reason};

/// The result of grading a hand-in.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Grade {
    pub functions: Vec<FunctionGrade>,
    /// The interpreter's messages while it loaded the hand-in.
    pub messages: String,
    /// Why the hand-in could not be graded.
    pub failure: Option<NotGraded>,
    pub asked: usize,
    pub time: Duration,
    /// Wrong answers, to be compared with those of other hand-ins.
    pub wrong: Vec<WrongAnswer>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FunctionGrade {
    /// The results of the checks, by kind of case.
    pub kinds: BTreeMap<Cow<'static, str>, Tally>,
    /// Those of the questions that are the same in every run.
    pub same: BTreeMap<Cow<'static, str>, Tally>,
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
    /// Passed, but a program that does nothing passes them too.
    pub free: usize,
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
    /// What must be asked before it, so that it fails.
    pub after: Vec<String>,
    /// The case as a program of its own, where what was asked cannot be typed.
    pub program: Option<String>,
    /// Whether it failed again in a fresh interpreter.
    pub is_repeated: bool,
}

impl FunctionGrade {
    pub fn total(&self) -> Tally {
        self.kinds.values().fold(Tally::default(), |sum, tally| Tally {
            passed: sum.passed + tally.passed,
            free: sum.free + tally.free,
            failed: sum.failed + tally.failed,
            follow_on: sum.follow_on + tally.follow_on,
        })
    }

    /// The share of the points, from 0 to 1. `None` if too few checks could tell it from a program
    /// that does nothing. `place` is the function's index in the assignment.
    pub fn share(&self, about: &Function, scheme: &GradingScheme, place: usize) -> Option<f64> {
        let failed = |tally: &Tally| {
            tally.failed + if scheme.counts_follow_on { tally.follow_on } else { 0 }
        };
        // How many checks of a kind were judged, and the share of them that passed.
        let judged = |kind: &str| {
            let tally = self.same.get(kind).filter(|_| scheme.weight(place, kind) > 0.0)?;
            let judged = tally.passed + failed(tally);
            (judged > 0).then(|| (judged, tally.passed as f64 / judged as f64))
        };
        let (mut earned, mut all, mut telling, mut left_out) = (0.0, 0.0, 0, 0);
        let mut lost: Vec<f64> = Vec::new();
        for (kind, tally) in &self.same {
            if !scheme.counts_follow_on && scheme.weight(place, kind) > 0.0 {
                left_out += tally.follow_on;
            }
            let Some((judged_here, passed)) = judged(kind) else { continue };
            let along = about.kind(kind).and_then(|kind| judged(kind.along?));
            telling += judged_here;
            // A rare case must not decide.
            let weight = scheme.weight(place, kind) * judged_here.min(scheme.minimum_checks) as f64;
            all += weight;
            earned += weight * passed * along.map_or(1.0, |(_, passed)| passed);
            if passed < 1.0 {
                lost.push(1.0 - passed);
            }
        }
        // What is left where nearly all follows from other faults says little, and by chance.
        if telling < scheme.minimum_checks || 3 * telling < left_out {
            return None;
        }
        // A program that knows those questions by heart fails most of the others.
        let counted = |kinds: &BTreeMap<Cow<'static, str>, Tally>| {
            let kinds = kinds.iter().filter(|(kind, _)| scheme.weight(place, kind) > 0.0);
            kinds.fold((0, 0), |sum, (_, tally)| (sum.0 + tally.passed, sum.1 + failed(tally)))
        };
        let (all_counts, same) = (counted(&self.kinds), counted(&self.same));
        let (passed, wrong) =
            (all_counts.0.saturating_sub(same.0), all_counts.1.saturating_sub(same.1));
        if lost.is_empty() && wrong >= scheme.minimum_checks && wrong > passed {
            lost.push(1.0);
        }
        // However rare its cases are, a fault costs this much. Other kinds in which it shows cost as
        // much as they fail.
        lost.sort_unstable_by(|one, other| other.total_cmp(one));
        let worst = |(place, lost): (usize, &f64)| if place == 0 { 1.0 } else { *lost };
        let costs = lost.iter().enumerate().map(worst);
        let kept: f64 = costs.map(|lost| 1.0 - scheme.fault_cost * lost).product();
        let share = f64::min(earned / all, kept);
        Some(match scheme.scoring {
            Scoring::Share => share,
            Scoring::AllOrNothing if share < 1.0 => 0.0,
            Scoring::AllOrNothing => share,
        })
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

/// Grades a hand-in. `interpreter` is the program and its arguments.
pub fn grade(
    questionnaire: &dyn Questionnaire,
    scheme: &GradingScheme,
    interpreter: &[String],
    questions: &Questions,
    free: &FreeChecks,
    hand_in: &HandIn,
) -> Grade {
    let began = Instant::now();
    let count = questionnaire.functions().len();
    let mut grade = Grade { functions: vec![FunctionGrade::default(); count], ..Grade::default() };
    let asked = (questions, free);
    if let Err(reason) = ask_all(questionnaire, scheme, interpreter, asked, hand_in, &mut grade) {
        grade.failure = Some(reason);
    }
    grade.time = began.elapsed();
    grade
}

fn ask_all(
    questionnaire: &dyn Questionnaire,
    scheme: &GradingScheme,
    interpreter: &[String],
    (Questions { all: questions, same }, free): (&Questions, &FreeChecks),
    hand_in: &HandIn,
    grade: &mut Grade,
) -> Result<(), NotGraded> {
    let options = ConnectOptions {
        interpreter: Some(interpreter.to_vec()),
        names: Some(scheme.names.clone()),
        limits: scheme.limits.clone(),
        ..ConnectOptions::default()
    };
    let assignment = questionnaire.assignment();
    let source = hand_in.source.clone()?;
    let opened = Connection::open(source, assignment, &options, Purpose::Check);
    let connection = opened.map_err(|failure| {
        grade.messages.clone_from(&failure.messages);
        NotGraded::from(&failure)
    })?;
    grade.messages.clone_from(&connection.messages);
    if !questionnaire.is_connected(&connection) {
        let why = connection.cannot_play(Path::new(&hand_in.name));
        let why = why.as_ref().map(NotGraded::from);
        return Err(why.unwrap_or_else(|| Reason::from(String::new()).into()));
    }
    let functions = questionnaire.functions().iter().zip(&mut grade.functions);
    for (about, function) in functions {
        let role = connection.roles.iter().find(|role| role.name == about.name);
        let missing = role.filter(|role| !role.is_there());
        function.missing = missing.map(|role| role.text.clone());
    }
    let mut sessions = vec![Vec::new(); grade.functions.len()];
    for (number, question) in questions.iter().enumerate() {
        let alone = questionnaire.asks_alone().then(|| question.function());
        sessions[alone.unwrap_or(0)].push(number);
    }
    sessions.retain(|session| !session.is_empty());
    let mut run = GradingRun {
        callees: connection.interpreter.another(),
        keeps_state: assignment.language.keeps_state(),
        connection,
        blames: HashMap::new(),
        last_blame: HashMap::new(),
        slow: vec![0; grade.functions.len()],
        failures: Vec::new(),
        follow_ons: Vec::new(),
        is_fresh: false,
        same: *same,
        grade,
    };
    for (place, session) in sessions.iter().enumerate() {
        if place > 0 {
            run.connection.interpreter.restart();
        }
        for &number in session {
            run.ask(number, &*questions[number], free);
        }
    }
    // A follow-on error must have a cause. If none was found, it counts as a failure. Whether the
    // questions of every run have found one must not depend on the others.
    if !run.failures.iter().any(|failure| failure.number < *same) {
        let found = run.follow_ons.extract_if(.., |failure| failure.number < *same);
        run.failures.extend(found);
        for function in &mut run.grade.functions {
            for (kind, tally) in &mut function.same {
                let moved = std::mem::take(&mut tally.follow_on);
                tally.failed += moved;
                let all = function.kinds.entry(kind.clone()).or_default();
                (all.failed, all.follow_on) = (all.failed + moved, all.follow_on - moved);
            }
        }
    }
    if run.failures.is_empty() {
        run.failures = std::mem::take(&mut run.follow_ons);
        for function in &mut run.grade.functions {
            for tally in function.kinds.values_mut() {
                (tally.failed, tally.follow_on) = (tally.failed + tally.follow_on, 0);
            }
        }
    }
    proof::prove(&mut run, questions, &sessions);
    Ok(())
}

/// A failed check, and the function that was found to be at fault.
pub struct Failure {
    /// The index of the question.
    pub number: usize,
    /// The function that was checked.
    pub checked: usize,
    /// The check, of the function at fault.
    pub check: Check,
}

/// The grading of one hand-in, in progress.
pub struct GradingRun<'a> {
    pub connection: Connection,
    /// Is asked only to find the function at fault, so that no other answers can depend on it.
    callees: Interpreter<'static>,
    /// Whether an answer can depend on earlier questions.
    pub keeps_state: bool,
    blames: HashMap<(usize, &'static str), Vec<Blame>>,
    /// The blame for each function's last timeout.
    last_blame: HashMap<usize, Blame>,
    /// The number of timeouts of each function.
    slow: Vec<usize>,
    pub failures: Vec<Failure>,
    follow_ons: Vec<Failure>,
    /// Whether the interpreter was restarted after the questions.
    is_fresh: bool,
    /// The number of questions that are the same in every run. They come first.
    same: usize,
    pub grade: &'a mut Grade,
}

impl GradingRun<'_> {
    /// Asks a question, counts its checks and notes the failures.
    fn ask(&mut self, number: usize, question: &dyn Question, free: &FreeChecks) {
        let is_slow = |place: &usize| self.slow[*place] >= MAX_TIMEOUTS && question.uses(*place);
        let slow = (0..self.slow.len()).find(is_slow);
        if let Some(function) =
            slow.or(self.connection.interpreter.is_over().then(|| question.function()))
        {
            let is_follow_on = self.last_blame.get(&function) == Some(&Blame::FollowOn);
            self.count(number, function, ANSWERS_IN_TIME, |tally| {
                *(if is_follow_on { &mut tally.follow_on } else { &mut tally.failed }) += 1;
            });
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
                let is_free = free.has(number, &check);
                self.count(number, check.function, check.kind, |tally| {
                    *(if is_free { &mut tally.free } else { &mut tally.passed }) += 1;
                });
                continue;
            }
            let blame = self.blame(question, &check);
            if has_hung {
                self.slow[check.function] += 1;
                self.last_blame.insert(check.function, blame);
            }
            let checked = check.function;
            let (function, kind) = match blame {
                Blame::Function => (check.function, check.kind),
                Blame::Other(function, kind) => (function, kind),
                Blame::FollowOn => {
                    self.count(number, check.function, check.kind, |tally| tally.follow_on += 1);
                    self.follow_ons.push(Failure { number, checked, check });
                    continue;
                }
            };
            self.count(number, function, kind, |tally| tally.failed += 1);
            let names = &self.connection.names;
            similarity::keep(&mut self.grade.wrong, (number, question), (&check, &answer), names);
            let check = Check { function, kind, ..check };
            self.failures.push(Failure { number, checked, check });
        }
    }

    /// Counts the result of a check of a question.
    pub fn count(
        &mut self,
        number: usize,
        function: usize,
        kind: &'static str,
        count: impl Fn(&mut Tally),
    ) {
        let graded = &mut self.grade.functions[function];
        count(graded.kinds.entry(kind.into()).or_default());
        if number < self.same {
            count(graded.same.entry(kind.into()).or_default());
        }
    }

    /// Finds the function at fault for a failed check. After [`MAX_BLAMES`] cases of a kind, the
    /// last result is reused.
    fn blame(&mut self, question: &dyn Question, check: &Check) -> Blame {
        let known = self.blames.entry((check.function, check.kind)).or_default();
        if known.len() >= MAX_BLAMES {
            return known[known.len() - 1];
        }
        let blame = self.find_fault(question, check);
        self.blames.entry((check.function, check.kind)).or_default().push(blame);
        blame
    }

    fn find_fault(&mut self, question: &dyn Question, check: &Check) -> Blame {
        let interpreter = match self.keeps_state {
            true => &mut self.callees,
            false => &mut self.connection.interpreter,
        };
        question.blame(check, &self.connection.names, &mut |text| interpreter.ask(text))
    }

    /// Asks a question again, and judges it.
    pub fn judge(&mut self, question: &dyn Question) -> Vec<Check> {
        let answer = self.connection.interpreter.ask(&question.text(&self.connection.names));
        question.judge(&answer, &self.connection.names)
    }

    /// Asks a question again and returns the function's failed check.
    pub fn retry(&mut self, question: &dyn Question, function: usize) -> Option<Check> {
        for failed in self.judge(question).into_iter().filter(|check| !check.passed()) {
            match self.find_fault(question, &failed) {
                Blame::Function if failed.function == function => return Some(failed),
                Blame::Other(other, kind) if other == function => {
                    return Some(Check { function, kind, ..failed });
                }
                _ => (),
            }
        }
        None
    }

    /// The failed check as a program of its own.
    pub fn program(&mut self, question: &dyn Question, check: &Check) -> Option<String> {
        let answer = self.connection.interpreter.ask(&question.pasted(check)?);
        let text = answer.parts.into_iter().next_back()?.text;
        (answer.error.is_none() && !text.starts_with("error ")).then_some(text)
    }

    /// Starts the interpreter again. One whose answers do not depend on earlier questions is started
    /// again only once.
    pub fn refresh(&mut self) {
        if self.keeps_state || !self.is_fresh {
            self.connection.interpreter.restart();
        }
        self.is_fresh = true;
    }

    /// Whether the time is used up or the user interrupted.
    pub fn is_over(&self) -> bool {
        self.connection.interpreter.is_over()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NIM's `play` with these results of the questions that every run asks, as its share.
    fn share(same: &[(&'static str, Tally)], other: Tally) -> Option<f64> {
        let questionnaire = crate::find_questionnaire("nim").unwrap();
        let mut function = FunctionGrade::default();
        function.same.extend(same.iter().map(|(kind, tally)| ((*kind).into(), *tally)));
        function.kinds.clone_from(&function.same);
        let all = function.kinds.entry("a won position".into()).or_default();
        (all.passed, all.failed) = (all.passed + other.passed, all.failed + other.failed);
        let about = &questionnaire.functions()[2];
        function.share(about, &GradingScheme::of(questionnaire), 2)
    }

    fn tally(passed: usize, failed: usize, follow_on: usize) -> Tally {
        Tally { passed, free: 0, failed, follow_on }
    }

    #[test]
    fn other_questions_cost_points_only_where_most_of_them_fail_and_the_same_ones_pass() {
        let won = "a won position";
        assert_eq!(share(&[(won, tally(10, 0, 0))], tally(3, 0, 0)), Some(1.0));
        assert_eq!(share(&[(won, tally(10, 0, 0))], tally(9, 1, 0)), Some(1.0));
        assert_eq!(share(&[(won, tally(10, 0, 0))], tally(0, 4, 0)), Some(1.0));
        assert_eq!(share(&[(won, tally(10, 0, 0))], tally(1, 9, 0)), Some(0.8));
        assert_eq!(share(&[(won, tally(5, 5, 0))], tally(9, 0, 0)), Some(0.5));
        assert_eq!(share(&[(won, tally(5, 5, 0))], tally(0, 9, 0)), Some(0.5));
    }

    #[test]
    fn what_is_printed_counts_as_far_as_the_move_is_best() {
        let [won, prints] = ["a won position", "prints the move"];
        assert_eq!(
            share(&[(won, tally(0, 10, 0)), (prints, tally(9, 0, 0))], tally(0, 0, 0)),
            Some(0.0)
        );
        // Half of two kinds, of which one has too few checks to weigh as much.
        let few = share(&[(won, tally(10, 0, 0)), (prints, tally(0, 1, 0))], tally(0, 0, 0));
        assert_eq!(few, Some(0.8));
    }

    #[test]
    fn a_function_of_which_most_follows_from_other_faults_is_open() {
        let won = "a won position";
        assert_eq!(share(&[(won, tally(4, 0, 0))], tally(9, 0, 0)), None);
        assert_eq!(share(&[(won, tally(5, 0, 15))], tally(0, 0, 0)), Some(1.0));
        assert_eq!(share(&[(won, tally(5, 0, 16))], tally(0, 0, 0)), None);
    }

    #[test]
    fn a_grade_is_read_back_as_it_was_written() {
        let difference = Difference {
            asked: "a".into(),
            expected: "b".into(),
            answered: "c".into(),
            is_costly: false,
        };
        let mut function = FunctionGrade { micros: vec![1, 2], ..FunctionGrade::default() };
        function.kinds.insert("wins".into(), Tally { passed: 3, free: 4, failed: 1, follow_on: 2 });
        let (kind, after) = ("wins".into(), vec!["d".into()]);
        let program = Some("p".into());
        function.smallest = Some(Case { kind, difference, after, program, is_repeated: true });
        let missing = FunctionGrade { missing: Some("why".into()), ..FunctionGrade::default() };
        let grade = Grade {
            functions: vec![function, missing],
            messages: "m".into(),
            failure: Some(Reason::Link.into()),
            asked: 7,
            time: Duration::from_micros(1234),
            wrong: Vec::new(),
        };
        let read: Grade = serde_json::from_str(&serde_json::to_string(&grade).unwrap()).unwrap();
        assert_eq!(format!("{read:?}"), format!("{grade:?}"));
        assert!(serde_json::from_str::<Grade>("{}").is_err());
    }
}
