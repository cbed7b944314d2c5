//! The JSON output of commands matches the schemas of docs/schemas.

pub mod schema;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use agon_runner::{ProgramIdentity, RunNotice, WorkerReport};
use agon_testing::agon;
use serde_json::{Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn schema(name: &str) -> Value {
    let path = root().join(format!("docs/schemas/{name}.json"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What a command prints on standard output, in a folder.
fn printed(folder: &Path, line: &str) -> String {
    let words = shlex::split(line).unwrap();
    let output = agon(words).current_dir(folder).env("AGON_DATA", folder).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Flips a bit of the verdicts of a table's layer.
fn damage(layer: &Path) {
    let mut bytes = fs::read(layer).unwrap();
    bytes[40] ^= 4;
    fs::write(layer, bytes).unwrap();
}

/// Checks every line of the commands' output against a schema, and that each of its kinds of lines
/// (those of `anyOf`) occurs.
fn check(folder: &Path, name: &str, commands: &[&str]) {
    let schema = schema(name);
    let kinds = schema["anyOf"].as_array().cloned().unwrap_or_default();
    let mut seen = BTreeSet::new();
    for command in commands {
        let text = printed(folder, command);
        assert!(!text.is_empty(), "agon {command} prints nothing");
        for line in text.lines() {
            let value: Value = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("agon {command}: {error}: {line}"));
            let faults = schema::faults(&schema, &value);
            assert!(faults.is_empty(), "agon {command}: {}", faults.join("\n"));
            // The kind alone, with the parts that it refers to.
            seen.extend(kinds.iter().position(|kind| {
                let mut alone = kind.clone();
                if let Some(parts) = schema.get("$defs") {
                    alone["$defs"] = parts.clone();
                }
                schema::faults(&alone, &value).is_empty()
            }));
        }
    }
    let missing: Vec<&Value> = (0..kinds.len())
        .filter(|kind| !seen.contains(kind))
        .map(|kind| &kinds[kind]["description"])
        .collect();
    assert!(missing.is_empty(), "{name}: no command prints {missing:?}");
}

/// The commands of each schema, run in this order in one folder.
const COMMANDS: [(&str, &[&str]); 27] = [
    ("moves", &["moves santorini --json", "moves nim --json", "moves byte --json"]),
    ("perft", &["perft nim --depth 2 --json --divide"]),
    (
        "eval",
        &[
            "eval tictactoe --json",
            "eval santorini --eval network --explain --json --moves '@11,33 @13,31'",
            "eval byte --explain --json --eval first.rules",
            "eval byte --proofs --json --eval first.rules",
            "eval nim --json --explain",
        ],
    ),
    (
        "best",
        &[
            "best nim --depth 3 --json",
            "best nim --heaps 1,1,1 --depth 3 --json",
            "best tictactoe --moves '00 11 01 22' --depth 4 --lines 3 --json",
            "best tictactoe --moves '00 11 01 20 12' --search minimax --depth 2 --json",
        ],
    ),
    (
        "tree",
        &[
            "tree nim --heaps 2,2 --depth 3 --top 1 --format json",
            "tree tictactoe --moves '00 11' --depth 2 --whole --format json",
            "tree tictactoe --moves '00 11' --depth 2 --no-pruning --format json",
        ],
    ),
    ("tree-player", &["tree theseus --player minmax --format json"]),
    (
        "solve",
        &[
            "solve nim --json",
            "solve nim --by search --json",
            "solve tictactoe --json",
            "solve byte --position '8 X 0-0 E3:OOX,G5:OXXX' --json",
            "solve theseus --position '020/000/000 0,0-1,1 2,1 200/1/T/-' --json",
            "solve theseus --json",
            "solve theseus --nodes 1 --json",
            "solve santorini --board 2x2 --json",
            "solve santorini --board 2x3 --pawns 1 --report --json",
            "solve santorini --board 2x3 --pawns 1 --table small --json",
            "solve santorini --board 2x3 --pawns 1 --table small --report --json",
            "solve santorini --board 3x4 --json",
            "solve santorini --board 3x4 --moves '@00,01 @10,11 01-02-12' --json",
            "solve santorini --board 4x4 --pawns 1 --json",
            "solve santorini --board 4x4 --pawns 1 --report --json",
        ],
    ),
    (
        "table",
        &[
            "table santorini --board 2x2 --pawns 1 --out tiny --json",
            "table santorini --board 2x2 --pawns 1 --out tiny --json",
            "table santorini --board 2x2 --pawns 1 --streaming --out starts --json",
        ],
    ),
    (
        "verify",
        &[
            "verify small --json",
            "verify small --all --json",
            "verify bad --json",
            "verify bad/manifest.txt --all --json",
        ],
    ),
    (
        "kb",
        &[
            "kb nim build small.kb --heaps 1,2 --json",
            "kb nim list small.kb --json",
            "kb nim get small.kb --heaps 1,2 --json",
            "kb nim get small.kb --heaps 9 --json",
            "kb nim clear small.kb --json",
        ],
    ),
    ("bench", &["bench tictactoe --json"]),
    (
        "match",
        &[
            "match nim perfect random --pairs 2 --json --records games.jsonl",
            "match nim perfect random --pairs 1 --sprt 0,10 --json",
        ],
    ),
    ("contest", &["contest contest.toml --json", "contest elimination.toml --json"]),
    ("data-count", &["data count some.jsonl --json"]),
    ("data-check", &["data check some.jsonl --json"]),
    ("data-sample", &["data sample some.jsonl -n 5 --json"]),
    ("data-fit", &["data fit some.jsonl --json"]),
    (
        "maze-ladder",
        &["maze ladder --boards 1 --size 5 --loot 1 --plies 10 --players 'random perfect' --json"],
    ),
    ("ugi-check", &["ugi --check /nowhere --json"]),
    (
        "rules-check",
        &["rules check first.rules --games 2 --plan --json", "rules check bad.rules --json"],
    ),
    ("rules-compare", &["rules compare . --least 1 --json"]),
    ("rules-facts", &["rules facts byte --json", "rules facts byte --moves B2-C3/0 --json"]),
    (
        "rules-query",
        &[
            "rules query byte 'top(S, me), stack(S, H)' 'stack(c3, 1)' --json",
            "rules query byte '(count-results (top ?s me))' --json",
        ],
    ),
    (
        "rules-tune",
        &[
            "rules tune tuned.rules --data some.jsonl --json",
            "rules tune tuned.rules --matches 2 --test 1 --depth 1 --json",
        ],
    ),
    (
        "hand-in-check",
        &[
            "hand-in check program.lisp program.txt --json",
            "hand-in check none --assignment byte --json",
        ],
    ),
    ("record", &["replay games.jsonl --format json"]),
    ("analyse", &["analyse games.jsonl --nodes 100 --explain --format json"]),
];

#[test]
fn commands_print_what_their_schemas_say() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("first.rules", "game byte.\nvalue(C, 10 * H) :- top(S, C), stack(S, H).\n");
    write("bad.rules", "game byte.\nvalue(C, 1) :- tops(S, C).\n");
    write("tuned.rules", &printed(folder, "rules new tictactoe"));
    let entries = "[[entry]]\nname = \"ann\"\neval = \"lines\"\n[[entry]]\nname = \"bob\"\neval = \"tuned.rules\"\n";
    let file = |format: &str| format!("game = \"tictactoe\"\nformat = \"{format}\"\n{entries}");
    write("contest.toml", &file("round-robin"));
    write("elimination.toml", &file("single-elimination"));
    write("program.lisp", "(defun moves (state) state)\n");
    write("program.txt", "hello\n");
    for name in ["small", "bad"] {
        let line = format!("table santorini --board 2x3 --pawns 1 --out {name}");
        assert!(printed(folder, &line).contains("checksum"));
    }
    damage(&folder.join("bad/layer-07.bits"));
    printed(folder, "data tictactoe --games 20 --player level:3 --random-moves 0 -o some.jsonl");
    for (name, commands) in COMMANDS {
        check(folder, name, commands);
    }
}

/// Commands that are refused, and a part of the message.
const REFUSED: [(&str, &str); 8] = [
    ("moves nim --position x --json", "x"),
    ("solve santorini --board 5x5 --json", "too large to solve"),
    ("solve santorini --position '21/20/20 B 01 11' --table bad --json", "layer-07.bits: damaged"),
    ("solve santorini --board 2x2 --table bad --json", "not of 2x2"),
    ("table santorini --board 3x4 --memory 1 --json", "MiB of memory"),
    ("verify none --json", "there is no such file or folder"),
    ("data count none --json", "none"),
    ("rules compare none --json", "none"),
];

#[test]
fn a_refused_command_prints_no_json() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    printed(folder, "table santorini --board 2x3 --pawns 1 --out bad");
    damage(&folder.join("bad/layer-07.bits"));
    for (line, told) in REFUSED {
        let words = shlex::split(line).unwrap();
        let output = agon(words).current_dir(folder).env("AGON_DATA", folder).output().unwrap();
        assert!(!output.status.success() && output.stdout.is_empty(), "{line}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.starts_with("error: ") && message.contains(told), "{line}: {message}");
    }
}

#[test]
fn every_command_with_json_has_a_schema() {
    let files = fs::read_dir(root().join("docs/schemas")).unwrap();
    let titles: Vec<String> = files
        .map(|file| schema(&file.unwrap().path().file_stem().unwrap().to_string_lossy()))
        .map(|schema| schema["title"].as_str().unwrap().to_string())
        .collect();
    let commands = crate::help::commands("");
    let has_json =
        |command: &&String| !command.is_empty() && crate::help::help(command).contains("--json");
    let with_json: Vec<&String> = commands.iter().filter(has_json).collect();
    assert!(with_json.len() > 20, "{with_json:?}");
    for command in with_json {
        let title = format!("agon {command} ");
        assert!(titles.iter().any(|it| it.starts_with(&title)), "agon {command} has no schema");
    }
}

#[test]
fn every_schema_is_checked_by_a_test() {
    // The grades are checked in the tests of `agon grade`.
    let known = COMMANDS.iter().map(|(name, _)| name.to_string());
    let known: BTreeSet<String> = known.chain(["workers".into(), "grade".into()]).collect();
    let files = fs::read_dir(root().join("docs/schemas")).unwrap();
    let names = files.map(|file| file.unwrap().path().file_stem().unwrap().to_owned());
    let names: BTreeSet<String> = names.map(|name| name.into_string().unwrap()).collect();
    assert_eq!(names, known);
}

#[test]
fn workers_and_runs_are_told_as_their_schema_says() {
    let identity = ProgramIdentity { version: "0.1.0".into(), fingerprint: "x".into() };
    let worker = WorkerReport {
        worker: "w".into(),
        instance: "i".into(),
        number: 1,
        identity: identity.clone(),
        slots: 2,
        busy: 1,
        done: 3,
        failed: 0,
        speed: 1000,
        centi_rate: 150,
        refused: vec![("r".into(), "too slow".into())],
        unix_time: 0,
        is_leaving: false,
    };
    let run = RunNotice {
        run: "r".into(),
        title: "a match".into(),
        task: "0".into(),
        identity,
        weight: 1,
        min_speed: 0,
        accepted: Some(vec!["U".into()]),
        banned: vec!["w".into()],
        done: 3,
        progress: "1-0".into(),
        is_over: false,
    };
    for line in
        [json!({ "worker": worker, "key": "U", "is_accepted": true }), json!({ "run": run })]
    {
        assert_eq!(schema::faults(&schema("workers"), &line), Vec::<String>::new());
    }
}

#[test]
fn a_value_that_does_not_fit_is_told_with_its_place() {
    let schema = json!({
        "properties": { "b": { "type": "array", "items": { "$ref": "#/$defs/word" } } },
        "$defs": { "word": { "type": "string" } },
    });
    assert_eq!(schema::faults(&schema, &json!({ "b": ["x"] })), Vec::<String>::new());
    let faults = schema::faults(&schema, &json!({ "b": ["x", 2] })).join("");
    assert!(faults.contains("at '/b/1': want string, but got number"), "{faults}");
}
