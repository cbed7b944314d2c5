//! Make your own game: the rules beside the board, errors at their line, the game, its link.

use agon_testing::Page;
use serde_json::json;

use crate::browser::backends::Backend;

/// Replaces a part of the rules, as if it were typed.
fn change(page: &Page, from: &str, to: &str) {
    page.run(
        "const text = document.querySelector('.make textarea'); \
         const changed = text.value.replace(given[0], given[1]); \
         if (changed === text.value) throw new Error(`there is no ${given[0]}`); \
         text.value = changed; text.dispatchEvent(new Event('input', { bubbles: true }));",
        vec![json!(from), json!(to)],
    );
}

/// Waits until the rules have no errors.
fn is_right(page: &Page) {
    page.until("document.querySelector('.make-about h2') && !document.querySelector('.make .diagnostics li')");
}

fn click_cell(page: &Page, element: &str) {
    page.click(&format!(".board-root [data-element='{element}'].selectable"));
    page.until(&format!(
        "!document.querySelector(\".board-root [data-element='{element}'].selectable\")"
    ));
}

#[test]
fn a_rule_is_changed_and_the_game_played_solved_and_shared() {
    let backend = Backend::start();
    let page = Page::open(&backend, "#/");
    page.click("a[href='#/make']");
    is_right(&page);
    assert_eq!(page.get("document.querySelectorAll('.make-board .ground').length"), 9);
    // A name that nothing derives is told at its line, and a click leads there.
    change(&page, "wins(P) :- line(P).", "wins(P) :- lime(P).");
    page.until("document.querySelector('.make .diagnostics li')");
    assert!(page.text(".make .diagnostics").contains("Did you mean line?"));
    assert!(page.text(".make .line-numbers mark").contains("18"));
    assert_eq!(page.get("document.querySelector('[data-make=play]').disabled"), true);
    page.click(".make .diagnostics .link");
    page.until(
        "document.activeElement.matches('textarea') && document.activeElement.selectionStart > 0",
    );
    // A line loses now, and the board has the size that the rules say.
    change(&page, "wins(P) :- lime(P).", "wins(P) :- line(Q), other(P, Q).");
    change(&page, "const size = 3.", "const size = 4.");
    is_right(&page);
    page.until("document.querySelectorAll('.make-board .ground').length === 16");
    assert!(page.text(".make-about").contains("too large to be solved"));
    change(&page, "const size = 4.", "const size = 3.");
    change(&page, "Tic-tac-toe\"", "Not three\"");
    is_right(&page);
    page.until("document.querySelector('.make-about h2').textContent === 'Not three'");
    page.click("button:has(path[d^='M12 15V3'])");
    let link = page.get("document.querySelector('dialog input, dialog textarea').value");
    let link = link.as_str().unwrap().split_once('#').unwrap().1.to_string();
    page.press(&["Escape"]);
    page.select(".make-game select", "self");
    page.click("[data-make=play]");
    page.until("location.hash.startsWith('#/game/')");
    for element in ["00", "11", "01", "22"] {
        click_cell(&page, element);
    }
    // The solver proves what every move is worth: 02 makes a line, and loses.
    page.click("[data-tab=knowledge]");
    page.until("document.querySelector('.verdict-list dt.lose')");
    click_cell(&page, "02");
    page.until("isGameOver()");
    assert!(
        page.get("statusText()").as_str().unwrap().contains('O'),
        "{}",
        page.get("statusText()")
    );
    page.click("[data-tab=rules]");
    assert!(page.text(".rules-file").contains("other(P, Q)"));
    page.reload();
    page.until("isGameOver() && listedMoves().length === 5");
    page.go("#/");
    page.until("document.querySelector('main').innerText.includes('Not three')");
    // Somebody else, with a browser of their own.
    let other = Page::open(&backend, &format!("#{link}"));
    is_right(&other);
    assert!(
        other
            .get("document.querySelector('.make textarea').value")
            .as_str()
            .unwrap()
            .contains("other(P, Q)")
    );
    other.click("[data-make=play]");
    other.until("document.querySelector(\".board-root [data-element='00'].selectable\")");
    assert!(other.text("main").contains("Not three"));
    // A link that was cut is refused.
    other.go(&format!("#{}", &link[..link.len() - 9]));
    other.until("document.querySelector('main h1') && !document.querySelector('.make')");
}

#[test]
fn a_game_by_file_travels_in_the_link_of_its_record() {
    let backend = Backend::start();
    let page = Page::open(&backend, "#/make/misere_tictactoe.game");
    is_right(&page);
    change(&page, "other(P, Q).", "other(P, Q). % changed");
    is_right(&page);
    page.select(".make-game select", "self");
    page.click("[data-make=play]");
    for element in ["11", "00"] {
        click_cell(&page, element);
    }
    let link = page.run(
        "const { connection } = await import('./shell/connection.js'); \
         const { gameLink } = await import('./game/link.js'); \
         return gameLink((await connection.request('record', { game: location.hash.split('/')[2] })).text);",
        vec![],
    );
    let link = link.as_str().unwrap().split_once('#').unwrap().1.to_string();
    let other = Page::open(&backend, &format!("#{link}"));
    other.until("location.hash.startsWith('#/game/') && listedMoves().length === 2");
    other.click("[data-tab=rules]");
    assert!(other.text(".rules-file").contains("% changed"));
}

#[test]
fn the_games_that_come_as_files_are_listed_and_played() {
    let backend = Backend::start();
    let page = Page::open(&backend, "#/");
    page.click(".more-games summary");
    page.until("document.querySelectorAll('.more-games li').length > 10");
    page.click("[data-file='connect_four.game']");
    page.until("document.querySelectorAll('.board-root .selectable').length === 7");
    page.go("#/make/nothing.game/");
    page.until("document.querySelector('main h1')");
    assert_eq!(page.get("Boolean(document.querySelector('.make'))"), false);
}
