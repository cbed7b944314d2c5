//! The report as HTML: a page of the class, for the teacher, and a page of one student.

use agon_web::report::private_document;
use maud::{Markup, html};

use super::{FunctionReport, Report, Student, points, shortened};

impl Report<'_> {
    /// A page with everything: the class, and a section for each hand-in.
    pub fn html(&self) -> String {
        let words = self.words;
        let title = format!("{}: {}", self.title(), words.word("grades"));
        let body = html! {
            main {
                h1 { (title) }
                @if self.students.len() > 1 { (self.class_section()) }
                @for (place, student) in self.students.iter().enumerate() {
                    section id={ "h" (place) } {
                        h2 { (student.name) }
                        (self.section(student))
                    }
                }
                (self.seed_line())
            }
        };
        self.document(&title, &body)
    }

    /// A page with nothing of others.
    pub(super) fn student_page(&self, student: &Student) -> String {
        let title = format!("{}: {}", self.title(), student.name);
        let body = html! {
            main {
                h1 { (self.title()) }
                h2 { (student.name) }
                (self.section(student))
                (self.seed_line())
            }
        };
        self.document(&title, &body)
    }

    pub(super) fn document(&self, title: &str, body: &Markup) -> String {
        private_document(self.words.code(), title, &["report/grades.css"], body)
    }

    fn seed_line(&self) -> Markup {
        let seed = [("seed", self.setup.seed.to_string())];
        html! { p.muted { (self.words.say("The questions have the seed {seed}.", &seed)) } }
    }

    /// A row for each hand-in, with its points by function.
    pub(super) fn points_table(&self) -> Markup {
        let words = self.words;
        let class = |function: &FunctionReport| match (function.points, function.failed()) {
            (None, _) => "open",
            (_, 0) => "right",
            _ => "wrong",
        };
        html! {
            div.scroll tabindex="0" {
                table {
                    thead {
                        tr {
                            th scope="col" { (words.word("Hand-in")) }
                            th scope="col" { (words.word("Points")) }
                            @for name in &self.setup.scheme.names.0 { th scope="col" { (name) } }
                        }
                    }
                    tbody {
                        @for (place, student) in self.students.iter().enumerate() {
                            tr {
                                th scope="row" { a href={ "#h" (place) } { (student.name) } }
                                td { (words.total(student)) }
                                @for function in &student.functions {
                                    td class=(class(function)) {
                                        (function.points.map_or("?".into(), points))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// All about one hand-in.
    pub(super) fn section(&self, student: &Student) -> Markup {
        let words = self.words;
        html! {
            p { strong { (words.total(student)) } ": " (words.verdict(student)) }
            @if let Some(remark) = student.remark {
                p.remark { (words.say("remark: {text}", &[("text", remark.into())])) }
            }
            @if !student.grade.messages.is_empty() {
                h3 { (words.word("Messages of the interpreter")) }
                pre { (shortened(&student.grade.messages)) }
            }
            @if student.is_graded() {
                div.scroll tabindex="0" {
                    table {
                        thead {
                            tr {
                                th scope="col" { (words.word("Function")) }
                                th scope="col" { (words.word("Points")) }
                                th scope="col" { (words.word("Checks")) }
                            }
                        }
                        tbody {
                            @for function in &student.functions { (self.function_row(function)) }
                        }
                    }
                }
            }
            @for function in student.wrong() { (self.case_section(function)) }
        }
    }

    fn function_row(&self, function: &FunctionReport) -> Markup {
        let words = self.words;
        html! {
            tr {
                th scope="row" { (function.shown) }
                td { (words.earned(function)) @if function.is_bonus { (words.word(" bonus")) } }
                td {
                    (words.summary(function))
                    @for kind in function.failed_kinds() {
                        br;
                        (words.failures(kind))
                        @if let Some(sentence) = kind.demand { " " q { (sentence) } }
                    }
                    @if let Some(remark) = function.remark {
                        p.remark { (words.say("remark: {text}", &[("text", remark.into())])) }
                    }
                }
            }
        }
    }

    /// The smallest failing case of a function, or why it cannot be called.
    pub(super) fn case_section(&self, function: &FunctionReport) -> Markup {
        let words = self.words;
        let name = [("name", function.shown.to_string())];
        if let Some(missing) = &function.graded.missing {
            return html! {
                h3 { (words.say("{name} cannot be called", &name)) }
                pre { (shortened(missing)) }
            };
        }
        let Some(case) = function.case() else { return Markup::default() };
        html! {
            h3 { (words.case_title(function, case)) }
            @for (head, text) in words.case(case) {
                p { (head) ":" }
                pre { (text) }
            }
        }
    }
}
