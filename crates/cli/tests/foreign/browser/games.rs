//! Whole games of every kind, by clicks and by keys alone.
//!
//! The tests know no rules: they choose among what the page offers until it says who won.

use agon_core::Rng;
use serde_json::{Value, json};

use crate::browser::backends::{Backend, create, game, game_with, show};
use agon_testing::Page;

/// A quick opponent that always plays the same moves.
pub const RANDOM: [&str; 2] = ["person", "random:seed=1"];

/// Plays until the page says that the game is over. `choose` makes one choice.
pub fn play(page: &Page, choose: impl Fn(&Page, usize)) {
    let mut rng = Rng::seeded(8);
    for _ in 0..600 {
        let left = page.get(
            "(await until(() => isGameOver() ? [0] : choices().length && [choices().length]))[0]",
        );
        match left.as_u64().expect("a count") as usize {
            0 => return assert_over(page),
            count => choose(page, rng.below(count)),
        }
    }
    panic!("the game never ends: {}", page.text(".moves"));
}

fn assert_over(page: &Page) {
    let moves = page.get("listedMoves()");
    assert!(moves.as_array().is_some_and(|moves| moves.len() > 2), "{moves}");
    let spoken = page.get("document.querySelector('body > .live-region').textContent");
    let standing = page.get("statusText()");
    assert!(spoken.as_str().unwrap().contains(standing.as_str().unwrap()), "{spoken}: {standing}");
    assert_eq!(page.get("choices().length"), 0);
}

pub fn by_click(page: &Page, choice: usize) {
    let point = page.run("return pointOf(choices()[given[0]]);", vec![json!(choice)]);
    assert!(point.is_array(), "choice {choice} cannot be hit after {}", page.get("listedMoves()"));
    page.click_at(&point);
}

fn by_touch(page: &Page, choice: usize) {
    let point = page.run("return pointOf(choices()[given[0]]);", vec![json!(choice)]);
    assert!(point.is_array(), "choice {choice} cannot be hit after {}", page.get("listedMoves()"));
    page.tap_at(&point);
}

fn by_keys(page: &Page, choice: usize) {
    let keys = page.run("return keysTo(choices()[given[0]]);", vec![json!(choice)]);
    let mut keys: Vec<&str> = keys.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    keys.push("Enter");
    page.press(&keys);
}

fn clicks(settings: Value, kind: &str) {
    let (_server, page, _) = game_with(settings, kind, RANDOM);
    play(&page, by_click);
}

fn keys(settings: Value, kind: &str) {
    let (_server, page, _) = game_with(settings, kind, RANDOM);
    page.tab_to("[role=gridcell]");
    play(&page, by_keys);
}

/// A maze in which a stroll ends soon.
fn small_maze() -> Value {
    json!({ "maze": { "size": 5, "loot": 2, "style": "classic", "plies": 60, "seed": 4 } })
}

/// Every kind of game, with settings by which it ends soon.
pub fn every_game() -> [(&'static str, Value); 5] {
    let usual = || json!({});
    [
        ("santorini", usual()),
        ("byte", usual()),
        ("theseus", small_maze()),
        ("nim", usual()),
        ("tictactoe", usual()),
    ]
}

#[test]
fn santorini_is_played_by_clicks() {
    clicks(json!({}), "santorini");
}

#[test]
fn santorini_is_played_by_keys() {
    keys(json!({}), "santorini");
}

#[test]
fn byte_is_played_by_clicks() {
    clicks(json!({}), "byte");
}

#[test]
fn byte_is_played_by_keys() {
    keys(json!({}), "byte");
}

#[test]
fn theseus_is_played_by_clicks() {
    clicks(small_maze(), "theseus");
}

#[test]
fn theseus_is_played_by_keys() {
    keys(small_maze(), "theseus");
}

#[test]
fn nim_is_played_by_clicks() {
    clicks(json!({}), "nim");
}

#[test]
fn nim_is_played_by_keys() {
    keys(json!({}), "nim");
}

#[test]
fn tictactoe_is_played_by_clicks() {
    clicks(json!({}), "tictactoe");
}

#[test]
fn tictactoe_is_played_by_keys() {
    keys(json!({}), "tictactoe");
}

#[test]
fn every_game_is_played_by_touch_on_a_phone() {
    let backend = Backend::start();
    let page = Page::open(&backend, "");
    page.screen(390, 844, true);
    page.run(
        "window.touches = 0; \
         addEventListener('pointerup', (event) => { window.touches += Number(event.pointerType === 'touch'); }, true);",
        Vec::new(),
    );
    for (kind, settings) in every_game() {
        let id = create(&page, kind, RANDOM, settings);
        show(&page, &id);
        page.until(&format!("document.querySelector('[data-game={kind}]')"));
        play(&page, by_touch);
    }
    let touches = page.get("window.touches");
    assert!(touches.as_u64().is_some_and(|touches| touches > 30), "{touches} touches");
}

#[test]
fn in_nim_the_match_that_is_clicked_goes_and_the_others_stay() {
    let (_server, page, id) = game("nim", ["person", "person"]);
    page.until("choices().length === 15");
    let keys =
        "[...document.querySelectorAll('.grid [data-key]')].map((node) => node.dataset.key).sort()";
    let before = page.get(keys);
    let clicked =
        page.get("document.querySelector('[data-element=\"3.7\"] [data-key]').dataset.key");
    crate::browser::point(&page, "3.7");
    page.until("listedMoves().length === 1 && choices().length === 14");
    let mut expected = before.as_array().unwrap().clone();
    expected.retain(|key| *key != clicked);
    assert_eq!(page.get(keys), Value::Array(expected.clone()));
    // Other clients are told which one it was.
    page.second_tab(&format!("#/game/{id}"));
    page.until("choices().length === 14");
    assert_eq!(page.get(keys), Value::Array(expected));
}

#[test]
fn two_persons_play_at_one_board() {
    let (_server, page, _) = game("tictactoe", ["person", "person"]);
    play(&page, by_click);
}
