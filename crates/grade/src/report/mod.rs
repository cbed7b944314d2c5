//! The grading report as text, as JSON and as a self-contained HTML page.

mod html;

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::grading::{Case, FunctionGrade, Grade, Tally};
use super::questionnaire::Questionnaire;
use super::scheme::GradingScheme;
use agon_handin::HandIn;

pub struct Report<'a> {
    pub questionnaire: &'a dyn Questionnaire,
    pub scheme: &'a GradingScheme,
    pub seed: u64,
    pub hand_ins: &'a [HandIn],
    pub grades: &'a [Grade],
}

/// Formats points, with one decimal if needed.
fn points(points: f64) -> String {
    let rounded = (points * 10.0).round() / 10.0;
    format!("{rounded}")
}

fn duration(micros: u64) -> String {
    match micros {
        0..1000 => format!("{micros} us"),
        1000..1_000_000 => format!("{:.1} ms", micros as f64 / 1e3),
        _ => format!("{:.1} s", micros as f64 / 1e6),
    }
}

/// Indents every line.
fn indent(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

/// The longest answer that is shown.
const MAX_LINES: usize = 16;
const MAX_LETTERS: usize = 1000;

/// The beginning of a long text.
fn shortened(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut short: String = lines[..lines.len().min(MAX_LINES)].join("\n");
    let is_long = short.chars().count() > MAX_LETTERS;
    if is_long {
        short = short.chars().take(MAX_LETTERS).collect();
    }
    if is_long || lines.len() > MAX_LINES {
        short += " ...";
    }
    short
}

impl Report<'_> {
    /// The points of a function, and the most that it can get.
    fn earned(&self, grade: &Grade, place: usize) -> (f64, f64) {
        let all = self.scheme.points[place];
        (all * grade.functions.get(place).map_or(0.0, |graded| graded.share(self.scheme)), all)
    }

    /// The points of a hand-in, and the most that it can get: either the bonus points or all
    /// others.
    fn sum(&self, grade: &Grade, is_bonus: bool) -> (f64, f64) {
        let places =
            (0..self.scheme.points.len()).filter(|&place| self.scheme.is_bonus[place] == is_bonus);
        places
            .map(|place| self.earned(grade, place))
            .fold((0.0, 0.0), |sum, found| (sum.0 + found.0, sum.1 + found.1))
    }

    /// The points of a hand-in in one line.
    fn total(&self, grade: &Grade) -> String {
        let (earned, all) = self.sum(grade, false);
        let mut text = format!("{} of {}", points(earned), points(all));
        let (bonus, most) = self.sum(grade, true);
        if most > 0.0 {
            let _ = write!(text, ", bonus {} of {}", points(bonus), points(most));
        }
        text
    }

    /// The functions that failed a check.
    fn wrong<'g>(&'g self, grade: &'g Grade) -> impl Iterator<Item = (usize, &'g FunctionGrade)> {
        grade.functions.iter().enumerate().filter(|(_, graded)| graded.total().failed > 0)
    }

    /// The functions that could not be judged.
    fn unjudged<'g>(&'g self, grade: &'g Grade) -> impl Iterator<Item = usize> + 'g {
        let is_open = |graded: &FunctionGrade| {
            let Tally { passed, failed, follow_on } = graded.total();
            passed + failed == 0 && follow_on > 0
        };
        grade
            .functions
            .iter()
            .enumerate()
            .filter(move |(_, graded)| is_open(graded))
            .map(|(place, _)| place)
    }

    /// A full report on each hand-in.
    pub fn text(&self) -> String {
        let parts = self.hand_ins.iter().zip(self.grades);
        parts.map(|(hand_in, grade)| self.text_of(hand_in, grade)).collect::<Vec<_>>().join("\n")
    }

    fn text_of(&self, hand_in: &HandIn, grade: &Grade) -> String {
        let mut text = format!("{}: {}\n", self.questionnaire.assignment().title, hand_in.name);
        if let Some(failure) = &grade.failure {
            let _ = writeln!(text, "not graded: {failure}");
        }
        if !grade.messages.is_empty() {
            let _ = write!(
                text,
                "messages of the interpreter:\n{}",
                indent(&shortened(&grade.messages))
            );
        }
        if grade.failure.is_some() {
            return text;
        }
        let names = &self.scheme.names;
        let width = names.0.iter().map(String::len).max().unwrap_or(0);
        for (place, graded) in grade.functions.iter().enumerate() {
            let (earned, all) = self.earned(grade, place);
            let bonus = if self.scheme.is_bonus[place] { " bonus" } else { "" };
            let points = format!("{} of {}{bonus}", points(earned), points(all));
            let _ = writeln!(text, "{:width$}  {points:16} {}", names.of(place), summary(graded));
            for (kind, tally) in graded.kinds.iter().filter(|(_, tally)| tally.failed > 0) {
                let asked = tally.passed + tally.failed;
                let _ =
                    writeln!(text, "{:width$}    {} of {asked} failed: {kind}", "", tally.failed);
            }
        }
        let _ = writeln!(text, "{:width$}  {}", "total", self.total(grade));
        for (place, graded) in self.wrong(grade) {
            text += "\n";
            text += &self.case_text(place, graded);
        }
        text
    }

    fn case_text(&self, place: usize, graded: &FunctionGrade) -> String {
        let name = self.scheme.names.of(place);
        let mut text = String::new();
        if let Some(missing) = &graded.missing {
            let _ = write!(text, "{name} cannot be called:\n{}", indent(&shortened(missing)));
            return text;
        }
        let Some(Case { kind, difference }) = &graded.smallest else { return text };
        let _ = write!(
            text,
            "{name}, {kind}; the smallest case found:\n{}  right:\n{}  this hand-in:\n{}",
            indent(&difference.asked),
            indent(&shortened(&difference.expected)),
            indent(&shortened(&difference.answered)),
        );
        text
    }

    /// One line for each hand-in.
    pub fn table(&self) -> String {
        let width =
            self.hand_ins.iter().map(|hand_in| hand_in.name.chars().count()).max().unwrap_or(0);
        let mut text = String::new();
        for (hand_in, grade) in self.hand_ins.iter().zip(self.grades) {
            let _ = writeln!(
                text,
                "{:width$}  {:24}  {}",
                hand_in.name,
                self.total(grade),
                self.verdict(grade)
            );
        }
        text
    }

    /// One line on what is wrong with a hand-in.
    fn verdict(&self, grade: &Grade) -> String {
        if let Some(failure) = &grade.failure {
            let message = grade.messages.lines().find(|line| !line.trim().is_empty());
            return message
                .map_or(failure.clone(), |message| format!("{failure}: {}", message.trim()));
        }
        let names = &self.scheme.names;
        let wrong: Vec<&str> = self.wrong(grade).map(|(place, _)| names.of(place)).collect();
        let unjudged: Vec<&str> = self.unjudged(grade).map(|place| names.of(place)).collect();
        let mut words = if wrong.is_empty() {
            "all passed".into()
        } else {
            format!("wrong: {}", wrong.join(", "))
        };
        if !unjudged.is_empty() {
            let _ = write!(words, "; could not be judged: {}", unjudged.join(", "));
        }
        words
    }

    pub fn json(&self) -> Value {
        let hand_ins = self.hand_ins.iter().zip(self.grades).map(|(hand_in, grade)| {
            let (earned, all) = self.sum(grade, false);
            let (bonus, most_bonus) = self.sum(grade, true);
            let functions = grade.functions.iter().enumerate().map(|(place, graded)| self.function_json(grade, place, graded));
            json!({
                "name": hand_in.name, "points": earned, "of": all,
                "bonus": bonus, "of_bonus": most_bonus, "trouble": grade.failure,
                "messages": grade.messages, "questions": grade.asked,
                "seconds": grade.time.as_secs_f64(),
                "wrong": self.wrong(grade).map(|(place, _)| self.questionnaire.functions()[place].name).collect::<Vec<_>>(),
                "functions": functions.collect::<Vec<_>>(),
            })
        });
        json!({
            "assignment": self.questionnaire.assignment().name, "seed": self.seed,
            "hand_ins": hand_ins.collect::<Vec<_>>(),
        })
    }

    fn function_json(&self, grade: &Grade, place: usize, graded: &FunctionGrade) -> Value {
        let (earned, all) = self.earned(grade, place);
        json!({
            "name": self.questionnaire.functions()[place].name, "points": earned, "of": all,
            "is_bonus": self.scheme.is_bonus[place], "checks": graded.total(),
            "kinds": graded.kinds, "smallest_failure": graded.smallest, "missing": graded.missing,
            "median_micros": graded.times().map(|times| times.0),
            "longest_micros": graded.times().map(|times| times.1),
        })
    }
}

/// The results of a function's checks, in a few words.
fn summary(graded: &FunctionGrade) -> String {
    let Tally { passed, failed, follow_on } = graded.total();
    let mut text = match (passed, failed) {
        (0, 0) => "not judged".to_string(),
        (passed, 0) => format!("all {passed} passed"),
        (passed, failed) => format!("{passed} passed, {failed} failed"),
    };
    if follow_on > 0 {
        let _ = write!(text, ", {follow_on} wrong because of another function");
    }
    if let Some((median, longest)) = graded.times() {
        let _ = write!(text, "; {} a call, at most {}", duration(median), duration(longest));
    }
    text
}
