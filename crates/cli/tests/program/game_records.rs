//! Records, archives and engines of games whose rules are a file.

use std::fs;

use agon_testing::{Run as _, agon};

const OWN: &str =
    "game mine.\ninclude \"tictactoe.game\".\noverride wins(P) :- line(Q), other(P, Q).\n";

#[test]
fn a_record_opens_where_the_file_is_not_and_a_change_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (mine, archive, records) = (path("my.game"), path("a.games"), path("r.txt"));
    fs::write(&mine, OWN).unwrap();
    let play = [
        "match",
        &mine,
        "random:seed=1",
        "random:seed=2",
        "--pairs",
        "2",
        "--archive",
        &archive,
        "--records",
        &records,
        "--seed",
        "1",
    ];
    agon(play).output_with(0);
    fs::remove_file(&mine).unwrap();
    for file in [&records, &archive] {
        let table = agon(["replay", file]).output_with(0);
        assert!(table.contains("my.game") && table.lines().count() == 4, "{table}");
        let lines = agon(["replay", file, "--format", "json"]).output_with(0);
        assert!(lines.contains("\"files\"") && lines.contains("override wins"), "{lines}");
        let json = path("r.jsonl");
        fs::write(&json, &lines).unwrap();
        let again = agon(["replay", &json, "--format", "records"]).output_with(0);
        let text = agon(["replay", file, "--format", "records"]).output_with(0);
        assert_eq!(again, text);
        assert!(!text.contains(folder.path().to_str().unwrap()), "no path of this machine: {text}");
        fs::write(&json, lines.replace("other(P, Q)", "P = Q")).unwrap();
        let refused = agon(["replay", &json]).output().unwrap();
        assert!(String::from_utf8_lossy(&refused.stderr).contains("were changed"));
    }
    let analysed = agon(["analyse", &records, "--nodes", "200"]).output_with(0);
    assert!(analysed.contains("my.game"), "{analysed}");
    // The archive goes on with the same file from elsewhere, and with no other.
    fs::create_dir(folder.path().join("moved")).unwrap();
    let moved = path("moved/my.game");
    let again: Vec<&str> =
        play.iter().map(|&it| if it == mine { moved.as_str() } else { it }).collect();
    fs::write(&moved, OWN).unwrap();
    agon(&again).output_with(0);
    fs::write(&moved, OWN.replace("line(Q)", "line(P)")).unwrap();
    let refused = agon(&again).output().unwrap();
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("other settings"));
}

#[test]
fn engines_play_a_game_by_file() {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("my.game");
    fs::write(&mine, OWN).unwrap();
    let mine = mine.to_str().unwrap();
    let binary = env!("CARGO_BIN_EXE_agon");
    let engine = format!("ugi:{binary} ugi --game {mine}");
    let played =
        ["match", mine, &engine, "random", "--pairs", "1", "--nodes", "200", "--seed", "1"];
    let output = agon(played).output_with(0);
    assert!(!output.contains("not offer"), "{output}");
    // An engine that was not allowed the file forfeits, and that is said.
    let engine = format!("ugi:{binary} ugi");
    let played =
        ["match", mine, &engine, "random", "--pairs", "1", "--nodes", "200", "--seed", "1"];
    let output = agon(played).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("my.game"), "{text}");
}
