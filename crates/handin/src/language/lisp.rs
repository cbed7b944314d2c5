//! Common Lisp: `sbcl` or `clisp`, with a driver that loads the hand-in and finds its parts.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use super::{Language, Setup, text};
use crate::byte::known_games;

const DRIVER: [&str; 5] = [
    include_str!("lisp/driver.lisp"),
    include_str!("lisp/states.lisp"),
    include_str!("lisp/roles.lisp"),
    include_str!("lisp/questions.lisp"),
    "(main)\n",
];

const DRIVER_NAME: &str = "agon-driver.lisp";

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

    fn skeleton(&self) -> &'static str {
        include_str!("lisp/bridge.lisp")
    }

    fn rivals<'a>(&self, files: &[(&'a str, &str)]) -> Vec<&'a str> {
        let functions: Vec<_> = files.iter().map(|(path, text)| (*path, defined(text))).collect();
        for (place, (path, own)) in functions.iter().enumerate() {
            let same = |(_, other): &&(&str, HashSet<String>)| {
                let both = own.intersection(other).count();
                both >= 5 && 2 * both > own.len().min(other.len())
            };
            let others: Vec<&str> =
                functions[place + 1..].iter().filter(same).map(|(path, _)| *path).collect();
            if !others.is_empty() {
                return [vec![*path], others].concat();
            }
        }
        Vec::new()
    }

    fn interpreters(&self) -> &'static [&'static str] {
        &["sbcl", "clisp"]
    }

    fn package(&self) -> &'static str {
        "sbcl"
    }

    fn command(&self, setup: &Setup) -> io::Result<Vec<String>> {
        let driver = setup.folder.join(DRIVER_NAME);
        fs::write(&driver, DRIVER.concat())?;
        let mut words = setup.interpreter.clone();
        let is_clisp = words.first().is_some_and(|word| word.ends_with("clisp"));
        // A full heap or stack is then an error: it costs one question, not the process.
        let (before, after): (&[&str], &[&str]) = if is_clisp {
            (&["-q", "-q", "-norc", "-C", "-E", "UTF-8"], &[])
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
        let list = |words: Vec<String>| format!("({})", words.join(" "));
        let names = setup.definitions.iter().map(|(name, _)| quoted(&name.to_uppercase()));
        let mut files = Vec::new();
        add_files(&setup.folder, self.extensions(), &mut files);
        files.retain(|file| {
            !file.ends_with(DRIVER_NAME) && file.file_name() != Some(self.bridge().as_ref())
        });
        files.sort();
        let path = |path: &PathBuf| quoted(&text(path));
        let start = setup.hand_in.is_file().then_some(&setup.hand_in);
        vec![list(vec![
            quoted(&setup.word),
            setup.load_limit.as_secs_f64().to_string(),
            list(names.collect()),
            start.map_or("NIL".into(), path),
            list(files.iter().map(path).collect()),
            setup.bridge.as_ref().map_or("NIL".into(), path),
            known_games().to_string(),
        ])]
    }

    fn question(&self, number: u64, limit: Duration, text: &str) -> String {
        format!("({number} {} {text})", limit.as_secs_f64())
    }
}

/// The names of the functions that a file defines.
fn defined(text: &str) -> HashSet<String> {
    let text = text.to_lowercase();
    let names = text.split("(defun ").skip(1).filter_map(|rest| rest.split_whitespace().next());
    names.map(String::from).collect()
}

/// Adds the files of code in a folder and in the folders in it.
fn add_files(folder: &Path, extensions: &[&str], files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            add_files(&path, extensions, files);
        } else if path.extension().is_some_and(|found| {
            extensions.iter().any(|extension| found.eq_ignore_ascii_case(extension))
        }) {
            files.push(path);
        }
    }
}

/// Writes a text as a Lisp string.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
