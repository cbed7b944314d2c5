//! A student's program on the page: an opponent, an evaluation, and rules beside those of the game.

use serde_json::json;

use crate::browser::access::{assert_axe, assert_faultless};
use crate::browser::point;
use agon_testing::{Page, Server};

/// The elements of the moves after which a dome stands on 12: both sides place their pawns, and
/// build on it in turn.
const CLICKS: &str = "00 11 22 44 11 01 12 22 23 12 01 11 12 23 22 12";

const DIFFERENCES: &str = "document.querySelectorAll('.program-differences > li').length";

#[test]
fn the_page_shows_where_a_students_program_differs_from_the_rules() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/course/follow/ann");
    let server = Server::start_with(&["--hand-in".into(), format!("ann={folder}").into()]);
    let page = Page::open(&server, "");
    page.press(&["n"]);
    page.until("document.querySelector('dialog[open] select')");
    page.select("dialog select", "santorini");
    page.click("dialog .advanced summary");
    let opponent = "dialog .player-form:nth-of-type(2) select";
    page.select(opponent, "hand-in:ann");
    page.select(opponent, "minimax");
    let offered = page.get(
        "[...document.querySelectorAll('dialog .player-form:nth-of-type(2) option')].map(({ value, text }) => [value, text])",
    );
    let count = |name: &str| {
        let ann = json!([name, "ann's program"]);
        offered.as_array().unwrap().iter().filter(|option| **option == ann).count()
    };
    assert_eq!(count("hand-in:ann"), 2, "an opponent and an evaluation: {offered}");
    page.select(opponent, "person");
    page.select("dialog select[name=program]", "hand-in:ann");
    assert_faultless(&page, "the dialog with programs");
    page.click("dialog button.primary");
    page.until("document.querySelector('.program-status')");
    for element in CLICKS.split(' ') {
        point(&page, element);
    }
    page.until(&format!("{DIFFERENCES} === 1"));
    let told = page.text(".program-differences");
    assert!(told.contains("Move 3, Red"), "{told}");
    assert!(told.contains("Your program, 12: empty. The rules: dome."), "{told}");
    // The board shows the program's state, and says where it differs.
    page.until("document.querySelector('.board-root [data-element=\"12\"] .marker-differs, .marker-differs')");
    let label =
        "document.querySelector('.board-root [data-element=\"12\"]').getAttribute('aria-label')";
    page.until(&format!(
        "{label}.includes('height 0') && {label}.includes('differs from the rules')"
    ));
    page.until("document.querySelector('.program-details code')");
    assert!(page.text(".program-details code").starts_with("screenshotGame (tryMove (tryMove ("));
    page.until("isStill()");
    keep(&page, "difference");
    assert_faultless(&page, "a difference");
    assert_axe(&page, "a difference");
    // Without it, the board is that of the rules.
    page.click(".program-panel input[type=checkbox]");
    page.until(&format!("{label}.includes('dome')"));
    page.click(".program-panel input[type=checkbox]");
    page.until(&format!("{label}.includes('height 0')"));
    // What the rules refuse, the program does.
    point(&page, "11");
    let middle = page.get(
        "(({ left, top, width, height }) => [left + width / 2, top + height / 2])\
         (document.querySelector('.board-root [data-element=\"12\"]').getBoundingClientRect())",
    );
    page.click_at(&middle);
    page.until(&format!("{DIFFERENCES} === 2"));
    assert!(page.text(".program-differences").contains("makes the move 11-12-11"));
    page.press(&["Escape", "z"]);
    page.until(&format!("{DIFFERENCES} === 3"));
    let told = page.text(".program-differences");
    assert!(told.contains("Your program: Blue to move. The rules: Red to move."), "{told}");
    assert!(page.text(".program-details code").starts_with("screenshotGame (undoMove ("));
    // After a reload, and in another tab, it is the same, but for what was only tried.
    page.reload();
    page.until(&format!("{DIFFERENCES} === 2"));
    page.press(&["y"]);
    page.until(&format!("{DIFFERENCES} === 3"));
    page.until(&format!("{label}.includes('height 0')"));
    let place = page.get("location.hash");
    page.second_tab(place.as_str().unwrap());
    page.until(&format!("{DIFFERENCES} === 3"));
    // An entry of the list leads to its move, also by keyboard.
    page.press(&["ArrowLeft"]);
    page.until("document.querySelector('.moves [aria-current]').textContent && !document.querySelector('.back').hidden");
    page.tab_to(".program-differences button");
    page.press(&["Enter"]);
    page.until("document.querySelector('.back').hidden");
    page.until("document.querySelector('.program-differences [aria-current=step]')");
    keep(&page, "three");
}

/// Keeps a screenshot where a folder is named for it.
fn keep(page: &Page, name: &str) {
    if let Some(folder) = std::env::var_os("AGON_PICTURES") {
        let file = std::path::Path::new(&folder).join(format!("{name}.png"));
        std::fs::write(file, page.picture()).unwrap();
    }
}
