//! How a game of a match or a contest is played and recorded, on whichever machine.

use std::ops::Deref;
use std::sync::Arc;

use agon_arena::contest::{MoveLimits, Record};
use agon_core::{Outcome, Side};
use agon_host::Failure;
use agon_runner::Stop;
use agon_ugi::SystemClock;

use crate::entrant::{Entrant, PlayerPool};
use crate::game_end::NEITHER_COULD_PLAY;
use crate::live::ShownGame;
use crate::pairing::ScheduledGame;
use crate::record_tags::add_tags;
use crate::settings::{GameSettings, RefereeRules};

/// A match or a contest, as its games need to know it.
pub struct Event {
    /// Its name in records.
    pub name: String,
    /// Whether it is a match, in which entrants have no names of their own.
    pub is_match: bool,
    /// How games are played.
    pub settings: GameSettings,
    /// How late moves may come, and when games end by score.
    pub rules: RefereeRules,
    /// The entrants.
    pub entrants: Vec<Entrant>,
}

impl Event {
    /// What it is, for people.
    pub fn title(&self) -> String {
        match &self.entrants[..] {
            [one, two] if self.is_match => {
                format!("{} against {}", one.player_text(), two.player_text())
            }
            _ => self.name.clone(),
        }
    }

    /// The names of the players of a game.
    pub fn names(&self, game: &ScheduledGame) -> [String; 2] {
        game.players.map(|player| match self.is_match {
            true => self.entrants[player].record_name(),
            false => self.entrants[player].name.clone(),
        })
    }

    /// A record with the tags of its event.
    fn tagged(&self, game: &ScheduledGame, mut record: Record) -> Record {
        let limits = self.settings.limits;
        let limits = MoveLimits { depth: game.depth.or(limits.depth), ..limits };
        let players = game.players.map(|player| &self.entrants[player]);
        if let Some(depth) = game.depth {
            record.set_tag("Depth", depth);
        }
        add_tags(&mut record, &self.name, &game.key(), players, &limits, self.settings.seed);
        record
    }

    /// The record of a game with one who cannot play: that one loses without play. Two such both
    /// lose, so the record has no result.
    pub fn walkover(&self, game: &ScheduledGame) -> Result<Option<Record>, Failure> {
        let broken = game.players.map(|player| {
            // Only a bug makes games for entrants that do not exist, which the players report.
            self.entrants.get(player).is_some_and(|entrant| entrant.broken.is_some())
        });
        let (result, reason) = match broken {
            [false, false] => return Ok(None),
            [true, false] => (Some(Outcome::Win(Side::Second)), "P1 could not play"),
            [false, true] => (Some(Outcome::Win(Side::First)), "P2 could not play"),
            [true, true] => (None, NEITHER_COULD_PLAY),
        };
        let start = self.settings.start(game.opening.into())?;
        let mut record = Record::new(self.settings.game, &start, self.names(game));
        (record.result, record.reason) = (result, Some(reason.into()));
        Ok(Some(self.tagged(game, record)))
    }
}

/// Plays games of an event, with players that it keeps from game to game.
pub struct GamePlayer<E> {
    event: E,
    pool: PlayerPool,
    /// The last starting position, which both games of a pair have.
    start: Option<(u32, String)>,
}

impl<E: Deref<Target = Event>> GamePlayer<E> {
    /// One that has played no game; its games are shown here while they are played.
    pub fn new(event: E, shown: Option<Arc<ShownGame>>) -> GamePlayer<E> {
        GamePlayer { event, pool: PlayerPool::shown_in(shown), start: None }
    }

    /// The event.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// Plays a game; `None` if it was stopped.
    pub fn play(
        &mut self,
        game: &ScheduledGame,
        stop: Stop<'_>,
    ) -> Result<Option<Record>, Failure> {
        let GamePlayer { event, pool, start } = self;
        let (_, start) = match start {
            Some(known) if known.0 == game.opening => known,
            start => start.insert((game.opening, event.settings.start(game.opening.into())?)),
        };
        let first_moves = game.players.map(|player| event.entrants[player].first_moves.as_slice());
        let shown = pool.shown();
        let players = pool.pair(&event.entrants, game.players);
        let setup = event.settings.setup(&game.key(), start, game.depth, event.rules, first_moves);
        let clock = SystemClock::until(stop);
        let played = match &shown {
            None => setup.play(players, &clock)?,
            Some(shown) => {
                shown.begin(game.key(), event.names(game), event.settings.game.name, start);
                let [mut one, mut two] = players.map(|player| shown.player(player));
                let played = setup.play([&mut one, &mut two], &clock);
                shown.end();
                played?
            }
        };
        let Some(played) = played else { return Ok(None) };
        let record = played.record(event.settings.game, event.names(game));
        Ok(Some(event.tagged(game, record)))
    }
}
