//! Games in the terminal, line by line.

mod board;
mod chooser;
mod game;
mod input;

pub use chooser::choose;
pub use game::play;
pub use input::{Input, Line};
