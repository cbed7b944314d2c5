//! The queue of requests: each is handled when it is admitted, and charged for its time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

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
    began: Instant,
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
            let (queue, began) = (self.clone(), Instant::now());
            let ticket = Ticket { queue, admitted: Some(admitted), began };
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
    /// Whether the request is likely to take so long that it must not block other tasks.
    pub fn is_expensive(&self) -> bool {
        self.admitted.as_ref().is_some_and(|admitted| !admitted.is_cheap)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if let Some(admitted) = self.admitted.take() {
            let time = self.began.elapsed().as_micros() as u64;
            self.queue.lock().finish(admitted, time, self.queue.now());
            self.queue.admit();
        }
    }
}
