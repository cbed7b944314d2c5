//! The page's instructions, refusals and results.

use serde_json::json;

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
