//! Waits for conditions that nothing signals.

use std::fs;
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// The timeout, and the interval of checks.
const TIMEOUT: Duration = Duration::from_secs(120);
const CHECK_EVERY: Duration = Duration::from_millis(5);

/// Whether a condition holds before a time is over.
pub fn holds_within(time: Duration, mut holds: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + time;
    while !holds() {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        thread::sleep(left.min(CHECK_EVERY));
    }
    true
}

/// Waits until a condition holds. Fails with its name if it does not in time.
pub fn wait_until(name: &str, holds: impl FnMut() -> bool) {
    assert!(holds_within(TIMEOUT, holds), "not in time: {name}");
}

/// Whether a process ends within a time. Used for actions at random moments.
pub fn ends_within(child: &mut Child, time: Duration) -> bool {
    holds_within(time, || child.try_wait().unwrap().is_some())
}

/// Waits until a process ends by itself. If it does not in time, it is killed and the test fails.
pub fn end_of(child: &mut Child) -> ExitStatus {
    if !ends_within(child, TIMEOUT) {
        let _ = child.kill();
        panic!("a process goes on: {:?}", child.wait());
    }
    child.wait().unwrap()
}

/// Waits until a process handles SIGINT and has worked for a while after that. It sets the handler
/// just before it begins.
#[cfg(target_os = "linux")]
pub fn wait_until_at_work(child: &Child) {
    let file = |name: &str| fs::read_to_string(format!("/proc/{}/{name}", child.id()));
    let catches = || {
        let status = file("status").ok()?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        Some(u64::from_str_radix(caught.trim(), 16).ok()? & 2 != 0)
    };
    wait_until("a handler of SIGINT", || catches() == Some(true));
    // In hundredths of a second, in the fourteenth field. Names may contain spaces.
    let worked = || {
        let stat = file("stat").ok()?;
        stat.rsplit_once(')')?.1.split_whitespace().nth(11)?.parse::<u64>().ok()
    };
    let before = worked();
    wait_until("work after that", || worked() > before.map(|time| time + 5));
}
