//! Writes the pictures of the documentation: `cargo xtask pictures`.
//!
//! Starts the program with its own data folder, lets two computers play some moves, and takes
//! screenshots in the browser.

use std::fs;
use std::path::{Path, PathBuf};

use agon_testing::{Client, Page, Server};
use serde_json::json;

/// The size limit of a picture, in bytes.
const MAX_BYTES: usize = 200_000;

/// The name of a picture, its game, the players, and the number of plies to play.
const GAMES: [(&str, &str, &str, u64); 3] = [
    ("santorini", "santorini", "minimax:depth=3", 16),
    ("byte", "byte", "minimax:depth=2", 24),
    ("theseus", "theseus", "minmax:depth=2", 12),
];

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "docs/pictures".into()));
    fs::create_dir_all(&folder).expect("a folder for the pictures");
    let server = Server::start();
    let mut client = Client::connect(&server);
    let page = Page::open(&server, "");
    page.screen(1200, 800, false);
    page.prefer("prefers-color-scheme", "light");
    // The pictures show games, not the notes of a first one.
    page.run("localStorage.setItem('agon.coach', JSON.stringify({ off: true }));", Vec::new());
    for (name, game, seat, plies) in GAMES {
        let id = played(&mut client, game, seat, plies);
        page.go(&format!("#/game/{id}"));
        page.until("choices().length");
        write(&page, &folder, name);
    }
    page.go(&format!("#/game/{}", played(&mut client, "tictactoe", "minimax:depth=3", 2)));
    page.click("[data-tab=knowledge]");
    page.click("[data-panel=tree]");
    page.until("document.querySelectorAll('.tree-root [role=treeitem]').length > 3");
    page.run("document.querySelector('.tree-root').scrollIntoView();", Vec::new());
    write(&page, &folder, "tree");
    page.go("");
    page.until("document.querySelectorAll('.card svg.board-thumbnail').length === 5");
    write(&page, &folder, "home");
}

/// Creates a game that computers start and a person continues. Returns its id.
fn played(client: &mut Client, game: &str, seat: &str, plies: u64) -> String {
    let begun = client.create(game, [seat, seat]);
    client.ask("run", json!({ "game": begun, "on": true, "pace": 0 }));
    let far = client.wait_for(&begun, |now| now["ply"].as_u64() >= Some(plies));
    client.ask("remove", json!({ "game": begun }));
    let line = far["line"].as_array().expect("a line").iter().take(plies as usize);
    let moves: Vec<&str> = line.filter_map(|mv| mv.as_str()).collect();
    let request = json!({
        "game": game, "seats": ["person", "level:5"], "moves": moves.join(" "),
        "settings": { "position": far["start"] },
    });
    client.ask("create", request)["game"]["id"].as_str().expect("an id").to_string()
}

fn write(page: &Page, folder: &Path, name: &str) {
    page.until("isStill()");
    let picture = page.picture();
    assert!(picture.len() < MAX_BYTES, "{name} has {} bytes", picture.len());
    let path = folder.join(format!("{name}.png"));
    fs::write(&path, &picture).expect("the picture is written");
    println!("{} {} bytes", path.display(), picture.len());
}
