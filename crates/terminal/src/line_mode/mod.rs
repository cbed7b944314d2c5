//! Games line by line, for terminals that are no screen and for input that is no terminal.

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
