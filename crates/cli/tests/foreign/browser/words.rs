//! The page in its three languages: nothing is left untranslated.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use agon_testing::{Client, Page, Server};

const LANGUAGES: [&str; 3] = ["en", "el", "sr"];

/// Words that are the same in two languages: names, and technical terms.
const NAMES: [&str; 11] = [
    "Agon",
    "NIM",
    "Byte",
    "Santorini",
    "Minotaur",
    "English",
    "Ελληνικά",
    "Srpski",
    "minimax",
    "max",
    "min",
];

/// Goes through the page and collects every text that it shows or speaks.
fn texts(page: &Page, games: &[String]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut look = || {
        let told =
            page.run(concat!(include_str!("words.js"), "return visibleTexts();"), Vec::new());
        found
            .extend(told.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_string()));
    };
    page.go("");
    look();
    page.press(&["?"]);
    page.until("document.querySelector('dialog[open]')");
    look();
    page.press(&["Escape"]);
    page.go("#/rules/santorini");
    let tabs = page.get("[...document.querySelectorAll('.tabs a')].map((tab) => tab.hash)");
    for tab in tabs.as_array().unwrap().iter().filter_map(Value::as_str) {
        page.go(tab);
        look();
    }
    for game in games {
        page.go(&format!("#/game/{game}"));
        look();
        page.click(".player.p2 button");
        page.until("document.querySelector('dialog[open] select')");
        let kinds = page.get(
            "[...document.querySelectorAll('dialog select')[0].options].map((kind) => kind.value)",
        );
        for kind in kinds.as_array().unwrap().iter().filter_map(Value::as_str) {
            page.select("dialog select", kind);
            look();
        }
        page.press(&["Escape"]);
        page.until("!document.querySelector('dialog')");
        page.press(&["n"]);
        page.until("document.querySelector('dialog[open]')");
        look();
        page.press(&["Escape"]);
        page.until("!document.querySelector('dialog')");
    }
    page.click("[data-tab=rules]");
    look();
    page.click("[data-tab=analysis]");
    page.until("document.querySelector('.best-lines li')");
    look();
    page.click("[data-tab=knowledge]");
    page.click("[data-panel=tree]");
    page.until("document.querySelectorAll('.tree-root [role=treeitem]').length > 3");
    look();
    page.click("[data-control=more]");
    look();
    page.press(&["Escape"]);
    found
}

/// The text of every key of a language.
fn words(language: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/i18n");
    let text = fs::read_to_string(file.join(format!("{language}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn is_key(text: &str, keys: &Value) -> bool {
    keys.get(text).is_some()
        || text.split_whitespace().any(|word| {
            let parts = word.trim_matches(|sign: char| !sign.is_alphanumeric()).split('.');
            parts.clone().count() > 1
                && parts.clone().all(|part| {
                    part.len() > 1
                        && part.chars().all(|sign| sign.is_ascii_lowercase() || sign == '_')
                })
                && !word.ends_with(".rules")
        })
}

#[test]
fn every_text_is_there_in_every_language() {
    let server = Server::start();
    let mut client = Client::connect(&server);
    let games: Vec<String> = ["santorini", "byte", "theseus", "nim", "tictactoe"]
        .map(|name| client.create(name, ["person", "person"]))
        .into();
    let page = Page::open(&server, "");
    let [english, greek, serbian] = LANGUAGES.map(|language| {
        page.select("#language", language);
        page.until(&format!("document.documentElement.lang.startsWith('{language}')"));
        let found = texts(&page, &games);
        let keys = words(language);
        for text in &found {
            assert!(!is_key(text, &keys), "{language}: {text:?} is the name of a text");
            for wrong in ["undefined", "NaN", "[object", "null"] {
                assert!(!text.contains(wrong), "{language}: {text:?}");
            }
            assert!(!text.contains(['{', '}']), "{language}: {text:?} has a gap");
        }
        found
    });
    assert!(english.len() > 150, "only {} texts were found", english.len());
    for (name, other) in [("Greek", &greek), ("Serbian", &serbian)] {
        let left: Vec<&String> =
            english.intersection(other).filter(|text| !is_name(text)).collect();
        assert!(left.is_empty(), "{name} has English texts: {left:#?}");
    }
}

/// Whether a text consists of names only.
fn is_name(text: &str) -> bool {
    let letters = |sign: char| !sign.is_alphabetic();
    text.split(letters).filter(|word| word.len() > 1).all(|word| NAMES.contains(&word))
}
