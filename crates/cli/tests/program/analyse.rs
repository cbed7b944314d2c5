//! `agon analyse` and `agon rules tune` from outside: annotate games, fit weights.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use agon_arena::contest::Record;
use agon_testing::agon;
use serde_json::Value;
use tempfile::TempDir;

/// O does not block a line with its second move, and loses.
const GAME: &str = "[Game \"tictactoe\"]\n[P1 \"ann & <b>\"]\n[P2 \"bob\"]\n[Result \"1-0\"]\n\
    [Reason \"rules\"]\n\n1. 11 00 2. 01 20 3. 21 1-0\n";

/// A folder with files.
struct Folder(TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        for (name, text) in files {
            fs::write(folder.path(name), text).unwrap();
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn agon(&self, words: &str) -> Output {
        let words = words.split_whitespace();
        agon(words).current_dir(self.0.path()).output().unwrap()
    }

    /// Runs a command that must succeed. Returns its output.
    fn done(&self, words: &str) -> String {
        let output = self.agon(words);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "agon {words}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that must be refused with an exit code. Returns the message.
    fn refused(&self, words: &str, code: i32) -> String {
        let output = self.agon(words);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "agon {words}: {errors}");
        assert!(errors.contains("error: ") && !errors.contains("panicked"), "{words}: {errors}");
        errors
    }
}

#[test]
fn a_blunder_is_named_with_the_better_move() {
    let folder = Folder::new(&[("game.txt", GAME)]);
    let text = folder.done("analyse game.txt --nodes 2000");
    let line = text.lines().position(|line| line.contains("20??")).expect("a blunder");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[line].contains("gave away a proven draw"), "{text}");
    assert!(lines[line + 1].contains("better: 21"), "{text}");
    assert!(text.contains("bob (O): accuracy"), "{text}");
    assert_eq!(text.matches("??").count(), 1, "{text}");
}

#[test]
fn the_json_has_every_position_with_its_chance_and_move() {
    let folder = Folder::new(&[("game.txt", GAME)]);
    let game: Value = serde_json::from_str(&folder.done("analyse game.txt --format json")).unwrap();
    let positions = game["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 6);
    let blunder = &positions[3];
    assert_eq!(blunder["proven"], "draw");
    assert_eq!(blunder["made"]["quality"], "blunder");
    assert_eq!(blunder["made"]["loss"], 0.5);
    assert_eq!(blunder["made"]["gave_away"], "draw");
    assert_eq!(blunder["best"][0], "21");
    assert_eq!(positions[5]["made"], Value::Null);
    let [first, second] = [0, 1].map(|side| game["accuracy"][side].as_f64().unwrap());
    assert!(first > second, "{game}");
}

#[test]
fn the_terms_of_rules_say_why_a_heuristic_liked_the_move() {
    let rules = "game tictactoe.\nvalue(C, 5) :- mark(20, C).\nvalue(C, 2) :- mark(11, C).\n";
    let folder = Folder::new(&[("game.txt", GAME), ("my.rules", rules)]);
    let text = folder.done("analyse game.txt --nodes 2000 --eval my.rules");
    assert!(text.contains("+5 after 20, +0 after the better move: line 2"), "{text}");
    assert!(!text.contains("line 3"), "{text}");
    let refused = folder.refused("analyse game.txt --eval nothing", 2);
    assert!(refused.contains("nothing"), "{refused}");
}

#[test]
fn the_page_stands_alone_and_names_cannot_break_it() {
    let folder = Folder::new(&[("game.txt", GAME)]);
    folder.done("analyse game.txt --nodes 2000 --format html -o page.html");
    let page = fs::read_to_string(folder.path("page.html")).unwrap();
    assert!(page.contains("ann &amp; &lt;b&gt;") && !page.contains("<b>"), "{page}");
    assert!(page.contains("<svg") && page.contains("20??"), "{page}");
    assert!(!page.contains("src=") && !page.contains("http"), "it needs nothing else");
}

#[test]
fn only_the_moves_of_a_named_player_are_commented() {
    let folder = Folder::new(&[("game.txt", &format!("{GAME}\n{}", GAME.replace("bob", "cid")))]);
    let text = folder.done("analyse game.txt --nodes 2000 --player bob");
    assert!(text.contains("game 1") && !text.contains("game 2") && text.contains("20??"));
    let other = folder.done("analyse game.txt --nodes 2000 --game 2 --format text");
    assert!(other.contains("cid") && !other.contains("bob"), "{other}");
    let refused = folder.refused("analyse game.txt --player dan", 1);
    assert!(refused.contains("dan") && refused.contains("bob, cid"), "{refused}");
    assert!(folder.refused("analyse game.txt --game 3", 1).contains("2 games"));
    assert!(folder.refused("analyse none.txt", 1).contains("none.txt"));
    let illegal = GAME.replace("1. 11 00", "1. 11 11");
    fs::write(folder.path("illegal.txt"), illegal).unwrap();
    assert!(folder.refused("analyse illegal.txt", 1).contains("move 2"));
}

const RULES: &str = "% weights 3 and 7\ngame tictactoe.\nvalue(C, 3) :- mark(11, C).\n\
    value(C, 7 * N) :- N = count { mark(_, C) }, mark(01, C).\n";

#[test]
fn tuned_weights_go_to_a_new_file_and_nothing_else_changes() {
    let rules = RULES;
    let folder = Folder::new(&[("my.rules", rules)]);
    folder.done("data tictactoe --games 300 --player level:2 --random-moves 0 -o games.jsonl");
    let report = folder.done("rules tune my.rules --data games.jsonl");
    assert!(report.contains("log loss") && report.contains("Nothing is written"), "{report}");
    assert_eq!(fs::read_to_string(folder.path("my.rules")).unwrap(), rules);

    folder.done("rules tune my.rules --data games.jsonl -o new.rules");
    let new = fs::read_to_string(folder.path("new.rules")).unwrap();
    assert_ne!(new, rules);
    let without_numbers =
        |text: &str| text.replace(|letter: char| letter.is_ascii_digit() || letter == '-', "");
    assert_eq!(without_numbers(&new), without_numbers(rules));
    assert!(new.starts_with("% weights 3 and 7\n"), "{new}");
    folder.done("rules check new.rules");

    let refused = folder.refused("rules tune my.rules --data games.jsonl -o new.rules", 1);
    assert!(refused.contains("--force"), "{refused}");
    folder.done("rules tune my.rules --data games.jsonl -o new.rules --force");
}

#[test]
fn tuning_refuses_data_of_another_game_and_files_without_weights() {
    let folder = Folder::new(&[
        ("my.rules", "game nim.\nvalue(C, 3) :- to_move(C).\n"),
        ("none.rules", "game tictactoe.\nvalue(C, N) :- mark(01, C), N = count { mark(_, C) }.\n"),
    ]);
    folder.done("data tictactoe --games 20 --player level:2 -o games.jsonl");
    let refused = folder.refused("rules tune my.rules --data games.jsonl", 1);
    assert!(refused.contains("tictactoe") && refused.contains("nim"), "{refused}");
    let refused = folder.refused("rules tune none.rules --data games.jsonl", 1);
    assert!(refused.contains("0 weights"), "{refused}");
    folder.refused("rules tune my.rules", 2);
}

#[test]
fn weights_are_tuned_by_matches_the_same_on_any_number_of_threads() {
    // These rules prefer low pawns.
    let rules = "game santorini.\nvalue(P, -8 * H) :- pawn(C, P), height(C, H).\n\
                 value(P, 10) :- pawn(C, P), height(C, 2).\n";
    let folder = Folder::new(&[("my.rules", rules)]);
    let read = |name: &str| fs::read_to_string(folder.path(name)).unwrap();
    let tune = "rules tune my.rules --matches 40 --test 10 -o";
    let report = folder.done(&format!("{tune} new.rules --concurrency 1"));
    for part in
        ["80 games at depth 1", "new, old    20 games: won ", "95 % between", "   2        -8"]
    {
        assert!(report.contains(part), "{part}: {report}");
    }
    folder.done(&format!("{tune} again.rules --concurrency 3"));
    assert_eq!(read("new.rules"), read("again.rules"));
    assert_ne!(read("new.rules"), rules);
    folder.done("rules check new.rules --games 0");
    let refused = folder.refused("rules tune my.rules --matches 5 --data x.jsonl", 2);
    assert!(refused.contains("cannot be used with"), "{refused}");
    folder.refused("rules tune my.rules --depth 2", 2);
}

#[test]
fn reviewed_records_have_the_better_lines_and_reasons_and_lose_nothing() {
    let noted = GAME.replace("1. 11 00", "1. 11 {mine [%csl G11]} (1. 00 {no} 11) 00");
    let folder = Folder::new(&[("game.txt", &noted)]);
    let words = "analyse game.txt --nodes 2000 --explain --format records -o reviewed.txt";
    assert_eq!(folder.done(words), "");
    let text = fs::read_to_string(folder.path("reviewed.txt")).unwrap();
    let [had, found] = [&noted, &text].map(|text| Record::read(text).unwrap().remove(0));
    assert_eq!(
        (&found.moves, &found.players, found.result),
        (&had.moves, &had.players, had.result)
    );
    assert_eq!(found.notes[0].without_review(), had.notes[0]);
    let reviewed = found.position_reviews().expect("a review of every position");
    let blunder = reviewed[3].1.unwrap();
    assert_eq!(blunder.to_string(), "blunder 0.5 draw");
    let tried: Vec<&str> = found.variations.iter().map(|it| it.mv.as_str()).collect();
    assert_eq!(tried[..2], ["00", "11"], "what was tried stays");
    assert_eq!(found.variations[2].after, 3);
    assert_eq!(found.variations[2].mv, "21", "the better move in place of the blunder");
    assert!(found.notes[3].comment.as_deref().is_some_and(|why| why.contains("21")), "{text}");
    assert!(found.replay().is_ok());
    // A second analysis finds the same, and replay loses nothing.
    folder.done("analyse reviewed.txt --nodes 2000 --format records -o again.txt");
    assert_eq!(fs::read_to_string(folder.path("again.txt")).unwrap(), text);
    let json = folder.done("replay reviewed.txt --format json");
    fs::write(folder.path("reviewed.jsonl"), json).unwrap();
    assert_eq!(folder.done("replay reviewed.jsonl --format records").trim(), text.trim());
}

#[test]
fn a_record_is_opened_and_played_on_in_the_terminal() {
    let other = "[Game \"nim\"]\n[Position \"[3,5]\"]\n\n1. [3,3] *\n";
    let folder = Folder::new(&[("games.txt", &format!("{GAME}\n{other}"))]);
    let play = |words: &str, typed: &str| {
        let mut child = agon(words.split_whitespace())
            .current_dir(folder.0.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let first = play("play --record games.txt", "history\nz\nhistory\nq\n");
    assert!(first.contains("X wins.") && first.contains("11 00 01 20 21"), "{first}");
    assert!(first.trim_end().lines().any(|line| line.ends_with("11 00 01 20")), "{first}");
    let second = play("play --record games.txt --game 2 --p2 person", "[2,3]\nhistory\nq\n");
    assert!(second.contains("[3,3] [2,3]"), "{second}");
    let missing = folder.refused("play --record games.txt --game 3", 1);
    assert!(missing.contains("there is no game 3: the file has 2 games"), "{missing}");
    folder.refused("play nim --record games.txt", 2);
    folder.refused("play --game 2", 2);
    folder.refused("play", 2);
    folder.refused("play --record -", 2);
    folder.refused("play --record nothing.txt", 1);
}
