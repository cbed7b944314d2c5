//! The layers of the code: which names the files of a crate may not use.

/// The files below a folder, and the paths that none of them may name.
struct Layer {
    folder: &'static str,
    forbidden: &'static [&'static str],
}

/// Input, output, clocks and threads, which only the app may use.
const OUTSIDE: &[&str] = &[
    "std::fs",
    "std::net",
    "std::process",
    "std::io",
    "std::env",
    "std::time",
    "std::thread",
    "clap",
];

/// JSON, which only the service and the app write.
const WIRE: &[&str] = &["serde_json"];

const LAYERS: &[Layer] = &[
    Layer { folder: "crates/core/src/", forbidden: OUTSIDE },
    Layer { folder: "crates/core/src/", forbidden: WIRE },
    Layer {
        folder: "crates/core/src/",
        forbidden: &["agon_network", "agon_games", "agon_search", "agon_infer", "agon_arena"],
    },
    Layer { folder: "crates/network/src/", forbidden: OUTSIDE },
    Layer { folder: "crates/network/src/", forbidden: WIRE },
    Layer {
        folder: "crates/network/src/",
        forbidden: &["agon_games", "agon_search", "agon_infer", "agon_arena"],
    },
    Layer { folder: "crates/games/src/", forbidden: OUTSIDE },
    Layer { folder: "crates/games/src/", forbidden: WIRE },
    Layer { folder: "crates/games/src/", forbidden: &["agon_search", "agon_infer", "agon_arena"] },
    Layer { folder: "crates/search/src/", forbidden: OUTSIDE },
    Layer { folder: "crates/search/src/", forbidden: WIRE },
    Layer {
        folder: "crates/search/src/",
        forbidden: &["agon_network", "agon_games", "agon_infer", "agon_arena"],
    },
    Layer { folder: "crates/infer/src/", forbidden: OUTSIDE },
    Layer { folder: "crates/infer/src/", forbidden: WIRE },
    Layer {
        folder: "crates/infer/src/",
        forbidden: &["agon_network", "agon_games", "agon_search", "agon_arena"],
    },
    // It reads and writes tables, on several threads.
    Layer {
        folder: "crates/tablebase/src/",
        forbidden: &["std::net", "std::process", "std::env", "std::time", "clap"],
    },
    Layer { folder: "crates/tablebase/src/", forbidden: WIRE },
    Layer {
        folder: "crates/tablebase/src/",
        forbidden: &["agon_network", "agon_search", "agon_infer", "agon_arena"],
    },
    Layer { folder: "crates/arena/src/", forbidden: OUTSIDE },
    Layer { folder: "crates/arena/src/", forbidden: WIRE },
    Layer {
        folder: "crates/runner/src/",
        forbidden: &["std::fs", "std::net", "std::env", "clap", "agon_arena", "agon_games"],
    },
    Layer { folder: "crates/service/src/", forbidden: OUTSIDE },
    Layer { folder: "crates/service/src/", forbidden: &["tokio", "rusqlite"] },
    Layer { folder: "crates/wasm/src/", forbidden: OUTSIDE },
    Layer {
        folder: "python/src/",
        forbidden: &["std::fs", "std::net", "std::env", "agon_service"],
    },
    Layer {
        folder: "crates/terminal/src/",
        forbidden: &["std::fs", "std::net", "std::process", "clap", "agon_service", "agon_games"],
    },
];

/// One fault for each forbidden path that a file names.
pub fn faults(file: &str, text: &str, games: &[String]) -> Vec<String> {
    let named = paths(text);
    let is_in = |name: &[&str], path: &[String]| {
        path.windows(name.len()).any(|part| part.iter().zip(name).all(|(a, b)| a == b))
    };
    forbidden(file, games)
        .iter()
        .filter(|name| named.iter().any(|path| is_in(name, path)))
        .map(|name| format!("{file}: {} may not be named here", name.join("::")))
        .collect()
}

/// The paths that a file may not name: those of its layer, and inside a game the other games.
fn forbidden<'a>(file: &str, games: &'a [String]) -> Vec<Vec<&'a str>> {
    let mut forbidden: Vec<Vec<&str>> = LAYERS
        .iter()
        .filter(|layer| file.starts_with(layer.folder))
        .flat_map(|layer| layer.forbidden)
        .map(|name| name.split("::").collect())
        .collect();
    let in_game = file.strip_prefix("crates/games/src/").and_then(|rest| rest.split_once('/'));
    if let Some((game, name)) = in_game {
        let others = games.iter().filter(|other| *other != game);
        forbidden.extend(others.map(|other| vec!["crate", other.as_str()]));
        if name == "rules.rs" {
            forbidden.extend([vec!["super", "eval"], vec!["super", "scene"], vec!["Evaluate"]]);
        }
    }
    forbidden
}

/// Every path in the code; `a::{b, c::d}` counts as `a::b` and `a::c::d`.
fn paths(text: &str) -> Vec<Vec<String>> {
    let code: Vec<&str> =
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let mut reader = PathReader::default();
    for token in tokens(&code.join("\n")) {
        reader.read(token);
    }
    reader.end();
    reader.found
}

/// The parts of code that matter for paths.
enum Token<'a> {
    Word(&'a str),
    Separator,
    Open,
    Close,
    Other,
}

fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (token, length) = match first {
            _ if word > 0 => (Token::Word(&rest[..word]), word),
            _ if rest.starts_with("::") => (Token::Separator, 2),
            '{' => (Token::Open, 1),
            '}' => (Token::Close, 1),
            _ => (Token::Other, first.len_utf8()),
        };
        found.push(token);
        rest = rest[length..].trim_start();
    }
    found
}

/// Puts paths together from tokens.
#[derive(Default)]
struct PathReader {
    found: Vec<Vec<String>>,
    /// What stands before each brace that is open: `a` for `a::{`, nothing for a block.
    prefixes: Vec<Vec<String>>,
    path: Vec<String>,
    after_separator: bool,
}

impl PathReader {
    fn read(&mut self, token: Token) {
        let after_separator = std::mem::replace(&mut self.after_separator, false);
        match token {
            Token::Separator => self.after_separator = true,
            Token::Word(word) => {
                if !after_separator {
                    self.end();
                }
                self.path.push(word.to_string());
            }
            Token::Open if after_separator => {
                let prefix = self.whole_path();
                self.prefixes.push(prefix);
            }
            Token::Open => {
                self.end();
                self.prefixes.push(Vec::new());
            }
            Token::Close => {
                self.end();
                self.prefixes.pop();
            }
            Token::Other => self.end(),
        }
    }

    /// Ends the path that is being read, if there is one.
    fn end(&mut self) {
        if !self.path.is_empty() {
            let path = self.whole_path();
            self.found.push(path);
        }
    }

    /// Takes the path that is being read, with what stands before its brace.
    fn whole_path(&mut self) -> Vec<String> {
        let prefix = self.prefixes.last().cloned().unwrap_or_default();
        [prefix, std::mem::take(&mut self.path)].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, line: &str) -> usize {
        faults(path, line, &["byte".into(), "nim".into()]).len()
    }

    #[test]
    fn a_name_from_a_forbidden_layer_is_found() {
        assert_eq!(found("crates/core/src/x.rs", "use agon_games::nim::Nim;"), 1);
        assert_eq!(found("crates/games/src/nim/rules.rs", "use std::time::Instant;"), 1);
        assert_eq!(found("crates/games/src/nim/rules.rs", "use super::eval::Hand;"), 1);
        assert_eq!(found("crates/games/src/nim/eval.rs", "use crate::byte::Byte;"), 1);
        assert_eq!(found("crates/search/src/x.rs", "use agon_games::byte::Byte;"), 1);
        assert_eq!(found("crates/arena/src/x.rs", "    std::fs::read(path)"), 1);
        assert_eq!(found("crates/core/src/x.rs", "use agon_games::nim"), 1, "the last word");
    }

    #[test]
    fn grouping_and_spaces_hide_no_name() {
        assert_eq!(found("crates/core/src/x.rs", "use std::{fmt, fs, time::Instant};"), 2);
        assert_eq!(
            found("crates/core/src/x.rs", "use std::{\n    fmt,\n    io::{self, Read},\n};"),
            1
        );
        assert_eq!(found("crates/core/src/x.rs", "use std ::\n    fs;"), 1);
        assert_eq!(found("crates/games/src/nim/eval.rs", "use crate::{byte, nim};"), 1);
        assert_eq!(found("crates/games/src/nim/eval.rs", "fn f() { crate::byte::g() }"), 1);
    }

    #[test]
    fn other_names_are_allowed() {
        assert_eq!(found("crates/games/src/nim/rules.rs", "use agon_core::Game;"), 0);
        assert_eq!(found("crates/games/src/nim/eval.rs", "use crate::nim::rules::Nim;"), 0);
        assert_eq!(found("crates/arena/src/x.rs", "use agon_games::nim::Nim;"), 0);
        assert_eq!(found("crates/cli/src/x.rs", "use std::fs;"), 0);
        assert_eq!(found("crates/core/src/x.rs", "//! nothing here knows std::io"), 0);
        assert_eq!(
            found("crates/core/src/x.rs", "use std::{fmt, ops::Neg}; struct fs { io: u8 }"),
            0
        );
    }
}
