//! What is restored after a reload, after the server died, and in a second tab.

use serde_json::Value;

use crate::browser::{game, point};
use agon_testing::Page;

/// Two moves on a board of Santorini, and a third that is half made.
fn some_moves(page: &Page) -> Value {
    for element in ["00", "11", "22", "33"] {
        point(page, element);
    }
    page.until("listedMoves().length === 2 && choices().length");
    page.get(SHOWN)
}

const SHOWN: &str = "[listedMoves(), statusText(), [...document.querySelectorAll('.board-root \
    [role=gridcell]')].map((cell) => cell.getAttribute('aria-label'))]";

#[test]
fn a_reload_loses_nothing() {
    let (_server, page, _) = game("santorini", ["person", "person"]);
    let before = some_moves(&page);
    page.reload();
    page.until("listedMoves().length === 2");
    assert_eq!(page.get(SHOWN), before);
}

#[test]
fn a_killed_server_loses_nothing_and_the_page_comes_back() {
    let (mut server, mut page, id) = game("santorini", ["person", "person"]);
    page.will_lose_server();
    let before = some_moves(&page);
    server.kill();
    page.until("document.querySelector('#banners .error')");
    server.start_again();
    page.until("!document.querySelector('#banners .error')");
    assert_eq!(page.get(SHOWN), before);
    for element in ["11", "12", "13"] {
        point(&page, element);
    }
    page.until("listedMoves().length === 3");
    page.go("");
    page.until(&format!("document.querySelector('.recent-games a[href=\"#/game/{id}\"]')"));
}

#[test]
fn a_second_tab_follows() {
    let (_server, page, id) = game("tictactoe", ["person", "person"]);
    page.second_tab(&format!("#/game/{id}"));
    point(&page, "11");
    page.until("listedMoves().length === 1");
    page.switch_tab(0);
    page.until("listedMoves().join() === '11'");
    point(&page, "00");
    page.until("listedMoves().length === 2");
    page.switch_tab(1);
    page.until("listedMoves().join() === '11,00'");
}
