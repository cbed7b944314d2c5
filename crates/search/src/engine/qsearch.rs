//! Frontier nodes and quiescence search, where most of the time is spent.

use agon_core::{DefaultEval, EvalState as _, IncrementalEval};

use super::values::{INFINITE, PROVEN, WIN, terminal_value};
use super::worker::{MAX_PLY, Node, QSEARCH_MAX_PLIES, Shared, Stopped, Worker};

impl<'a, G: DefaultEval, E: IncrementalEval<G> + ?Sized> Worker<'a, G, E> {
    /// The value of a frontier node, one ply before the horizon. Most nodes are of this kind,
    /// so moves are neither collected nor ordered, and nothing goes to the table.
    pub(super) fn frontier_node(
        &mut self,
        node: &Node<'_, G::Position>,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let Shared { game, is_sound, ref pruning, .. } = *self.shared;
        let &Node { position, ply, .. } = node;
        if !is_sound && beta - alpha == 1 && beta.abs() < PROVEN {
            let value = self.state.evaluate(game, position).points();
            if pruning.is_futile(value - beta, 1) {
                return Ok(value);
            }
        }
        self.reach_ply(ply + 1);
        let killers = self.history.killers(ply);
        let mut best_score = -INFINITE;
        for mv in killers.into_iter().flatten() {
            if game.is_legal(position, mv) {
                let value = self.search_frontier_move(node, mv, alpha, beta)?;
                best_score = best_score.max(value);
                alpha = alpha.max(value);
                if value >= beta {
                    return Ok(value);
                }
            }
        }
        let mut stopped = false;
        game.for_each_move(position, |mv| {
            if best_score >= beta || stopped || killers.contains(&Some(mv)) {
                return;
            }
            match self.search_frontier_move(node, mv, alpha, beta) {
                Ok(value) => {
                    best_score = best_score.max(value);
                    alpha = alpha.max(value);
                    if value >= beta {
                        self.history.add_killer(ply, mv);
                    }
                }
                Err(Stopped) => stopped = true,
            }
        });
        if stopped { Err(Stopped) } else { Ok(best_score) }
    }

    /// The value of a move of a frontier node to the side that makes it.
    #[inline]
    fn search_frontier_move(
        &mut self,
        node: &Node<'_, G::Position>,
        mv: G::Move,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let game = self.shared.game;
        let mut position = node.position.clone();
        self.state.play_move(game, &mut position, mv);
        self.count_node()?;
        let (side, ply) = (game.to_move(node.position), node.ply + 1);
        let value = match game.outcome(&position) {
            Some(outcome) => terminal_value(outcome, side, ply),
            None => {
                let next = Node { position: &position, key: node.key, ply };
                match game.to_move(&position) == side {
                    true => self.qsearch(&next, alpha, beta, QSEARCH_MAX_PLIES)?,
                    false => -self.qsearch(&next, -beta, -alpha, QSEARCH_MAX_PLIES)?,
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
        alpha: i32,
        beta: i32,
        plies_left: u32,
    ) -> Result<i32, Stopped> {
        let Shared { game, is_sound, .. } = *self.shared;
        let &Node { position, ply, .. } = node;
        if !is_sound {
            if game.can_win_now(position) {
                self.reach_ply(ply + 1);
                return Ok(WIN - ply as i32 - 1);
            }
            if plies_left > 0 && ply < MAX_PLY && game.is_threatened(position) {
                return self.evasions(node, alpha, beta, plies_left);
            }
        }
        Ok(self.state.evaluate(game, position).points())
    }

    /// The value of a threatened position at the horizon: all moves but evasions lose at
    /// once, so only those are searched.
    fn evasions(
        &mut self,
        node: &Node<'_, G::Position>,
        alpha: i32,
        beta: i32,
        plies_left: u32,
    ) -> Result<i32, Stopped> {
        let game = self.shared.game;
        let &Node { position, ply, .. } = node;
        let side = game.to_move(position);
        let mut best_score = ply as i32 + 2 - WIN;
        let first = self.moves.len();
        self.generate_moves(position);
        let mut alpha = alpha;
        for number in first..self.moves.len() {
            let mut after = position.clone();
            self.state.play_move(game, &mut after, self.moves[number].mv);
            if game.can_win_now(&after) && game.to_move(&after) != side {
                self.state.undo_move();
                continue;
            }
            if let Err(stopped) = self.count_node() {
                self.moves.truncate(first);
                return Err(stopped);
            }
            self.reach_ply(ply + 1);
            let value = match game.outcome(&after) {
                Some(outcome) => terminal_value(outcome, side, ply + 1),
                None => {
                    let next = Node { position: &after, key: node.key, ply: ply + 1 };
                    let same = game.to_move(&after) == side;
                    let window = if same { (alpha, beta) } else { (-beta, -alpha) };
                    let found = self.qsearch(&next, window.0, window.1, plies_left - 1);
                    let Ok(value) = found else {
                        self.moves.truncate(first);
                        return found;
                    };
                    if same { value } else { -value }
                }
            };
            self.state.undo_move();
            best_score = best_score.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        Ok(best_score)
    }
}
