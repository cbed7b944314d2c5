//! The grading scheme of a course: points, limits and names of functions, from a TOML file.

use agon_handin::{Limits, Names};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use agon_host::Failure;
use toml::Spanned;
use toml::de::DeValue;

use super::questionnaire::{Function, Questionnaire};
use super::toml_file::{self, Moment, Wrong, number};

/// How hand-ins are graded.
#[derive(Clone, Debug)]
pub struct GradingScheme {
    pub points: Vec<f64>,
    pub is_bonus: Vec<bool>,
    pub names: Names,
    /// The weights of the kinds of cases of each function, where they are not 1.
    weights: Vec<BTreeMap<String, f64>>,
    /// The share of a function's points that a fault costs at least.
    pub fault_cost: f64,
    /// A function of which fewer checks could fail is not judged.
    pub minimum_checks: usize,
    /// How checks become points.
    pub scoring: Scoring,
    /// Whether a follow-on error counts as a failed check.
    pub counts_follow_on: bool,
    /// What a late hand-in loses.
    pub late: Option<LateRule>,
    pub limits: Limits,
}

/// What a hand-in loses that comes after the deadline.
#[derive(Clone, Debug, PartialEq)]
pub struct LateRule {
    pub deadline: Moment,
    /// For each day that has begun, in percent of the points.
    pub per_day: f64,
    /// In percent of the points.
    pub most: f64,
}

impl LateRule {
    /// The share of the points that is lost.
    pub fn lost(&self, days: u32) -> f64 {
        f64::min(f64::from(days) * self.per_day, self.most) / 100.0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// The share of passed checks, averaged over the kinds of cases.
    Share,
    /// All points, or none if any check failed.
    AllOrNothing,
}

/// The names of the scorings in the file.
const SCORINGS: [(&str, Scoring); 2] =
    [("share", Scoring::Share), ("all-or-nothing", Scoring::AllOrNothing)];

impl GradingScheme {
    /// The assignment's default scheme.
    pub fn of(questionnaire: &dyn Questionnaire) -> GradingScheme {
        let functions = questionnaire.functions();
        GradingScheme {
            points: functions.iter().map(|function| f64::from(function.points)).collect(),
            is_bonus: functions.iter().map(|function| function.is_bonus).collect(),
            names: Names(functions.iter().map(|function| function.name.into()).collect()),
            weights: vec![BTreeMap::new(); functions.len()],
            fault_cost: 0.2,
            minimum_checks: 5,
            scoring: Scoring::Share,
            counts_follow_on: false,
            late: None,
            limits: Limits {
                call: Duration::from_secs(2),
                total: Duration::from_secs(600),
                ..Limits::default()
            },
        }
    }

    /// The weight of a kind of cases of a function. With 0 the kind is not asked for.
    pub fn weight(&self, place: usize, kind: &str) -> f64 {
        self.weights.get(place).and_then(|weights| weights.get(kind)).copied().unwrap_or(1.0)
    }

    #[cfg(test)]
    pub fn switch_off(&mut self, place: usize, kind: &str) {
        self.weights[place].insert(kind.into(), 0.0);
    }

    /// What of it changes what is asked and how an answer is judged. The rest only makes points of
    /// the results.
    pub fn judging(&self) -> String {
        let off = |weights: &BTreeMap<String, f64>| -> Vec<String> {
            weights
                .iter()
                .filter(|(_, weight)| **weight == 0.0)
                .map(|(kind, _)| kind.clone())
                .collect()
        };
        let off: Vec<_> = self.weights.iter().map(off).collect();
        format!("{:?}", (&self.names, &self.limits, off))
    }

    /// Reads a file. Missing keys have the assignment's defaults.
    pub fn read(questionnaire: &dyn Questionnaire, path: &Path) -> Result<GradingScheme, Failure> {
        GradingScheme::parse(questionnaire, &toml_file::read(path)?)
            .map_err(|wrong| toml_file::at_line(path, wrong))
    }

    /// Reads a text. The error has a line number.
    pub fn parse(
        questionnaire: &dyn Questionnaire,
        text: &str,
    ) -> Result<GradingScheme, (usize, String)> {
        let mut scheme = GradingScheme::of(questionnaire);
        toml_file::parse(text, |key, value| scheme.set(questionnaire, key.get_ref(), value))?;
        Ok(scheme)
    }

    /// Sets a key of the file. The error has a position if that is not the key's own.
    fn set(
        &mut self,
        questionnaire: &dyn Questionnaire,
        key: &str,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), Wrong> {
        let wrong = |wanted: &str| (Some(value.span().start), format!("{key} is {wanted}"));
        let seconds = || {
            let seconds =
                number(value.get_ref()).filter(|&number| (0.1..=86_400.0).contains(&number));
            seconds
                .map(Duration::from_secs_f64)
                .ok_or_else(|| wrong("a number of seconds from 0.1 to 86400"))
        };
        match key {
            "assignment" => {
                let name = value.get_ref().as_str();
                if name != Some(questionnaire.assignment().name) {
                    return Err(wrong(&format!(
                        "another one: this is graded as {}",
                        questionnaire.assignment().name
                    )));
                }
            }
            "scoring" => {
                let word = value.get_ref().as_str();
                let found = SCORINGS.iter().find(|(name, _)| Some(*name) == word);
                self.scoring = found.ok_or_else(|| wrong("\"share\" or \"all-or-nothing\""))?.1;
            }
            "follow-on" => match value.get_ref().as_str() {
                Some("ignore") => self.counts_follow_on = false,
                Some("count") => self.counts_follow_on = true,
                _ => return Err(wrong("\"ignore\" or \"count\"")),
            },
            "call-seconds" => self.limits.call = seconds()?,
            "load-seconds" => self.limits.load = seconds()?,
            "total-seconds" => self.limits.total = seconds()?,
            "memory-mb" => {
                let memory =
                    number(value.get_ref()).filter(|&number| (64.0..=1e6).contains(&number));
                self.limits.memory =
                    (memory.ok_or_else(|| wrong("a number from 64 to 1000000"))? as u64) << 20;
            }
            "fault-cost" => {
                let share = number(value.get_ref()).filter(|share| (0.0..=1.0).contains(share));
                self.fault_cost = share.ok_or_else(|| wrong("a share from 0 to 1"))?;
            }
            "minimum-checks" => {
                let least = number(value.get_ref()).filter(|least| (1.0..=1000.0).contains(least));
                self.minimum_checks =
                    least.ok_or_else(|| wrong("a number from 1 to 1000"))? as usize;
            }
            "late" => self.late = Some(late_rule(value)?),
            "points" | "bonus" | "names" | "weights" => {
                let table =
                    value.get_ref().as_table().ok_or_else(|| wrong("a table of functions"))?;
                for (name, value) in table {
                    let functions = questionnaire.functions();
                    let place = functions
                        .iter()
                        .position(|function| function.name == name.get_ref().as_ref());
                    let all = functions
                        .iter()
                        .map(|function| function.name)
                        .collect::<Vec<_>>()
                        .join(", ");
                    let place = place.ok_or_else(|| {
                        let what = format!(
                            "there is no function {}; the functions are {all}",
                            name.get_ref()
                        );
                        (Some(name.span().start), what)
                    })?;
                    match key {
                        "weights" => self.set_weights(&functions[place], place, value)?,
                        _ => self.set_function(key, place, value)?,
                    }
                }
            }
            _ => {
                let keys = "assignment, scoring, follow-on, fault-cost, minimum-checks, call-seconds, load-seconds, total-seconds, memory-mb, points, bonus, weights, names, late";
                return Err((None, format!("there is no key {key}; the keys are {keys}")));
            }
        }
        Ok(())
    }

    fn set_weights(
        &mut self,
        function: &Function,
        place: usize,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), Wrong> {
        let wrong = |place: usize, what: String| (Some(place), what);
        let table = value.get_ref().as_table();
        let table = table.ok_or_else(|| {
            wrong(value.span().start, format!("{} is a table of kinds of cases", function.name))
        })?;
        for (kind, weight) in table {
            let name = kind.get_ref().as_ref();
            if !function.has_kind(name) {
                let all: Vec<&str> = function.kinds.iter().map(|kind| kind.name).collect();
                let all = all.join(", ");
                let what = format!("{} has no kind {name}; its kinds are {all}", function.name);
                return Err(wrong(kind.span().start, what));
            }
            let number = number(weight.get_ref()).filter(|weight| (0.0..=1000.0).contains(weight));
            let number = number.ok_or_else(|| {
                wrong(weight.span().start, "a weight is a number from 0 to 1000".into())
            })?;
            self.weights[place].remove(name);
            if number != 1.0 {
                self.weights[place].insert(name.into(), number);
            }
        }
        Ok(())
    }

    fn set_function(
        &mut self,
        key: &str,
        place: usize,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), Wrong> {
        let wrong = |what: &str| (Some(value.span().start), what.to_string());
        if key == "names" {
            let is_name = |name: &&str| {
                name.starts_with(char::is_lowercase)
                    && name.chars().all(|letter| letter.is_alphanumeric() || "_'-".contains(letter))
            };
            let name = value.get_ref().as_str().filter(is_name);
            self.names.0[place] = name.ok_or_else(|| wrong("a name is a word in quotes"))?.into();
            return Ok(());
        }
        let points = number(value.get_ref()).filter(|&number| (0.0..=1e6).contains(&number));
        self.points[place] =
            points.ok_or_else(|| wrong("points are a number from 0 to 1000000"))?;
        self.is_bonus[place] = key == "bonus";
        Ok(())
    }

    /// The scheme as the text of a file.
    pub fn write(&self, questionnaire: &dyn Questionnaire) -> String {
        let mut text = String::new();
        let scoring = SCORINGS.iter().find(|(_, scoring)| *scoring == self.scoring);
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "# How hand-ins of {} are graded. What is left out is as here.\n\
             assignment = \"{}\"\n\
             # share: the share of passed checks, averaged over the kinds of cases.\n\
             # all-or-nothing: no points for a function that fails a check.\n\
             scoring = \"{}\"\n\
             # A failed check costs at least this share of its function's points.\n\
             fault-cost = {}\n\
             # A function is not judged, and its points stay open, if fewer checks could fail.\n\
             minimum-checks = {}\n\
             # An answer that is wrong only because another function is wrong: ignore or count.\n\
             follow-on = \"{}\"\n\
             # Processor time of a call; time for loading a hand-in, and for all questions together.\n\
             call-seconds = {}\nload-seconds = {}\ntotal-seconds = {}\nmemory-mb = {}\n",
            questionnaire.assignment().title,
            questionnaire.assignment().name,
            scoring.map_or("share", |(name, _)| name),
            self.fault_cost,
            self.minimum_checks,
            if self.counts_follow_on { "count" } else { "ignore" },
            self.limits.call.as_secs_f64(),
            self.limits.load.as_secs_f64(),
            self.limits.total.as_secs_f64(),
            self.limits.memory >> 20,
        );
        for (title, is_bonus) in [("points", false), ("bonus", true)] {
            if self.is_bonus.contains(&is_bonus) {
                let _ = write!(text, "\n[{title}]\n");
            }
            for (place, function) in questionnaire.functions().iter().enumerate() {
                if self.is_bonus[place] == is_bonus {
                    let _ = writeln!(text, "{} = {}", function.name, self.points[place]);
                }
            }
        }
        text +=
            "\n# How much each kind of cases counts within its function; 0: it is not asked for.\n";
        for (place, function) in questionnaire.functions().iter().enumerate() {
            let _ = writeln!(text, "[weights.{}]", function.name);
            for kind in function.kinds {
                if let Some(sentence) = kind.demand {
                    let _ = writeln!(text, "# {sentence}");
                }
                let _ = writeln!(text, "{:?} = {}", kind.name, self.weight(place, kind.name));
            }
        }
        text +=
            "\n# What a function is called in the hand-ins, if a course has renamed it.\n[names]\n";
        for (place, function) in questionnaire.functions().iter().enumerate() {
            let name = self.names.of(place);
            let comment = if name == function.name { "# " } else { "" };
            let _ = writeln!(text, "{comment}{} = {name:?}", function.name);
        }
        text += "\n# What a late hand-in loses, in percent of its points for each day that has begun. When it came\n\
                 # is told in the file of remarks.\n";
        let _ = match &self.late {
            None => writeln!(
                text,
                "# [late]\n# deadline = 2026-01-31T23:59:00\n# per-day = 10\n# most = 50"
            ),
            Some(LateRule { deadline, per_day, most }) => {
                writeln!(text, "[late]\ndeadline = {deadline}\nper-day = {per_day}\nmost = {most}")
            }
        };
        text
    }
}

/// Reads the table of the deadline.
fn late_rule(value: &Spanned<DeValue<'_>>) -> Result<LateRule, Wrong> {
    let place = value.span().start;
    let table = value.get_ref().as_table();
    let table = table.ok_or_else(|| (Some(place), "late is a table".into()))?;
    let (mut deadline, mut per_day, mut most) = (None, 10.0, 100.0);
    for (key, value) in table {
        let wrong = |what: &str| (Some(value.span().start), format!("{} is {what}", key.get_ref()));
        let percent = || {
            let percent = number(value.get_ref()).filter(|percent| (0.0..=100.0).contains(percent));
            percent.ok_or_else(|| wrong("a number of percent from 0 to 100"))
        };
        match key.get_ref().as_ref() {
            "deadline" => {
                let moment = Moment::read(value.get_ref());
                deadline = Some(moment.ok_or_else(|| {
                    wrong("a date, such as 2026-01-31 or 2026-01-31T23:59:00, without quotes")
                })?);
            }
            "per-day" => per_day = percent()?,
            "most" => most = percent()?,
            other => {
                let what = format!("late has no {other}; it has deadline, per-day and most");
                return Err((Some(key.span().start), what));
            }
        }
    }
    let deadline = deadline.ok_or_else(|| (Some(place), "late needs a deadline".to_string()))?;
    Ok(LateRule { deadline, per_day, most })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questionnaires::QUESTIONNAIRES;

    #[test]
    fn a_written_scheme_is_read_as_it_was() {
        for questionnaire in QUESTIONNAIRES {
            let scheme = GradingScheme::of(questionnaire);
            let text = scheme.write(questionnaire);
            let read = GradingScheme::parse(questionnaire, &text).unwrap();
            assert_eq!(read.write(questionnaire), text);
            assert_eq!(format!("{read:?}"), format!("{scheme:?}"));
        }
    }

    #[test]
    fn a_scheme_changes_points_names_and_limits() {
        let text = "scoring = \"all-or-nothing\"\nfollow-on = \"count\"\ncall-seconds = 0.5\n\
                    [points]\ntryMove = 55.5\n[bonus]\nredoMove = 5\n[names]\ntryMove = \"move'\"\n";
        let scheme = GradingScheme::parse(QUESTIONNAIRES[0], text).unwrap();
        assert_eq!(scheme.points[1], 55.5);
        assert!(scheme.is_bonus[4] && !scheme.is_bonus[1]);
        assert_eq!(scheme.names.of(1), "move'");
        assert_eq!(scheme.scoring, Scoring::AllOrNothing);
        assert!(scheme.counts_follow_on);
        assert_eq!(scheme.limits.call, Duration::from_millis(500));
    }

    #[test]
    fn a_day_that_has_begun_costs_a_share_of_the_points() {
        let text = "[late]\ndeadline = 2026-01-31T23:59:00\nper-day = 20\nmost = 50\n";
        let scheme = GradingScheme::parse(QUESTIONNAIRES[0], text).unwrap();
        let late = scheme.late.clone().unwrap();
        assert_eq!([0, 1, 2, 3, 30].map(|days| late.lost(days)), [0.0, 0.2, 0.4, 0.5, 0.5]);
        assert!(scheme.write(QUESTIONNAIRES[0]).ends_with(text));
        // It makes points of the results, and changes none of them.
        let other = GradingScheme::of(QUESTIONNAIRES[0]);
        assert_eq!(scheme.judging(), other.judging());
        let renamed = GradingScheme::parse(QUESTIONNAIRES[0], "[names]\ntryMove = \"go\"").unwrap();
        assert_ne!(renamed.judging(), other.judging());
    }

    #[test]
    fn errors_of_a_scheme_have_their_line() {
        for (text, line, words) in [
            ("x = 1", 1, "no key x; the keys are"),
            ("\nscoring = \"most\"", 2, "scoring is \"share\" or"),
            ("assignment = \"nim\"", 1, "graded as santorini"),
            ("[points]\n\nplay = 3", 3, "no function play; the functions are initializeGame"),
            ("[points]\ntryMove = -1", 2, "points are"),
            ("[names]\ntryMove = \"a b\"", 2, "a name is"),
            ("[names]\ntryMove = \"a) (b\"", 2, "a name is"),
            ("call-seconds = 0", 1, "seconds from 0.1"),
            ("memory-mb = 1", 1, "64 to"),
            ("points = 3", 1, "a table"),
            ("[points", 1, ""),
            ("late = 1", 1, "a table"),
            ("[late]\nper-day = 10", 1, "needs a deadline"),
            ("[late]\n\ndeadline = \"soon\"", 3, "deadline is a date"),
            ("[late]\ndeadline = 2026-01-31\nper-day = 101", 3, "percent from 0 to 100"),
            ("[late]\nhours = 1", 2, "late has no hours"),
        ] {
            let (found, what) = GradingScheme::parse(QUESTIONNAIRES[0], text).unwrap_err();
            assert_eq!(found, line, "{text}: {what}");
            assert!(what.contains(words), "{text}: {what}");
        }
    }
}
