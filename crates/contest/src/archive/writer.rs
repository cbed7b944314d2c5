//! Finished games that wait to be stored, many in one transaction.

use std::time::{Duration, Instant};

use agon_host::Failure;

use super::GameWriter;

const MAX_TOGETHER: usize = 1000;

/// How long a transaction waits for more games.
const LINGER: Duration = Duration::from_millis(10);

/// How many units of games wait for a free thread while others are stored.
const AHEAD: usize = 8;

/// Games that are not stored yet, and what counts once they are.
pub struct PendingGames<T> {
    writer: Option<GameWriter>,
    games: Vec<(String, String)>,
    counts: Vec<T>,
    since: Instant,
}

impl<T> PendingGames<T> {
    /// Without a writer, games are not stored, and count at once.
    pub fn new(writer: Option<GameWriter>) -> PendingGames<T> {
        PendingGames { writer, games: Vec::new(), counts: Vec::new(), since: Instant::now() }
    }

    /// Adds games with their keys, and what counts once they are stored.
    pub fn add(&mut self, games: impl IntoIterator<Item = (String, String)>, count: T) {
        if self.counts.is_empty() {
            self.since = Instant::now();
        }
        self.games.extend(games);
        self.counts.push(count);
    }

    /// Stores the games, if it is time to. Returns what counts now.
    pub fn store(&mut self, is_awaited: bool) -> Result<Vec<T>, Failure> {
        let is_due = is_awaited
            || self.writer.is_none()
            || self.games.is_empty()
            || self.games.len() >= MAX_TOGETHER
            || self.since.elapsed() >= LINGER;
        if !is_due {
            return Ok(Vec::new());
        }
        let games = std::mem::take(&mut self.games);
        if let Some(writer) = self.writer.as_mut().filter(|_| !games.is_empty()) {
            writer.store(&games)?;
        }
        Ok(std::mem::take(&mut self.counts))
    }

    /// Deletes stored games.
    pub fn delete(&mut self, keys: &[String]) -> Result<(), Failure> {
        self.writer.as_mut().map_or(Ok(()), |writer| writer.delete(keys))
    }

    pub fn is_immediate(&self) -> bool {
        self.writer.is_none()
    }

    pub fn ahead(&self) -> usize {
        if self.is_immediate() { 0 } else { AHEAD }
    }
}
