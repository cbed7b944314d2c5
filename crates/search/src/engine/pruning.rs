//! Pruning and reductions: which moves and positions the engine searches less deeply.

use agon_core::Score;

/// The parameters of pruning and reductions. The default values come from matches, which
/// are logged in EXPERIMENTS.md.
///
/// ```
/// use agon_search::Pruning;
///
/// // An engine that skips no moves.
/// let pruning = Pruning { lmp_max_depth: 0, frontier_moves: 0, ..Pruning::default() };
/// assert_ne!(pruning, Pruning::default());
/// ```
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
    pub lmp_base: f64,
    /// ... and how many more for the square of the remaining depth.
    pub lmp_factor: f64,
    /// Late move pruning: the largest remaining depth at which it is done.
    pub lmp_max_depth: i32,
    /// Late move pruning one ply before the horizon: how many moves besides killers are tried,
    /// 16 at most; with 0 all of them.
    pub frontier_moves: usize,
    /// Internal iterative reductions: the least remaining depth at which a position that the
    /// transposition table does not know is searched a ply less deep.
    pub iir_min_depth: i32,
    /// Singular extensions: the least remaining depth at which the hash move is compared with
    /// the others.
    pub singular_min_depth: i32,
    /// Singular extensions: how much worse than the hash move the others must be, for each ply
    /// of remaining depth.
    pub singular_margin: i32,
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
            lmp_base: 4.0,
            lmp_factor: 1.5,
            lmp_max_depth: 6,
            frontier_moves: 6,
            iir_min_depth: 4,
            singular_min_depth: 6,
            singular_margin: 2,
            aspiration_window: 30,
        }
    }
}

/// The number of remaining depths, and of moves tried before, that are distinguished.
const STEPS: usize = 64;

/// The parameters for each remaining depth, computed once for a search.
pub(super) struct PruningTables {
    reductions: Vec<[u8; STEPS]>,
    late_moves: [usize; STEPS],
}

impl PruningTables {
    pub(super) fn new(pruning: &Pruning) -> PruningTables {
        let logs: [f64; STEPS] = std::array::from_fn(|number| (number.max(1) as f64).ln());
        let of = |product: f64| (pruning.lmr_base + product / pruning.lmr_divisor) as u8;
        PruningTables {
            reductions: logs.iter().map(|depth| logs.map(|tried| of(depth * tried))).collect(),
            late_moves: std::array::from_fn(|depth| match depth as i32 <= pruning.lmp_max_depth {
                true => (pruning.lmp_base + pruning.lmp_factor * (depth * depth) as f64) as usize,
                false => usize::MAX,
            }),
        }
    }

    /// Late move reductions: by how many plies a move is reduced, by the remaining depth and
    /// the number of moves tried before.
    #[inline]
    pub(super) fn reduction(&self, depth: i32, tried: usize) -> i32 {
        self.reductions[step(depth)][tried.min(STEPS - 1)].into()
    }

    /// Late move pruning: after how many moves the others are skipped.
    #[inline]
    pub(super) fn late_moves(&self, depth: i32) -> usize {
        self.late_moves[step(depth)]
    }
}

#[inline]
fn step(depth: i32) -> usize {
    (depth.max(0) as usize).min(STEPS - 1)
}

impl Pruning {
    /// Reverse futility pruning: whether an evaluation so far above beta counts as a
    /// cut-off without a search.
    #[inline]
    pub(super) fn is_futile(&self, evaluation: Score, beta: Score, depth: i32) -> bool {
        depth <= self.rfp_max_depth && evaluation - beta >= self.rfp_margin * depth
    }
}
