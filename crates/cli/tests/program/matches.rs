//! `agon match` from outside: logs, openings, early ends, events and exit codes.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use agon_testing::{Run as _, agon, program};
use serde_json::Value;
use tempfile::TempDir;

/// Runs a match.
fn play(arguments: &[&str]) -> Output {
    agon(["match"]).args(arguments).output().unwrap()
}

/// The output of a match that must end with this exit code.
fn printed(arguments: &[&str], code: i32) -> String {
    agon(["match"]).args(arguments).output_with(code)
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

fn in_folder(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

#[test]
fn a_log_has_what_was_said_both_ways_with_times_and_limits_of_one_side() {
    let folder = TempDir::new().unwrap();
    let log = in_folder(&folder, "log.txt");
    let bot = format!("ugi:'{}' ugi,name=Bot,clock=5+0.1", program().display());
    printed(&["nim", &bot, "random", "--pairs", "1", "--movetime", "500", "--log", &log], 0);
    let log = text(log.as_ref());
    for line in log.lines() {
        let mut words = line.split_whitespace();
        assert!(words.next().unwrap().parse::<f64>().unwrap() >= 0.0, "{line}");
        assert!(words.next().unwrap().starts_with("A#"), "{line}");
        assert!([">", "<", "!"].contains(&words.next().unwrap()), "{line}");
    }
    for shown in ["! started: '", "> ugi\n", "< id name Agon ", "< bestmove ", "> quit"] {
        assert!(log.contains(shown), "{shown}\n{log}");
    }
    // Its own clock in place of the match's time per move. The opponent has none.
    assert!(log.contains("> go p1time 5000 p1inc 100\n"), "{log}");
    assert!(log.contains("> go p2time 5000 p2inc 100\n"), "{log}");
    assert!(!log.contains("movetime"), "{log}");
}

#[test]
fn an_engine_that_refuses_what_it_is_told_stops_the_match_with_the_reason() {
    let own = |option: &str| format!("ugi:'{}' ugi,{option}", program().display());
    let refuses = "ugi:/bin/sh tests/engines/bad.sh refuses-games";
    for (engine, reason) in [
        (
            own("option.Eval=nosuch"),
            "the option Eval cannot be \"nosuch\": this game has no evaluation",
        ),
        (own("option.Eval=lost.rules"), "the option Eval cannot be \"lost.rules\": "),
        (own("option.Heaps=0"), "reported an error: "),
        (refuses.into(), "A cannot play: reported an error: no board"),
    ] {
        let output = play(&["tictactoe", &engine, "random", "--pairs", "1", "--depth", "1"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{engine}: {said}");
        assert!(said.contains("A cannot play: ") && said.contains(reason), "{engine}: {said}");
    }
}

#[test]
fn what_the_referee_has_adjudicated_is_told_with_rule_scores_and_position() {
    let folder = TempDir::new().unwrap();
    let file = in_folder(&folder, "adjudicated.txt");
    let told = |more: &[&str]| {
        let players = ["santorini", "engine:depth=3", "minimax:depth=2", "--pairs", "1"];
        printed(&[&players[..], more, &["--adjudicated", &file]].concat(), 0);
        text(file.as_ref())
    };
    let agreed = told(&["--resign", "1,1,both"]);
    assert!(agreed.contains(" resigned by the scores of both\n  scores of P1: "), "{agreed}");
    assert!(agreed.contains("\n  position after "), "{agreed}");
    let proven = told(&["--prove", "2000"]);
    assert_eq!(proven.matches(": proven by a search of the referee\n").count(), 2, "{proven}");
    assert_eq!(told(&[]), "", "nothing is adjudicated");
}

#[test]
fn the_reason_of_a_forfeit_has_the_last_lines_of_standard_error() {
    let folder = TempDir::new().unwrap();
    let records = in_folder(&folder, "games.txt");
    let bad = "ugi:/bin/sh tests/engines/bad.sh complains,name=Bad";
    let arguments = ["tictactoe", bad, "perfect", "--openings", "none", "--pairs", "1"];
    let said = printed(&[&arguments[..], &["--depth", "1", "--records", &records]].concat(), 0);
    let words = "which is refused: 11 is taken, with \"the board is a mystery";
    assert!(said.contains(words) && said.contains("on standard error"), "{said}");
    let games = text(records.as_ref());
    assert!(games.contains("the board is a mystery"), "the report shows it, too: {games}");
}

#[test]
fn every_opening_of_a_book_is_used_once_before_any_is_used_again() {
    let folder = TempDir::new().unwrap();
    let book = in_folder(&folder, "book.txt");
    let heaps: Vec<String> = (3..9).map(|heap| format!("[2,{heap}]")).collect();
    fs::write(&book, heaps.join("\n")).unwrap();
    let starts = |seed: &str, pairs: &str| -> Vec<String> {
        let records = in_folder(&folder, "games.txt");
        let arguments = ["nim", "random", "random", "--openings", &book, "--seed", seed];
        printed(&[&arguments[..], &["--pairs", pairs, "--records", &records]].concat(), 0);
        let games = text(records.as_ref());
        let tags = games.lines().filter_map(|line| line.strip_prefix("[Position \""));
        let starts: Vec<String> = tags.map(String::from).collect();
        // Both games of a pair.
        assert!(starts.chunks(2).all(|pair| pair[0] == pair[1]), "{starts:?}");
        starts.into_iter().step_by(2).collect()
    };
    let twice = starts("1", "12");
    for cycle in twice.chunks(6) {
        let mut used = cycle.to_vec();
        used.sort();
        used.dedup();
        assert_eq!(used.len(), 6, "{twice:?}");
    }
    assert_eq!(starts("1", "6"), twice[..6]);
    assert_ne!(starts("2", "6"), twice[..6]);
}

#[test]
fn games_end_by_score_if_that_is_wanted() {
    let arguments = ["byte", "engine:nodes=300", "engine:nodes=20", "--pairs", "2", "--seed", "3"];
    let resigned = [&arguments[..], &["--resign", "300,2"]].concat();
    let said = printed(&resigned, 0);
    assert!(said.contains("resigned by its score"), "{said}");
    let drawn = [&arguments[..], &["--draw", "1000000,1,4"]].concat();
    let said = printed(&drawn, 0);
    assert!(said.contains("drew 4, lost 0"), "{said}");
    assert!(said.contains("4 games: drawn by the scores of both"), "{said}");
    for wrong in [["--resign", "300"], ["--resign", "300,0"], ["--draw", "1,2,3,4"]] {
        let said = play(&[&arguments[..], &wrong].concat());
        assert_eq!(said.status.code(), Some(2));
        assert!(String::from_utf8(said.stderr).unwrap().contains("such as "), "{wrong:?}");
    }
}

#[test]
fn events_come_in_order_and_the_last_one_has_the_result() {
    let arguments = ["nim", "perfect", "random", "--pairs", "3", "--json"];
    let said = printed(&[&arguments[..], &["--concurrency", "4"]].concat(), 0);
    let events: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    let pair = ["game", "game", "pair"];
    assert_eq!(kinds, [&["start"][..], &pair, &pair, &pair, &["end"]].concat());
    let games: Vec<u64> = events.iter().filter_map(|event| event["game"].as_u64()).collect();
    assert_eq!(games, [1, 2, 3, 4, 5, 6]);
    assert_eq!(events[9]["pairs"], events[10]["pairs"]);
    assert_eq!(events[10]["wins"].as_u64().unwrap() + events[10]["losses"].as_u64().unwrap(), 6);
}

#[test]
fn the_verdict_of_a_test_is_an_answer_and_says_what_is_excluded() {
    let test = |players: [&str; 2], pairs: &str| {
        let [a, b] = players;
        printed(&["nim", a, b, "--sprt", "0,50", "--alpha", "0.1", "--pairs", pairs], 0)
    };
    let said = test(["perfect", "random"], "300");
    assert!(said.contains("H1 is accepted: A is more than 0 Elo better (wrong in at most 10.5 %"));
    let said = test(["random", "perfect"], "300");
    assert!(said.contains("H0 is accepted: A is less than 50 Elo better (wrong in at most 5.6 %"));
    let said = test(["perfect", "random"], "2");
    assert!(said.contains("the test has not decided: it needs more pairs"), "{said}");
}

#[test]
fn games_that_are_repeated_are_warned_of() {
    let warned = |players: [&str; 2], more: &[&str]| {
        let arguments = ["tictactoe", players[0], players[1], "--pairs", "10"];
        printed(&[&arguments[..], more].concat(), 0).contains("games repeat an earlier one")
    };
    assert!(warned(["engine:depth=2", "engine:depth=2"], &["--openings", "none"]));
    assert!(!warned(["random", "random"], &["--openings", "none"]));
}

#[test]
fn programs_are_set_up_by_their_options_or_refused() {
    let agon = program().display().to_string();
    let folder = TempDir::new().unwrap();
    let log = in_folder(&folder, "log.txt");
    let engine = |options: &str| format!("ugi:'{agon}' ugi,name=Agon,{options}");
    let good = engine("depth=1,option.Hash=2,option.Ponder=true");
    printed(&["nim", &good, "random", "--pairs", "1", "--log", &log], 0);
    let log = text(log.as_ref());
    let counts: BTreeMap<&str, usize> = [
        "setoption name Hash value 2",
        "setoption name Ponder value true",
        "> ugi\n",
        "> go depth 1\n",
    ]
    .into_iter()
    .map(|line| (line, log.matches(line).count()))
    .collect();
    assert_eq!(counts["setoption name Hash value 2"], counts["> ugi\n"], "{log}");
    assert_eq!(counts["setoption name Ponder value true"], counts["> ugi\n"], "{log}");
    assert!(counts["> go depth 1\n"] > 0, "{log}");
    for (options, shown) in [
        (
            "depth=1,option.Hsh=2",
            "it has no option \"Hsh\", only Game, Board, Pawns, Heaps, Size, Maze",
        ),
        ("depth=1,option.Hash=0", "it is a whole number from 1 to 65536"),
        ("option.Hash=2", "a program needs a limit"),
    ] {
        let output = play(&["nim", &engine(options), "random", "--pairs", "1"]);
        assert_eq!(output.status.code(), Some(1));
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(shown), "{errors}");
    }
}
