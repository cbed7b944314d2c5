//! A data folder on a disk that fails on demand.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use rusqlite::Connection;
use tempfile::TempDir;

use agon_testing::Server;

/// A data folder, and the faults of its disk.
pub struct FailingDisk {
    own: TempDir,
}

impl FailingDisk {
    /// An empty folder on a disk that works.
    pub fn new() -> FailingDisk {
        let own = tempfile::tempdir().unwrap();
        fs::create_dir(own.path().join("data")).unwrap();
        FailingDisk { own }
    }

    /// The data folder.
    pub fn folder(&self) -> PathBuf {
        self.own.path().join("data")
    }

    /// Sets the faults, one per line as `faults/disk.c` describes them; none if empty.
    pub fn set(&self, faults: &str) {
        let new = self.own.path().join("new");
        fs::write(&new, faults).unwrap();
        // Replaced at once, so that no call sees half of them.
        fs::rename(new, self.control()).unwrap();
    }

    fn control(&self) -> PathBuf {
        self.own.path().join("faults")
    }

    /// A server on this disk.
    pub fn start(&self) -> Server {
        let control = self.control();
        let variables = [("LD_PRELOAD", library()), ("AGON_FAULTS", &control)];
        Server::start_among(&self.folder(), &variables)
    }

    /// A connection of another process, which locks the file until it is dropped.
    pub fn lock(&self) -> Connection {
        let other = Connection::open(self.folder().join("games.sqlite")).unwrap();
        other.execute_batch("BEGIN EXCLUSIVE").unwrap();
        other
    }
}

/// The library that makes calls fail, compiled once.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/disk.c");
        let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join("disk-faults.so");
        // Servers of tests in other processes load it meanwhile, so it is replaced at once.
        let own = library.with_extension(format!("{}.so", std::process::id()));
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o"]);
        let status = compiler.arg(&own).arg(source).arg("-ldl").status().unwrap();
        assert!(status.success(), "{status}");
        fs::rename(own, &library).unwrap();
        library
    })
}
