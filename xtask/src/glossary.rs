//! The paths and the glossary of ARCHITECTURE.md, checked against the code.

use std::path::{Path, PathBuf};

const HEADING: &str = "## Glossary";

/// A file of the project: its path from the project's folder, and its text.
pub type Source = (String, String);

/// What is wrong with the paths and the terms that ARCHITECTURE.md names.
pub fn faults(architecture: &str, sources: &[Source], root: &Path) -> Vec<String> {
    let (glossary, rest) = sections(architecture);
    let wrong = match glossary {
        Some(glossary) => terms(&glossary, sources, root),
        None => vec![format!("there is no section {HEADING}")],
    };
    let all = map(&rest, root).into_iter().chain(wrong);
    all.map(|fault| format!("ARCHITECTURE.md: {fault}")).collect()
}

/// The lines of the glossary, if there is one, and all others.
fn sections(text: &str) -> (Option<Vec<&str>>, Vec<&str>) {
    let (mut glossary, mut rest) = (None, Vec::new());
    let mut is_inside = false;
    for line in text.lines() {
        if line.starts_with("## ") {
            is_inside = line.trim_end() == HEADING;
        }
        if is_inside {
            glossary.get_or_insert_with(Vec::new).push(line);
        } else {
            rest.push(line);
        }
    }
    (glossary, rest)
}

/// Paths in the first column of the map that do not exist.
fn map(lines: &[&str], root: &Path) -> Vec<String> {
    let first =
        lines.iter().filter_map(|line| cells(line)).filter_map(|cells| cells.first().copied());
    // `games/x/` stands for the folder of any game.
    let is_path = |path: &&str| path.contains('/') && !path.split('/').any(|part| part == "x");
    let paths: Vec<&str> = first.flat_map(quoted).filter(is_path).collect();
    if paths.is_empty() {
        return vec!["there is no table of paths, as in | `core/game.rs` | what it holds |".into()];
    }
    let missing = paths.into_iter().filter(|path| located(root, path).is_none());
    missing.map(|path| format!("{path} does not exist")).collect()
}

/// Terms that do not occur in the code, or not where the glossary says.
fn terms(lines: &[&str], sources: &[Source], root: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    let mut count = 0;
    for cells in lines.iter().filter_map(|line| cells(line)) {
        let terms = cells.first().copied().map(quoted).unwrap_or_default();
        count += terms.len();
        if terms.is_empty() {
            continue;
        }
        match cells.as_slice() {
            [_, _, places] => faults.extend(row(&terms, places, sources, root)),
            _ => faults
                .push(format!("{} needs a row | `term` | meaning | place |", terms.join(", "))),
        }
    }
    if count == 0 {
        faults.push(format!("{HEADING} has no row | `term` | meaning | place |"));
    }
    faults
}

/// What is wrong with one row of the glossary.
fn row(terms: &[&str], places: &str, sources: &[Source], root: &Path) -> Vec<String> {
    let places: Vec<&str> = places.split(',').map(|place| place.trim().trim_matches('`')).collect();
    let found: Vec<PathBuf> = places.iter().filter_map(|place| located(root, place)).collect();
    let missing = places.iter().filter(|place| located(root, place).is_none());
    let fault = |place| format!("{place}, the place of {}, does not exist", terms.join(", "));
    let mut faults: Vec<String> = missing.map(fault).collect();
    for term in terms {
        let mut users = sources.iter().filter(|(_, text)| has_word(text, term)).peekable();
        if users.peek().is_none() {
            faults.push(format!("the term {term} does not occur in the code"));
        } else if !found.is_empty() && !users.any(|(name, _)| is_at(&root.join(name), &found)) {
            faults.push(format!("the term {term} does not occur in {}", places.join(", ")));
        }
    }
    faults
}

/// Whether a file is one of these places, or below one of them.
fn is_at(file: &Path, places: &[PathBuf]) -> bool {
    places.iter().any(|place| file.starts_with(place))
}

/// The file or folder of a place: below a crate `src` is left out, as in the map.
fn located(root: &Path, place: &str) -> Option<PathBuf> {
    let (first, rest) = place.split_once('/')?;
    let part = root.join("crates").join(first);
    let candidates = [
        part.join("src").join(rest),
        part.join(rest),
        root.join(first).join("src").join(rest),
        root.join(place),
    ];
    candidates.into_iter().find(|path| path.exists())
}

/// The cells of a row of a table.
fn cells(line: &str) -> Option<Vec<&str>> {
    let row = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(row.split('|').map(str::trim).collect())
}

/// What stands between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Whether a word occurs in a text, not as a part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let continues = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !continues(before.chars().next_back()) && !continues(after.chars().next())
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const MAP: &str = "## The map\n\n| where | what |\n|---|---|\n| `core/side.rs`, `search/engine/` | x |\n| `games/x/` | y |\n\n";

    const FILES: [(&str, &str); 4] = [
        ("crates/core/src/side.rs", "//! Sides.\npub enum Side {}\n"),
        ("crates/search/src/engine/history.rs", "pub struct History;\n"),
        ("web/board.js", "export function draw_board() {}\n"),
        ("xtask/src/layers.rs", "struct Layer;\n"),
    ];

    /// The faults of a document, in a project with the files above.
    fn found(architecture: &str) -> Vec<String> {
        let root = tempfile::TempDir::new().unwrap();
        for (name, text) in FILES {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let sources = FILES.map(|(name, text)| (name.into(), text.into()));
        faults(architecture, &sources, root.path())
    }

    fn with_row(row: &str) -> Vec<String> {
        let table = "### core\n\n| term | meaning | where |\n|---|---|---|\n";
        found(&format!("{MAP}## Glossary\n\n{table}{row}\n\n## Later\n\n| `clap` | x |\n"))
    }

    #[test]
    fn terms_that_are_where_the_glossary_says_pass() {
        for row in [
            "| `Side` | one of two | `core/side.rs` |",
            "| `Side` | one of two | core/side.rs |",
            "| `History` | good moves | `search/engine/` |",
            "| `Side`, `History` | both | `core/side.rs`, `search/engine/history.rs` |",
            "| `draw_board` | draws | `web/board.js` |",
            "| `Layer` | a layer | `xtask/layers.rs` |",
        ] {
            assert_eq!(with_row(row), Vec::<String>::new(), "{row}");
        }
    }

    #[test]
    fn terms_that_are_not_there_are_found() {
        for (row, fault) in [
            ("| `Player` | x | `core/side.rs` |", "the term Player does not occur in the code"),
            ("| `Sid` | x | `core/side.rs` |", "the term Sid does not occur in the code"),
            ("| `board` | x | `web/board.js` |", "the term board does not occur in the code"),
            (
                "| `History` | x | `core/side.rs` |",
                "the term History does not occur in core/side.rs",
            ),
            (
                "| `Side` | x | `core/sides.rs` |",
                "core/sides.rs, the place of Side, does not exist",
            ),
            ("| `Side` | x |", "Side needs a row | `term` | meaning | place |"),
            ("| Side | x | core/side.rs |", "## Glossary has no row | `term` | meaning | place |"),
        ] {
            assert_eq!(with_row(row), [format!("ARCHITECTURE.md: {fault}")], "{row}");
        }
    }

    #[test]
    fn a_document_without_a_glossary_or_a_map_is_at_fault() {
        assert_eq!(found(MAP), ["ARCHITECTURE.md: there is no section ## Glossary"]);
        let faults = found("## Glossary\n\n| `Side` | x | `core/side.rs` |\n");
        assert_eq!(faults.len(), 1);
        assert!(faults[0].contains("there is no table of paths"), "{faults:?}");
    }

    #[test]
    fn paths_of_the_map_must_exist() {
        let row = "| `Side` | one of two | `core/side.rs` |\n";
        let map = MAP.replace("search/engine/", "search/motor/");
        let faults = found(&format!("{map}## Glossary\n{row}"));
        assert_eq!(faults, ["ARCHITECTURE.md: search/motor/ does not exist"]);
    }
}
