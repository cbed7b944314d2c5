//! The coordinator: publishes what is missing, and collects results.

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

/// How often a run is announced.
const ANNOUNCE: Duration = Duration::from_secs(1);

/// How often the queue is looked at.
const CHECK: Duration = Duration::from_secs(2);

/// A worker that has not reported for so long is gone.
const GONE: Duration = Duration::from_secs(5);

/// How often an item may fail, or be lost, before the run gives up.
const MAX_FAILURES: u32 = 5;

/// From so many refused results on, a worker is banned.
const MAX_BAD: u32 = 3;

/// A clock that is wrong by more seconds is worth a note.
const MAX_SKEW: u64 = 120;

/// How many notes about messages are logged, so that an attacker cannot fill a disk.
const MAX_NOTES: u32 = 50;

/// The longest pause between two attempts.
const MAX_PAUSE: Duration = Duration::from_secs(2);

struct KnownWorker {
    seen: Instant,
    slots: u64,
    bad: u32,
    /// What was logged about it.
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
    /// Chunks that the transport has not taken yet.
    unpublished: Vec<Chunk>,
    trouble: Option<String>,
    failures: u32,
    /// How many checks in a row have found fewer chunks in the queue than are out.
    missing: u32,
    began: Instant,
    is_warned: bool,
    /// How many messages were received, in all and at the last check of the queue.
    received: u64,
    received_at_check: u64,
}

impl<'a, W: SharedWork> Coordinator<'a, W> {
    /// A coordinator of a run with the task and its files; `unit` items belong together.
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
            trouble: None,
            failures: 0,
            missing: 0,
            began: Instant::now(),
            is_warned: false,
            received: 0,
            received_at_check: 0,
        }
    }

    /// Hands out the work until it is done or stopped. What is finished is stored in every case.
    /// `watch` is called every so often.
    pub fn run(
        &mut self,
        work: &mut W,
        mut watch: impl FnMut(&W),
    ) -> Result<(), RunFailure<W::Failure>> {
        let mut result = self.go_on(work, &mut watch);
        if !matches!(result, Err(RunFailure::Work(_))) {
            result = work.store(true).map_err(RunFailure::Work).and(result);
        }
        // Workers learn at once that they need not go on.
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
            if announced.is_none_or(|last| last.elapsed() >= ANNOUNCE) {
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
                Err(Trouble::Run(failure)) => return Err(failure),
                Err(Trouble::Transport(TransportError::Lost)) => {
                    opened = false;
                    self.fail(TransportError::Lost)?;
                }
                Err(Trouble::Transport(error)) => self.fail(error)?,
            }
            if checked.elapsed() >= CHECK {
                checked = Instant::now();
                match self.check_queue() {
                    Ok(()) => (),
                    Err(Trouble::Run(failure)) => return Err(failure),
                    Err(Trouble::Transport(TransportError::Lost)) => opened = false,
                    Err(Trouble::Transport(error)) => self.fail(error)?,
                }
            }
        }
        Ok(())
    }

    /// Opens the queue, and publishes what is out: the server may have lost it.
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

    /// One round: publishes, stores, receives. Says whether all is done.
    fn step(&mut self, work: &mut W) -> Result<bool, Trouble<W::Failure>> {
        for report in self.transport.reports() {
            self.receive_report(report);
        }
        for (worker, reason) in work.suspects() {
            self.ban(&worker);
            self.log_some(Note::SpotCheck { worker, reason });
        }
        let is_full = self.fill(work)?;
        work.store(!is_full).map_err(Trouble::work)?;
        // What is stored now may be what other items have waited for.
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

    /// Makes chunks of what is missing, as many as keep the workers busy; says whether there are
    /// as many.
    fn fill(&mut self, work: &mut W) -> Result<bool, Trouble<W::Failure>> {
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
                let Some(item) = work.next().map_err(Trouble::work)? else { break };
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

    fn publish(&mut self) -> Result<(), Trouble<W::Failure>> {
        if self.unpublished.is_empty() {
            return Ok(());
        }
        if let Some(chunk) =
            self.unpublished.iter().find(|chunk| chunk.to_bytes().len() > MAX_MESSAGE)
        {
            let what = format!("chunk {} has more than {MAX_MESSAGE} bytes", chunk.number);
            return Err(Trouble::Run(RunFailure::Server(what)));
        }
        self.transport.publish(&self.notice.run, &self.unpublished)?;
        self.unpublished.clear();
        Ok(())
    }

    /// Takes a message with results, whatever it holds.
    fn receive(&mut self, delivery: Delivery, work: &mut W) -> Result<(), Trouble<W::Failure>> {
        self.received += 1;
        let Delivery { token, bytes } = delivery;
        match Results::read(&bytes) {
            Err(refusal) => self.log_some(Note::BadMessage { reason: refusal.to_string() }),
            Ok(results) if results.run != self.notice.run || results.task != self.notice.task => {
                let reason = format!(
                    "{} sent results of another run or of an earlier form of this one",
                    results.worker
                );
                self.log_some(Note::BadMessage { reason });
            }
            Ok(results) if self.notice.banned.contains(&results.worker) => {
                for answer in &results.answers {
                    self.ledger.fail(&answer.key);
                }
            }
            Ok(results) => self.take(results, work)?,
        }
        // If this fails, the message comes again, and what it brings is a duplicate.
        Ok(self.transport.acknowledge(&[token])?)
    }

    /// Takes results.
    fn take(&mut self, results: Results, work: &mut W) -> Result<(), Trouble<W::Failure>> {
        let Results { worker, speed, answers, .. } = results;
        let from = ResultOrigin { worker: &worker, speed };
        for answer in answers {
            let key = answer.key.as_str();
            match self.ledger.classify(key) {
                Received::Duplicate => continue,
                Received::Unasked => {
                    let reason = format!("{worker} sent a result of {key}, which nobody asked for");
                    self.log_some(Note::BadMessage { reason });
                    continue;
                }
                Received::New => (),
            }
            let Some(item) = self.ledger.item(key) else { continue };
            let output = match answer.outcome {
                ItemOutcome::Done(result) => work.receive(item, &result, from),
                ItemOutcome::Failed(reason) => Err(reason),
            };
            let reason = match output {
                Ok(output) => {
                    self.sizes.learn(answer.millis);
                    if let Some(item) = self.ledger.accept(key) {
                        work.accept(item, output).map_err(Trouble::work)?;
                    }
                    continue;
                }
                Err(reason) => reason,
            };
            let failures = self.ledger.fail(key);
            let (key, worker) = (key.to_string(), worker.clone());
            if failures >= MAX_FAILURES {
                let what = format!("{key} failed {failures} times, lastly on {worker}: {reason}");
                return Err(Trouble::Run(RunFailure::Server(what)));
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

    /// Gives a worker no more chunks; says whether that is new.
    fn ban(&mut self, worker: &str) -> bool {
        let is_new = !self.notice.banned.iter().any(|banned| banned == worker);
        if is_new {
            self.notice.banned.push(worker.into());
            let _ = self.transport.announce(&self.notice);
        }
        is_new
    }

    /// Looks whether the queue has what is out; chunks that are nowhere are published anew.
    fn check_queue(&mut self) -> Result<(), Trouble<W::Failure>> {
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
        // Those that workers have are published again, too: their results count once.
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
            return Err(Trouble::Run(RunFailure::Server(what)));
        }
        self.transport.clear(&self.notice.run)?;
        self.log(Note::Republished { chunks: lost.len() });
        self.unpublished = lost;
        Ok(())
    }

    /// Takes the report of a worker.
    fn receive_report(&mut self, report: WorkerReport) {
        let skew = unix_time().abs_diff(report.unix_time);
        let refused = report.refused.into_iter().find(|(run, _)| *run == self.notice.run);
        let worker = report.worker;
        if let Some((_, reason)) = &refused {
            let note = Note::Refuses { worker: worker.clone(), reason: reason.clone() };
            self.log_once(&worker, note);
        }
        if skew > MAX_SKEW {
            // The number differs from report to report; it is logged once.
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
        let there = self.workers.values().filter(|worker| worker.seen.elapsed() < GONE);
        there.map(|worker| worker.slots).sum::<u64>().max(1)
    }

    /// Tells how many workers there are, when that changes.
    fn count_workers(&mut self) {
        let there = self.workers.values().filter(|worker| worker.seen.elapsed() < GONE);
        let there: Vec<u64> = there.map(|worker| worker.slots).filter(|&slots| slots > 0).collect();
        let counted = (there.len(), there.iter().sum());
        if counted.0 == 0 && !self.is_warned && self.began.elapsed() > GONE {
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

    /// Takes note of an error, and waits before the next attempt; longer and longer.
    fn fail(&mut self, error: TransportError) -> Result<(), RunFailure<W::Failure>> {
        if let TransportError::Refused(reason) = error {
            return Err(RunFailure::Server(reason));
        }
        let reason = error.to_string();
        if self.trouble.as_ref() != Some(&reason) {
            self.log(Note::Trouble { reason: reason.clone() });
            self.trouble = Some(reason);
        }
        self.failures += 1;
        let pause = Duration::from_millis(50 << self.failures.min(6)).min(MAX_PAUSE);
        std::thread::sleep(pause);
        Ok(())
    }

    fn recover(&mut self) {
        self.failures = 0;
        if self.trouble.take().is_some() {
            self.log(Note::Recovered);
        }
    }
}

/// What can go wrong in a round.
enum Trouble<F> {
    Transport(TransportError),
    Run(RunFailure<F>),
}

impl<F> Trouble<F> {
    fn work(failure: F) -> Trouble<F> {
        Trouble::Run(RunFailure::Work(failure))
    }
}

impl<F> From<TransportError> for Trouble<F> {
    fn from(error: TransportError) -> Trouble<F> {
        Trouble::Transport(error)
    }
}
