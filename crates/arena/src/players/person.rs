//! A person, or anybody else who makes moves from outside.

use agon_core::Game;
use agon_search::SearchControl;

use super::{Choice, Player};
use crate::Refused;

/// Somebody whose moves are told to the session when they have been thought of.
pub struct Person;

impl<G: Game> Player<G> for Person {
    fn choose(
        &mut self,
        _: &G,
        _: &G::Position,
        _: &[G::Move],
        _: &dyn SearchControl<G::Move>,
    ) -> Result<Option<Choice<G::Move>>, Refused> {
        Ok(None)
    }
}
