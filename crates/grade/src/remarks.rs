//! What the teacher says of single hand-ins: points, remarks, and when they came. From a TOML file.

use std::collections::BTreeMap;
use std::path::Path;

use agon_handin::HandIn;
use agon_host::Failure;
use toml::Spanned;
use toml::de::DeValue;

use super::questionnaire::Questionnaire;
use super::scheme::GradingScheme;
use super::toml_file::{self, Moment, Wrong, number};

/// The remarks about each hand-in, by its name.
#[derive(Clone, Debug, Default)]
pub struct Remarks(BTreeMap<String, Remark>);

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remark {
    /// About the whole hand-in.
    pub text: Option<String>,
    /// Points that the teacher gives, by the index of the function.
    pub points: BTreeMap<usize, f64>,
    /// Remarks on functions, by their index.
    pub functions: BTreeMap<usize, String>,
    /// How many days late it came, if that is known.
    pub late_days: Option<u32>,
}

impl Remarks {
    pub fn of(&self, hand_in: &str) -> Option<&Remark> {
        self.0.get(hand_in)
    }

    /// A remark about one hand-in.
    #[cfg(test)]
    pub fn of_one(name: &str, remark: Remark) -> Remarks {
        Remarks([(name.to_string(), remark)].into())
    }

    /// Reads a file about these hand-ins.
    pub fn read(
        questionnaire: &dyn Questionnaire,
        scheme: &GradingScheme,
        hand_ins: &[HandIn],
        path: &Path,
    ) -> Result<Remarks, Failure> {
        let is_there = |name: &str| hand_ins.iter().any(|hand_in| hand_in.name == name);
        Remarks::parse(questionnaire, scheme, &is_there, &toml_file::read(path)?)
            .map_err(|wrong| toml_file::at_line(path, wrong))
    }

    fn parse(
        questionnaire: &dyn Questionnaire,
        scheme: &GradingScheme,
        is_there: &dyn Fn(&str) -> bool,
        text: &str,
    ) -> Result<Remarks, (usize, String)> {
        let mut remarks = Remarks::default();
        toml_file::parse(text, |name, value| {
            let place = Some(name.span().start);
            if !is_there(name.get_ref()) {
                return Err((place, format!("there is no hand-in {:?}", name.get_ref())));
            }
            let table = value.get_ref().as_table();
            let table = table.ok_or_else(|| (place, "a hand-in has a table".to_string()))?;
            let mut remark = Remark::default();
            for (key, value) in table {
                remark.set(questionnaire, scheme, key, value)?;
            }
            remarks.0.insert(name.get_ref().to_string(), remark);
            Ok(())
        })?;
        Ok(remarks)
    }
}

impl Remark {
    fn set(
        &mut self,
        questionnaire: &dyn Questionnaire,
        scheme: &GradingScheme,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), Wrong> {
        let place = Some(value.span().start);
        let text = |value: &Spanned<DeValue<'_>>| {
            let wrong = (Some(value.span().start), "a remark is a text in quotes".to_string());
            value.get_ref().as_str().map(str::to_string).ok_or(wrong)
        };
        match key.get_ref().as_ref() {
            "remark" => self.text = Some(text(value)?),
            "late-days" => {
                let days = number(value.get_ref())
                    .filter(|days| (0.0..=10_000.0).contains(days) && days.fract() == 0.0);
                let wrong = (place, "late-days is a whole number".to_string());
                self.late_days = Some(days.ok_or(wrong)? as u32);
            }
            "handed-in" => {
                let wrong = |what: &str| (place, format!("handed-in is {what}"));
                let moment = Moment::read(value.get_ref())
                    .ok_or_else(|| wrong("a date, such as 2026-01-31T12:30:00, without quotes"))?;
                let late = scheme.late.as_ref();
                let late = late.ok_or_else(|| wrong("of no use: the scheme has no deadline"))?;
                let days = moment.days_after(&late.deadline).ok_or_else(|| {
                    wrong("to be compared with the deadline: write the offset from UTC at both, or at none")
                })?;
                // What the teacher decides counts, wherever it stands.
                self.late_days.get_or_insert(days);
            }
            group @ ("points" | "remarks") => {
                let table = value.get_ref().as_table();
                let table =
                    table.ok_or_else(|| (place, format!("{group} is a table of functions")))?;
                for (name, value) in table {
                    let functions = questionnaire.functions();
                    let function = functions.iter().position(|known| known.name == name.get_ref());
                    let function = function.ok_or_else(|| {
                        let all: Vec<&str> = functions.iter().map(|known| known.name).collect();
                        let what = format!(
                            "there is no function {}; the functions are {}",
                            name.get_ref(),
                            all.join(", ")
                        );
                        (Some(name.span().start), what)
                    })?;
                    if group == "remarks" {
                        self.functions.insert(function, text(value)?);
                        continue;
                    }
                    let most = scheme.points[function];
                    let points =
                        number(value.get_ref()).filter(|points| (0.0..=most).contains(points));
                    let wrong =
                        format!("points of {} are a number from 0 to {most}", name.get_ref());
                    let points = points.ok_or((Some(value.span().start), wrong))?;
                    self.points.insert(function, points);
                }
            }
            other => {
                let keys = "remark, points, remarks, handed-in, late-days";
                let what = format!("there is no key {other}; the keys are {keys}");
                return Err((Some(key.span().start), what));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find_questionnaire;

    fn parse(text: &str) -> Result<Remarks, (usize, String)> {
        let nim = find_questionnaire("nim").unwrap();
        let scheme = "[late]\ndeadline = 2026-01-31T12:00:00\n";
        let scheme = GradingScheme::parse(nim, scheme).unwrap();
        Remarks::parse(nim, &scheme, &|name| name != "nobody", text)
    }

    #[test]
    fn points_remarks_and_dates_are_read_by_name() {
        let text = "[\"Άννα, \\\"A\\\"\"]\nremark = \"Good.\"\npoints.play = 7.5\n\
                    remarks.play = \"Nearly.\"\n\
                    [bob]\nhanded-in = 2026-02-01T12:00:01\n\
                    [cid]\nhanded-in = 2026-02-09\nlate-days = 0\n";
        let remarks = parse(text).unwrap();
        let ann = remarks.of("Άννα, \"A\"").unwrap();
        assert_eq!((ann.text.as_deref(), ann.points[&2]), (Some("Good."), 7.5));
        assert_eq!((ann.functions[&2].as_str(), ann.late_days), ("Nearly.", None));
        assert_eq!(remarks.of("bob").unwrap().late_days, Some(2));
        assert_eq!(remarks.of("cid").unwrap().late_days, Some(0));
        assert_eq!(remarks.of("dan"), None);
    }

    #[test]
    fn errors_of_remarks_have_their_line() {
        for (text, line, words) in [
            ("[ann]\n[nobody]", 2, "no hand-in \"nobody\""),
            ("ann = 1", 1, "a table"),
            ("[ann]\nmark = 1", 2, "no key mark; the keys are"),
            ("[ann]\nremark = 1", 2, "in quotes"),
            ("[ann.points]\n\nplay = 1000", 3, "from 0 to "),
            ("[ann.points]\nplays = 1", 2, "no function plays"),
            ("[ann]\nlate-days = 1.5", 2, "whole number"),
            ("[ann]\nhanded-in = 2026-02-01T12:00:00Z", 2, "offset from UTC"),
            ("[ann]\nhanded-in = \"today\"", 2, "handed-in is a date"),
        ] {
            let (found, what) = parse(text).unwrap_err();
            assert_eq!(found, line, "{text}: {what}");
            assert!(what.contains(words), "{text}: {what}");
        }
    }
}
