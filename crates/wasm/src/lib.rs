//! The games of the page in a worker of the browser, without a server.
//!
//! Without a server, the page starts a worker that runs a [`Host`]. The host owns the games and
//! answers the same messages as the server. It stores and searches nothing itself: it requests
//! actions, which the script of the worker (`web/site/host-worker.js`) performs. Games go to the
//! browser's database. Jobs go to other workers, each with an [`Engine`].

#![warn(clippy::unwrap_used)]

mod action;
mod bindings;
mod engine;
mod host;

pub use action::{Action, Actions};
pub use engine::{Engine, World};
pub use host::{Host, Now};
