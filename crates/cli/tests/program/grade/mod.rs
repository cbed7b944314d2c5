//! `agon grade`: reference hand-ins pass, planted faults are found, broken hand-ins do no harm.
//!
//! A test of a language does nothing if its interpreter is not installed, unless CI is set.

mod class;
mod formats;
mod lisp_and_java;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use serde_json::Value;

use super::schemas::schema;

const ASSIGNMENTS: [(&str, &str, &str); 3] = [
    ("santorini", "StudentCode.hs", "ghci"),
    ("nim", "nim.pl", "swipl"),
    ("tictactoe", "tictactoe.pl", "swipl"),
];

fn has(program: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok();
    if !is_there {
        let is_ci = env::var_os("CI").is_some_and(|value| !value.is_empty());
        assert!(!is_ci, "there is no {program}");
        eprintln!("skipped: there is no {program} here");
    }
    is_there
}

fn course() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/course").canonicalize().unwrap()
}

/// `agon grade` in English.
fn command() -> Command {
    let mut command = agon_testing::agon(["grade"]);
    command.env("LC_ALL", "C");
    command
}

fn agon(arguments: &[&str]) -> Output {
    command().args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The grades of all hand-ins as JSON, and the printed output.
fn grades(arguments: &[&str]) -> (Vec<Value>, String) {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("grades.json");
    let output = agon(&[arguments, &["--json", json.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let mut value: Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let described =
        serde_json::from_str(include_str!("../../../../../docs/schemas/grade.json")).unwrap();
    assert_eq!(schema::faults(&described, &value), Vec::<String>::new());
    (value["hand_ins"].as_array_mut().unwrap().clone(), stdout(&output))
}

/// The grade of one hand-in.
fn grade(assignment: &str, file: &Path, more: &[&str]) -> (Value, String) {
    let (mut grades, text) = grades(&[&[assignment, file.to_str().unwrap()], more].concat());
    (grades.remove(0), text)
}

fn wrong(grade: &Value) -> Vec<String> {
    let wrong = grade["wrong"].as_array().unwrap().iter();
    wrong.map(|name| name.as_str().unwrap().to_string()).collect()
}

/// The functions that the comments of a hand-in call faulty.
fn planted(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let faults = text.lines().filter_map(|line| line.split_once(" FAULT ")?.1.split_once(':'));
    faults.map(|(name, _)| name.to_string()).collect()
}

#[test]
fn reference_hand_ins_get_all_points() {
    for (assignment, file, program) in ASSIGNMENTS {
        if !has(program) {
            continue;
        }
        let (grade, text) =
            grade(assignment, &course().join(assignment).join("reference").join(file), &[]);
        assert_eq!(wrong(&grade), [""; 0], "{text}");
        assert_eq!(grade["points"], 100.0, "{text}");
        assert_eq!(grade["bonus"], grade["of_bonus"], "{text}");
        for function in grade["functions"].as_array().unwrap() {
            assert_eq!(function["checks"]["follow_on"], 0, "{text}");
            let [passed, free] = ["passed", "free"].map(|key| function["checks"][key].as_u64());
            assert!(passed.unwrap() >= 10 && passed.unwrap() + free.unwrap() >= 30, "{text}");
        }
        assert!(text.contains("total"), "{text}");
    }
}

#[test]
fn exactly_the_planted_faults_are_named() {
    for (assignment, file, program) in ASSIGNMENTS {
        if !has(program) {
            continue;
        }
        let file = course().join(assignment).join("faulty").join(file);
        let (grade, text) = grade(assignment, &file, &["--seed", "1"]);
        assert!(!planted(&file).is_empty());
        assert_eq!(wrong(&grade), planted(&file), "{text}");
        for function in grade["functions"].as_array().unwrap() {
            let is_wrong = function["checks"]["failed"] != 0;
            assert_eq!(function["smallest_failure"].is_object(), is_wrong, "{text}");
        }
    }
}

#[test]
fn the_smallest_case_is_small_and_shows_both_answers() {
    if has("swipl") {
        let (grade, _) = grade("nim", &course().join("nim/faulty/nim.pl"), &[]);
        let case = &grade["functions"][0]["smallest_failure"];
        // The smallest group that can be split has three items.
        assert_eq!(case["asked"], "successor([3],X).");
        assert!(case["expected"].as_str().unwrap().contains("[1,1]"), "{case}");
        assert!(case["answered"].as_str().unwrap().contains("missing: [1,1]"), "{case}");
    }
    if has("ghci") {
        let file = course().join("santorini/faulty/StudentCode.hs");
        let (grade, text) = grade("santorini", &file, &[]);
        let asked = |place: usize| {
            grade["functions"][place]["smallest_failure"]["asked"].as_str().unwrap().to_string()
        };
        // Two levels are built on a cell before a pawn beside it can climb them.
        assert!((5..=9).contains(&asked(1).lines().count()), "{text}");
        // A move, an undo, a move and the redo, which must do nothing; and moves that make room.
        assert!((6..=8).contains(&asked(4).lines().count()), "{text}");
        assert_eq!(asked(5).lines().count(), 2, "{text}");
    }
}

/// A folder of students with these hand-ins in NIM.
fn students(hand_ins: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in hand_ins {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

#[test]
fn a_broken_hand_in_never_stops_the_rest() {
    if !has("swipl") {
        return;
    }
    let good = fs::read(course().join("nim/reference/nim.pl")).unwrap();
    let with = |more: &str| [&good[..], b"\n", more.as_bytes()].concat();
    let huge = vec![b'%'; 2 << 20];
    let target = tempfile::NamedTempFile::new().unwrap();
    let delete = format!(":- catch(delete_file('{}'), _, true).\n", target.path().display());
    let own = ":- prolog_load_context(source, F), catch(delete_file(F), _, true).\n";
    let folder = students(&[
        ("ann/nim.pl", &good),
        ("bob/nim.pl", b"successor(:- foo(."),
        ("cid/readme.txt", b"nothing"),
        ("dan.pl", &with(":- initialization(main).\nmain :- read(_), write(hello), halt.")),
        (
            "eve/nim.pl",
            b"successor(S,N) :- successor(S,N), true.\nutility(S,X) :- utility(S,X), true.",
        ),
        ("fay/nim.pl", &with(&format!("{delete}{own}"))),
        (
            "gus/nim.pl",
            b"successor(_,_) :- repeat, write(user_output, xxxxxxxxxxxxxxxxxxxx), fail.",
        ),
        ("hal/nim.pl", &huge),
        ("ian/nim.pl", b"\xff\xfe\x00utility(\xe1\xe2,win).\n"),
        ("jan/deeper/nim.pl", &good),
        ("kim/nim.pl", b":- repeat, fail.\n"),
        ("leo/nim.pl", b"successor(_,_) :- shell('while true; do sleep 100 & done').\n"),
    ]);
    #[cfg(unix)]
    std::os::unix::fs::symlink(course().join("nim/reference/nim.pl"), folder.path().join("zoe.pl"))
        .unwrap();
    let files = tempfile::tempdir().unwrap();
    let [json, html, scheme] =
        ["grades.json", "grades.html", "scheme.toml"].map(|name| files.path().join(name));
    fs::write(&scheme, "call-seconds = 1\nload-seconds = 2\ntotal-seconds = 15\nmemory-mb = 512\n")
        .unwrap();
    let output = agon(&[
        "nim",
        "--students",
        folder.path().to_str().unwrap(),
        "--questions",
        "60",
        "--jobs",
        "4",
        "--json",
        json.to_str().unwrap(),
        "--html",
        html.to_str().unwrap(),
        "--scheme",
        scheme.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    let (table, similar) = text.split_once("similar hand-ins: ").unwrap();
    assert!(similar.contains("\n  the same files: ann, jan\n"), "{similar}");
    assert!(similar.contains("\n  ann, jan and fay: "), "{similar}");
    let (lines, class) = table.split_once("\n\n").unwrap();
    assert!(class.starts_with("9 of 13 graded; mean "), "{table}");
    let names: Vec<&str> =
        lines.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(
        names,
        ["ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal", "ian", "jan", "kim", "leo", "zoe"]
    );
    let line = |name: &str| table.lines().find(|line| line.starts_with(name)).unwrap().to_string();
    for good in ["ann", "dan", "fay", "jan"] {
        assert!(line(good).contains("100 of 100") && line(good).contains("all passed"), "{table}");
    }
    for (name, words) in [
        ("bob", "0 of 100"),
        ("cid", "has no file of Prolog, but readme.txt"),
        ("eve", "0 of 100"),
        ("gus", "0 of 100"),
        ("hal", "is larger than"),
        ("ian", "0 of 100"),
        ("kim", "not graded"),
        ("leo", "0 of 100"),
        ("zoe", "is a link"),
    ] {
        assert!(line(name).contains(words), "{name}: {table}");
    }
    assert!(target.path().exists(), "a hand-in has deleted a file");
    assert_eq!(
        fs::read(folder.path().join("fay/nim.pl")).unwrap(),
        with(&format!("{delete}{own}"))
    );
    let page = fs::read_to_string(html).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(names.iter().all(|name| page.contains(&format!(">{name}</a>"))));
    assert!(!page.contains("<script") && !page.contains("http"), "the page needs something else");
    let grades: Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(grades["hand_ins"].as_array().unwrap().len(), names.len());
    let described: Value =
        serde_json::from_str(include_str!("../../../../../docs/schemas/grade.json")).unwrap();
    let faults = schema::faults(&described["properties"]["similar"], &grades["similar"]);
    assert_eq!(faults, Vec::<String>::new());
    assert!(!grades["similar"]["pairs"][0]["fragment"]["places"].is_null());
    assert!(page.contains("Similar hand-ins"));
}

#[test]
fn a_hand_in_in_haskell_that_does_not_compile_shows_why() {
    if !has("ghci") {
        return;
    }
    let reference =
        fs::read_to_string(course().join("santorini/reference/StudentCode.hs")).unwrap();
    let folder = students(&[
        ("ann/StudentCode.hs", b"module StudentCode where\ntryMove = \n"),
        ("bob/StudentCode.hs", reference.replace("undoMove", "takeBack").as_bytes()),
        (
            "cid/StudentCode.hs",
            reference.replace("redoMove game = game", "redoMove game = redoMove game").as_bytes(),
        ),
    ]);
    let scheme = folder.path().join("scheme.toml");
    fs::write(&scheme, "call-seconds = 1\n").unwrap();
    let output = agon(&[
        "santorini",
        "--students",
        folder.path().to_str().unwrap(),
        "--questions",
        "60",
        "--scheme",
        scheme.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let table = stdout(&output);
    let line = |name: &str| table.lines().find(|line| line.starts_with(name)).unwrap().to_string();
    assert!(line("ann").contains("does not load") && line("ann").contains("error"), "{table}");
    // Without an undo there is nothing to redo.
    assert!(line("bob").ends_with("wrong: undoMove; could not be judged: redoMove"), "{table}");
    assert!(line("cid").contains("wrong: redoMove"), "{table}");
}

#[test]
fn a_scheme_renames_functions_and_changes_points() {
    if !has("swipl") {
        return;
    }
    let reference = fs::read_to_string(course().join("nim/reference/nim.pl")).unwrap();
    let folder = students(&[("nim.pl", reference.replace("perfect_game", "best_game").as_bytes())]);
    let scheme = folder.path().join("scheme.toml");
    fs::write(
        &scheme,
        "[points]\nplay = 7\n[bonus]\nutility = 3\n[names]\nperfect_game = \"best_game\"\n",
    )
    .unwrap();
    let more = ["--scheme", scheme.to_str().unwrap(), "--questions", "40"];
    let (renamed, _) = grade("nim", &folder.path().join("nim.pl"), &more);
    assert_eq!((&renamed["points"], &renamed["bonus"]), (&Value::from(57.0), &Value::from(3.0)));
    let (other, _) = grade("nim", &folder.path().join("nim.pl"), &["--questions", "40"]);
    assert_eq!(wrong(&other), ["perfect_game"]);
}

#[test]
fn a_command_names_its_interpreter_and_what_is_missing_is_named() {
    let file = course().join("nim/reference/nim.pl");
    let file = file.to_str().unwrap();
    for (arguments, code, words) in [
        (vec!["nim"], 2, "--students"),
        (vec!["chess", file], 2, "santorini"),
        (vec!["nim", "nowhere.pl"], 1, "there is no file \"nowhere.pl\""),
        (vec!["nim", &format!("nothing-of-the-kind {file}")], 1, "there is no program"),
        (vec!["nim", "--students", "nowhere"], 1, "nowhere"),
        (vec!["nim", file, "--scheme", "nowhere.toml"], 1, "there is no such file"),
    ] {
        let output = agon(&arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    }
    let output =
        agon_testing::agon(["grade", "nim", file]).env("PATH", "/nowhere").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("apt-get install swi-prolog-nox"), "{}", stderr(&output));
    if has("swipl") {
        let output = agon(&["nim", &format!("swipl -O {file}"), "--questions", "60"]);
        assert!(stdout(&output).contains("100 of 100"), "{}{}", stdout(&output), stderr(&output));
    }
}
