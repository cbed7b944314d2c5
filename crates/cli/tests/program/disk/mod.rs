//! The disk fails under the server, at the start and later: acknowledged changes are not lost,
//! clients are told, the server goes on, and when the disk works again everything is stored.
//!
//! The server is driven from outside only, by the messages of docs/protocol.md.

#![cfg(target_os = "linux")]

mod failing_disk;
mod torture;

use agon_testing::{Client, Server};
use failing_disk::FailingDisk;
use serde_json::{Value, json};

/// A drawn game of tic-tac-toe.
const MOVES: [&str; 9] = ["11", "00", "01", "21", "20", "02", "12", "10", "22"];

const PERSONS: [&str; 2] = ["person", "person"];

/// A disk on which nothing can be written or opened.
const DEAD: &str = "open EIO\nwrite EIO\nsync EIO\ntruncate EIO";

fn play(page: &mut Client, game: &str, ply: usize) {
    page.ask("move", json!({ "game": game, "mv": MOVES[ply], "ply": ply }));
}

/// Whether games are on disk, as clients are told.
fn kind(storage: &Value) -> &str {
    storage["storage"]["kind"].as_str().unwrap()
}

fn wait_for_disk(page: &mut Client) {
    while kind(&page.wait_event("storage")) != "disk" {}
}

/// A game with `plies` moves that is on disk.
fn stored_game(page: &mut Client, plies: usize) -> String {
    let game = page.create("tictactoe", PERSONS);
    (0..plies).for_each(|ply| play(page, &game, ply));
    assert_eq!(page.open(&game)["stored"], true);
    game
}

/// Kills the server, starts another on a working disk and connects to it.
fn restart(disk: &FailingDisk, server: &mut Server) -> Client {
    server.kill();
    disk.set("");
    *server = Server::start_in(&disk.folder());
    Client::connect(server)
}

fn line(page: &mut Client, game: &str) -> Vec<String> {
    serde_json::from_value(page.open(game)["line"].clone()).unwrap()
}

/// The server still works after a fault: it serves files, and games are played.
fn check_service(server: &Server, page: &mut Client) {
    assert!(server.get("/", "own").starts_with("HTTP/1.1 200"));
    let game = page.create("tictactoe", PERSONS);
    play(page, &game, 0);
    assert_eq!(page.open(&game)["line"], json!(MOVES[..1]));
    page.ask("remove", json!({ "game": game }));
}

/// A disk that fails under a running server.
fn fails_later(faults: &str) {
    let disk = FailingDisk::new();
    let mut server = disk.start();
    let mut page = Client::connect(&server);
    let old = stored_game(&mut page, 2);

    disk.set(faults);
    play(&mut page, &old, 2);
    let told = page.wait_event("storage");
    assert_eq!(kind(&told), "memory");
    assert!(!told["storage"]["why"].as_str().unwrap().is_empty(), "{told}");
    assert_eq!(page.open(&old)["stored"], false);
    let new = page.create("tictactoe", PERSONS);
    play(&mut page, &new, 0);
    assert_eq!(line(&mut page, &old), MOVES[..3]);
    check_service(&server, &mut page);

    // Games that were on disk before survive a kill.
    let mut page = restart(&disk, &mut server);
    let found = line(&mut page, &old);
    assert!(found.len() >= 2 && MOVES.starts_with(&refs(&found)), "{found:?}");
    drop(page);
    server.kill();

    // Changes that were acknowledged in memory are on disk when it works again.
    let mut server = disk.start();
    let mut page = Client::connect(&server);
    let old = stored_game(&mut page, 2);
    disk.set(faults);
    play(&mut page, &old, 2);
    let new = page.create("tictactoe", PERSONS);
    play(&mut page, &new, 0);
    assert_eq!(page.open(&new)["stored"], false);
    disk.set("");
    wait_for_disk(&mut page);
    assert_eq!(page.open(&new)["stored"], true);
    let mut page = restart(&disk, &mut server);
    assert_eq!(line(&mut page, &old), MOVES[..3]);
    assert_eq!(line(&mut page, &new), MOVES[..1]);
}

fn refs(found: &[String]) -> Vec<&str> {
    found.iter().map(String::as_str).collect()
}

/// A disk that fails when the server starts, with games on it and without.
fn fails_at_the_start(faults: &str) {
    for has_games in [false, true] {
        let disk = FailingDisk::new();
        let old = has_games.then(|| {
            let mut server = disk.start();
            let old = stored_game(&mut Client::connect(&server), 3);
            server.kill();
            old
        });
        disk.set(faults);
        let mut server = disk.start();
        let mut page = Client::connect(&server);
        let new = page.create("tictactoe", PERSONS);
        play(&mut page, &new, 0);
        let told = page.ask("welcome", json!({}));
        assert_eq!(kind(&told), "memory", "{told}");
        assert_eq!(page.open(&new)["stored"], false);
        check_service(&server, &mut page);
        if let Some(old) = &old {
            // It may be impossible to read, but must not be reported as missing.
            let answer = page.answer("open", json!({ "game": old }));
            assert_ne!(answer["error"]["kind"], "Unknown", "{answer}");
            let answer = page.answer("list", json!({}));
            let is_listed = |list: &Vec<Value>| list.iter().any(|row| row["id"] == old.as_str());
            let list = answer["ok"]["games"].as_array();
            assert!(list.is_none_or(is_listed), "{answer}");
        }
        disk.set("");
        wait_for_disk(&mut page);
        assert_eq!(page.open(&new)["stored"], true);
        let mut page = restart(&disk, &mut server);
        assert_eq!(line(&mut page, &new), MOVES[..1]);
        if let Some(old) = &old {
            assert_eq!(line(&mut page, old), MOVES[..3]);
        }
    }
}

/// Faults that the server does not notice: everything is stored anyway.
fn goes_unnoticed(faults: &str) {
    let disk = FailingDisk::new();
    disk.set(faults);
    let mut server = disk.start();
    let mut page = Client::connect(&server);
    let game = stored_game(&mut page, 5);
    server.kill();
    server = disk.start();
    let mut page = Client::connect(&server);
    assert_eq!(line(&mut page, &game), MOVES[..5]);
    assert_eq!(kind(&page.ask("welcome", json!({}))), "disk");
}

#[test]
fn a_full_disk_later() {
    fails_later("write ENOSPC");
}

#[test]
fn a_full_disk_at_the_start() {
    fails_at_the_start("write ENOSPC");
}

#[test]
fn writes_that_fail_later() {
    fails_later("write EIO");
}

#[test]
fn writes_that_fail_at_the_start() {
    fails_at_the_start("write EIO");
}

#[test]
fn writes_that_end_in_the_middle_later() {
    fails_later("write torn");
}

#[test]
fn writes_that_end_in_the_middle_at_the_start() {
    fails_at_the_start("write torn");
}

#[test]
fn syncs_that_fail_later() {
    fails_later("sync EIO");
}

#[test]
fn syncs_that_fail_at_the_start() {
    fails_at_the_start("sync EIO");
}

#[test]
fn a_dead_disk_later() {
    fails_later(DEAD);
}

#[test]
fn a_dead_disk_at_the_start() {
    fails_at_the_start(DEAD);
}

#[test]
fn a_file_that_cannot_be_opened_at_the_start() {
    fails_at_the_start("open EACCES");
}

#[test]
fn a_file_that_cannot_be_cut_at_the_start() {
    fails_at_the_start("truncate EIO");
}

#[test]
fn short_writes_go_unnoticed() {
    goes_unnoticed("write short");
}

#[test]
fn a_slow_disk_goes_unnoticed() {
    goes_unnoticed("open 20\nwrite 20\nsync 20\ntruncate 20");
}

#[test]
fn a_lock_of_another_process_delays_a_move_and_nothing_else() {
    let disk = FailingDisk::new();
    let mut server = disk.start();
    let mut page = Client::connect(&server);
    let [game, other] = [2, 1].map(|plies| stored_game(&mut page, plies));
    let mut second = Client::connect(&server);
    second.open(&game);
    let lock = disk.lock();
    let mv = json!({ "id": 1, "do": "move", "game": game, "mv": MOVES[2], "ply": 2 });
    page.send(&mv.to_string());
    // The lock is held until these are answered, so they cannot have waited for it.
    assert!(server.get("/", "own").starts_with("HTTP/1.1 200"));
    assert_eq!(second.ask("list", json!({}))["games"].as_array().unwrap().len(), 2);
    assert_eq!(line(&mut second, &other), MOVES[..1]);
    drop(lock);
    assert_eq!(page.next_answer(Some(1))["ok"], json!({}));
    assert_eq!(page.open(&game)["stored"], true);
    let mut page = restart(&disk, &mut server);
    assert_eq!(line(&mut page, &game), MOVES[..3]);
}

#[test]
fn a_long_lock_of_another_process_is_told_and_nothing_is_lost() {
    let disk = FailingDisk::new();
    let mut server = disk.start();
    let mut page = Client::connect(&server);
    let game = stored_game(&mut page, 2);
    let lock = disk.lock();
    play(&mut page, &game, 2);
    assert_eq!(kind(&page.wait_event("storage")), "memory");
    assert_eq!(page.open(&game)["stored"], false);
    check_service(&server, &mut page);
    drop(lock);
    wait_for_disk(&mut page);
    let mut page = restart(&disk, &mut server);
    assert_eq!(line(&mut page, &game), MOVES[..3]);
}

#[test]
fn a_damaged_file_is_told_and_shows_no_empty_list() {
    let disk = FailingDisk::new();
    let file = disk.folder().join("games.sqlite");
    std::fs::write(&file, "this was a database once").unwrap();
    let server = disk.start();
    let mut page = Client::connect(&server);
    let told = page.ask("welcome", json!({}));
    let why = told["storage"]["why"].as_str().unwrap();
    assert!(why.contains("games.sqlite is damaged"), "{told}");
    let refused = page.refused("list", json!({}))["text"].as_str().unwrap().to_string();
    assert!(refused.contains("games.sqlite is damaged"), "{refused}");
    let game = page.create("tictactoe", PERSONS);
    play(&mut page, &game, 0);
    std::fs::rename(&file, disk.folder().join("damaged")).unwrap();
    wait_for_disk(&mut page);
    assert_eq!(page.ask("list", json!({}))["games"][0]["id"], game.as_str());
}

#[test]
fn nothing_on_disk_is_lost_by_random_faults_and_kills() {
    torture::torture(5);
}

#[test]
#[ignore = "the full run: 100 kills"]
fn nothing_on_disk_is_lost_by_random_faults_and_100_kills() {
    torture::torture(100);
}
