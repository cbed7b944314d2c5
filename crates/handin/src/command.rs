//! Reads the command of a hand-in: its interpreter and its file.

use std::path::{Path, PathBuf};

use agon_core::quote;
use agon_host::Failure;
use agon_sandbox::CommandLine;

use crate::assignment::Assignment;
use crate::language::find_program;

/// Finds the assignment's interpreter on `PATH`.
pub fn interpreter_of(assignment: &Assignment) -> Result<Vec<String>, Failure> {
    let language = assignment.language;
    let found = find_program(language.interpreters()).ok_or_else(|| {
        Failure::Refused(format!(
            "{} is not installed: hand-ins of {} are written in {}; on Debian type: apt-get install {}",
            language.interpreters()[0],
            assignment.name,
            language.name(),
            language.package(),
        ))
    })?;
    Ok(vec![found.to_string_lossy().into_owned()])
}

/// Reads the command of a hand-in: the file alone, or an interpreter with arguments and then the
/// file.
pub fn read_command(
    assignment: &Assignment,
    command: &str,
) -> Result<(Vec<String>, PathBuf), Failure> {
    let file = Path::new(command);
    if file.is_file() {
        return Ok((interpreter_of(assignment)?, file.to_path_buf()));
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
        return Ok((interpreter_of(assignment)?, last.into()));
    };
    if !program.contains('/') {
        let found = find_program(&[program.as_str()]);
        let found = found
            .ok_or_else(|| Failure::Refused(format!("there is no program {}", quote(program))))?;
        *program = found.to_string_lossy().into_owned();
    }
    Ok((words, last.into()))
}
