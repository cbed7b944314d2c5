//! The knowledge base of whatever game, text in and text out.

use agon_core::{Indexed, Notation, Progress, Proven};
use agon_search::{KnowledgeBase, SolveLimits};

use crate::Refused;

/// What is known of the positions of a game that is small enough to be solved.
pub trait Base {
    /// How many positions are known.
    fn len(&self) -> usize;
    /// Whether nothing is known, not even facts of the rules.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The bytes of memory that it takes.
    fn bytes(&self) -> usize;
    /// Works out the value of a position and of all that can be reached from it;
    /// `progress` is told the number of positions known and the most that there can be.
    fn solve(
        &mut self,
        position: &str,
        limits: &SolveLimits,
        progress: &dyn Progress,
    ) -> Result<Proven, Refused>;
    /// What is known of a position.
    fn get(&self, position: &str) -> Result<Option<Proven>, Refused>;
    /// All positions that are known, the newest first.
    fn list(&self) -> Box<dyn Iterator<Item = (String, Proven)> + '_>;
    /// A position as the base writes it.
    fn canonical(&self, position: &str) -> Result<String, Refused>;
    /// The positions that the moves of a position lead to, in the game's order.
    fn successors(&self, position: &str) -> Result<Vec<String>, Refused>;
    /// Forgets all but the facts of the rules.
    fn clear(&mut self);
    /// The base as bytes that [`load`](Base::load) reads.
    fn save(&self) -> Vec<u8>;
    /// Takes the base that was saved as these bytes instead of the present one,
    /// which stays as it is if they are refused.
    fn load(&mut self, bytes: &[u8]) -> Result<(), Refused>;
}

/// An empty base of a game.
pub(crate) fn open<G: Indexed + Notation>() -> Box<dyn Base> {
    Box::new(KnowledgeBase::new(G::default()))
}

/// A position as the base knows it: by number alone.
fn write<G: Indexed + Notation>(game: &G, position: &G::Position) -> String {
    let known = game.position_at(game.index_of(position));
    game.write(known.as_ref().unwrap_or(position))
}

impl<G: Indexed + Notation> Base for KnowledgeBase<G> {
    fn len(&self) -> usize {
        KnowledgeBase::len(self)
    }

    fn bytes(&self) -> usize {
        KnowledgeBase::bytes(self)
    }

    fn solve(
        &mut self,
        position: &str,
        limits: &SolveLimits,
        progress: &dyn Progress,
    ) -> Result<Proven, Refused> {
        let (_, position) = G::read(position)?;
        Ok(KnowledgeBase::solve(self, &position, limits, progress)?)
    }

    fn get(&self, position: &str) -> Result<Option<Proven>, Refused> {
        let (_, position) = G::read(position)?;
        Ok(KnowledgeBase::get(self, &position))
    }

    fn list(&self) -> Box<dyn Iterator<Item = (String, Proven)> + '_> {
        Box::new(self.iter().map(|(position, proven)| (self.game().write(&position), proven)))
    }

    fn canonical(&self, position: &str) -> Result<String, Refused> {
        let (game, position) = G::read(position)?;
        Ok(write(&game, &position))
    }

    fn successors(&self, position: &str) -> Result<Vec<String>, Refused> {
        let (game, position) = G::read(position)?;
        let after = |mv| write(&game, &game.after(&position, mv));
        Ok(game.moves(&position).into_iter().map(after).collect())
    }

    fn clear(&mut self) {
        KnowledgeBase::clear(self);
    }

    fn save(&self) -> Vec<u8> {
        self.to_bytes()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), Refused> {
        *self = KnowledgeBase::from_bytes(self.game(), bytes)?;
        Ok(())
    }
}
