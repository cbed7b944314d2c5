//! One grammar of players: the same texts work in play, matches, contests, ladders and on the
//! server.

use std::fs;
use std::process::Output;

use agon_testing::{Client, Run as _, Server, program, text};
use serde_json::json;

/// Players that work everywhere, and how they are shown.
const EVERYWHERE: [(&str, &str); 8] = [
    ("engine:level=2", "level:2"),
    ("engine:level=2,seed=3", "level:2,seed=3"),
    ("level:2", "level:2"),
    ("minimax", "minimax:depth=3"),
    ("minimax:depth=1", "minimax:depth=1"),
    ("random:seed=7", "random:seed=7"),
    ("engine:nodes=50,hash=1", "engine:nodes=50,hash=1"),
    ("perfect", "perfect"),
];

fn agon(folder: &std::path::Path, arguments: &[&str], input: &str) -> Output {
    agon_testing::agon(arguments).current_dir(folder).output_on(input)
}

#[test]
fn the_terminal_takes_every_player() {
    let here = tempfile::tempdir().unwrap();
    for (player, shown) in EVERYWHERE {
        let output =
            agon(here.path(), &["play", "tictactoe", "--p2", player], "a\na\n11\nposition\nq\n");
        let said = text(&output.stdout);
        assert!(output.status.success(), "{player}: {}", text(&output.stderr));
        assert!(said.contains(&format!("O is now played by: {shown}\n")), "{player}: {said}");
        assert!(said.contains("O plays "), "{player}: {said}");
    }
}

#[test]
fn the_keys_of_santorini_are_those_of_its_assignment() {
    let typed = "@00,11\n@22,33\na\n+\n-\n-\n11-12-13\nz\ny\na\nq\n";
    let here = tempfile::tempdir().unwrap();
    let play = |arguments: &[&str], typed| text(&agon(here.path(), arguments, typed).stdout);
    let said = play(&["play", "santorini", "--p2", "person"], typed);
    let told: Vec<&str> =
        said.lines().filter(|line| line.contains("ahead") || line.contains(" now ")).collect();
    assert_eq!(
        told,
        [
            "red is now played by: minimax:depth=3",
            "red looks 4 plies ahead",
            "red looks 3 plies ahead",
            "red looks 2 plies ahead",
            "red is now played by: person",
        ]
    );
    // Undo takes back the move and the reply, and redo makes both again.
    let moves: Vec<&str> = said.lines().filter(|line| line.starts_with("red plays ")).collect();
    assert_eq!(moves.len(), 1, "{said}");
    let named = play(&["play", "santorini"], "@00,11\n+\na\na\nq\n");
    assert!(named.contains("red looks 4 plies ahead\nred is now played by: person\n"), "{named}");
    assert!(named.contains("red is now played by: minimax:depth=4\n"), "{named}");
}

#[test]
fn every_game_is_played_as_its_assignment_has_it() {
    let here = tempfile::tempdir().unwrap();
    for entry in agon_arena::games() {
        let assignment = entry.assignment.unwrap();
        let asked = ["play", entry.name, "--assignment"];
        let output = agon(here.path(), &asked, "a\na\nq\n");
        let (said, notices) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{notices}");
        assert!(notices.contains(assignment.about), "{notices}");
        let other = entry.sides[1];
        let [person, opponent] = ["person", assignment.opponent]
            .map(|player| format!("{other} is now played by: {player}\n"));
        assert!(said.contains(&format!("{person}{opponent}")), "{}: {said}", entry.name);
        // The same from the menu, and no second opponent beside it.
        let place = agon_arena::games().iter().position(|it| it.name == entry.name).unwrap() + 1;
        let size = if entry.name == "byte" { "8\n" } else { "" };
        let said = agon(here.path(), &["choose"], &format!("{place}\n{size}5\na\na\nq\n"));
        assert!(text(&said.stdout).contains(&opponent), "{}", text(&said.stdout));
        let both = agon(here.path(), &[&asked[..], &["--p2", "person"]].concat(), "");
        assert_eq!(both.status.code(), Some(2));
    }
}

#[test]
fn a_match_takes_every_player() {
    let here = tempfile::tempdir().unwrap();
    for (player, shown) in EVERYWHERE {
        let match_ = ["match", "tictactoe", player, "random", "--pairs", "1"];
        let output = agon(here.path(), &[&match_[..], &["--records", "games.txt"]].concat(), "");
        assert!(output.status.success(), "{player}: {}", text(&output.stderr));
        let records = fs::read_to_string(here.path().join("games.txt")).unwrap();
        assert!(records.contains(&format!("[P1 \"{shown}\"]")), "{player}: {records}");
    }
}

#[test]
fn a_contest_takes_every_player() {
    let here = tempfile::tempdir().unwrap();
    let mut file = String::from("game = \"tictactoe\"\nformat = \"gauntlet\"\n");
    for (number, (player, _)) in EVERYWHERE.iter().enumerate() {
        file += &format!("[[entry]]\nname = \"e{number}\"\nplayer = '{player}'\n");
    }
    fs::write(here.path().join("c.toml"), file).unwrap();
    let output = agon(here.path(), &["contest", "c.toml", "--json"], "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    for (_, shown) in EVERYWHERE {
        assert!(said.contains(&format!("\"player\":\"{shown}\"")), "{shown}: {said}");
    }
}

#[test]
fn a_ladder_takes_every_player() {
    let here = tempfile::tempdir().unwrap();
    let players: Vec<&str> = EVERYWHERE.iter().map(|(player, _)| *player).collect();
    let ladder = ["maze", "ladder", "--boards", "1", "--size", "3", "--loot", "1", "--plies", "4"];
    let all = players.join(" ");
    let output = agon(here.path(), &[&ladder[..], &["--json", "--players", &all]].concat(), "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).lines().count(), players.len().pow(2));
    for unrepeatable in ["engine:movetime=5", "engine:nodes=50,threads=2"] {
        let output = agon(here.path(), &[&ladder[..], &["--players", unrepeatable]].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{unrepeatable}");
        assert!(text(&output.stderr).contains("games of a ladder are repeatable"));
    }
}

#[test]
fn a_ladder_is_split_on_the_spaces_outside_of_quotes() {
    let here = tempfile::tempdir().unwrap();
    let rules = "game theseus. value(me, 1) :- to_move(me).";
    std::fs::write(here.path().join("my own.rules"), rules).unwrap();
    let players = "random minimax:depth=1,eval=\"my own.rules\"";
    let ladder = ["maze", "ladder", "--boards", "1", "--size", "3", "--loot", "1", "--plies", "4"];
    let output = agon(here.path(), &[&ladder[..], &["--json", "--players", players]].concat(), "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).lines().count(), 4);
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_is_refused_if_an_engine_has_no_memory() {
    let here = tempfile::tempdir().unwrap();
    let players = ["engine:depth=2,hash=65536", "random"];
    let output = std::process::Command::new("sh")
        .args(["-c", "ulimit -v 8000000; exec \"$0\" \"$@\""])
        .arg(program())
        .args(["match", "tictactoe", players[0], players[1], "--pairs", "1"])
        .current_dir(here.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(told.contains("A cannot play: not enough memory"), "{told}");
}

#[test]
fn the_page_takes_every_player_and_bounds_what_it_may_use() {
    let server = Server::start();
    let mut page = Client::connect(&server);
    for (player, shown) in EVERYWHERE {
        let game = page.create("tictactoe", ["person", player]);
        assert_eq!(page.open(&game)["seats"], json!(["person", shown]), "{player}");
        page.ask("move", json!({ "game": game, "mv": "11", "ply": 0 }));
        page.wait_for(&game, |shown| shown["ply"] == 2);
    }
    let game = page.create("santorini", ["person", "person"]);
    for (player, kind) in [
        ("engine:nodes=5,hash=65", "TooMuchHere"),
        ("engine:nodes=5,threads=256", "TooMuchHere"),
        ("engine:nodes=5,threads=0", "Number"),
        ("ugi:./bot", "Program"),
        ("minimax:eval=program:./mine", "NoProgramsHere"),
        ("minimax:eval=\"program:sh -c 'exit 1'\"", "NoProgramsHere"),
        ("engine", "NoLimit"),
    ] {
        let refused = page.refused("seat", json!({ "game": game, "side": "p2", "seat": player }));
        assert_eq!(refused["kind"], kind, "{player}");
    }
}

#[cfg(unix)]
#[test]
fn the_page_uses_the_evaluation_programs_that_the_server_offers_and_no_others() {
    let script = |text: &str| format!("/bin/sh -c '{text}'");
    let zero = format!("zero={}", script("while read -r line; do echo 0; done"));
    let broken = format!("broken={}", script("while read -r line; do echo high; done"));
    let arguments = ["--evaluator", &zero, "--evaluator", &broken].map(std::path::PathBuf::from);
    let server = Server::start_with(&arguments);
    let mut page = Client::connect(&server);
    let offered = page.ask("welcome", json!({}));
    assert!(offered.to_string().contains("\"lines\",\"zero\",\"broken\""), "{offered}");
    let game = page.create("tictactoe", ["person", "minimax:depth=2,eval=zero"]);
    page.ask("move", json!({ "game": game, "mv": "11", "ply": 0 }));
    page.wait_for(&game, |shown| shown["ply"] == 2);
    let tree = json!({ "game": game, "depth": 1, "pruning": true, "top": 3, "eval": "broken" });
    let refused = page.refused("tree", tree);
    assert_eq!(refused["kind"], "EvaluationFailed", "{refused}");
    assert!(refused["text"].as_str().unwrap().contains("a whole number would be right"));
    let seat = json!({ "game": game, "side": "p2", "seat": "minimax:eval=program:./mine" });
    assert_eq!(page.refused("seat", seat)["kind"], "NoProgramsHere");
}

#[test]
fn a_program_is_refused_where_it_cannot_play_and_the_error_says_where_it_can() {
    let here = tempfile::tempdir().unwrap();
    for arguments in [
        vec!["play", "tictactoe", "--p2", "ugi:./bot"],
        vec!["maze", "ladder", "--players", "ugi:./bot"],
    ] {
        let output = agon(here.path(), &arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let words = text(&output.stderr);
        assert!(words.contains("agon match and agon contest only"), "{arguments:?}: {words}");
    }
}

#[test]
fn a_search_on_several_threads_finds_a_move_in_play_and_in_matches() {
    let here = tempfile::tempdir().unwrap();
    let player = "engine:nodes=2000,hash=2,threads=2";
    let output = agon(here.path(), &["play", "santorini", "--p2", player], "@11,33\nq\n");
    assert!(text(&output.stdout).contains("red plays "), "{}", text(&output.stderr));
    let output = agon(
        here.path(),
        &["match", "tictactoe", player, "random", "--pairs", "1", "--openings", "none"],
        "",
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn a_program_may_have_a_name_and_commas_in_its_command() {
    let here = tempfile::tempdir().unwrap();
    let agon_ugi = format!("{} ugi", program().display());
    let named = format!("ugi:\"{agon_ugi}\",name=Bot");
    let arguments = ["match", "nim", &named, "random", "--pairs", "1", "--nodes", "50"];
    let output = agon(here.path(), &[&arguments[..], &["--records", "games.txt"]].concat(), "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let records = fs::read_to_string(here.path().join("games.txt")).unwrap();
    assert!(
        records.contains("[P1 \"Bot\"]") && records.contains("[Reason \"rules\"]"),
        "{records}"
    );
    let wrong = ["match", "nim", "ugi:\"./gone -x, y\",name=Bot", "random", "--nodes", "50"];
    let output = agon(here.path(), &wrong, "");
    assert!(text(&output.stderr).contains("\"./gone\""), "{}", text(&output.stderr));
}

#[test]
fn the_help_is_the_same_as_a_topic_and_as_a_command() {
    let here = tempfile::tempdir().unwrap();
    let command = agon(here.path(), &["players"], "");
    let topic = agon(here.path(), &["help", "players"], "");
    assert!(command.status.success() && topic.status.success());
    let lines = text(&command.stdout);
    let topic = text(&topic.stdout);
    for line in lines.lines() {
        assert!(topic.contains(line), "{line} is not in {topic}");
    }
    for help in [["play", "--help"], ["match", "--help"]] {
        let said = text(&agon(here.path(), &help, "").stdout);
        // Help is wrapped, perhaps in the middle of this.
        let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("agon help players"), "{said}");
    }
}
