//! Lines of standard input, which may have any bytes and any length.

use std::io::{self, BufRead, IsTerminal as _, StdinLock, Write};

use crate::lines::{self, RawLine};

#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// Text, trimmed.
    Text(String),
    /// An unusable line, and why.
    Unusable(&'static str),
    End,
}

pub struct Input {
    source: StdinLock<'static>,
    prompts: bool,
}

/// The longest line that is accepted, in bytes.
const MAX_LINE: usize = 10_000;

impl Input {
    /// Standard input. Prompts are shown only on a terminal.
    pub fn stdin() -> Input {
        let source = io::stdin().lock();
        let prompts = io::stdin().is_terminal();
        Input { source, prompts }
    }

    /// Shows a prompt on a terminal, and reads a line.
    pub fn ask(&mut self, prompt: &str, out: &mut impl Write) -> io::Result<Line> {
        if self.prompts {
            write!(out, "{prompt}")?;
        }
        out.flush()?;
        read_line(&mut self.source)
    }
}

/// Reads a line. A line that is too long is skipped.
fn read_line(source: &mut impl BufRead) -> io::Result<Line> {
    Ok(match lines::read_line(source, MAX_LINE)? {
        RawLine::Text(text) => Line::Text(text),
        RawLine::NotText => Line::Unusable("the line is not text (UTF-8)"),
        RawLine::TooLong => {
            source.skip_until(b'\n')?;
            Line::Unusable("the line is longer than 10000 bytes")
        }
        RawLine::End => Line::End,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_text_or_says_why_it_is_not() {
        let long = "x".repeat(20_000);
        let bytes = [b" one \r\n\n".as_slice(), long.as_bytes(), b"\n\xff\xfe\nlast"].concat();
        let mut source = bytes.as_slice();
        let mut next = || read_line(&mut source).unwrap();
        assert_eq!(next(), Line::Text("one".into()));
        assert_eq!(next(), Line::Text("".into()));
        assert_eq!(next(), Line::Unusable("the line is longer than 10000 bytes"));
        assert_eq!(next(), Line::Unusable("the line is not text (UTF-8)"));
        assert_eq!(next(), Line::Text("last".into()));
        assert_eq!(next(), Line::End);
    }
}
