//! How tests run programs of students.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub use agon_testing::interpreters::{HASKELL, JAVA, LISP, Language, PROLOG, PYTHON};

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
    // Compiled for a short run.
    command.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-d"]).arg(into);
    for folder in folders {
        let files = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
        command.args(files.filter(|file| file.extension().is_some_and(|end| end == "java")));
    }
    run(&mut command, "");
}
