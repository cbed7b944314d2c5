//! The events of the engine's main loop.

use std::time::Instant;

use agon_host::lines::RawLine;

/// An event of the main loop.
pub(crate) enum Event {
    /// A line of input, and when it was read: the time of a move counts from then.
    Input(RawLine, Instant),
    /// An info line of the search.
    Info(String),
    /// The search has ended, with these lines to write.
    Done(Vec<String>),
}
