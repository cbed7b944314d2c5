//! The exact value of every position, for every ply limit.

mod bits;
mod induction;
mod passes;
mod root;
mod solved;
#[cfg(test)]
mod tests;

pub use root::{RootMove, RootValue, root_effort, solve_root, winner_without_ply_limit};
pub use solved::Solved;

agon_core::refusals! {
    /// Why a maze cannot be solved.
    pub enum SolveRefusal {
        Stopped => "stopped before the maze was solved",
        Memory { needed: u64, limit: u64 } => "solving this maze for perfect play takes at least {needed} MB of memory, and the limit is {limit} MB",
    }
}
