//! Importing games from text.

use agon_testing::{Page, Server};

/// Opens the dialog for imports on the start screen.
pub fn open_import_dialog(page: &Page) {
    let open = "[...document.querySelectorAll('main button')].find((one) => one.textContent.includes('Import'))";
    page.until(open);
    page.run(&format!("{open}.click()"), Vec::new());
    page.until("document.querySelector('dialog[open] textarea')");
}

#[test]
fn a_file_of_many_games_is_imported_as_many() {
    let server = Server::start();
    let page = Page::open(&server, "");
    open_import_dialog(&page);
    let games: String = ["11", "00", "22"]
        .map(|mv| format!("[Game \"tictactoe\"]\n[P1 \"ann\"]\n\n1. {mv} {{+3/2}} *\n\n"))
        .concat();
    page.fill("dialog[open] textarea", &games);
    page.click("dialog[open] button.primary");
    page.until("document.querySelectorAll('.recent-games li').length === 3");
    assert_eq!(page.get("location.hash"), "#/");
}
