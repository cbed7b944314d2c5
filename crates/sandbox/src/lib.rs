//! Runs foreign programs: engines, evaluators and hand-ins. They run in a sandbox, exchange lines
//! within limits, and are ended with all their descendants.

#![warn(clippy::unwrap_used)]

mod child;
mod command_line;
#[cfg(target_os = "linux")]
mod doctor;
#[cfg(not(target_os = "linux"))]
#[path = "doctor_elsewhere.rs"]
mod doctor;
#[cfg(unix)]
mod exchange;
#[cfg(not(unix))]
#[path = "exchange_elsewhere.rs"]
mod exchange;
mod folder;
mod forfeit;
mod grants;
mod group;
#[cfg(target_os = "linux")]
mod guard;
mod level;
mod limits;
mod log;
mod process;
mod stderr_tail;

use std::process::ExitCode;

pub use child::EngineChild;
pub use command_line::CommandLine;
pub use doctor::{Outcome, attack_all};
pub use exchange::{Exchange, NoAnswers};
pub use forfeit::Forfeit;
pub use grants::grant;
pub use level::{Level, Sandbox, announce, ready, require};
pub use limits::{EngineLimits, Timeouts};
pub use log::EngineLog;
pub use process::{EngineIo, Process};
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

#[cfg(target_os = "linux")]
use guard::try_method;

/// This system has no guards.
#[cfg(not(target_os = "linux"))]
fn try_method(_: level::Method) -> Result<level::Trial, String> {
    Err("this system has no guards".into())
}
