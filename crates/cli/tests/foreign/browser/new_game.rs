//! A new game: in one click, and against each kind of opponent.

use agon_arena::games;
use serde_json::{Value, json};

use crate::browser::access::{assert_axe, assert_faultless};
use agon_testing::{Client, Page, Server};

/// The players of the game that is shown.
fn seats(page: &Page, client: &mut Client) -> Value {
    page.until("location.hash.startsWith('#/game/') && document.querySelector('.player.p1')");
    let place = page.get("location.hash.split('/')[2]");
    client.ask("open", json!({ "game": place }))["game"]["seats"].clone()
}

/// Opens the dialog of the start screen for a game.
fn open_dialog(page: &Page, game: &str) {
    page.go("#/");
    page.press(&["n"]);
    page.until("document.querySelector('dialog[open] select')");
    page.select("dialog select", game);
}

/// Moves a slider to a value.
fn slide(page: &Page, value: u32) {
    page.run(
        "const slider = document.querySelector('dialog input[name=level]'); \
         slider.value = given[0]; slider.dispatchEvent(new Event('input', { bubbles: true }));",
        vec![json!(value)],
    );
}

#[test]
fn one_click_begins_a_game_and_the_next_one_as_the_last() {
    let server = Server::start();
    let mut client = Client::connect(&server);
    let page = Page::open(&server, "");
    page.click(".card .primary");
    assert_eq!(seats(&page, &mut client), json!(["person", "level:3"]), "a newcomer can win");
    page.until("choices().length === 25");
    open_dialog(&page, "santorini");
    slide(&page, 5);
    assert_eq!(page.text("dialog output"), "Level 5, club");
    page.click("dialog input[value=p2]");
    page.click("dialog .more summary");
    page.select("dialog .parameters select", "3x3");
    page.click("dialog footer .primary");
    assert_eq!(seats(&page, &mut client), json!(["level:5", "person"]));
    page.until("document.querySelectorAll('.board-root [role=gridcell]').length === 9");
    // The card says what one click begins, also after a reload.
    page.go("#/");
    page.reload();
    assert_eq!(page.text(".card > .subtle"), "Level 5, club · change");
    page.click(".card .primary");
    assert_eq!(seats(&page, &mut client), json!(["level:5", "person"]));
    page.until("document.querySelectorAll('.board-root [role=gridcell]').length === 9");
    // Another game has choices of its own, and what is refused is said in the dialog.
    let damaged = json!({ "games": { "nim": { "level": 2, "settings": { "heaps": "0,x" } } } });
    page.run("localStorage.setItem('agon.new', JSON.stringify(given[0]));", vec![damaged]);
    page.go("#/rules/nim");
    page.click("main .primary");
    page.until("document.querySelector('dialog[open] .form-error:not(:empty)')");
    page.click("dialog .more summary");
    page.fill("dialog .parameters input", "2,3");
    page.click("dialog footer .primary");
    assert_eq!(seats(&page, &mut client), json!(["person", "level:2"]));
}

#[test]
fn every_kind_of_opponent_is_offered_on_this_machine() {
    let server = Server::start();
    let mut client = Client::connect(&server);
    let page = Page::open(&server, "");
    for kind in ["friend", "self"] {
        open_dialog(&page, "tictactoe");
        page.click(&format!("dialog input[value={kind}]"));
        if kind == "friend" {
            assert!(page.text("dialog .muted").contains("agon serve --addr"), "how others join");
        }
        assert_faultless(&page, kind);
        page.click("dialog footer .primary");
        assert_eq!(seats(&page, &mut client), json!(["person", "person"]), "{kind}");
        page.until("choices().length === 9");
    }
    // Players of any kind; the dialog begins with them the next time.
    open_dialog(&page, "tictactoe");
    page.click("dialog .advanced summary");
    page.select("dialog .player-form:nth-of-type(1) select", "minimax");
    assert_eq!(page.get("document.querySelector('dialog input[value=custom]').checked"), true);
    page.click("dialog footer .primary");
    assert_eq!(seats(&page, &mut client), json!(["minimax:depth=3", "person"]));
    open_dialog(&page, "tictactoe");
    assert_eq!(page.get("document.querySelector('dialog .player-form select').value"), "minimax");
    assert_axe(&page, "the dialog of a new game");
    // A choice above fills in the players.
    page.click("dialog input[value=computer]");
    assert_eq!(page.get("document.querySelector('dialog .player-form select').value"), "person");
    page.press(&["Escape"]);
}

#[test]
fn every_game_has_the_opponent_of_its_assignment() {
    let server = Server::start();
    let mut client = Client::connect(&server);
    let page = Page::open(&server, "");
    for entry in games() {
        open_dialog(&page, entry.name);
        page.click("dialog input[value=assignment]");
        assert!(page.text("dialog .muted").len() > 60, "{}", page.text("dialog .muted"));
        page.click("dialog footer .primary");
        let opponent = entry.assignment.unwrap().opponent;
        assert_eq!(seats(&page, &mut client), json!(["person", opponent]));
        page.until("choices().length");
    }
    // The usual start, whatever board was played on the last time; and on either side.
    let saved = json!({ "games": { "byte": { "opponent": "assignment", "side": "p2", "settings": { "size": "10" } } } });
    page.run("localStorage.setItem('agon.new', JSON.stringify(given[0]));", vec![saved]);
    open_dialog(&page, "byte");
    page.click("dialog footer .primary");
    let byte = games().iter().find(|entry| entry.name == "byte").unwrap();
    let opponent = byte.assignment.unwrap().opponent;
    assert_eq!(seats(&page, &mut client), json!([opponent, "person"]));
    let position = byte.start().position();
    let place = page.get("location.hash.split('/')[2]");
    let begun = client.ask("open", json!({ "game": place }))["game"]["start"].clone();
    assert_eq!(begun, position);
}

#[test]
fn where_others_come_too_a_friend_has_a_side_and_oneself_has_both() {
    let server = Server::start_shared();
    let page = Page::open(&server, "");
    open_dialog(&page, "tictactoe");
    page.click("dialog input[value=friend]");
    assert!(page.text("dialog .muted").contains("link"), "{}", page.text("dialog .muted"));
    page.click("dialog input[value=p2]");
    page.click("dialog footer .primary");
    let claims = "(await (await import('./shell/connection.js')).connection.request('open', { game: location.hash.split('/')[2] })).game.rights.claims";
    let claims = format!("location.hash.startsWith('#/game/') && String({claims})");
    page.until("document.querySelector('.player.p1')");
    assert_eq!(page.get(&claims), ",you");
    open_dialog(&page, "tictactoe");
    page.click("dialog input[value=self]");
    page.click("dialog footer .primary");
    page.until("document.querySelector('.player.p1') && choices().length === 9");
    assert_eq!(page.get(&claims), "you,you");
}
