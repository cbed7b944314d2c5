//! The report in the forms that other programs read: Gradescope, Classroom 50, CodeRunner of Moodle,
//! and JUnit.

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use agon_arena::contest::date_text;
use maud::html;
use serde_json::{Value, json};

use super::{FunctionReport, Report, Student};

/// A form that another program reads.
#[derive(Clone, Debug)]
pub enum Format {
    /// `results.json` of an autograder of Gradescope.
    Gradescope,
    /// `result.json` of an autograder of Classroom 50.
    Classroom50(Classroom50),
    /// What the template grader of a CodeRunner question prints.
    CodeRunner,
    /// JUnit XML, which most systems of continuous integration read.
    Junit,
}

/// What Classroom 50 tells an autograder, in variables of the environment.
#[derive(Clone, Debug)]
pub struct Classroom50 {
    fields: serde_json::Map<String, Value>,
}

impl Classroom50 {
    /// Reads the variables. The error names one that is missing.
    pub fn read(
        variable: &dyn Fn(&str) -> Option<String>,
        now: SystemTime,
    ) -> Result<Classroom50, String> {
        let optional = |name: &str| variable(name).filter(|value| !value.is_empty());
        let needed = |name: &str| {
            optional(name)
                .ok_or_else(|| format!("{name} is not set: Classroom 50 sets it for an autograder"))
        };
        let seconds = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let date = date_text(seconds / 86_400).replace('.', "-");
        let [hour, minute, second] =
            [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map(|part| format!("{part:02}"));
        let owner = optional("OWNER").map_or_else(|| needed("USERNAME"), Ok)?;
        let commit = needed("COMMIT_URL")?;
        let fields = [
            ("schema", "classroom50/result/v1".into()),
            ("classroom", needed("CLASSROOM")?),
            ("assignment", needed("ASSIGNMENT")?),
            ("assignment_type", optional("ASSIGNMENT_TYPE").unwrap_or_else(|| "individual".into())),
            ("owner", owner),
            ("submission", needed("SUBMISSION_TAG")?),
            ("review", optional("REVIEW_URL").unwrap_or_else(|| commit.clone())),
            ("commit", commit),
            ("release", needed("RELEASE_URL")?),
            ("datetime", format!("{date}T{hour}:{minute}:{second}Z")),
        ];
        let fields = fields.map(|(name, value)| (name.to_string(), Value::from(value)));
        Ok(Classroom50 { fields: fields.into_iter().collect() })
    }
}

impl Report<'_> {
    /// The report in a form. All but JUnit are about one hand-in: the first.
    pub fn formatted(&self, format: &Format) -> String {
        let Some(student) = self.students.first() else { return String::new() };
        let value = match format {
            Format::Junit => return self.junit(),
            Format::Gradescope => self.gradescope(student),
            Format::Classroom50(about) => self.classroom50(student, about),
            Format::CodeRunner => self.coderunner(student),
        };
        format!("{value:#}\n")
    }

    /// The checks of a function and what it did wrong.
    fn details(&self, function: &FunctionReport) -> String {
        let mut text = self.words.summary(function);
        for kind in function.failed_kinds() {
            let _ = write!(text, "\n  {}", self.words.failures(kind));
        }
        let remark = function.remark.into_iter();
        for remark in
            remark.map(|remark| self.words.say("remark: {text}", &[("text", remark.into())]))
        {
            let _ = write!(text, "\n{remark}");
        }
        let case = self.case_text(function);
        if !case.is_empty() {
            let _ = write!(text, "\n\n{case}");
        }
        text.trim_end().into()
    }

    /// The verdict, the teacher's remark and the messages of the interpreter.
    fn overview(&self, student: &Student) -> String {
        let words = self.words;
        let verdict = words.not_graded(student).unwrap_or_else(|| words.verdict(student));
        let late = student.late.map(|_| words.total(student));
        let remark =
            student.remark.map(|remark| words.say("remark: {text}", &[("text", remark.into())]));
        let messages = Some(&student.grade.messages).filter(|messages| !messages.is_empty());
        let parts = [Some(verdict), late, remark, messages.cloned()];
        parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    fn gradescope(&self, student: &Student) -> Value {
        let tests = student.functions.iter().map(|function| {
            let mut test = json!({
                "name": function.shown, "max_score": function.all,
                "status": if function.is_passed() { "passed" } else { "failed" },
                "output": self.details(function), "visibility": "visible",
            });
            // Open points are no points that were lost.
            if let Some(points) = function.points {
                test["score"] = rounded(points).into();
            }
            test
        });
        let tests: Vec<Value> = if student.is_graded() { tests.collect() } else { Vec::new() };
        json!({
            // Gradescope knows no hand-in without points.
            "score": rounded(student.total().unwrap_or(0.0)),
            "execution_time": student.grade.time.as_secs(),
            "output": self.overview(student), "output_format": "text", "test_output_format": "text",
            "visibility": "visible", "stdout_visibility": "hidden",
            "extra_data": {
                "assignment": self.setup.questionnaire.assignment().name, "seed": self.setup.seed,
                "graded": student.is_graded(), "open": student.sum(false).open,
            },
            "tests": tests,
        })
    }

    fn classroom50(&self, student: &Student, about: &Classroom50) -> Value {
        let kept = 1.0 - student.late.map_or(0.0, |(_, lost)| lost);
        let whole = |points: f64| points.round() as u64;
        let functions = student.functions.iter().map(|function| {
            let score = whole(function.points.unwrap_or(0.0) * kept);
            json!({
                "test-name": function.shown, "passed": function.is_passed(), "score": score,
                "max-score": whole(function.all), "output": self.details(function),
            })
        });
        let tests: Vec<Value> = match student.is_graded() {
            true => functions.collect(),
            false => vec![json!({
                "test-name": self.words.word("not graded"), "passed": false, "score": 0,
                "max-score": whole(student.sum(false).all), "output": self.overview(student),
            })],
        };
        let sum = |field: &str| tests.iter().filter_map(|test| test[field].as_u64()).sum::<u64>();
        let mut result = about.fields.clone();
        result.insert("score".into(), sum("score").into());
        result.insert("max-score".into(), sum("max-score").into());
        result.insert("tests".into(), tests.into());
        result.into()
    }

    fn coderunner(&self, student: &Student) -> Value {
        let words = self.words;
        let all = student.sum(false).all;
        let share = student.total().filter(|_| all > 0.0).map_or(0.0, |total| total / all);
        let head =
            ["iscorrect", words.word("Function"), words.word("Points"), words.word("Checks")];
        let row = |function: &FunctionReport| {
            let checks = [words.summary(function)].into_iter();
            let checks = checks.chain(function.failed_kinds().map(|kind| words.failures(kind)));
            let checks = checks.collect::<Vec<_>>().join("\n");
            json!([u8::from(function.is_passed()), function.shown, words.earned(function), checks])
        };
        let rows = student.functions.iter().filter(|_| student.is_graded()).map(row);
        let results: Vec<Value> = [json!(head)].into_iter().chain(rows).collect();
        let prologue = html! { pre { (self.overview(student)) } };
        let epilogue = html! {
            @for function in student.wrong() { (self.case_section(function)) }
        };
        json!({
            "fraction": share.clamp(0.0, 1.0),
            "prologuehtml": prologue.into_string(),
            "testresults": results,
            "epiloguehtml": epilogue.into_string(),
        })
    }

    /// A suite for each hand-in, and a test case for each kind of cases of each function.
    fn junit(&self) -> String {
        let suites: Vec<Suite> = self.students.iter().map(|student| self.suite(student)).collect();
        let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>();
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let _ = writeln!(
            xml,
            "<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">",
            escaped(self.title()),
            sum(|suite| suite.tests),
            sum(|suite| suite.failures),
            sum(|suite| suite.errors),
        );
        for Suite { name, seconds, tests, failures, errors, skipped, cases } in &suites {
            let _ = writeln!(
                xml,
                "  <testsuite name=\"{}\" tests=\"{tests}\" failures=\"{failures}\" \
                 errors=\"{errors}\" skipped=\"{skipped}\" time=\"{seconds:.3}\">\n{cases}  </testsuite>",
                escaped(name),
            );
        }
        xml + "</testsuites>\n"
    }

    fn suite<'s>(&self, student: &'s Student) -> Suite<'s> {
        let words = self.words;
        let (name, seconds) = (student.name, student.grade.time.as_secs_f64());
        let mut suite = Suite { name, seconds, ..Suite::default() };
        if let Some(why) = words.not_graded(student) {
            suite.add(self.title(), &why, "error", &why, &student.grade.messages);
            return suite;
        }
        for function in &student.functions {
            for kind in &function.kinds {
                let name = words.kind(kind.name);
                let is_example = function.case().is_some_and(|case| case.kind == kind.name);
                let details = if is_example { self.case_text(function) } else { String::new() };
                match (kind.tally.passed, kind.tally.failed) {
                    (_, 1..) => {
                        suite.add(function.shown, name, "failure", &words.failures(kind), &details);
                    }
                    (0, 0) => {
                        suite.add(function.shown, name, "skipped", words.word("not judged"), "");
                    }
                    _ => suite.add(function.shown, name, "", "", ""),
                }
            }
        }
        let (total, remark) = (words.total(student), student.remark.unwrap_or_default());
        let _ = writeln!(
            suite.cases,
            "    <system-out>{}</system-out>",
            escaped(&format!("{total}\n{remark}"))
        );
        suite
    }
}

/// A suite of JUnit.
#[derive(Default)]
struct Suite<'a> {
    name: &'a str,
    seconds: f64,
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    cases: String,
}

impl Suite<'_> {
    /// Adds a test case, with an element that says what became of it, if it did not pass.
    fn add(&mut self, class: &str, name: &str, outcome: &str, message: &str, details: &str) {
        self.tests += 1;
        match outcome {
            "failure" => self.failures += 1,
            "error" => self.errors += 1,
            "skipped" => self.skipped += 1,
            _ => (),
        }
        let (class, name) = (escaped(class), escaped(name));
        let _ = write!(self.cases, "    <testcase classname=\"{class}\" name=\"{name}\"");
        let _ = match outcome {
            "" => writeln!(self.cases, "/>"),
            _ => writeln!(
                self.cases,
                "><{outcome} message=\"{}\">{}</{outcome}></testcase>",
                escaped(message),
                escaped(details)
            ),
        };
    }
}

impl FunctionReport<'_> {
    /// Whether it has all points.
    fn is_passed(&self) -> bool {
        self.points.is_some_and(|points| points >= self.all)
    }
}

/// Points without the noise of their computation.
fn rounded(points: f64) -> f64 {
    (points * 100.0).round() / 100.0 + 0.0
}

/// A text in XML, also in an attribute. Characters that XML does not allow are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' => escaped += "&#10;",
            '\t' => escaped += "&#9;",
            '\0'..=' ' if letter != ' ' => (),
            '\u{fffe}' | '\u{ffff}' => (),
            letter => escaped.push(letter),
        }
    }
    escaped
}
