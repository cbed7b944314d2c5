//! Line mode: games on terminals without cursor control, and from input that is no terminal.

mod board;
mod chooser;
mod game;

pub use board::draw;
pub use chooser::choose;
pub use game::play;
