//! Measures how long this machine delays a thread that is ready to run. The engine is not to blame
//! for such delays.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long the thread sleeps between two measurements.
const INTERVAL: Duration = Duration::from_millis(2);

/// A longer delay than this, in milliseconds, means that the machine is busy.
const BUSY: u64 = 10;

/// A thread that sleeps, and measures how late it wakes up. It ends when this value is dropped.
pub struct StallMeter(Arc<State>);

#[derive(Default)]
struct State {
    is_over: AtomicBool,
    /// The longest delay since the last call of `stall`, in microseconds.
    worst: AtomicU64,
}

impl StallMeter {
    /// Starts the thread.
    pub fn start() -> StallMeter {
        let state = Arc::new(State::default());
        let measured = Arc::clone(&state);
        thread::spawn(move || {
            while !measured.is_over.load(Ordering::Relaxed) {
                let began = Instant::now();
                thread::sleep(INTERVAL);
                let late = began.elapsed().saturating_sub(INTERVAL);
                measured.worst.fetch_max(late.as_micros() as u64, Ordering::Relaxed);
            }
        });
        StallMeter(state)
    }

    /// The longest delay since the last call in milliseconds, if the machine was busy.
    pub fn stall(&self) -> Option<u64> {
        let worst = self.0.worst.swap(0, Ordering::Relaxed) / 1000;
        (worst > BUSY).then_some(worst)
    }
}

impl Drop for StallMeter {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}
