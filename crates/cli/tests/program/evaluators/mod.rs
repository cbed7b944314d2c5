//! Evaluation programs from outside: searches, matches and contests with them, and their faults.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

fn agon(folder: &Path, arguments: &[&str]) -> Output {
    agon_testing::agon(arguments).current_dir(folder).env("TMPDIR", folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn source(name: &str) -> String {
    format!("{}/tests/program/evaluators/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// This file compiled by the C compiler, if there is one.
fn compiled(folder: &Path, file: &str) -> Option<PathBuf> {
    let program = folder.join("evaluator");
    let mut command = Command::new("cc");
    let built = command.arg("-O1").arg("-o").arg(&program).arg(file).status();
    match built {
        Ok(status) => {
            assert!(status.success(), "{file} does not compile");
            Some(program)
        }
        Err(_) => {
            println!("skipped: there is no C compiler (cc)");
            None
        }
    }
}

fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        println!("skipped: there is no python3");
    }
    found
}

/// The evaluation `lines` of tic-tac-toe as programs, in the installed languages.
fn twins(folder: &Path) -> Vec<String> {
    let c = compiled(folder, &source("lines.c")).map(|path| format!("program:{}", path.display()));
    let python = has_python().then(|| format!("program:python3 {}", source("lines.py")));
    c.into_iter().chain(python).collect()
}

/// The result of a search, without its times.
fn found(folder: &Path, eval: &str, search: &[&str]) -> Vec<Value> {
    let mut arguments = vec!["best", "tictactoe", "--moves", "11 00", "--json", "--eval", eval];
    arguments.extend(search);
    let output = agon(folder, &arguments);
    assert!(output.status.success(), "{eval}: {}", text(&output.stderr));
    let mut lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &mut lines {
        let line = line.as_object_mut().unwrap();
        // The place of a table entry depends on the name of the evaluation.
        for key in ["seconds", "nps", "fill"] {
            line.remove(key);
        }
    }
    lines
}

#[test]
fn a_search_with_a_program_is_that_with_the_evaluation_it_computes() {
    let folder = tempfile::tempdir().unwrap();
    let searches: [&[&str]; 4] = [
        &["--search", "minimax", "--depth", "1"],
        &["--search", "minimax", "--depth", "4"],
        &["--depth", "5"],
        &["--depth", "5", "--lines", "3"],
    ];
    for twin in twins(folder.path()) {
        for search in searches {
            let expected = found(folder.path(), "lines", search);
            assert_eq!(found(folder.path(), &twin, search), expected, "{twin} {search:?}");
        }
        for moves in ["", "11", "11 00 22 01"] {
            let value = |eval: &str| {
                let output =
                    agon(folder.path(), &["eval", "tictactoe", "--moves", moves, "--eval", eval]);
                assert!(output.status.success(), "{}", text(&output.stderr));
                text(&output.stdout)
            };
            assert_eq!(value(&twin), value("lines"), "{twin} {moves}");
        }
        let tree = |eval: &str| {
            let arguments = ["tree", "tictactoe", "--moves", "11", "--depth", "2", "--eval", eval];
            text(&agon(folder.path(), &arguments).stdout)
        };
        assert_eq!(tree(&twin), tree("lines"));
        assert!(tree(&twin).len() > 100);
    }
}

#[test]
fn the_two_examples_evaluate_alike() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/evaluators");
    let file = |name: &str| root.join(name).display().to_string();
    let Some(c) = compiled(folder.path(), &file("evaluator.c")) else { return };
    if !has_python() {
        return;
    }
    let best = |eval: String| {
        let moves = "@11,33 @13,31";
        let mut arguments = vec!["best", "santorini", "--search", "minimax", "--depth", "2"];
        arguments.extend(["--moves", moves, "--json", "--eval", &eval]);
        let output = agon(folder.path(), &arguments);
        assert!(output.status.success(), "{eval}: {}", text(&output.stderr));
        let last = text(&output.stdout).lines().rev().nth(1).unwrap().to_string();
        let line: Value = serde_json::from_str(&last).unwrap();
        [line["score"].clone(), line["nodes"].clone(), line["pv"].clone()]
    };
    // The guide shows both of them.
    let guide = fs::read_to_string(root.join("../../docs/evaluators.md")).unwrap();
    for (name, first) in [("evaluator.py", "import sys"), ("evaluator.c", "#include")] {
        let source = fs::read_to_string(root.join(name)).unwrap();
        assert!(guide.contains(&source[source.find(first).unwrap()..]), "{name}");
    }
    let found = best(format!("program:{}", c.display()));
    assert_eq!(found, best(format!("program:python3 {}", file("evaluator.py"))));
    assert_ne!(found[2], Value::Null);
}

/// A program that evaluates every position as 0, and programs with faults.
const GOOD: &str = "while read -r line; do echo 0; done\n";
const FAULTS: [(&str, &str); 5] = [
    ("crash.sh", "read -r line; echo 1; echo out of ideas >&2; exit 3\n"),
    ("nonsense.sh", "while read -r line; do echo high; done\n"),
    // It writes many lines at once, so that there are always too many.
    ("flood.sh", "exec yes 1\n"),
    ("line.sh", "read -r line; cat /dev/zero\n"),
    ("silent.sh", "exec >&-; sleep 1000\n"),
];

fn folder_of_programs() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("good.sh"), GOOD).unwrap();
    for (name, script) in FAULTS {
        fs::write(folder.path().join(name), script).unwrap();
    }
    folder
}

/// The refusals of evaluations by programs with faults.
const REASONS: [&str; 5] = [
    "exit code 3, with \"out of ideas\" on standard error",
    "wrote \"high\", where a whole number would be right",
    "wrote \"1\" without having been asked",
    "wrote a line of more than 64 bytes",
    "it closed its output",
];

#[test]
fn a_program_with_a_fault_is_an_error_with_its_reason() {
    let folder = folder_of_programs();
    for ((name, _), reason) in FAULTS.into_iter().zip(REASONS) {
        let eval = format!("program:/bin/sh {name}");
        let searches: [&[&str]; 2] = [
            &["best", "tictactoe", "--search", "minimax", "--depth", "3"],
            &["tree", "tictactoe", "--depth", "2"],
        ];
        for search in searches {
            let output = agon(folder.path(), &[search, &["--eval", &eval]].concat());
            let told = text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{name}: {told}");
            assert!(told.starts_with(&format!("error: the evaluation {eval} ")), "{told}");
            assert!(told.contains(reason), "{told}");
        }
    }
    let output = agon(folder.path(), &["eval", "nim", "--eval", "program:./missing"]);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains("program:./missing could not be started"), "{told}");
    assert_eq!(leftovers(folder.path()), Vec::<String>::new());
}

/// The temporary folders of programs that were not removed.
fn leftovers(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().flatten();
    let names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with("agon-engine-")).collect()
}

#[test]
fn a_program_plays_in_the_terminal() {
    let folder = folder_of_programs();
    let play = |program: &str| {
        let player = format!("minimax:depth=2,eval=\"program:/bin/sh {program}\"");
        agon(folder.path(), &["play", "tictactoe", "--p1", &player, "--p2", "minimax:depth=2"])
    };
    let output = play("good.sh");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = play("nonsense.sh");
    let told = text(&output.stderr) + &text(&output.stdout);
    assert!(told.contains("where a whole number would be right"), "{told}");
}

#[test]
fn a_program_with_a_fault_loses_its_games_and_the_match_goes_on() {
    let folder = folder_of_programs();
    for ((name, _), reason) in FAULTS.into_iter().zip(REASONS) {
        let first = format!("minimax:depth=2,eval=\"program:/bin/sh {name}\"");
        let second = "minimax:depth=2,eval=program:/bin/sh good.sh";
        let mut arguments = vec!["match", "tictactoe", &first, second, "--pairs", "2"];
        arguments.extend(["--openings", "none", "--records", "games.txt"]);
        let output = agon(folder.path(), &arguments);
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains("programs "), "{}", text(&output.stderr));
        let records = fs::read_to_string(folder.path().join("games.txt")).unwrap();
        let reasons: Vec<&str> =
            records.lines().filter(|line| line.starts_with("[Reason")).collect();
        assert_eq!(reasons.len(), 4, "{records}");
        // A record escapes a quote with a backslash.
        let found = |line: &&str| line.replace("\\\"", "\"").contains(reason);
        assert!(reasons.iter().all(found), "{name}: {records}");
    }
    assert_eq!(leftovers(folder.path()), Vec::<String>::new());
}

#[test]
fn a_contest_of_programs_goes_on_without_the_broken_ones_and_notices_changes() {
    let folder = folder_of_programs();
    let names = ["good", "crash", "nonsense", "flood"];
    let entries: Vec<String> = names
        .iter()
        .map(|name| format!("[[entry]]\nname = \"{name}\"\neval = \"program:/bin/sh {name}.sh\"\n"))
        .collect();
    let head = "name = \"Programs\"\ngame = \"tictactoe\"\nformat = \"round-robin\"\n\
                depth = 2\n";
    fs::write(folder.path().join("may.toml"), format!("{head}{}", entries.join(""))).unwrap();
    let output = agon(folder.path(), &["contest", "may.toml", "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    let first = table.lines().find(|line| line.contains("\"good\"")).unwrap_or_default();
    assert!(first.contains("\"rank\":1") || table.find("good") < table.find("crash"), "{table}");
    let report = fs::read_to_string(folder.path().join("may.html")).unwrap();
    assert!(report.contains("where a whole number would be right"));
    assert!(report.contains("out of ideas"));
    // The same command continues. The games of a changed program are played again.
    assert!(agon(folder.path(), &["contest", "may.toml"]).status.success());
    fs::write(folder.path().join("good.sh"), format!("# changed\n{GOOD}")).unwrap();
    let output = agon(folder.path(), &["contest", "may.toml"]);
    let told = text(&output.stderr);
    assert!(output.status.success() && told.contains("another good.sh"), "{told}");
    assert!(told.contains("6 games stay, 6 games no longer count"), "{told}");
}
