//! The queue of requests: each is handled when it is admitted, and charged for its time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use agon_service::{Account, Admission, Admitted, Arrival, ServiceRefusal};

/// Handles a request, which is finished when the ticket is dropped.
type Work = Box<dyn FnOnce(Ticket) + Send>;

#[derive(Clone)]
pub struct RequestQueue(Arc<Shared>);

struct Shared {
    admission: Mutex<Admission<Work>>,
    started: Instant,
}

/// The admission of a request. Dropping it ends the request and lets others in.
pub struct Ticket {
    queue: RequestQueue,
    admitted: Option<Admitted>,
    /// The time that it has taken, in microseconds.
    cost: AtomicU64,
}

impl RequestQueue {
    /// A queue for a machine with this many processors.
    pub fn new(processors: usize) -> RequestQueue {
        let admission = Mutex::new(Admission::new(processors));
        RequestQueue(Arc::new(Shared { admission, started: Instant::now() }))
    }

    /// Queues a request.
    pub fn push(
        &self,
        arrival: Arrival,
        work: impl FnOnce(Ticket) + Send + 'static,
    ) -> Result<(), ServiceRefusal> {
        self.lock().arrive(arrival, Box::new(work))?;
        self.admit();
        Ok(())
    }

    /// Queues what must be done for an account without a request, however much it has waiting.
    pub fn push_own(&self, arrival: Arrival, work: impl FnOnce(Ticket) + Send + 'static) {
        self.lock().join(arrival, Box::new(work));
        self.admit();
    }

    /// Drops what waits for a client that has left.
    pub fn leave(&self, account: &Account, client: u64) {
        self.lock().leave(account, client, self.now());
    }

    /// How many requests wait.
    pub fn waiting(&self) -> usize {
        self.lock().waiting()
    }

    /// Starts all requests that may be handled now.
    fn admit(&self) {
        let mut admission = self.lock();
        while let Some((admitted, work)) = admission.admit() {
            let (queue, cost) = (self.clone(), AtomicU64::new(0));
            let ticket = Ticket { queue, admitted: Some(admitted), cost };
            // A task of its own, so that its end does not admit the next one within this loop.
            tokio::spawn(async move { work(ticket) });
        }
    }

    fn lock(&self) -> MutexGuard<'_, Admission<Work>> {
        self.0.admission.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        self.0.started.elapsed().as_micros() as u64
    }
}

impl Ticket {
    /// Runs a part of the request, and charges the time that the processor takes for it: not the
    /// time for which others keep it waiting.
    pub fn measure<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = thread_time();
        let done = work();
        self.charge(thread_time().saturating_sub(before));
        done
    }

    /// Charges time that was taken elsewhere.
    pub fn charge(&self, time: Duration) {
        self.cost.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }

    /// Whether the request is likely to take so long that it must not block other tasks.
    pub fn is_expensive(&self) -> bool {
        self.admitted.as_ref().is_some_and(|admitted| !admitted.is_cheap)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if let Some(admitted) = self.admitted.take() {
            let cost = self.cost.load(Ordering::Relaxed);
            self.queue.lock().finish(admitted, cost, self.queue.now());
            self.queue.admit();
        }
    }
}

/// The time that the processor has spent on this thread; elsewhere than on Unix, the time that has
/// passed.
fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    {
        static STARTED: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
        STARTED.elapsed()
    }
}
