//! The continuous analyses of a game: one for each position that clients look at.

use std::collections::BTreeMap;

use crate::protocol::{Event, SearchInfo};
use crate::seats::Caller;

/// The analysis of a position, for all clients that look at it, with the most lines that any of
/// them wants.
#[derive(Clone, Debug)]
struct Analysis {
    number: u64,
    /// The moves to its position.
    made: Vec<String>,
    lines: usize,
    last: Vec<SearchInfo>,
    is_done: bool,
}

/// The wanted analyses: by the moves to their position, the number of lines, and a client.
pub(super) type Wanted = BTreeMap<Vec<String>, (usize, Caller)>;

#[derive(Debug, Default)]
pub(super) struct Analyses(Vec<Analysis>);

impl Analyses {
    /// Drops the analyses that no client wants, and removes those that continue from `wanted`.
    /// Returns the numbers of the jobs to stop.
    pub(super) fn retain(&mut self, wanted: &mut Wanted) -> Vec<u64> {
        let is_wanted = |running: &Analysis| {
            wanted.get(&running.made).is_some_and(|(lines, _)| running.lines >= *lines)
        };
        let (kept, dropped): (Vec<_>, Vec<_>) = self.0.drain(..).partition(is_wanted);
        self.0 = kept;
        wanted.retain(|made, _| self.0.iter().all(|running| running.made != *made));
        dropped.iter().filter(|it| !it.is_done).map(|it| it.number).collect()
    }

    /// Adds the analysis of the position after some moves, which is the job with this number.
    pub(super) fn add(&mut self, number: u64, made: Vec<String>, lines: usize) {
        self.0.push(Analysis { number, made, lines, last: Vec::new(), is_done: false });
    }

    /// Takes the lines that a job has found, or marks it as ended. Returns the moves to its
    /// position; `None` if it is not an analysis.
    pub(super) fn update(
        &mut self,
        number: u64,
        lines: Option<Vec<SearchInfo>>,
    ) -> Option<&[String]> {
        let running = self.0.iter_mut().find(|running| running.number == number)?;
        match lines {
            Some(lines) => running.last = lines,
            None => running.is_done = true,
        }
        Some(&running.made)
    }

    /// What was found so far in the position after some moves, for a client that wants `lines`
    /// lines.
    pub(super) fn event(&self, game: &str, made: &[String], lines: usize) -> Option<Event> {
        let running = self.0.iter().find(|running| running.made == made)?;
        let lines = running.last.iter().take(lines).cloned().collect();
        let (game, ply) = (game.into(), running.made.len());
        Some(Event::Analysis { game, ply, lines, done: running.is_done })
    }

    /// Whether the analysis of the position after some moves has found anything.
    pub(super) fn has_found(&self, made: &[String]) -> bool {
        let running = self.0.iter().find(|running| running.made == made);
        running.is_some_and(|it| it.is_done || !it.last.is_empty())
    }
}
