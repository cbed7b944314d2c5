//! Names that the code of a folder must not use, where Cargo cannot tell: input, output, clocks and
//! threads of the standard library, and other games.

/// The parts of the standard library that must come from outside. Braces would hide a name.
const OUTSIDE: [&str; 8] = [
    "std::env",
    "std::fs",
    "std::io",
    "std::net",
    "std::process",
    "std::thread",
    "std::time",
    "std::{",
];

/// The folders that must not use these, and the exceptions of each. Their tests in files of their own may.
const FOLDERS: [(&str, &[&str]); 12] = [
    ("crates/core/src/", &[]),
    ("crates/network/src/", &[]),
    ("crates/games/src/", &[]),
    ("crates/search/src/", &[]),
    ("crates/infer/src/", &[]),
    ("crates/arena/src/", &[]),
    ("crates/service/src/", &[]),
    ("crates/wasm/src/", &[]),
    // It reads and writes tables, on several threads.
    ("crates/tablebase/src/", &["std::fs", "std::io", "std::thread"]),
    ("crates/runner/src/", &["std::io", "std::process", "std::thread", "std::time"]),
    ("crates/terminal/src/", &["std::env", "std::io", "std::thread", "std::time"]),
    ("python/src/", &["std::io", "std::process", "std::thread", "std::time"]),
];

/// One fault for each forbidden name in a file. `games` are the folders of all games.
pub fn faults(file: &str, text: &str, games: &[String]) -> Vec<String> {
    let code: String = text.lines().map(|line| format!("{}\n", without_comment(line))).collect();
    let found = forbidden(file, games).into_iter().filter(|name| code.contains(name));
    found.map(|name| format!("{file}: {name} may not be named here")).collect()
}

fn without_comment(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

fn forbidden(file: &str, games: &[String]) -> Vec<String> {
    let mut forbidden = Vec::new();
    let folder = FOLDERS.iter().find(|(folder, _)| file.starts_with(folder));
    if let Some((_, allowed)) = folder.filter(|_| !file.ends_with("_tests.rs")) {
        let names = OUTSIDE.iter().filter(|name| !allowed.contains(name));
        forbidden.extend(names.map(|name| name.to_string()));
    }
    let in_game = file.strip_prefix("crates/games/src/").and_then(|rest| rest.split_once('/'));
    if let Some((game, name)) = in_game {
        let others = games.iter().filter(|other| *other != game);
        forbidden.extend(others.map(|other| format!("crate::{other}")));
        if name == "rules.rs" {
            forbidden.extend(["super::eval", "super::scene", "Evaluate"].map(String::from));
        }
    }
    forbidden
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, line: &str) -> usize {
        faults(path, line, &["byte".into(), "nim".into()]).len()
    }

    #[test]
    fn a_name_that_is_not_allowed_is_found() {
        assert_eq!(found("crates/games/src/nim/rules.rs", "use std::time::Instant;"), 1);
        assert_eq!(found("crates/games/src/nim/rules.rs", "use super::eval::Hand;"), 1);
        assert_eq!(found("crates/games/src/nim/eval.rs", "use crate::byte::Byte;"), 1);
        assert_eq!(found("crates/arena/src/x.rs", "    std::fs::read(path)"), 1);
        assert_eq!(found("crates/core/src/x.rs", "use std::{fmt, fs};"), 1);
    }

    #[test]
    fn other_names_are_allowed() {
        assert_eq!(found("crates/games/src/nim/eval.rs", "use crate::nim::rules::Nim;"), 0);
        assert_eq!(found("crates/tablebase/src/x.rs", "use std::fs;"), 0);
        assert_eq!(found("crates/cli/src/x.rs", "use std::fs;"), 0);
        assert_eq!(found("crates/tablebase/src/x_tests.rs", "use std::process::Command;"), 0);
        assert_eq!(found("crates/core/src/x.rs", "//! nothing here knows std::io"), 0);
    }
}
