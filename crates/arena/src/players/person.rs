//! A person, or anybody else who makes moves from outside.

use agon_core::Game;
use agon_search::Control;

use super::{Choice, Contender};
use crate::Refused;

/// Somebody whose moves are told to the table when they have been thought of.
pub struct Person;

impl<G: Game> Contender<G> for Person {
    fn choose(
        &mut self,
        _: &G,
        _: &G::Position,
        _: &[G::Move],
        _: &dyn Control<G::Move>,
    ) -> Result<Option<Choice<G::Move>>, Refused> {
        Ok(None)
    }
}
