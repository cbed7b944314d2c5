//! The first hour: notes in the first game, the labyrinth in the dark, and what one has learned.

use serde_json::json;

use crate::browser::point;
use agon_testing::{Client, Page, Server};

#[test]
fn somebody_who_is_new_is_told_what_to_do_once() {
    let server = Server::start();
    let page = Page::open(&server, "#/");
    page.click("[data-start=new]");
    page.until("document.querySelector('.coach:not([hidden])')?.innerText.includes('free cell')");
    assert!(page.text(".players").contains("Level 1"), "the weakest computer");
    let top = "document.querySelector('.board-root').getBoundingClientRect().top";
    let before = page.get(top);
    point(&page, "11");
    page.until("document.querySelector('.coach:not([hidden])')?.innerText.includes('arrow keys')");
    page.click(".coach .primary");
    page.until("document.querySelector('.coach').hidden");
    assert_eq!(page.get(top), before, "nothing moves");
    page.reload();
    page.until("document.querySelector('.coach')?.hidden");
}

#[test]
fn theseus_sees_what_he_senses_and_remembers_the_rest() {
    let server = Server::start();
    let maze = "00200/00200/22001/02020/00110 0,0-2,2 0,3-0,4 200/2/T/-";
    let wish = json!({ "game": "theseus", "settings": { "position": maze }, "seats": ["person", "person"] });
    let created = Client::connect(&server).ask("create", wish);
    let page = Page::open(&server, &format!("#/game/{}", created["game"]["id"].as_str().unwrap()));
    page.until("document.querySelectorAll('.board-root .tile').length === 25");
    assert_eq!(page.get("document.querySelectorAll('.tile.dark').length"), 0, "all is seen");
    page.select(".sidebar select", "p1");
    page.until("document.querySelectorAll('.tile.dark').length > 10");
    let lit = page.get("document.querySelectorAll('.tile.sensed').length").as_u64().unwrap();
    assert!(lit > 3 && page.get("document.querySelectorAll('.tile.seen').length") == 0);
    // The list of views has the focus, and would take the key.
    page.run("document.activeElement.blur();", Vec::new());
    page.press(&["ArrowUp"]);
    page.until("document.querySelectorAll('.tile.seen').length > 0");
    page.until("document.querySelector('.recalled')");
}

#[test]
fn what_was_learned_is_shown_kept_by_the_server_and_erased() {
    let server = Server::start();
    let page = Page::open(&server, "#/lesson/tictactoe/1");
    page.until("document.querySelector('.lesson-steps')");
    point(&page, "11");
    page.until("document.querySelector('.lesson-steps .done')");
    let done = "[...document.querySelectorAll('.progress tr')]\
                .find((row) => row.innerText.startsWith('Tic-tac-toe'))?.cells[1].innerText";
    page.go("#/progress");
    page.until(&format!("{done} === '1'"));
    // Another browser of the same person knows it from the server.
    let other = Page::open(&server, "#/progress");
    other.until(&format!("{done} === '1'"));
    other.click(".progress .subtle");
    other.click("dialog[open] footer .danger");
    other.until(&format!("{done} === '0'"));
    let kept = Client::connect(&server).ask("learning", json!({}));
    assert!(kept["data"].is_null(), "{kept}");
}
