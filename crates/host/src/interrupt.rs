//! Ctrl-C and other signals during long work: the first one sets a flag that the work checks, the
//! second one ends the program at once.

use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::Stop;

static WORKING: AtomicBool = AtomicBool::new(false);
static LEFT: AtomicBool = AtomicBool::new(false);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static CAUGHT: Once = Once::new();

/// Runs work during which SIGINT (Ctrl-C), SIGTERM and SIGHUP set the flag of [`interrupted`]
/// instead of ending the program.
pub fn during<T>(work: impl FnOnce() -> T) -> T {
    // If no handler can be set, a signal still ends the program.
    CAUGHT.call_once(catch);
    INTERRUPTED.store(false, Ordering::SeqCst);
    WORKING.store(true, Ordering::SeqCst);
    let done = work();
    WORKING.store(false, Ordering::SeqCst);
    done
}

/// Runs work during which SIGINT (Ctrl-C) is ignored, because it is meant for a program that was
/// started in the same terminal.
pub fn left_to_child<T>(work: impl FnOnce() -> T) -> T {
    CAUGHT.call_once(catch);
    LEFT.store(true, Ordering::SeqCst);
    let done = work();
    LEFT.store(false, Ordering::SeqCst);
    done
}

/// The exit code after SIGINT.
const BY_CTRL_C: i32 = 130;

/// Handles a signal.
fn interrupt(exit_code: i32) {
    if exit_code == BY_CTRL_C && LEFT.load(Ordering::SeqCst) {
        return;
    }
    let is_first = !INTERRUPTED.swap(true, Ordering::SeqCst);
    if !is_first || !WORKING.load(Ordering::SeqCst) {
        process::exit(exit_code);
    }
}

#[cfg(unix)]
fn catch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let hangup = (!ignores_hangup()).then_some(SIGHUP);
    let signals = [SIGINT, SIGTERM].into_iter().chain(hangup);
    if let Ok(mut signals) = signal_hook::iterator::Signals::new(signals) {
        std::thread::spawn(move || signals.forever().for_each(|signal| interrupt(128 + signal)));
    }
}

/// Whether the program was started to survive the end of its terminal, for example by `nohup`.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.unwrap_or(0) & (1 << (signal_hook::consts::SIGHUP - 1)) != 0
}

#[cfg(not(unix))]
fn catch() {
    let _ = ctrlc::set_handler(|| interrupt(BY_CTRL_C));
}

/// Stops work when the program is interrupted.
pub struct Interrupt;

impl Stop for Interrupt {
    fn is_stopped(&self) -> bool {
        interrupted()
    }
}

/// Whether the program was interrupted since the work began.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
