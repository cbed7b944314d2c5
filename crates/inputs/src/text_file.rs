//! Reading texts that people name: from files and from standard input.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use agon_host::{Failure, store};

/// The longest text, in bytes; the drawing of the largest maze takes 8000.
const MAX_BYTES: u64 = 1 << 20;

/// The text of a file; `-` is standard input.
pub fn text_file(file: &Path) -> Result<String, Failure> {
    let source: io::Result<Box<dyn io::Read>> = match is_stdin(file) {
        true => Ok(Box::new(io::stdin().lock())),
        false => File::open(file).map(|file| Box::new(file) as Box<dyn io::Read>),
    };
    let mut bytes = Vec::new();
    let read = source.and_then(|source| source.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| match is_stdin(file) {
        true => about(file, &error.to_string()),
        false => store::unreadable(file, &error),
    })?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(about(file, "is too large: a text has 1 MiB at most"));
    }
    String::from_utf8(bytes).map_err(|_| about(file, "is not text (UTF-8)"))
}

/// What is wrong with a file or with standard input.
pub fn about(file: &Path, what: &str) -> Failure {
    match is_stdin(file) {
        true => Failure::Refused(format!("standard input: {what}")),
        false => store::about_file(file, what),
    }
}

fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}
