//! How a game of a match or a contest is played and recorded, on whichever machine.

use crate::ScheduledGame;
use agon_arena::contest::{Clock, MoveLimits, Record};
use agon_host::Failure;

use super::{Entrant, GameSettings, PlayerPool, RefereeRules, add_tags};

/// A match or a contest, as its games need to know it.
#[derive(Clone, Copy)]
pub struct Event<'a> {
    /// Its name in records.
    pub name: &'a str,
    /// Whether it is a match, in which entrants have no names of their own.
    pub is_match: bool,
    /// How games are played.
    pub settings: &'a GameSettings,
    /// How late moves may come, and when games end by score.
    pub rules: RefereeRules,
    /// The entrants.
    pub entrants: &'a [Entrant],
}

impl Event<'_> {
    /// Plays a game from a start; `None` if the clock stopped it.
    pub fn play(
        &self,
        game: &ScheduledGame,
        start: &str,
        pool: &mut PlayerPool,
        clock: &dyn Clock,
    ) -> Result<Option<Record>, Failure> {
        let first_moves = game.players.map(|player| self.entrants[player].first_moves.as_slice());
        let shown = pool.shown();
        let players = pool.pair(self.entrants, game.players);
        let setup = self.settings.setup(&game.key(), start, game.depth, self.rules, first_moves);
        let played = match &shown {
            None => setup.play(players, clock)?,
            Some(shown) => {
                shown.begin(game.key(), self.names(game), self.settings.game.name, start);
                let [mut one, mut two] = players.map(|player| shown.player(player));
                let played = setup.play([&mut one, &mut two], clock);
                shown.end();
                played?
            }
        };
        let Some(played) = played else { return Ok(None) };
        Ok(Some(self.tagged(game, played.record(self.settings.game, self.names(game)))))
    }

    /// The names of the players of a game.
    pub fn names(&self, game: &ScheduledGame) -> [String; 2] {
        game.players.map(|player| match self.is_match {
            true => self.entrants[player].record_name(),
            false => self.entrants[player].name.clone(),
        })
    }

    /// A record with the tags of its event.
    pub fn tagged(&self, game: &ScheduledGame, mut record: Record) -> Record {
        let limits = self.settings.limits;
        let limits = MoveLimits { depth: game.depth.or(limits.depth), ..limits };
        let players = game.players.map(|player| &self.entrants[player]);
        if let Some(depth) = game.depth {
            record.set_tag("Depth", depth);
        }
        add_tags(&mut record, self.name, &game.key(), players, &limits, self.settings.seed);
        record
    }
}
