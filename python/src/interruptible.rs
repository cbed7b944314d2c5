//! Long work that lets other threads of Python run, and that Ctrl-C stops.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use agon_core::{Progress, Stop};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;

/// The longest time before a signal is noticed.
const PATIENCE: Duration = Duration::from_millis(20);

/// The stack size of the worker thread: that of a program's first thread.
const STACK: usize = 8 << 20;

/// Runs some work on its own thread, without the interpreter's lock. The calling thread watches for
/// signals. When a signal handler raises an exception, as that of Ctrl-C does, the work is stopped
/// and the exception is returned. A panic becomes a `RuntimeError`.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&StopFlag) -> T + Send,
) -> PyResult<T> {
    let flag = StopFlag(AtomicBool::new(false));
    py.detach(|| {
        thread::scope(|scope| {
            let (done, finished) = channel::<()>();
            let flag = &flag;
            let run = move || {
                // Dropped when the work ends, even by a panic.
                let _done = done;
                work(flag)
            };
            let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
            let worker = worker.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
            let mut exception = None;
            while let Err(RecvTimeoutError::Timeout) = finished.recv_timeout(PATIENCE) {
                if let Err(raised) = Python::attach(|py| py.check_signals()) {
                    flag.0.store(true, Ordering::Relaxed);
                    exception.get_or_insert(raised);
                }
            }
            let result = worker.join();
            match (exception, result) {
                (Some(exception), _) => Err(exception),
                (None, Ok(result)) => Ok(result),
                (None, Err(_)) => {
                    Err(PyRuntimeError::new_err("an internal error, please report it"))
                }
            }
        })
    })
}

/// Tells the work to stop.
pub struct StopFlag(AtomicBool);

impl Stop for StopFlag {
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

impl Progress for StopFlag {
    fn report_progress(&self, _: u64, _: u64) {}
}
