//! The page has texts in three languages, and none in its code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Words = BTreeMap<String, String>;

const LANGUAGES: [&str; 3] = ["en", "el", "sr"];

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn words(language: &str) -> Words {
    let text = read(&web().join(format!("i18n/{language}.json")));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{language}: {error}"))
}

/// The scripts of the page, including those in folders.
fn scripts() -> Vec<(PathBuf, String)> {
    let mut folders = vec![web()];
    let mut scripts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the page has folders") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "js") {
                scripts.push((path.clone(), read(&path)));
            }
        }
    }
    scripts
}

/// The arguments in the braces of a text, sorted.
fn arguments(text: &str) -> BTreeSet<&str> {
    let parts = text.split('{').skip(1);
    parts.filter_map(|part| part.split_once('}').map(|(name, _)| name)).collect()
}

/// The keys that a script uses: whole ones, and the beginnings of composed ones.
fn keys(script: &str) -> Vec<(&str, bool)> {
    let mut keys = Vec::new();
    for call in ["t(", "tOr(", "has("] {
        for (place, _) in script.match_indices(call) {
            let before = script[..place].chars().next_back();
            if before.is_some_and(|letter| letter.is_alphanumeric() || "_.#".contains(letter)) {
                continue;
            }
            let rest = &script[place + call.len()..];
            if let Some(rest) = rest.strip_prefix('"') {
                keys.extend(rest.split_once('"').map(|(key, _)| (key, true)));
            } else if let Some(rest) = rest.strip_prefix('`') {
                keys.extend(rest.split(['$', '`']).next().map(|start| (start, false)));
            }
        }
    }
    keys
}

/// The keys in the attributes of a page.
fn named(page: &str) -> BTreeSet<&str> {
    let attributes = ["data-t=\"", "data-t-label=\""];
    let values = attributes.into_iter().flat_map(|attribute| page.split(attribute).skip(1));
    values.filter_map(|value| value.split('"').next()).collect()
}

/// The texts of a page in elements without a key.
fn loose(page: &str) -> Vec<&str> {
    let mut loose = Vec::new();
    for piece in page.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a tag ends");
        let is_keyed = tag.contains("data-t=");
        if !is_keyed && text.chars().any(char::is_alphabetic) {
            loose.push(text.trim());
        }
    }
    loose
}

#[test]
fn every_language_has_the_same_keys() {
    let [english, others @ ..] = LANGUAGES.map(words);
    for (other, name) in others.iter().zip(&LANGUAGES[1..]) {
        let missing: Vec<&String> =
            english.keys().filter(|key| !other.contains_key(*key)).collect();
        let foreign: Vec<&String> =
            other.keys().filter(|key| !english.contains_key(*key)).collect();
        assert!(
            missing.is_empty() && foreign.is_empty(),
            "{name}: no {missing:?}, but {foreign:?}"
        );
    }
}

#[test]
fn every_text_says_something_and_speaks_of_the_same_arguments() {
    let [english, others @ ..] = LANGUAGES.map(words);
    for (key, text) in &english {
        for other in &others {
            let translated = other.get(key).map(String::as_str).unwrap_or_default();
            assert!(!text.trim().is_empty() && !translated.trim().is_empty(), "{key} is empty");
            assert_eq!(arguments(text), arguments(translated), "{key}: {text} / {translated}");
        }
    }
}

#[test]
fn in_greek_a_semicolon_is_a_question_mark() {
    for (key, text) in words("el") {
        let is_separator = |part: &str| part.chars().any(char::is_alphabetic);
        let mut parts = text.split(';').skip(1);
        assert!(!parts.any(is_separator), "{key}: {text} (separate phrases with \u{b7})");
    }
}

#[test]
fn every_key_that_a_script_asks_for_has_a_text() {
    let english = words("en");
    let scripts = scripts();
    assert!(!scripts.is_empty());
    for (path, script) in &scripts {
        for (key, is_whole) in keys(script) {
            let is_known = match is_whole {
                true => english.contains_key(key),
                false => english.keys().any(|known| known.starts_with(key)),
            };
            assert!(is_known, "{}: there are no words for {key}", path.display());
        }
    }
}

#[test]
fn every_text_of_the_page_itself_has_a_key() {
    let page = read(&web().join("index.html"));
    assert_eq!(loose(&page), Vec::<&str>::new());
    let english = words("en");
    for key in named(&page) {
        assert!(english.contains_key(key), "there are no words for {key}");
    }
}

/// The names at the beginning of lines between two texts of a source file.
fn declared(file: &str, start: &str, end: &str) -> Vec<String> {
    let source = read(&web().join("../crates").join(file));
    let (_, rest) = source.split_once(start).expect("the beginning");
    let (part, _) = rest.split_once(end).expect("the end");
    let name = |line: &str| -> String {
        line.trim().chars().take_while(|letter| letter.is_alphanumeric()).collect()
    };
    part.lines().map(name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn every_kind_that_the_program_sends_has_a_text() {
    let english = words("en");
    let file = "infer/src/diagnostic.rs";
    let kinds = declared(file, "pub enum DiagnosticKind {", "\n    }\n");
    assert!(kinds.len() > 25, "{kinds:?}");
    for kind in kinds {
        assert!(english.contains_key(&format!("error.rules.{kind}")), "{kind} has no text");
    }
    let mut moves = 0;
    for game in ["santorini", "byte", "theseus", "nim", "tictactoe"] {
        let source = read(&web().join(format!("../crates/games/src/{game}/scene.rs")));
        for call in source.split("MoveWords::new(").skip(1) {
            // A call may choose between several kinds.
            let kinds = call.split(')').next().unwrap_or_default();
            for kind in kinds.split('"').skip(1).step_by(2) {
                moves += 1;
                assert!(english.contains_key(&format!("board.move.{kind}")), "{game}: {kind}");
            }
        }
    }
    assert!(moves >= 10, "only {moves} kinds of moves were found");
}

#[test]
fn loose_texts_and_keys_are_found() {
    assert_eq!(loose("<p data-t=\"a\">Hello</p> <b>there</b>"), ["there"]);
    let script = "t(\"a.b\", x) + start(\"no\") + has(`c.${d}`) + tOr(\"e\", 1)";
    assert_eq!(keys(script), [("a.b", true), ("e", true), ("c.", false)]);
}
