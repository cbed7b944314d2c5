//! Connect Four: the laws of a game, known numbers, and the program around it.

use std::fs;
use std::process::Command;

use agon_core::conformance::Battery;
use agon_core::{Game as _, Notation as _, Outcome, Refusal as _, Side, perft};
use agon_testing::{Client, Run, Server, program_named, text};
use connect_four::{ConnectFour, OpenFours};
use serde_json::json;

const GAME: &str = "connect-four";

fn program<const N: usize>(words: [&str; N]) -> Command {
    let mut command = Command::new(program_named(GAME));
    command.args(words);
    command
}

#[test]
fn the_game_conforms() {
    let battery = Battery::new(ConnectFour::default()).evaluator(OpenFours);
    let (_, other) = ConnectFour::read("...R.../...YY../...YRR./..RYYR./..YRRY./..YYRRY").unwrap();
    battery.from(other).games(60).run_all();
}

/// The numbers of lines are known from elsewhere.
#[test]
fn the_numbers_of_lines_are_right() {
    let game = ConnectFour::default();
    let counts = [1, 4, 6, 7, 8].map(|depth| perft(&game, &game.start(), depth));
    assert_eq!(counts, [7, 2_401, 117_649, 823_536, 5_673_234]);
}

#[test]
fn fours_win_in_every_direction_and_do_not_reach_round_the_board() {
    let outcome = |text: &str| {
        let (game, position) = ConnectFour::read(text).unwrap();
        game.outcome(&position)
    };
    let yellow = Some(Outcome::Win(Side::First));
    assert_eq!(outcome("......./......./......./......./RRR..../YYYY..."), yellow);
    assert_eq!(outcome("......./......./Y....../Y....../YR...../YRR...."), yellow);
    assert_eq!(outcome("......./......./...Y.../..YR.../.YYR.../YRRRY.."), yellow);
    assert_eq!(outcome("......./......./Y....../RY...../RYY..../YRRY..R"), yellow);
    // Two at the right end and two at the left end of the next row.
    assert_eq!(outcome("......./......./......./......./RR...YY/YY...RR"), None);
}

#[test]
fn texts_that_cannot_be_are_refused_by_kind() {
    let kind = |text: &str| ConnectFour::read(text).unwrap_err().kind();
    assert_eq!(kind(""), "Board");
    assert_eq!(kind("......./......./......."), "Board");
    assert_eq!(kind("......./......./....../......./......./......."), "RowLength");
    assert_eq!(kind("......./......./......./......./......./X......"), "Disc");
    assert_eq!(kind("......./......./......./......./Y....../......."), "Floating");
    assert_eq!(kind("......./......./......./......./......./R......"), "DiscCount");
    assert_eq!(kind("......./......./......./......./RRRR.../YYYY.R."), "DiscCount");
    assert_eq!(kind("......./......./......./......./RRR..../YYYYR.."), "PlayedOn");
}

#[test]
fn the_command_line_has_the_game_and_nothing_that_needs_another() {
    let help = program(["--help"]).done();
    for absent in ["grade", "maze", "repl", "table", "kb", "puzzles"] {
        let line = format!("\n  {absent} ");
        assert!(!help.contains(&line), "{absent} needs a game that is not here:\n{help}");
    }
    let help = program(["play", "--help"]).done();
    assert!(help.contains("--grid"), "{help}");
    assert!(!help.contains("--heaps") && !help.contains("--maze"), "{help}");
    let moves = program(["moves", GAME, "--grid", "6x5", "--moves", "c c c c c"]).done();
    assert_eq!(moves.split_whitespace().collect::<Vec<_>>(), ["d", "b", "e", "a", "f"]);
    let refused = program(["moves", GAME, "--grid", "9x9"]).refused(2);
    assert!(refused.contains("--grid is one of 7x6, 6x5, 8x7, not \"9x9\""), "{refused}");
    let best = program(["best", GAME, "--moves", "d a d a d b", "--depth", "4"]).done();
    assert!(best.contains(" d"), "a win in one:\n{best}");
    let solved = program(["solve", GAME, "--moves", "d a d a d b"]).done();
    assert!(solved.starts_with("win"), "{solved}");
    program(["perft", GAME, "--depth", "4"]).done();
    program(["eval", GAME, "--explain"]).done();
    program(["tree", GAME, "--depth", "2"]).done();
    program(["players"]).done();
    program(["bench", GAME]).done();
}

#[test]
fn the_terminal_plays_it() {
    let output = program(["play", GAME, "--line", "--p2", "random:seed=1"]).output_on("d\nd\nq\n");
    let shown = text(&output.stdout);
    assert!(shown.contains("red plays") && shown.contains('Y'), "{shown}");
    let output = program(["choose", "--line"]).output_on("1\n6x5\n3\nc\nq\n");
    let shown = text(&output.stdout);
    assert!(shown.contains("Connect Four: drop discs") && shown.contains("grid: 7x6"), "{shown}");
}

#[test]
fn it_speaks_ugi_and_its_check_finds_nothing() {
    let lines =
        "ugi\nsetoption name Grid value 6x5\nposition startpos moves c\nquery legal\nquit\n";
    let spoken = text(&program(["ugi"]).output_on(lines).stdout);
    assert!(spoken.contains("option name Game type combo default connect-four"), "{spoken}");
    assert!(
        spoken.contains("response d b c e a f") || spoken.contains("response c d b e a f"),
        "{spoken}"
    );
    let own = format!("{} ugi", program_named(GAME).display());
    let checked = program(["ugi", "--check", &own]).done();
    assert!(checked.contains(GAME), "{checked}");
}

#[test]
fn matches_and_contests_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let score =
        program(["match", GAME, "minimax:depth=3", "random", "--pairs", "4", "--seed", "1"]);
    let mut score = score;
    let score = score.done();
    assert!(score.contains("minimax:depth=3"), "{score}");
    let file = folder.path().join("contest.toml");
    let contest = "game = \"connect-four\"\nformat = \"round-robin\"\npairs = 1\nseed = 1\n\n\
        [[entry]]\nname = \"deep\"\nplayer = \"minimax:depth=3\"\n\n\
        [[entry]]\nname = \"shallow\"\nplayer = \"minimax:depth=1\"\n\n\
        [[entry]]\nname = \"luck\"\nplayer = \"random:seed=3\"\n";
    fs::write(&file, contest).unwrap();
    let table = program(["contest"]).arg(&file).current_dir(folder.path()).done();
    assert!(table.contains("deep") && table.contains("luck"), "{table}");
}

/// What the page is told about the game is all it needs: words, board and parameter.
#[test]
fn the_page_is_told_its_words() {
    let server = Server::start_named(GAME);
    let mut client = Client::connect(&server);
    let info = client.ask("welcome", json!({}));
    let game = &info["games"][0];
    assert_eq!(info["games"].as_array().map(Vec::len), Some(1));
    // The lesson about games that are files needs no game of the program.
    assert_eq!(info["lessons"], json!(["invent"]));
    assert_eq!(game["title"], "Connect Four");
    assert_eq!(game["texts"]["en"]["instruct.drop"], "choose a column for your disc");
    assert_eq!(game["parameters"][0]["values"], json!(["7x6", "6x5", "8x7"]));
    assert_eq!([&game["edited"], &game["puzzles"], &game["facts"]], [false; 3]);
    let settings = json!({ "game": GAME, "settings": { "grid": "8x7" } });
    let created = client.ask("create", settings);
    assert_eq!(created["game"]["scene"]["columns"].as_array().map(Vec::len), Some(8));
    let refused = client.refused("create", json!({ "game": GAME, "settings": { "grid": "2x2" } }));
    assert_eq!(refused["kind"], "Choice");
}

/// CONTRIBUTING.md says how many lines of code a game is.
#[test]
fn the_guide_has_the_numbers_of_lines() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let guide = fs::read_to_string(format!("{root}/CONTRIBUTING.md")).unwrap();
    let lines_of = |name: &str| {
        let file = fs::read_to_string(format!("{}/src/{name}", env!("CARGO_MANIFEST_DIR")));
        let text = file.unwrap();
        let lines = text.lines().map(str::trim);
        lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
    };
    let files = ["rules.rs", "notation.rs", "scene.rs", "eval.rs", "about.rs", "lib.rs", "main.rs"];
    let counts = files.map(lines_of);
    for (name, count) in files.into_iter().zip(counts) {
        let row = format!("| `{name}` | {count} |");
        assert!(guide.contains(&row), "CONTRIBUTING.md should have: {row}");
    }
    let all: usize = counts.iter().sum();
    let beyond: usize = counts[2..].iter().sum();
    for said in [format!("has {all} lines"), format!("these are {beyond} lines")] {
        assert!(guide.contains(&said), "CONTRIBUTING.md should say: {said}");
    }
}
