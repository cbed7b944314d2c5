//! Players that search.

use std::sync::{Arc, Mutex, PoisonError};

use agon_core::{DefaultEval, Evaluate, Exact, Game, Notation, Outcome, Rng, Verdict};
use agon_search::{Engine, Info, Limits, MemoryRefusal, SearchControl, Threads};

use super::perfect::best_known;
use super::{Choice, Player, PrepareExact};
use crate::Refused;
use crate::evaluation_program::{UntilFailed, check_failure};
use crate::levels::Level;

/// How many lines are searched for a move that is to be one of the next best.
const NEXT_BEST: usize = 3;

/// An engine that is made for the first move, so that a player that never moves takes no memory.
struct LazyEngine<G: DefaultEval> {
    hash_bytes: usize,
    engine: Option<Engine<G>>,
}

impl<G: DefaultEval + Notation> LazyEngine<G> {
    fn new(hash_bytes: usize) -> LazyEngine<G> {
        LazyEngine { hash_bytes, engine: None }
    }

    fn get(&mut self) -> Result<&mut Engine<G>, MemoryRefusal> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::with_memory(self.hash_bytes)?,
        };
        Ok(self.engine.insert(engine))
    }
}

/// Minimax of a fixed depth.
pub struct MinimaxPlayer<G: DefaultEval> {
    depth: u32,
    evaluator: Arc<dyn Evaluate<G>>,
    engine: LazyEngine<G>,
}

impl<G: DefaultEval + Notation> MinimaxPlayer<G> {
    /// The size of its transposition table: it searches only a few plies.
    pub const BYTES: usize = 1 << 20;

    /// A player of this depth, at least 1, and this evaluation.
    pub fn new(depth: u32, evaluator: Arc<dyn Evaluate<G>>) -> MinimaxPlayer<G> {
        MinimaxPlayer {
            depth: depth.max(1),
            evaluator,
            engine: LazyEngine::new(MinimaxPlayer::<G>::BYTES),
        }
    }
}

impl<G: DefaultEval + Notation> Player<G> for MinimaxPlayer<G> {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        _: &[G::Move],
        control: &SearchControl<'_, G::Move>,
        _: &dyn Threads,
    ) -> Result<Option<Choice<G::Move>>, Refused> {
        let limits = Limits { depth: self.depth, ..Limits::default() };
        let engine = self.engine.get()?;
        let evaluation = &*self.evaluator;
        let report = |info: &Info<G::Move>| {
            if !evaluation.has_failed() {
                control.report(info);
            }
        };
        let stop = UntilFailed { evaluation, stop: &() };
        let control = SearchControl::within(control, &stop).reporting(&report);
        let found = engine.minimax(game, position, evaluation, &limits, &control);
        check_failure(evaluation)?;
        Ok(found.and_then(choice))
    }
}

/// The move that a search found, and its value.
fn choice<M: Copy>(found: Info<M>) -> Option<Choice<M>> {
    let mv = *found.moves.first()?;
    Some(Choice { mv, score: Some(found.score), note: None })
}

/// The engine as a player.
pub struct EnginePlayer<G: DefaultEval> {
    limits: Limits,
    /// Percentage of moves that are random, and of those that are one of the next best.
    blunder_percent: usize,
    inaccuracy_percent: usize,
    is_careful: bool,
    rng: Rng,
    evaluator: Option<Arc<dyn Evaluate<G>>>,
    /// Proven values of a solved game, at full strength.
    solved: Option<PrepareExact<G>>,
    /// Proven values, and the start of the game that they belong to.
    exact: Option<(String, Box<dyn Exact<G>>)>,
    engine: LazyEngine<G>,
}

impl<G: DefaultEval + Notation> EnginePlayer<G> {
    /// The size of the transposition table of a level.
    pub const LEVEL_BYTES: usize = 8 << 20;

    /// A player of a level, whose mistakes follow from `seed`. At full strength it uses
    /// `solved`, the proven values of games that are solved; the engine proves the endings of
    /// others by itself.
    pub fn level(level: &Level, seed: u64, solved: Option<PrepareExact<G>>) -> EnginePlayer<G> {
        let solved = solved.filter(|_| level.is_strongest());
        EnginePlayer {
            limits: level.limits(),
            blunder_percent: level.blunder_percent,
            inaccuracy_percent: level.inaccuracy_percent,
            is_careful: level.is_careful,
            rng: Rng::seeded(seed),
            evaluator: None,
            solved,
            exact: None,
            engine: LazyEngine::new(EnginePlayer::<G>::LEVEL_BYTES),
        }
    }

    /// A player of full strength within limits, with a transposition table of this size, and
    /// with `evaluator` or the one that the engine uses by default.
    pub fn limited(
        limits: Limits,
        hash_bytes: usize,
        evaluator: Option<Arc<dyn Evaluate<G>>>,
    ) -> EnginePlayer<G> {
        EnginePlayer {
            limits,
            blunder_percent: 0,
            inaccuracy_percent: 0,
            is_careful: true,
            rng: Rng::seeded(0),
            evaluator,
            solved: None,
            exact: None,
            engine: LazyEngine::new(hash_bytes),
        }
    }
}

impl<G: DefaultEval + Notation> Player<G> for EnginePlayer<G> {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        control: &SearchControl<'_, G::Move>,
        threads: &dyn Threads,
    ) -> Result<Option<Choice<G::Move>>, Refused> {
        let is_drawn = |rng: &mut Rng, percent| percent > 0 && rng.below(100) < percent;
        if is_drawn(&mut self.rng, self.blunder_percent) {
            let safe: Vec<G::Move> = match self.is_careful {
                true => safe_moves(game, position, moves),
                false => moves.to_vec(),
            };
            if let Some(&mv) = self.rng.pick(&safe) {
                return Ok(Some(mv.into()));
            }
        }
        let is_inaccurate = is_drawn(&mut self.rng, self.inaccuracy_percent);
        let lines = if is_inaccurate { NEXT_BEST } else { self.limits.lines };
        let mut limits = Limits { lines, ..self.limits };
        // With a single legal move there is nothing to spend time on.
        let is_timed = Limits { lines: 1, ..limits } == Limits::default();
        if is_timed && moves.len() == 1 {
            limits.depth = 1;
        }
        if let Some(prepare) = self.solved {
            let start = game.write(&game.start());
            if self.exact.as_ref().is_none_or(|(known, _)| *known != start) {
                // If the proven values are too many to be worked out, it searches.
                self.exact = prepare(game, control).ok().map(|exact| (start, exact));
            }
            let exact = self.exact.as_ref().map(|(_, exact)| &**exact);
            if let Some(choice) =
                exact.and_then(|exact| proven_choice(game, position, moves, exact))
            {
                return Ok(Some(choice));
            }
        }
        let engine = self.engine.get()?;
        let lines = Mutex::new(Vec::new());
        let named = self.evaluator.clone().or_else(|| game.engine_eval_here());
        let report = |info: &Info<G::Move>| {
            // What was found since an evaluation failed is worthless.
            if !named.as_ref().is_some_and(|named| named.has_failed()) {
                control.report(info);
                lines.lock().unwrap_or_else(PoisonError::into_inner).push(info.clone());
            }
        };
        let best = match &named {
            Some(named) => {
                let stop = UntilFailed { evaluation: &**named, stop: &() };
                let control = SearchControl::within(control, &stop).reporting(&report);
                let best = engine.best(game, position, &**named, &limits, &control, threads);
                check_failure(&**named)?;
                best
            }
            None => {
                let control = SearchControl::within(control, &()).reporting(&report);
                engine.best(game, position, &*game.engine_eval(), &limits, &control, threads)
            }
        };
        // Stopped before depth 1 was done: any legal move will do.
        let Some(best) = best else { return Ok(moves.first().map(|&mv| mv.into())) };
        let lines = lines.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_small = |other: &Info<G::Move>| {
            !self.is_careful || !(best.score.is_win() || other.score.is_loss())
        };
        let others: Vec<&Info<G::Move>> = lines
            .iter()
            .filter(|info| info.depth == best.depth && info.line > 1 && is_small(info))
            .collect();
        let picked = self.rng.pick(&others).filter(|_| is_inaccurate).map(|&info| info.clone());
        Ok(picked.or(Some(best)).and_then(choice))
    }
}

/// The moves that do not lose, and after which the other side does not win at once; none where
/// a move wins at once, which a search finds.
fn safe_moves<G: DefaultEval>(game: &G, position: &G::Position, moves: &[G::Move]) -> Vec<G::Move> {
    if game.can_win_now(position) {
        return Vec::new();
    }
    let side = game.to_move(position);
    let is_safe = |mv: &G::Move| {
        let after = game.after(position, *mv);
        match game.outcome(&after) {
            Some(outcome) => outcome != Outcome::Win(side.opponent()),
            None => game.to_move(&after) == side || !game.can_win_now(&after),
        }
    };
    moves.iter().copied().filter(is_safe).collect()
}

/// The best move of a position that is proven to be won or drawn. A lost position of unknown
/// length is left to the search, which resists longest, unless a tie-break tells its moves apart.
fn proven_choice<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    exact: &dyn Exact<G>,
) -> Option<Choice<G::Move>> {
    let proven = exact.exact(game, position)?;
    let shade = |&mv| exact.tie_break(game, &game.after(position, mv));
    let is_alike = || moves.windows(2).all(|pair| shade(&pair[0]) == shade(&pair[1]));
    let hopeless = proven.verdict == Verdict::Lose && proven.plies.is_none() && is_alike();
    if hopeless { None } else { best_known(game, position, moves, exact) }
}
