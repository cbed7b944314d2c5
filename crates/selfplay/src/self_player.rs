//! Plays games of self-play.

use std::ops::Deref;

use agon_arena::data::{PlayedData, SelfPlaySettings};
use agon_arena::{AnySession, GameEntry};
use agon_contest::Entrant;
use agon_host::Failure;
use agon_runner::Stop;
use agon_ugi::SystemClock;

/// The settings of self-play games.
pub struct SelfPlaySetup {
    pub game: &'static GameEntry,
    /// The starting position.
    pub start: String,
    pub player: Entrant,
    /// Says which moves are random and which positions are left out.
    pub settings: SelfPlaySettings,
    pub seed: u64,
    /// Whether positions are packed into bytes.
    pub is_packed: bool,
}

/// Plays self-play games in one session.
pub struct SelfPlayer<S> {
    setup: S,
    session: Box<dyn AnySession>,
}

impl<S: Deref<Target = SelfPlaySetup>> SelfPlayer<S> {
    /// Opens the session.
    pub fn new(setup: S) -> Result<SelfPlayer<S>, Failure> {
        let session = setup.player.open_session(setup.game, &setup.start)?;
        Ok(SelfPlayer { setup, session })
    }

    /// Plays the game with this number. `None` if it was stopped.
    pub fn play(&mut self, &game: &u32, stop: Stop<'_>) -> Result<Option<PlayedData>, Failure> {
        let SelfPlaySetup { player, settings, seed, is_packed, .. } = &*self.setup;
        let (player, stop) = (&player.player, SystemClock::until(stop));
        Ok(self.session.play_itself(player, settings, *seed, game, *is_packed, &stop)?)
    }
}
