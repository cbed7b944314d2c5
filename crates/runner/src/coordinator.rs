//! The coordinator publishes chunks of missing items, and collects their results.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use crate::chunk::ChunkSizes;
use crate::ledger::{Ledger, LedgerItem, Received};
use crate::message::{
    Chunk, ItemOutcome, MAX_MESSAGE, Message as _, Results, RunNotice, WorkerReport,
};
use crate::note::Note;
use crate::transport::{Delivery, Transport, TransportError};
use crate::work::{ResultOrigin, RunFailure, SharedWork, Stop};
use crate::worker::unix_time;

const ANNOUNCE_INTERVAL: Duration = Duration::from_secs(1);

const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// A worker that has not reported for this long is gone.
const WORKER_TIMEOUT: Duration = Duration::from_secs(5);

/// How often an item may fail, or be lost, before the run ends with an error.
const MAX_FAILURES: u32 = 5;

/// After this many refused results, a worker is banned.
const MAX_BAD: u32 = 3;

/// A clock that is wrong by more than this, in seconds, is logged.
const MAX_SKEW: u64 = 120;

/// How many notes about messages are logged, so that an attacker cannot fill the disk.
const MAX_NOTES: u32 = 50;

const MAX_PAUSE: Duration = Duration::from_secs(2);

struct KnownWorker {
    seen: Instant,
    slots: u64,
    bad: u32,
    /// The notes that were logged about it.
    noted: HashSet<String>,
}

/// Hands out the items of a run.
pub struct Coordinator<'a, W: SharedWork> {
    transport: &'a dyn Transport,
    notice: RunNotice,
    /// The task and its files, by their hashes.
    objects: Vec<(String, Vec<u8>)>,
    ledger: Ledger<W::Item>,
    sizes: ChunkSizes,
    workers: HashMap<String, KnownWorker>,
    note: &'a mut dyn FnMut(Note),
    stop: Stop<'a>,
    notes: u32,
    counted: (usize, u64),
    /// Chunks that are not published yet.
    unpublished: Vec<Chunk>,
    last_error: Option<String>,
    failures: u32,
    /// How many checks in a row found fewer chunks in the queue than are open.
    missing: u32,
    began: Instant,
    is_warned: bool,
    /// How many messages were received, in total and at the last check of the queue.
    received: u64,
    received_at_check: u64,
}

impl<'a, W: SharedWork> Coordinator<'a, W> {
    /// A coordinator of a run. `objects` are the task and its files; `unit` items belong together.
    pub fn new(
        transport: &'a dyn Transport,
        notice: RunNotice,
        objects: Vec<(String, Vec<u8>)>,
        unit: u64,
        note: &'a mut dyn FnMut(Note),
        stop: Stop<'a>,
    ) -> Coordinator<'a, W> {
        Coordinator {
            transport,
            ledger: Ledger::new(&notice.run, &notice.task),
            notice,
            objects,
            sizes: ChunkSizes::new(unit),
            workers: HashMap::new(),
            note,
            stop,
            notes: 0,
            counted: (0, 0),
            unpublished: Vec::new(),
            last_error: None,
            failures: 0,
            missing: 0,
            began: Instant::now(),
            is_warned: false,
            received: 0,
            received_at_check: 0,
        }
    }

    /// Hands out the work until it is done or stopped. Finished items are stored in every case.
    /// `watch` is called regularly.
    pub fn run(
        &mut self,
        work: &mut W,
        mut watch: impl FnMut(&W),
    ) -> Result<(), RunFailure<W::Failure>> {
        let mut result = self.go_on(work, &mut watch);
        if !matches!(result, Err(RunFailure::Work(_))) {
            result = work.store(true).map_err(RunFailure::Work).and(result);
        }
        // Workers stop at once.
        self.notice.is_over = true;
        self.notice.progress = work.summary();
        let _ = self.transport.announce(&self.notice);
        let _ = self.transport.close_run(&self.notice.run);
        result
    }

    fn go_on(
        &mut self,
        work: &mut W,
        watch: &mut impl FnMut(&W),
    ) -> Result<(), RunFailure<W::Failure>> {
        let mut opened = false;
        let (mut announced, mut checked): (Option<Instant>, Instant) = (None, Instant::now());
        while !work.is_over() && !(self.stop)() {
            if !opened {
                match self.open() {
                    Ok(()) => opened = true,
                    Err(error) => {
                        self.fail(error)?;
                        continue;
                    }
                }
            }
            if announced.is_none_or(|last| last.elapsed() >= ANNOUNCE_INTERVAL) {
                announced = Some(Instant::now());
                self.notice.done = self.ledger.done();
                self.notice.progress = work.summary();
                let _ = self.transport.announce(&self.notice);
                self.count_workers();
            }
            watch(work);
            match self.step(work) {
                Ok(true) => return Ok(()),
                Ok(false) => self.recover(),
                Err(StepError::Run(failure)) => return Err(failure),
                Err(StepError::Transport(TransportError::Lost)) => {
                    opened = false;
                    self.fail(TransportError::Lost)?;
                }
                Err(StepError::Transport(error)) => self.fail(error)?,
            }
            if checked.elapsed() >= CHECK_INTERVAL {
                checked = Instant::now();
                match self.check_queue() {
                    Ok(()) => (),
                    Err(StepError::Run(failure)) => return Err(failure),
                    Err(StepError::Transport(TransportError::Lost)) => opened = false,
                    Err(StepError::Transport(error)) => self.fail(error)?,
                }
            }
        }
        Ok(())
    }

    /// Opens the queue and publishes the open chunks, which the server may have lost.
    fn open(&mut self) -> Result<(), TransportError> {
        for (hash, bytes) in &self.objects {
            self.transport.store(hash, bytes)?;
        }
        self.transport.open_run(&self.notice.run)?;
        self.transport.clear(&self.notice.run)?;
        self.unpublished = self.ledger.open();
        if !self.unpublished.is_empty() {
            self.log(Note::Republished { chunks: self.unpublished.len() });
        }
        Ok(())
    }

    /// Does one round: publishes, stores, receives. Returns whether everything is done.
    fn step(&mut self, work: &mut W) -> Result<bool, StepError<W::Failure>> {
        for report in self.transport.reports() {
            self.receive_report(report);
        }
        for (worker, reason) in work.suspects() {
            self.ban(&worker);
            self.log_some(Note::SpotCheck { worker, reason });
        }
        let is_full = self.fill(work)?;
        work.store(!is_full).map_err(StepError::work)?;
        // Other items may have waited for what is stored now.
        if !is_full {
            self.fill(work)?;
        }
        if self.ledger.is_idle() && self.unpublished.is_empty() {
            return Ok(true);
        }
        self.publish()?;
        let wait = Duration::from_millis(20);
        for delivery in self.transport.results(&self.notice.run, wait)? {
            self.receive(delivery, work)?;
        }
        Ok(false)
    }

    /// Makes chunks of missing items, enough to keep the workers busy. Returns false if there are
    /// not enough items.
    fn fill(&mut self, work: &mut W) -> Result<bool, StepError<W::Failure>> {
        let slots: u64 = self.slots();
        let most = 2 * slots as usize + 2;
        while self.ledger.open_chunks() < most {
            let size = self.sizes.next(work.left(), slots);
            let mut items = Vec::new();
            while (items.len() as u64) < size {
                if let Some(item) = self.ledger.returned() {
                    items.push(item);
                    continue;
                }
                let Some(item) = work.next().map_err(StepError::work)? else { break };
                items.push(LedgerItem { sent: work.send(&item), item, failures: 0 });
            }
            if items.is_empty() {
                return Ok(false);
            }
            let chunk = self.ledger.hand_out(items);
            self.unpublished.push(chunk);
        }
        Ok(true)
    }

    fn publish(&mut self) -> Result<(), StepError<W::Failure>> {
        if self.unpublished.is_empty() {
            return Ok(());
        }
        if let Some(chunk) =
            self.unpublished.iter().find(|chunk| chunk.to_bytes().len() > MAX_MESSAGE)
        {
            let what = format!("chunk {} has more than {MAX_MESSAGE} bytes", chunk.number);
            return Err(StepError::Run(RunFailure::Server(what)));
        }
        self.transport.publish(&self.notice.run, &self.unpublished)?;
        self.unpublished.clear();
        Ok(())
    }

    /// Handles a message with results, which may be malformed.
    fn receive(&mut self, delivery: Delivery, work: &mut W) -> Result<(), StepError<W::Failure>> {
        self.received += 1;
        let Delivery { token, bytes } = delivery;
        match Results::read(&bytes) {
            Err(refusal) => self.log_some(Note::BadMessage { reason: refusal.to_string() }),
            Ok(results) if results.run != self.notice.run || results.task != self.notice.task => {
                let reason = format!(
                    "{} sent results of another run or of an earlier version of this one",
                    results.worker
                );
                self.log_some(Note::BadMessage { reason });
            }
            Ok(results) if self.notice.banned.contains(&results.worker) => {
                for result in &results.items {
                    self.ledger.fail(&result.key);
                }
            }
            Ok(results) => self.take(results, work)?,
        }
        // If this fails, the message is delivered again, and its results are duplicates.
        Ok(self.transport.acknowledge(&[token])?)
    }

    fn take(&mut self, results: Results, work: &mut W) -> Result<(), StepError<W::Failure>> {
        let Results { worker, speed, items, .. } = results;
        let from = ResultOrigin { worker: &worker, speed };
        for result in items {
            let key = result.key.as_str();
            match self.ledger.classify(key) {
                Received::Duplicate => continue,
                Received::Unrequested => {
                    let reason =
                        format!("{worker} sent a result of {key}, which was not requested");
                    self.log_some(Note::BadMessage { reason });
                    continue;
                }
                Received::New => (),
            }
            let Some(item) = self.ledger.item(key) else { continue };
            let output = match result.outcome {
                ItemOutcome::Done(result) => work.receive(item, &result, from),
                ItemOutcome::Failed(reason) => Err(reason),
            };
            let reason = match output {
                Ok(output) => {
                    self.sizes.learn(result.millis);
                    if let Some(item) = self.ledger.accept(key) {
                        work.accept(item, output).map_err(StepError::work)?;
                    }
                    continue;
                }
                Err(reason) => reason,
            };
            let failures = self.ledger.fail(key);
            let (key, worker) = (key.to_string(), worker.clone());
            if failures >= MAX_FAILURES {
                let what = format!("{key} failed {failures} times, last on {worker}: {reason}");
                return Err(StepError::Run(RunFailure::Server(what)));
            }
            self.log_some(Note::BadResult { key, worker: worker.clone(), reason });
            self.count_bad(&worker);
        }
        Ok(())
    }

    /// Counts a refused result; a worker with too many of them is banned.
    fn count_bad(&mut self, worker: &str) {
        let known = self.known(worker);
        known.bad += 1;
        if known.bad >= MAX_BAD && self.ban(worker) {
            self.log(Note::Banned { worker: worker.into() });
        }
    }

    /// Gives a worker no more chunks. Returns whether it was not banned before.
    fn ban(&mut self, worker: &str) -> bool {
        let is_new = !self.notice.banned.iter().any(|banned| banned == worker);
        if is_new {
            self.notice.banned.push(worker.into());
            let _ = self.transport.announce(&self.notice);
        }
        is_new
    }

    /// Compares the queue with the open chunks, and publishes lost chunks again.
    fn check_queue(&mut self) -> Result<(), StepError<W::Failure>> {
        let queue = self.transport.queue(&self.notice.run)?;
        let is_quiet = self.received == self.received_at_check && queue.results == 0;
        self.received_at_check = self.received;
        let there = (queue.waiting + queue.taken) as usize;
        if !is_quiet || there >= self.ledger.open_chunks() || !self.unpublished.is_empty() {
            self.missing = 0;
            return Ok(());
        }
        self.missing += 1;
        if self.missing < 2 {
            return Ok(());
        }
        self.missing = 0;
        // Chunks that workers still have are published again, too: their results count once.
        let lost = self.ledger.open();
        if there == 0 && self.counted.0 > 0 && self.ledger.count_loss() > MAX_FAILURES {
            let keys: Vec<&str> =
                lost.iter().flat_map(|chunk| &chunk.items).map(|item| item.key.as_str()).collect();
            let what = format!(
                "{} items were handed out again and again and never came back, such as {}: do \
                 they end the workers?",
                keys.len(),
                keys.first().unwrap_or(&"none")
            );
            return Err(StepError::Run(RunFailure::Server(what)));
        }
        self.transport.clear(&self.notice.run)?;
        self.log(Note::Republished { chunks: lost.len() });
        self.unpublished = lost;
        Ok(())
    }

    fn receive_report(&mut self, report: WorkerReport) {
        let skew = unix_time().abs_diff(report.unix_time);
        let refused = report.refused.into_iter().find(|(run, _)| *run == self.notice.run);
        let worker = report.worker;
        if let Some((_, reason)) = &refused {
            let note = Note::Refuses { worker: worker.clone(), reason: reason.clone() };
            self.log_once(&worker, note);
        }
        if skew > MAX_SKEW {
            // The number of seconds differs from report to report, so it is not compared.
            let known = self.known(&worker);
            if known.noted.insert("clock".into()) {
                self.log(Note::Clock { worker: worker.clone(), seconds: skew });
            }
        }
        let is_banned = self.notice.banned.contains(&worker);
        let is_out = refused.is_some() || report.is_leaving || is_banned;
        let known = self.known(&worker);
        known.slots = if is_out { 0 } else { report.slots.into() };
        known.seen = Instant::now();
    }

    fn known(&mut self, worker: &str) -> &mut KnownWorker {
        self.workers.entry(worker.into()).or_insert_with(|| KnownWorker {
            seen: Instant::now(),
            slots: 0,
            bad: 0,
            noted: HashSet::new(),
        })
    }

    fn slots(&self) -> u64 {
        let there = self.workers.values().filter(|worker| worker.seen.elapsed() < WORKER_TIMEOUT);
        there.map(|worker| worker.slots).sum::<u64>().max(1)
    }

    /// Logs the number of workers when it changes.
    fn count_workers(&mut self) {
        let there = self.workers.values().filter(|worker| worker.seen.elapsed() < WORKER_TIMEOUT);
        let there: Vec<u64> = there.map(|worker| worker.slots).filter(|&slots| slots > 0).collect();
        let counted = (there.len(), there.iter().sum());
        if counted.0 == 0 && !self.is_warned && self.began.elapsed() > WORKER_TIMEOUT {
            self.is_warned = true;
            self.log(Note::NoWorkers);
        }
        if counted != self.counted && counted.0 > 0 {
            self.is_warned = false;
            self.log(Note::Workers { count: counted.0, slots: counted.1 });
        }
        self.counted = counted;
    }

    fn log(&mut self, note: Note) {
        (self.note)(note);
    }

    fn log_some(&mut self, note: Note) {
        self.notes += 1;
        if self.notes <= MAX_NOTES {
            self.log(note);
        }
    }

    fn log_once(&mut self, worker: &str, note: Note) {
        if self.known(worker).noted.insert(note.to_string()) {
            self.log(note);
        }
    }

    /// Logs an error, and waits before the next attempt, each time longer.
    fn fail(&mut self, error: TransportError) -> Result<(), RunFailure<W::Failure>> {
        if let TransportError::Refused(reason) = error {
            return Err(RunFailure::Server(reason));
        }
        let reason = error.to_string();
        if self.last_error.as_ref() != Some(&reason) {
            self.log(Note::Unavailable { reason: reason.clone() });
            self.last_error = Some(reason);
        }
        self.failures += 1;
        let pause = Duration::from_millis(50 << self.failures.min(6)).min(MAX_PAUSE);
        std::thread::sleep(pause);
        Ok(())
    }

    fn recover(&mut self) {
        self.failures = 0;
        if self.last_error.take().is_some() {
            self.log(Note::Recovered);
        }
    }
}

/// An error in a round.
enum StepError<F> {
    Transport(TransportError),
    Run(RunFailure<F>),
}

impl<F> StepError<F> {
    fn work(failure: F) -> StepError<F> {
        StepError::Run(RunFailure::Work(failure))
    }
}

impl<F> From<TransportError> for StepError<F> {
    fn from(error: TransportError) -> StepError<F> {
        StepError::Transport(error)
    }
}
