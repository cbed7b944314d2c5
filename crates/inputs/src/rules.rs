//! Rule files and networks as evaluations.

use std::path::Path;

use agon_arena::{
    Analysis, EvaluationFile, EvaluationFileError, GameEntry, PlayerSpec, built_in_rules,
    is_network_file,
};
use agon_host::{Failure, store};
use agon_network::MAX_FILE_BYTES;

/// The size limit of a rule file, in bytes.
const LONGEST: u64 = 64 << 10;

/// Reads a rule file, or a network if its name ends with `.net`.
pub fn read(name: &str) -> Result<EvaluationFile, Failure> {
    let path = Path::new(name);
    let longest = if is_network_file(name) { MAX_FILE_BYTES } else { LONGEST };
    match store::read(path, longest)? {
        Some(bytes) => Ok(EvaluationFile::new(name, bytes)),
        None => Err(store::about_file(path, "there is no such file")),
    }
}

/// A rule file without rules, to query the facts of a position.
pub fn facts_only(entry: &GameEntry) -> EvaluationFile {
    EvaluationFile::new("facts", format!("game {}.\nvalue(me, 0).\n", entry.name).into_bytes())
}

/// The file that an evaluation names: one on disk, or one that is part of the program. `None` if it
/// names an evaluation of the game or a program, or does not look like a file.
pub fn named(entry: &GameEntry, eval: Option<&str>) -> Result<Option<EvaluationFile>, Failure> {
    let is_program =
        |name: &&str| PlayerSpec::program_of(name).or(PlayerSpec::hand_in_of(name)).is_some();
    let Some(name) = eval.filter(|name| !is_program(name)) else { return Ok(None) };
    let path = Path::new(name);
    if let Some(source) = built_in_rules(entry.name, name).filter(|_| !path.is_file()) {
        return Ok(Some(EvaluationFile::new(name, source.as_bytes())));
    }
    let is_own = || entry.start().evaluations().iter().any(|own| own == name);
    let is_file = name.contains(['.', '/', '\\']) || path.exists();
    if is_file && !is_own() { read(name).map(Some) } else { Ok(None) }
}

/// Loads a file as an evaluation of a session.
pub fn load_into(file: &EvaluationFile, session: &mut dyn Analysis) -> Result<(), Failure> {
    session.load_file(file).map_err(|error| match error {
        EvaluationFileError::Rules(diagnostics) => Failure::Rules(diagnostics),
        EvaluationFileError::Network(refusal) => {
            store::about_file(Path::new(&file.name), &refusal.to_string())
        }
    })
}
