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

/// What is wrong with the `use` lines of a file, if anything: a line a fault.
pub fn faults(path: &str, text: &str, games: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    let code = text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
    for (place, line) in code {
        let mut fault = |name: &str| {
            faults.push(format!("{path}:{}: {name} may not be named here", place + 1));
        };
        for wall in WALLS.iter().filter(|wall| path.starts_with(wall.room)) {
            wall.forbidden.iter().filter(|name| line.contains(*name)).for_each(|name| fault(name));
        }
        let Some(inside) = path.strip_prefix("crates/games/src/") else { continue };
        let Some((game, file)) = inside.split_once('/') else { continue };
        for other in games.iter().filter(|other| *other != game) {
            if line.contains(&format!("{other}::")) {
                fault(other);
            }
        }
        if file == "rules.rs" {
            ["super::eval", "Evaluate", "super::scene"]
                .iter()
                .filter(|name| line.contains(*name))
                .for_each(|name| fault(name));
        }
    }
    faults
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
    fn a_line_that_crosses_no_wall_is_not() {
        assert_eq!(found("crates/games/src/nim/rules.rs", "use agon_core::Game;"), 0);
        assert_eq!(found("crates/games/src/nim/eval.rs", "use crate::nim::rules::Nim;"), 0);
        assert_eq!(found("crates/arena/src/x.rs", "use agon_games::nim::Nim;"), 0);
        assert_eq!(found("crates/app/src/x.rs", "use std::fs;"), 0);
        assert_eq!(found("crates/core/src/x.rs", "//! nothing here knows std::io"), 0);
    }
}
