//! Two browsers on a server that both can reach: each plays a side.

use crate::browser::point;
use agon_testing::{Page, Server};

/// The texts of the buttons and notes of a side.
fn shown(page: &Page, side: &str) -> String {
    page.text(&format!(".player.{side} .details"))
}

#[test]
fn a_second_browser_claims_a_side_and_plays_it() {
    let server = Server::start_shared();
    let owner = Page::open(&server, "");
    owner.press(&["n"]);
    owner.until("document.querySelector('dialog[open] select')");
    owner.select("dialog select", "tictactoe");
    owner.click("dialog input[value=friend]");
    owner.click("dialog footer .primary");
    owner.until("choices().length === 9");
    let place = owner.get("location.hash");
    let guest = Page::open(&server, place.as_str().unwrap());
    guest.until("document.querySelector('.player.p2 .claims button:not([hidden])')");
    guest.until("document.querySelector('dialog[open] footer .primary')");
    assert_eq!(guest.get("choices().length"), 0, "who has claimed no side only watches");
    guest.click("dialog[open] footer .primary");
    guest.until("document.querySelector('.table-bar:not([hidden])')");
    owner.until("document.querySelector('.player.p2 .presence')?.innerText.includes('here')");
    assert_ne!(shown(&guest, "p2"), shown(&owner, "p2"), "its own side, and another's");
    point(&owner, "11");
    guest.until("listedMoves().length === 1 && choices().length === 8");
    assert_eq!(owner.get("choices().length"), 0, "the other browser is to move");
    point(&guest, "00");
    owner.until("listedMoves().join() === '11,00' && choices().length === 7");
    // An undo needs the other's consent.
    guest.press(&["z"]);
    guest.until("document.querySelector('.offer:not([hidden])')");
    assert_eq!(guest.get("document.querySelector('.offer .primary').hidden"), true);
    owner.click(".offer:not([hidden]) .primary");
    guest.until("listedMoves().join() === '11,00~' && choices().length === 8");
    point(&guest, "22");
    owner.until("choices().length === 7");
    // Resigning ends the game for both.
    owner.click(".table-bar button:nth-of-type(3)");
    owner.click("dialog[open] footer .danger");
    guest.until("document.querySelector('.result-card:not([hidden]) h2')?.innerText === 'You won in 1 move'");
    owner.until("document.querySelector('.result-card:not([hidden])')?.dataset.outcome === 'lost'");
}
