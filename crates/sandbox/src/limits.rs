//! The limits of a foreign program: time, output, memory, processes, files.

use std::path::PathBuf;

use crate::EngineLog;

/// How long to wait for an engine, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From the start until `ugiok`.
    pub startup: u64,
    /// For an answer to `isready` or `query`.
    pub ready: u64,
    /// For a move without a time limit.
    pub thinking: u64,
    /// How late a move may be.
    pub margin: u64,
    /// How much longer to wait for a late move, so that the reason says how late it was.
    pub patience: u64,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        let (startup, ready, thinking) = (10_000, 5_000, 60_000);
        Timeouts { startup, ready, thinking, margin: 50, patience: 500 }
    }
}

/// The limits of an external engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineLimits {
    pub timeouts: Timeouts,
    /// The longest line that it may write, in bytes.
    pub max_line: usize,
    /// The most bytes that it may write for one answer.
    pub max_output: usize,
    /// The memory limit of each process and of all together, in bytes.
    pub memory: Option<u64>,
    /// The bytes that it may write to files. They are held in memory.
    pub disk: u64,
    /// The files and folders that it may make.
    pub files: u64,
    /// The most processes at a time.
    pub processes: usize,
    /// The most processes and threads at a time.
    pub tasks: u64,
    /// The folder to which paths in the command line are relative.
    pub folder: PathBuf,
    /// What it may read besides what its command line names.
    pub grants: Vec<PathBuf>,
    /// A folder that contains one of these paths is not made readable.
    pub private: Vec<PathBuf>,
    /// Logs all lines, with the name of the engine in the log.
    pub log: Option<(EngineLog, String)>,
}

impl Default for EngineLimits {
    fn default() -> EngineLimits {
        EngineLimits {
            timeouts: Timeouts::default(),
            max_line: 256 << 10,
            max_output: 16 << 20,
            memory: Some(4 << 30),
            disk: 256 << 20,
            files: 10_000,
            processes: 64,
            tasks: 1024,
            folder: PathBuf::new(),
            grants: Vec::new(),
            private: Vec::new(),
            log: None,
        }
    }
}
