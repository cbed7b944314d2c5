//! The commands, one file each.

mod bench;
mod best;
mod contest;
mod data;
mod eval;
mod explain;
mod kb;
mod ladder;
mod matches;
mod maze;
mod moves;
mod perft;
mod play;
mod players;
mod replay;
mod rules;
mod solve;
mod tree;
mod ugi;

pub use bench::bench;
pub use best::best;
pub use contest::contest;
pub use data::data;
pub use eval::eval;
pub use kb::kb;
pub use matches::match_;
pub use maze::maze;
pub use moves::moves;
pub use perft::perft;
pub use play::play;
pub use players::players;
pub use replay::replay;
pub use rules::rules;
pub use solve::{empty_base, solve, solve_into};
pub use tree::tree;
pub use ugi::ugi;
