//! Runs foreign programs: engines, evaluators and hand-ins. They run in a sandbox, exchange lines
//! within limits, and are ended with all their descendants.

#![warn(clippy::unwrap_used)]

mod child;
mod command_line;
#[cfg(unix)]
mod exchange;
#[cfg(not(unix))]
#[path = "exchange_elsewhere.rs"]
mod exchange;
mod folder;
mod forfeit;
mod group;
#[cfg(target_os = "linux")]
mod guard;
mod limits;
mod log;
mod process;
mod restriction;
mod stderr_tail;

use std::process::ExitCode;

pub use child::EngineChild;
pub use command_line::CommandLine;
pub use exchange::{Exchange, NoAnswers};
pub use forfeit::Forfeit;
pub use limits::{EngineLimits, Timeouts};
pub use log::EngineLog;
pub use process::{EngineIo, Process};
pub use restriction::{Restriction, Restrictions};
pub use stderr_tail::StderrTail;

/// Runs the guard of an engine, if this program was started as one.
#[cfg(target_os = "linux")]
pub fn run_as_guard() -> Option<ExitCode> {
    guard::run_if_requested()
}

/// This system has no guards.
#[cfg(not(target_os = "linux"))]
pub fn run_as_guard() -> Option<ExitCode> {
    None
}

/// The restrictions that a guard can enforce; `None` if this system has no guards.
#[cfg(target_os = "linux")]
fn probe_guard() -> Option<Vec<Restriction>> {
    guard::probe()
}

/// This system has no guards.
#[cfg(not(target_os = "linux"))]
fn probe_guard() -> Option<Vec<Restriction>> {
    None
}
