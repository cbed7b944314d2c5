//! Test support for the page: its server, a WebSocket client, and a browser.

#![allow(dead_code, unused_imports, reason = "each test or example uses only a part")]

mod browser;
mod client;
mod launch;
mod measure;
mod page;
mod server;
mod site;

pub use client::Client;
pub use launch::{Launched, Wire, answer, open_socket, play_a_move, request};
pub use measure::{Measured, Metrics, wait_until};
pub use page::Page;
pub use server::Server;
pub use site::{Line, Site};

/// What a browser visits.
pub trait Address {
    /// The address of its start page.
    fn url(&self) -> &str;
}

impl Address for Server {
    fn url(&self) -> &str {
        Server::url(self)
    }
}
