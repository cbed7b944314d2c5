//! One file a command.

mod eval;
mod moves;
mod perft;
mod play;

pub use eval::eval;
pub use moves::moves;
pub use perft::perft;
pub use play::play;
