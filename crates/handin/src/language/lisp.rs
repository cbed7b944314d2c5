//! Common Lisp: `sbcl` or `clisp`, with a driver that loads the hand-in.

use std::time::Duration;
use std::{fs, io};

use super::{Language, Setup, text};

const DRIVER: &str = include_str!("driver.lisp");

/// Hand-ins in Common Lisp. A question is `STATE (FORM ...)`. Each form is evaluated with the
/// variable `agon-driver::s` as the state, and its value is a part of the answer. A hand-in with
/// another representation of states defines `list-to-state` and `state-to-list`.
pub struct Lisp;

impl Language for Lisp {
    fn name(&self) -> &'static str {
        "Common Lisp"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["lisp", "lsp", "cl"]
    }

    fn has_one_entry(&self) -> bool {
        false
    }

    fn bridge(&self) -> &'static str {
        "agon-bridge.lisp"
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
        // A full heap or stack is then an error: it costs one question, not the process.
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

/// Writes a text as a Lisp string.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
