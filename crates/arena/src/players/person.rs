//! A person, whose moves come from outside.

use agon_core::Game;
use agon_search::{SearchControl, Threads};

use super::{Choice, Player};
use crate::Refused;

/// A person: never chooses here, because the moves are made through the session.
pub struct Person;

impl<G: Game> Player<G> for Person {
    fn choose(
        &mut self,
        _: &G,
        _: &G::Position,
        _: &[G::Move],
        _: &SearchControl<'_, G::Move>,
        _: &dyn Threads,
    ) -> Result<Option<Choice<G::Move>>, Refused> {
        Ok(None)
    }
}
