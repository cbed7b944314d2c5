//! Test support for the page: its server, a WebSocket client, and a browser.

#![allow(dead_code, unused_imports, reason = "each test or example uses only a part")]

mod browser;
mod client;
mod page;
mod server;

pub use client::Client;
pub use page::Page;
pub use server::Server;
