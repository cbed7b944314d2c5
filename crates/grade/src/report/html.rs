//! The report as an HTML page.

use agon_web::report::document;
use maud::{Markup, html};

use super::{Report, points, shortened, summary};
use crate::grading::{Case, FunctionGrade, Grade};
use agon_handin::HandIn;

impl Report<'_> {
    /// A page with a table of all hand-ins and a section for each.
    pub fn html(&self) -> String {
        let title = format!("{}: grades", self.questionnaire.assignment().title);
        let hand_ins = || self.hand_ins.iter().zip(self.grades).enumerate();
        let body = html! {
            main {
                h1 { (title) }
                table {
                    thead {
                        tr {
                            th { "Hand-in" }
                            th { "Points" }
                            @for name in &self.scheme.names.0 { th { (name) } }
                        }
                    }
                    tbody {
                        @for (number, (hand_in, grade)) in hand_ins() {
                            (self.html_row(number, hand_in, grade))
                        }
                    }
                }
                @for (number, (hand_in, grade)) in hand_ins() {
                    (self.html_section(number, hand_in, grade))
                }
                p { "The questions have the seed " (self.seed) "." }
            }
        };
        document(&title, &["report/grades.css"], &body)
    }

    fn html_row(&self, number: usize, hand_in: &HandIn, grade: &Grade) -> Markup {
        let class =
            |graded: &FunctionGrade| match grade.failure.is_some() || graded.total().failed > 0 {
                true => "wrong",
                false => "right",
            };
        html! {
            tr {
                th { a href={ "#h" (number) } { (hand_in.name) } }
                td { (self.total(grade)) }
                @for (place, graded) in grade.functions.iter().enumerate() {
                    td class=(class(graded)) { (points(self.earned(grade, place).0)) }
                }
            }
        }
    }

    fn html_section(&self, number: usize, hand_in: &HandIn, grade: &Grade) -> Markup {
        html! {
            section id={ "h" (number) } {
                h2 { (hand_in.name) }
                p { (self.total(grade)) ": " (self.verdict(grade)) }
                @if !grade.messages.is_empty() {
                    h3 { "Messages of the interpreter" }
                    pre { (shortened(&grade.messages)) }
                }
                @if grade.failure.is_none() {
                    table {
                        thead { tr { th { "Function" } th { "Points" } th { "Checks" } } }
                        tbody {
                            @for (place, graded) in grade.functions.iter().enumerate() {
                                (self.html_function(place, graded, grade))
                            }
                        }
                    }
                }
                @for (place, graded) in self.wrong(grade) { (self.html_case(place, graded)) }
            }
        }
    }

    fn html_function(&self, place: usize, graded: &FunctionGrade, grade: &Grade) -> Markup {
        let (earned, all) = self.earned(grade, place);
        html! {
            tr {
                th { (self.scheme.names.of(place)) }
                td { (points(earned)) " of " (points(all)) }
                td {
                    (summary(graded))
                    @for (kind, tally) in graded.kinds.iter().filter(|(_, tally)| tally.failed > 0) {
                        br;
                        (tally.failed) " of " (tally.passed + tally.failed) " failed: " (kind)
                    }
                }
            }
        }
    }

    fn html_case(&self, place: usize, graded: &FunctionGrade) -> Markup {
        let name = self.scheme.names.of(place);
        if let Some(missing) = &graded.missing {
            return html! {
                h3 { (name) " cannot be called" }
                pre { (shortened(missing)) }
            };
        }
        let Some(Case { kind, difference }) = &graded.smallest else { return Markup::default() };
        html! {
            h3 { (name) ": " (kind) }
            p { "The smallest case found:" }
            pre { (difference.asked) }
            p { "Right:" }
            pre { (shortened(&difference.expected)) }
            p { "This hand-in:" }
            pre { (shortened(&difference.answered)) }
        }
    }
}
