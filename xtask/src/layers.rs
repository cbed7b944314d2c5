//! The walls between the rooms of the code: which line may name what.

/// A part of the tree, by the beginning of its paths, and what no line of it may
/// contain.
struct Wall {
    room: &'static str,
    forbidden: &'static [&'static str],
}

/// What belongs to the world outside, of which only the app may know.
const WORLD: &[&str] = &[
    "std::fs",
    "std::net",
    "std::process",
    "std::io",
    "std::env",
    "std::time",
    "std::thread",
    "serde_json",
    "clap",
];

const WALLS: &[Wall] = &[
    Wall { room: "crates/core/src/", forbidden: WORLD },
    Wall {
        room: "crates/core/src/",
        forbidden: &["agon_games", "agon_search", "agon_infer", "agon_arena"],
    },
    Wall { room: "crates/games/src/", forbidden: WORLD },
    Wall { room: "crates/games/src/", forbidden: &["agon_search", "agon_infer", "agon_arena"] },
    Wall { room: "crates/search/src/", forbidden: WORLD },
    Wall { room: "crates/search/src/", forbidden: &["agon_games", "agon_infer", "agon_arena"] },
    Wall { room: "crates/infer/src/", forbidden: WORLD },
    Wall { room: "crates/infer/src/", forbidden: &["agon_games", "agon_search", "agon_arena"] },
    Wall { room: "crates/arena/src/", forbidden: WORLD },
];

/// What is wrong with the paths that a file names, if anything: a line a fault.
pub fn faults(path: &str, text: &str, games: &[String]) -> Vec<String> {
    let inside_game = path.strip_prefix("crates/games/src/").and_then(|rest| rest.split_once('/'));
    let mut forbidden: Vec<Vec<&str>> = WALLS
        .iter()
        .filter(|wall| path.starts_with(wall.room))
        .flat_map(|wall| wall.forbidden)
        .map(|name| name.split("::").collect())
        .collect();
    if let Some((game, file)) = inside_game {
        let others = games.iter().filter(|other| *other != game);
        forbidden.extend(others.map(|other| vec!["crate", other.as_str()]));
        if file == "rules.rs" {
            forbidden.extend([vec!["super", "eval"], vec!["super", "scene"], vec!["Evaluate"]]);
        }
    }
    let named = paths(text);
    let is_in = |name: &[&str], path: &[String]| {
        path.windows(name.len()).any(|part| part.iter().zip(name).all(|(a, b)| a == b))
    };
    forbidden
        .iter()
        .filter(|name| named.iter().any(|path| is_in(name, path)))
        .map(|name| format!("{path}: {} may not be named here", name.join("::")))
        .collect()
}

/// Every path in the code, `a::{b, c::d}` taken apart into `a::b` and `a::c::d`.
fn paths(text: &str) -> Vec<Vec<String>> {
    let code: String = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .fold(String::new(), |code, line| code + line + "\n");
    let mut found = Vec::new();
    // The beginnings of the braces that are open: those of `use a::{`, and others.
    let mut open: Vec<Vec<String>> = Vec::new();
    let mut path: Vec<String> = Vec::new();
    let mut rest = code.as_str();
    while let Some(first) = rest.chars().next() {
        let inside = |c: char| c.is_alphanumeric() || c == '_';
        let length = rest.find(|c| !inside(c)).unwrap_or(rest.len());
        if length > 0 {
            path.push(rest[..length].to_string());
            rest = &rest[length..];
        } else if let Some(after) = rest.strip_prefix("::{") {
            open.push(
                [open.last().cloned().unwrap_or_default(), std::mem::take(&mut path)].concat(),
            );
            rest = after;
            continue;
        } else {
            if first == '{' {
                open.push(Vec::new());
            }
            rest = &rest[first.len_utf8()..];
            if first == '}' {
                open.pop();
            }
        }
        if let Some(after) = rest.strip_prefix("::")
            && !path.is_empty()
            && !after.starts_with('{')
        {
            rest = after;
        } else if !rest.starts_with("::{") && !path.is_empty() {
            found.push(
                [open.last().cloned().unwrap_or_default(), std::mem::take(&mut path)].concat(),
            );
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, line: &str) -> usize {
        faults(path, line, &["byte".into(), "nim".into()]).len()
    }

    #[test]
    fn a_line_that_crosses_a_wall_is_found() {
        assert_eq!(found("crates/core/src/x.rs", "use agon_games::nim::Nim;"), 1);
        assert_eq!(found("crates/games/src/nim/rules.rs", "use std::time::Instant;"), 1);
        assert_eq!(found("crates/games/src/nim/rules.rs", "use super::eval::Hand;"), 1);
        assert_eq!(found("crates/games/src/nim/eval.rs", "use crate::byte::Byte;"), 1);
        assert_eq!(found("crates/search/src/x.rs", "use agon_games::byte::Byte;"), 1);
        assert_eq!(found("crates/arena/src/x.rs", "    std::fs::read(path)"), 1);
    }

    #[test]
    fn a_wall_is_not_got_round_by_grouping() {
        assert_eq!(found("crates/core/src/x.rs", "use std::{fmt, fs, time::Instant};"), 2);
        assert_eq!(
            found("crates/core/src/x.rs", "use std::{\n    fmt,\n    io::{self, Read},\n};"),
            1
        );
        assert_eq!(found("crates/games/src/nim/eval.rs", "use crate::{byte, nim};"), 1);
        assert_eq!(found("crates/games/src/nim/eval.rs", "fn f() { crate::byte::g() }"), 1);
    }

    #[test]
    fn a_line_that_crosses_no_wall_is_not() {
        assert_eq!(found("crates/games/src/nim/rules.rs", "use agon_core::Game;"), 0);
        assert_eq!(found("crates/games/src/nim/eval.rs", "use crate::nim::rules::Nim;"), 0);
        assert_eq!(found("crates/arena/src/x.rs", "use agon_games::nim::Nim;"), 0);
        assert_eq!(found("crates/app/src/x.rs", "use std::fs;"), 0);
        assert_eq!(found("crates/core/src/x.rs", "//! nothing here knows std::io"), 0);
        assert_eq!(
            found("crates/core/src/x.rs", "use std::{fmt, ops::Neg}; struct fs { io: u8 }"),
            0
        );
    }
}
