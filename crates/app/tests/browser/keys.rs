//! The keys of the page, and what is taken back.

use serde_json::json;

use crate::stage::{Page, Server};
use crate::{game, point};

fn wait_for_moves(page: &Page, moves: &[&str]) {
    page.until(&format!("listedMoves().join() === {:?}", moves.join(",")));
}

fn who(page: &Page, side: &str) -> String {
    page.text(&format!(".player.{side} .player-name")).trim().to_string()
}

#[test]
fn four_clicks_place_the_pawns_and_three_make_a_move() {
    let (_server, page, _) = game("santorini", ["person", "person"]);
    for element in ["00", "11", "22", "33"] {
        point(&page, element);
    }
    wait_for_moves(&page, &["@00,11", "@22,33"]);
    for element in ["11", "12", "13"] {
        point(&page, element);
    }
    wait_for_moves(&page, &["@00,11", "@22,33", "11-12-13"]);
}

#[test]
fn z_takes_back_y_makes_again_and_arrows_walk() {
    let (_server, page, _) = game("tictactoe", ["person", "person"]);
    for element in ["11", "00", "22"] {
        point(&page, element);
        page.until("choices().length && !document.querySelector('.marker-pending')");
    }
    wait_for_moves(&page, &["11", "00", "22"]);
    page.press(&["z"]);
    wait_for_moves(&page, &["11", "00", "22~"]);
    page.press(&["z"]);
    wait_for_moves(&page, &["11", "00~", "22~"]);
    page.press(&["y"]);
    wait_for_moves(&page, &["11", "00", "22~"]);
    page.press(&["Home"]);
    wait_for_moves(&page, &["11~", "00~", "22~"]);
    page.press(&["ArrowRight"]);
    wait_for_moves(&page, &["11", "00~", "22~"]);
    page.press(&["End"]);
    wait_for_moves(&page, &["11", "00", "22"]);
    page.press(&["ArrowLeft"]);
    wait_for_moves(&page, &["11", "00", "22~"]);
}

#[test]
fn a_toggles_the_computer_and_plus_and_minus_change_its_depth() {
    let (_server, page, _) = game("santorini", ["person", "person"]);
    let person = who(&page, "p2");
    page.press(&["a"]);
    let told = "document.querySelector('.player.p2 .player-name').textContent";
    // The same computer as at the terminal.
    page.until(&format!("/Minimax, depth 3$/.test({told})"));
    assert_eq!(who(&page, "p1"), person);
    for (key, depth) in [("+", 4), ("-", 3), ("-", 2)] {
        page.press(&[key]);
        page.until(&format!("/Minimax, depth {depth}$/.test({told})"));
    }
    page.press(&["a"]);
    page.until(&format!("!/\\d/.test({told})"));
    page.press(&["a"]);
    page.until(&format!("/Minimax, depth 2$/.test({told})"));
}

#[test]
fn a_gives_the_computer_the_side_that_is_not_to_move_and_it_plays() {
    let (_server, page, _) = game("tictactoe", ["person", "person"]);
    point(&page, "11");
    wait_for_moves(&page, &["11"]);
    // The second side is to move, so the computer gets the first.
    page.press(&["a"]);
    page.until("/Level 5\\b/.test(document.querySelector('.player.p1 .player-name').textContent)");
    assert!(!who(&page, "p2").contains("Level"));
    // A pause is seen only while a computer plays; it does not outlast it.
    page.press(&[" "]);
    page.until(
        "document.querySelector('.controls .row:last-child button').textContent === 'Resume'",
    );
    page.press(&["a"]);
    page.until("document.querySelector('.controls .row:last-child').hidden");
    page.press(&["a"]);
    page.until("!document.querySelector('.controls .row:last-child').hidden");
    page.until(
        "document.querySelector('.controls .row:last-child button').textContent === 'Pause'",
    );
    point(&page, "00");
    page.until("listedMoves().length === 3");
}

#[test]
fn f_flips_h_hints_and_the_question_mark_lists_the_keys() {
    let (_server, page, _) = game("tictactoe", ["person", "person"]);
    let first = "document.querySelector('.board-root [role=gridcell]').dataset.element";
    assert_eq!(page.get(first), "00");
    page.press(&["f"]);
    page.until(&format!("{first} === '22'"));
    page.press(&["f"]);
    page.until(&format!("{first} === '00'"));
    page.press(&["h"]);
    page.until(
        "document.querySelector('.board-root .marker-hint') && document.querySelector('.toast')",
    );
    page.press(&["?"]);
    page.until("document.querySelector('dialog[open] dl.shortcuts dt')");
    for key in ["z", "y", "a", "f", "h", "?", "Escape"] {
        let listed = "return [...document.querySelectorAll('dl.shortcuts kbd')].some((key) => key.textContent === given[0]);";
        assert_eq!(page.run(listed, vec![json!(key)]), true, "{key}");
    }
    page.press(&["Escape"]);
    page.until("!document.querySelector('dialog')");
}

#[test]
fn escape_takes_back_a_half_made_move() {
    let (_server, page, _) = game("santorini", ["person", "person"]);
    point(&page, "00");
    let chosen = "document.querySelectorAll('.board-root [aria-selected=true]').length";
    page.until(&format!("{chosen} === 1"));
    page.press(&["Escape"]);
    page.until(&format!("{chosen} === 0"));
    assert_eq!(page.get("choices().length"), 25);
    assert_eq!(page.get("listedMoves()"), json!([]));
}

#[test]
fn against_the_computer_undo_takes_back_both_moves() {
    let (_server, page, _) = game("santorini", ["person", "minimax:depth=1"]);
    point(&page, "00");
    point(&page, "11");
    page.until("listedMoves().length === 2 && choices().length");
    page.press(&["z"]);
    page.until("listedMoves().every((move) => move.endsWith('~'))");
    assert_eq!(page.get("listedMoves().length"), 2);
    page.press(&["y"]);
    page.until("listedMoves().every((move) => !move.endsWith('~'))");
}

#[test]
fn a_move_in_the_past_asks_first() {
    let (_server, page, _) = game("tictactoe", ["person", "person"]);
    for element in ["11", "00"] {
        point(&page, element);
        page.until("choices().length && !document.querySelector('.marker-pending')");
    }
    page.press(&["z", "z"]);
    wait_for_moves(&page, &["11~", "00~"]);
    point(&page, "22");
    page.until("document.querySelector('dialog[open]')");
    page.press(&["Escape"]);
    page.until("!document.querySelector('dialog') && choices().length === 9");
    wait_for_moves(&page, &["11~", "00~"]);
    point(&page, "22");
    page.click("dialog[open] footer .primary");
    wait_for_moves(&page, &["22"]);
}

#[test]
fn a_game_is_begun_by_keys_alone() {
    let server = Server::start();
    let page = Page::open(&server, "");
    page.press(&["n"]);
    page.until("document.querySelector('dialog[open] footer .primary')");
    page.tab_to("dialog footer .primary");
    page.press(&["Enter"]);
    page.until("location.hash.startsWith('#/game/') && choices().length");
}
