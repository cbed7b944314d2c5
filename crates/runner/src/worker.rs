//! A worker takes chunks of all runs, does them on several threads, and sends the results.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::fair_share::FairShare;
use crate::message::{
    Chunk, ItemOutcome, ItemResult, MAX_MESSAGE, ProgramIdentity, Results, RunNotice, SentItem,
    WorkerReport, short_key,
};
use crate::signed::Signed;
use crate::signing_key::{SigningKey, random_token};
use crate::threads::panic_text;
use crate::transport::{AckToken, Transport, TransportError};
use crate::work::Stop;

/// Does the items of a task. The result is text, or `None` if it was stopped.
pub type TaskExecutor = dyn FnMut(&SentItem, Stop<'_>) -> Result<Option<String>, String>;

/// Fetches bytes by their hash. The caller checks the hash.
pub type Fetch<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, TransportError>;

/// Opens tasks.
pub trait Tasks: Sync {
    /// Opens the task with a hash. [`TransportError::Refused`] says why this worker refuses it.
    fn open(&self, task: &str, fetch: Fetch<'_>) -> Result<Box<TaskExecutor>, TransportError>;
}

/// The identity and limits of a worker.
#[derive(Clone, Debug)]
pub struct WorkerLimits {
    /// The key that signs its messages. Several processes may have the same.
    pub key: SigningKey,
    /// Its name, for people.
    pub name: String,
    pub identity: ProgramIdentity,
    /// Its speed in nodes per second.
    pub speed: u64,
    /// How many items it does at once.
    pub slots: u32,
    /// Its clock, in seconds since 1970.
    pub unix_time: fn() -> u64,
}

/// The time of this machine, in seconds since 1970.
pub fn unix_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// How often a worker reports.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// How often a worker tells that its chunks are in progress: less than half of what a transport
/// waits.
const KEEP_INTERVAL: Duration = Duration::from_secs(2);

/// A run that was not announced for this long is left.
const RUN_TIMEOUT: Duration = Duration::from_secs(30);

/// After this many failed chunks of a run in a row, the worker takes no more of them.
const MAX_FAILED: u32 = 3;

/// How many open tasks a thread keeps.
const OPEN_TASKS: usize = 4;

/// How long a worker tries to send results.
const SEND_TIMEOUT: Duration = Duration::from_secs(120);

struct HeldChunk {
    run: String,
    cancelled: Arc<AtomicBool>,
}

/// Why a worker takes no part in a run.
struct Refusal {
    reason: String,
    /// Whether it is by a notice, and ends with another one.
    is_by_notice: bool,
}

#[derive(Default)]
struct State {
    runs: HashMap<String, (RunNotice, Instant)>,
    refused: BTreeMap<String, Refusal>,
    failed_in_a_row: HashMap<String, u32>,
    share: FairShare,
    held: HashMap<AckToken, HeldChunk>,
    done: u64,
    failed: u64,
    running: u32,
    reports: u64,
    /// How many runs have been announced to it.
    known_runs: u64,
    /// The last error of the transport that was logged.
    last_error: Option<String>,
}

pub struct Worker<'a> {
    limits: WorkerLimits,
    /// A random name of this process.
    instance: String,
    transport: &'a dyn Transport,
    tasks: &'a dyn Tasks,
    state: Mutex<State>,
    changed: Condvar,
    note: &'a (dyn Fn(&str) + Sync),
}

impl<'a> Worker<'a> {
    /// A worker, which logs to `note`.
    pub fn new(
        limits: WorkerLimits,
        transport: &'a dyn Transport,
        tasks: &'a dyn Tasks,
        note: &'a (dyn Fn(&str) + Sync),
    ) -> Worker<'a> {
        let (instance, state, changed) = (random_token(), Mutex::default(), Condvar::new());
        Worker { limits, instance, transport, tasks, state, changed, note }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works until `stop` returns true. Unfinished chunks are returned.
    pub fn run(&self, stop: Stop<'_>) {
        thread::scope(|scope| {
            for number in 0..self.limits.slots {
                self.lock().running += 1;
                scope.spawn(move || {
                    self.work(stop, number);
                    self.lock().running -= 1;
                });
            }
            self.look_after(stop);
        });
    }

    /// Receives notices of runs, reports, and keeps the chunks that are in progress.
    fn look_after(&self, stop: Stop<'_>) {
        let (mut reported, mut kept) = (None::<Instant>, Instant::now());
        let mut before = (Instant::now(), 0);
        let mut rate = 0.0;
        let mut reported_state = (0, 0);
        loop {
            self.receive_notices();
            // The coordinator learns at once that this worker is there, or leaving.
            let now = {
                let state = self.lock();
                (state.known_runs, state.refused.len())
            };
            if std::mem::replace(&mut reported_state, now) != now {
                reported = None;
            }
            let is_leaving = stop();
            let is_over = is_leaving && self.lock().running == 0;
            if is_over || reported.is_none_or(|last| last.elapsed() >= REPORT_INTERVAL) {
                let done = self.lock().done;
                let seconds = before.0.elapsed().as_secs_f64().max(1e-3);
                if seconds > 0.5 {
                    rate += ((done - before.1) as f64 / seconds - rate) / 4.0;
                }
                if seconds > 0.5 {
                    before = (Instant::now(), done);
                }
                reported = Some(Instant::now());
                let report = Signed::new(&self.limits.key, self.report(rate, is_leaving));
                let _ = self.transport.report(&report);
            }
            if is_over {
                return;
            }
            if kept.elapsed() >= KEEP_INTERVAL {
                kept = Instant::now();
                let held: Vec<AckToken> = self.lock().held.keys().cloned().collect();
                for token in held {
                    let _ = self.transport.keep(&token);
                }
            }
            let state = self.lock();
            let _ = self.changed.wait_timeout(state, Duration::from_millis(100));
        }
    }

    fn receive_notices(&self) {
        let notices = self.transport.notices();
        let mut state = self.lock();
        for notice in notices {
            if notice.is_over {
                state.runs.remove(&notice.run);
                state.refused.remove(&notice.run);
            } else {
                let known = state.refused.get(&notice.run);
                let is_by_notice = known.is_some_and(|known| known.is_by_notice);
                match (self.refusal(&notice), known) {
                    (Some(reason), None) => {
                        (self.note)(&format!("no part in {}: {reason}", notice.title));
                        let refusal = Refusal { reason, is_by_notice: true };
                        state.refused.insert(notice.run.clone(), refusal);
                    }
                    (None, Some(_)) if is_by_notice => {
                        (self.note)(&format!("working for {} now", notice.title));
                        state.refused.remove(&notice.run);
                    }
                    (None, None) if !state.runs.contains_key(&notice.run) => {
                        (self.note)(&format!("working for {}", notice.title));
                    }
                    _ => (),
                }
                let known = state.runs.insert(notice.run.clone(), (notice, Instant::now()));
                state.known_runs += u64::from(known.is_none());
            }
        }
        state.runs.retain(|_, (_, announced)| announced.elapsed() < RUN_TIMEOUT);
        let State { runs, refused, share, held, failed_in_a_row, .. } = &mut *state;
        refused.retain(|run, _| runs.contains_key(run));
        failed_in_a_row.retain(|run, _| runs.contains_key(run));
        let served = runs.values().filter(|(notice, _)| !refused.contains_key(&notice.run));
        share.update(served.map(|(notice, _)| (notice.run.as_str(), notice.weight)));
        for chunk in held.values().filter(|chunk| !runs.contains_key(&chunk.run)) {
            chunk.cancelled.store(true, Ordering::Relaxed);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Why this worker refuses a run, if it does.
    fn refusal(&self, notice: &RunNotice) -> Option<String> {
        let (own, other) = (&self.limits.identity, &notice.identity);
        if own.version != other.version {
            return Some(format!(
                "it has version {} and the coordinator {}: install the same",
                own.version, other.version
            ));
        }
        if own.fingerprint != other.fingerprint {
            return Some(format!(
                "its searches have the fingerprint {} and those of the coordinator {}: build both \
                 from the same source",
                own.fingerprint, other.fingerprint
            ));
        }
        if self.limits.speed < notice.min_speed {
            return Some(format!(
                "it searches {} nodes per second, and at least {} are wanted",
                self.limits.speed, notice.min_speed
            ));
        }
        let key = self.limits.key.public();
        let short = short_key(key);
        if notice.accepted.as_ref().is_some_and(|keys| !keys.iter().any(|one| one == short)) {
            let name = &self.limits.name;
            return Some(format!(
                "its coordinator has not accepted this worker; there type: agon workers URL accept \
                 {name}"
            ));
        }
        let is_banned = notice.banned.iter().any(|banned| banned == key);
        is_banned.then(|| "its coordinator has banned this worker for wrong results".into())
    }

    fn report(&self, rate: f64, is_leaving: bool) -> WorkerReport {
        let mut state = self.lock();
        state.reports += 1;
        let refused = state.refused.iter();
        WorkerReport {
            worker: self.limits.name.clone(),
            instance: self.instance.clone(),
            number: state.reports,
            identity: self.limits.identity.clone(),
            slots: self.limits.slots,
            busy: state.held.len() as u32,
            done: state.done,
            failed: state.failed,
            speed: self.limits.speed,
            centi_rate: (rate * 100.0) as u64,
            refused: refused.map(|(run, why)| (run.clone(), why.reason.clone())).collect(),
            unix_time: (self.limits.unix_time)(),
            is_leaving,
        }
    }

    /// The loop of one thread: takes chunk after chunk.
    fn work(&self, stop: Stop<'_>, number: u32) {
        let mut open: Vec<(String, Box<TaskExecutor>)> = Vec::new();
        let mut failures = 0_u32;
        while !stop() {
            match self.next_chunk() {
                Ok(Some((chunk, token))) => {
                    (failures, self.lock().last_error) = (0, None);
                    self.do_chunk(chunk, token, &mut open, stop);
                }
                Ok(None) => (failures, self.lock().last_error) = (0, None),
                Err(error) => {
                    self.log_error(error);
                    // The pauses of threads and workers differ.
                    failures += 1;
                    let jitter = u64::from(number * 37 % 100) + u64::from(std::process::id() % 100);
                    self.pause(Duration::from_millis((50 << failures.min(5)) + jitter), stop);
                }
            }
        }
    }

    /// Logs an error of the transport, once for all threads.
    fn log_error(&self, error: TransportError) {
        let TransportError::Unavailable(reason) = error else { return };
        if self.lock().last_error.replace(reason.clone()).is_none() {
            (self.note)(&format!("{reason}; trying again"));
        }
    }

    fn pause(&self, time: Duration, stop: Stop<'_>) {
        let end = Instant::now() + time;
        while !stop() && Instant::now() < end {
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn next_chunk(&self) -> Result<Option<(Chunk, AckToken)>, TransportError> {
        let order = self.lock().share.order();
        if order.is_empty() {
            let state = self.lock();
            let _ = self.changed.wait_timeout(state, Duration::from_millis(100));
            return Ok(None);
        }
        let mut last_error = None;
        for (place, run) in order.iter().enumerate() {
            let wait = match (order.len(), place + 1 == order.len()) {
                (1, _) => Duration::from_millis(250),
                (_, true) => Duration::from_millis(30),
                _ => Duration::ZERO,
            };
            match self.transport.take(run, wait) {
                Ok(Some(taken)) => return Ok(Some(taken)),
                Ok(None) => (),
                Err(error) => last_error = Some(error),
            }
        }
        last_error.map_or(Ok(None), Err)
    }

    fn do_chunk(
        &self,
        chunk: Chunk,
        token: AckToken,
        open: &mut Vec<(String, Box<TaskExecutor>)>,
        stop: Stop<'_>,
    ) {
        let cancelled = Arc::new(AtomicBool::new(false));
        let held = HeldChunk { run: chunk.run.clone(), cancelled: Arc::clone(&cancelled) };
        self.lock().held.insert(token.clone(), held);
        let stopped = || cancelled.load(Ordering::Relaxed) || stop();
        let began = Instant::now();
        let is_finished = match self.open_task(&chunk.task, open) {
            Ok(executor) => self.execute(&chunk, executor, &stopped),
            Err(TransportError::Refused(reason)) => {
                self.refuse(&chunk.run, &reason);
                false
            }
            Err(_) => {
                self.pause(Duration::from_millis(200), stop);
                false
            }
        };
        let _ = match is_finished {
            true => self.transport.finish(&token),
            false => self.transport.give_back(&token),
        };
        let mut state = self.lock();
        state.held.remove(&token);
        state.share.count(&chunk.run, began.elapsed().as_millis() as u64);
    }

    fn refuse(&self, run: &str, reason: &str) {
        let refusal = Refusal { reason: reason.into(), is_by_notice: false };
        if self.lock().refused.insert(run.into(), refusal).is_none() {
            (self.note)(&format!("taking no part in run {run}: {reason}"));
        }
        self.receive_notices();
    }

    fn open_task<'b>(
        &self,
        task: &str,
        open: &'b mut Vec<(String, Box<TaskExecutor>)>,
    ) -> Result<&'b mut TaskExecutor, TransportError> {
        let executor = match open.iter().position(|(known, _)| known == task) {
            Some(place) => open.remove(place),
            None => {
                let fetch = |hash: &str| self.transport.fetch(hash);
                (task.to_string(), self.tasks.open(task, &fetch)?)
            }
        };
        open.push(executor);
        let surplus = open.len().saturating_sub(OPEN_TASKS);
        open.drain(..surplus);
        let last = open.len() - 1;
        Ok(&mut *open[last].1)
    }

    /// Does the items of a chunk. Returns whether all results are sent.
    fn execute(&self, chunk: &Chunk, executor: &mut TaskExecutor, stopped: Stop<'_>) -> bool {
        let mut results = Vec::new();
        for item in &chunk.items {
            let began = Instant::now();
            // After a panic the thread keeps only its players, which start anew.
            let done = catch_unwind(AssertUnwindSafe(|| executor(item, stopped)));
            let outcome = match done {
                Ok(Ok(Some(text))) if text.len() < MAX_MESSAGE / 2 => ItemOutcome::Done(text),
                Ok(Ok(Some(text))) => {
                    ItemOutcome::Failed(format!("its result has {} bytes, too many", text.len()))
                }
                Ok(Ok(None)) => break,
                Ok(Err(reason)) => ItemOutcome::Failed(reason),
                Err(panic) => {
                    ItemOutcome::Failed(format!("a bug in agon: {}", panic_text(&*panic)))
                }
            };
            let millis = began.elapsed().as_millis() as u64;
            results.push(ItemResult { key: item.key.clone(), outcome, millis });
        }
        let is_whole = results.len() == chunk.items.len();
        self.count(&chunk.run, &results);
        self.send(chunk, results, stopped) && is_whole
    }

    fn count(&self, run: &str, results: &[ItemResult]) {
        let failed = |result: &&ItemResult| matches!(result.outcome, ItemOutcome::Failed(_));
        let failures = results.iter().filter(failed).count() as u64;
        let mut state = self.lock();
        state.failed += failures;
        state.done += results.len() as u64 - failures;
        let in_a_row = state.failed_in_a_row.entry(run.into()).or_default();
        match failures {
            0 => *in_a_row = 0,
            _ => *in_a_row += 1,
        }
        let is_too_many = *in_a_row >= MAX_FAILED;
        drop(state);
        if is_too_many
            && let Some(ItemOutcome::Failed(reason)) = results.last().map(|last| &last.outcome)
        {
            self.refuse(run, &format!("it failed repeatedly: {reason}"));
        }
    }

    /// Sends results, split into messages below the size limit.
    fn send(&self, chunk: &Chunk, results: Vec<ItemResult>, stopped: Stop<'_>) -> bool {
        let message = |items| Results {
            run: chunk.run.clone(),
            task: chunk.task.clone(),
            chunk: chunk.number,
            token: chunk.token.clone(),
            speed: self.limits.speed,
            items,
        };
        let mut part = Vec::new();
        let mut bytes = 0;
        for result in results {
            let length = 2 * match &result.outcome {
                ItemOutcome::Done(text) | ItemOutcome::Failed(text) => text.len(),
            };
            if bytes + length > MAX_MESSAGE / 2 && !part.is_empty() {
                if !self.send_part(&chunk.run, message(std::mem::take(&mut part)), stopped) {
                    return false;
                }
                bytes = 0;
            }
            bytes += length;
            part.push(result);
        }
        part.is_empty() || self.send_part(&chunk.run, message(part), stopped)
    }

    /// Sends a message, and tries again while the transport is unavailable.
    fn send_part(&self, run: &str, results: Results, stopped: Stop<'_>) -> bool {
        let (signed, began) = (Signed::new(&self.limits.key, results), Instant::now());
        let (mut pause, mut is_noted) = (Duration::from_millis(50), false);
        loop {
            match self.transport.send(run, signed.bytes()) {
                Ok(()) => return true,
                Err(TransportError::Refused(reason)) => {
                    (self.note)(&format!("results could not be sent: {reason}"));
                    return false;
                }
                Err(_) if began.elapsed() > SEND_TIMEOUT || stopped() => return false,
                Err(error) => {
                    if !is_noted {
                        (self.note)(&format!("results cannot be sent now: {error}; trying again"));
                        is_noted = true;
                    }
                    self.pause(pause, stopped);
                }
            }
            pause = (pause * 2).min(Duration::from_secs(2));
        }
    }
}
