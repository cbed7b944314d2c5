//! Those who make moves: one contract for all of them.

mod engine;
mod perfect;
mod person;
mod random;
pub mod theseus;

use agon_core::{Game, Present, Score, Side};
use agon_search::SearchControl;

use crate::Refused;

pub use engine::{Minimax, Strong};
pub(crate) use perfect::proven_after;
pub use perfect::{Perfect, Prepare};
pub use person::Person;
pub use random::Random;

/// One who is asked for a move. (A [`Side`] is a side; a player plays it.)
pub trait Player<G: Game>: Send {
    /// The move it makes, one of the legal `moves`, of which there is at least
    /// one; `None` if the move must be waited for, because it comes from outside, or
    /// if it was stopped before it had one; refused if it lacks what it needs to choose.
    /// One who searches is told by `control` when to stop.
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        control: &dyn SearchControl<G::Move>,
    ) -> Result<Option<Choice<G::Move>>, Refused>;
}

/// A move with what its maker thinks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What it leads to for the side that makes it, if its maker has an opinion.
    pub score: Option<Score>,
    /// What else it has to say of it.
    pub note: Option<String>,
}

/// A move without a word.
impl<M> From<M> for Choice<M> {
    fn from(mv: M) -> Choice<M> {
        Choice { mv, score: None, note: None }
    }
}

/// One who is not to know more than its side may: it is handed a view and the
/// legal moves, and cannot reach the rest.
pub trait Limited<G: Present>: Send {
    /// The move it makes, one of the legal `moves`, of which there is at least one.
    fn choose(&mut self, view: &G::View, moves: &[G::Move]) -> Choice<G::Move>;
}

/// Seats one who knows only its senses on a side.
pub struct Sensing<L> {
    /// The side whose senses it has.
    pub side: Side,
    /// The one who chooses.
    pub limited: L,
}

impl<G: Present, L: Limited<G>> Player<G> for Sensing<L> {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        _: &dyn SearchControl<G::Move>,
    ) -> Result<Option<Choice<G::Move>>, Refused> {
        let view = game.view(position, Some(self.side));
        Ok(Some(self.limited.choose(&view, moves)))
    }
}
