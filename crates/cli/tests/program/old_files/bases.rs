//! Knowledge bases.

use std::fs;

use super::Files;

#[test]
fn a_base_of_nim_knows_what_it_knew() {
    let files = Files::copy();
    let list = files.done("", &["kb", "nim", "list", "nim.kb"]);
    assert_eq!(list.lines().count(), 251);
    assert!(list.starts_with("inKB([3,5,7],win).\n"), "the newest comes first: {list}");
    assert!(list.ends_with("\ninKB([1],lose).\ninKB([],win).\n"), "{list}");
    for (heaps, value) in
        [("3,5,7", "win in 14\n"), ("2,4", "win in 4\n"), ("1,1,1", "lose in 3\n")]
    {
        assert_eq!(files.done("", &["kb", "nim", "get", "nim.kb", "--heaps", heaps]), value);
    }
}

#[test]
fn a_base_of_tictactoe_is_loaded_saved_and_stays_the_same() {
    let files = Files::copy();
    let load = ["kb", "tictactoe", "load", "tictactoe.kb", "--data", "data"];
    assert_eq!(files.done("", &load), "5478 positions\n");
    let moves = ["kb", "tictactoe", "get", "tictactoe.kb", "--moves", "00 11 01 12"];
    assert_eq!(files.done("", &moves), "win in 1\n");
    files.done("", &["kb", "tictactoe", "save", "again.kb", "--data", "data"]);
    let bytes = |name: &str| fs::read(files.path(name)).unwrap();
    assert!(bytes("again.kb") == bytes("tictactoe.kb"), "the form of the file has changed");
}

#[test]
fn a_base_of_a_later_version_is_refused_and_the_version_is_named() {
    let files = Files::copy();
    let mut bytes = fs::read(files.path("nim.kb")).unwrap();
    assert_eq!(bytes[..10], *b"AGON KB\n\x01\0");
    bytes[8] = 99;
    fs::write(files.path("nim.kb"), bytes).unwrap();
    let told = files.refused("", &["kb", "nim", "list", "nim.kb"]);
    assert!(told.contains("version 99"), "{told}");
}
