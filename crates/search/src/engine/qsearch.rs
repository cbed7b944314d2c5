//! Frontier nodes and quiescence search, where most of the time is spent.

use std::ops::ControlFlow;

use agon_core::{DefaultEval, EvalState as _, IncrementalEval, Score};

use super::move_ordering::ScoredMove;
use super::window::Window;
use super::worker::{MAX_PLY, Node, QSEARCH_MAX_PLIES, Shared, Stopped, Worker};

impl<'a, G, E, const SOUND: bool> Worker<'a, G, E, SOUND>
where
    G: DefaultEval,
    E: IncrementalEval<G> + ?Sized,
{
    /// The value of a frontier node, one ply before the horizon. Most nodes are of this kind,
    /// so moves are not collected, and nothing goes to the table; where only a bound is asked
    /// for, only the most promising moves are tried.
    pub(super) fn frontier_node(
        &mut self,
        node: &Node<'_, G::Position>,
        mut window: Window,
    ) -> Result<Score, Stopped> {
        let Shared { game, ref pruning, .. } = *self.shared;
        let &Node { position, ply, .. } = node;
        let is_proven = window.beta.is_win() || window.beta.is_loss();
        if !SOUND && window.is_null() && !is_proven {
            let value = self.evaluate(position)?;
            if pruning.is_futile(value, window.beta, 1) {
                return Ok(value);
            }
        }
        self.reach_ply(ply + 1);
        if SOUND {
            self.state.expect_children(game, position);
        }
        let is_pv = !window.is_null();
        let killers = self.history.killers(ply);
        let mut best_score = Score::WORST;
        for mv in killers.into_iter().flatten() {
            if game.is_legal(position, mv) {
                let value = self.search_frontier_move(node, mv, window)?;
                best_score = best_score.max(value);
                if value > window.alpha {
                    self.update_pv(ply, mv, is_pv);
                }
                if window.raise(value) {
                    return Ok(value);
                }
            }
        }
        if !SOUND && !is_pv && pruning.frontier_moves > 0 {
            for mv in self.select_moves(position, &killers, pruning.frontier_moves) {
                let Some(mv) = mv else { break };
                let value = self.search_frontier_move(node, mv, window)?;
                best_score = best_score.max(value);
                if window.raise(value) {
                    self.history.add_killer(ply, mv);
                    return Ok(value);
                }
            }
            // A loss is proven by all moves.
            if !best_score.is_loss() {
                return Ok(best_score);
            }
        }
        let mut is_stopped = false;
        let _: ControlFlow<()> = game.try_for_each_move(position, |mv| {
            if killers.contains(&Some(mv)) {
                return ControlFlow::Continue(());
            }
            let Ok(value) = self.search_frontier_move(node, mv, window) else {
                is_stopped = true;
                return ControlFlow::Break(());
            };
            best_score = best_score.max(value);
            if value > window.alpha {
                self.update_pv(ply, mv, is_pv);
            }
            if window.raise(value) {
                self.history.add_killer(ply, mv);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if is_stopped { Err(Stopped) } else { Ok(best_score) }
    }

    /// The value of a move of a frontier node to the side that makes it.
    #[inline]
    fn search_frontier_move(
        &mut self,
        node: &Node<'_, G::Position>,
        mv: G::Move,
        window: Window,
    ) -> Result<Score, Stopped> {
        let game = self.shared.game;
        let mut position = node.position.clone();
        self.state.play_move(game, &mut position, mv);
        self.count_node()?;
        let (side, ply) = (game.to_move(node.position), node.ply + 1);
        let value = match game.outcome(&position) {
            Some(outcome) => {
                self.pv_table[ply].clear();
                outcome.seen_by(side).plies_earlier(ply as u32)
            }
            None => {
                let next = Node { position: &position, key: node.key, ply };
                match game.to_move(&position) == side {
                    true => self.qsearch(&next, window, QSEARCH_MAX_PLIES)?,
                    false => -self.qsearch(&next, window.flip(), QSEARCH_MAX_PLIES)?,
                }
            }
        };
        self.state.undo_move();
        Ok(value)
    }

    /// Quiescence search: the evaluation, once neither side is about to win.
    #[inline(always)]
    pub(super) fn qsearch(
        &mut self,
        node: &Node<'_, G::Position>,
        window: Window,
        plies_left: u32,
    ) -> Result<Score, Stopped> {
        let game = self.shared.game;
        let &Node { position, ply, .. } = node;
        if !window.is_null() {
            self.pv_table[ply].clear();
        }
        if !SOUND {
            if game.can_win_now(position) {
                return Ok(self.win_now(node, window));
            }
            if plies_left > 0 && ply < MAX_PLY && game.is_threatened(position) {
                let first = self.moves.len();
                let value = self.evasions(node, window, plies_left, first);
                self.moves.truncate(first);
                return value;
            }
        }
        self.evaluate(position)
    }

    /// The value of a threatened position at the horizon: all moves but evasions lose at
    /// once, so only those are searched. Moves are collected from `first` on.
    fn evasions(
        &mut self,
        node: &Node<'_, G::Position>,
        mut window: Window,
        plies_left: u32,
        first: usize,
    ) -> Result<Score, Stopped> {
        let game = self.shared.game;
        let &Node { position, ply, .. } = node;
        let side = game.to_move(position);
        let is_pv = !window.is_null();
        let mut best_score = Score::lose_in(ply as u32 + 2);
        let moves = &mut self.moves;
        game.for_each_evasion(position, |mv| moves.push(ScoredMove { mv, index: 0, score: 0 }));
        for number in first..self.moves.len() {
            let mv = self.moves[number].mv;
            let mut after = position.clone();
            self.state.play_move(game, &mut after, mv);
            if game.can_win_now(&after) && game.to_move(&after) != side {
                self.state.undo_move();
                continue;
            }
            self.count_node()?;
            self.reach_ply(ply + 1);
            let value = match game.outcome(&after) {
                Some(outcome) => {
                    self.pv_table[ply + 1].clear();
                    outcome.seen_by(side).plies_earlier(ply as u32 + 1)
                }
                None => {
                    let next = Node { position: &after, key: node.key, ply: ply + 1 };
                    match game.to_move(&after) == side {
                        true => self.qsearch(&next, window, plies_left - 1)?,
                        false => -self.qsearch(&next, window.flip(), plies_left - 1)?,
                    }
                }
            };
            self.state.undo_move();
            best_score = best_score.max(value);
            if value > window.alpha {
                self.update_pv(ply, mv, is_pv);
            }
            if window.raise(value) {
                break;
            }
        }
        Ok(best_score)
    }
}
