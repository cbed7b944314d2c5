//! Tasks as JSON: how to execute the items of a run. Files are named by hash.

use agon_contest::GamesTask;
use agon_grade::GradeTask;
use agon_host::hash_bytes;
use agon_runner::Objects;
use agon_selfplay::DataTask;
use serde::{Deserialize, Serialize};

/// How to execute the items of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Task {
    /// Games of a match or a contest.
    Games(GamesTask),
    /// Self-play games.
    Data(DataTask),
    /// Grading of hand-ins.
    Grade(GradeTask),
}

/// A task with the files that it names.
pub struct PackedTask {
    pub hash: String,
    pub objects: Objects,
}

impl Task {
    pub fn pack(&self, mut objects: Objects) -> PackedTask {
        // Only maps with keys that are not text would fail.
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        let hash = hash_bytes(&bytes);
        objects.insert(hash.clone(), bytes);
        PackedTask { hash, objects }
    }
}
