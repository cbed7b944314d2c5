//! The contest of a class: a folder of hand-ins, some of which are broken, late or changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use agon_testing::{agon, text};
use rusqlite::Connection;
use tempfile::TempDir;

const CLASS: &str = "\
game = \"santorini\"
format = \"round-robin\"
depth = 1
entries = \"hand-ins/*\"
";

/// A rule file that gives points for height and for the middle.
fn rules(weight: u32) -> String {
    format!(
        "game santorini.\n% how high\nvalue(P, {weight} * H) :- pawn(C, P), height(C, H).\n\
         value(P, -5 * D) :- pawn(C, P), middle(C, D).\n"
    )
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A class with these hand-ins: names and rule files.
fn class(head: &str, hand_ins: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "class/c.toml", head);
    for (name, text) in hand_ins {
        write(folder.path(), &format!("class/hand-ins/{name}"), text);
    }
    folder
}

/// Runs the contest from the parent folder: paths are relative to the contest file.
fn play(folder: &Path, more: &[&str]) -> Output {
    agon(["contest", "class/c.toml"]).args(more).current_dir(folder).output().unwrap()
}

/// Standard output and standard error of a contest that must succeed.
fn played(folder: &Path, more: &[&str]) -> (String, String) {
    let output = play(folder, more);
    assert!(output.status.success(), "{}", text(&output.stderr));
    (text(&output.stdout), text(&output.stderr))
}

/// The games of the archive by players, without what differs from run to run.
fn games(folder: &Path) -> BTreeMap<String, String> {
    let connection = Connection::open(folder.join("class/c.games")).unwrap();
    let mut statement = connection.prepare("SELECT record FROM game").unwrap();
    let rows = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let key = |record: &str| {
        let tag = |name: &str| {
            let line = record.lines().find(|line| line.starts_with(name)).unwrap();
            line.split('"').nth(1).unwrap().to_string()
        };
        format!("{} {}", tag("[P1 "), tag("[P2 "))
    };
    let moves = |record: &str| {
        let text = record.split("\n\n").nth(1).unwrap();
        // Without the comments on moves, which contain times.
        let parts = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
        parts.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    };
    rows.map(|record| record.unwrap()).map(|record| (key(&record), moves(&record))).collect()
}

#[test]
fn hand_ins_of_a_folder_play_and_all_broken_ones_are_told_at_once() {
    let folder = class(
        CLASS,
        &[
            ("ann.rules", &rules(1)),
            ("bob.rules", "game santorini.\nvalue(me, hight).\n"),
            ("cleo.rules", "game nim.\nvalue(me, 1).\n"),
            ("dora.rules", &rules(3)),
            ("emil/notes.txt", "not yet"),
        ],
    );
    let refused = play(folder.path(), &[]);
    let told = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1));
    for part in
        ["hand-ins/bob.rules:2", "hand-ins/cleo.rules:1", "hand-ins/emil: has no file of Haskell"]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(told.contains("3 of 5 entries cannot play: bob, cleo, emil; --skip-broken"), "{told}");
    assert!(!folder.path().join("class/c.games").exists());
    let (out, told) = played(folder.path(), &["--skip-broken"]);
    assert!(told.contains("bob is left out") && told.contains("emil is left out"), "{told}");
    assert!(out.contains("ann") && out.contains("dora") && !out.contains("bob"), "{out}");
    assert_eq!(games(folder.path()).len(), 2);
    assert!(folder.path().join("class/c.html").exists());
}

#[test]
fn a_broken_entry_loses_its_games_if_the_file_says_so_and_plays_them_when_it_is_repaired() {
    let head = format!("{CLASS}broken = \"walkover\"\n");
    let folder = class(
        &head,
        &[
            ("ann.rules", &rules(1)),
            ("bob.rules", "game santorini.\nvalue(me, hight).\n"),
            ("cleo.rules", &rules(3)),
        ],
    );
    let (out, told) = played(folder.path(), &[]);
    assert!(told.contains("bob loses its games without play"), "{told}");
    assert!(out.contains("bob forfeited 4 of 4 games; the first: could not play"), "{out}");
    let before = games(folder.path());
    write(folder.path(), "class/hand-ins/bob.rules", &rules(2));
    let (out, told) = played(folder.path(), &[]);
    assert!(told.contains("2 games stay, 4 games no longer count"), "{told}");
    assert!(!out.contains("forfeited"), "{out}");
    let after = games(folder.path());
    assert_eq!((before.len(), after.len()), (6, 6));
    for (players, moves) in &after {
        assert_eq!(before[players] == *moves, !players.contains("bob"), "{players}");
    }
}

#[test]
fn of_two_broken_entries_both_lose() {
    let head = format!("{CLASS}broken = \"walkover\"\n");
    let broken = "game santorini.\nvalue(me, hight).\n";
    let folder = class(
        &head,
        &[
            ("ann.rules", &rules(1)),
            ("bob.rules", broken),
            ("cleo.rules", &rules(3)),
            ("dora.rules", broken),
        ],
    );
    let (out, _) = played(folder.path(), &["--csv", "csv"]);
    assert!(out.contains("bob forfeited 6 of 6 games; the first: could not play"), "{out}");
    let standings = fs::read_to_string(folder.path().join("csv/standings.csv")).unwrap();
    for name in ["bob", "dora"] {
        let row = standings.lines().find(|line| line.split(',').nth(1) == Some(name)).unwrap();
        assert!(row.contains(&format!(",{name},0,0,0,6,6,")), "{row}");
    }
    let listed = fs::read_to_string(folder.path().join("csv/games.csv")).unwrap();
    assert_eq!(listed.matches(",0-0,neither could play,").count(), 2, "{listed}");
    // The contest is over: nothing is played a second time.
    let (again, _) = played(folder.path(), &[]);
    assert_eq!(again, out);
}

#[test]
fn a_late_or_changed_entry_plays_only_the_games_that_are_missing() {
    let folder = class(CLASS, &[("bob.rules", &rules(2)), ("cleo.rules", &rules(3))]);
    let path = folder.path();
    played(path, &[]);
    let first = games(path);
    write(path, "class/hand-ins/ann.rules", &rules(1));
    let (_, told) = played(path, &[]);
    assert!(told.contains("new: ann; 2 games stay"), "{told}");
    assert!(told.contains("resuming: 2 games were played before"), "{told}");
    let second = games(path);
    assert_eq!((first.len(), second.len()), (2, 6));
    // The same result as if all had been there from the start.
    let hand_ins = [("ann.rules", 1), ("bob.rules", 2), ("cleo.rules", 3)];
    let hand_ins = hand_ins.map(|(name, weight)| (name, rules(weight)));
    let in_time = class(CLASS, &hand_ins.each_ref().map(|(name, text)| (*name, text.as_str())));
    let (all, _) = played(in_time.path(), &[]);
    assert_eq!(games(in_time.path()), second);
    assert_eq!(played(path, &[]).0, all);
    // A comment changes nothing.
    let commented = rules(2).replace("% how high", "% better now");
    write(path, "class/hand-ins/bob.rules", &commented);
    let (_, told) = played(path, &[]);
    assert!(!told.contains("changed") && told.contains("resuming: 6 games"), "{told}");
    // Bob plays again. The games between the others stay.
    write(path, "class/hand-ins/bob.rules", "game santorini.\nvalue(me, 0).\n");
    let (_, told) = played(path, &[]);
    assert!(
        told.contains("changed: bob (other rules); 2 games stay, 4 games no longer count"),
        "{told}"
    );
    assert_eq!(games(path)["ann cleo"], second["ann cleo"]);
    // The old hand-in has played its games already.
    write(path, "class/hand-ins/bob.rules", &rules(2));
    let (_, told) = played(path, &[]);
    assert!(told.contains("6 games stay, 4 games no longer count"), "{told}");
    assert_eq!(games(path), second);
    fs::remove_file(path.join("class/hand-ins/cleo.rules")).unwrap();
    let (_, told) = played(path, &[]);
    assert!(told.contains("no longer there: cleo; 2 games stay"), "{told}");
    // Longer pairings keep the games that were played.
    let longer = format!("pairs = 2\nopenings = \"none\"\n{CLASS}");
    write(path, "class/c.toml", &longer);
    let (_, told) = played(path, &[]);
    assert!(told.contains("the number of games has changed; 2 games stay"), "{told}");
}

#[test]
#[cfg(unix)]
fn programs_are_run_by_folder_and_a_changed_module_is_noticed() {
    let head = CLASS.replace("santorini", "tictactoe") + "player = \"ugi:/bin/sh {}/play.sh\"\n";
    let script = fs::read_to_string(agon_testing::engines::script()).unwrap();
    let folder = class(
        &head,
        &[("ann/play.sh", &script), ("ann/lib/module.sh", "# one"), ("bob b/play.sh", &script)],
    );
    let path = folder.path();
    let (out, _) = played(path, &[]);
    assert!(out.contains("bob b"), "{out}");
    assert!(out.contains("no game was decided by play: all 2 were forfeited"), "{out}");
    write(path, "class/hand-ins/ann/lib/module.sh", "# two");
    let (_, told) = played(path, &[]);
    assert!(told.contains("changed: ann (another lib/module.sh)"), "{told}");
}

#[test]
fn wrong_patterns_and_names_are_told_with_their_line() {
    let two = [("ann.rules", "game santorini.\nvalue(me, 1).\n"), ("bob.rules", "")];
    let cases = [
        ("entries = \"gone/*\"", "gone/* finds no files"),
        ("entries = \"**\"", "a pattern has no **"),
        ("entries = 3", "entries is a text in quotes, or a list of such texts"),
        ("entries = [\"hand-ins/*\", \"hand-ins/ann*\"]", "would both be named ann"),
        ("player = \"random {}\"", "player means nothing here without entries"),
        ("entries = \"hand-ins/*\"\nplayer = \"random\"", "player has no {}"),
        ("entries = \"hand-ins/*\"\nbroken = \"maybe\"", "broken is one of \"refuse\", \"skip\""),
        ("entries = \"hand-ins/*\"\nbonus = [5, -3]", "bonus is a list of 1 to 1000 whole numbers"),
        ("entries = \"hand-ins/ann*\"", "a contest needs two who take part"),
    ];
    for (line, expected) in cases {
        let head = format!("game = \"santorini\"\nformat = \"round-robin\"\n{line}\n");
        let folder = class(&head, &two);
        let output = play(folder.path(), &[]);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}: {told}");
        assert!(told.contains(expected) && told.contains("c.toml:"), "{line}: {told}");
    }
}
