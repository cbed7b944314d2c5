//! Where games meet players.
//!
//! The [registry](GAMES) names every game. A [`MoveList`] is a game in progress
//! with its history; a [`AnySession`] is a session with its two players, text in and
//! text out, so that whoever serves people need not know which game it is.
//!
//! What happens in the world (terminals, files, clocks) is not known here.

#![warn(clippy::unwrap_used)]

mod any_session;
mod ask;
mod base;
mod bench;
mod extras;
mod ladder;
mod levels;
mod move_list;
mod player_spec;
mod playthrough;
mod registry;
mod rules;
mod session;

pub mod contest;
pub mod players;
pub mod ugi;

pub use any_session::{
    AnySession, Judgement, ListedMove, ProvenMove, Refused, SetRefusal, Thought,
};
pub use ask::{Ask, Search};
pub use base::Base;
pub use bench::bench;
pub use ladder::{Duel, duel};
pub use levels::{LEVELS, Level};
pub use move_list::MoveList;
pub use player_spec::{PlayerRefusal, PlayerSpec};
pub use playthrough::playthrough;
pub use registry::{Decide, GAMES, GameEntry, Parameter, Theory, find};
pub use rules::{LoadedRules, Rules, Sample, game_of};

/// The example in CONTRIBUTING.md is compiled, run and so kept true.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
