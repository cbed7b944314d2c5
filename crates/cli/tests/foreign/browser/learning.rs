//! Learning: the review with its mistakes, the whole tree, and the board editor.

use serde_json::json;

use crate::browser::game;
use agon_testing::{Client, Page, Server};

/// A finished game of tic-tac-toe in which O blundered with its second move, and the page.
fn finished_game() -> (Server, Page, String) {
    let server = Server::start();
    let wish =
        json!({ "game": "tictactoe", "seats": ["person", "person"], "moves": "11 00 01 20 21" });
    let created = Client::connect(&server).ask("create", wish);
    let id = created["game"]["id"].as_str().unwrap().to_string();
    let page = Page::open(&server, &format!("#/game/{id}/analysis"));
    (server, page, id)
}

#[test]
fn a_review_marks_mistakes_and_one_learns_from_them() {
    let (_server, page, id) = finished_game();
    page.until("document.querySelector('.mistakes .mistake')");
    page.until(
        "document.querySelector('.review-side.p2 .review-accuracy').textContent.includes('%')",
    );
    let mistakes = page.text(".mistakes");
    assert!(page.text(".mistakes li").contains("bottom left"), "{mistakes}");
    page.until("document.querySelector('.graph-mistake.blunder')");
    page.until("document.querySelector('.moves [data-quality=blunder]')");
    // A better line is looked at on the board.
    page.click(".mistakes .better .line-move");
    page.until("location.hash.endsWith('/3')");
    // The trainer asks for a better move, refuses the original one, and accepts the right one.
    page.click(".review-side.p2 button");
    page.until("document.querySelector('.trainer-task')");
    page.until("document.querySelector('.board-root [data-element=\"20\"].selectable')");
    page.click(".board-root [data-element='20']");
    page.until("document.querySelector('.trainer-verdict.bad')");
    page.click(".board-root [data-element='21']");
    page.until("document.querySelector('.trainer-verdict.good')");
    // The browser keeps it as solved, with all others.
    page.go("#/mistakes");
    page.until("document.querySelector('.mistakes-view [role=status]').textContent.includes('1')");
    page.select(".mistakes-view .row .field:nth-of-type(2) select", "");
    page.until("document.querySelector('.mistake-cards .learned')");
    page.click(".mistake-cards a");
    page.until("document.querySelector('.trainer-task')");
    assert!(page.get("location.hash").as_str().unwrap().contains(&id));
}

#[test]
fn a_review_begins_with_its_summary_and_goes_through_the_mistakes() {
    let (_server, page, _) = finished_game();
    page.go("#/");
    page.click(".recent-games a");
    page.until("document.querySelector('.result-card:not([hidden])')");
    page.click(".result-card [data-control=review]");
    page.until(
        "document.querySelector('.review-side.p2 .review-accuracy').textContent.includes('%')",
    );
    // The end of the game is still shown, and nothing is asked to be done in it.
    assert_eq!(page.text(".instruction"), "X has three in a row.");
    assert_eq!(
        page.get("[...document.querySelectorAll('.best-lines li')].filter(isShown).length"),
        0
    );
    let first =
        "[...document.querySelectorAll('#panel-analysis section > *')].find(isShown).className";
    assert_eq!(page.get(first), "review-sides");
    page.until("document.querySelector('.mistakes .thumbnail svg')");
    // The signs of the moves can be read.
    page.click("[data-tab=moves]");
    let colours = page.get(
        "[...document.querySelectorAll('.moves .quality')].map((sign) => getComputedStyle(sign))\
         .map(({ color, backgroundColor }) => [color, backgroundColor])",
    );
    let colours = colours.as_array().unwrap();
    assert!(!colours.is_empty() && colours.iter().all(|pair| pair[0] != pair[1]), "{colours:?}");
    // One click shows a mistake: the move that was made, and better ones.
    page.click("[data-tab=analysis]");
    page.click("[data-review=next]");
    page.until(
        "document.querySelector('.drawn-mistake') && document.querySelector('.drawn-line-1')",
    );
    page.until("document.querySelector('.mistakes [aria-current]')");
    page.until("location.hash.endsWith('/3')");
    // The browser has kept it.
    page.go("#/mistakes");
    page.until("document.querySelector('.mistake-cards a')");
    assert_eq!(page.text(".mistakes-view [role=status]"), "1 mistake in 1 game. Solved: 0.");
}

#[test]
fn the_whole_tree_fills_the_window_and_is_searched_by_move() {
    let (_server, page, _) = game("nim", ["person", "person"]);
    page.click("[data-tab=knowledge]");
    page.click("[data-panel=tree]");
    page.until("document.querySelectorAll('.tree-root [role=treeitem]').length >= 3");
    page.click("[data-option=whole]");
    page.until("document.querySelector('.tree-card.pruned')");
    page.click("[data-option=full]");
    page.until("document.querySelector('.tree.full .tree-big-board svg')");
    page.fill(".tree-search input", "[1,");
    page.until("document.querySelector('.tree-card.found')");
    page.press(&["Escape"]);
    page.until("!document.querySelector('.tree.full')");
}

#[test]
fn a_position_is_edited_by_clicks_and_played() {
    let server = Server::start();
    let page =
        Page::open(&server, "#/edit/santorini/00000%2F00000%2F00000%2F00000%2F00000%20B%20-%20-");
    let status = "document.querySelector('.editor-status').dataset.state";
    page.until(&format!("{status} === 'good'"));
    page.click(".brush:has(input[value=blue])");
    page.click(".board-editor [data-element='11']");
    page.until(&format!("{status} === 'bad'"));
    assert!(
        page.get("document.querySelector('.editor-side .primary').disabled").as_bool().unwrap()
    );
    page.click(".board-editor [data-element='33']");
    page.click(".brush:has(input[value=red])");
    for cell in ["13", "31"] {
        page.click(&format!(".board-editor [data-element='{cell}']"));
    }
    page.until(&format!("{status} === 'good'"));
    page.until("decodeURIComponent(location.hash).endsWith('B 11,33 13,31')");
    // An invalid text is reported, and the board stays.
    page.fill(".board-editor textarea", "nonsense");
    page.until(&format!("{status} === 'bad'"));
    page.fill(".board-editor textarea", "00000/01000/00000/00000/00000 R 11,33 13,31");
    page.until(&format!("{status} === 'good'"));
    page.click(".editor-side .row button:nth-of-type(3)");
    page.until("document.querySelector('.game .analysis')");
    // A damaged link shows the start, and the page says why.
    page.go("#/edit/byte/%25%25broken");
    page.until("document.querySelector('.board-editor[data-game=byte] .board-svg [data-element]')");
    page.until("/readable/.test(document.body.textContent)");
    page.until(&format!("{status} === 'good'"));
}

#[test]
fn rules_are_edited_beside_the_board_and_tried() {
    let (_server, page, _) = game("tictactoe", ["person", "person"]);
    page.click("[data-tab=knowledge]");
    page.click("[data-panel=rules]");
    // The example is there, with the points of its lines and the facts of the position.
    page.until("document.querySelector('.line-numbers b')");
    page.until("document.querySelectorAll('.rule-facts details').length >= 6");
    let write = |line: &str| {
        page.fill(".rule-panel textarea", &format!("game tictactoe.\n\n{line}\n"));
    };
    write("value(C, 7) :- marc(11, C).");
    page.until("document.querySelector('.rule-panel .diagnostics li')");
    assert_eq!(page.text(".rule-panel .line-numbers mark").trim(), "▸3");
    assert!(page.text(".rule-panel .diagnostics").contains("mark"), "what was meant");
    write("value(C, 7) :- mark(11, C).");
    page.until("!document.querySelector('.rule-panel .diagnostics li')");
    page.until("document.querySelector('.line-numbers b')?.textContent.trim() === '0'");
    // A move on the board changes the points and the facts.
    crate::browser::point(&page, "11");
    page.until("document.querySelector('.line-numbers b')?.textContent.trim() === '-7'");
    page.fill(".rule-facts input", "mark(11");
    page.until("document.querySelector('.rule-facts').textContent.includes('mark(11, you)')");
    assert!(
        page.get("document.querySelector('.lesson-terms tr[title*=\"mark(11\"]') !== null")
            .as_bool()
            .unwrap(),
        "the proof"
    );
    page.click("[data-rules=try]");
    page.until("/Score \\d+%, 95% interval .* (stronger|weaker)/.test(document.querySelector('.trial-score').textContent)");
    // The tested version is the last one, also after a reload.
    page.click("[data-rules=try]");
    page.until("document.querySelector('.trial-score').textContent.startsWith('Nothing')");
    page.reload();
    page.click("[data-tab=knowledge]");
    page.click("[data-panel=rules]");
    page.until("document.querySelector('.rule-panel textarea')?.value.includes('mark(11, C)')");
    assert!(page.text("[data-rules=try]").contains("last version"));
    page.click("[data-rules=p2]");
    page.until("document.querySelectorAll('.moves button').length === 2");
}
