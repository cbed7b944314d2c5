//! Games that move from the page without a server to the program and back, as files.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::browser::backends::{create, show};
use crate::browser::games::by_click;
use crate::browser::import::open_import_dialog;
use agon_testing::{Page, Server, Site, wait_until};

/// Saves the shown game as a file in an empty folder.
fn export(page: &Page, folder: &Path) -> PathBuf {
    page.save_into(folder);
    page.click("[data-control=more]");
    page.click("#game-menu [data-control=share]");
    page.click("dialog[open] .body > button");
    let saved = || {
        let files = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
        files.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "txt"))
    };
    wait_until("the record is saved", || saved().is_some());
    saved().unwrap()
}

/// Imports a file, and waits until its game is shown.
fn import(page: &Page, file: &Path) {
    open_import_dialog(page);
    page.choose_file("dialog[open] input[type=file]", file);
    page.until("document.querySelector('dialog[open] textarea').value");
    page.click("dialog[open] button.primary");
    page.until("location.hash.startsWith('#/game/') && choices().length");
}

/// Plays a move, and returns the moves so far.
fn play_on(page: &Page) -> Value {
    page.until("choices().length && isStill()");
    let count = page.get("listedMoves().length");
    by_click(page, 0);
    page.until(&format!("listedMoves().length > {count}"));
    page.get("listedMoves()")
}

/// What the page knows of its game: its start, its position, its moves and its players.
fn told(page: &Page) -> Value {
    page.run(
        "const { connection } = await import('./shell/connection.js'); \
         const id = location.hash.split('/')[2]; \
         const { game } = await connection.request('open', { game: id }); \
         return [game.game, game.start, game.position, game.line, game.seats];",
        Vec::new(),
    )
}

#[test]
fn a_game_goes_from_the_site_to_the_program_and_back_as_a_file() {
    if !Site::is_there() {
        return;
    }
    let (site, server) = (Site::start(), Server::start());
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let at_site = Page::open(&site, "");
    let settings = json!({ "heaps": "4,3,2" });
    let id = create(&at_site, "nim", ["person", "person"], settings);
    show(&at_site, &id);
    play_on(&at_site);
    let moves = play_on(&at_site);
    let file = export(&at_site, folders[0].path());

    let at_program = Page::open(&server, "");
    import(&at_program, &file);
    assert_eq!(at_program.get("listedMoves()"), moves);
    assert_eq!(told(&at_program), told(&at_site));
    let moves = play_on(&at_program);
    assert_ne!(told(&at_program), told(&at_site));
    let file = export(&at_program, folders[1].path());

    at_site.go("#/");
    import(&at_site, &file);
    assert_eq!(at_site.get("listedMoves()"), moves);
    assert_eq!(told(&at_site), told(&at_program));
    play_on(&at_site);
}
