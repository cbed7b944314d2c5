//! The numbers of games, in total and by session, without reading the file again.

use std::collections::HashMap;

use super::StoredGame;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Counts {
    all: usize,
    by_session: HashMap<String, usize>,
}

/// The sessions that take part in a game, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sessions(Vec<String>);

impl Sessions {
    /// The sessions among the owner and the players.
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
    pub fn new(all: usize, by_session: HashMap<String, usize>) -> Counts {
        Counts { all, by_session }
    }

    /// The number of games of a session, or of all.
    pub fn get(&self, of: Option<&str>) -> usize {
        of.map_or(self.all, |session| self.by_session.get(session).copied().unwrap_or(0))
    }

    pub fn add(&mut self, sessions: &Sessions) {
        self.all += 1;
        for session in &sessions.0 {
            *self.by_session.entry(session.clone()).or_default() += 1;
        }
    }

    /// Removes a game from the counts.
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
