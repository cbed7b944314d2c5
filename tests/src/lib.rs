//! Helpers of tests and measuring programs: start `agon`, its server and external programs, and
//! wait for them.

mod agon;
#[cfg(feature = "browser")]
mod browser;
mod client;
pub mod engines;
pub mod interpreters;
mod launch;
#[cfg(feature = "squares")]
mod local_transport;
mod measure;
pub mod nats;
#[cfg(feature = "browser")]
mod page;
mod server;
mod site;
#[cfg(feature = "squares")]
pub mod squares;
mod wait;

pub use agon::{Run, agon, path_with_agon, program, program_named, text};
pub use client::Client;
pub use launch::{Launched, Wire, answer, open_socket, play_a_move, request};
pub use measure::{Measured, Metrics};
#[cfg(feature = "browser")]
pub use page::Page;
pub use server::Server;
pub use site::{Line, Site};
pub use wait::{end_of, ends_within, holds_within, wait_until, wait_until_at_work};

/// Something that a browser visits.
pub trait Address {
    /// The address of its start page.
    fn url(&self) -> &str;
}

/// An address that somebody was sent.
impl Address for String {
    fn url(&self) -> &str {
        self
    }
}

impl Address for Server {
    fn url(&self) -> &str {
        Server::url(self)
    }
}
