//! The knowledge base of any game, text in and text out.

use agon_core::{Game as _, Indexed, Notation, Progress, Proven};
use agon_game_file::DatalogGame;
use agon_search::{FileRefusal, KnowledgeBase, SolveLimits};

use crate::Refused;

/// The proven values of a game that is small enough to be solved, without its type.
pub trait AnyKnowledgeBase {
    /// The name of the game.
    fn game(&self) -> &'static str;
    /// The number of positions.
    fn len(&self) -> usize;
    /// Whether it has no positions, not even those that the rules decide.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Its memory in bytes.
    fn bytes(&self) -> usize;
    /// Solves a position and all that can be reached from it. `go_on` is called from time to
    /// time, with the number of known positions and the largest possible one; `false` stops.
    fn solve(
        &mut self,
        position: &str,
        limits: &SolveLimits,
        progress: &dyn Progress,
    ) -> Result<Proven, Refused>;
    /// The proven value of a position, if it is known.
    fn get(&self, position: &str) -> Result<Option<Proven>, Refused>;
    /// All known positions, the newest first.
    fn list(&self) -> Box<dyn Iterator<Item = (String, Proven)> + '_>;
    /// A position in canonical form.
    fn canonical(&self, position: &str) -> Result<String, Refused>;
    /// The positions after the legal moves, in the game's order.
    fn successors(&self, position: &str) -> Result<Vec<String>, Refused>;
    /// Removes all but the positions that the rules decide.
    fn clear(&mut self);
    /// Removes the positions that `keep` refuses; it is asked about each, the newest first.
    fn retain(&mut self, keep: &mut dyn FnMut(&str, Proven) -> bool);
    /// Adds the positions that the rules decide and that are missing, as the oldest.
    fn restore(&mut self);
    /// Its bytes, for [`load`](AnyKnowledgeBase::load).
    fn save(&self) -> Vec<u8>;
    /// Replaces it by saved bytes; refused bytes change nothing.
    fn load(&mut self, bytes: &[u8]) -> Result<(), Refused>;
}

/// An empty knowledge base of a game.
pub(crate) fn open<G: Indexed + Notation>() -> Box<dyn AnyKnowledgeBase> {
    Box::new(KnowledgeBase::new(G::default()))
}

/// An empty knowledge base of this game.
pub(crate) fn of<G: Indexed + Notation>(game: G) -> Box<dyn AnyKnowledgeBase> {
    Box::new(KnowledgeBase::new(game))
}

/// What tells the bases of game files apart, which all have the same name: the rules. Empty for
/// other games.
fn file_id<G: Notation>(game: &G) -> String {
    let start = game.write(&game.start());
    let id = start.split(' ').next().filter(|_| G::NAME == DatalogGame::NAME);
    id.unwrap_or_default().to_string()
}

/// The canonical form of a position: that of its number.
fn write<G: Indexed + Notation>(game: &G, position: &G::Position) -> String {
    let known = game.position_at(game.index_of(position));
    game.write(known.as_ref().unwrap_or(position))
}

impl<G: Indexed + Notation> AnyKnowledgeBase for KnowledgeBase<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

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

    fn retain(&mut self, keep: &mut dyn FnMut(&str, Proven) -> bool) {
        let game = self.game().clone();
        KnowledgeBase::retain(self, |position, proven| keep(&game.write(position), proven));
    }

    fn restore(&mut self) {
        KnowledgeBase::restore(self);
    }

    fn save(&self) -> Vec<u8> {
        let mut bytes = self.to_bytes();
        bytes.extend(file_id(self.game()).into_bytes());
        bytes
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), Refused> {
        let id = file_id(self.game());
        let inside = bytes.strip_suffix(id.as_bytes()).ok_or(FileRefusal::NotABase)?;
        *self = KnowledgeBase::from_bytes(self.game(), inside)?;
        Ok(())
    }
}
