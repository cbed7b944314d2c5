//! The games of the page in a worker of the browser, without a server.
//!
//! A page without a server starts a worker in which a [`Host`] does what the program does
//! elsewhere: it owns the games, and answers the same messages. It stores and searches nothing
//! itself. It says what is to be done, and the script of the worker (`web/site/host-worker.js`)
//! does it: games go to the browser's database, jobs go to other workers, each with an
//! [`Engine`].

#![warn(clippy::unwrap_used)]

mod action;
mod bindings;
mod engine;
mod host;

pub use action::{Action, Actions};
pub use engine::{Engine, World};
pub use host::{Host, Now};
