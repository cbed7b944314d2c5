//! A program with one game of somebody else's: its words on the page, and no button that fails.

use agon_testing::{Page, Server};

/// Every way from the start screen is followed, and a game is played to its end.
#[test]
fn a_game_of_ones_own_has_the_whole_page() {
    let server = Server::start_named("connect-four");
    let page = Page::open(&server, "#/");
    assert_eq!(page.text(".card h3"), "Connect Four");
    let links = page.get("[...document.querySelectorAll('a, button')].filter(isShown).map((it) => it.innerText.trim())");
    let links = links.to_string();
    // There is a lesson about games that are files.
    for absent in ["Puzzles", "Board editor"] {
        assert!(!links.contains(absent), "{absent}: {links}");
    }
    page.click(".bar nav a[href^='#/rules']");
    page.until("document.querySelectorAll('.rules li').length === 4");
    assert_eq!(page.get("document.querySelectorAll('figure:not([hidden]) svg').length"), 3);
    page.go("#/");
    page.press(&["n"]);
    page.until("document.querySelector('dialog select')");
    page.click("dialog .more summary");
    assert!(page.text("dialog").contains("Board size"), "its own word for its parameter");
    assert!(!page.text("dialog").contains("assignment"), "it comes from none");
    page.click("dialog input[value=self]");
    page.click("dialog .primary");
    page.until("document.querySelector('.board-root [data-element=\"d1\"].selectable')");
    assert!(page.text("main").contains("Choose a column for your disc."), "its own words");
    for element in ["d1", "a1", "d2", "a2", "d3", "a3", "d4"] {
        page.click(&format!(".board-root [data-element='{element}'].selectable"));
    }
    page.until("document.body.innerText.includes('Yellow has four in a row.')");
    // Every tab, and what is in it.
    for tab in ["analysis", "knowledge", "rules", "moves"] {
        page.click(&format!("[data-tab='{tab}']"));
    }
    assert_eq!(page.get("document.querySelectorAll('.toast.error').length"), 0);
}
