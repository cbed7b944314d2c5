//! The help of the REPLs: what a language understands, with an example each.

use std::fmt::Write as _;

use super::Topic;

/// How the students of each language ask for help.
const FORMS: [&str; 10] =
    ["help", "help.", "help;", "help()", "help();", "(help)", ":help", ":h", ":?", "?"];

/// What every REPL understands besides its language.
const GENERAL: [(&str, &str); 2] = [("help", "this list"), ("quit", "ends the session")];

/// Whether an input asks for help.
pub fn is_wanted(text: &str) -> bool {
    FORMS.contains(&text.trim().to_lowercase().as_str())
}

/// The topics, one a line, with the examples in a column.
pub fn list(topics: &[Topic]) -> String {
    let topics = topics.iter().map(|topic| (topic.example, topic.about));
    let lines: Vec<(&str, &str)> = topics.chain(GENERAL).collect();
    let width = lines.iter().map(|(example, _)| example.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (example, about) in lines {
        let _ = writeln!(text, "{example:width$}  {about}");
    }
    text.truncate(text.trim_end().len());
    text
}

/// The words of the examples that are long enough to be worth completing.
pub fn words(topics: &[Topic]) -> Vec<String> {
    const SHORTEST: usize = 3;
    let is_inside = |c: char| c.is_alphanumeric() || "_-*!=".contains(c);
    let examples = topics.iter().map(|topic| topic.example);
    let words = examples.chain(["help"]).flat_map(|text| text.split(|c| !is_inside(c)));
    let names = words.filter(|word| word.starts_with(|c: char| !c.is_ascii_digit() && c != '-'));
    let mut names: Vec<String> =
        names.filter(|word| word.chars().count() >= SHORTEST).map(String::from).collect();
    names.sort_unstable();
    names.dedup();
    names
}
