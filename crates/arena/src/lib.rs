//! Where games meet players.
//!
//! The [registry](GAMES) names every game. A [`Session`] is a game in progress
//! with its history; a [`Table`] is a session with its two players, text in and
//! text out, so that whoever serves people need not know which game it is.
//!
//! What happens in the world (terminals, files, clocks) is not known here.

#![warn(clippy::unwrap_used)]

mod ask;
mod base;
mod bench;
mod game_table;
mod house;
mod ladder;
mod levels;
mod playthrough;
mod registry;
mod rules;
mod seat;
mod session;
mod table;

pub mod contest;
pub mod players;

pub use ask::{Ask, Search};
pub use base::Base;
pub use bench::bench;
pub use ladder::{Duel, duel};
pub use levels::{LEVELS, Level};
pub use playthrough::playthrough;
pub use registry::{Decide, Entry, GAMES, Theory, find};
pub use rules::{Lent, Rules, Sample, game_of};
pub use seat::{Seat, SeatRefusal};
pub use session::Session;
pub use table::{Judgement, KnownMove, ListedMove, Refused, SetRefusal, Table, Thought};

/// The example in CONTRIBUTING.md is compiled, run and so kept true.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
