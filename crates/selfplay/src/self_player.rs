//! A player that plays against itself.

use std::ops::Deref;

use agon_arena::data::{PlayedData, SelfPlaySettings};
use agon_arena::{AnySession, GameEntry};
use agon_contest::Entrant;
use agon_host::Failure;
use agon_runner::Stop;
use agon_ugi::SystemClock;

/// How games of self-play are played.
pub struct SelfPlaySetup {
    /// The game.
    pub game: &'static GameEntry,
    /// The position that games start from.
    pub start: String,
    /// The player.
    pub player: Entrant,
    /// Which moves are random, and which positions are left out.
    pub settings: SelfPlaySettings,
    /// The random seed.
    pub seed: u64,
    /// Whether positions are packed.
    pub is_packed: bool,
}

/// Plays games of self-play in a session that it keeps.
pub struct SelfPlayer<S> {
    setup: S,
    session: Box<dyn AnySession>,
}

impl<S: Deref<Target = SelfPlaySetup>> SelfPlayer<S> {
    /// A player that is ready to play.
    pub fn new(setup: S) -> Result<SelfPlayer<S>, Failure> {
        let session = setup.player.open_session(setup.game, &setup.start)?;
        Ok(SelfPlayer { setup, session })
    }

    /// Plays the game of a number; `None` if it was stopped.
    pub fn play(&mut self, &game: &u32, stop: Stop<'_>) -> Result<Option<PlayedData>, Failure> {
        let SelfPlaySetup { player, settings, seed, is_packed, .. } = &*self.setup;
        let (player, stop) = (&player.player, SystemClock::until(stop));
        Ok(self.session.play_itself(player, settings, *seed, game, *is_packed, &stop)?)
    }
}
