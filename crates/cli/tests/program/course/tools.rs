//! The languages of the hand-ins: whether they are installed, and how to run programs.

use std::env;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A language: a program that it needs, and its Debian package.
#[derive(Clone, Copy)]
pub struct Language {
    program: &'static str,
    package: &'static str,
}

/// The languages of the assignments and of the evaluators.
pub const HASKELL: Language = Language { program: "ghc", package: "ghc" };
pub const PROLOG: Language = Language { program: "swipl", package: "swi-prolog-nox" };
pub const LISP: Language = Language { program: "sbcl", package: "sbcl" };
pub const JAVA: Language = Language { program: "javac", package: "default-jdk-headless" };
pub const PYTHON: Language = Language { program: "python3", package: "python3" };

impl Language {
    /// Whether the language is installed. If not, prints that the test is skipped; with CI set it
    /// fails.
    pub fn is_here(self) -> bool {
        let version = Command::new(self.program).arg("--version").output();
        let is_here = version.is_ok_and(|output| output.status.success());
        if !is_here {
            let Language { program, package } = self;
            let is_ci = env::var_os("CI").is_some_and(|value| !value.is_empty());
            assert!(!is_ci, "there is no {program}: install the package {package}");
            eprintln!("skipped: there is no {program} (package {package})");
        }
        is_here
    }
}

/// A file or folder of the starter kits.
pub fn kit(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/course").join(path)
}

/// The folder of the classes that ask a hand-in in Java.
pub fn java_harness() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../handin/src/language/java")
}

/// Runs a command on some input, and returns its output.
pub fn run(command: &mut Command, input: &str) -> String {
    // With a file in place of a pipe, no thread has to write while the output is read.
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(input.as_bytes()).unwrap();
    std::io::Seek::rewind(&mut file).unwrap();
    let output = command.stdin(Stdio::from(file)).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Compiles Java files into a folder.
pub fn compile_java(into: &Path, folders: &[PathBuf]) {
    let mut command = Command::new("javac");
    command.arg("-d").arg(into);
    for folder in folders {
        let files = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
        command.args(files.filter(|file| file.extension().is_some_and(|end| end == "java")));
    }
    run(&mut command, "");
}
