//! A fuzz target: one parser with what must hold for every input.

use crate::features::Features;

/// A parser under test.
pub struct Target {
    /// Its name on the command line, and that of its folder in the corpus.
    pub name: &'static str,
    /// What must hold for every input.
    pub shows: &'static str,
    /// Words of its language, which mutations insert.
    pub words: fn() -> Vec<String>,
    /// Runs an input, and adds what was observed. A panic is a finding.
    pub run: fn(&[u8], &mut Features),
    /// The executions of the short run in the test command: about a second of work.
    pub short: u64,
}

/// The input as text, as the program reads it.
pub fn text(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}

/// A dictionary from words with blanks between them.
pub fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(String::from).collect()
}
