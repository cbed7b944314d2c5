//! A search worker: principal variation search with a transposition table.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use agon_core::{Bound, DefaultEval, EvalState as _, Game, HISTORY_SIZE, IncrementalEval, Key};

use super::abdada::{CurrentlySearched, MoveKey};
use super::control::{MAX_DEPTH, SearchControl};
use super::move_ordering::{DEFERRED, History, ScoredMove};
use super::pruning::Pruning;
use super::transposition::{TableEntry, TranspositionTable};
use super::values::{INFINITE, PROVEN, WIN, from_table, terminal_value, to_table};

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
    /// Whether the value must equal that of plain minimax.
    pub(super) is_sound: bool,
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
pub(super) struct Worker<'a, G: Game, E: IncrementalEval<G> + ?Sized> {
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

/// The search was stopped; the value at hand is worthless.
pub(super) struct Stopped;

impl<'a, G: DefaultEval, E: IncrementalEval<G> + ?Sized> Worker<'a, G, E> {
    /// A worker that searches from this root.
    pub(super) fn new(shared: &'a Shared<'a, G, E>, root: &G::Position) -> Worker<'a, G, E> {
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

    /// Searches the root: the best of `candidates` with its value, its index in the game's
    /// move list and its principal variation.
    pub(super) fn root(
        &mut self,
        position: &G::Position,
        candidates: &[ScoredMove<G::Move>],
        depth: u32,
        window: (i32, i32),
    ) -> Result<(i32, u16, Vec<G::Move>), Stopped> {
        let (mut alpha, beta) = window;
        let game = self.shared.game;
        let key = self.shared.salt.apply(game.key(position));
        let node = Node { position, key, ply: 0 };
        let mut best: Option<(i32, u16, Vec<G::Move>)> = None;
        for (number, candidate) in candidates.iter().enumerate() {
            // Plain minimax takes the first of equal moves, so a move that comes earlier in
            // the game's order need only be as good.
            let floor = match &best {
                Some((value, index, _)) if candidate.index < *index && self.shared.is_sound => {
                    alpha.min(value - 1)
                }
                _ => alpha,
            };
            let reduction = if number > 3 && depth > 2 { 1 } else { 0 };
            let value = self.search_move(
                &node,
                candidate.mv,
                depth as i32,
                (floor, beta),
                number,
                reduction,
            )?;
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
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best.ok_or(Stopped)
    }

    /// The value of a move to the side that makes it. Later moves are searched with a null
    /// window first, and reduced; only one that beats alpha is searched in full.
    #[inline]
    fn search_move(
        &mut self,
        node: &Node<'_, G::Position>,
        mv: G::Move,
        depth: i32,
        (alpha, beta): (i32, i32),
        tried: usize,
        reduction: i32,
    ) -> Result<i32, Stopped> {
        let game = self.shared.game;
        let mut position = node.position.clone();
        let mut observer = (node.key, &mut self.state);
        observer.1.begin_move();
        game.play_observed(&mut position, mv, &mut observer);
        let (key, state) = observer;
        state.end_move(game, &position);
        let next = Node { position: &position, key, ply: node.ply + 1 };
        let turns = game.to_move(&position) != game.to_move(node.position);
        let value = self.search_child(&next, turns, depth, (alpha, beta), tried, reduction)?;
        self.state.undo_move();
        Ok(value)
    }

    /// The value of a child after [`search_move`](Self::search_move) has made its move.
    #[inline]
    fn search_child(
        &mut self,
        next: &Node<'_, G::Position>,
        turns: bool,
        depth: i32,
        (alpha, beta): (i32, i32),
        tried: usize,
        reduction: i32,
    ) -> Result<i32, Stopped> {
        let is_pv = beta - alpha > 1;
        if tried > 0 {
            if reduction > 0 && !self.shared.is_sound {
                let value = self.negamax(next, turns, depth - 1 - reduction, (alpha, alpha + 1))?;
                if value <= alpha {
                    return Ok(value);
                }
            }
            if is_pv {
                let value = self.negamax(next, turns, depth - 1, (alpha, alpha + 1))?;
                if value <= alpha || value >= beta {
                    return Ok(value);
                }
            }
        }
        self.negamax(next, turns, depth - 1, (alpha, beta))
    }

    /// The value of a child to the side to move at its parent: negated where the turn
    /// passes, which it need not.
    #[inline]
    fn negamax(
        &mut self,
        node: &Node<'_, G::Position>,
        turns: bool,
        depth: i32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        match turns {
            true => Ok(-self.search(node, depth, (-beta, -alpha))?),
            false => self.search(node, depth, (alpha, beta)),
        }
    }

    /// The value of a position to the side to move, if it lies inside the window; otherwise
    /// a bound on it (fail-soft).
    fn search(
        &mut self,
        node: &Node<'_, G::Position>,
        depth: i32,
        (mut alpha, mut beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        let Shared { game, table, is_sound, ref pruning, .. } = *self.shared;
        let &Node { position, key, ply, .. } = node;
        self.pv_table[ply].clear();
        self.reach_ply(ply);
        self.count_node()?;
        if let Some(outcome) = game.outcome(position) {
            return Ok(terminal_value(outcome, game.to_move(position), ply));
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.qsearch(node, alpha, beta, QSEARCH_MAX_PLIES);
        }
        if game.can_win_now(position) {
            self.reach_ply(ply + 1);
            return Ok(WIN - ply as i32 - 1);
        }
        if depth == 1 && (is_sound || !game.is_threatened(position)) {
            return self.frontier_node(node, alpha, beta);
        }
        if !is_sound {
            // Mate distance pruning: no win and no loss is sooner than this.
            alpha = alpha.max(ply as i32 + 1 - WIN);
            beta = beta.min(WIN - ply as i32 - 2);
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        let is_pv = beta - alpha > 1;
        let entry = table.get(key);
        if let Some(entry) = entry {
            self.hits += 1;
            let value = from_table(entry.value, ply);
            let deep_enough = match is_sound {
                true => i32::from(entry.depth) == depth,
                false => i32::from(entry.depth) >= depth,
            };
            let fits = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if deep_enough && fits && (!is_pv || is_sound) {
                return Ok(value);
            }
        }
        let mut depth = depth;
        let is_threatened = !is_sound && game.is_threatened(position);
        if !is_sound {
            if is_threatened {
                depth += 1;
            } else if !is_pv && beta.abs() < PROVEN {
                let value = self.state.evaluate(game, position).points();
                if pruning.is_futile(value - beta, depth) {
                    return Ok(value);
                }
            }
            if entry.is_none() && depth >= pruning.iir_min_depth {
                depth -= 1;
            }
        }
        self.search_and_store(
            node,
            depth,
            (alpha, beta),
            entry.map(|entry| entry.index),
            is_threatened,
        )
    }

    /// Searches the moves of a position, and stores the result in the transposition table.
    fn search_and_store(
        &mut self,
        node: &Node<'_, G::Position>,
        depth: i32,
        (alpha, beta): (i32, i32),
        hash_move: Option<u16>,
        is_threatened: bool,
    ) -> Result<i32, Stopped> {
        let first = self.moves.len();
        let found = self.search_moves(node, depth, (alpha, beta), hash_move, is_threatened, first);
        self.moves.truncate(first);
        let (value, index) = found?;
        let bound = match value {
            _ if value >= beta => Bound::Lower,
            _ if value > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry = TableEntry {
            value: to_table(value, node.ply),
            bound,
            depth: depth.clamp(0, 255) as u8,
            index,
        };
        self.shared.table.put(node.key, entry);
        Ok(value)
    }

    fn search_moves(
        &mut self,
        node: &Node<'_, G::Position>,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        hash_move: Option<u16>,
        is_threatened: bool,
        first: usize,
    ) -> Result<(i32, u16), Stopped> {
        let Shared { game, is_sound, ref pruning, ref currently_searched, .. } = *self.shared;
        let &Node { position, ply, .. } = node;
        let side = game.to_move(position);
        let is_pv = beta - alpha > 1;
        let (mut best_score, mut best, mut best_of_these) = (-INFINITE, 0, None);
        // One of these causes most cut-offs, and then no moves need be generated.
        let hash_move_and_killers = self.hash_move_and_killers(position, ply, hash_move);
        for (tried, mv) in hash_move_and_killers.into_iter().flatten().enumerate() {
            let value = self.search_move(node, mv, depth, (alpha, beta), tried, 0)?;
            if value > best_score {
                (best_score, best_of_these) = (value, Some(mv));
            }
            if value > alpha {
                alpha = value;
                self.update_pv(ply, mv, is_pv);
            }
            if alpha >= beta {
                let history_index = (game.history_index(mv) % HISTORY_SIZE) as u16;
                self.history.update(
                    side,
                    ply,
                    depth,
                    &ScoredMove { mv, history_index, index: 0, score: 0 },
                    &[],
                );
                return Ok((best_score, self.index_of(position, mv)));
            }
        }
        let early = hash_move_and_killers.iter().flatten().count();
        self.generate_moves(position);
        self.score_moves(position, side, first);
        let move_count = self.moves.len() - first;
        // A single reply is extended.
        let depth = if move_count == 1 && !is_sound { depth + 1 } else { depth };
        for mv in hash_move_and_killers.into_iter().flatten() {
            let at = self.moves[first..].iter().position(|scored| scored.mv == mv);
            let scored = at.map(|at| self.moves.remove(first + at));
            best = scored.filter(|_| best_of_these == Some(mv)).map_or(best, |scored| scored.index);
        }
        let is_shared = depth >= ABDADA_MIN_DEPTH && currently_searched.is_in_use();
        let mut number = 0;
        while number < self.moves.len() - first {
            self.pick_next(first, number, depth);
            let ScoredMove { mv, score, index, .. } = self.moves[first + number];
            let tried = early + number;
            number += 1;
            let move_key = MoveKey::of(node.key, index);
            if is_shared && tried > 0 && score != DEFERRED && currently_searched.contains(move_key)
            {
                let deferred = ScoredMove { score: DEFERRED, ..self.moves[first + number - 1] };
                self.moves.push(deferred);
                continue;
            }
            let late = tried > 2 && !is_threatened;
            if late && !is_sound && !is_pv && best_score > -PROVEN {
                if pruning.skips_late_moves(tried, depth) {
                    break;
                }
            }
            let reduction = match late && depth >= 2 {
                true => {
                    let table = self.reductions[depth.min(63) as usize][tried.min(63)];
                    i32::from(table) - i32::from(is_pv)
                }
                false => 0,
            };
            if is_shared {
                currently_searched.insert(move_key);
            }
            let value = self.search_move(node, mv, depth, (alpha, beta), tried, reduction)?;
            if is_shared {
                currently_searched.remove(move_key);
            }
            if value > best_score {
                (best_score, best) = (value, index);
            }
            if value > alpha {
                alpha = value;
                self.update_pv(ply, mv, is_pv);
            }
            if alpha >= beta {
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
