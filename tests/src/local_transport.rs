//! A transport between threads of the tests, which can lose messages on purpose.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use agon_runner::{
    AckToken, Chunk, Delivery, QueueState, RunNotice, Signed, Transport, TransportError,
    WorkerReport,
};

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Chunk>,
    taken: HashMap<String, Chunk>,
    results: VecDeque<(String, Vec<u8>)>,
    unacknowledged: HashMap<String, Vec<u8>>,
}

#[derive(Default)]
struct State {
    objects: HashMap<String, Vec<u8>>,
    queues: HashMap<String, Queue>,
    /// The last notice of each run, with a number that tells readers what is new.
    notices: HashMap<String, (u64, RunNotice)>,
    reports: Vec<Signed<WorkerReport>>,
    next: u64,
}

/// Transports messages between threads.
#[derive(Default)]
pub struct LocalTransport {
    state: Mutex<State>,
    changed: Condvar,
}

impl LocalTransport {
    /// Loses everything, like a server that loses its memory.
    pub fn lose_all(&self) {
        let mut state = self.lock();
        (state.queues, state.objects) = (HashMap::new(), HashMap::new());
        state.notices.clear();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until something can be taken from the queue of a run.
    fn wait_for<T>(
        &self,
        run: &str,
        wait: Duration,
        mut take: impl FnMut(&mut Queue, &mut u64) -> Option<T>,
    ) -> Result<Option<T>, TransportError> {
        let end = Instant::now() + wait;
        let mut state = self.lock();
        loop {
            let State { queues, next, .. } = &mut *state;
            let queue = queues.get_mut(run).ok_or(TransportError::Lost)?;
            if let Some(taken) = take(queue, next) {
                return Ok(Some(taken));
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// The token of a chunk or a message of a run.
fn token(run: &str, number: &mut u64) -> AckToken {
    *number += 1;
    AckToken(format!("{run} {number}"))
}

fn run_of(token: &AckToken) -> &str {
    token.0.rsplit_once(' ').map_or("", |(run, _)| run)
}

impl Transport for LocalTransport {
    fn store(&self, hash: &str, bytes: &[u8]) -> Result<(), TransportError> {
        self.lock().objects.insert(hash.into(), bytes.to_vec());
        Ok(())
    }

    fn fetch(&self, hash: &str) -> Result<Vec<u8>, TransportError> {
        self.lock().objects.get(hash).cloned().ok_or(TransportError::Lost)
    }

    fn open_run(&self, run: &str) -> Result<bool, TransportError> {
        let mut state = self.lock();
        let is_new = !state.queues.contains_key(run);
        state.queues.entry(run.into()).or_default();
        Ok(is_new)
    }

    fn announce(&self, notice: &Signed<RunNotice>) -> Result<(), TransportError> {
        let mut state = self.lock();
        state.next += 1;
        let number = state.next;
        state.notices.insert(notice.key.clone(), (number, notice.message.clone()));
        Ok(())
    }

    fn publish(&self, run: &str, chunks: &[Signed<Chunk>]) -> Result<(), TransportError> {
        let mut state = self.lock();
        let queue = state.queues.get_mut(run).ok_or(TransportError::Lost)?;
        queue.waiting.extend(chunks.iter().map(|chunk| chunk.message.clone()));
        drop(state);
        self.changed.notify_all();
        Ok(())
    }

    fn queue(&self, run: &str) -> Result<QueueState, TransportError> {
        let state = self.lock();
        let queue = state.queues.get(run).ok_or(TransportError::Lost)?;
        Ok(QueueState {
            waiting: queue.waiting.len() as u64,
            taken: queue.taken.len() as u64,
            results: (queue.results.len() + queue.unacknowledged.len()) as u64,
        })
    }

    fn clear(&self, run: &str) -> Result<(), TransportError> {
        let mut state = self.lock();
        let queue = state.queues.get_mut(run).ok_or(TransportError::Lost)?;
        queue.waiting.clear();
        queue.taken.clear();
        Ok(())
    }

    fn results(&self, run: &str, wait: Duration) -> Result<Vec<Delivery>, TransportError> {
        let taken = self.wait_for(run, wait, |queue, _| {
            let results: Vec<Delivery> = queue
                .results
                .drain(..)
                .map(|(token, bytes)| Delivery { token: AckToken(token), bytes })
                .collect();
            for Delivery { token, bytes } in &results {
                queue.unacknowledged.insert(token.0.clone(), bytes.clone());
            }
            (!results.is_empty()).then_some(results)
        })?;
        Ok(taken.unwrap_or_default())
    }

    fn acknowledge(&self, tokens: &[AckToken]) -> Result<(), TransportError> {
        let mut state = self.lock();
        for token in tokens {
            if let Some(queue) = state.queues.get_mut(run_of(token)) {
                queue.unacknowledged.remove(&token.0);
            }
        }
        Ok(())
    }

    fn close_run(&self, run: &str) -> Result<(), TransportError> {
        self.lock().queues.remove(run);
        self.changed.notify_all();
        Ok(())
    }

    fn reports(&self) -> Vec<Signed<WorkerReport>> {
        std::mem::take(&mut self.lock().reports)
    }

    fn notices(&self) -> Vec<RunNotice> {
        let state = self.lock();
        state.notices.values().map(|(_, notice)| notice.clone()).collect()
    }

    fn take(&self, run: &str, wait: Duration) -> Result<Option<(Chunk, AckToken)>, TransportError> {
        self.wait_for(run, wait, |queue, next| {
            let chunk = queue.waiting.pop_front()?;
            let token = token(run, next);
            queue.taken.insert(token.0.clone(), chunk.clone());
            Some((chunk, token))
        })
    }

    fn keep(&self, _: &AckToken) -> Result<(), TransportError> {
        Ok(())
    }

    fn give_back(&self, token: &AckToken) -> Result<(), TransportError> {
        let mut state = self.lock();
        if let Some(queue) = state.queues.get_mut(run_of(token))
            && let Some(chunk) = queue.taken.remove(&token.0)
        {
            queue.waiting.push_back(chunk);
        }
        drop(state);
        self.changed.notify_all();
        Ok(())
    }

    fn send(&self, run: &str, results: &[u8]) -> Result<(), TransportError> {
        let mut state = self.lock();
        let State { queues, next, .. } = &mut *state;
        let queue = queues.get_mut(run).ok_or(TransportError::Lost)?;
        queue.results.push_back((token(run, next).0, results.to_vec()));
        drop(state);
        self.changed.notify_all();
        Ok(())
    }

    fn finish(&self, token: &AckToken) -> Result<(), TransportError> {
        if let Some(queue) = self.lock().queues.get_mut(run_of(token)) {
            queue.taken.remove(&token.0);
        }
        Ok(())
    }

    fn report(&self, report: &Signed<WorkerReport>) -> Result<(), TransportError> {
        self.lock().reports.push(report.clone());
        Ok(())
    }
}
