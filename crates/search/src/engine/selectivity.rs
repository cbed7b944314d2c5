//! What the engine looks at less closely, and by how much.

/// How much is left out for the sake of depth. The usual numbers come from matches, which
/// are logged in EXPERIMENTS.md.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruning {
    /// The plies by which every late move is looked at less deep.
    pub reduction: f64,
    /// The more, the slower the reduction grows with depth and with the moves before.
    pub reduction_divisor: f64,
    /// How far above what is wanted the estimate must be, for each ply that is left, to
    /// be believed.
    pub margin: i32,
    /// The most plies that are left out on the word of an estimate.
    pub margin_depth: i32,
    /// How many moves are tried near the end of a line, ...
    pub few: i32,
    /// ... and how many more for the square of the plies that are left.
    pub few_a_ply: i32,
    /// From how many plies before the end on only few moves are tried.
    pub few_depth: i32,
    /// From how many plies before the end on a position that the table does not know is
    /// looked at a ply less deep.
    pub unknown_depth: i32,
    /// How far from the last value the next is expected at first.
    pub window: i32,
}

impl Default for Pruning {
    fn default() -> Pruning {
        Pruning {
            reduction: 1.0,
            reduction_divisor: 1.4,
            margin: 30,
            margin_depth: 6,
            few: 8,
            few_a_ply: 8,
            few_depth: 3,
            unknown_depth: 4,
            window: 30,
        }
    }
}

impl Pruning {
    /// The plies by which a move is looked at less deep, by the plies that are left and
    /// the number of moves tried before.
    pub(super) fn reductions(&self) -> Vec<[u8; 64]> {
        let logs: [f64; 64] = std::array::from_fn(|number| (number.max(1) as f64).ln());
        let of = |product: f64| (self.reduction + product / self.reduction_divisor) as u8;
        logs.iter().map(|depth| logs.map(|tried| of(depth * tried))).collect()
    }

    /// Whether an estimate so far above what is wanted needs no proof.
    #[inline]
    pub(super) fn is_enough(&self, above: i32, depth: i32) -> bool {
        depth <= self.margin_depth && above >= self.margin * depth
    }

    /// Whether so many moves are all that is tried.
    #[inline]
    pub(super) fn are_few_enough(&self, tried: usize, depth: i32) -> bool {
        depth <= self.few_depth && tried as i32 > self.few + self.few_a_ply * depth * depth
    }
}
