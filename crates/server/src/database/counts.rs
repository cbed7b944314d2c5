//! How many games there are, of all sessions and of each, without asking the file again.

use std::collections::HashMap;

use super::StoredGame;

/// The numbers of games.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Counts {
    all: usize,
    by_session: HashMap<String, usize>,
}

/// The sessions that have a part in a game, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sessions(Vec<String>);

impl Sessions {
    /// The sessions among the owner and those who claimed a side.
    pub fn of(parts: [Option<String>; 3]) -> Sessions {
        let mut sessions: Vec<String> = parts.into_iter().flatten().collect();
        sessions.sort_unstable();
        sessions.dedup();
        Sessions(sessions)
    }
}

impl From<&StoredGame> for Sessions {
    fn from(stored: &StoredGame) -> Sessions {
        let [first, second] = stored.claims.clone();
        Sessions::of([stored.owner.clone(), first, second])
    }
}

impl Counts {
    /// Counts that have been read from the file.
    pub fn new(all: usize, by_session: HashMap<String, usize>) -> Counts {
        Counts { all, by_session }
    }

    /// How many games a session has, or all of them have.
    pub fn get(&self, of: Option<&str>) -> usize {
        of.map_or(self.all, |session| self.by_session.get(session).copied().unwrap_or(0))
    }

    /// Counts a game.
    pub fn add(&mut self, sessions: &Sessions) {
        self.all += 1;
        for session in &sessions.0 {
            *self.by_session.entry(session.clone()).or_default() += 1;
        }
    }

    /// No longer counts a game.
    pub fn subtract(&mut self, sessions: &Sessions) {
        self.all = self.all.saturating_sub(1);
        for session in &sessions.0 {
            let Some(count) = self.by_session.get_mut(session) else { continue };
            *count = count.saturating_sub(1);
            if *count == 0 {
                self.by_session.remove(session);
            }
        }
    }
}
