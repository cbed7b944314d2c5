//! Lines of any bytes and any length, of which no more is held than allowed.

use std::io::{self, BufRead, Read as _};

/// A line as it was read.
#[derive(Debug, PartialEq, Eq)]
pub enum Read {
    /// Text, without the end of the line and without blanks around it.
    Text(String),
    /// Bytes that are not text.
    NotText,
    /// The beginning of a line that is longer than allowed; the rest is still to come.
    TooLong,
    /// There are no more lines.
    End,
}

/// Reads a line of at most so many bytes.
pub fn read_line(source: &mut impl BufRead, longest: usize) -> io::Result<Read> {
    let mut bytes = Vec::new();
    source.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Read::End);
    }
    if bytes.len() > longest && bytes.last() != Some(&b'\n') {
        return Ok(Read::TooLong);
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => Read::Text(text.trim().to_string()),
        Err(_) => Read::NotText,
    })
}
