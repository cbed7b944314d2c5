//! What is needed to try the page: the server, a page without a browser, and the browser.

#![allow(dead_code, unused_imports, reason = "each program that is built with it uses a part")]

mod browser;
mod client;
mod page;
mod server;

pub use client::Client;
pub use page::Page;
pub use server::Server;
