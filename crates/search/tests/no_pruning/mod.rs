//! Pruning parameters that prune nothing, for comparing with plain minimax.

use agon_search::Pruning;

/// No pruning and no reductions.
pub const NO_PRUNING: Pruning = Pruning {
    lmr_base: 0.0,
    lmr_divisor: f64::INFINITY,
    rfp_margin: 0,
    rfp_max_depth: 0,
    lmp_base: 0.0,
    lmp_factor: 0.0,
    lmp_max_depth: 0,
    frontier_moves: 0,
    iir_min_depth: i32::MAX,
    singular_min_depth: i32::MAX,
    singular_margin: 0,
    aspiration_window: 30,
};
