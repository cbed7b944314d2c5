//! The page's instructions, refusals and results.

use serde_json::json;

use agon_testing::{Client, Page, Server};

use crate::browser::{game, game_with, point};

/// A click on a cell, which may be illegal there.
const PLACE: &str = "const { left, top, width, height } = \
    document.querySelector(`.board-root [data-element='${given[0]}'] .ground`).getBoundingClientRect(); \
    return [left + width / 2, top + height / 2];";

#[test]
fn a_person_is_led_through_a_move_to_the_end_of_the_game_and_to_the_next() {
    // One step from the third level.
    let start = json!({ "position": "00000/03200/00000/00000/00000 B 12,44 40,41" });
    let (_server, page, id) = game_with(start, "santorini", ["person", "person"]);
    let told = |text: &str| {
        page.until(&format!("document.querySelector('.instruction').innerText === {text:?}"))
    };
    told("Choose a pawn.");
    point(&page, "44");
    told("Step to a marked cell.");
    page.until("document.querySelector('.marker.target-step')");
    let far = page.run(PLACE, vec![json!("00")]);
    page.click_at(&far);
    page.until("document.querySelector('.refusal:not([hidden])')?.innerText.startsWith('Too far')");
    point(&page, "34");
    told("Now build next to your pawn.");
    page.until("document.querySelector('.marker.target-build')");
    page.press(&["Escape", "Escape"]);
    told("Choose a pawn.");
    // The step wins at once: no build is asked for.
    point(&page, "12");
    point(&page, "11");
    page.until("document.querySelector('.result-card:not([hidden]) h2')");
    assert_eq!(page.text(".result-card h2"), "Blue wins in 1 move");
    told("Blue stands on the third level.");
    assert!(page.get("document.title").as_str().unwrap().starts_with("Blue wins"));
    assert!(page.get("listedMoves()[0]").as_str().unwrap().starts_with("12-11-"));
    page.click(".result-card .primary");
    page.until(&format!("!location.hash.includes('{id}') && choices().length"));
    told("Choose a pawn.");
    page.until("document.querySelector('.result-card').hidden");
}

#[test]
fn one_click_takes_one_match_and_shift_begins_a_range() {
    let (_server, page, _) = game("nim", ["person", "person"]);
    point(&page, "2.1");
    page.until("listedMoves().join() === '[3,4,7]'");
    page.run(
        "for (const [id, shiftKey] of given) document.querySelector(`[data-element='${id}']`)\
         .dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey }));",
        vec![json!(["3.2", true]), json!(["3.4", false])],
    );
    page.until("listedMoves().length === 2");
    assert_eq!(page.get("listedMoves()[1]"), "[1,3,3,4]");
}

#[test]
fn a_hint_goes_on_with_the_pawn_that_is_chosen() {
    // Blue's pawn on 12 wins at once; the one on 44 does not.
    let start = json!({ "position": "00000/03200/00000/00000/00000 B 12,44 40,41" });
    let (_server, page, _) = game_with(start, "santorini", ["person", "person"]);
    point(&page, "44");
    page.until("document.querySelector('.marker.target-step')");
    page.click("[data-control=hint]");
    page.until("document.querySelector('.drawn-hint .arrow')");
    let marked = "[...document.querySelectorAll('.board-root [role=gridcell]')]\
                  .filter((cell) => cell.querySelector('.marker-hint')).map((cell) => cell.dataset.element)";
    let marked = page.get(marked);
    let marked: Vec<&str> = marked.as_array().unwrap().iter().flat_map(|id| id.as_str()).collect();
    assert!(marked.contains(&"44") && !marked.contains(&"12"), "{marked:?}");
    page.press(&["Escape"]);
    page.click("[data-control=hint]");
    page.until("document.querySelector('[data-element=\"12\"] .marker-hint')");
}

#[test]
fn free_cells_have_dots_and_a_hint_is_no_mark() {
    let (_server, page, _) = game_with(json!({}), "santorini", ["person", "person"]);
    point(&page, "22");
    page.until("document.querySelector('.marker-next.target-place_second .sign')");
    // A cross would look as if the cell were forbidden.
    let sign = "document.querySelector('.marker-next.target-place_second .sign').getAttribute('d')";
    assert!(page.get(sign).as_str().unwrap().contains('A'), "a dot is round");
    let (_server, page, _) = game("tictactoe", ["person", "person"]);
    page.click("[data-control=hint]");
    page.until("document.querySelector('.drawn-hint .ring')");
    let ring = page.get("document.querySelector('.drawn-hint .ring').getAttribute('d')");
    assert!(!ring.as_str().unwrap().contains('A'), "a ring would be an O");
}

#[test]
fn the_result_covers_no_move_and_counts_a_draw_in_moves_of_both_sides() {
    let server = Server::start();
    let moves = "11 00 01 21 20 02 12 10 22";
    let wish = json!({ "game": "tictactoe", "seats": ["person", "person"], "moves": moves });
    let created = Client::connect(&server).ask("create", wish);
    let id = created["game"]["id"].as_str().unwrap().to_string();
    let page = Page::open(&server, &format!("#/game/{id}"));
    page.screen(1280, 520, false);
    for _ in 0..2 {
        page.reload();
        page.until("document.querySelector('.result-card:not([hidden]) h2')");
        assert_eq!(page.text(".result-card h2"), "Draw after 9 moves in all");
        page.until(
            "(({ bottom }, { top }) => bottom <= top)(\
             document.querySelector('.moves [aria-current]').getBoundingClientRect(), \
             document.querySelector('.result-card').getBoundingClientRect())",
        );
    }
}
