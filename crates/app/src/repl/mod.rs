//! The languages of the assignments, spoken line by line.

mod santorini;

use std::io::Write;

use crate::cli::Dialect;
use crate::failure::Failure;
use crate::terminal::{Input, Line};

/// Reads lines until there are no more, and answers each. What is wrong with a
/// line is said on standard error, and the next line is read.
pub fn run(dialect: Dialect, out: &mut impl Write) -> Result<(), Failure> {
    let mut input = Input::new();
    let (prompt, mut session) = match dialect {
        Dialect::Santorini => ("santorini> ", santorini::Session::default()),
    };
    loop {
        match input.ask(prompt, out)? {
            Line::End => return Ok(()),
            Line::Unusable(why) => eprintln!("error: {why}"),
            Line::Text(text) => match session.answer(&text) {
                Ok(Some(answer)) => writeln!(out, "{answer}")?,
                Ok(None) => (),
                Err(refusal) => eprintln!("error: {refusal}"),
            },
        }
    }
}
