//! Games line by line, for terminals that are no screen and for input that is no terminal.

mod board;
mod chooser;
mod game;

pub use board::draw;
pub use chooser::choose;
pub use game::play;
