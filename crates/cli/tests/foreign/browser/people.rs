//! Two people in two browsers: they join by a link, and play with clocks and names to the end and
//! to the next game.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::browser::point;
use agon_testing::{Page, Server};

/// Watches for layout shifts from now on. A running clock must cause none.
const WATCH_SHIFTS: &str = "window.shifts = []; \
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries() \
    .map((entry) => [entry.value, ...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 90))]))) \
    .observe({ type: 'layout-shift' });";

/// Creates a game as a visitor, and goes there. Returns its route.
fn create(page: &Page, wish: serde_json::Value) -> String {
    let place = page.run(
        "const { connection } = await import('./shell/connection.js'); \
         const { game } = await connection.request('create', given[0]); \
         location.hash = `#/game/${game.id}`; return location.hash;",
        vec![wish],
    );
    page.until("document.querySelector('.player.p1')");
    place.as_str().unwrap().to_string()
}

/// Opens the link in another browser, and takes the free side.
fn join(server: &Server, place: &str) -> Page {
    let guest = Page::open(server, place);
    guest.click(".claims button:not([hidden])");
    guest.until("document.querySelector('.player .claims button:last-of-type:not([hidden])')");
    guest
}

/// Both play the first offered move until both pages say that the game is over.
fn play_to_the_end(players: [&Page; 2]) {
    let deadline = Instant::now() + Duration::from_secs(120);
    let is_over = |page: &Page| page.get("isGameOver()") == true;
    while !players.iter().all(|page| is_over(page)) {
        for page in players {
            let place = page.get("choices().length ? pointOf(choices()[0]) : null");
            if place.is_array() {
                page.click_at(&place);
            }
        }
        assert!(Instant::now() < deadline, "the game never ends: {}", players[0].text(".moves"));
    }
}

#[test]
fn two_browsers_play_by_link_with_clocks_and_names_to_the_end_and_a_rematch() {
    let server = Server::start_shared();
    let owner = Page::open(&server, "");
    owner.press(&["n"]);
    owner.until("document.querySelector('dialog[open] select')");
    owner.select("dialog select", "tictactoe");
    for side in [1, 2] {
        owner.select(&format!("dialog fieldset:nth-of-type({side}) select"), "person");
    }
    owner.select("dialog select[name=clock]", "fischer");
    owner.fill("dialog input[name=person]", "Anna");
    owner.click("dialog footer .primary");
    owner.until("choices().length === 9");
    let place = owner.get("location.hash");
    let guest = join(&server, place.as_str().unwrap());
    for page in [&owner, &guest] {
        page.until("[...document.querySelectorAll('.clock')].map((it) => it.innerText).join() === '5:00,5:00'");
        page.until("document.querySelector('.player.p1 .player-name').innerText.includes('Anna')");
    }
    guest.until("document.title.includes('Anna')");
    // A visitor who comes too late for the side is told so, and watches.
    let third = Page::open(&server, place.as_str().unwrap());
    third.run("document.querySelector('.player.p2 .claims button').click();", Vec::new());
    third.until("document.querySelector('.toast.error')?.innerText.startsWith('This side cannot')");
    drop(third);
    // The name can be given later too.
    guest.click(".player.p2 > button");
    guest.fill("dialog input[name=person]", "Ben");
    guest.click("dialog footer .primary");
    for page in [&owner, &guest] {
        page.until("document.querySelector('.player.p2 .player-name').innerText.includes('Ben')");
        page.run(WATCH_SHIFTS, Vec::new());
    }
    point(&owner, "11");
    guest.until("choices().length === 8");
    point(&guest, "00");
    // The first moves are free. From here on time runs, and the page counts it.
    owner.until("document.querySelector('.p1 .clock.running')?.innerText.startsWith('4:5')");
    guest.until("document.querySelector('.p1 .clock.running')?.innerText.startsWith('4:5')");
    play_to_the_end([&owner, &guest]);
    for page in [&owner, &guest] {
        assert_eq!(page.get("window.shifts"), json!([]), "nothing jumps");
        page.until("!document.querySelector('.clock.running')");
    }
    owner.click(".result-card button:nth-of-type(2)");
    guest.click(".offer:not([hidden]) .primary");
    for page in [&owner, &guest] {
        page.until(&format!("location.hash !== {place}"));
        page.until("document.querySelector('.player.p1 .player-name').innerText.includes('Ben')");
    }
    guest.until("choices().length === 9");
    assert_eq!(owner.get("choices().length"), 0, "the sides are swapped");
    // Both find the game by their names.
    guest.go("#/");
    guest.until("document.querySelectorAll('.recent-games li').length === 2");
    for (name, count) in [("carl", 0), ("anna", 2)] {
        guest.fill(".library-filters input[type=search]", name);
        guest.until(&format!("document.querySelectorAll('.recent-games li').length === {count}"));
    }
    assert!(guest.text(".recent-games").contains("Ben – Anna"));
}

#[test]
fn two_browsers_play_theseus_by_link_and_neither_shows_the_other() {
    let server = Server::start_shared();
    let owner = Page::open(&server, "");
    let maze = json!({ "size": 7, "loot": 4, "style": "classic", "plies": 12, "seed": 4 });
    let clock = json!({ "kind": "move", "time": 600_000 });
    let place = create(
        &owner,
        json!({ "game": "theseus", "settings": { "maze": maze }, "seats": ["person", "person"], "clock": clock }),
    );
    let seen = "document.querySelectorAll('.board-root .figure').length";
    owner.until("choices().length");
    assert_eq!(owner.get(seen), 1, "only Theseus");
    let guest = join(&server, &place);
    guest.until("document.querySelectorAll('.clock:not([hidden])').length === 2");
    assert_eq!(guest.get(seen), 1, "only the Minotaur");
    play_to_the_end([&owner, &guest]);
    for page in [&owner, &guest] {
        page.until(&format!("{seen} === 2"));
    }
}

#[test]
fn who_leaves_loses_on_time_and_is_told_on_return() {
    let server = Server::start_shared();
    let owner = Page::open(&server, "");
    let clock = json!({ "kind": "fischer", "initial": 1000, "increment": 0 });
    let place = create(
        &owner,
        json!({ "game": "tictactoe", "seats": ["person", "person"], "clock": clock }),
    );
    let guest = join(&server, &place);
    point(&owner, "11");
    guest.until("choices().length === 8");
    owner.leave();
    point(&guest, "00");
    guest.until("document.querySelector('.result-card:not([hidden])')?.dataset.outcome === 'won'");
    assert_eq!(guest.text(".result-card p"), "X has run out of time.");
    owner.go(&place);
    owner.until("document.querySelector('.result-card:not([hidden])')?.dataset.outcome === 'lost'");
    assert_eq!(owner.get("document.querySelector('.p1 .clock').innerText"), "0.0");
}

#[test]
fn a_dialog_outlives_a_lost_connection_with_what_was_typed() {
    let mut server = Server::start();
    let mut page = Page::open(&server, "");
    page.will_lose_server();
    page.press(&["n"]);
    page.until("document.querySelector('dialog[open] select')");
    page.select("dialog select", "tictactoe");
    page.select("dialog fieldset:nth-of-type(2) select", "person");
    page.fill("dialog input[name=person]", "Anna");
    server.kill();
    page.until("document.querySelector('#banners .error')");
    page.click("dialog footer .primary");
    page.until("document.querySelector('dialog .form-error:not(:empty)')");
    server.start_again();
    page.until("!document.querySelector('#banners .error')");
    assert_eq!(page.get("document.querySelector('dialog input[name=person]').value"), "Anna");
    page.click("dialog footer .primary");
    page.until("choices().length === 9");
    assert!(page.text(".player.p1").contains("Anna"));
    // The same in the dialogs of a game.
    server.kill();
    page.until("document.querySelector('#banners .error')");
    page.click(".player.p2 > button");
    page.fill("dialog input[name=person]", "Ben");
    page.click("dialog footer .primary");
    page.until("document.querySelector('dialog .form-error:not(:empty)')");
    server.start_again();
    page.until("!document.querySelector('#banners .error')");
    page.click("dialog footer .primary");
    page.until("document.querySelector('.player.p2').innerText.includes('Ben')");
}
