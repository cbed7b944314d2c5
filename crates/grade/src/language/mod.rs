//! The languages of hand-ins: how an interpreter is started and asked.
//!
//! To add a language, implement [`Language`]: a command that starts the interpreter, the lines
//! that load the hand-in together with a driver, and the line that asks a question. The driver
//! answers in the protocol of [`super::interpreter`].

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

/// A language of hand-ins.
pub trait Language: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// The ending of a hand-in's file, without the dot.
    fn extension(&self) -> &'static str;

    /// The programs that can run a hand-in; the first that is found on `PATH` does.
    fn interpreters(&self) -> &'static [&'static str];

    /// Debian's package that has them.
    fn package(&self) -> &'static str;

    /// Writes the driver's files into the folder of the setup, if there are any, and gives the
    /// words of the command that starts the interpreter.
    fn command(&self, setup: &Setup) -> io::Result<Vec<String>>;

    /// Folders that the interpreter reads besides `/usr`, `/etc` and the like.
    fn readable(&self) -> &'static [&'static str] {
        &[]
    }

    /// The lines that are sent first. They load the hand-in, and make the driver say `loaded`.
    fn opening(&self, setup: &Setup) -> Vec<String>;

    /// The line that asks a question, each part of which may take so long. The text is what
    /// the questions of the assignments in this language are made of.
    fn question(&self, number: u64, limit: Duration, text: &str) -> String;

    /// Whether the hand-in was loaded, by what was written before each marker.
    fn is_loaded(&self, _sections: &BTreeMap<String, String>) -> bool {
        true
    }
}

/// How a hand-in is started.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The interpreter's program, and arguments of it that the user named.
    pub interpreter: Vec<String>,
    /// The file of the hand-in: a copy in the folder.
    pub hand_in: PathBuf,
    /// A folder that the interpreter may read, for the driver's files.
    pub folder: PathBuf,
    /// The secret word with which the driver's lines begin.
    pub word: String,
    /// How long loading may take.
    pub load_limit: Duration,
    /// Definitions that connect the driver with the functions of the hand-in, by function.
    pub definitions: Vec<(String, Vec<String>)>,
}

/// The first of these programs on `PATH`.
pub fn find_program(names: &[&str]) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let found = names.iter().find_map(|name| {
        env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
    });
    std::path::absolute(found?).ok()
}

/// A path as text; it is quoted where it stands in a line.
fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
