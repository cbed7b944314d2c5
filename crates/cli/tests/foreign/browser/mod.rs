//! The page in a real browser.

mod access;
mod annotations;
mod backends;
mod exercises;
mod first_hour;
mod games;
mod grades;
mod guidance;
mod hand_ins;
mod import;
mod keys;
mod layout;
mod learning;
mod looks;
mod make;
mod new_game;
mod own_game;
mod panels;
mod people;
mod report;
mod returns;
mod seats;
mod site;
mod words;

use agon_testing::{Client, Page, Server};
use serde_json::Value;

/// A server with a game, and the page that shows it.
fn game_with(settings: Value, game: &str, seats: [&str; 2]) -> (Server, Page, String) {
    let server = Server::start();
    let wish = serde_json::json!({ "game": game, "seats": seats, "settings": settings });
    let created = Client::connect(&server).ask("create", wish);
    let id = created["game"]["id"].as_str().unwrap().to_string();
    let page = Page::open(&server, &format!("#/game/{id}"));
    (server, page, id)
}

/// A server that shows a contest, a single elimination, and the folder of its archive.
fn with_contest() -> (tempfile::TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("finished.games");
    let stored =
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/v0.1/contests/finished.games");
    std::fs::copy(stored, &archive).unwrap();
    let server = Server::start_with(&["--contest".into(), archive]);
    (folder, server)
}

/// The same with the game's usual start.
fn game(game: &str, seats: [&str; 2]) -> (Server, Page, String) {
    game_with(serde_json::json!({}), game, seats)
}

/// Clicks an element of the board.
fn point(page: &Page, element: &str) {
    page.click(&format!(".board-root [data-element='{element}'].selectable"));
}
