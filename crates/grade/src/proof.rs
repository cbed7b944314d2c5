//! Proves the examples of a report: each was asked again in a fresh interpreter, from the beginning.

use std::collections::BTreeMap;

use super::grading::{Case, Failure, GradingRun};
use super::question::{Check, Question};
use super::questionnaire::SPOILS_NOTHING;

/// The number of smaller cases that are tried for a function.
const MAX_TRIES: usize = 150;

/// The number of failures that are asked again alone, unless one is answered right.
const MAX_SAMPLE: usize = 30;

/// The number of failures of a function that are examined for an example.
const MAX_EXAMPLES: usize = 3;

/// The number of times that earlier questions are asked again, to find those that matter.
const MAX_REPLAYS: usize = 30;

/// The questions, and which were asked one after the other.
#[derive(Clone, Copy)]
struct Questions<'a> {
    all: &'a [Box<dyn Question>],
    sessions: &'a [Vec<usize>],
}

/// Finds an example for each function that failed.
pub fn prove(run: &mut GradingRun, all: &[Box<dyn Question>], sessions: &[Vec<usize>]) {
    let questions = Questions { all, sessions };
    let mut failures: BTreeMap<usize, Vec<Failure>> = BTreeMap::new();
    for failure in std::mem::take(&mut run.failures) {
        failures.entry(failure.check.function).or_default().push(failure);
    }
    if run.keeps_state {
        for (function, failed) in &mut failures {
            clear_innocent(run, questions, *function, failed);
        }
    }
    for (function, failed) in failures {
        if let Some(first) = failed.first() {
            let case = example(run, questions, &failed).unwrap_or_else(|| Case {
                is_repeated: false,
                ..case(first.check.clone(), Vec::new())
            });
            run.grade.functions[function].smallest = Some(case);
        }
    }
}

fn case(check: Check, after: Vec<String>) -> Case {
    let difference = check.difference.unwrap_or_default();
    Case { kind: check.kind.into(), difference, after, program: None, is_repeated: true }
}

/// Whether the call took long. Such calls are not repeated many times.
fn is_costly(check: &Check) -> bool {
    check.difference.as_ref().is_some_and(|found| found.is_costly)
}

/// Asks a function's failed questions alone. Where one is answered right, an earlier call of another
/// function is at fault.
fn clear_innocent(
    run: &mut GradingRun,
    questions: Questions,
    function: usize,
    failed: &mut Vec<Failure>,
) {
    run.refresh();
    let mut spoiled = Vec::new();
    // A few that are spread evenly, and the others only where one of them was spoiled.
    let step = failed.len().div_ceil(MAX_SAMPLE).max(1);
    let sample = (0..failed.len()).step_by(step).map(|place| (place, true));
    let others = (0..failed.len()).filter(|place| place % step > 0).map(|place| (place, false));
    for (place, is_sample) in sample.chain(others) {
        if !is_sample && spoiled.is_empty() {
            break;
        }
        let failure = &failed[place];
        if is_costly(&failure.check) || run.is_over() {
            continue;
        }
        let checks = run.judge(&*questions.all[failure.number]);
        let fails = |check: &Check| check.function == failure.checked && !check.passed();
        if !checks.iter().any(fails) {
            spoiled.push(place);
        }
    }
    spoiled.sort_unstable();
    let Some(first) = spoiled.first().map(|&place| failed[place].number) else { return };
    let Some((before, check)) = needed_before(run, questions, first, function) else { return };
    let others = before.iter().map(|&number| questions.all[number].function());
    let Some(culprit) = others.into_iter().rfind(|&other| other != function) else { return };
    for &place in spoiled.iter().rev() {
        let failure = failed.remove(place);
        run.count(failure.number, function, failure.check.kind, |tally| {
            (tally.failed, tally.follow_on) = (tally.failed - 1, tally.follow_on + 1);
        });
        run.count(failure.number, culprit, SPOILS_NOTHING, |tally| tally.failed += 1);
    }
    let check = Check { kind: SPOILS_NOTHING, ..check };
    run.grade.functions[culprit].smallest = Some(case(check, typed(run, questions, &before)));
}

fn typed(run: &GradingRun, questions: Questions, numbers: &[usize]) -> Vec<String> {
    numbers.iter().map(|&number| questions.all[number].typed(&run.connection.names)).collect()
}

/// The smallest case in which a function fails that was found, or else one that fails after other
/// questions. `None` if no failure repeats.
fn example(run: &mut GradingRun, questions: Questions, failed: &[Failure]) -> Option<Case> {
    // Calls that take long come last, and are tried once.
    let mut failed: Vec<&Failure> = failed.iter().collect();
    failed.sort_by_key(|failure| is_costly(&failure.check));
    let first = *failed.first()?;
    let function = first.check.function;
    let tries = if is_costly(&first.check) { 1 } else { MAX_EXAMPLES };
    let alone = failed.into_iter().take(tries).find_map(|failure| {
        let question = &*questions.all[failure.number];
        run.refresh();
        Some((question, run.retry(question, function)?))
    });
    let Some((question, check)) = alone else {
        if is_costly(&first.check) {
            return None;
        }
        let (before, check) = needed_before(run, questions, first.number, function)?;
        return Some(case(check, typed(run, questions, &before)));
    };
    let smaller = shrink(run, question, function, &check).and_then(|smaller| {
        run.refresh();
        let again = run.retry(&*smaller, function)?;
        Some((smaller, again))
    });
    let (question, check) = match &smaller {
        Some((smaller, again)) => (&**smaller, again.clone()),
        None => (question, check),
    };
    let program = run.program(question, &check);
    Some(Case { program, ..case(check, Vec::new()) })
}

/// The earlier questions without which a question is answered right, and its failed check.
fn needed_before(
    run: &mut GradingRun,
    questions: Questions,
    number: usize,
    function: usize,
) -> Option<(Vec<usize>, Check)> {
    let mut replay = |before: &[usize]| {
        run.refresh();
        for &number in before {
            if run.is_over() {
                return None;
            }
            run.judge(&*questions.all[number]);
        }
        run.retry(&*questions.all[number], function)
    };
    let session = questions.sessions.iter().find(|session| session.contains(&number))?;
    let mut needed: Vec<usize> = session.iter().copied().take_while(|&it| it != number).collect();
    let mut check = replay(&needed)?;
    let (mut size, mut replays) = (needed.len().div_ceil(2), 0);
    while size > 0 {
        let mut from = 0;
        while from < needed.len() && replays < MAX_REPLAYS {
            let mut rest = needed.clone();
            rest.drain(from..needed.len().min(from + size));
            replays += 1;
            match replay(&rest) {
                Some(failed) => (needed, check) = (rest, failed),
                None => from += size,
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    Some((needed, check))
}

/// Looks for the smallest question that the function answers wrong.
fn shrink(
    run: &mut GradingRun,
    question: &dyn Question,
    function: usize,
    check: &Check,
) -> Option<Box<dyn Question>> {
    let mut tries = 0;
    let mut check = check.clone();
    let mut open = question.smaller(&check);
    let mut found = None;
    // A case that hangs costs its whole time limit on every try. The questions began with small
    // cases anyway.
    'smaller: while !is_costly(&check) {
        for smaller in std::mem::take(&mut open) {
            tries += 1;
            if tries > MAX_TRIES || run.is_over() {
                break 'smaller;
            }
            if let Some(failed) = run.retry(&*smaller, function) {
                open = smaller.smaller(&failed);
                check = failed;
                found = Some(smaller);
                continue 'smaller;
            }
        }
        break;
    }
    found
}
