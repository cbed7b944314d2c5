//! What a teacher sees of the class: points, distribution, which kinds of cases failed, and the
//! hardest of them.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::{KindReport, Report, Student};
use crate::grading::Case;

/// The number of bars of the distribution.
const BARS: usize = 10;

/// The number of kinds that are listed as the hardest.
const HARDEST: usize = 10;

/// How the class did in a kind of cases.
struct Column<'a> {
    /// The index of the function.
    function: usize,
    kind: &'a str,
    /// How many hand-ins were judged in it, and how many of them failed.
    judged: usize,
    failed: usize,
}

impl<'a> Report<'a> {
    /// The sections about the class as a whole. Others go here.
    pub(super) fn class_section(&self) -> Markup {
        let words = self.words;
        let columns = self.columns();
        html! {
            p { (self.class_line()) }
            h2 { (words.word("Points")) }
            (self.points_table())
            h2 { (words.word("Distribution")) }
            (self.distribution())
            @if columns.iter().any(|column| column.failed > 0) {
                h2 { (words.word("The hardest cases")) }
                (self.hardest(&columns))
            }
            h2 { (words.word("Kinds of cases")) }
            (self.matrix(&columns))
            @if let Some(similar) = self.similar() { (similar.html(&self.setup.scheme.names)) }
        }
    }

    /// The kinds of cases in which a hand-in was judged, in the order of the assignment.
    fn columns(&self) -> Vec<Column<'_>> {
        let functions = self.setup.questionnaire.functions().iter().enumerate();
        let mut columns = Vec::new();
        for (function, about) in functions {
            let seen = self.students.iter().filter_map(|student| student.functions.get(function));
            let seen = seen.flat_map(|report| &report.kinds);
            let seen: BTreeSet<&str> =
                seen.filter(|kind| judged(kind) > 0).map(|kind| kind.name).collect();
            let declared = about.kinds.iter().map(|kind| kind.name);
            let declared = declared.filter(|name| seen.contains(name)).collect::<Vec<_>>();
            let others = seen.iter().copied().filter(|name| !declared.contains(name));
            for kind in declared.iter().copied().chain(others) {
                let found = self.students.iter().filter_map(|one| kind_of(one, function, kind));
                let found: Vec<&KindReport> = found.filter(|kind| judged(kind) > 0).collect();
                let failed = found.iter().filter(|kind| kind.tally.failed > 0).count();
                columns.push(Column { function, kind, judged: found.len(), failed });
            }
        }
        columns
    }

    /// How many hand-ins have how many percent of the points.
    fn distribution(&self) -> Markup {
        let words = self.words;
        let mut counts = [0; BARS];
        for student in &self.students {
            let all = student.sum(false).all;
            if let Some(total) = student.total().filter(|_| all > 0.0) {
                let bar = (total / all * BARS as f64) as usize;
                counts[bar.min(BARS - 1)] += 1;
            }
        }
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        let range = |bar: usize| match bar + 1 {
            BARS => "90+ %".into(),
            _ => format!("{}–{} %", bar * 10, bar * 10 + 9),
        };
        html! {
            table.distribution {
                thead {
                    tr {
                        th scope="col" { (words.word("Points")) }
                        th scope="col" { (words.word("Hand-ins")) }
                    }
                }
                tbody {
                    @for (bar, &count) in counts.iter().enumerate() {
                        tr {
                            th scope="row" { (range(bar)) }
                            td { i style={ "--share: " (count as f64 / most as f64) } {} (count) }
                        }
                    }
                }
            }
        }
    }

    /// The kinds in which the largest share of the hand-ins failed, with an example.
    fn hardest(&self, columns: &[Column]) -> Markup {
        let words = self.words;
        let mut failed: Vec<&Column> = columns.iter().filter(|column| column.failed > 0).collect();
        let share = |column: &Column| column.failed as f64 / column.judged as f64;
        failed.sort_by(|one, other| {
            share(other).total_cmp(&share(one)).then(other.failed.cmp(&one.failed))
        });
        failed.truncate(HARDEST);
        html! {
            ol {
                @for column in failed {
                    li {
                        @let counts = [
                            ("n", column.failed.to_string()), ("all", column.judged.to_string()),
                        ];
                        (self.setup.scheme.names.of(column.function)) ", "
                        (words.kind(column.kind)) ": "
                        (words.say("{n} of {all} hand-ins failed", &counts))
                        @if let Some((student, case)) = self.example(column) {
                            details {
                                summary { (words.say("an example, by {name}", &[("name", student.into())])) }
                                @for (head, text) in words.case(case) {
                                    p { (head) ":" }
                                    pre { (text) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The shortest example of a kind, and whose it is.
    fn example(&self, column: &Column) -> Option<(&str, &Case)> {
        let cases = self.students.iter().filter_map(|student| {
            let case = student.functions.get(column.function)?.case()?;
            (case.kind == column.kind).then_some((student.name, case))
        });
        cases.min_by_key(|(_, case)| case.difference.asked.len())
    }

    /// The share of passed checks of each hand-in in each kind.
    fn matrix(&self, columns: &[Column]) -> Markup {
        let words = self.words;
        let functions = 0..self.setup.questionnaire.functions().len();
        let width = |function| columns.iter().filter(|column| column.function == function).count();
        let cell = |student: &Student, column: &Column| {
            let kind = kind_of(student, column.function, column.kind);
            let Some(kind) = kind.filter(|kind| judged(kind) > 0) else {
                return html! { td { "–" } };
            };
            let passed = kind.tally.passed * 100 / judged(kind);
            match kind.tally.failed {
                0 => html! { td.right { "✓" } },
                _ => html! { td.wrong { (passed) } },
            }
        };
        html! {
            p { (words.word("Percent of the checks that passed; ✓: all; –: none was judged.")) }
            div.scroll tabindex="0" {
                table.matrix {
                    thead {
                        tr {
                            th scope="col" rowspan="2" { (words.word("Hand-in")) }
                            @for function in functions.filter(|&function| width(function) > 0) {
                                th scope="colgroup" colspan=(width(function)) {
                                    (self.setup.scheme.names.of(function))
                                }
                            }
                        }
                        tr {
                            @for column in columns {
                                th.kind scope="col" { span { (words.kind(column.kind)) } }
                            }
                        }
                    }
                    tbody {
                        @for (place, student) in self.students.iter().enumerate() {
                            tr {
                                th scope="row" { a href={ "#h" (place) } { (student.name) } }
                                @for column in columns { (cell(student, column)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn kind_of<'s>(student: &'s Student, function: usize, kind: &str) -> Option<&'s KindReport<'s>> {
    student.functions.get(function)?.kinds.iter().find(|known| known.name == kind)
}

/// The number of checks that could have failed.
fn judged(kind: &KindReport) -> usize {
    kind.tally.passed + kind.tally.failed
}
