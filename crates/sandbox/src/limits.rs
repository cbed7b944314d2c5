//! The limits of a stranger's program: time, output, memory, processes, files.

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
    /// How late a move may come.
    pub margin: u64,
    /// How much longer a late move is waited for, so that the reason tells how late it was.
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
    /// How long to wait for it.
    pub timeouts: Timeouts,
    /// The longest line that it may write, in bytes.
    pub max_line: usize,
    /// The most that it may write for one answer, in bytes.
    pub max_output: usize,
    /// The most memory of each of its processes and of all together, in bytes.
    pub memory: Option<u64>,
    /// The largest file that it may write, in bytes.
    pub file_size: u64,
    /// The most processes that it may have at once.
    pub processes: usize,
    /// Files and folders that no folder which it may read must hold.
    pub private: Vec<PathBuf>,
    /// Where everything is written that is said, and the name of the engine there.
    pub log: Option<(EngineLog, String)>,
}

impl Default for EngineLimits {
    fn default() -> EngineLimits {
        EngineLimits {
            timeouts: Timeouts::default(),
            max_line: 256 << 10,
            max_output: 16 << 20,
            memory: Some(4 << 30),
            file_size: 256 << 20,
            processes: 64,
            private: Vec::new(),
            log: None,
        }
    }
}
