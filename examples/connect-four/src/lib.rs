//! Connect Four: discs fall to the bottom of a column, and four in a row win.
//!
//! A game of one's own in a crate of one's own. `rules` are the rules and nothing else; `notation`,
//! `scene`, `eval` and `about` are what makes a program of them.

mod about;
mod eval;
mod notation;
mod rules;
mod scene;

use agon::GameEntry;
#[cfg(feature = "conformance")]
use agon_core::{Outcome, Side};

pub use eval::OpenFours;
pub use notation::Refusal;
pub use rules::{ConnectFour, Position};

/// What the battery tries the rules with: results as the rules say them, every column, and one
/// that is not there.
#[cfg(feature = "conformance")]
impl agon_core::conformance::TrialMoves for ConnectFour {
    fn finished() -> &'static [(&'static str, Outcome)] {
        &[
            ("......./......./......./......./RRR..../YYYY...", Outcome::Win(Side::First)),
            ("......./......./R....../R....../RY...../RYY.Y..", Outcome::Win(Side::Second)),
        ]
    }

    fn trial_moves(&self, _: &Position) -> Vec<u8> {
        self.columns_from_middle().chain([9]).collect()
    }
}

/// The game as the program knows it: a session, a search, matches, and endings that are proven.
pub const ENTRY: GameEntry = GameEntry::of::<ConnectFour>().decided_by_search::<ConnectFour>();
