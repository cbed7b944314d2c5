//! Accessibility of the page: a check of our own that runs in it, and axe-core.

use std::{env, fs};

use serde_json::{Value, json};

use crate::browser::{point, with_contest};
use agon_testing::{Client, Page, Server};

const GAMES: [&str; 5] = ["santorini", "byte", "theseus", "nim", "tictactoe"];

pub(super) fn assert_faultless(page: &Page, place: &str) {
    page.until("isStill()");
    let faults = page.run(concat!(include_str!("access.js"), "return accessFaults();"), Vec::new());
    assert_eq!(faults, json!([]), "{place}: {faults:#}");
}

/// The text of axe-core, which `cargo xtask test` installs. If it is missing, its part is skipped,
/// but not in CI.
fn axe() -> Option<String> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../target/tools/npm/node_modules/axe-core/axe.min.js"
    );
    let read = fs::read_to_string(path);
    let is_ci = env::var_os("CI").is_some_and(|value| !value.is_empty());
    assert!(read.is_ok() || !is_ci, "{path} is missing: cargo xtask test installs it");
    read.ok()
}

/// Asserts that axe-core finds no fault in what the page shows.
pub(super) fn assert_axe(page: &Page, place: &str) {
    assert_axe_with(page, place, "{}");
}

/// The same with these rules switched on or off.
fn assert_axe_with(page: &Page, place: &str, rules: &str) {
    let Some(axe) = axe() else { return eprintln!("axe-core is missing: {place} is not checked") };
    page.until("isStill()");
    let script = "if (!window.axe) { AXE } \
        const { violations } = await window.axe.run(document, { resultTypes: ['violations'], rules: RULES }); \
        return violations.map(({ id, impact, nodes }) => [impact, id, nodes[0].html.slice(0, 160)]);";
    let found = page.run(&script.replace("RULES", rules).replace("AXE", &axe), Vec::new());
    assert_eq!(found, json!([]), "{place}: {found:#}");
}

/// Looks at every kind of view, including dialogs and panels.
fn look_everywhere(page: &Page, server: &Server) {
    let mut client = Client::connect(server);
    page.go("");
    page.until("document.querySelectorAll('.card h3').length === 5");
    assert_faultless(page, "the start screen");
    assert_axe(page, "the start screen");
    for key in ["n", "?"] {
        page.press(&[key]);
        page.until("document.querySelector('dialog[open]')");
        assert_faultless(page, key);
        page.press(&["Escape"]);
        page.until("!document.querySelector('dialog')");
    }
    for name in GAMES {
        page.go(&format!("#/rules/{name}"));
        assert_faultless(page, &format!("the rules of {name}"));
        if name == "santorini" {
            assert_axe(page, "the rules");
        }
        let id = client.create(name, ["person", "random:seed=3"]);
        page.go(&format!("#/game/{id}"));
        page.until("choices().length");
        assert_faultless(page, name);
        page.click(".player.p2 button");
        page.until("document.querySelector('dialog[open] select')");
        assert_faultless(page, "the choice of a player");
        if name == "theseus" {
            assert_axe(page, "a game and a dialog");
        }
        page.press(&["Escape"]);
        page.until("!document.querySelector('dialog')");
    }
    let game = page.get("location.hash");
    for (place, shows) in [
        ("#/puzzles/byte", "choices().length"),
        ("#/lesson/minimax/2", "document.querySelector('.options button')"),
        ("#/contest/0", "document.querySelector('.bracket [class=winner]')"),
        ("#/lesson/rules/1", "document.querySelector('.rule-editor textarea')"),
    ] {
        page.go(place);
        page.until(shows);
        assert_faultless(page, place);
        assert_axe(page, place);
    }
    page.go(game.as_str().unwrap());
    page.until("choices().length");
    point(page, "11");
    page.until("listedMoves().length === 2 && choices().length");
    page.click("[data-control=more]");
    page.until("document.querySelector('.menu:popover-open')");
    assert_faultless(page, "the menu");
    page.press(&["Escape"]);
    page.click("[data-tab=analysis]");
    page.until("document.querySelector('.best-lines li')");
    assert_faultless(page, "the analysis");
    assert_axe(page, "the analysis");
    page.click("[data-tab=rules]");
    assert_faultless(page, "the rules beside the board");
    page.click("[data-tab=knowledge]");
    page.until("document.querySelector('.verdict-list dt')");
    page.click("[data-panel=tree]");
    page.until("document.querySelectorAll('.tree-root [role=treeitem]').length > 3");
    page.press(&["h"]);
    page.until("document.querySelector('.toast')");
    assert_faultless(page, "the panels");
    assert_axe(page, "the panels");
}

#[test]
fn nothing_keeps_anybody_out_in_the_light() {
    let (_folder, server) = with_contest();
    let page = Page::open(&server, "");
    page.prefer("prefers-color-scheme", "light");
    look_everywhere(&page, &server);
}

/// Colours are the same in every language, and checked in English.
#[test]
fn no_language_keeps_anybody_out() {
    const RULES: &str = "{ 'color-contrast': { enabled: false } }";
    let server = Server::start();
    let mut client = Client::connect(&server);
    let page = Page::open(&server, "");
    let id = client.create("tictactoe", ["person", "random:seed=3"]);
    for language in ["el", "sr"] {
        let look = |place: &str| assert_axe_with(&page, &format!("{place}, {language}"), RULES);
        page.go("");
        page.select("#language", language);
        page.until(&format!("document.documentElement.lang.startsWith('{language}')"));
        // A drop-down list handles keys itself.
        page.run("document.activeElement.blur();", Vec::new());
        page.until("document.querySelectorAll('.card h3').length === 5");
        look("the start screen");
        for key in ["n", "?"] {
            page.press(&[key]);
            page.until("document.querySelector('dialog[open]')");
            look(key);
            page.press(&["Escape"]);
            page.until("!document.querySelector('dialog')");
        }
        page.go("#/rules/byte");
        look("the rules");
        page.go(&format!("#/game/{id}"));
        page.until("choices().length");
        page.click(".player.p2 button");
        page.until("document.querySelector('dialog[open] select')");
        look("a game and a dialog");
        page.press(&["Escape"]);
        page.until("!document.querySelector('dialog')");
        page.click("[data-tab=analysis]");
        page.until("document.querySelector('.best-lines li')");
        page.click(".threats");
        page.until("document.querySelector('.threat-text').textContent");
        look("the analysis");
        page.click("[data-tab=knowledge]");
        page.until("document.querySelector('.verdict-list dt')");
        look("the proven results");
        page.click("[data-tab=moves]");
    }
}

#[test]
fn nothing_keeps_anybody_out_in_the_dark() {
    let (_folder, server) = with_contest();
    let page = Page::open(&server, "");
    page.prefer("prefers-color-scheme", "dark");
    look_everywhere(&page, &server);
}

/// Opens every dialog between people, and the pages that no other test opens.
#[test]
fn no_dialog_keeps_anybody_out_in_any_language_or_theme() {
    let server = Server::start_shared();
    let [host, guest] = [Page::open(&server, ""), Page::open(&server, "")];
    let create = |plies: u32| {
        let script = "const { connection } = await import('./shell/connection.js'); \
            const { game } = await connection.request('create', { game: 'tictactoe', seats: ['person', 'person'] }); \
            for (let ply = 0; ply < given[0]; ply += 1) await connection.request('move', { game: game.id, mv: ['11', '00'][ply], ply }); \
            return `#/game/${game.id}`;";
        host.run(script, vec![json!(plies)]).as_str().expect("a place").to_string()
    };
    let (open, begun) = (create(0), create(2));
    for theme in ["light", "dark"] {
        [&host, &guest].iter().for_each(|page| page.prefer("prefers-color-scheme", theme));
        for language in ["en", "el", "sr"] {
            let look = |page: &Page, shows: &str, place: &str| {
                page.until(&format!("document.querySelector({shows:?})"));
                let place = format!("{place}, {language}, {theme}");
                assert_faultless(page, &place);
                assert_axe(page, &place);
            };
            for page in [&host, &guest] {
                page.go("#/progress");
                page.select("#language", language);
                page.until(&format!("document.documentElement.lang.startsWith('{language}')"));
                page.run("document.activeElement.blur();", Vec::new());
            }
            look(&host, ".progress table", "the progress");
            host.go("#/");
            host.until("document.querySelectorAll('.card h3').length === 5");
            host.press(&["n"]);
            look(&host, "dialog[open] select", "a new game");
            host.press(&["Escape"]);
            host.go(&open);
            look(&host, "dialog[open] .qr-code svg", "the invitation");
            host.press(&["Escape"]);
            guest.go(&open);
            look(&guest, "dialog[open] .invite-terms", "what a guest is offered");
            guest.press(&["Escape"]);
            host.go(&begun);
            host.until("choices().length === 7");
            host.click("[data-control=more]");
            look(&host, "#game-menu:popover-open", "the menu of a game");
            host.click("[data-control=share]");
            look(&host, "dialog[open] .copy-field textarea", "sharing");
            host.press(&["Escape"]);
            host.until("!document.querySelector('dialog')");
        }
    }
}

/// Whether the element that Tab reaches is visible.
const REACHED: &str = "\
    const node = document.activeElement; \
    const style = getComputedStyle(node); \
    const ring = node.matches('[role=gridcell]') \
        ? node.querySelector('.marker-focus') && getComputedStyle(node.querySelector('.marker-focus')).opacity !== '0' \
        : (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'; \
    node.dataset.reached = 'yes'; \
    return [node === document.body, Boolean(ring), node.outerHTML.slice(0, 120)];";

/// What Tab should reach: everything that can be used, one cell of a grid, and one of the tabs.
const MISSED: &str = "\
    [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=gridcell][tabindex=\"0\"]')] \
    .filter((node) => isShown(node) && !node.disabled && !node.dataset.reached && !node.matches('[role=tab][tabindex=\"-1\"]')) \
    .map((node) => node.outerHTML.slice(0, 120))";

#[test]
fn tab_reaches_everything_and_the_focus_is_seen() {
    let server = Server::start();
    let id = Client::connect(&server).create("santorini", ["person", "random:seed=3"]);
    let page = Page::open(&server, "");
    for place in [String::new(), format!("#/game/{id}")] {
        page.leave();
        page.go(&place);
        page.run("document.activeElement.blur();", Vec::new());
        for _ in 0..100 {
            page.press(&["Tab"]);
            let told = page.run(REACHED, Vec::new());
            if told[0] == true {
                break;
            }
            assert_eq!(told[1], Value::Bool(true), "the focus is not seen: {}", told[2]);
        }
        assert_eq!(page.get(MISSED), json!([]), "Tab does not reach everything of {place:?}");
    }
}
