//! The panels: the tree, the analysis, proven values, and rule files.

use serde_json::json;

use crate::browser::{game, point};
use agon_testing::{Client, Page, Server};

fn open_tab(page: &Page, name: &str) {
    page.click(&format!("[data-tab={name}]"));
}

fn open_tree(page: &Page) {
    open_tab(page, "knowledge");
    page.click("[data-panel=tree]");
}

#[test]
fn the_tree_shows_nodes_and_replays_the_search() {
    let (_server, page, _) = game("tictactoe", ["person", "person"]);
    open_tree(&page);
    let nodes = "document.querySelectorAll('.tree-root [role=treeitem]').length";
    page.until(&format!("{nodes} >= 4"));
    let told = page.text(".tree-step");
    page.click(".tree-replay button:nth-of-type(2)");
    page.until(&format!("document.querySelector('.tree-step').innerText !== {told:?}"));
}

#[test]
fn the_largest_tree_that_fits_is_one_click_away() {
    let (_server, page, _) = game("nim", ["person", "person"]);
    open_tree(&page);
    page.until("document.querySelectorAll('.tree-root [role=treeitem]').length >= 3");
    page.click("[data-option=whole]");
    page.until("document.querySelector('.tree-card.pruned')");
    page.run(
        "const list = [...document.querySelectorAll('.tree-controls select')]\
         .find(({ options }) => [...options].map(({ value }) => value).join() === '1,2,3,4,5,6'); \
         list.value = '6'; list.dispatchEvent(new Event('change'));",
        Vec::new(),
    );
    page.click(".tree .form-error button");
    page.until("!document.querySelector('.tree .form-error button')");
    page.until("document.querySelectorAll('.tree-root [role=treeitem]').length >= 3");
}

#[test]
fn the_tree_panel_shows_the_tree_of_an_assignment() {
    let (server, page, id) = game("theseus", ["minmax", "minmax"]);
    // A position that does not change.
    let mut client = Client::connect(&server);
    client.ask("run", json!({ "game": id, "on": false, "pace": 0 }));
    open_tree(&page);
    page.until("document.querySelectorAll('.tree-root [role=treeitem]').length >= 3");
    let value = "document.querySelector('.tree-root .tree-value')?.textContent";
    assert!(!page.text(".tree-root .tree-value").contains("minimax"));
    page.select(".tree-controls select", "minmax");
    page.until(&format!("/^minimax/.test({value})"));
    page.until("/^evaluation/.test(document.querySelector('.tree-root .tree-window').textContent)");
    let moves = "[...document.querySelectorAll('.tree-root .tree-move')]";
    let is_move = r"/^\[\d+, \d+, [1357]\]$/";
    page.until(&format!("{moves}.some(({{ textContent }}) => {is_move}.test(textContent))"));
    assert!(page.text(".tree-savings").contains("minmax"));
    page.select(".tree-controls select", "");
    page.until(&format!("{value} && !/^minimax/.test({value})"));
}

#[test]
fn the_analysis_shows_lines() {
    let (_server, page, _) = game("santorini", ["person", "person"]);
    for element in ["00", "11", "22", "33"] {
        point(&page, element);
    }
    page.until("listedMoves().length === 2");
    assert_eq!(page.get("document.querySelector('.best-lines')"), serde_json::Value::Null);
    open_tab(&page, "analysis");
    page.until("document.querySelectorAll('.best-lines li').length === 3");
    // Moves are shown in words, with the notation after them. Read at once, because the search may
    // find a better move in between.
    let told = page.get(
        "(({ dataset, title, innerText }) => [dataset.move, title, innerText])\
         (document.querySelector('.best-lines .line-move'))",
    );
    let [notation, title, words] = [0, 1, 2].map(|index| told[index].as_str().unwrap());
    assert_eq!(notation, title);
    assert!(title.contains('-') && words.contains("builds"), "{told}");
    assert!(page.text(".analysis .search-stats").chars().any(char::is_numeric));
}

#[test]
fn the_verdicts_of_tictactoe_are_shown_on_the_board() {
    let (_server, page, _) = game("tictactoe", ["person", "person"]);
    open_tab(&page, "knowledge");
    page.until("document.querySelectorAll('.board-root .badges > *').length === 9");
    page.until("document.querySelector('.verdict-list dt')");
}

#[test]
fn a_small_board_of_santorini_is_chosen_and_its_verdicts_are_shown() {
    let server = Server::start();
    let page = Page::open(&server, "");
    page.press(&["n"]);
    page.click("dialog .more summary");
    page.click("dialog .advanced summary");
    // The lists of players, one for each side.
    let players = "[...document.querySelectorAll('dialog .player-form select')] \
                   .map(({ options }) => [...options].map(({ value }) => value)) \
                   .filter((kinds) => kinds.includes('person')).map((kinds) => kinds.includes('perfect'))";
    assert_eq!(page.get(players), json!([false, false]), "nobody has solved the usual board");
    let [size, pawns] =
        [1, 2].map(|place| format!("dialog .parameters > label:nth-of-type({place}) select"));
    page.select(&size, "3x3");
    page.select(&pawns, "1");
    assert_eq!(page.get(players), json!([true, true]));
    page.click("dialog input[value=self]");
    page.click("dialog footer .primary");
    page.until("document.querySelectorAll('.board-root [role=gridcell]').length === 9");
    open_tab(&page, "knowledge");
    let badges = "document.querySelectorAll('.board-root .badges > *').length";
    page.until(&format!("{badges} === 9"));
    for element in ["00", "11"] {
        point(&page, element);
    }
    page.until("listedMoves().length === 2");
    // Blue's pawn may step onto two cells, and has lost wherever it builds.
    page.until(&format!("{badges} === 1"));
    point(&page, "00");
    page.until(&format!("{badges} === 2"));
    page.until("/^\\S*loss in \\d+/.test(document.querySelector('.verdict-list dt').innerText)");
    assert_eq!(page.get("document.querySelectorAll('.verdict-list dt.win').length"), 0);
}

#[test]
fn an_error_in_a_rule_file_is_shown_at_its_line() {
    let server = Server::start();
    let page = Page::open(&server, "");
    page.click(".cards .card > .subtle");
    page.click("dialog .advanced summary");
    page.select("dialog .player-form:nth-of-type(2) select", "rules");
    page.until("document.querySelector('dialog .rule-editor textarea').value.length > 10");
    page.fill("dialog .rule-editor textarea", "game santorini.\n\nvalue(me, 1) :- nonsense(X).\n");
    page.click("dialog footer .primary");
    page.until("document.querySelector('dialog .diagnostics li')");
    assert!(
        page.text("dialog .diagnostics li").contains('3'),
        "{}",
        page.text("dialog .diagnostics")
    );
    assert_eq!(page.text("dialog .line-numbers mark").trim(), "▸3");
}

#[test]
fn another_language_leaves_the_view_as_it_is() {
    let (_server, page, _) = game("tictactoe", ["person", "person"]);
    open_tree(&page);
    page.press(&["f"]);
    let first = "document.querySelector('.board-root [role=gridcell]').dataset.element";
    page.until(&format!("{first} === '22'"));
    page.select("#language", "el");
    page.until("document.documentElement.lang === 'el'");
    page.until("document.querySelector('main h1').textContent !== 'Tic-tac-toe'");
    page.until(&format!("{first} === '22'"));
    page.until("document.querySelectorAll('.tree-root [role=treeitem]').length >= 4");
}

#[test]
fn the_list_of_moves_follows_the_game() {
    let (server, page, id) = game("byte", ["random:seed=1", "random:seed=2"]);
    let mut client = Client::connect(&server);
    client.ask("run", json!({ "game": id, "on": true, "pace": 0 }));
    page.until("listedMoves().length >= 26");
    page.until(
        "(() => { const list = document.querySelector('.moves').getBoundingClientRect(); \
         const present = document.querySelector('.moves [aria-current]').getBoundingClientRect(); \
         return present.top >= list.top && present.bottom <= list.bottom; })()",
    );
}
