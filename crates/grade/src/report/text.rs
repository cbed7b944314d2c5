//! The report as text: in full, and as a table of a class.

use std::fmt::Write as _;

use super::{FunctionReport, Report, Student, points, shortened};

/// Indents every line.
fn indent(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

fn width<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}

impl Report<'_> {
    /// A full report on each hand-in.
    pub fn text(&self) -> String {
        let texts = self.students.iter().map(|student| self.text_of(student));
        texts.collect::<Vec<_>>().join("\n")
    }

    pub(super) fn text_of(&self, student: &Student) -> String {
        let words = self.words;
        // Writing to a string cannot fail.
        let mut text = format!("{}: {}\n", self.title(), student.name);
        if let Some(why) = words.not_graded(student) {
            let _ = writeln!(text, "{why}");
        }
        if !student.grade.messages.is_empty() {
            let _ = writeln!(text, "{}:", words.word("messages of the interpreter"));
            text += &indent(&shortened(&student.grade.messages));
        }
        if student.is_graded() {
            let total = words.word("total");
            let names = student.functions.iter().map(|function| function.shown);
            let width = width(names.chain([total]));
            for function in &student.functions {
                self.add_function(&mut text, function, width);
            }
            let _ = writeln!(text, "{total:width$}  {}", words.total(student));
        }
        if let Some(remark) = student.remark {
            let _ = writeln!(text, "{}", words.say("remark: {text}", &[("text", remark.into())]));
        }
        for function in student.wrong() {
            let case = self.case_text(function);
            if !case.is_empty() {
                text += "\n";
                text += &case;
            }
        }
        text
    }

    fn add_function(&self, text: &mut String, function: &FunctionReport, width: usize) {
        let words = self.words;
        let bonus = if function.is_bonus { words.word(" bonus") } else { "" };
        let earned = format!("{}{bonus}", words.earned(function));
        let (name, summary) = (function.shown, words.summary(function));
        let _ = writeln!(text, "{name:width$}  {earned:16} {summary}");
        for kind in function.failed_kinds() {
            let _ = writeln!(text, "{:width$}    {}", "", words.failures(kind));
            if let Some(sentence) = kind.demand {
                let _ = writeln!(text, "{:width$}      \"{sentence}\"", "");
            }
        }
        if let Some(remark) = function.remark {
            let remark = words.say("remark: {text}", &[("text", remark.into())]);
            let _ = writeln!(text, "{:width$}    {remark}", "");
        }
    }

    /// The smallest failing case of a function, or why it cannot be called.
    pub(super) fn case_text(&self, function: &FunctionReport) -> String {
        let words = self.words;
        let name = [("name", function.shown.to_string())];
        if let Some(missing) = &function.graded.missing {
            let head = words.say("{name} cannot be called", &name);
            return format!("{head}:\n{}", indent(&shortened(missing)));
        }
        let Some(case) = function.case() else { return String::new() };
        let mut text = words.case_title(function, case) + ":\n";
        for (place, (head, part)) in words.case(case).into_iter().enumerate() {
            if place > 0 {
                let _ = writeln!(text, "  {head}:");
            }
            text += &indent(&part);
        }
        text
    }

    /// One line for each hand-in, and one for the class.
    pub fn table(&self) -> String {
        let words = self.words;
        let totals: Vec<String> = self.students.iter().map(|one| words.total(one)).collect();
        let name_width = width(self.students.iter().map(|student| student.name));
        let total_width = width(totals.iter().map(String::as_str)).max(24);
        let mut text = String::new();
        for (student, total) in self.students.iter().zip(&totals) {
            let (name, verdict) = (student.name, words.verdict(student));
            let _ = writeln!(text, "{name:name_width$}  {total:total_width$}  {verdict}");
        }
        let _ = writeln!(text, "\n{}", self.class_line());
        if let Some(similar) = self.similar() {
            text += "\n";
            text += &similar.text(&self.setup.scheme.names);
        }
        text
    }

    /// How the class did, in one line.
    pub(super) fn class_line(&self) -> String {
        let mut totals: Vec<f64> = self.students.iter().filter_map(Student::total).collect();
        totals.sort_unstable_by(f64::total_cmp);
        let count = totals.len();
        let graded = [("n", count.to_string()), ("all", self.students.len().to_string())];
        let graded = self.words.say("{n} of {all} graded", &graded);
        if count == 0 {
            return graded;
        }
        let median = (totals[(count - 1) / 2] + totals[count / 2]) / 2.0;
        let arguments = [
            ("mean", points(totals.iter().sum::<f64>() / count as f64)),
            ("median", points(median)),
            ("least", points(totals[0])),
            ("most", points(totals[count - 1])),
        ];
        let text = "mean {mean}, median {median}, from {least} to {most} points";
        [graded, self.words.say(text, &arguments)].join(self.words.word("; "))
    }
}
