//! Singular extensions: a hash move that is much better than all others is searched deeper.

use std::ops::ControlFlow;

use agon_core::{Bound, DefaultEval, IncrementalEval, Score};

use super::transposition::TableEntry;
use super::window::Window;
use super::worker::{MoveSearch, Node, Shared, Stopped, Worker};

/// An entry may be this much shallower than the search that relies on it.
const DEPTH_SLACK: i32 = 3;

impl<G: DefaultEval, E: IncrementalEval<G> + ?Sized, const SOUND: bool> Worker<'_, G, E, SOUND> {
    /// By how many plies the hash move is extended, or the value of a node that need not be
    /// searched.
    ///
    /// All other moves are searched at half the depth, with a null window somewhat below the
    /// value of the hash move. If all fail low, the hash move is singular and is extended. If
    /// one fails high even above beta, two moves are good enough: the node is cut (multi-cut).
    /// If only the hash move's value is above beta, it is one of several good moves and is
    /// reduced.
    pub(super) fn hash_move_extension(
        &mut self,
        node: &Node<'_, G::Position>,
        search: &MoveSearch<G::Move>,
        entry: TableEntry,
    ) -> Result<ControlFlow<Score, i32>, Stopped> {
        let Shared { game, ref pruning, .. } = *self.shared;
        let MoveSearch { depth, window, is_threatened, .. } = *search;
        let value = entry.value.plies_earlier(node.ply as u32);
        let is_reliable = entry.bound != Bound::Upper
            && i32::from(entry.depth) >= depth - DEPTH_SLACK
            && !value.is_win()
            && !value.is_loss();
        if depth < pruning.singular_min_depth || is_threatened || !is_reliable {
            return Ok(ControlFlow::Continue(0));
        }
        let hash_move = game.decode(entry.code).filter(|&mv| game.is_legal(node.position, mv));
        let Some(hash_move) = hash_move else { return Ok(ControlFlow::Continue(0)) };
        let bar = value.points() - pruning.singular_margin * depth;
        let window_below =
            Window { alpha: Score::from_points(bar - 1), beta: Score::from_points(bar) };
        let others = MoveSearch {
            depth: (depth - 1) / 2,
            window: window_below,
            excluded: Some(hash_move),
            ..*search
        };
        let (best_other, _) = self.search_moves(node, &others)?;
        self.pv_table[node.ply].clear();
        Ok(if best_other < window_below.beta {
            ControlFlow::Continue(1)
        } else if window.is_null() && window_below.beta >= window.beta {
            ControlFlow::Break(window_below.beta)
        } else {
            ControlFlow::Continue(-i32::from(value >= window.beta))
        })
    }
}
