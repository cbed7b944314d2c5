//! The languages of hand-ins: how to start an interpreter and how to ask it questions.
//!
//! To add a language, implement [`Language`]: a command that starts the interpreter, lines that
//! load the hand-in and a driver, and the line that asks a question. The driver answers in the
//! protocol of [`super::interpreter`].

mod haskell;
mod java;
mod lisp;
mod prolog;

use std::collections::BTreeMap;
use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use haskell::Haskell;
pub use java::Java;
pub use lisp::Lisp;
pub use prolog::Prolog;

pub trait Language: Sync {
    fn name(&self) -> &'static str;

    /// The extensions of a hand-in's files, without the dot; the usual one first.
    fn extensions(&self) -> &'static [&'static str];

    /// Whether one file of a hand-in is loaded, with what it loads itself; otherwise all are.
    fn has_one_entry(&self) -> bool {
        true
    }

    /// Whether all files are compiled together, and one of them has the program.
    fn compiles_all(&self) -> bool {
        false
    }

    /// How many of these functions a text defines, not counting definitions that only say that
    /// they are missing.
    fn defined(&self, text: &str, functions: &[&str]) -> usize {
        let is_stub = |line: &str| line.contains("undefined") || line.contains("= error");
        let starts = |line: &str, name: &str| {
            let rest = line.strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with([' ', '(', '\t'])) && !line.contains("::")
        };
        let is_defined =
            |name: &&&str| text.lines().any(|line| starts(line, name) && !is_stub(line));
        functions.iter().filter(is_defined).count()
    }

    /// Whether an answer can depend on what was asked before.
    fn keeps_state(&self) -> bool {
        true
    }

    /// A file that loads these files one after the other, where the language has that.
    fn loading(&self, _paths: &[&str]) -> Option<String> {
        None
    }

    /// The name of a bridge: a file beside the hand-in, or of the course, that is loaded after it
    /// and says in its language what cannot be found in it.
    fn bridge(&self) -> &'static str;

    /// A bridge in which everything is still a hole; see [`crate::skeleton`].
    fn skeleton(&self) -> &'static str {
        ""
    }

    /// Of several files, those of which only one can be the program, because they define the same;
    /// fewer than two if all belong together.
    fn rivals<'a>(&self, _files: &[(&'a str, &str)]) -> Vec<&'a str> {
        Vec::new()
    }

    /// The programs that can run a hand-in. The first one found on `PATH` is used.
    fn interpreters(&self) -> &'static [&'static str];

    /// The Debian package of the interpreters.
    fn package(&self) -> &'static str;

    /// Writes the driver's files, if any, into the setup's folder, and returns the command that
    /// starts the interpreter.
    fn command(&self, setup: &Setup) -> io::Result<Vec<String>>;

    /// Folders that the interpreter reads, besides `/usr`, `/etc` and the like.
    fn readable(&self) -> &'static [&'static str] {
        &[]
    }

    /// The first lines to send. They load the hand-in and make the driver report `loaded`.
    fn opening(&self, setup: &Setup) -> Vec<String>;

    /// The line that asks a question. `limit` is the time for each part of the answer. The format
    /// of `text` depends on the language.
    fn question(&self, number: u64, limit: Duration, text: &str) -> String;

    /// Whether the hand-in was loaded, judging by the output before each marker.
    fn is_loaded(&self, _sections: &BTreeMap<String, String>) -> bool {
        true
    }
}

/// What an interpreter needs to start with a hand-in.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The interpreter's program, and arguments that the user gave.
    pub interpreter: Vec<String>,
    /// A copy of the hand-in's file, in the folder.
    pub hand_in: PathBuf,
    /// The copy of the bridge, in the folder, if there is one.
    pub bridge: Option<PathBuf>,
    /// A folder that the interpreter may read. It holds the driver's files.
    pub folder: PathBuf,
    /// The secret word that begins the driver's lines.
    pub word: String,
    pub load_limit: Duration,
    /// Definitions that connect the driver to the functions of the hand-in, by function.
    pub definitions: Vec<(String, Vec<String>)>,
    /// Whether it is compiled where it can be, because it is asked often.
    pub is_fast: bool,
}

/// Finds the first of these programs on `PATH`.
pub fn find_program(names: &[&str]) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let found = names.iter().find_map(|name| {
        env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
    });
    std::path::absolute(found?).ok()
}

/// A path as text. The caller must quote it.
fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
