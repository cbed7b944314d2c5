//! Two people in two browsers: they join by a link, and play with clocks and names to the end and
//! to the next game.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::browser::access::{assert_axe, assert_faultless};
use crate::browser::point;
use agon_testing::{Client, Page, Server};

/// Watches for layout shifts from now on. A running clock must cause none.
const WATCH_SHIFTS: &str = "window.shifts = []; \
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries() \
    .map((entry) => [entry.value, ...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 90))]))) \
    .observe({ type: 'layout-shift' });";

/// Creates a game as a visitor, and goes there. Returns its route.
pub fn create(page: &Page, wish: serde_json::Value) -> String {
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
pub fn join(server: &Server, place: &str) -> Page {
    let guest = Page::open(server, place);
    guest.click("dialog[open] footer .primary");
    guest.until("document.querySelector('.table-bar:not([hidden])')");
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
    owner.click("dialog input[value=friend]");
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
    third.run(
        "document.querySelector('.player.p2 .claims button:nth-of-type(2)').click();",
        Vec::new(),
    );
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
        // The result takes its place from the moves, so that it covers none of them.
        let shifts =
            page.get("window.shifts.filter(([, node]) => !node?.includes('move-comment'))");
        assert_eq!(shifts, json!([]), "nothing jumps");
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
    page.click("dialog input[value=friend]");
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

/// The kinds of the refusals of all requests for help, sent without the page's own buttons.
const ASK_FOR_HELP: &str = "\
    const { connection } = await import('./shell/connection.js'); \
    const game = location.hash.split('/')[2]; \
    const kind = (request) => request.then(() => 'ok', (error) => error.kind); \
    const requests = [['hint', {}], ['threat', {}], ['verdicts', {}], ['review', {}], ['grade', { mv: '00' }], \
        ['analyse', { lines: 1 }], ['tree', { depth: 1, pruning: true, top: 3 }]]; \
    const kinds = new Set(); \
    for (const [name, args] of requests) kinds.add(await kind(connection.request(name, { game, ...args }))); \
    return [...kinds];";

#[test]
fn a_friend_comes_by_an_invitation_on_a_server_with_a_key_and_nobody_is_helped() {
    let server = Server::start_with_key();
    let owner = Page::open(&server, "");
    create(&owner, json!({ "game": "tictactoe", "seats": ["person", "person"], "name": "Anna" }));
    owner.until("document.querySelector('dialog[open] .qr-code svg')");
    assert_faultless(&owner, "the invitation");
    assert_axe(&owner, "the invitation");
    let state = "document.querySelector('.invite-state').innerText";
    let waiting = owner.get(state);
    let link = owner.get("document.querySelector('dialog .copy-field input').value");
    let link = link.as_str().unwrap().to_string();
    assert!(link.contains("/?guest=") && !link.contains("key="), "{link}");
    let guest = Page::open(&link, "");
    guest.until("document.querySelector('dialog[open] .invite-terms svg')");
    assert!(guest.text("dialog h2").contains("Anna"), "{}", guest.text("dialog"));
    assert_faultless(&guest, "the question of a guest");
    assert_axe(&guest, "the question of a guest");
    owner.until(&format!("{state} !== '{}'", waiting.as_str().unwrap()));
    guest.fill("dialog input[name=person]", "Ben");
    guest.click("dialog[open] footer .primary");
    // The owner need do nothing.
    owner.until("!document.querySelector('dialog')");
    owner.until("document.querySelector('.player.p2').innerText.includes('Ben')");
    owner.until(
        "document.querySelector('.player.p2 .presence:not(.away)')?.innerText.includes('here')",
    );
    let watcher = Page::open(&link, "");
    for page in [&owner, &guest] {
        page.until("document.querySelector('.status-line').innerText.includes('watching: 1')");
        page.click("[data-tab=analysis]");
        page.until("isShown(document.querySelector('#panel-analysis .fair-play'))");
        page.click("[data-tab=knowledge]");
        page.until("isShown(document.querySelector('#panel-knowledge .fair-play'))");
        assert_eq!(page.get("isShown(document.querySelector('[data-panel=tree]'))"), false);
        assert_eq!(page.get("document.querySelector('[data-control=hint]').disabled"), true);
        page.press(&["h"]);
        page.until("document.querySelector('.toast.error')?.innerText.startsWith('Two people')");
        page.click("[data-tab=moves]");
    }
    for page in [&owner, &guest, &watcher] {
        assert_eq!(page.run(ASK_FOR_HELP, Vec::new()), json!(["FairPlay"]));
    }
    point(&owner, "11");
    guest.until("choices().length === 8");
    assert_ne!(
        guest.get("document.querySelector('link[rel=icon]').getAttribute('href')"),
        "icon.svg"
    );
    assert_eq!(
        owner.get("document.querySelector('link[rel=icon]').getAttribute('href')"),
        "icon.svg"
    );
    point(&guest, "00");
    // Whoever leaves is seen to be away, and may come back.
    guest.leave();
    owner.until("document.querySelector('.player.p2 .presence.away')?.innerText.includes('away')");
    guest.go("");
    owner.until(
        "document.querySelector('.player.p2 .presence:not(.away)')?.innerText.includes('here')",
    );
    guest.until(
        "document.querySelector('.table-bar:not([hidden])') && !document.querySelector('dialog')",
    );
    play_to_the_end([&owner, &guest]);
    for page in [&owner, &guest, &watcher] {
        page.until("isGameOver()");
        let refused = page.run(ASK_FOR_HELP, Vec::new());
        assert!(!refused.as_array().unwrap().contains(&json!("FairPlay")));
    }
    owner.click("[data-tab=analysis]");
    owner.until("document.querySelector('#panel-analysis .eval-text')?.innerText");
    assert_eq!(owner.get("isShown(document.querySelector('#panel-analysis .fair-play'))"), false);
}

#[test]
fn both_may_agree_to_allow_help_and_see_who_has_asked() {
    let server = Server::start_shared();
    let owner = Page::open(&server, "");
    let place = create(&owner, json!({ "game": "santorini", "seats": ["person", "person"] }));
    let guest = join(&server, &place);
    owner.until("!document.querySelector('dialog')");
    guest.click("[data-tab=analysis]");
    guest.click("#panel-analysis .fair-play button");
    owner.click(".offer:not([hidden]) .primary");
    guest.until("document.querySelector('.best-lines li')");
    owner.until("document.querySelector('.toast')?.innerText.startsWith('Red: ')");
    owner.press(&["h"]);
    owner.until("document.querySelector('.board-root .marker-hint')");
    for page in [&owner, &guest] {
        page.click("[data-tab=analysis]");
        page.until("document.querySelectorAll('#panel-analysis .fair-play li').length >= 2");
        let asked = page.text("#panel-analysis .fair-play ul");
        assert!(asked.contains("Red: analysis") && asked.contains("Blue: hint"), "{asked}");
    }
}

#[test]
fn a_game_that_nobody_came_to_is_cancelled_or_played_at_one_screen() {
    let server = Server::start_shared();
    let owner = Page::open(&server, "");
    let two = json!({ "game": "tictactoe", "seats": ["person", "person"] });
    create(&owner, two.clone());
    owner.click("dialog[open] footer button:nth-of-type(2)");
    owner.until("!document.querySelector('dialog')");
    for (element, left) in [("11", 8), ("00", 7)] {
        point(&owner, element);
        owner.until(&format!("choices().length === {left}"));
    }
    owner.press(&["h"]);
    owner.until("document.querySelector('.board-root .marker-hint')");
    create(&owner, two);
    owner.until("document.querySelector('dialog[open] footer button:first-of-type')");
    owner.click("dialog[open] footer button:first-of-type");
    owner.until("document.querySelectorAll('.recent-games li').length === 1");
}

/// The texts of the dialog for sharing.
pub(super) fn shared(page: &Page) -> Value {
    page.click("[data-control=more]");
    page.click(".menu [data-control=share]");
    page.until("document.querySelector('dialog[open] .copy-field')");
    page.get("[...document.querySelectorAll('dialog .copy-field input')].map(({ value }) => value)")
}

#[test]
fn a_link_of_a_server_that_nobody_else_reaches_is_shared_with_a_warning() {
    let server = Server::start();
    let id = Client::connect(&server).create("tictactoe", ["person", "person"]);
    let page = Page::open(&server, &format!("#/game/{id}"));
    shared(&page);
    assert!(page.text("dialog").contains("Only this computer"), "{}", page.text("dialog"));
}

#[test]
fn programs_that_speak_the_protocol_are_not_helped_either() {
    let server = Server::start_shared();
    let [mut anna, mut ben, mut carl] = [(); 3].map(|()| Client::connect(&server));
    let game = anna.create("tictactoe", ["person", "person"]);
    for client in [&mut ben, &mut carl] {
        client.open(&game);
    }
    ben.ask("claim", json!({ "game": game, "side": "p2" }));
    let requests = [
        ("hint", json!({})),
        ("threat", json!({})),
        ("verdicts", json!({})),
        ("review", json!({})),
        ("grade", json!({ "mv": "00" })),
        ("analyse", json!({ "lines": 1 })),
        ("tree", json!({ "depth": 1, "pruning": true, "top": 3 })),
    ];
    let ask = |client: &mut Client, (what, with): &(&str, Value)| {
        let mut with = with.clone();
        with["game"] = json!(game);
        client.answer(what, with)["error"]["kind"].clone()
    };
    for client in [&mut anna, &mut ben, &mut carl] {
        for request in &requests {
            assert_eq!(ask(client, request), "FairPlay", "{request:?}");
        }
    }
    let seat = json!({ "game": game, "side": "p1", "seat": "level:8" });
    assert_eq!(anna.refused("seat", seat)["kind"], "FairPlay");
    ben.ask("resign", json!({ "game": game }));
    for request in &requests {
        assert_ne!(ask(&mut carl, request), "FairPlay", "{request:?}");
    }
}
