//! What is reported of hand-ins, computed once. The modules below write it: as text, as pages, as
//! data, and in the forms that other programs read.

mod class;
mod csv;
mod formats;
mod html;
mod pages;
mod text;

pub use formats::{Classroom50, Format};

use agon_handin::{Lang, fill};
use serde_json::{Value, json};

use super::grading::{Case, FunctionGrade, Grade, Tally};
use super::remarks::{Remark, Remarks};
use super::similarity::Similarity;
use super::texts::Words;
use super::work::GradeSetup;

/// The results of all hand-ins, and how they are told.
pub struct Report<'a> {
    setup: &'a GradeSetup,
    words: Words,
    students: Vec<Student<'a>>,
    similarity: Option<&'a Similarity>,
}

/// The result of one hand-in, with what the teacher says of it.
struct Student<'a> {
    name: &'a str,
    grade: &'a Grade,
    functions: Vec<FunctionReport<'a>>,
    remark: Option<&'a str>,
    /// How many days late it came, and the share of the points that this costs.
    late: Option<(u32, f64)>,
}

/// The result of one function of a hand-in.
struct FunctionReport<'a> {
    /// Its name in the assignment, and in the hand-ins of this course.
    name: &'static str,
    shown: &'a str,
    graded: &'a FunctionGrade,
    /// The points; `None` if they are open, because too little could be judged.
    points: Option<f64>,
    /// The most points that can be had.
    all: f64,
    is_bonus: bool,
    /// Whether the teacher gave the points.
    is_given: bool,
    remark: Option<&'a str>,
    /// The kinds of cases that are asked for.
    kinds: Vec<KindReport<'a>>,
}

/// The results of a function in one kind of cases.
struct KindReport<'a> {
    name: &'a str,
    tally: Tally,
    /// The sentence of the assignment that asks for it.
    demand: Option<&'static str>,
}

/// The points of some functions.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    earned: f64,
    /// The most that can be had.
    all: f64,
    /// Of functions that could not be judged.
    open: f64,
}

impl<'a> Report<'a> {
    pub fn new(
        setup: &'a GradeSetup,
        grades: &'a [Grade],
        remarks: &'a Remarks,
        lang: Lang,
    ) -> Report<'a> {
        let students = setup.hand_ins.iter().zip(grades).map(|(hand_in, grade)| {
            let remark = remarks.of(&hand_in.name);
            Student::new(setup, &hand_in.name, grade, remark)
        });
        let students = students.collect();
        Report { setup, words: Words(lang), students, similarity: None }
    }

    /// The same with what is similar in a class.
    pub fn with_similarity(self, similarity: Option<&'a Similarity>) -> Report<'a> {
        Report { similarity, ..self }
    }

    /// What is similar, if anything is.
    fn similar(&self) -> Option<&'a Similarity> {
        self.similarity.filter(|similar| similar.stands_out())
    }

    fn title(&self) -> &'static str {
        self.words.title(self.setup.questionnaire.assignment().title)
    }

    /// How many hand-ins got less than this many points in all, or could not be graded.
    pub fn below(&self, points: f64) -> usize {
        let is_below = |student: &&Student| student.total().is_none_or(|total| total < points);
        self.students.iter().filter(is_below).count()
    }

    pub fn json(&self) -> Value {
        let hand_ins = self.students.iter().map(|student| {
            let (points, bonus) = (student.sum(false), student.sum(true));
            let grade = student.grade;
            // What was not graded has no points, not even none.
            let earned = |sum: Sum| student.is_graded().then_some(sum.earned);
            let functions = student.functions.iter().map(FunctionReport::json);
            json!({
                "name": student.name, "total": student.total(),
                "points": earned(points), "of": points.all, "open": points.open,
                "bonus": earned(bonus), "of_bonus": bonus.all,
                "late_days": student.late.map(|(days, _)| days),
                "lost": student.late.map_or(0.0, |(_, lost)| lost),
                "remark": student.remark,
                "trouble": grade.failure.as_ref().map(ToString::to_string),
                "messages": grade.messages, "questions": grade.asked,
                "seconds": grade.time.as_secs_f64(),
                "wrong": student.wrong().map(|function| function.name).collect::<Vec<_>>(),
                "functions": functions.collect::<Vec<_>>(),
            })
        });
        json!({
            "assignment": self.setup.questionnaire.assignment().name, "seed": self.setup.seed,
            "hand_ins": hand_ins.collect::<Vec<_>>(),
            "similar": self.similarity.map(|similar| similar.json(&self.setup.scheme.names)),
        })
    }
}

impl<'a> Student<'a> {
    fn new(
        setup: &'a GradeSetup,
        name: &'a str,
        grade: &'a Grade,
        remark: Option<&'a Remark>,
    ) -> Student<'a> {
        let scheme = &setup.scheme;
        let functions = setup.questionnaire.functions().iter().zip(&grade.functions).enumerate();
        let functions = functions.map(|(place, (about, graded))| {
            let all = scheme.points[place];
            let given = remark.and_then(|remark| remark.points.get(&place)).copied();
            let share = graded.share(about, scheme, place).filter(|_| grade.failure.is_none());
            let kinds = graded.kinds.iter().filter(|(kind, _)| scheme.weight(place, kind) > 0.0);
            let kinds = kinds.map(|(name, &tally)| KindReport {
                name,
                tally,
                demand: about.kind(name).and_then(|kind| kind.demand),
            });
            FunctionReport {
                name: about.name,
                shown: scheme.names.of(place),
                graded,
                points: given.or_else(|| share.map(|share| all * share)),
                all,
                is_bonus: scheme.is_bonus[place],
                is_given: given.is_some(),
                remark: remark.and_then(|remark| remark.functions.get(&place)).map(String::as_str),
                kinds: kinds.collect(),
            }
        });
        let days = remark.and_then(|remark| remark.late_days).filter(|&days| days > 0);
        let late =
            days.map(|days| (days, scheme.late.as_ref().map_or(0.0, |late| late.lost(days))));
        let remark = remark.and_then(|remark| remark.text.as_deref());
        Student { name, grade, functions: functions.collect(), remark, late }
    }

    /// Whether it was graded, or got points from the teacher.
    fn is_graded(&self) -> bool {
        self.grade.failure.is_none() || self.functions.iter().any(|function| function.is_given)
    }

    /// Either the bonus points or all others, before any are lost by being late.
    fn sum(&self, is_bonus: bool) -> Sum {
        let functions = self.functions.iter().filter(|function| function.is_bonus == is_bonus);
        functions.fold(Sum::default(), |sum, function| Sum {
            earned: sum.earned + function.points.unwrap_or(0.0),
            all: sum.all + function.all,
            open: sum.open + if function.points.is_none() { function.all } else { 0.0 },
        })
    }

    /// All points. `None` if it could not be graded: that is not the same as no points.
    fn total(&self) -> Option<f64> {
        let earned = self.sum(false).earned + self.sum(true).earned;
        let kept = 1.0 - self.late.map_or(0.0, |(_, lost)| lost);
        self.is_graded().then_some(earned * kept)
    }

    /// The functions that failed a check that is asked for.
    fn wrong(&self) -> impl Iterator<Item = &FunctionReport<'a>> {
        self.functions.iter().filter(|function| function.failed() > 0)
    }
}

impl FunctionReport<'_> {
    fn tally(&self) -> Tally {
        self.kinds.iter().fold(Tally::default(), |sum, KindReport { tally, .. }| Tally {
            passed: sum.passed + tally.passed,
            free: sum.free + tally.free,
            failed: sum.failed + tally.failed,
            follow_on: sum.follow_on + tally.follow_on,
        })
    }

    fn failed(&self) -> usize {
        self.tally().failed
    }

    /// The kinds in which it failed.
    fn failed_kinds(&self) -> impl Iterator<Item = &KindReport<'_>> {
        self.kinds.iter().filter(|kind| kind.tally.failed > 0)
    }

    /// The example that is shown, if it is of a kind that is asked for.
    fn case(&self) -> Option<&Case> {
        let case = self.graded.smallest.as_ref()?;
        self.kinds.iter().any(|kind| kind.name == case.kind).then_some(case)
    }

    fn json(&self) -> Value {
        let kinds = self.kinds.iter().map(|kind| (kind.name.to_string(), json!(kind.tally)));
        json!({
            "name": self.name, "points": self.points, "of": self.all, "is_bonus": self.is_bonus,
            "is_given": self.is_given, "remark": self.remark, "checks": self.tally(),
            "kinds": kinds.collect::<serde_json::Map<_, _>>(),
            "smallest_failure": self.case(), "missing": self.graded.missing,
            "median_micros": self.graded.times().map(|times| times.0),
            "longest_micros": self.graded.times().map(|times| times.1),
        })
    }
}

impl Words {
    /// What an example is of, and whether it failed again in a fresh interpreter.
    fn case_title(self, function: &FunctionReport, case: &Case) -> String {
        let arguments =
            [("name", function.shown.to_string()), ("kind", self.kind(&case.kind).to_string())];
        let text = match (case.is_repeated, case.after.is_empty()) {
            (false, _) => self.word("{name}, {kind}; this case did not repeat"),
            (true, true) => self.word("{name}, {kind}; the smallest case found"),
            (true, false) => self.word("{name}, {kind}; only after other calls"),
        };
        fill(text, &arguments)
    }

    /// The parts of an example, each with its heading.
    fn case(self, case: &Case) -> Vec<(&'static str, String)> {
        let Case { difference, after, .. } = case;
        let mut parts = match after.is_empty() {
            true => vec![(self.word("asked"), difference.asked.clone())],
            false => vec![
                (self.word("first"), after.join("\n")),
                (self.word("and then"), difference.asked.clone()),
            ],
        };
        parts.push((self.word("right"), shortened(&difference.expected)));
        parts.push((self.word("this hand-in"), shortened(&difference.answered)));
        let program = case.program.iter();
        parts.extend(program.map(|text| (self.word("the same as a program"), text.clone())));
        parts
    }

    /// The points of a function.
    fn earned(self, function: &FunctionReport) -> String {
        let earned = function.points.map_or("?".into(), points);
        self.say("{earned} of {all}", &[("earned", earned), ("all", points(function.all))])
    }

    /// The points of a hand-in in one line.
    fn total(self, student: &Student) -> String {
        let Some(total) = student.total() else { return self.word("not graded").into() };
        let of = |earned: f64, all: f64| {
            self.say("{earned} of {all}", &[("earned", points(earned)), ("all", points(all))])
        };
        let Sum { earned, all, open } = student.sum(false);
        let mut parts = vec![of(earned, all)];
        if open > 0.0 {
            parts.push(self.say("{open} not judged", &[("open", points(open))]));
        }
        let Sum { earned, all, .. } = student.sum(true);
        if all > 0.0 {
            parts.push(self.say("bonus {points}", &[("points", of(earned, all))]));
        }
        if let Some((days, lost)) = student.late {
            let arguments = [
                ("days", days.to_string()),
                ("percent", points(lost * 100.0)),
                ("total", points(total)),
            ];
            parts.push(self.say("days late: {days}, so less {percent} %: {total}", &arguments));
        }
        parts.join(", ")
    }

    /// The results of a function's checks, in a few words.
    fn summary(self, function: &FunctionReport) -> String {
        let Tally { passed, free, failed, follow_on } = function.tally();
        let count = |number: usize| number.to_string();
        let mut parts = match (passed + free, failed) {
            (0, 0) => vec![self.word("not judged").into()],
            (passed, 0) => vec![self.say("all {n} passed", &[("n", count(passed))])],
            (passed, failed) => vec![
                self.say("{n} passed", &[("n", count(passed))]),
                self.say("{n} failed", &[("n", count(failed))]),
            ],
        };
        if follow_on > 0 {
            let text = "{n} wrong because of another function";
            parts.push(self.say(text, &[("n", count(follow_on))]));
        }
        if function.is_given {
            parts.push(self.word("points given by the teacher").into());
        }
        let mut text = parts.join(", ");
        if let Some((median, longest)) = function.graded.times() {
            let times = [("median", duration(median)), ("longest", duration(longest))];
            text += self.word("; ");
            text += &self.say("{median} a call, at most {longest}", &times);
        }
        text
    }

    /// The failed checks of a kind.
    fn failures(self, kind: &KindReport) -> String {
        let Tally { passed, free, failed, .. } = kind.tally;
        let arguments = [
            ("n", failed.to_string()),
            ("all", (passed + free + failed).to_string()),
            ("kind", self.kind(kind.name).to_string()),
        ];
        self.say("{n} of {all} failed: {kind}", &arguments)
    }

    /// Why a hand-in was not graded.
    fn not_graded(self, student: &Student) -> Option<String> {
        let failure = student.grade.failure.as_ref()?;
        Some(self.say("not graded: {why}", &[("why", failure.told(self.0))]))
    }

    /// One line on what is wrong with a hand-in.
    fn verdict(self, student: &Student) -> String {
        if let Some(failure) = &student.grade.failure {
            let messages = &student.grade.messages;
            let message = messages.lines().map(str::trim).find(|line| !line.is_empty());
            let failure = failure.told(self.0);
            return match message.filter(|message| !failure.contains(message)) {
                Some(message) => format!("{failure}: {message}"),
                None => failure,
            };
        }
        let names = |functions: Vec<&str>| [("names", functions.join(", "))];
        let wrong: Vec<&str> = student.wrong().map(|function| function.shown).collect();
        let open = student.functions.iter().filter(|function| function.points.is_none());
        let open: Vec<&str> = open.map(|function| function.shown).collect();
        let mut parts = match wrong.is_empty() {
            true => vec![self.word("all passed").to_string()],
            false => vec![self.say("wrong: {names}", &names(wrong))],
        };
        if !open.is_empty() {
            parts.push(self.say("could not be judged: {names}", &names(open)));
        }
        parts.join(self.word("; "))
    }
}

/// Formats points, with one decimal if needed.
fn points(points: f64) -> String {
    let rounded = (points * 10.0).round() / 10.0;
    // Never -0.
    format!("{}", rounded + 0.0)
}

fn duration(micros: u64) -> String {
    match micros {
        0..1000 => format!("{micros} us"),
        1000..1_000_000 => format!("{:.1} ms", micros as f64 / 1e3),
        _ => format!("{:.1} s", micros as f64 / 1e6),
    }
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

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use agon_handin::{HandIn, Reason};

    use super::*;
    use crate::question::Difference;
    use crate::questionnaire::Questions;
    use crate::{GradingScheme, find_questionnaire};

    /// Two hand-ins with these results of `successor` and `utility`, and one that is a link.
    fn class(checks: [(usize, usize); 2]) -> (GradeSetup, Vec<Grade>) {
        let questionnaire = find_questionnaire("nim").unwrap();
        let scheme = "[points]\nsuccessor = 40\nutility = 60\nplay = 0\nperfect_game = 0\n\
                      [late]\ndeadline = 2026-01-31\nper-day = 10\n";
        let name = |name: &str| HandIn { name: name.into(), source: Err(Reason::Link) };
        let setup = GradeSetup {
            questionnaire,
            scheme: GradingScheme::parse(questionnaire, scheme).unwrap(),
            interpreter: Vec::new(),
            is_usual: true,
            seed: 0,
            asked: 20,
            questions: Questions { all: Vec::new(), same: 0 },
            free: OnceLock::new(),
            hand_ins: ["ann", "bob", "cid"].map(name).to_vec(),
        };
        let function = |(passed, failed): (usize, usize)| {
            let mut graded = FunctionGrade::default();
            let tally = Tally { passed, failed, ..Tally::default() };
            graded.kinds.insert("one group".into(), tally);
            graded.same = graded.kinds.clone();
            if failed > 0 {
                let difference = Difference { asked: "ask".into(), ..Difference::default() };
                let kind = "one group".into();
                graded.smallest = Some(Case {
                    kind,
                    difference,
                    after: Vec::new(),
                    program: None,
                    is_repeated: true,
                });
            }
            graded
        };
        let graded = |checks: [(usize, usize); 4]| Grade {
            functions: checks.map(function).to_vec(),
            ..Grade::default()
        };
        let [one, other] = checks;
        let linked = Grade {
            functions: vec![FunctionGrade::default(); 4],
            failure: Some(Reason::Link.into()),
            ..Grade::default()
        };
        let grades = [one, other].map(|first| graded([first, (9, 0), (9, 0), (9, 0)]));
        (setup, grades.into_iter().chain([linked]).collect())
    }

    #[test]
    fn points_are_open_or_lost_by_being_late_and_never_made_up() {
        let (setup, grades) = class([(2, 1), (1, 9)]);
        let late = Remark { late_days: Some(2), ..Remark::default() };
        let remarks = Remarks::of_one("bob", late);
        let report = Report::new(&setup, &grades, &remarks, Lang::English);
        let [ann, bob, cid] = [0, 1, 2].map(|place| &report.students[place]);
        assert_eq!((ann.total(), ann.sum(false).open), (Some(60.0), 40.0));
        assert_eq!((bob.total(), bob.sum(false).earned), (Some(51.2), 64.0));
        assert_eq!((cid.total(), report.words.total(cid)), (None, "not graded".into()));
        assert_eq!(report.words.total(ann), "60 of 100, 40 not judged");
        assert_eq!(report.words.total(bob), "64 of 100, days late: 2, so less 20 %: 51.2");
        assert_eq!([0.0, 51.2, 60.0, 61.0].map(|points| report.below(points)), [1, 1, 2, 3]);
        assert!(
            report.csv().contains("\r\ncid,cid,not graded,,,100,,0,,,,,,,,"),
            "{}",
            report.csv()
        );
        let json = report.json();
        assert_eq!(
            (&json["hand_ins"][2]["points"], &json["hand_ins"][2]["open"]),
            (&Value::Null, &json!(100.0))
        );
    }

    #[test]
    fn what_the_teacher_gives_counts_also_where_nothing_was_graded() {
        let (setup, grades) = class([(9, 0), (0, 9)]);
        let points = [(0, 30.0)].into();
        let remarks = Remarks::of_one("cid", Remark { points, ..Remark::default() });
        let report = Report::new(&setup, &grades, &remarks, Lang::English);
        assert_eq!(report.students[2].total(), Some(30.0));
        assert_eq!(report.words.total(&report.students[2]), "30 of 100, 60 not judged");
        assert!(report.text().contains("points given by the teacher"), "{}", report.text());
    }

    #[test]
    fn a_kind_that_is_not_asked_for_is_in_no_report() {
        let (mut setup, grades) = class([(9, 0), (0, 9)]);
        let shown = |setup: &GradeSetup| {
            let remarks = Remarks::default();
            let report = Report::new(setup, &grades, &remarks, Lang::English);
            report.html() + &report.text() + &report.json().to_string()
        };
        assert!(shown(&setup).contains("9 of 9 failed"));
        setup.scheme.switch_off(0, "one group");
        assert!(
            !shown(&setup).contains("9 of 9 failed") && !shown(&setup).contains("smallest case")
        );
    }
}
