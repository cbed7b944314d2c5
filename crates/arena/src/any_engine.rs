//! An engine without the type of its game, which keeps its table from search to search.

use std::any::Any;

use agon_core::{DefaultEval, Notation};
use agon_search::{Engine, MemoryRefusal, Threads};

/// The engine of several searches: its transposition table is kept as long as the type of game
/// and the size of the table stay the same.
///
/// ```
/// use agon_arena::{AnyEngine, SearchKind, SearchRequest, find};
/// use agon_search::{Limits, SearchControl};
/// let mut engine = AnyEngine::default();
/// let limits = Limits { depth: 3, ..Limits::default() };
/// let request = SearchRequest { search: SearchKind::Engine, limits, eval: None, hash_bytes: 1 << 20 };
/// let mut session = find("tictactoe").unwrap().start();
/// for mv in ["11", "00"] {
///     session.best_with(&mut engine, &request, &SearchControl::default(), &()).unwrap();
///     session.play(mv).unwrap();
/// }
/// assert_eq!(engine.bytes(), 1 << 20);
/// ```
#[derive(Default)]
pub struct AnyEngine {
    kept: Option<Kept>,
}

/// An engine and the size of its table in bytes.
struct Kept {
    bytes: usize,
    engine: Box<dyn ErasedEngine>,
}

/// What is done with an engine whatever its game.
trait ErasedEngine: Any + Send {
    fn clear(&mut self, threads: &dyn Threads);
}

impl<G: DefaultEval + Notation> ErasedEngine for Engine<G> {
    fn clear(&mut self, threads: &dyn Threads) {
        Engine::clear(self, threads);
    }
}

impl AnyEngine {
    /// The size of its table in bytes; 0 before its first use.
    pub fn bytes(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.bytes)
    }

    /// Clears the transposition table on all threads.
    pub fn clear(&mut self, threads: &dyn Threads) {
        if let Some(kept) = &mut self.kept {
            kept.engine.clear(threads);
        }
    }

    /// Makes the engine ready for a game, with a table of this size: the kept one if it fits. If
    /// there is not enough memory, an engine of the old size is left.
    pub(crate) fn prepare<G: DefaultEval + Notation>(
        &mut self,
        bytes: usize,
    ) -> Result<(), MemoryRefusal> {
        self.with(bytes, |_: &mut Engine<G>| ())
    }

    /// Does some work with the engine of a game, with a table of this size.
    pub(crate) fn with<G: DefaultEval + Notation, R>(
        &mut self,
        bytes: usize,
        work: impl FnOnce(&mut Engine<G>) -> R,
    ) -> Result<R, MemoryRefusal> {
        let before = self.kept.take().and_then(|Kept { bytes, engine }| {
            let engine: Box<dyn Any> = engine;
            // The old table is freed here if it is of another game.
            Some((bytes, engine.downcast::<Engine<G>>().ok()?))
        });
        let mut engine = match before {
            Some((kept, engine)) if kept == bytes => engine,
            before => {
                let before = before.map(|(kept, _)| kept);
                let made = Engine::with_memory(bytes);
                if let (Err(_), Some(before)) = (&made, before) {
                    let engine = Engine::<G>::with_memory(before)?;
                    self.kept = Some(Kept { bytes: before, engine: Box::new(engine) });
                }
                Box::new(made?)
            }
        };
        let result = work(&mut engine);
        self.kept = Some(Kept { bytes, engine });
        Ok(result)
    }
}
