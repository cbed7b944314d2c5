//! `--check`: the answers of a transcript compared with ours.

use std::io::Write;
use std::path::Path;

use agon_core::counted;
use agon_host::Failure;

use crate::lexer::is_word;
use crate::repl::Repl;
use crate::session::is_quit;
use crate::transcript::{self, Part, Reader};

/// Answers the inputs of a transcript, from a file or else from standard input, and prints where
/// its answers differ from ours.
pub fn check(
    repl: Box<dyn Repl>,
    path: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let text = &transcript::read(path)?;
    let Some(reader) = Reader::of_transcript(repl.language(), text) else {
        return Err(Failure::Refused(format!(
            "there is nothing to check: no line begins with a prompt such as {:?}",
            repl.prompt()
        )));
    };
    let mut check = Check { repl, reader, pending: None, answers: 0, free: 0, differences: 0 };
    check.run(text, out)?;
    writeln!(out, "{}", check.summary())?;
    if check.differences > 0 { Err(Failure::Unknown) } else { Ok(()) }
}

/// An input with our answer, and the answer of the transcript as far as it was read.
struct Exchange {
    line: usize,
    input: String,
    found: String,
    expected: Vec<String>,
    /// Whether lines still belong to the answer: not after the end of a code block.
    is_open: bool,
}

/// A comparison that goes on.
struct Check {
    repl: Box<dyn Repl>,
    reader: Reader,
    pending: Option<Exchange>,
    /// How many answers were compared.
    answers: usize,
    /// How many heuristic values were not.
    free: usize,
    differences: usize,
}

impl Check {
    fn run(&mut self, text: &str, out: &mut impl Write) -> Result<(), Failure> {
        // The line in which the present input begins.
        let mut start = 0;
        for (place, line) in text.lines().enumerate() {
            if !self.reader.is_unfinished() {
                start = place + 1;
            }
            for part in self.reader.read(line.trim(), &*self.repl) {
                match part {
                    Part::Input(input) if is_quit(&input) => return self.compare(out),
                    Part::Input(input) => {
                        self.compare(out)?;
                        self.ask(start, input);
                        start = place + 1;
                    }
                    Part::TooLong(refused) => {
                        self.compare(out)?;
                        let found = format!("error: {refused}");
                        self.pending = Some(Exchange::new(start, "...".into(), found));
                    }
                    Part::Answer(line) => self.expect(line),
                }
            }
        }
        if let Some(input) = self.reader.take_unfinished() {
            self.compare(out)?;
            self.ask(start, input);
        }
        self.compare(out)
    }

    fn ask(&mut self, line: usize, input: String) {
        let found = match self.repl.answer_or_help(&input) {
            Ok(answer) => answer.unwrap_or_default(),
            Err(refusal) => format!("error: {refusal}"),
        };
        self.pending = Some(Exchange::new(line, input, found));
    }

    /// Adds a line to the expected answer.
    fn expect(&mut self, line: String) {
        let is_comment = self.reader.is_comment(&line);
        let Some(exchange) = &mut self.pending else { return };
        exchange.is_open &= !line.starts_with("```");
        if exchange.is_open && !is_comment {
            exchange.expected.push(line);
        }
    }

    /// Compares the answers to the input before, and shows a difference.
    fn compare(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let Some(Exchange { line, input, found, expected, .. }) = self.pending.take() else {
            return Ok(());
        };
        let expected = expected.join("\n").trim().to_string();
        if expected.is_empty() && found.is_empty() {
            return Ok(());
        }
        if self.repl.is_heuristic(&input) && is_number(&expected) && is_number(&found) {
            self.free += 1;
            return Ok(());
        }
        self.answers += 1;
        if !is_same(&expected, &found) {
            self.differences += 1;
            writeln!(out, "line {line}: {}", input.replace('\n', "\n  "))?;
            writeln!(out, "  expected: {}", indented(&expected))?;
            writeln!(out, "  found:    {}", indented(&found))?;
        }
        Ok(())
    }

    /// What was compared, in a line.
    fn summary(&self) -> String {
        let answers = counted(self.answers, "answer");
        let result = match self.differences {
            0 => "all as expected".into(),
            number => format!("{number} not as expected"),
        };
        let free = match self.free {
            0 => String::new(),
            number => format!("; {} not compared", counted(number, "heuristic value")),
        };
        format!("{answers}, {result}{free}")
    }
}

impl Exchange {
    fn new(line: usize, input: String, found: String) -> Exchange {
        Exchange { line, input, found, expected: Vec::new(), is_open: true }
    }
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(f64::is_finite)
}

/// An answer under its title, of several lines if it has them.
fn indented(answer: &str) -> String {
    if answer.is_empty() { "nothing".into() } else { answer.replace('\n', "\n            ") }
}

/// Whether two answers differ in blanks alone. A line break is a blank, or where a terminal has
/// wrapped a long line, nothing.
fn is_same(expected: &str, found: &str) -> bool {
    [" ", ""].iter().any(|line_break| {
        normalise(&expected.replace(['\r', '\n'], line_break))
            == normalise(&found.replace(['\r', '\n'], line_break))
    })
}

/// One blank between words, and none beside signs.
fn normalise(text: &str) -> String {
    let mut normal = String::new();
    let mut rest = text.trim().chars().peekable();
    while let Some(c) = rest.next() {
        if !c.is_whitespace() {
            normal.push(c);
            continue;
        }
        while rest.next_if(|next| next.is_whitespace()).is_some() {}
        let is_between =
            normal.ends_with(is_word) && rest.peek().is_some_and(|&next| is_word(next));
        normal.extend(is_between.then_some(' '));
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_the_same_if_blanks_and_line_breaks_alone_differ() {
        for (expected, found) in [
            ("(False, 'B', [ ])", "(False,'B',[])"),
            ("[(1\n,2),(3,4)]", "[(1,2),(3,4)]"),
            ("[1000\n000,2]", "[1000000,2]"),
            ("If you  play\nX = 3", "If you play\nX = 3"),
            ("one two", "one\ntwo"),
            ("[1] --> []         win", "[1] --> [] win"),
        ] {
            assert!(is_same(expected, found), "{expected:?} {found:?}");
        }
        for (expected, found) in [
            ("1 2", "12"),
            ("(1,2)", "(1,3)"),
            ("win", ""),
            ("", "win"),
            ("a b", "ab"),
            ("[1,2]", "[2,1]"),
        ] {
            assert!(!is_same(expected, found), "{expected:?} {found:?}");
        }
    }
}
