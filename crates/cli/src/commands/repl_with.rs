//! `agon repl GAME --with PATH`: the interpreter of the language with a student's own program.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use agon_handin::{Assignment, Kit, Source, find_assignment, find_program, installed};
use agon_host::{Failure, interrupt, notice};
use clap::ValueEnum as _;

use crate::cli::Dialect;

/// Starts the interpreter in this terminal, and waits for its end.
pub fn run(dialect: Dialect, path: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let name = dialect.to_possible_value();
    let assignment = name.and_then(|name| find_assignment(name.get_name()));
    let (assignment, kit) = assignment
        .and_then(|assignment| Some((assignment, Kit::of(assignment)?)))
        .ok_or(Failure::Unknown)?;
    let refused = |reason| Failure::Refused(format!("{} {reason}", path.display()));
    let source = Source::read(path, assignment).map_err(refused)?;
    // For the questions, and for a copy of what cannot be loaded as it is.
    let folder = tempfile::Builder::new().prefix("agon-prompt-").tempdir().map_err(Failure::Io)?;
    let files = match own_files(path, &source, dialect) {
        Some(files) => files,
        None => {
            notice(format_args!("{}: its text is loaded from a copy", path.display()));
            let (copy, _) = source.copy().map_err(refused)?;
            let root = copy.path().to_path_buf();
            let files = loaded(&source, dialect).map(|file| root.join(&file.path)).collect();
            return start(dialect, assignment, kit, files, folder.path(), out);
        }
    };
    start(dialect, assignment, kit, files, folder.path(), out)
}

/// The files that are loaded: the one to start with, or all.
fn loaded(source: &Source, dialect: Dialect) -> impl Iterator<Item = &agon_handin::SourceFile> {
    let entry = source.entry_file().filter(|_| !matches!(dialect, Dialect::Theseus));
    source.files.iter().filter(move |file| entry.is_none_or(|entry| entry.path == file.path))
}

/// The student's own files, if the interpreter can read them as they are: changes can then be
/// loaded again.
fn own_files(path: &Path, source: &Source, dialect: Dialect) -> Option<Vec<PathBuf>> {
    let root = if path.is_dir() { path } else { path.parent()? };
    let own = |file: &agon_handin::SourceFile| {
        let own = root.join(&file.path);
        let text = fs::read_to_string(&own).ok()?;
        (text.replace('\r', "") == file.text.replace('\r', "")).then_some(own)
    };
    loaded(source, dialect).map(own).collect()
}

fn start(
    dialect: Dialect,
    assignment: &Assignment,
    kit: &Kit,
    files: Vec<PathBuf>,
    folder: &Path,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let interpreter = installed(assignment)?.remove(0);
    let mut command = command(dialect, &interpreter, &files, kit.questions(), folder)?;
    out.flush()?;
    let ended = interrupt::left_to_child(|| command.status());
    let ended = ended.map_err(|error| Failure::Refused(format!("{interpreter}: {error}")))?;
    match ended.success() {
        true => Ok(()),
        false => Err(Failure::Refused(format!("{interpreter} ended with {ended}"))),
    }
}

/// The command of the interpreter, in which `questions` lists the questions; it does so first.
fn command(
    dialect: Dialect,
    interpreter: &str,
    files: &[PathBuf],
    questions: &str,
    folder: &Path,
) -> Result<Command, Failure> {
    let (reload, again) = match dialect {
        Dialect::Santorini => (":r", ":questions"),
        Dialect::Nim | Dialect::Tictactoe => ("make.", "questions."),
        Dialect::Byte => ("(load \"FILE\")", "(questions)"),
        Dialect::Theseus => ("/open FILE", "questions()"),
    };
    let text = format!(
        "The questions of the assignment; {again} lists them again, and {reload} loads your changes:\n{questions}"
    );
    let script = |name: &str, text: String| {
        let path = folder.join(name);
        fs::write(&path, text).map(|()| path)
    };
    let is_clisp = interpreter.ends_with("clisp");
    let mut command = Command::new(interpreter);
    match dialect {
        Dialect::Santorini => {
            let print = format!("Prelude.putStr {text:?}");
            let text = format!(":def! questions \\_ -> Prelude.return {print:?}\n:questions\n");
            let root = files.first().and_then(|file| file.parent()).unwrap_or(folder);
            command.arg(format!("-i{}", root.display())).args(files);
            command.arg("-ghci-script").arg(script("questions.ghci", text)?);
        }
        Dialect::Nim | Dialect::Tictactoe => {
            let atom = text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n");
            let define = format!("catch(assertz((questions:-write('{atom}'))),_,true)");
            command.args(["-g", &define, "-g", "catch(questions,_,true)"]).args(files);
        }
        Dialect::Byte => {
            let string = text.replace('\\', "\\\\").replace('"', "\\\"");
            let define =
                format!("(defun questions () (write-string \"{string}\") (values))\n(questions)\n");
            let script = script("questions.lisp", define)?;
            // clisp loads one file by itself; a file of loads is that file.
            match is_clisp {
                true => {
                    for file in files.iter().chain([&script]) {
                        command.arg("-i").arg(file);
                    }
                    command.args(["-norc", "-q", "-q"]);
                }
                false => {
                    command.arg("--noinform");
                    for file in files.iter().chain([&script]) {
                        command.arg("--load").arg(file);
                    }
                }
            }
        }
        Dialect::Theseus => {
            let jshell = find_program(&["jshell"]).ok_or_else(|| {
                let what =
                    "jshell is not installed; on Debian type: apt-get install default-jdk-headless";
                Failure::Refused(what.into())
            })?;
            command = Command::new(jshell);
            let method =
                format!("void questions() {{ System.out.print({text:?}); }}\nquestions()\n");
            command.args(["--startup", "DEFAULT"]);
            command.args(files).arg(script("questions.jsh", method)?);
        }
    }
    Ok(command)
}
