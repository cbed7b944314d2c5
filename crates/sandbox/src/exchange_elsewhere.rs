//! A stub for systems that cannot run evaluation programs.

use crate::{EngineLimits, Forfeit};

pub enum NoAnswers {
    /// Agon was interrupted.
    Interrupted,
    /// The evaluation program failed.
    Forfeit(Forfeit),
}

/// No value of this type exists here.
pub enum Exchange {}

impl Exchange {
    /// Always fails.
    pub fn start(_: &str, _: &EngineLimits) -> Result<Exchange, Forfeit> {
        let reason = "evaluation programs need Linux or another Unix system".into();
        Err(Forfeit::NotStarted { reason })
    }

    pub fn ask(&mut self, _: &str, _: &mut Vec<i64>) -> Result<(), NoAnswers> {
        match *self {}
    }

    pub fn stderr_tail(&mut self) -> String {
        match *self {}
    }
}
