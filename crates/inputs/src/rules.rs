//! Rule files and networks, which can be named wherever an evaluation can.

use std::path::Path;

use agon_arena::{
    Analysis, EvaluationFileError, GameEntry, PlayerSpec, built_in_rules, is_network_file,
    load_evaluation_file,
};
use agon_host::{Failure, store};
use agon_network::MAX_FILE_BYTES;

/// The longest rule file, in bytes.
const LONGEST: u64 = 64 << 10;

/// A rule file or network that was read and not yet understood.
pub struct Source {
    /// The file as it was named.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl Source {
    /// Reads a rule file, or a network if its name ends with `.net`.
    pub fn read(name: &str) -> Result<Source, Failure> {
        let path = Path::new(name);
        let longest = if is_network_file(name) { MAX_FILE_BYTES } else { LONGEST };
        match store::read(path, longest)? {
            Some(bytes) => Ok(Source { name: name.into(), bytes }),
            None => Err(store::about_file(path, "there is no such file")),
        }
    }

    /// A rule file without rules, to ask for the facts of a position.
    pub fn facts_only(entry: &GameEntry) -> Source {
        let bytes = format!("game {}.\nvalue(me, 0).\n", entry.name).into();
        Source { name: "facts".into(), bytes }
    }

    /// The file that the name of an evaluation stands for, one on disk or one that comes with
    /// the program; `None` where it is the name of one of the game's own, a program, or does
    /// not look like a file.
    pub fn named(entry: &GameEntry, eval: Option<&str>) -> Result<Option<Source>, Failure> {
        let is_program = |name: &&str| PlayerSpec::program_of(name).is_some();
        let Some(name) = eval.filter(|name| !is_program(name)) else { return Ok(None) };
        let path = Path::new(name);
        if let Some(source) = built_in_rules(entry.name, name).filter(|_| !path.is_file()) {
            return Ok(Some(Source { name: name.into(), bytes: source.into() }));
        }
        let is_own = || entry.start().evaluations().iter().any(|own| own == name);
        let is_file = name.contains(['.', '/', '\\']) || path.exists();
        if is_file && !is_own() { Source::read(name).map(Some) } else { Ok(None) }
    }

    /// Makes it an evaluation of a session.
    pub fn load_into(&self, session: &mut dyn Analysis) -> Result<(), Failure> {
        let loaded = load_evaluation_file(session, &self.name, &self.bytes);
        loaded.map_err(|error| match error {
            EvaluationFileError::Rules(diagnostics) => Failure::Rules(diagnostics),
            EvaluationFileError::Network(refusal) => {
                store::about_file(Path::new(&self.name), &refusal.to_string())
            }
        })
    }

    /// Whether it is a network.
    pub fn is_network(&self) -> bool {
        is_network_file(&self.name)
    }
}

/// Makes the file that the name of an evaluation stands for, if it does, an evaluation of
/// a session.
pub fn load_rules(
    entry: &GameEntry,
    session: &mut dyn Analysis,
    eval: Option<&str>,
) -> Result<(), Failure> {
    match Source::named(entry, eval)? {
        Some(source) => source.load_into(session),
        None => Ok(()),
    }
}
