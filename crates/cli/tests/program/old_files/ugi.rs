//! A conversation in UGI.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use super::Files;

/// Whether a line is as shown, where `[..]` stands for anything.
fn is_like(line: &str, shown: &str) -> bool {
    let mut parts = shown.split("[..]");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    for (place, part) in parts.iter().enumerate() {
        let is_last = place + 1 == parts.len();
        let found = if is_last { rest.len().checked_sub(part.len()) } else { rest.find(part) };
        match found.filter(|&found| rest[found..].starts_with(part)) {
            Some(found) => rest = &rest[found + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

#[test]
fn the_engine_answers_as_it_did() {
    let files = Files::copy();
    let mut engine = agon_testing::agon(["ugi"])
        .current_dir(files.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = engine.stdin.take().unwrap();
    let mut from = BufReader::new(engine.stdout.take().unwrap()).lines();
    for shown in files.text("ugi.txt").lines() {
        if let Some(said) = shown.strip_prefix("> ") {
            writeln!(to, "{said}").unwrap();
            continue;
        }
        // Progress of a search and options added later may come in between.
        let mut lines = from.by_ref().map(|line| line.unwrap()).skip_while(|line| {
            let may_be_more = line.starts_with("info depth") || line.starts_with("option ");
            may_be_more && !is_like(line, shown)
        });
        let line = lines.next().unwrap_or_else(|| panic!("nothing is said where {shown} was"));
        assert!(is_like(&line, shown), "{shown}\n{line}");
    }
    assert!(from.all(|line| line.unwrap().starts_with("info depth")), "nothing more is said");
    assert!(engine.wait().unwrap().success());
}
