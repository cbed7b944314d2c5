//! A search worker: principal variation search with a transposition table.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use agon_core::{DefaultEval, EvalState as _, Game, IncrementalEval, Key, Score};

use super::abdada::{CurrentlySearched, MoveKey};
use super::control::{MAX_DEPTH, SearchControl};
use super::move_ordering::{DEFERRED, History, ScoredMove};
use super::pruning::Pruning;
use super::transposition::{MAX_STORED_DEPTH, TableEntry, TranspositionTable};
use super::window::Window;
use crate::salt::Salt;

/// The largest ply, extensions and quiescence search included.
pub(super) const MAX_PLY: usize = MAX_DEPTH as usize + 64;

/// The least remaining depth at which threads defer moves that another is searching.
const ABDADA_MIN_DEPTH: i32 = 4;

/// The most plies of quiescence search, in which threats are answered.
pub(super) const QSEARCH_MAX_PLIES: u32 = 8;

/// What the workers of a search share.
pub(super) struct Shared<'a, G: Game, E: ?Sized> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) table: &'a TranspositionTable,
    pub(super) salt: Salt,
    pub(super) control: &'a dyn SearchControl<G::Move>,
    pub(super) pruning: Pruning,
    pub(super) max_nodes: u64,
    pub(super) currently_searched: CurrentlySearched,
    pub(super) stop: AtomicBool,
    pub(super) nodes: AtomicU64,
    pub(super) hits: AtomicU64,
}

/// A position of the line that is searched.
pub(super) struct Node<'n, P> {
    pub(super) position: &'n P,
    pub(super) key: Key,
    pub(super) ply: usize,
}

/// A search worker; each thread has one. It is not used again once it was stopped: its
/// evaluation state is left somewhere down the line.
///
/// A `SOUND` worker finds the value and the move of plain minimax; the other one prunes,
/// reduces and extends.
pub(super) struct Worker<'a, G: Game, E: IncrementalEval<G> + ?Sized, const SOUND: bool> {
    pub(super) shared: &'a Shared<'a, G, E>,
    /// The evaluation at the current node.
    pub(super) state: E::State<'a>,
    pub(super) history: History<G::Move>,
    /// A stack of move lists, one for each node of the current line.
    pub(super) moves: Vec<ScoredMove<G::Move>>,
    /// The principal variation from each ply on (a triangular table).
    pv_table: Vec<Vec<G::Move>>,
    /// Nodes since the shared counter was last updated.
    unreported_nodes: u64,
    hits: u64,
    /// The selective depth: the largest ply that was reached.
    pub(super) seldepth: usize,
    reductions: Vec<[u8; 64]>,
}

/// What a root search finds: the value, the index of the first move among the root's moves,
/// and the principal variation.
pub(super) type Line<M> = (Score, u16, Vec<M>);

/// The search was stopped; the value at hand is worthless.
pub(super) struct Stopped;

impl<'a, G, E, const SOUND: bool> Worker<'a, G, E, SOUND>
where
    G: DefaultEval,
    E: IncrementalEval<G> + ?Sized,
{
    /// A worker that searches from this root.
    pub(super) fn new(shared: &'a Shared<'a, G, E>, root: &G::Position) -> Self {
        Worker {
            shared,
            state: shared.evaluator.state(shared.game, root),
            history: History::new(MAX_PLY + 2),
            moves: Vec::with_capacity(1024),
            pv_table: vec![Vec::new(); MAX_PLY + 2],
            unreported_nodes: 0,
            hits: 0,
            seldepth: 0,
            reductions: shared.pruning.reductions(),
        }
    }

    /// Searches the root: the best of `candidates`.
    pub(super) fn root(
        &mut self,
        position: &G::Position,
        candidates: &[ScoredMove<G::Move>],
        depth: u32,
        mut window: Window,
    ) -> Result<Line<G::Move>, Stopped> {
        let game = self.shared.game;
        let key = self.shared.salt.apply(game.key(position));
        let node = Node { position, key, ply: 0 };
        if SOUND && depth == 1 {
            self.state.expect_children(game, position);
        }
        let mut best: Option<Line<G::Move>> = None;
        for (number, candidate) in candidates.iter().enumerate() {
            // Plain minimax takes the first of equal moves, so a move that comes earlier in
            // the game's order need only be as good.
            let floor = match &best {
                Some((value, index, _)) if SOUND && candidate.index < *index => {
                    window.alpha.min(value.plus(-1))
                }
                _ => window.alpha,
            };
            let reduction = if number > 3 && depth > 2 { 1 } else { 0 };
            let asked = Window { alpha: floor, beta: window.beta };
            let value =
                self.search_move(&node, candidate.mv, depth as i32, asked, number, reduction)?;
            let better = match &best {
                None => true,
                Some((best_score, index, _)) => {
                    value > *best_score
                        || value == *best_score && value > floor && candidate.index < *index
                }
            };
            if better {
                let mut line = vec![candidate.mv];
                line.extend(&self.pv_table[1]);
                best = Some((value, candidate.index, line));
            }
            if window.raise(value) {
                break;
            }
        }
        best.ok_or(Stopped)
    }

    /// The value of a move to the side that makes it.
    #[inline]
    fn search_move(
        &mut self,
        node: &Node<'_, G::Position>,
        mv: G::Move,
        depth: i32,
        window: Window,
        tried: usize,
        reduction: i32,
    ) -> Result<Score, Stopped> {
        let game = self.shared.game;
        let mut position = node.position.clone();
        let mut observer = (node.key, &mut self.state);
        observer.1.begin_move();
        game.play_observed(&mut position, mv, &mut observer);
        let (key, state) = observer;
        state.end_move(game, &position);
        let next = Node { position: &position, key, ply: node.ply + 1 };
        let turns = game.to_move(&position) != game.to_move(node.position);
        let value = self.search_child(&next, turns, depth, window, tried, reduction)?;
        self.state.undo_move();
        Ok(value)
    }

    /// The value of a child to the side to move at its parent. Later moves are searched with
    /// a null window first, and reduced; only one that beats alpha is searched in full.
    #[inline]
    fn search_child(
        &mut self,
        next: &Node<'_, G::Position>,
        turns: bool,
        depth: i32,
        window: Window,
        tried: usize,
        reduction: i32,
    ) -> Result<Score, Stopped> {
        if tried > 0 {
            if !SOUND && reduction > 0 {
                let value = self.negamax(next, turns, depth - 1 - reduction, window.null())?;
                if value <= window.alpha {
                    return Ok(value);
                }
            }
            if !window.is_null() {
                let value = self.negamax(next, turns, depth - 1, window.null())?;
                if value <= window.alpha || value >= window.beta {
                    return Ok(value);
                }
            }
        }
        self.negamax(next, turns, depth - 1, window)
    }

    /// The value of a child with a window of its parent: both change their point of view
    /// where the turn passes, which it need not.
    #[inline]
    fn negamax(
        &mut self,
        node: &Node<'_, G::Position>,
        turns: bool,
        depth: i32,
        window: Window,
    ) -> Result<Score, Stopped> {
        match turns {
            true => Ok(-self.search(node, depth, window.flip())?),
            false => self.search(node, depth, window),
        }
    }

    /// The value of a position to the side to move, if it lies inside the window; otherwise
    /// a bound on it (fail-soft).
    fn search(
        &mut self,
        node: &Node<'_, G::Position>,
        mut depth: i32,
        mut window: Window,
    ) -> Result<Score, Stopped> {
        let Shared { game, table, ref pruning, .. } = *self.shared;
        let &Node { position, key, ply } = node;
        self.pv_table[ply].clear();
        self.reach_ply(ply);
        self.count_node()?;
        if let Some(outcome) = game.outcome(position) {
            return Ok(outcome.seen_by(game.to_move(position)).plies_earlier(ply as u32));
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.qsearch(node, window, QSEARCH_MAX_PLIES);
        }
        if game.can_win_now(position) {
            self.reach_ply(ply + 1);
            return Ok(Score::win_in(ply as u32 + 1));
        }
        if depth == 1 && (SOUND || !game.is_threatened(position)) {
            return self.frontier_node(node, window);
        }
        if !SOUND {
            // Mate distance pruning: no win and no loss is sooner than this.
            window.alpha = window.alpha.max(Score::lose_in(ply as u32 + 1));
            window.beta = window.beta.min(Score::win_in(ply as u32 + 2));
            if window.alpha >= window.beta {
                return Ok(window.alpha);
            }
        }
        let entry = table.get(key);
        if let Some(entry) = entry {
            self.hits += 1;
            let value = entry.value.plies_earlier(ply as u32);
            let stored = i32::from(entry.depth);
            let is_deep_enough = if SOUND { stored == depth } else { stored >= depth };
            let is_settled = window.is_settled_by(value, entry.bound);
            if is_deep_enough && is_settled && (SOUND || window.is_null()) {
                return Ok(value);
            }
        }
        let is_threatened = !SOUND && game.is_threatened(position);
        if !SOUND {
            let is_proven = window.beta.is_win() || window.beta.is_loss();
            if is_threatened {
                depth += 1;
            } else if window.is_null() && !is_proven {
                let value = self.evaluate(position)?;
                if pruning.is_futile(value, window.beta, depth) {
                    return Ok(value);
                }
            }
            if entry.is_none() && depth >= pruning.iir_min_depth {
                depth -= 1;
            }
        }
        let first = self.moves.len();
        let code = entry.map(|entry| entry.code);
        let found = self.search_moves(node, depth, window, code, is_threatened, first);
        self.moves.truncate(first);
        let (value, best) = found?;
        let entry = TableEntry {
            value: value.plies_later(ply as u32),
            bound: window.bound_of(value),
            depth: depth.clamp(0, MAX_STORED_DEPTH.into()) as u8,
            // No move has this code.
            code: best.map_or(u32::MAX, |best| game.encode(best)),
        };
        table.put(key, entry);
        Ok(value)
    }

    /// Searches the moves of a position, which are collected from `first` on: the best value
    /// and its move.
    fn search_moves(
        &mut self,
        node: &Node<'_, G::Position>,
        depth: i32,
        mut window: Window,
        code: Option<u32>,
        is_threatened: bool,
        first: usize,
    ) -> Result<(Score, Option<G::Move>), Stopped> {
        let Shared { game, ref pruning, ref currently_searched, .. } = *self.shared;
        let &Node { position, ply, .. } = node;
        let side = game.to_move(position);
        let is_pv = !window.is_null();
        let (mut best_score, mut best) = (Score::WORST, None);
        // One of these causes most cut-offs, and then no moves need be generated.
        let early_moves = self.hash_move_and_killers(position, ply, code);
        for (tried, mv) in early_moves.into_iter().flatten().enumerate() {
            let value = self.search_move(node, mv, depth, window, tried, 0)?;
            if value > best_score {
                (best_score, best) = (value, Some(mv));
            }
            if value > window.alpha {
                self.update_pv(ply, mv, is_pv);
            }
            if window.raise(value) {
                let history_index = game.history_index(mv) as u16;
                let cutoff = ScoredMove { mv, history_index, index: 0, score: 0 };
                self.history.update(side, ply, depth, &cutoff, &[]);
                return Ok((best_score, best));
            }
        }
        let early = early_moves.iter().flatten().count();
        self.generate_moves(position);
        self.score_moves(position, side, first);
        // A single reply is extended.
        let is_forced = self.moves.len() - first == 1;
        let depth = if is_forced && !SOUND { depth + 1 } else { depth };
        for mv in early_moves.into_iter().flatten() {
            let at = self.moves[first..].iter().position(|scored| scored.mv == mv);
            at.map(|at| self.moves.remove(first + at));
        }
        let is_shared = depth >= ABDADA_MIN_DEPTH && currently_searched.is_in_use();
        let mut number = 0;
        while number < self.moves.len() - first {
            self.pick_next(first, number, depth);
            let picked = self.moves[first + number];
            let mv = picked.mv;
            let tried = early + number;
            number += 1;
            let move_key = is_shared.then(|| MoveKey::of(node.key, game.encode(mv)));
            if let Some(move_key) = move_key
                && tried > 0
                && picked.score != DEFERRED
                && currently_searched.contains(move_key)
            {
                self.moves.push(ScoredMove { score: DEFERRED, ..picked });
                continue;
            }
            let is_late = tried > 2 && !is_threatened;
            let may_skip = !SOUND && is_late && !is_pv && !best_score.is_loss();
            if may_skip && pruning.skips_late_moves(tried, depth) {
                break;
            }
            let reduction = match !SOUND && is_late && depth >= 2 {
                true => {
                    let plies = self.reductions[depth.min(63) as usize][tried.min(63)];
                    i32::from(plies) - i32::from(is_pv)
                }
                false => 0,
            };
            if let Some(move_key) = move_key {
                currently_searched.insert(move_key);
            }
            let value = self.search_move(node, mv, depth, window, tried, reduction)?;
            if let Some(move_key) = move_key {
                currently_searched.remove(move_key);
            }
            if value > best_score {
                (best_score, best) = (value, Some(mv));
            }
            if value > window.alpha {
                self.update_pv(ply, mv, is_pv);
            }
            if window.raise(value) {
                let (before, rest) = self.moves[first..].split_at(number - 1);
                self.history.update(side, ply, depth, &rest[0], before);
                break;
            }
        }
        Ok((best_score, best))
    }

    /// Makes a move and the line that follows it the principal variation of a ply.
    #[inline]
    fn update_pv(&mut self, ply: usize, mv: G::Move, is_pv: bool) {
        if is_pv {
            let (head, tail) = self.pv_table.split_at_mut(ply + 1);
            head[ply].clear();
            head[ply].push(mv);
            head[ply].extend_from_slice(&tail[0]);
        }
    }

    /// The estimate of the current position. If evaluations are expensive, each is followed by
    /// a check whether to stop: the next hundreds of nodes might take long.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, position: &G::Position) -> Result<Score, Stopped> {
        let shared = self.shared;
        let score = self.state.evaluate(shared.game, position);
        if shared.evaluator.prefers_batches() && shared.control.is_stopped() {
            shared.stop.store(true, Ordering::Relaxed);
            return Err(Stopped);
        }
        Ok(score)
    }

    /// Notes that a ply was reached.
    #[inline]
    pub(super) fn reach_ply(&mut self, ply: usize) {
        self.seldepth = self.seldepth.max(ply);
    }

    /// Counts a node, and from time to time checks whether to stop.
    #[inline]
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        const INTERVAL: u64 = 512;
        self.unreported_nodes += 1;
        if self.unreported_nodes >= INTERVAL { self.check_stop() } else { Ok(()) }
    }

    /// Adds to the shared counters, and checks whether to stop.
    #[cold]
    pub(super) fn check_stop(&mut self) -> Result<(), Stopped> {
        let shared = self.shared;
        let all = shared.nodes.fetch_add(self.unreported_nodes, Ordering::Relaxed)
            + self.unreported_nodes;
        shared.hits.fetch_add(std::mem::take(&mut self.hits), Ordering::Relaxed);
        self.unreported_nodes = 0;
        if all >= shared.max_nodes || shared.control.is_stopped() {
            shared.stop.store(true, Ordering::Relaxed);
        }
        if shared.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}
