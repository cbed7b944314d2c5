//! Reads the command of a hand-in: its interpreter and its file or folder.

use std::path::{Path, PathBuf};

use agon_core::quote;
use agon_host::Failure;
use agon_sandbox::CommandLine;

use crate::assignment::Assignment;
use crate::language::find_program;
use crate::reason::Reason;

/// Finds the assignment's interpreter on `PATH`.
pub fn interpreter_of(assignment: &Assignment) -> Result<Vec<String>, Reason> {
    let language = assignment.language;
    let found = find_program(language.interpreters()).ok_or_else(|| Reason::NoInterpreter {
        program: language.interpreters()[0].into(),
        language: language.name().into(),
        package: language.package().into(),
    })?;
    Ok(vec![found.to_string_lossy().into_owned()])
}

/// Reads the command of a hand-in: a file or a folder alone, or an interpreter with arguments and
/// then the file.
pub fn read_command(
    assignment: &Assignment,
    command: &str,
) -> Result<(Vec<String>, PathBuf), Failure> {
    let file = Path::new(command);
    if file.is_file() || file.is_dir() {
        return Ok((installed(assignment)?, file.to_path_buf()));
    }
    CommandLine::read(command).map_err(Failure::Usage)?;
    let mut words = shlex::split(command).unwrap_or_default();
    let last = words.pop().unwrap_or_default();
    if !Path::new(&last).is_file() {
        let what = format!(
            "there is no file {}; name the hand-in, such as {}",
            quote(&last),
            assignment.file
        );
        return Err(Failure::Refused(what));
    }
    let Some(program) = words.first_mut() else {
        return Ok((installed(assignment)?, last.into()));
    };
    if !program.contains('/') {
        let found = find_program(&[program.as_str()]);
        let found = found
            .ok_or_else(|| Failure::Refused(format!("there is no program {}", quote(program))))?;
        *program = found.to_string_lossy().into_owned();
    }
    Ok((words, last.into()))
}

/// The interpreter of the assignment, or a failure of the command.
pub fn installed(assignment: &Assignment) -> Result<Vec<String>, Failure> {
    let missing = |reason| Failure::Refused(format!("a hand-in of {} {reason}", assignment.name));
    interpreter_of(assignment).map_err(missing)
}
