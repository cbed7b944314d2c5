//! Games on a terminal: a full-screen board with cursor and mouse, and [`line_mode`].
//!
//! Data flows one way. `State` turns events (keys, mouse, reports of searches) into a new state and
//! actions. `draw` turns a state into a screen. Both are pure, so tests need no terminal. The
//! runner connects them to the terminal and the search thread.
//!
//! [`PlayedGame`] is shared with [`line_mode`].

#![warn(clippy::unwrap_used)]

mod draw;
mod job;
mod layout;
pub mod line_mode;
mod menu;
mod played_game;
mod remarks;
mod runner;
mod selection;
mod shown;
mod state;
mod text;
mod theme;
mod worker;

pub use menu::{Choice, Way, ways};
pub use played_game::{PlayedGame, describe};
pub use remarks::Remarks;
pub use runner::{NewGame, choose, is_possible, play};
pub use worker::MakeThreads;
