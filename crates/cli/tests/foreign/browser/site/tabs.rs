//! Several tabs with the page without a server.

use serde_json::json;

use super::play_two_moves;
use crate::browser::backends::{create, show};
use crate::browser::point;
use agon_testing::{Page, Site};

/// The locks of tabs: one tab has the host, and each has its own lock, for which the host waits.
const LOCKS: &str = "(({ held, pending }) => [held.length, pending.length].join())\
    (await navigator.locks.query())";

/// Waits until the locks are those of this many tabs: tabs without the host wait for it.
fn wait_for_locks(page: &Page, tabs: usize) {
    let expected = format!("{},{}", 1 + tabs, tabs + tabs - 1);
    page.run(
        &format!("await until(async () => {LOCKS} === given[0]); return true;"),
        vec![json!(expected)],
    );
}

#[test]
fn two_tabs_play_one_game_and_the_locks_of_a_closed_one_are_released() {
    if !Site::is_there() {
        return;
    }
    let site = Site::start();
    let page = Page::open(&site, "");
    let id = create(&page, "tictactoe", ["person", "person"], json!({}));
    show(&page, &id);
    wait_for_locks(&page, 1);
    page.second_tab(&format!("#/game/{id}"));
    page.until("choices().length === 9");
    wait_for_locks(&page, 2);
    for (tab, element, moves) in [(1, "11", "11"), (0, "00", "11,00"), (1, "22", "11,00,22")] {
        page.switch_tab(tab);
        point(&page, element);
        for tab in [0, 1] {
            page.switch_tab(tab);
            page.until(&format!("listedMoves().join() === '{moves}'"));
        }
    }
    page.close_tab(0);
    wait_for_locks(&page, 1);
    page.until("choices().length === 6");
    // The game was stored, and another tab shares the host that the second one has started.
    page.second_tab(&format!("#/game/{id}"));
    point(&page, "02");
    page.switch_tab(0);
    page.until("listedMoves().join() === '11,00,22,02'");
}

#[test]
fn where_tabs_cannot_share_their_games_both_are_told() {
    if !Site::is_there() {
        return;
    }
    // As without encryption: pages and workers have no locks there.
    let script = "delete Object.getPrototypeOf(navigator).locks;";
    let site = Site::start_changed(&["shell/boot.js", "site/host-worker.js"], script);
    let page = Page::open(&site, "");
    play_two_moves(&page);
    assert_eq!(page.get("document.querySelector('#notice-other_tab')"), json!(null));
    page.second_tab("");
    for tab in [0, 1] {
        page.switch_tab(tab);
        page.until("document.querySelector('#notice-other_tab')");
    }
    play_two_moves(&page);
}
