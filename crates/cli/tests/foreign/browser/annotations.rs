//! What people write to a game: variations, comments, circles and arrows.

use serde_json::json;

use crate::browser::backends::game;
use crate::browser::people::{create, join};
use crate::browser::point;
use agon_testing::{Page, Server};

/// The drawings on the board.
const MARKS: &str = "[...document.querySelectorAll('.board-root [data-mark]')].map((node) => node.dataset.mark).sort().join()";

/// The notations, words and comments of the variations.
const ROWS: &str = "[...document.querySelectorAll('.variation')].map((row) => \
    [...row.querySelectorAll('.variation-moves > *')].map((node) => node.textContent).join(' ')).join('; ')";

/// Drags the right button from an element to another, with some keys.
fn drag(page: &Page, from: &str, to: &str, keys: &str) {
    let script = "const [from, to, keys] = given; \
        const cell = (id) => document.querySelector(`.board-root [data-element='${id}']`); \
        for (const [kind, id] of [['pointerdown', from], ['pointerup', to]]) { \
            const [clientX, clientY] = pointOf(cell(id)); \
            cell(id).dispatchEvent(new PointerEvent(kind, { bubbles: true, isPrimary: true, button: 2, clientX, clientY, \
                shiftKey: keys.includes('shift'), altKey: keys.includes('alt') })); }";
    page.run(script, vec![json!(from), json!(to), json!(keys)]);
}

/// A page that shows a game of tic-tac-toe with two moves and a variation with a comment.
fn annotate(page: &Page) {
    for element in ["11", "00"] {
        point(page, element);
        page.until("choices().length && !document.querySelector('.marker-pending')");
    }
    page.press(&["ArrowLeft"]);
    page.until("choices().length === 8");
    point(page, "22");
    page.until("document.querySelector('.variation [aria-current]') && choices().length === 7");
    page.fill(".move-comment", "forced");
    page.press(&["Enter"]);
    page.until("document.querySelector('.variation .comment')?.textContent === 'forced'");
}

#[test]
fn what_is_drawn_and_written_stays_with_the_game_in_words_and_goes_along_in_its_link() {
    let (_backend, page, id) = game("tictactoe", ["person", "person"]);
    annotate(&page);
    drag(&page, "22", "00", "");
    drag(&page, "22", "22", "shift");
    drag(&page, "02", "02", "alt");
    page.until(&format!("{MARKS} === 'B02,G22>00,R22'"));
    drag(&page, "02", "02", "alt");
    page.until(&format!("{MARKS} === 'G22>00,R22'"));
    let label =
        "document.querySelector('.board-root [data-element=\"22\"]').getAttribute('aria-label')";
    for words in ["circle, red", "arrow to top left, empty, green"] {
        page.until(&format!("{label}.includes('{words}')"));
    }
    let rows = page.get(ROWS);
    assert_eq!(rows, "bottom right forced");
    page.click(".back");
    page.until(&format!("{MARKS} === ''"));
    page.reload();
    page.until(&format!("{ROWS} === 'bottom right forced'"));
    assert_eq!(
        page.get("Object.keys(localStorage).some((key) => key.includes('variations'))"),
        false
    );
    page.click(".variation-moves button");
    page.until(&format!("{MARKS} === 'G22>00,R22'"));
    // The link with the whole game has it, too.
    page.click("[data-control=more]");
    page.click("#game-menu [data-control=share]");
    let link = "[...document.querySelectorAll('dialog[open] input')].find((field) => field.value.includes('#/open/'))?.value";
    page.until(link);
    let place = page.get(&format!("new URL({link}).hash"));
    page.go(place.as_str().unwrap());
    page.until(&format!("location.hash.startsWith('#/game/') && !location.hash.includes('{id}') && {ROWS} === 'bottom right forced'"));
    page.click(".variation-moves button");
    page.until(&format!("{MARKS} === 'G22>00,R22'"));
    page.click(".comment-row .erase");
    page.until(&format!("{MARKS} === ''"));
}

#[test]
fn circles_and_arrows_are_drawn_by_keys_and_by_clicks_too() {
    let (_backend, page, _) = game("tictactoe", ["person", "person"]);
    page.press(&["d"]);
    page.until("document.querySelector('.comment-row .draw[aria-pressed=true]')");
    page.tab_to(".board-root [role=gridcell]");
    page.press(&["Enter", "ArrowRight", "Enter", "Enter", "Enter"]);
    page.until(&format!("{MARKS} === 'G00>01,G01'"));
    let middle = page.run(
        "return pointOf(document.querySelector('.board-root [data-element=\"11\"]'));",
        vec![],
    );
    page.click_at(&middle);
    page.until("document.querySelector('.mark-begun')");
    page.click_at(&middle);
    page.until(&format!("{MARKS} === 'G00>01,G01,G11'"));
    assert_eq!(page.get("listedMoves().length"), 0, "nothing was played");
    page.press(&["d"]);
    page.until("document.querySelector('.comment-row .draw[aria-pressed=false]')");
    point(&page, "11");
    page.until(&format!("listedMoves().length === 1 && {MARKS} === ''"));
}

#[test]
fn what_an_earlier_version_kept_in_the_browser_is_taken_over() {
    let (_backend, page, id) = game("tictactoe", ["person", "person"]);
    for element in ["11", "00"] {
        point(&page, element);
        page.until("choices().length && !document.querySelector('.marker-pending')");
    }
    let kept = json!({ "variations": [{ "from": 1, "moves": ["22", "20"] }, { "from": 0, "moves": ["??"] }],
        "comments": { "11": "the middle", "11 22": "forced" } });
    page.run(
        "localStorage.setItem(`agon.variations.${given[0]}`, given[1]);",
        vec![json!(id), json!(kept.to_string())],
    );
    page.reload();
    page.until("!Object.keys(localStorage).some((key) => key.includes('variations'))");
    page.until(&format!("{ROWS} === 'bottom right forced bottom left'"));
    page.reload();
    page.until(&format!("{ROWS} === 'bottom right forced bottom left'"));
    assert_eq!(page.text(".moves > .comment"), "the middle");
}

#[test]
fn what_one_of_two_people_writes_is_seen_by_the_other_when_the_game_is_over() {
    let server = Server::start_shared();
    let anna = Page::open(&server, "");
    let seats = ["person", "person"];
    let place = create(&anna, json!({ "game": "tictactoe", "seats": seats, "side": "p1" }));
    let ben = join(&server, &place);
    anna.until("choices().length");
    point(&anna, "11");
    ben.until("choices().length");
    point(&ben, "00");
    anna.until("choices().length === 7");
    anna.press(&["ArrowLeft"]);
    anna.until("choices().length === 8");
    point(&anna, "22");
    anna.until(&format!("{ROWS} === 'bottom right'"));
    drag(&anna, "22", "22", "");
    anna.reload();
    anna.until(&format!("{ROWS} === 'bottom right'"));
    assert_eq!(ben.get(ROWS), "");
    ben.run(
        "const { connection } = await import('./shell/connection.js'); \
        await connection.request('resign', { game: location.hash.split('/')[2] });",
        Vec::new(),
    );
    ben.until(&format!("{ROWS} === 'bottom right'"));
    ben.click(".variation-moves button");
    ben.until(&format!("{MARKS} === 'G22'"));
    anna.until("!Object.keys(localStorage).some((key) => key.includes('variations'))");
}
