//! The grading scheme of a course: points, limits and names of functions, from a TOML file.

use agon_handin::{Limits, Names};
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use agon_host::{Failure, store};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::questionnaire::Questionnaire;

/// The size limit of the file, in bytes.
const MAX_FILE: u64 = 64 << 10;

/// How hand-ins are graded.
#[derive(Clone, Debug)]
pub struct GradingScheme {
    pub points: Vec<f64>,
    pub is_bonus: Vec<bool>,
    pub names: Names,
    /// How checks become points.
    pub scoring: Scoring,
    /// Whether a follow-on error counts as a failed check.
    pub counts_follow_on: bool,
    pub limits: Limits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// The share of passed checks, or its average over the kinds of cases if that is lower.
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
            scoring: Scoring::Share,
            counts_follow_on: false,
            limits: Limits {
                call: Duration::from_secs(2),
                total: Duration::from_secs(600),
                ..Limits::default()
            },
        }
    }

    /// Reads a file. Missing keys have the assignment's defaults.
    pub fn read(questionnaire: &dyn Questionnaire, path: &Path) -> Result<GradingScheme, Failure> {
        let bytes = store::read(path, MAX_FILE)?
            .ok_or_else(|| store::about_file(path, "there is no such file"))?;
        let text =
            String::from_utf8(bytes).map_err(|_| store::about_file(path, "is not UTF-8 text"))?;
        GradingScheme::parse(questionnaire, &text)
            .map_err(|(line, what)| store::about_file(path, &format!("line {line}: {what}")))
    }

    /// Reads a text. The error has a line number.
    pub fn parse(
        questionnaire: &dyn Questionnaire,
        text: &str,
    ) -> Result<GradingScheme, (usize, String)> {
        let line = |place: usize| {
            text.as_bytes()[..place.min(text.len())].iter().filter(|&&byte| byte == b'\n').count()
                + 1
        };
        let document = DeTable::parse(text).map_err(|error| {
            (line(error.span().map_or(0, |span| span.start)), error.message().to_string())
        })?;
        let mut scheme = GradingScheme::of(questionnaire);
        for (key, value) in document.get_ref() {
            scheme
                .set(questionnaire, key.get_ref(), value)
                .map_err(|(place, what)| (line(place.unwrap_or(key.span().start)), what))?;
        }
        Ok(scheme)
    }

    /// Sets a key of the file. The error has a position if that is not the key's own.
    fn set(
        &mut self,
        questionnaire: &dyn Questionnaire,
        key: &str,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), (Option<usize>, String)> {
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
            "points" | "bonus" | "names" => {
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
                    self.set_function(key, place, value)?;
                }
            }
            _ => {
                let keys = "assignment, scoring, follow-on, call-seconds, load-seconds, total-seconds, memory-mb, points, bonus, names";
                return Err((None, format!("there is no key {key}; the keys are {keys}")));
            }
        }
        Ok(())
    }

    fn set_function(
        &mut self,
        key: &str,
        place: usize,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), (Option<usize>, String)> {
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
             # share: the share of passed checks, or its average over kinds of cases if that is lower.\n\
             # all-or-nothing: no points for a function that fails a check.\n\
             scoring = \"{}\"\n\
             # An answer that is wrong only because another function is wrong: ignore or count.\n\
             follow-on = \"{}\"\n\
             # Processor time of a call; time for loading a hand-in, and for all questions together.\n\
             call-seconds = {}\nload-seconds = {}\ntotal-seconds = {}\nmemory-mb = {}\n",
            questionnaire.assignment().title,
            questionnaire.assignment().name,
            scoring.map_or("share", |(name, _)| name),
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
            "\n# What a function is called in the hand-ins, if a course has renamed it.\n[names]\n";
        for (place, function) in questionnaire.functions().iter().enumerate() {
            let name = self.names.of(place);
            let comment = if name == function.name { "# " } else { "" };
            let _ = writeln!(text, "{comment}{} = {name:?}", function.name);
        }
        text
    }
}

fn number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).ok().map(|number| number as f64)
        }
        DeValue::Float(number) => number.as_str().parse().ok(),
        _ => None,
    }
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
        ] {
            let (found, what) = GradingScheme::parse(QUESTIONNAIRES[0], text).unwrap_err();
            assert_eq!(found, line, "{text}: {what}");
            assert!(what.contains(words), "{text}: {what}");
        }
    }
}
