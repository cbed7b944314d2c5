//! The help of the REPLs. Each language has a text with an example of what it understands on each
//! line, and what the example does behind two blanks.

/// How the students of each language ask for help.
const FORMS: [&str; 10] =
    ["help", "help.", "help;", "help()", "help();", "(help)", ":help", ":h", ":?", "?"];

pub fn is_wanted(text: &str) -> bool {
    FORMS.contains(&text.trim().to_lowercase().as_str())
}

/// The lines about the language itself, without those about the session.
pub fn topics(help: &str) -> impl Iterator<Item = &str> {
    help.lines().take_while(|line| !line.starts_with("help "))
}

pub fn examples(help: &str) -> impl Iterator<Item = &str> {
    topics(help).filter_map(|line| line.split("  ").next())
}

/// The words of the examples that are long enough to be worth completing.
pub fn words(help: &str) -> Vec<String> {
    const SHORTEST: usize = 3;
    let is_inside = |c: char| c.is_alphanumeric() || "_-*!=".contains(c);
    let words = examples(help).chain(["help"]).flat_map(|text| text.split(|c| !is_inside(c)));
    let names = words.filter(|word| word.starts_with(|c: char| !c.is_ascii_digit() && c != '-'));
    let mut names: Vec<String> =
        names.filter(|word| word.chars().count() >= SHORTEST).map(String::from).collect();
    names.sort_unstable();
    names.dedup();
    names
}
