//! A search worker: principal variation search with a transposition table.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use agon_core::{
    Bound, DefaultEval, EvalState as _, Game, IncrementalEval, Key, Outcome, Score, Stop as _,
};

use super::control::{MAX_DEPTH, SearchControl};
use super::history::{History, HistoryEntry};
use super::move_ordering::{SKIPPED, ScoredMove};
use super::pruning::{Pruning, PruningTables};
use super::transposition::{MAX_STORED_DEPTH, TableEntry, TranspositionTable};
use super::window::Window;
use crate::salt::Salt;

/// The largest ply, extensions and quiescence search included.
pub(super) const MAX_PLY: usize = MAX_DEPTH as usize + 64;

/// The most plies of quiescence search, in which threats are answered.
pub(super) const QSEARCH_MAX_PLIES: u32 = 8;

/// What the workers of a search share.
pub(super) struct Shared<'a, G: Game, E: ?Sized> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) table: &'a TranspositionTable,
    pub(super) salt: Salt,
    pub(super) control: &'a SearchControl<'a, G::Move>,
    pub(super) pruning: Pruning,
    /// Whether all moves of the root are searched.
    pub(super) is_whole: bool,
    /// Whether the last search had the same root.
    pub(super) is_same_root: bool,
    pub(super) max_nodes: u64,
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

/// How the moves of a node are searched.
#[derive(Clone, Copy)]
pub(super) struct MoveSearch<M> {
    pub(super) depth: i32,
    pub(super) window: Window,
    /// The code of the hash move.
    pub(super) code: Option<u32>,
    /// By how many plies the hash move is extended.
    pub(super) extension: i32,
    /// A move that is left out.
    pub(super) excluded: Option<M>,
    pub(super) is_threatened: bool,
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
    pub(super) history: &'a mut History<G::Move>,
    /// The moves of the current line, as they are in the history tables.
    pub(super) line: Vec<HistoryEntry>,
    /// A stack of move lists, one for each node of the current line.
    pub(super) moves: Vec<ScoredMove<G::Move>>,
    /// The principal variation from each ply on (a triangular table).
    pub(super) pv_table: Vec<Vec<G::Move>>,
    /// Nodes since the shared counter was last updated.
    unreported_nodes: u64,
    hits: u64,
    /// The selective depth: the largest ply that was reached.
    pub(super) seldepth: usize,
    pub(super) tables: PruningTables,
}

/// The code that stands for no move in the transposition table.
const NO_CODE: u32 = u32::MAX;

/// A move that wins the game at once.
pub(super) fn winning_move<G: Game>(game: &G, position: &G::Position) -> Option<G::Move> {
    let win = Some(Outcome::Win(game.to_move(position)));
    let mut winning = None;
    game.any_move(position, |mv| {
        let wins = game.outcome(&game.after(position, mv)) == win;
        winning = wins.then_some(mv);
        wins
    });
    winning
}

/// The search was stopped; the value at hand is worthless.
pub(super) struct Stopped;

impl<'a, G, E, const SOUND: bool> Worker<'a, G, E, SOUND>
where
    G: DefaultEval,
    E: IncrementalEval<G> + ?Sized,
{
    /// A worker that searches from this root.
    pub(super) fn new(
        shared: &'a Shared<'a, G, E>,
        root: &G::Position,
        history: &'a mut History<G::Move>,
    ) -> Self {
        Worker {
            shared,
            state: shared.evaluator.state(shared.game, root),
            history,
            line: vec![HistoryEntry::UNKNOWN; MAX_PLY + 2],
            moves: Vec::with_capacity(1024),
            pv_table: vec![Vec::new(); MAX_PLY + 2],
            unreported_nodes: 0,
            hits: 0,
            seldepth: 0,
            tables: PruningTables::new(&shared.pruning),
        }
    }

    /// The value of a move to the side that makes it.
    #[inline]
    pub(super) fn search_move(
        &mut self,
        node: &Node<'_, G::Position>,
        mv: G::Move,
        depth: i32,
        window: Window,
        tried: usize,
        reduction: i32,
    ) -> Result<Score, Stopped> {
        let game = self.shared.game;
        self.line[node.ply] = HistoryEntry::of(game, mv);
        let mut position = node.position.clone();
        let mut observer = (node.key, &mut self.state);
        observer.1.begin_move();
        game.play_observed(&mut position, mv, &mut observer);
        let (key, state) = observer;
        self.shared.table.touch(key);
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
            return Ok(self.win_now(node, window));
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
            let is_deep_enough = match SOUND {
                true => stored == depth,
                // What is proven stays proven, however deep a search is.
                false => stored >= depth || window.is_proven_by(value, entry.bound),
            };
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
                    // Less than it looks like: nothing was searched.
                    return Ok(Score::from_points((value.points() + window.beta.points()) / 2));
                }
            }
            if entry.is_none() && depth >= pruning.iir_min_depth {
                depth -= 1;
            }
        }
        let code = entry.map(|entry| entry.code);
        let (extension, excluded) = (0, None);
        let mut search = MoveSearch { depth, window, code, extension, excluded, is_threatened };
        if let Some(entry) = entry.filter(|_| !SOUND) {
            match self.hash_move_extension(node, &search, entry)? {
                ControlFlow::Break(value) => return Ok(value),
                ControlFlow::Continue(extension) => search.extension = extension,
            }
        }
        let (value, best) = self.search_moves(node, &search)?;
        let bound = window.bound_of(value);
        // If no move is good enough, the best one is a guess; the move of an earlier search
        // once was good enough, or is as good a guess.
        let kept = code.filter(|&code| !SOUND && bound == Bound::Upper && code != NO_CODE);
        let entry = TableEntry {
            value: value.plies_later(ply as u32),
            bound,
            depth: depth.clamp(0, MAX_STORED_DEPTH.into()) as u8,
            code: kept.unwrap_or_else(|| best.map_or(NO_CODE, |best| game.encode(best))),
        };
        // Minimax needs the very depth.
        table.put(key, entry, !SOUND);
        Ok(value)
    }

    /// Where the last search has left off, if it had the same root and found its value. The depths
    /// before that would only read from the table what led there.
    pub(super) fn resumed(&self, root: &G::Position) -> Option<TableEntry> {
        let Shared { game, table, salt, is_whole, is_same_root, .. } = *self.shared;
        let entry = table.get(salt.apply(game.key(root)));
        entry.filter(|it| is_same_root && is_whole && !SOUND && it.bound == Bound::Exact)
    }

    /// Keeps the value of the root.
    pub(super) fn keep_root(&self, root: &G::Position, value: Score, mv: G::Move, depth: u32) {
        let Shared { game, table, salt, is_whole, .. } = *self.shared;
        if !is_whole || SOUND {
            return;
        }
        let depth = depth.min(MAX_STORED_DEPTH.into()) as u8;
        let entry = TableEntry { value, bound: Bound::Exact, depth, code: game.encode(mv) };
        table.put(salt.apply(game.key(root)), entry, true);
    }

    /// Searches the moves of a position: the best value and its move.
    pub(super) fn search_moves(
        &mut self,
        node: &Node<'_, G::Position>,
        search: &MoveSearch<G::Move>,
    ) -> Result<(Score, Option<G::Move>), Stopped> {
        let first = self.moves.len();
        let found = self.search_listed_moves(node, search, first);
        self.moves.truncate(first);
        found
    }

    /// The same; the moves are collected from `first` on.
    fn search_listed_moves(
        &mut self,
        node: &Node<'_, G::Position>,
        search: &MoveSearch<G::Move>,
        first: usize,
    ) -> Result<(Score, Option<G::Move>), Stopped> {
        let &MoveSearch { depth, mut window, is_threatened, .. } = search;
        let game = self.shared.game;
        let &Node { position, ply, .. } = node;
        let side = game.to_move(position);
        let is_pv = !window.is_null();
        let (mut best_score, mut best) = (Score::WORST, None);
        if is_threatened {
            // All moves but evasions lose at once.
            best_score = Score::lose_in(ply as u32 + 2);
        }
        let early_moves = self.early_moves(position, ply, search.code);
        let mut tried = 0;
        for mv in early_moves.into_iter().flatten().filter(|&mv| Some(mv) != search.excluded) {
            // If the hash move is extended, it is the first.
            let extension = if tried == 0 { search.extension } else { 0 };
            let value = self.search_move(node, mv, depth + extension, window, tried, 0)?;
            tried += 1;
            if value > best_score {
                (best_score, best) = (value, Some(mv));
            }
            if value > window.alpha {
                self.update_pv(ply, mv, is_pv);
            }
            if window.raise(value) {
                self.reward(side, ply, depth, mv, 0..0);
                return Ok((best_score, best));
            }
        }
        let before = self.moves_before(ply);
        self.generate_moves(position, &before, is_threatened);
        let late_moves = match SOUND || is_pv || is_threatened {
            true => usize::MAX,
            false => self.tables.late_moves(depth),
        };
        for number in 0..self.moves.len() - first {
            self.pick_next(first, number, late_moves.saturating_add(1));
            let mv = self.moves[first + number].mv;
            if early_moves.contains(&Some(mv)) {
                self.moves[first + number].score = SKIPPED;
                continue;
            }
            // A loss is proven by all moves.
            if tried > late_moves && !best_score.is_loss() {
                break;
            }
            let is_late = tried > 2 && !is_threatened;
            let reduction = match !SOUND && is_late && depth >= 2 {
                true => self.tables.reduction(depth, tried) - i32::from(is_pv),
                false => 0,
            };
            let value = self.search_move(node, mv, depth, window, tried, reduction)?;
            tried += 1;
            if value > best_score {
                (best_score, best) = (value, Some(mv));
            }
            if value > window.alpha {
                self.update_pv(ply, mv, is_pv);
            }
            if window.raise(value) {
                self.reward(side, ply, depth, mv, first..first + number);
                break;
            }
        }
        Ok((best_score, best))
    }

    /// The value of a position in which a move wins at once. That move is the principal
    /// variation.
    #[inline]
    pub(super) fn win_now(&mut self, node: &Node<'_, G::Position>, window: Window) -> Score {
        let &Node { position, ply, .. } = node;
        self.reach_ply(ply + 1);
        if !window.is_null() {
            let game = self.shared.game;
            self.pv_table[ply].clear();
            self.pv_table[ply].extend(winning_move(game, position));
        }
        Score::win_in(ply as u32 + 1)
    }

    /// Makes a move and the line that follows it the principal variation of a ply.
    #[inline]
    pub(super) fn update_pv(&mut self, ply: usize, mv: G::Move, is_pv: bool) {
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

    /// The children of the current position are about to be evaluated.
    pub(super) fn expect_children(&mut self, position: &G::Position) {
        self.state.expect_children(self.shared.game, position);
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
