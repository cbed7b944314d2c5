//! The metrics of a server, and the resources of its process.

use super::Server;

/// The metrics of a server at a moment.
pub struct Metrics(String);

impl Metrics {
    /// Reads the metrics.
    pub fn of(server: &Server) -> Metrics {
        let text = server.get("/metrics", "own");
        assert!(text.starts_with("HTTP/1.1 200"), "{text}");
        Metrics(text)
    }

    /// The sum of a metric over all its labels that contain a text.
    pub fn sum(&self, name: &str, labels: &str) -> i64 {
        let values = self.0.lines().filter_map(|line| {
            let (key, value) = line.rsplit_once(' ')?;
            let (key, found) = key.split_once('{').unwrap_or((key, ""));
            (key == name && found.contains(labels)).then(|| value.parse::<f64>().ok())?
        });
        values.sum::<f64>() as i64
    }

    /// The number of games in memory.
    pub fn open_games(&self) -> i64 {
        self.sum("agon_open_games", "")
    }

    /// The number of searches, running or not.
    pub fn searches(&self) -> i64 {
        self.sum("agon_searches", "")
    }

    /// The number of open WebSockets.
    pub fn websockets(&self) -> i64 {
        self.sum("agon_websockets", "")
    }

    /// The number of bytes that wait to be sent.
    pub fn waiting_bytes(&self) -> i64 {
        self.sum("agon_outgoing_queue_bytes", "")
    }

    /// The bytes of the memory budget in use.
    pub fn memory(&self) -> i64 {
        self.sum("agon_memory_used_bytes", "")
    }

    /// The number of answered requests of a kind.
    pub fn answered(&self, kind: &str) -> i64 {
        self.sum("agon_request_duration_seconds_count", &format!("kind=\"{kind}\""))
    }
}

/// The resources of a process, on Linux.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Memory in kilobytes.
    pub kilobytes: u64,
    /// Peak memory in kilobytes.
    pub peak_kilobytes: u64,
    pub threads: u64,
    pub descriptors: u64,
}

impl Measured {
    /// Measures a server. `None` if the system does not support it.
    pub fn of(server: &Server) -> Option<Measured> {
        let folder = format!("/proc/{}", server.pid());
        let status = std::fs::read_to_string(format!("{folder}/status")).ok()?;
        let value = |name: &str| -> Option<u64> {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse().ok()
        };
        Some(Measured {
            kilobytes: value("VmRSS:")?,
            peak_kilobytes: value("VmHWM:")?,
            threads: value("Threads:")?,
            descriptors: std::fs::read_dir(format!("{folder}/fd")).ok()?.count() as u64,
        })
    }
}
