//! Common Lisp: `sbcl` or `clisp`, with a driver that loads the hand-in.

use std::time::Duration;
use std::{fs, io};

use super::{Language, Setup, text};

/// The driver.
const DRIVER: &str = include_str!("driver.lisp");

/// Hand-ins in Common Lisp. The text of a question is `STATE (FORM ...)`: each form is evaluated
/// with the variable `agon-driver::s` as the state, and its value is a part of the answer. A
/// hand-in whose states are no such lists defines `list-to-state` and `state-to-list`.
pub struct Lisp;

impl Language for Lisp {
    fn name(&self) -> &'static str {
        "Common Lisp"
    }

    fn extension(&self) -> &'static str {
        "lisp"
    }

    fn interpreters(&self) -> &'static [&'static str] {
        &["sbcl", "clisp"]
    }

    fn package(&self) -> &'static str {
        "sbcl"
    }

    fn command(&self, setup: &Setup) -> io::Result<Vec<String>> {
        let driver = setup.folder.join("agon-driver.lisp");
        fs::write(&driver, DRIVER)?;
        let mut words = setup.interpreter.clone();
        let is_clisp = words.first().is_some_and(|word| word.ends_with("clisp"));
        // A heap or stack that is full is an error, which costs one question and not the process.
        let (before, after): (&[&str], &[&str]) = if is_clisp {
            (&["-q", "-q", "-norc", "-E", "ISO-8859-1"], &[])
        } else {
            let options = &[
                "--noinform",
                "--dynamic-space-size",
                "512MB",
                "--control-stack-size",
                "16MB",
                "--disable-ldb",
                "--end-runtime-options",
                "--no-sysinit",
                "--no-userinit",
                "--disable-debugger",
                "--load",
            ];
            (options, &["--quit"])
        };
        words.extend(before.iter().map(ToString::to_string));
        words.push(text(&driver));
        words.extend(after.iter().map(ToString::to_string));
        Ok(words)
    }

    fn opening(&self, setup: &Setup) -> Vec<String> {
        let names = setup.definitions.iter().map(|(name, _)| quoted(&name.to_uppercase()));
        vec![format!(
            "({} {} {} ({}))",
            quoted(&setup.word),
            quoted(&text(&setup.hand_in)),
            setup.load_limit.as_secs_f64(),
            names.collect::<Vec<_>>().join(" ")
        )]
    }

    fn question(&self, number: u64, limit: Duration, text: &str) -> String {
        format!("({number} {} {text})", limit.as_secs_f64())
    }
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
