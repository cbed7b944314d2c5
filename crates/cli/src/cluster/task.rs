//! Tasks as JSON: how the items of a run are done. Files are named by their hashes.

use agon_contest::GamesTask;
use agon_grade::GradeTask;
use agon_host::hash_bytes;
use agon_runner::Objects;
use agon_selfplay::DataTask;
use serde::{Deserialize, Serialize};

/// How the items of a run are done.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Task {
    /// Games of a match or a contest.
    Games(GamesTask),
    /// Games of self-play.
    Data(DataTask),
    /// Hand-ins to be graded.
    Grade(GradeTask),
}

/// A task with the files that it names.
pub struct PackedTask {
    /// The hash of the task.
    pub hash: String,
    /// The task and its files.
    pub objects: Objects,
}

impl Task {
    /// The task with its files.
    pub fn pack(&self, mut objects: Objects) -> PackedTask {
        // These types have no maps with keys that are not text.
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        let hash = hash_bytes(&bytes);
        objects.insert(hash.clone(), bytes);
        PackedTask { hash, objects }
    }
}
