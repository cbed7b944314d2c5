//! Searches from outside: limits, interrupts and refusals.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Output, Stdio};

use agon_testing::{end_of, program, text, wait_until_at_work};
use rustix::process::{Pid, Signal, kill_process};

fn start(arguments: &[&str]) -> Child {
    agon_testing::agon(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn agon(arguments: &[&str]) -> Output {
    start(arguments).wait_with_output().unwrap()
}

/// The message of a refusal, after a check of the exit code.
fn refused(arguments: &[&str], code: i32) -> String {
    let output = agon(arguments);
    let words = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {words}");
    assert!(words.contains("error: ") && !words.contains("panicked"), "{arguments:?}: {words}");
    words
}

/// Runs the program and interrupts it (SIGINT) once it is searching.
#[cfg(target_os = "linux")]
fn interrupted(arguments: &[&str]) -> Output {
    let mut child = start(arguments);
    wait_until_at_work(&child);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    end_of(&mut child);
    child.wait_with_output().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn solving_byte_can_be_interrupted() {
    // Above the default limit, so that the search does not end by itself.
    let solve = ["solve", "byte", "--nodes", "1000000000000"];
    let output = interrupted(&solve);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text(&output.stdout).starts_with("unknown\nby search: "), "{output:?}");
    assert!(text(&output.stderr).starts_with("stopped after "), "{output:?}");
    let output = interrupted(&[&solve[..], &["--json"]].concat());
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((value["verdict"].as_str(), output.status.code()), (Some("unknown"), Some(1)));
}

#[test]
#[cfg(target_os = "linux")]
fn interrupted_minimax_reports_that_it_has_no_answer() {
    let output = interrupted(&["best", "byte", "--search", "minimax", "--depth", "50"]);
    assert_eq!(text(&output.stderr), "error: stopped before depth 50 was done\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(!text(&output.stdout).contains("bestmove"));
    let output = interrupted(&["best", "byte", "--infinite"]);
    assert!(output.status.success() && text(&output.stdout).contains("\nbestmove "), "{output:?}");
}

#[test]
fn a_search_ends_when_its_output_is_closed() {
    let mut child = start(&["best", "byte", "--infinite"]);
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    assert!(line.starts_with("info depth 1 "), "{line}");
    drop(out);
    let status = end_of(&mut child);
    assert_eq!(status.code(), Some(0));
    let mut words = String::new();
    child.stderr.take().unwrap().read_to_string(&mut words).unwrap();
    assert_eq!(words, "");
}

#[test]
#[cfg(target_os = "linux")]
fn a_transposition_table_that_does_not_fit_is_refused() {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 4000000; exec \"$0\" \"$@\""]).arg(program());
    command.args(["best", "santorini", "--depth", "1", "--hash", "65536"]);
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(
        text(&output.stderr),
        "error: not enough memory for a transposition table of 65536 MB: choose a smaller one\n"
    );
}

#[test]
fn limits_of_zero_are_refused() {
    for command in ["best", "solve", "tree"] {
        let depth: &[&str] = if command == "solve" { &[] } else { &["--depth", "2"] };
        let arguments = [&[command, "tictactoe", "--nodes", "0"], depth].concat();
        refused(&arguments, 2);
    }
}

#[test]
fn options_of_another_game_are_refused() {
    for (arguments, named) in [
        (
            &["moves", "nim", "--heaps", "3", "--size", "8"][..],
            "--size applies to byte, not to nim",
        ),
        (&["moves", "byte", "--heaps", "3", "--size", "8"], "--heaps applies to nim, not to byte"),
        (&["moves", "theseus", "--maze", "x", "--heaps", "3"], "--heaps applies to nim"),
        (&["moves", "nim", "--heaps", "3", "--plies", "3"], "--plies applies to theseus"),
    ] {
        let words = refused(arguments, 2);
        assert!(words.contains(named), "{words}");
        assert!(words.contains("Usage: agon moves "), "{words}");
    }
}

#[test]
fn counts_of_one_are_in_the_singular() {
    let said = |arguments: &[&str]| {
        let output = agon(arguments);
        text(&output.stdout) + &text(&output.stderr)
    };
    let over = ["--position", "([1,1,1,-1,-1,0,0,0,0],-1)"];
    let solved = said(&[&["solve", "tictactoe"][..], &over].concat());
    assert!(solved.ends_with("by search: 1 position\n"), "{solved}");
    let tree = said(&[&["tree", "tictactoe", "--depth", "1"][..], &over].concat());
    assert!(tree.ends_with("1 position was looked at, with pruning\n"), "{tree}");
    let few = said(&["solve", "byte", "--nodes", "1"]);
    assert!(few.ends_with("not solved within 1 position: raise the limit with --nodes\n"), "{few}");
}

#[test]
fn a_tree_says_which_values_are_bounds() {
    let tree = ["tree", "tictactoe", "--moves", "11 00", "--depth", "6", "--top", "10000"];
    let said = text(&agon(&tree).stdout);
    // After 01 22, the move 02 wins in five plies. The search saw only that it does not lose.
    let line = said.lines().skip_while(|line| !line.starts_with("├─ 01"));
    let line = line.skip_while(|line| !line.starts_with("│  └─ 22"));
    let line = line.into_iter().find(|line| line.contains("─ 02")).unwrap();
    assert!(line.contains("02: >= +0 "), "{line}");
    let output = agon(&[&tree[..], &["--format", "json"]].concat());
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let below = |value: &serde_json::Value, mv: &str| -> serde_json::Value {
        let children = value["children"].as_array().unwrap();
        children.iter().find(|child| child["move"] == mv).unwrap().clone()
    };
    assert_eq!(value["value_is"], "exact");
    let node = below(&below(&below(&value, "01"), "22"), "02");
    assert_eq!(
        (&node["value"], &node["value_is"]),
        (&serde_json::json!({"points": 0}), &"at least".into())
    );
}

#[test]
fn the_depth_is_at_most_the_length_of_the_game() {
    let said = text(&agon(&["best", "tictactoe", "--depth", "100"]).stdout);
    let infos: Vec<&str> = said.lines().filter(|line| line.starts_with("info ")).collect();
    assert!(infos.last().unwrap().contains(" depth 100 seldepth 9 "), "{said}");
}
