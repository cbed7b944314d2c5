//! A snapshot of a game: enough to open another session at the same position.

use agon_arena::{AnySession, GameEntry, PlayerSpec};
use agon_core::Side;
use agon_game_file::DatalogGame;

use crate::protocol::{RequestError, RuleFile};
use crate::resources::Resources;

#[derive(Clone, Debug)]
pub struct Snapshot {
    pub entry: &'static GameEntry,
    /// The game, if its rules are a file; while this is there, its positions can be read.
    pub file: Option<DatalogGame>,
    pub start: String,
    pub line: Vec<String>,
    /// How many of its moves are made.
    pub ply: usize,
    pub rules: Vec<RuleFile>,
    /// The resources of the server for the game.
    pub resources: Resources,
    pub players: [PlayerSpec; 2],
}

impl Snapshot {
    /// A session at the position, with a person on both sides.
    pub fn open(&self) -> Result<Box<dyn AnySession>, RequestError> {
        let mut session = self.entry.open(&self.start)?;
        self.resources.add_programs(&mut *session);
        session.follow(&self.line.join(" "))?;
        session.jump(self.ply);
        for file in &self.rules {
            session.load_rules(&file.name, file.source.as_bytes())?;
        }
        Ok(session)
    }

    /// Brings a session of an earlier position of the same game here, with the players. Unchanged
    /// players keep their tables.
    pub fn synchronize(
        &self,
        earlier: Option<Box<dyn AnySession>>,
    ) -> Result<Box<dyn AnySession>, RequestError> {
        let made = &self.line[..self.ply];
        let mut changed = Vec::new();
        let mut session = match earlier.and_then(|session| replay(session, made)) {
            None => Snapshot { line: made.to_vec(), ..self.clone() }.open()?,
            Some(mut session) => {
                for file in &self.rules {
                    let loaded = session.rules(&file.name);
                    if loaded.is_none_or(|loaded| loaded.file().source() != file.source) {
                        changed.push(file.name.as_str());
                    }
                    session.load_rules(&file.name, file.source.as_bytes())?;
                }
                session
            }
        };
        for (side, player) in Side::BOTH.into_iter().zip(&self.players) {
            // A player keeps the file that it began with, so a new version needs a new player.
            let is_stale = player.eval().is_some_and(|name| changed.contains(&name));
            if is_stale || session.player(side) != player {
                session.set_player(side, player.clone())?;
            }
        }
        Ok(session)
    }
}

/// Brings a session to the end of a line; `None` if the line is of another game.
fn replay(mut session: Box<dyn AnySession>, made: &[String]) -> Option<Box<dyn AnySession>> {
    session.catch_up(made).ok()?;
    Some(session)
}
