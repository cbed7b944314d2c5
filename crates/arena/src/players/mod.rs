//! Players: everything that chooses moves, behind one trait.

mod engine;
mod hand_in;
mod note;
mod perfect;
mod person;
mod random;
pub mod theseus;

use agon_core::{Game, Present, Score, Side};
use agon_search::{SearchControl, Threads};

use crate::Refused;

pub use engine::{EnginePlayer, MinimaxPlayer};
pub(crate) use hand_in::HandInPlayer;
pub use note::PlayerNote;
pub(crate) use perfect::proven_after;
pub use perfect::{PerfectPlayer, PrepareExact};
pub use person::Person;
pub use random::RandomPlayer;

/// Chooses moves for a side.
pub trait Player<G: Game>: Send {
    /// Chooses one of the legal `moves`, of which there is at least one. `None` if the move
    /// comes from outside, or a search was stopped before it had one; refused if the player
    /// lacks something, such as memory. `control` says when a search must stop, and `threads`
    /// are what it may run on.
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        control: &SearchControl<'_, G::Move>,
        threads: &dyn Threads,
    ) -> Result<Option<Choice<G::Move>>, Refused>;
}

/// A chosen move, and what its player says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// The value that the player expects, for its own side.
    pub score: Option<Score>,
    /// A comment on the move.
    pub note: Option<PlayerNote>,
}

/// A move without a score or a comment.
impl<M> From<M> for Choice<M> {
    fn from(mv: M) -> Choice<M> {
        Choice { mv, score: None, note: None }
    }
}

/// Chooses moves by what its side can see: it gets a view and the legal moves, not the
/// position.
pub trait ViewPlayer<G: Present>: Send {
    /// Chooses one of the legal `moves`, of which there is at least one.
    fn choose(&mut self, view: &G::View, moves: &[G::Move]) -> Choice<G::Move>;
}

/// Makes a [`ViewPlayer`] a [`Player`] of a side.
pub struct ViewOnly<P> {
    /// The side whose view it gets.
    pub side: Side,
    /// The player that chooses.
    pub player: P,
}

impl<G: Present, P: ViewPlayer<G>> Player<G> for ViewOnly<P> {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        _: &SearchControl<'_, G::Move>,
        _: &dyn Threads,
    ) -> Result<Option<Choice<G::Move>>, Refused> {
        let view = game.view(position, Some(self.side));
        Ok(Some(self.player.choose(&view, moves)))
    }
}
