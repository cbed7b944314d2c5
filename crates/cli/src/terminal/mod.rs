//! Games in the terminal, line by line; the full-screen board is crates/terminal.

mod board;
mod chooser;
mod computer;
mod game;
mod input;
mod notice;

pub use board::draw;
pub use chooser::choose;
pub use computer::computer_of;
pub use game::play;
pub use input::{Input, Line};
pub use notice::{Progress, Verbosity, detail, notice, set_verbosity, verbosity, write_error};
