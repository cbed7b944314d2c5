//! Players that look ahead.

use std::sync::{Arc, Mutex, PoisonError};

use agon_core::{DefaultEval, Evaluate, Exact, Game, Notation, Rng, Stop, Verdict};
use agon_search::{Engine, Info, Limits, SearchControl};

use super::perfect::best_known;
use super::{Choice, Player, Prepare};
use crate::Refused;
use crate::levels::Level;

/// The memory that the engine of a player has, in bytes.
const HASH_BYTES: usize = 8 << 20;

/// The memory of one that looks but a few plies ahead.
const SMALL_TABLE: usize = 1 << 20;

/// How many lines are looked at where the best is not taken.
const NEXT_BEST: usize = 3;

/// Looks a fixed number of plies ahead, by minimax.
pub struct Minimax<G: DefaultEval> {
    depth: u32,
    evaluator: Arc<dyn Evaluate<G>>,
    engine: Engine<G>,
}

impl<G: DefaultEval + Notation> Minimax<G> {
    /// A player that looks so many plies ahead, at least 1, and judges by `evaluator`.
    pub fn new(depth: u32, evaluator: Arc<dyn Evaluate<G>>) -> Minimax<G> {
        Minimax { depth: depth.max(1), evaluator, engine: Engine::new(SMALL_TABLE) }
    }
}

impl<G: DefaultEval + Notation> Player<G> for Minimax<G> {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        _: &[G::Move],
        control: &dyn SearchControl<G::Move>,
    ) -> Result<Option<Choice<G::Move>>, Refused> {
        let limits = Limits { depth: self.depth, ..Limits::default() };
        let found = self.engine.minimax(game, position, &*self.evaluator, &limits, &control);
        Ok(found.and_then(choice))
    }
}

/// The move that a search found, and what it is worth.
fn choice<M: Copy>(found: Info<M>) -> Option<Choice<M>> {
    let mv = *found.moves.first()?;
    Some(Choice { mv, score: Some(found.score), note: None })
}

/// The engine as a player.
pub struct Strong<G: DefaultEval> {
    limits: Limits,
    /// In how many of a hundred moves it takes any move, or one of the next best.
    careless: usize,
    content: usize,
    dice: Rng,
    evaluator: Option<Arc<dyn Evaluate<G>>>,
    /// What knows the end of the game, for one who plays as well as can be.
    endings: Option<Prepare<G>>,
    /// Proven values, and the start of the game that they are of.
    known: Option<(String, Box<dyn Exact<G>>)>,
    engine: Engine<G>,
}

impl<G: DefaultEval + Notation> Strong<G> {
    /// A player of a level, whose carelessness follows from `seed`. Full strength asks
    /// `endings`, if there is such a thing.
    pub fn level(level: &Level, seed: u64, endings: Option<Prepare<G>>) -> Strong<G> {
        let endings = endings.filter(|_| level.is_full());
        Strong {
            limits: level.limits(),
            careless: level.careless,
            content: level.content,
            dice: Rng::seeded(seed),
            evaluator: None,
            endings,
            known: None,
            engine: Engine::new(HASH_BYTES),
        }
    }

    /// A player that does its best within limits, and judges by `evaluator`, or by the
    /// game's own evaluation.
    pub fn limited(limits: Limits, evaluator: Option<Arc<dyn Evaluate<G>>>) -> Strong<G> {
        Strong {
            limits,
            careless: 0,
            content: 0,
            dice: Rng::seeded(0),
            evaluator,
            endings: None,
            known: None,
            engine: Engine::new(HASH_BYTES),
        }
    }
}

impl<G: DefaultEval + Notation> Player<G> for Strong<G> {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        control: &dyn SearchControl<G::Move>,
    ) -> Result<Option<Choice<G::Move>>, Refused> {
        if self.careless > 0 && self.dice.below(100) < self.careless {
            return Ok(self.dice.pick(moves).map(|&mv| mv.into()));
        }
        let is_content = self.content > 0 && self.dice.below(100) < self.content;
        let lines = if is_content { NEXT_BEST } else { self.limits.lines };
        let limits = Limits { lines, ..self.limits };
        let lines = Lines { found: Mutex::new(Vec::new()), control };
        if let Some(prepare) = self.endings {
            let start = game.write(&game.start());
            if self.known.as_ref().is_none_or(|(known, _)| *known != start) {
                // Where the values cannot be worked out, the search must do.
                self.known = prepare(game, &control).ok().map(|exact| (start, exact));
            }
            let known = self.known.as_ref().map(|(_, exact)| &**exact);
            if let Some(choice) = known.and_then(|exact| by_knowledge(game, position, moves, exact))
            {
                return Ok(Some(choice));
            }
        }
        let best = match &self.evaluator {
            Some(named) => self.engine.best(game, position, &**named, &limits, &lines, &()),
            None => self.engine.best(game, position, &*game.default_eval(), &limits, &lines, &()),
        };
        // Where not even one ply could be looked ahead, any move will do.
        let Some(best) = best else { return Ok(moves.first().map(|&mv| mv.into())) };
        let lines = lines.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let others: Vec<&Info<G::Move>> =
            lines.iter().filter(|info| info.depth == best.depth && info.line > 1).collect();
        let picked = self.dice.pick(&others).filter(|_| is_content).map(|&info| info.clone());
        Ok(picked.or(Some(best)).and_then(choice))
    }
}

/// Listens to a search, remembers the lines it found, and tells them on.
struct Lines<'c, M> {
    found: Mutex<Vec<Info<M>>>,
    control: &'c dyn SearchControl<M>,
}

impl<M: Send> Stop for Lines<'_, M> {
    fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }
}

impl<M: Clone + Send> SearchControl<M> for Lines<'_, M> {
    fn is_enough(&self) -> bool {
        self.control.is_enough()
    }

    fn report(&self, info: &Info<M>) {
        self.control.report(info);
        self.found.lock().unwrap_or_else(PoisonError::into_inner).push(info.clone());
    }
}

/// The move to make where the position is known to be won or drawn. Who has lost, and
/// does not know how late, had better look for the longest way.
fn by_knowledge<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    exact: &dyn Exact<G>,
) -> Option<Choice<G::Move>> {
    let proven = exact.exact(game, position)?;
    let hopeless = proven.verdict == Verdict::Lose && proven.plies.is_none();
    if hopeless { None } else { best_known(game, position, moves, exact) }
}
