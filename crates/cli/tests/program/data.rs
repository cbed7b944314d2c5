//! `agon data` from outside: files that do not depend on threads or interruptions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use agon_testing::agon;
use tempfile::TempDir;

/// A folder for files of data.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn data(&self, words: &str) -> Output {
        let words = words.split_whitespace();
        let mut command = agon(["data"]);
        command.args(words).current_dir(self.0.path()).output().unwrap()
    }

    /// Runs a command that must succeed. Returns its output.
    fn done(&self, words: &str) -> String {
        let output = self.data(words);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "agon data {words}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that must be refused with an exit code. Returns the message.
    fn refused(&self, words: &str, code: i32) -> String {
        let output = self.data(words);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "agon data {words}: {errors}");
        assert!(errors.contains("error: ") && !errors.contains("panicked"), "{words}: {errors}");
        errors
    }
}

fn bytes(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap()
}

/// Where the records of a binary file begin.
fn header_length(data: &[u8]) -> usize {
    data.windows(2).position(|two| two == b"\n\n").unwrap() + 2
}

const FAST: &str = "--player engine:nodes=300,hash=1 --random-children 20";

#[test]
fn a_file_does_not_depend_on_threads() {
    let folder = Folder::new();
    for (game, name) in [("santorini", "data"), ("byte", "data"), ("tictactoe", "jsonl")] {
        folder.done(&format!("{game} --games 12 {FAST} --threads 1 -o {game}-1.{name}"));
        folder.done(&format!("{game} --games 12 {FAST} --threads 4 -o {game}-4.{name}"));
        let [one, four] =
            [1, 4].map(|threads| bytes(&folder.path(&format!("{game}-{threads}.{name}"))));
        assert!(one == four, "{game}");
        let checked = folder.done(&format!("check {game}-1.{name}"));
        assert!(checked.contains("no faults"), "{checked}");
    }
}

#[test]
fn an_interrupted_file_is_continued_from_wherever_it_ends() {
    let folder = Folder::new();
    for (game, name) in [("santorini", "whole.data"), ("tictactoe", "whole.jsonl")] {
        let command = format!("{game} {FAST} --threads 2");
        folder.done(&format!("{command} --games 10 -o {name}"));
        let whole = bytes(&folder.path(name));
        let cut = folder.path(&format!("cut-{name}"));
        for end in [0, 5, whole.len() / 9, whole.len() / 2, whole.len() - 1, whole.len()] {
            fs::write(&cut, &whole[..end]).unwrap();
            let counted = folder.done(&format!("{command} --games 10 -o cut-{name}"));
            assert!(bytes(&cut) == whole, "{game}: cut at {end} of {}", whole.len());
            assert!(counted.contains("games       10"), "{counted}");
        }
        // More games are added, and the file is the one of a single run.
        folder.done(&format!("{command} --games 14 -o {name}"));
        folder.done(&format!("{command} --games 14 -o once-{name}"));
        assert!(bytes(&folder.path(name)) == bytes(&folder.path(&format!("once-{name}"))));
        // Fewer games are there already.
        folder.done(&format!("{command} --games 3 -o {name}"));
        assert!(bytes(&folder.path(name)) == bytes(&folder.path(&format!("once-{name}"))));
    }
}

#[test]
fn other_settings_do_not_continue_a_file() {
    let folder = Folder::new();
    folder.done(&format!("santorini --games 2 {FAST} -o some.data"));
    let before = bytes(&folder.path("some.data"));
    for (other, named) in [
        (format!("{FAST} --seed 1"), "seed 0, not 1"),
        (format!("{FAST} --skip-decided"), "skip-decided no, not yes"),
        (format!("{FAST} --random-plies 0..3"), "random-plies 2..8, not 0..3"),
        ("--player engine:nodes=301,hash=1 --random-children 20".into(), "player engine:nodes=300"),
    ] {
        let refused = folder.refused(&format!("santorini --games 5 {other} -o some.data"), 1);
        assert!(refused.contains(named), "{refused}");
    }
    let refused = folder.refused(&format!("byte --games 5 {FAST} -o some.data"), 1);
    assert!(refused.contains("game santorini, not byte"), "{refused}");
    let refused =
        folder.refused(&format!("santorini --games 5 {FAST} --format jsonl -o some.data"), 1);
    assert!(refused.contains("the other format"), "{refused}");
    assert_eq!(bytes(&folder.path("some.data")), before, "nothing was changed");
    fs::write(folder.path("mine.txt"), "my own text").unwrap();
    let refused = folder.refused(&format!("santorini --games 2 {FAST} -o mine.txt"), 1);
    assert!(refused.contains("is not a file of agon data"), "{refused}");
    assert_eq!(fs::read_to_string(folder.path("mine.txt")).unwrap(), "my own text");
}

#[test]
fn records_of_santorini_have_at_most_32_bytes_and_no_position_twice() {
    let folder = Folder::new();
    folder.done(&format!("santorini --games 30 {FAST} -o some.data"));
    let data = bytes(&folder.path("some.data"));
    let header = String::from_utf8(data[..header_length(&data)].to_vec()).unwrap();
    let size = header.lines().find_map(|line| line.strip_prefix("record-bytes "));
    let size: usize = size.unwrap().parse().unwrap();
    assert!(size <= 32, "{size}");
    let records = (data.len() - header.len()) / size;
    let counted: serde_json::Value =
        serde_json::from_str(&folder.done("count some.data --json")).unwrap();
    assert_eq!(counted["positions"], records);
    assert_eq!(counted["games"], 30);
    assert_eq!(counted["duplicates"], 0);
}

#[test]
fn damage_is_found_with_its_place() {
    let folder = Folder::new();
    folder.done(&format!("santorini --games 3 {FAST} -o some.data"));
    let good = bytes(&folder.path("some.data"));
    let begin = header_length(&good);
    let damaged = |at: usize, byte: u8| {
        let mut data = good.clone();
        data[begin + at] = byte;
        fs::write(folder.path("bad.data"), &data).unwrap();
        folder.refused("check bad.data", 1)
    };
    // The second record: result, flags, pawn, side to move.
    for (at, byte, reason) in [
        (29 + 14, 9, "record 2: the result is"),
        (29 + 15, 0xff, "record 2: the flags are"),
        (29 + 16 + 8, 77, "record 2: the bytes of the position"),
        (29 + 3, 200, "record 2: begins a game before"),
        (29 + 11, 0xee, "record 2: no move has the code"),
    ] {
        let refused = damaged(at, byte);
        assert!(refused.contains(reason), "byte {at}: {refused}");
    }
    fs::write(folder.path("bad.data"), &good[..good.len() - 3]).unwrap();
    let refused = folder.refused("check bad.data", 1);
    assert!(refused.contains("in the middle of a game"), "{refused}");
    fs::write(
        folder.path("bad.jsonl"),
        "{\"agon data\":\"1\",\"game\":\"nim\",\"start\":\"[3]\"}\n{}\n",
    )
    .unwrap();
    let refused = folder.refused("check bad.jsonl", 1);
    assert!(refused.contains("record 1: missing field"), "{refused}");
}

#[test]
fn samples_are_positions_of_the_file() {
    let folder = Folder::new();
    folder.done(&format!("tictactoe --games 9 {FAST} -o some.jsonl"));
    let all = fs::read_to_string(folder.path("some.jsonl")).unwrap();
    let sample = folder.done("sample some.jsonl -n 4 --json");
    assert_eq!(sample.lines().count(), 4);
    assert_eq!(sample, folder.done("sample some.jsonl -n 4 --json"), "the same seed");
    for line in sample.lines() {
        let drawn: serde_json::Value = serde_json::from_str(line).unwrap();
        let known = all.lines().nth(drawn["record"].as_u64().unwrap() as usize).unwrap();
        let known: serde_json::Value = serde_json::from_str(known).unwrap();
        for key in ["game", "ply", "position", "move", "score", "result"] {
            assert_eq!(drawn[key], known[key], "{key}");
        }
    }
    let positions = all.lines().count() - 1;
    let everything = folder.done("sample some.jsonl -n 1000");
    assert_eq!(everything.lines().count(), 2 * positions);
}

#[test]
fn wrong_commands_say_what_would_be_right() {
    let folder = Folder::new();
    for (words, code, reason) in [
        ("santorini --games 0 -o x", 2, "0 is not in 1..=1000000000"),
        ("santorini --games 3", 2, "--output"),
        ("santorini --games 3 --random-plies 5..2 -o x", 2, "such as 2..8"),
        ("santorini --games 3 --random-moves 101 -o x", 2, "0..=100"),
        ("santorini --games 3 --player person -o x", 2, "computer player"),
        ("santorini --games 3 --player engine:movetime=5 -o x", 2, "limit it by nodes"),
        ("santorini --games 3 --player ugi:./bot -o x", 2, "agon match"),
        ("santorini --games 3 --player engine -o x", 2, "needs a limit"),
        ("nim --games 3 --player perfect -o x", 2, ".jsonl"),
        ("santorini --games 3 -o no/such/folder/x", 1, "no/such/folder/x"),
        ("count nothing.data", 1, "nothing.data"),
        ("chess --games 3 -o x", 2, "chess"),
    ] {
        let refused = folder.refused(words, code);
        assert!(refused.contains(reason), "agon data {words}: {refused}");
    }
    assert!(!folder.path("x").exists(), "nothing was made");
}

#[test]
fn winning_chances_are_fitted_to_the_results_of_files() {
    let folder = Folder::new();
    folder.done("byte --games 30 --player engine:depth=2 --random-moves 0 --seed 1 -o one.data");
    folder.done("byte --games 10 --player engine:depth=1 --random-moves 0 --seed 2 -o two.data");
    let text = folder.done("fit one.data two.data --plot plot.svg");
    assert!(text.contains("points make odds of e to 1"), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains(" to ")).count(), 12, "{text}");
    let fitted: serde_json::Value =
        serde_json::from_str(&folder.done("fit one.data two.data --json")).unwrap();
    let count = |name| {
        let text = folder.done(&format!("count {name} --json"));
        let counts: serde_json::Value = serde_json::from_str(&text).unwrap();
        counts["positions"].as_u64().unwrap() - counts["proven"].as_u64().unwrap()
    };
    let positions = fitted["positions"].as_array().unwrap();
    let positions: u64 = positions.iter().map(|number| number.as_u64().unwrap()).sum();
    assert_eq!(positions, count("one.data") + count("two.data"));
    // The side with more points wins more often.
    assert!(fitted["plain"]["scale"].as_f64().unwrap() > 0.0, "{fitted}");
    let plot = fs::read_to_string(folder.path("plot.svg")).unwrap();
    assert!(plot.starts_with("<svg ") && plot.contains("Byte (8), hand"), "{plot}");
}

#[test]
fn files_about_different_things_are_not_fitted_together() {
    let folder = Folder::new();
    folder.done("byte --games 3 --player engine:depth=1 -o eight.data");
    folder.done("byte --size 10 --games 3 --player engine:depth=1 -o ten.data");
    folder.done("byte --games 3 --player engine:depth=1,eval=rules -o rules.data");
    folder.done("nim --games 3 --player perfect -o nim.jsonl");
    let refused = |other| folder.refused(&format!("fit eight.data {other}"), 1);
    folder.done("santorini --board 3x3 --pawns 1 --games 3 --player engine:depth=1 -o three.data");
    folder.done("santorini --games 1 --player engine:depth=1 -o five.data");
    folder.done("check three.data");
    let sample: serde_json::Value =
        serde_json::from_str(&folder.done("sample three.data -n 1 --json")).unwrap();
    let heights = sample["position"].as_str().unwrap().split(' ').next().unwrap().to_string();
    assert_eq!(heights.split('/').map(str::len).collect::<Vec<_>>(), [3; 3], "{sample}");
    let other = folder.refused("fit five.data three.data", 1);
    assert!(other.contains("another parameter"), "{other}");
    assert!(refused("ten.data").contains("another parameter"));
    assert!(refused("rules.data").contains("another evaluation"));
    assert!(refused("nim.jsonl").contains("another game"));
    // Scores of the perfect player are proven, so there are no estimates.
    assert!(folder.refused("fit nim.jsonl", 1).contains("nothing to fit"));
}
