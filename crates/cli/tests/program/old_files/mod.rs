//! Files that versions 0.1 and 0.2 wrote, and what people wrote for them, are still read.
//!
//! The files are in `tests/fixtures`; a README for each version says how they were made. They are
//! copied before use, and the program is driven from outside only, so that the tests are
//! independent of its internals.

mod bases;
#[cfg(unix)]
mod contests;
mod page;
#[cfg(unix)]
mod players;
mod protocol;
mod records;
mod rules;
mod ugi;
mod version_0_2;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use agon_testing::{Run as _, agon};
use tempfile::TempDir;

/// A copy of the files, which a test may change.
struct Files(TempDir);

impl Files {
    /// A copy of all files of version 0.1.
    fn copy() -> Files {
        Files::of("v0.1")
    }

    /// A copy of all files of a version.
    fn of(version: &str) -> Files {
        let own = tempfile::tempdir().unwrap();
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(version);
        copy_folder(&kept, own.path());
        Files(own)
    }

    /// The path of a file or a folder.
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The lines of a file that are no comments.
    fn lines(&self, name: &str) -> Vec<String> {
        let text = self.text(name);
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        lines.map(String::from).collect()
    }

    /// Runs the program in one of the folders.
    fn run(&self, folder: &str, arguments: &[&str], input: &str) -> Output {
        agon(arguments).current_dir(self.path(folder)).output_on(input)
    }

    /// Standard output of a command that must succeed.
    fn done(&self, folder: &str, arguments: &[&str]) -> String {
        agon(arguments).current_dir(self.path(folder)).done()
    }

    /// Standard error of a command that must fail.
    fn refused(&self, folder: &str, arguments: &[&str]) -> String {
        agon(arguments).current_dir(self.path(folder)).refused(1)
    }
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn copy_folder(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let copy = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir(&copy).unwrap();
            copy_folder(&entry.path(), &copy);
        } else {
            fs::copy(entry.path(), &copy).unwrap();
        }
    }
}
