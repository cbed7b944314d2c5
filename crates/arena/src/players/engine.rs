//! Players that look ahead.

use std::sync::Arc;

use agon_core::{Evaluate, Judged, Notation};
use agon_search::{Engine, Goal, Info};

use super::{Choice, Contender};
use crate::Refused;

/// The memory that a player's engine has, in bytes.
const TABLE: usize = 16 << 20;

/// An engine that knows which game it was last asked about.
pub(crate) struct Memory {
    engine: Engine,
    /// The start of that game, as text that carries its parameters.
    game: Option<String>,
}

impl Memory {
    /// An engine that remembers nothing, with a table of so many bytes.
    pub(crate) fn new(table: usize) -> Memory {
        Memory { engine: Engine::new(table), game: None }
    }

    /// The engine, which remembers nothing of other games.
    pub(crate) fn for_game<G: Notation>(&mut self, game: &G) -> &mut Engine {
        let name = Some(game.write(&game.start()));
        if self.game != name {
            self.engine.forget();
            self.game = name;
        }
        &mut self.engine
    }
}

/// Looks a fixed number of plies ahead, by minimax.
pub struct Minimax<G: Judged> {
    depth: u32,
    evaluator: Arc<dyn Evaluate<G>>,
    memory: Memory,
}

impl<G: Judged> Minimax<G> {
    /// A player that looks so many plies ahead, at least 1, and judges by `evaluator`.
    pub fn new(depth: u32, evaluator: Arc<dyn Evaluate<G>>) -> Minimax<G> {
        Minimax { depth: depth.max(1), evaluator, memory: Memory::new(TABLE) }
    }
}

impl<G: Judged + Notation> Contender<G> for Minimax<G> {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        _: &[G::Move],
    ) -> Result<Option<Choice<G::Move>>, Refused> {
        let goal = Goal { depth: self.depth, ..Goal::default() };
        let engine = self.memory.for_game(game);
        let found = engine.minimax(game, position, &*self.evaluator, &goal, &());
        Ok(found.and_then(choice))
    }
}

/// The move that a search found, and what it is worth.
pub(crate) fn choice<M: Copy>(found: Info<M>) -> Option<Choice<M>> {
    let mv = *found.moves.first()?;
    Some(Choice { mv, score: Some(found.score), note: None })
}
