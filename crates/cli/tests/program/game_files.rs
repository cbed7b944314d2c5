//! Games whose rules are a file, wherever a game is named.

use std::fs;
use std::path::Path;

use agon_testing::{Run as _, agon};

/// Tic-tac-toe in which a line loses, in a file of one's own.
const OWN: &str =
    "game mine.\ninclude \"tictactoe.game\".\noverride wins(P) :- line(Q), other(P, Q).\n";

fn own(folder: &Path) -> String {
    let path = folder.join("my.game");
    fs::write(&path, OWN).unwrap();
    path.to_str().unwrap().to_string()
}

fn run(arguments: &[&str]) -> String {
    agon(arguments).output_with(0)
}

#[test]
fn a_file_is_a_game_in_commands() {
    let folder = tempfile::tempdir().unwrap();
    let mine = own(folder.path());
    let mine = mine.as_str();
    assert!(run(&["perft", mine, "--depth", "3"]).contains("504"));
    assert!(run(&["perft", "santorini.game", "--depth", "1"]).contains("300"));
    assert_eq!(run(&["moves", mine]).lines().count(), run(&["moves", "tictactoe"]).lines().count());
    assert!(run(&["best", mine, "--depth", "3"]).contains("bestmove"));
    assert!(run(&["eval", mine]).contains('0'));
    assert!(run(&["tree", mine, "--depth", "1"]).contains("00"));
    assert!(
        run(&["match", mine, "random", "random", "--pairs", "1", "--seed", "1"]).contains("random")
    );
    // Normal-play NIM of 3, 5 and 7 is won by the side that begins, and so is the usual game.
    for game in ["nim.game", "normal_nim.game"] {
        assert!(run(&["solve", game]).contains("win"), "{game}");
    }
    assert!(run(&["solve", mine]).contains("draw"));
}

#[test]
fn small_games_have_a_knowledge_base() {
    let folder = tempfile::tempdir().unwrap();
    let mine = own(folder.path());
    let base = folder.path().join("mine.kb");
    let base = base.to_str().unwrap();
    run(&["kb", &mine, "build", base]);
    assert_eq!(run(&["kb", &mine, "list", base]).lines().count(), 5_478);
    // The base of other rules is refused.
    let message = agon(["kb", "tictactoe.game", "list", base]).output().unwrap();
    assert!(!message.status.success());
}

#[test]
fn a_wrong_file_is_refused_at_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.game");
    fs::write(&path, OWN.replace("line(Q)", "lime(Q)")).unwrap();
    let output = agon(["perft", path.to_str().unwrap(), "--depth", "1"]).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("lime") && message.contains(":3:"), "{message}");
    let output = agon(["perft", "nothing.game", "--depth", "1"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no file"));
}

/// What `agon perft` says of a file that it refuses.
fn refusal(path: &Path) -> String {
    let output = agon(["perft", path.to_str().unwrap(), "--depth", "1"]).output().unwrap();
    assert!(!output.status.success(), "{}", path.display());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn what_is_no_file_of_the_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("folder.game")).unwrap();
    assert!(refusal(&at("folder.game")).contains("is not a file"));
    fs::write(at("large.game"), vec![b'%'; 10 << 20]).unwrap();
    assert!(refusal(&at("large.game")).contains("is larger than 65536 bytes"));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/dev/zero", at("zero.game")).unwrap();
        assert!(refusal(&at("zero.game")).contains("is not a file"));
    }
    for name in ["../other.game", "/etc/passwd", "a/b.game", "", ".", "zero.game"] {
        fs::write(at("own.game"), format!("game g.\ninclude \"{name}\".\n")).unwrap();
        let message = refusal(&at("own.game"));
        assert!(message.contains("cannot include") && message.contains(":2:"), "{message}");
        assert!(!message.contains("error: error"), "{message}");
    }
}

#[test]
fn people_are_told_why_a_move_is_legal_or_not_and_why_the_game_is_over() {
    let moves = "00\n00\nwhy 11\nwhy 00\nwhy\n10\n01\n11\n02\nq\n";
    let arguments = ["play", "tictactoe.game", "--line", "--p1", "person", "--p2", "person"];
    let output = agon(arguments).output_on(moves);
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    for wanted in [
        "00 is not legal: place(00) needs `not mark(S, _)` (tictactoe.game:10), but mark(00) = x",
        "place(11) (tictactoe.game:10): not mark(11, _)",
        "write a move behind it: why MOVE",
        "the game is over: wins(x) (tictactoe.game:18), since on(row, 0, 00), mark(00) = x",
    ] {
        assert!(output.contains(wanted), "{wanted} in {output}");
    }
}
