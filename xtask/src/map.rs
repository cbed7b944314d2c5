//! `cargo xtask map`: every source file with the sentence that it opens with, crate by crate.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use crate::files;

/// Prints the map, or only the files that have all of some words in their path or sentence.
pub fn print(root: &Path, words: &[&str]) -> Result<(), String> {
    let map = map(root, words)?;
    if map.is_empty() {
        return Err(format!("no file has {} in its path or first sentence", words.join(" and ")));
    }
    // Whoever has read enough closes the pipe.
    _ = std::io::stdout().write_all(map.as_bytes());
    Ok(())
}

fn map(root: &Path, words: &[&str]) -> Result<String, String> {
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let mut map = String::new();
    let mut last = String::new();
    for path in files::below(root)? {
        let is_source = |end| ["rs", "js", "ts", "css", "py"].iter().any(|known| end == *known);
        if !path.extension().is_some_and(is_source) {
            continue;
        }
        let name = files::name_in(root, &path);
        let line = format!("{name}  {}", first_sentence(&files::read(&path)?).unwrap_or_default());
        if !words.iter().all(|word| line.to_lowercase().contains(word)) {
            continue;
        }
        let is_crate = |folder: &&Path| folder.join("Cargo.toml").exists() && *folder != root;
        let folder = match path.ancestors().find(is_crate) {
            Some(folder) => files::name_in(root, folder),
            None => name.split('/').next().unwrap_or_default().to_string(),
        };
        if folder != last {
            _ = writeln!(map, "\n{folder}");
            last = folder;
        }
        _ = writeln!(map, "  {line}");
    }
    Ok(map)
}

/// The first sentence of the comment that a file opens with.
fn first_sentence(text: &str) -> Option<String> {
    let text = if text.starts_with("#!") { text.split_once('\n')?.1 } else { text };
    let block = |open, close| Some(text.strip_prefix(open)?.split_once(close)?.0.to_string());
    let lines = |mark| {
        let marked: Vec<&str> = text.lines().map_while(|line| line.strip_prefix(mark)).collect();
        (!marked.is_empty()).then(|| marked.join("\n"))
    };
    let comment = lines("//!").or_else(|| lines("//"));
    let comment = comment.or_else(|| block("/*", "*/")).or_else(|| block("\"\"\"", "\"\"\""))?;
    let paragraph = comment.trim().split("\n\n").next()?;
    let paragraph = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = paragraph.find(". ").map_or(paragraph.len(), |end| end + 1);
    Some(paragraph[..end].to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_told_by_the_first_sentence_of_its_comment() {
        let sentence = |text| first_sentence(text).unwrap();
        assert_eq!(sentence("//! Reads a.b, and\n//! writes. More.\n"), "Reads a.b, and writes.");
        assert_eq!(sentence("//! A title\n//!\n//! More.\nuse x;"), "A title");
        assert_eq!(sentence("// The board.\nimport x"), "The board.");
        assert_eq!(sentence("/* Colours\n   and letters. */\na {}"), "Colours and letters.");
        assert_eq!(sentence("#!/bin/x\n\"\"\"A bot.\n\nMore.\"\"\"\n"), "A bot.");
        assert_eq!(first_sentence("fn f() {}"), None);
    }

    #[test]
    fn the_map_has_the_files_with_all_words_below_their_crates() {
        let found = map(&crate::root(), &["EVERY source", "map"]).unwrap();
        let sentence = "every source file with the sentence that it opens with, crate by crate.";
        assert_eq!(found, format!("\nxtask\n  xtask/src/map.rs  `cargo xtask map`: {sentence}\n"));
        let bots = map(&crate::root(), &["examples/bots/nim_bot"]).unwrap();
        assert!(bots.starts_with("\nexamples\n  examples/bots/nim_bot.py  "), "{bots}");
        assert_eq!(map(&crate::root(), &[&"x".repeat(99)]).unwrap(), "");
    }
}
