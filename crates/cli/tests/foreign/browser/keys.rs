//! The keys of the page, and undo.

use serde_json::json;

use crate::browser::backends::{Backend, game};
use crate::browser::point;
use agon_testing::Page;

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
    // Arrow keys only look: the game stays where it is.
    let looks_at = |ply: usize| {
        let marks = "document.querySelectorAll('.board-root .stroke').length";
        page.until(&format!(
            "{marks} >= {ply} && !document.querySelector('.moves [aria-current]') === {}",
            ply == 0
        ));
        page.until("listedMoves().join() === '11,00,22~'");
    };
    page.press(&["Home"]);
    looks_at(0);
    page.until("location.hash.endsWith('/0')");
    page.press(&["ArrowRight"]);
    looks_at(1);
    page.until("location.hash.endsWith('/1')");
    page.press(&["End"]);
    page.until("location.hash.endsWith('/3')");
    page.press(&["Escape"]);
    page.until("!document.querySelector('.back:not([hidden])')");
}

#[test]
fn ctrl_z_and_ctrl_y_undo_and_redo_as_in_other_programs() {
    let (_server, page, _) = game("tictactoe", ["person", "person"]);
    for element in ["11", "00"] {
        point(&page, element);
        page.until("choices().length && !document.querySelector('.marker-pending')");
    }
    let press = |key: &str, shift: bool| {
        page.run(
            "const prevented = !document.body.dispatchEvent(new KeyboardEvent('keydown', \
             { key: given[0], code: `Key${given[0].toUpperCase()}`, ctrlKey: true, shiftKey: given[1], \
             bubbles: true, cancelable: true })); return prevented;",
            vec![json!(key), json!(shift)],
        )
    };
    assert_eq!(press("z", false), true);
    wait_for_moves(&page, &["11", "00~"]);
    assert_eq!(press("y", false), true);
    wait_for_moves(&page, &["11", "00"]);
    press("z", false);
    wait_for_moves(&page, &["11", "00~"]);
    press("z", true);
    wait_for_moves(&page, &["11", "00"]);
    // Other keys with Ctrl are the browser's.
    assert_eq!(press("f", false), false);
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
    // A pause is visible only while a computer plays, and ends with it.
    page.press(&[" "]);
    page.until("document.querySelector('[data-control=run]').ariaLabel === 'Resume'");
    page.press(&["a"]);
    page.until("document.querySelector('.controls .computers').hidden");
    page.press(&["a"]);
    page.until("!document.querySelector('.controls .computers').hidden");
    page.until("document.querySelector('[data-control=run]').ariaLabel === 'Pause'");
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
fn a_move_after_undo_keeps_what_was_taken_back_as_a_variation() {
    let (_server, page, _) = game("tictactoe", ["person", "person"]);
    for element in ["11", "00"] {
        point(&page, element);
        page.until("choices().length && !document.querySelector('.marker-pending')");
    }
    page.press(&["z", "z"]);
    wait_for_moves(&page, &["11~", "00~"]);
    point(&page, "22");
    wait_for_moves(&page, &["22"]);
    let variation = "[...document.querySelectorAll('.variation-moves button')].map((node) => node.dataset.move).join()";
    page.until(&format!("{variation} === '11,00'"));
}

#[test]
fn a_move_in_the_past_is_a_variation_and_the_game_goes_on_without_it() {
    let (_server, page, id) = game("tictactoe", ["person", "person"]);
    for element in ["11", "00"] {
        point(&page, element);
        page.until("choices().length && !document.querySelector('.marker-pending')");
    }
    page.second_tab(&format!("#/game/{id}"));
    page.until("choices().length === 7");
    page.press(&["ArrowLeft"]);
    page.until("location.hash.endsWith('/1') && choices().length === 8");
    point(&page, "22");
    let current = "document.querySelector('.variation [aria-current]')?.dataset.move";
    page.until(&format!("{current} === '22'"));
    wait_for_moves(&page, &["11", "00"]);
    page.switch_tab(0);
    assert_eq!(page.get("choices().length"), 7, "the other tab shows the game");
    point(&page, "20");
    page.switch_tab(1);
    wait_for_moves(&page, &["11", "00", "20"]);
    page.until(&format!("{current} === '22'"));
    page.click(".back");
    page.until("choices().length === 6");
    // The browser's history goes through the positions that were shown.
    page.run("history.back();", Vec::new());
    page.until("document.querySelector('.back:not([hidden])')");
    page.click(".variation > button:last-child");
    page.until("!document.querySelector('.variation')");
}

#[test]
fn variations_branch_are_promoted_commented_and_deleted() {
    let (_server, page, _) = game("tictactoe", ["person", "person"]);
    for element in ["11", "00"] {
        point(&page, element);
        page.until("choices().length && !document.querySelector('.marker-pending')");
    }
    let rows = "[...document.querySelectorAll('.variation')].map((row) => \
        [...row.querySelectorAll('.variation-moves button')].map((node) => node.dataset.move).join(' ')).join('; ')";
    page.press(&["ArrowLeft"]);
    page.until("choices().length === 8");
    point(&page, "22");
    page.until(&format!("{rows} === '22' && choices().length === 7"));
    point(&page, "20");
    page.until(&format!("{rows} === '22 20'"));
    page.press(&["ArrowLeft"]);
    page.until("choices().length === 7");
    point(&page, "02");
    page.until(&format!("{rows} === '22 20; 02'"));
    page.fill(".move-comment", "forced");
    page.press(&["Enter"]);
    page.until("document.querySelector('.variation .comment')?.textContent === 'forced'");
    // The second branch becomes the first.
    page.click(".variation[data-depth='1'] > button");
    page.until(&format!("{rows} === '22 02; 20'"));
    // All of this is kept.
    page.reload();
    page.until(&format!("{rows} === '22 02; 20'"));
    assert_eq!(page.text(".variation .comment"), "forced");
    page.click(".variation[data-depth='1'] > button:last-child");
    page.until(&format!("{rows} === '22 02'"));
    page.click(".variation > button:last-child");
    page.until("!document.querySelector('.variation')");
}

#[test]
fn a_game_is_begun_by_keys_alone() {
    let backend = Backend::start();
    let page = Page::open(&backend, "");
    page.press(&["n"]);
    page.until("document.querySelector('dialog[open] footer .primary')");
    page.tab_to("dialog footer .primary");
    page.press(&["Enter"]);
    page.until("location.hash.startsWith('#/game/') && choices().length");
}
