//! Plays and records the games of a match or a contest, on any machine.

use std::ops::Deref;
use std::sync::Arc;

use agon_arena::contest::{MoveLimits, Opening, Record};
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

/// What the games of a match or a contest need to know about it.
pub struct Event {
    /// Its name in records.
    pub name: String,
    /// Whether it is a match, where entrants have no names of their own.
    pub is_match: bool,
    pub settings: GameSettings,
    /// How late moves may be, and when games end by score.
    pub rules: RefereeRules,
    pub entrants: Vec<Entrant>,
}

impl Event {
    /// A description for people.
    pub fn title(&self) -> String {
        match &self.entrants[..] {
            [one, two] if self.is_match => {
                format!("{} against {}", one.player_text(), two.player_text())
            }
            _ => self.name.clone(),
        }
    }

    pub fn names(&self, game: &ScheduledGame) -> [String; 2] {
        game.players.map(|player| match self.is_match {
            true => self.entrants[player].record_name(),
            false => self.entrants[player].name.clone(),
        })
    }

    /// Adds the tags of the event to a record.
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

    /// The record of a game in which an entrant cannot play and loses without play. If neither can
    /// play, both lose, and the record has no result.
    pub fn walkover(&self, game: &ScheduledGame) -> Result<Option<Record>, Failure> {
        let broken = game.players.map(|player| {
            // An entrant that does not exist is a bug, which the players report.
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

/// Plays games of an event, and keeps the players between games.
pub struct GamePlayer<E> {
    event: E,
    pool: PlayerPool,
    /// The last starting position, which both games of a pair share.
    opening: Option<(u32, Opening)>,
}

impl<E: Deref<Target = Event>> GamePlayer<E> {
    /// A game is shown in `shown` while it is played.
    pub fn new(event: E, shown: Option<Arc<ShownGame>>) -> GamePlayer<E> {
        GamePlayer { event, pool: PlayerPool::shown_in(shown), opening: None }
    }

    pub fn event(&self) -> &Event {
        &self.event
    }

    /// Plays a game; `None` if it was stopped.
    pub fn play(
        &mut self,
        game: &ScheduledGame,
        stop: Stop<'_>,
    ) -> Result<Option<Record>, Failure> {
        let GamePlayer { event, pool, opening } = self;
        let (_, opening) = match opening {
            Some(known) if known.0 == game.opening => known,
            unknown => unknown.insert((game.opening, event.settings.opening(game.opening.into())?)),
        };
        let first_moves = game.players.map(|player| event.entrants[player].first_moves.as_slice());
        let shown = pool.shown();
        let players = pool.pair(&event.entrants, game.players);
        let setup =
            event.settings.setup(&game.key(), opening, game.depth, event.rules, first_moves);
        let clock = SystemClock::until(stop);
        let played = match &shown {
            None => setup.play(players, &clock)?,
            Some(shown) => {
                shown.begin(
                    game.key(),
                    event.names(game),
                    event.settings.game.name,
                    &opening.position,
                );
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
