//! Games in the terminal, line by line; the full-screen board is crates/terminal.

mod board;
mod chooser;
mod computer;
mod game;
mod input;

pub use board::draw;
pub use chooser::choose;
pub use computer::computer_of;
pub use game::play;
pub use input::{Input, Line};
