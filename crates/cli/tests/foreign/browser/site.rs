//! The page without a server: offline, and in browsers that lack something.
//!
//! These tests need a site, and do nothing without one. `cargo xtask test` builds one and names it
//! in `AGON_SITE`.

mod exchange;
mod tabs;
mod updates;

use serde_json::{Value, json};

use crate::browser::backends::{Backend, create, show};
use crate::browser::games::{RANDOM, by_click, every_game, play};
use crate::browser::people::shared;
use crate::browser::point;
use agon_testing::{Page, Site};

/// Waits until all files are stored for offline use.
fn wait_until_kept(page: &Page) {
    page.until("navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')");
}

/// Plays two moves of a game at one screen.
fn play_two_moves(page: &Page) {
    let id = create(page, "tictactoe", ["person", "person"], json!({}));
    show(page, &id);
    for element in ["11", "00"] {
        page.until("choices().length");
        point(page, element);
    }
    page.until("listedMoves().join() === '11,00'");
}

#[test]
fn without_a_network_after_the_first_visit_every_game_is_played() {
    if !Site::is_there() {
        return;
    }
    let site = Site::start();
    let mut page = Page::open(&site, "");
    wait_until_kept(&page);
    page.will_lose_server();
    site.stop();
    page.reload();
    for (kind, settings) in every_game() {
        let id = create(&page, kind, RANDOM, settings);
        show(&page, &id);
        page.until(&format!("document.querySelector('[data-game={kind}]')"));
        play(&page, by_click);
    }
    // The games are stored: another load finds them, still without a network.
    page.go("#/");
    page.reload();
    let listed = "[...document.querySelectorAll('[href^=\"#/game/\"]')]";
    page.until(&format!("new Set({listed}.map(({{ href }}) => href)).size === 5"));
}

#[test]
fn an_engine_answers_and_a_second_tab_goes_on_when_the_first_is_closed() {
    if !Site::is_there() {
        return;
    }
    let site = Site::start();
    let page = Page::open(&site, "");
    let id = create(&page, "santorini", ["person", "engine:nodes=2000"], json!({}));
    show(&page, &id);
    point(&page, "00");
    point(&page, "11");
    page.until("listedMoves().length === 2 && choices().length");
    page.press(&["h"]);
    page.until("document.querySelector('.board-root .marker-hint')");
    page.second_tab(&format!("#/game/{id}"));
    page.until("listedMoves().length === 2 && choices().length");
    page.run(
        "const { connection } = await import('./shell/connection.js'); \
         globalThis.states = []; \
         connection.onState((state) => globalThis.states.push(state));",
        Vec::new(),
    );
    // The first tab has the worker with the games.
    page.close_tab(0);
    page.until("states.join() === 'lost,open' && choices().length");
    page.press(&["z"]);
    page.until("listedMoves().every((move) => move.endsWith('~'))");
}

#[test]
fn when_the_database_is_blocked_full_or_of_a_later_version_games_go_on_in_memory() {
    if !Site::is_there() {
        return;
    }
    let told = "document.querySelector('.banner:not([hidden])')?.textContent";
    for (script, why) in [
        (
            "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };",
            "SecurityError",
        ),
        (
            "IDBObjectStore.prototype.put = () => { throw new DOMException('no', 'QuotaExceededError'); };",
            "QuotaExceededError",
        ),
    ] {
        let site = Site::start_changed(&["site/host-worker.js"], script);
        let page = Page::open(&site, "");
        play_two_moves(&page);
        page.until(&format!("{told}?.includes('{why}')"));
    }
    let site = Site::start();
    let page = Page::open(&site, "");
    let later = "await new Promise((done, failed) => { \
        const request = indexedDB.open('agon', 99); \
        request.onsuccess = () => { request.result.close(); done(); }; request.onerror = failed; });";
    page.run(later, Vec::new());
    play_two_moves(&page);
    page.until(&format!("{told}?.includes('InvalidStateError')"));
    page.go("#/");
    page.reload();
    play_two_moves(&page);
    page.until(&format!("{told}?.includes('VersionError')"));
}

#[test]
fn a_browser_that_lacks_something_is_told_what() {
    if !Site::is_there() {
        return;
    }
    let site = Site::start();
    for (missing, words) in [("WebAssembly", "WebAssembly"), ("Worker", "worker")] {
        let mut page = Page::visit(&site);
        page.run_first(&format!("delete globalThis.{missing};"));
        page.load();
        page.until(&format!(
            "document.querySelector('.banner[role=alert]')?.textContent.includes('{words}')"
        ));
    }
}

#[test]
fn what_is_shared_without_a_server_is_only_what_works_for_others() {
    if !Site::is_there() {
        return;
    }
    let site = Site::start();
    let page = Page::open(&site, "");
    play_two_moves(&page);
    let links = shared(&page);
    let links: Vec<&str> = links.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(links.iter().any(|link| link.contains("#/open/")), "{links:?}");
    assert!(!links.iter().any(|link| link.contains("#/game/")), "{links:?}");
    assert!(page.text("dialog").contains("no server"));
}

#[test]
fn a_link_carries_a_whole_game_and_a_damaged_one_is_told() {
    let backend = Backend::start();
    let page = Page::open(&backend, "");
    play_two_moves(&page);
    let link = page.run(
        "const [{ connection }, { gameLink }] = \
             await Promise.all([import('./shell/connection.js'), import('./game/link.js')]); \
         const game = location.hash.split('/')[2]; \
         return gameLink((await connection.request('record', { game })).text);",
        Vec::new(),
    );
    let before = page.get("location.hash");
    page.run("location.href = given[0];", vec![link.clone()]);
    page.until(&format!("location.hash.startsWith('#/game/') && location.hash !== {before}"));
    page.until("listedMoves().join() === '11,00' && choices().length === 7");
    page.run("location.href = given[0].slice(0, -1);", vec![link]);
    page.until("document.querySelector('main h1')?.textContent.includes('This link is damaged')");
}
