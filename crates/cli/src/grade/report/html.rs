//! The report as a page.

use std::fmt::Write as _;

use super::{Report, points, shortened, summary};
use crate::grade::grading::{Case, FunctionGrade, Grade};
use crate::grade::hand_in::HandIn;

const STYLE: &str = include_str!("style.css");

/// A text as it may stand in a page.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

impl Report<'_> {
    /// A page with a table of all hand-ins, and a section for each.
    pub fn html(&self) -> String {
        let title = format!("{}: grades", self.assignment.title());
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
            escape(&title)
        );
        page += &self.html_table();
        for (number, (hand_in, grade)) in self.hand_ins.iter().zip(self.grades).enumerate() {
            page += &self.html_section(number, hand_in, grade);
        }
        // Writing to a string cannot fail.
        let _ =
            write!(page, "<p>The questions have the seed {}.</p>\n</body>\n</html>\n", self.seed);
        page
    }

    fn html_table(&self) -> String {
        let mut html = String::from("<table>\n<thead><tr><th>Hand-in<th>Points");
        for name in &self.scheme.names.0 {
            let _ = write!(html, "<th>{}", escape(name));
        }
        html += "</tr></thead>\n<tbody>\n";
        for (number, (hand_in, grade)) in self.hand_ins.iter().zip(self.grades).enumerate() {
            let _ = write!(
                html,
                "<tr><th><a href=\"#h{number}\">{}</a><td>{}",
                escape(&hand_in.name),
                self.total(grade)
            );
            for (place, graded) in grade.functions.iter().enumerate() {
                let class = if grade.trouble.is_some() || graded.total().failed > 0 {
                    "wrong"
                } else {
                    "right"
                };
                let _ =
                    write!(html, "<td class=\"{class}\">{}", points(self.earned(grade, place).0));
            }
            html += "</tr>\n";
        }
        html + "</tbody></table>\n"
    }

    fn html_section(&self, number: usize, hand_in: &HandIn, grade: &Grade) -> String {
        let mut html = format!(
            "<section id=\"h{number}\">\n<h2>{}</h2>\n<p>{}: {}</p>\n",
            escape(&hand_in.name),
            escape(&self.total(grade)),
            escape(&self.verdict(grade))
        );
        if !grade.messages.is_empty() {
            let _ = write!(
                html,
                "<h3>Messages of the interpreter</h3>\n<pre>{}</pre>\n",
                escape(&shortened(&grade.messages))
            );
        }
        if grade.trouble.is_none() {
            html += "<table>\n<thead><tr><th>Function<th>Points<th>Checks</tr></thead>\n<tbody>\n";
            for (place, graded) in grade.functions.iter().enumerate() {
                let (earned, all) = self.earned(grade, place);
                let _ = write!(
                    html,
                    "<tr><th>{}<td>{} of {}<td>{}",
                    escape(self.scheme.names.of(place)),
                    points(earned),
                    points(all),
                    escape(&summary(graded))
                );
                for (kind, tally) in graded.kinds.iter().filter(|(_, tally)| tally.failed > 0) {
                    let asked = tally.passed + tally.failed;
                    let _ =
                        write!(html, "<br>{} of {asked} failed: {}", tally.failed, escape(kind));
                }
                html += "</tr>\n";
            }
            html += "</tbody></table>\n";
        }
        for (place, graded) in self.wrong(grade) {
            html += &self.html_case(place, graded);
        }
        html + "</section>\n"
    }

    fn html_case(&self, place: usize, graded: &FunctionGrade) -> String {
        let name = escape(self.scheme.names.of(place));
        if let Some(missing) = &graded.missing {
            return format!(
                "<h3>{name} cannot be called</h3>\n<pre>{}</pre>\n",
                escape(&shortened(missing))
            );
        }
        let Some(Case { kind, difference }) = &graded.smallest else { return String::new() };
        format!(
            "<h3>{name}: {}</h3>\n<p>The smallest case found:</p>\n<pre>{}</pre>\n<p>Right:</p>\n<pre>{}</pre>\n<p>This hand-in:</p>\n<pre>{}</pre>\n",
            escape(kind),
            escape(&difference.asked),
            escape(&shortened(&difference.expected)),
            escape(&shortened(&difference.answered)),
        )
    }
}
