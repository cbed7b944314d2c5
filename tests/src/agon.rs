//! Starts `agon` for a test.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;

/// The path of the program. Cargo builds it beside the tests of its crate; other programs need it
/// built before.
pub fn program() -> PathBuf {
    program_named("agon")
}

/// Another program of the workspace, built in the same way.
pub fn program_named(name: &str) -> PathBuf {
    let here = env::current_exe().unwrap();
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    let path = here.ancestors().nth(2).unwrap().join(name);
    assert!(path.exists(), "{} is missing; build it with the same profile first", path.display());
    path
}

/// The folders of `PATH`, after that of `agon`.
pub fn path_with_agon() -> OsString {
    let own = program().parent().unwrap().to_path_buf();
    let others = env::var_os("PATH").unwrap_or_default();
    env::join_paths([own].into_iter().chain(env::split_paths(&others))).unwrap()
}

/// `agon` with arguments and no input.
pub fn agon<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(program());
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Commands that run to their end.
pub trait Run {
    /// Runs it on an input, which it need not read to the end.
    fn output_on(&mut self, input: impl AsRef<[u8]>) -> Output;

    /// Standard output, after a check of the exit code.
    fn output_with(&mut self, code: i32) -> String;

    /// Standard output of a command that must succeed.
    fn done(&mut self) -> String {
        self.output_with(0)
    }

    /// Standard error of a command that must end with an exit code.
    fn refused(&mut self, code: i32) -> String;
}

impl Run for Command {
    fn output_on(&mut self, input: impl AsRef<[u8]>) -> Output {
        self.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        thread::scope(|scope| {
            let input = input.as_ref().to_vec();
            // On its own thread, because pipes hold a limited number of bytes. The program may end
            // before it has read all.
            scope.spawn(move || stdin.write_all(&input));
            child.wait_with_output().unwrap()
        })
    }

    fn output_with(&mut self, code: i32) -> String {
        let output = self.output().unwrap();
        let (out, errors) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{self:?}\n{out}{errors}");
        out
    }

    fn refused(&mut self, code: i32) -> String {
        let output = self.output().unwrap();
        let (out, errors) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{self:?}\n{out}{errors}");
        errors
    }
}

/// The output of a program as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}
