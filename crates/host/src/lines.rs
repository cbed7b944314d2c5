//! Reads lines of untrusted input, with a bound on their length.

use std::io::{self, BufRead, Read as _};

#[derive(Debug, PartialEq, Eq)]
pub enum RawLine {
    /// A trimmed line.
    Text(String),
    /// A line that is not UTF-8.
    NotText,
    /// A line that is too long; its rest is not read yet.
    TooLong,
    End,
}

/// Reads a line of at most `longest` bytes.
pub fn read_line(source: &mut impl BufRead, longest: usize) -> io::Result<RawLine> {
    let mut bytes = Vec::new();
    source.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(RawLine::End);
    }
    if bytes.len() > longest && bytes.last() != Some(&b'\n') {
        return Ok(RawLine::TooLong);
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => RawLine::Text(text.trim().to_string()),
        Err(_) => RawLine::NotText,
    })
}
