//! `agon grade --format`: what other programs read, against the forms that they publish.

use std::fs;
use std::path::PathBuf;

use agon_testing::Run as _;
use serde_json::{Value, json};

use super::{course, has, schema, students};

/// The report on a hand-in in a form.
fn report(form: &str, hand_in: &PathBuf) -> String {
    let mut command = super::command();
    command.args(["nim", "--questions", "40", "--format", form]).arg(hand_in);
    for (name, value) in [
        ("CLASSROOM", "cs-101"),
        ("ASSIGNMENT", "nim"),
        ("USERNAME", "ann"),
        ("SUBMISSION_TAG", "submit/2026-01-31T12-00-00Z-a1b2c3d"),
        ("COMMIT_URL", "https://example.org/commit/1"),
        ("RELEASE_URL", "https://example.org/release/1"),
    ] {
        command.env(name, value);
    }
    command.done()
}

/// The reference, a faulty hand-in, and what they get.
fn hand_ins() -> [(PathBuf, bool); 2] {
    ["reference", "faulty"]
        .map(|kind| (course().join("nim").join(kind).join("nim.pl"), kind == "reference"))
}

fn assert_fits(described: &Value, text: &str) -> Value {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(schema::faults(described, &value), Vec::<String>::new(), "{text}");
    value
}

#[test]
fn gradescope_reads_the_results() {
    if !has("swipl") {
        return;
    }
    // As the autograder specifications of Gradescope describe results.json.
    let format = json!({ "enum": ["text", "html", "simple_format", "md", "ansi"] });
    let visibility = json!({ "enum": ["hidden", "after_due_date", "after_published", "visible"] });
    let described = json!({
        "type": "object", "additionalProperties": false, "required": ["score", "tests"],
        "properties": {
            "score": { "type": "number" }, "execution_time": { "type": "number" },
            "output": { "type": "string" }, "output_format": format, "test_output_format": format,
            "test_name_format": format, "visibility": visibility, "stdout_visibility": visibility,
            "extra_data": { "type": "object" }, "leaderboard": { "type": "array" },
            "tests": { "type": "array", "items": {
                "type": "object", "additionalProperties": false,
                "properties": {
                    "score": { "type": "number" }, "max_score": { "type": "number" },
                    "status": { "enum": ["passed", "failed"] }, "name": { "type": "string" },
                    "name_format": format, "number": { "type": "string" },
                    "output": { "type": "string" }, "output_format": format,
                    "tags": { "type": "array" }, "visibility": visibility,
                    "extra_data": { "type": "object" }
                }
            } }
        }
    });
    for (hand_in, is_right) in hand_ins() {
        let results = assert_fits(&described, &report("gradescope", &hand_in));
        let tests = results["tests"].as_array().unwrap();
        let sum: f64 = tests.iter().filter_map(|test| test["score"].as_f64()).sum();
        assert!((results["score"].as_f64().unwrap() - sum).abs() < 0.05, "{results}");
        assert_eq!(results["score"] == 100.0, is_right, "{results}");
        assert_eq!(tests.iter().all(|test| test["status"] == "passed"), is_right);
        let told = results["tests"][0]["output"].as_str().unwrap();
        assert_eq!(told.contains("missing: [1,1]"), !is_right, "{told}");
    }
}

#[test]
fn classroom_50_reads_the_result() {
    if !has("swipl") {
        return;
    }
    // As the schema classroom50/result/v1 describes result.json.
    let text = json!({ "type": "string", "minLength": 1 });
    let points = json!({ "type": "integer", "minimum": 0 });
    let described = json!({
        "type": "object", "additionalProperties": false,
        "required": [
            "schema", "classroom", "assignment", "assignment_type", "owner", "submission",
            "commit", "release", "review", "datetime", "score", "max-score", "tests"
        ],
        "properties": {
            "schema": { "const": "classroom50/result/v1" }, "classroom": text, "assignment": text,
            "assignment_type": { "enum": ["individual", "group"] }, "owner": text,
            "submission": { "type": "string", "pattern": "^submit/" }, "commit": text,
            "release": text, "review": text,
            "datetime": {
                "type": "string",
                "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$"
            },
            "score": points, "max-score": points,
            "tests": { "type": "array", "items": {
                "type": "object", "required": ["test-name", "passed", "score", "max-score"],
                "properties": {
                    "test-name": text, "passed": { "type": "boolean" }, "score": points,
                    "max-score": points
                }
            } }
        }
    });
    for (hand_in, is_right) in hand_ins() {
        let result = assert_fits(&described, &report("classroom50", &hand_in));
        let number = |value: &Value| value.as_u64().unwrap();
        for part in result["tests"].as_array().unwrap().iter().chain([&result]) {
            assert!(number(&part["score"]) <= number(&part["max-score"]), "{result}");
        }
        assert_eq!(result["score"] == result["max-score"], is_right, "{result}");
        assert_eq!(result["review"], result["commit"]);
    }
    let (hand_in, _) = &hand_ins()[0];
    let mut command = super::command();
    command.args(["nim", "--format", "classroom50"]).arg(hand_in).env_remove("CLASSROOM");
    command.env("OWNER", "ann").env("COMMIT_URL", "x");
    assert!(command.refused(1).contains("CLASSROOM is not set"));
}

#[test]
fn coderunner_reads_what_its_template_grader_prints() {
    if !has("swipl") {
        return;
    }
    // As CodeRunner checks the output of a combinator template grader.
    let described = json!({
        "type": "object", "additionalProperties": false, "required": ["fraction"],
        "properties": {
            "fraction": { "type": "number", "minimum": 0, "maximum": 1 },
            "prologuehtml": { "type": "string" }, "epiloguehtml": { "type": "string" },
            "testresults": { "type": "array", "minItems": 1, "items": { "type": "array" } }
        }
    });
    for (hand_in, is_right) in hand_ins() {
        let printed = assert_fits(&described, &report("coderunner", &hand_in));
        assert_eq!(printed["fraction"] == 1.0, is_right, "{printed}");
        let rows = printed["testresults"].as_array().unwrap();
        assert_eq!(rows[0][0], "iscorrect");
        assert!(rows.iter().all(|row| row.as_array().unwrap().len() == 4), "{printed}");
        assert_eq!(rows[1][0] == 1, is_right, "{printed}");
    }
}

/// The elements of an XML text with their attributes, after a check that it is well formed.
fn elements(xml: &str) -> Vec<(String, String)> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    let body = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").unwrap();
    for part in body.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap();
        assert!(!text.contains('>'), "{text}");
        for entity in text.split('&').chain(tag.split('&')).skip(1) {
            let name = entity.split(';').next().unwrap();
            let known = ["amp", "lt", "gt", "quot", "#10", "#9"].contains(&name);
            assert!(known || !entity.contains(';'), "{entity}");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name.to_string()));
            continue;
        }
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert_eq!(attributes.matches('"').count() % 2, 0, "{attributes}");
        found.push((name.to_string(), attributes.trim_end_matches('/').to_string()));
        if !tag.ends_with('/') {
            open.push(name.to_string());
        }
    }
    assert_eq!(open, [""; 0]);
    found
}

#[test]
fn junit_has_a_suite_for_each_hand_in_and_its_counts_are_right() {
    if !has("swipl") {
        return;
    }
    let faulty = fs::read(course().join("nim/faulty/nim.pl")).unwrap();
    let class = students(&[("a <b> & \"c\"/nim.pl", &faulty), ("empty/readme.md", b"nothing")]);
    let mut command = super::command();
    command.args(["nim", "--questions", "40", "--format", "junit", "--students"]);
    let xml = command.arg(class.path()).done();
    let elements = elements(&xml);
    let count = |name: &str| elements.iter().filter(|(element, _)| element == name).count();
    assert_eq!([count("testsuites"), count("testsuite"), count("error")], [1, 2, 1], "{xml}");
    assert!(count("failure") >= 3 && count("testcase") > count("failure") + 1, "{xml}");
    let sums =
        format!("tests=\"{}\" failures=\"{}\" errors=\"1\"", count("testcase"), count("failure"));
    assert!(elements[0].1.contains(&sums), "{xml}");
    assert!(
        xml.contains("name=\"a &lt;b&gt; &amp; &quot;c&quot;\"") && xml.contains("missing: [1,1]")
    );
}

#[test]
fn a_hand_in_that_was_not_graded_says_why_in_every_form() {
    if !has("swipl") {
        return;
    }
    let folder = students(&[("nim.pl", b"PK\x03\x04 nothing")]);
    for form in ["gradescope", "coderunner", "junit"] {
        let mut command = super::command();
        command.args(["nim", "--format", form]).arg(folder.path().join("nim.pl"));
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{form}");
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.contains("not graded: "), "{form}: {printed}");
    }
}

/// Runs a script of packaging/grading in a folder.
fn run_script(program: &str, script: &str, folder: &std::path::Path) -> String {
    let mut command = std::process::Command::new(program);
    command.arg(script).current_dir(folder).env("PATH", agon_testing::path_with_agon());
    command.env("LC_ALL", "C.UTF-8").env("AUTOGRADER", folder);
    for name in ["CLASSROOM", "ASSIGNMENT", "COMMIT_URL", "RELEASE_URL", "OWNER"] {
        command.env(name, "x");
    }
    command.env("SUBMISSION_TAG", "submit/1").done()
}

#[test]
fn the_scripts_for_platforms_write_what_these_read() {
    if !has("swipl") || !has("bash") || !has("python3") {
        return;
    }
    let kit = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/grading"));
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    for path in ["source", "submission/deeper"] {
        fs::create_dir_all(at(path)).unwrap();
    }
    let (hand_in, _) = &hand_ins()[0];
    fs::copy(hand_in, at("submission/deeper/nim.pl")).unwrap();
    fs::copy(kit.join("gradescope/course.conf"), at("source/course.conf")).unwrap();
    // The teacher's scheme is used.
    let points = "[points]\nsuccessor = 10\nutility = 10\nplay = 50\nperfect_game = 40\n";
    fs::write(at("source/scheme.toml"), points).unwrap();
    let script = kit.join("gradescope/run_autograder");
    run_script("bash", script.to_str().unwrap(), folder.path());
    let results: Value =
        serde_json::from_str(&fs::read_to_string(at("results/results.json")).unwrap()).unwrap();
    assert_eq!(results["score"], 110.0, "{results}");

    fs::copy(kit.join("classroom50/autograder.py"), at("source/autograder.py")).unwrap();
    let script = at("source/autograder.py");
    run_script("python3", script.to_str().unwrap(), &at("submission"));
    let result: Value =
        serde_json::from_str(&fs::read_to_string(at("submission/result.json")).unwrap()).unwrap();
    assert_eq!((&result["score"], &result["classroom"]), (&json!(110), &json!("x")), "{result}");

    // Moodle puts the answer into the template.
    let template = fs::read_to_string(kit.join("coderunner/template.py")).unwrap();
    let answer = fs::read_to_string(hand_in).unwrap().replace('\\', "\\\\").replace('"', "\\\"");
    let program = template.replace("{{ STUDENT_ANSWER | e('py') }}", &answer);
    assert_ne!(program, template);
    fs::write(at("program.py"), program).unwrap();
    let printed = run_script("python3", "program.py", folder.path());
    assert_eq!(serde_json::from_str::<Value>(&printed).unwrap()["fraction"], 1.0, "{printed}");
}
