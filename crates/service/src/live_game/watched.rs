//! A game of a contest, which pages only watch: it is never stored, and follows its record.

use agon_arena::contest::Record;
use agon_core::Side;

use super::LiveGame;
use crate::hall::game_entry;
use crate::player_name::shown_name;
use crate::protocol::{RequestError, WatchedGame};
use crate::resources::Resources;
use crate::seats::Seats;

impl LiveGame {
    /// The game of a record, for everybody to watch, with the names of its players.
    pub fn watched(
        id: String,
        record: &Record,
        contest: WatchedGame,
        resources: Resources,
    ) -> Result<LiveGame, RequestError> {
        // Refuses a record with illegal moves.
        record.replay()?;
        let entry = game_entry(&record.game)?;
        let names = Side::BOTH.map(|side| shown_name(&record.players[side.index()]));
        let seats = Seats { owner: None, owner_key: String::new(), claims: [None, None], names };
        let mut game = LiveGame::new(id, entry, record.session()?, seats, resources);
        game.contest = Some(contest);
        game.take_record(record)?;
        Ok(game)
    }

    /// Whether it is a game of a contest, which is only watched.
    pub fn is_watched(&self) -> bool {
        self.contest.is_some()
    }

    /// Goes on as its record says, and tells all pages; one that cannot be followed changes
    /// nothing.
    pub(super) fn follow_record(&mut self, record: &Record) {
        if record.moves == self.session.line() && record.result == self.outcome() {
            return;
        }
        let before = (self.session.line(), self.contest.clone(), self.outcome());
        if record.replay().is_ok()
            && self.take_record(record).is_ok()
            && before != (self.session.line(), self.contest.clone(), self.outcome())
        {
            self.announce();
            self.update_analysis();
        }
    }

    fn take_record(&mut self, record: &Record) -> Result<(), RequestError> {
        let line = self.session.line();
        let known = if record.moves.starts_with(&line) { line.len() } else { 0 };
        self.session.jump(known);
        self.session.follow(&record.moves[known..].join(" "))?;
        self.agree_on(record.result, record.reason.as_deref());
        if let Some(contest) = &mut self.contest {
            contest.reason = record.reason.clone().filter(|reason| reason != "rules");
        }
        Ok(())
    }
}
