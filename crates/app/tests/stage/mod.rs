//! Test support for the page: its server, a WebSocket client, and a browser.

#![allow(dead_code, unused_imports, reason = "each test or example uses only a part")]

mod browser;
mod client;
mod launch;
mod measure;
mod page;
mod server;

pub use client::Client;
pub use launch::{Launched, Wire, answer, open_socket, play_a_move, request};
pub use measure::{Measured, Metrics, wait_until};
pub use page::Page;
pub use server::Server;
