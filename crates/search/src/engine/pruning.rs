//! Pruning and reductions: which moves and positions the engine searches less deeply.

use agon_core::Score;

/// The parameters of pruning and reductions. The default values come from matches, which
/// are logged in EXPERIMENTS.md.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruning {
    /// Late move reductions: the plies by which every late move is reduced.
    pub lmr_base: f64,
    /// Late move reductions: the larger, the slower the reduction grows with the depth and
    /// with the number of moves tried before.
    pub lmr_divisor: f64,
    /// Reverse futility pruning: how far above beta the evaluation must be, for each ply of
    /// remaining depth.
    pub rfp_margin: i32,
    /// Reverse futility pruning: the largest remaining depth at which it is done.
    pub rfp_max_depth: i32,
    /// Late move pruning: how many moves are tried at least, ...
    pub lmp_base: i32,
    /// ... and how many more for the square of the remaining depth.
    pub lmp_factor: i32,
    /// Late move pruning: the largest remaining depth at which it is done.
    pub lmp_max_depth: i32,
    /// Internal iterative reductions: the least remaining depth at which a position that the
    /// transposition table does not know is searched a ply less deep.
    pub iir_min_depth: i32,
    /// Aspiration windows: half the width of the first window, in points.
    pub aspiration_window: i32,
}

impl Default for Pruning {
    fn default() -> Pruning {
        Pruning {
            lmr_base: 1.0,
            lmr_divisor: 1.4,
            rfp_margin: 30,
            rfp_max_depth: 6,
            lmp_base: 8,
            lmp_factor: 8,
            lmp_max_depth: 3,
            iir_min_depth: 4,
            aspiration_window: 30,
        }
    }
}

impl Pruning {
    /// The late move reductions in plies, by the remaining depth and the number of moves
    /// tried before.
    pub(super) fn reductions(&self) -> Vec<[u8; 64]> {
        let logs: [f64; 64] = std::array::from_fn(|number| (number.max(1) as f64).ln());
        let of = |product: f64| (self.lmr_base + product / self.lmr_divisor) as u8;
        logs.iter().map(|depth| logs.map(|tried| of(depth * tried))).collect()
    }

    /// Reverse futility pruning: whether an evaluation so far above beta counts as a
    /// cut-off without a search.
    #[inline]
    pub(super) fn is_futile(&self, evaluation: Score, beta: Score, depth: i32) -> bool {
        depth <= self.rfp_max_depth && evaluation - beta >= self.rfp_margin * depth
    }

    /// Late move pruning: whether the remaining moves are skipped.
    #[inline]
    pub(super) fn skips_late_moves(&self, tried: usize, depth: i32) -> bool {
        let limit = self.lmp_base + self.lmp_factor * depth * depth;
        depth <= self.lmp_max_depth && tried as i32 > limit
    }
}
