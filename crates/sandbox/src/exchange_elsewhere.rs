//! Systems on which evaluation programs cannot be asked.

use crate::{EngineLimits, Forfeit};

/// Why there are no answers.
pub enum NoAnswers {
    /// This program was interrupted.
    Interrupted,
    /// The evaluation program is to blame.
    Forfeit(Forfeit),
}

/// A running evaluation program, of which there are none.
pub enum Exchange {}

impl Exchange {
    /// Says that this system cannot do it.
    pub fn start(_: &str, _: &EngineLimits) -> Result<Exchange, Forfeit> {
        let reason = "evaluation programs need Linux or another Unix system".into();
        Err(Forfeit::NotStarted { reason })
    }

    /// Is never asked.
    pub fn ask(&mut self, _: &str, _: &mut Vec<i64>) -> Result<(), NoAnswers> {
        match *self {}
    }

    /// Is never asked.
    pub fn stderr_tail(&mut self) -> String {
        match *self {}
    }
}
