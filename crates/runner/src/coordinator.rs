//! The coordinator publishes chunks of missing items, and collects their results.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use crate::chunk::ChunkSizes;
use crate::ledger::{Claim, Ledger, LedgerItem};
use crate::message::{Chunk, ItemOutcome, MAX_MESSAGE, MessageRefusal, Results, RunNotice};
use crate::message::{WorkerReport, short_key};
use crate::note::Note;
use crate::rejection::{Rejection, Rejections};
use crate::replay::{Check, Replays};
use crate::roster::{AcceptedKeys, Roster, WORKER_TIMEOUT};
use crate::signed::{Signed, Unchecked};
use crate::signing_key::SigningKey;
use crate::transport::{Delivery, Transport, TransportError};
use crate::work::{ResultOrigin, RunFailure, SharedWork, Stop};
use crate::worker::unix_time;

const ANNOUNCE_INTERVAL: Duration = Duration::from_secs(1);

const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// How often an item may fail, or be lost, before the run ends with an error.
const MAX_FAILURES: u32 = 5;

/// After this many refused results, a worker is banned.
const MAX_BAD: u32 = 3;

/// How often another worker is asked for the check of an item before this machine makes it.
const MAX_ASKED: u32 = 3;

/// A clock that is wrong by more than this, in seconds, is logged.
const MAX_SKEW: u64 = 120;

/// How many notes about messages are logged, so that an attacker cannot fill the disk.
const MAX_NOTES: u32 = 50;

const MAX_PAUSE: Duration = Duration::from_secs(2);

/// Whom a run believes, and how it checks that.
pub struct Trust<'a> {
    /// The key of the run. Its public key is the name of the run.
    pub key: SigningKey,
    /// Returns the accepted keys; called every second, so that they may change.
    pub accepted: Box<dyn Fn() -> AcceptedKeys + 'a>,
    /// One in this many results is checked, if it can be repeated; none, if it is 0.
    pub replay_rate: u32,
}

/// Hands out the items of a run.
pub struct Coordinator<'a, W: SharedWork> {
    transport: &'a dyn Transport,
    trust: Trust<'a>,
    notice: RunNotice,
    /// The task and its files, by their hashes.
    objects: Vec<(String, Vec<u8>)>,
    ledger: Ledger<W::Item>,
    sizes: ChunkSizes,
    roster: Roster,
    rejections: Rejections,
    replays: Replays<W::Item, W::Output>,
    /// Hashes what is equal on all machines, in a way that no worker knows.
    hasher: RandomState,
    /// Lines about workers that were banned or differ from others, for the final report.
    findings: Vec<String>,
    note: &'a mut dyn FnMut(Note),
    stop: Stop<'a>,
    notes: u32,
    counted: (usize, u64),
    /// The last offers that were logged.
    offers: Vec<String>,
    /// Chunks that are not published yet.
    unpublished: Vec<Signed<Chunk>>,
    last_error: Option<String>,
    failures: u32,
    /// How many checks in a row found fewer chunks in the queue than are open.
    missing: u32,
    began: Instant,
    is_warned: bool,
    /// How many messages were believed, in total and at the last check of the queue.
    received: u64,
    received_at_check: u64,
}

impl<'a, W: SharedWork> Coordinator<'a, W> {
    /// A coordinator of a run. `objects` are the task and its files; `unit` items belong together.
    pub fn new(
        transport: &'a dyn Transport,
        trust: Trust<'a>,
        notice: RunNotice,
        objects: Vec<(String, Vec<u8>)>,
        unit: u64,
        note: &'a mut dyn FnMut(Note),
        stop: Stop<'a>,
    ) -> Coordinator<'a, W> {
        let notice = RunNotice { run: trust.key.public().into(), ..notice };
        Coordinator {
            transport,
            ledger: Ledger::new(&notice.run, &notice.task),
            notice,
            objects,
            sizes: ChunkSizes::new(unit),
            roster: Roster::default(),
            rejections: Rejections::default(),
            replays: Replays::new(trust.replay_rate, channel().0, channel().1),
            hasher: RandomState::new(),
            findings: Vec::new(),
            trust,
            note,
            stop,
            notes: 0,
            counted: (0, 0),
            offers: Vec::new(),
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

    /// Hands out the work until it is done and checked, or stopped. Finished items are stored in
    /// every case. The executor does items again on this machine, to check results. `watch` is
    /// called regularly.
    pub fn run<E>(
        &mut self,
        work: &mut W,
        executor: impl Fn() -> Result<E, W::Failure> + Sync,
        mut watch: impl FnMut(&W),
    ) -> Result<(), RunFailure<W::Failure>>
    where
        W::Item: Send,
        W::Output: Send,
        E: FnMut(&W::Item, Stop<'_>) -> Result<Option<W::Output>, W::Failure>,
    {
        let ((requests, items), (outputs, answers)) = (channel::<W::Item>(), channel());
        self.replays = Replays::new(self.trust.replay_rate, requests, answers);
        let (is_over, stop) = (AtomicBool::new(false), self.stop);
        let mut result = thread::scope(|scope| {
            let (executor, is_over) = (&executor, &is_over);
            scope.spawn(move || {
                let stopped = || is_over.load(Ordering::Relaxed) || stop();
                let mut made = None;
                for item in items {
                    made = made.or_else(|| executor().ok());
                    // After a panic the executor starts anew.
                    let mut execute = || made.as_mut().and_then(|run| run(&item, &stopped).ok()?);
                    let output = catch_unwind(AssertUnwindSafe(&mut execute));
                    if output.is_err() {
                        made = None;
                    }
                    let output = output.unwrap_or_default();
                    // The receiver is gone when the run is over.
                    if outputs.send(output).is_err() {
                        return;
                    }
                }
            });
            let result = self.go_on(work, &mut watch);
            // The thread ends: it gets no more items.
            is_over.store(true, Ordering::Relaxed);
            self.replays.close();
            result
        });
        if !matches!(result, Err(RunFailure::Work(_))) {
            result = work.store(true).map_err(RunFailure::Work).and(result);
        }
        self.find_outliers(work);
        // Workers stop at once.
        self.notice.is_over = true;
        self.notice.progress = work.summary();
        self.announce();
        let _ = self.transport.close_run(&self.notice.run);
        result
    }

    /// What was checked, rejected and found, in lines for people.
    pub fn report(&self) -> Vec<String> {
        let Replays { done, left_out, .. } = &self.replays;
        let mut lines = Vec::new();
        if *done + *left_out > 0 {
            lines.push(format!("checked: {done} results were repeated, {left_out} could not be"));
        }
        lines.extend(self.findings.iter().cloned());
        lines.extend(self.rejections.lines(|key| self.roster.name(key)));
        lines
    }

    fn announce(&self) {
        let _ = self.transport.announce(&Signed::new(&self.trust.key, self.notice.clone()));
    }

    fn go_on(
        &mut self,
        work: &mut W,
        watch: &mut impl FnMut(&W),
    ) -> Result<(), RunFailure<W::Failure>> {
        let mut opened = false;
        let (mut announced, mut checked): (Option<Instant>, Instant) = (None, Instant::now());
        while !((self.stop)() || work.is_over() && self.is_checked()) {
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
                self.roster.set_accepted((self.trust.accepted)());
                self.notice.accepted = self.roster.short_keys();
                self.notice.done = self.ledger.done();
                self.notice.progress = work.summary();
                self.announce();
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

    /// Whether no check is left to be made.
    fn is_checked(&self) -> bool {
        self.ledger.checks() == 0 && self.replays.is_idle()
    }

    /// Opens the queue and publishes the open chunks, which the server may have lost.
    fn open(&mut self) -> Result<(), TransportError> {
        for (hash, bytes) in &self.objects {
            self.transport.store(hash, bytes)?;
        }
        self.transport.open_run(&self.notice.run)?;
        self.transport.clear(&self.notice.run)?;
        self.unpublished.clear();
        self.republish();
        Ok(())
    }

    /// Publishes all open chunks again.
    fn republish(&mut self) {
        let open = self.ledger.open();
        if !open.is_empty() {
            self.log(Note::Republished { chunks: open.len() });
        }
        let sign = |chunk| Signed::new(&self.trust.key, chunk);
        self.unpublished = open.into_iter().map(sign).collect();
    }

    /// Does one round: publishes, stores, receives. Returns whether everything is done.
    fn step(&mut self, work: &mut W) -> Result<bool, StepError<W::Failure>> {
        for report in self.transport.reports() {
            self.receive_report(&report);
        }
        for (Check { item, claims }, output) in self.replays.answers() {
            let Some(hash) = self.hash(work, &item, &output) else { continue };
            for Claim { worker, .. } in claims.into_iter().filter(|claim| claim.hash != hash) {
                let key = work.send(&item).key;
                let reason = format!("its result of {key} is another than that of this machine");
                self.convict(worker, &reason, work)?;
            }
        }
        let is_full = self.fill(work)?;
        work.store(!is_full).map_err(StepError::work)?;
        // Other items may have waited for what is stored now.
        if !is_full {
            self.fill(work)?;
        }
        if self.ledger.is_idle() && self.unpublished.is_empty() && self.replays.is_idle() {
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
        let slots: u64 = self.roster.present().1.max(1);
        let most = 2 * slots as usize + 2;
        let is_over = work.is_over();
        if is_over && self.counted.0 == 0 {
            // No worker is left to make the last checks.
            for LedgerItem { item, claim, .. } in self.ledger.take_checks() {
                self.replays.add(Check { item, claims: claim.into_iter().collect() });
            }
        }
        while self.ledger.open_chunks() < most {
            let size = self.sizes.next(work.left(), slots);
            let mut items = Vec::new();
            while (items.len() as u64) < size {
                if let Some(item) = self.ledger.take_returned(is_over) {
                    items.push(item);
                    continue;
                }
                let next = if is_over { None } else { work.next().map_err(StepError::work)? };
                let Some(item) = next else { break };
                items.push(LedgerItem { sent: work.send(&item), item, failures: 0, claim: None });
            }
            if items.is_empty() {
                return Ok(false);
            }
            let chunk = self.ledger.hand_out(items);
            self.unpublished.push(Signed::new(&self.trust.key, chunk));
        }
        Ok(true)
    }

    fn publish(&mut self) -> Result<(), StepError<W::Failure>> {
        if self.unpublished.is_empty() {
            return Ok(());
        }
        if let Some(chunk) = self.unpublished.iter().find(|chunk| chunk.bytes().len() > MAX_MESSAGE)
        {
            let number = chunk.message.number;
            let what = format!("chunk {number} has more than {MAX_MESSAGE} bytes");
            return Err(StepError::Run(RunFailure::Server(what)));
        }
        self.transport.publish(&self.notice.run, &self.unpublished)?;
        self.unpublished.clear();
        Ok(())
    }

    /// Handles a message with results, which anybody may have sent.
    fn receive(&mut self, delivery: Delivery, work: &mut W) -> Result<(), StepError<W::Failure>> {
        let Delivery { token, bytes } = delivery;
        let unchecked = Unchecked::read(&bytes);
        match self.believe(&unchecked) {
            Ok((worker, results)) => {
                self.received += 1;
                self.take(worker, results, work)?;
            }
            Err(rejection) => {
                let key = unchecked.as_ref().ok().map(|message| message.key);
                self.reject(rejection, key);
            }
        }
        // If this fails, the message is delivered again, and its results are repeated ones.
        Ok(self.transport.acknowledge(&[token])?)
    }

    /// The results of a message and the number of its worker, if they are by an accepted worker and
    /// answer a chunk. What is cheap to check is checked first.
    fn believe(
        &mut self,
        message: &Result<Unchecked<'_>, MessageRefusal>,
    ) -> Result<(u32, Results), Rejection> {
        let message = message.as_ref().map_err(|_| Rejection::Malformed)?;
        if !self.roster.may_send(message.key) {
            return Err(Rejection::NotAccepted);
        }
        let results: Results = message.check().map_err(|refusal| match refusal {
            MessageRefusal::BadSignature => Rejection::BadSignature,
            _ => Rejection::Malformed,
        })?;
        // From here on it is known who sent it.
        let worker = self.roster.number(message.key);
        if self.roster.worker(worker).is_banned {
            return Err(Rejection::Banned);
        }
        if results.run != self.notice.run || results.task != self.notice.task {
            return Err(Rejection::OtherRun);
        }
        self.ledger.check_chunk(results.chunk, &results.token)?;
        Ok((worker, results))
    }

    /// Counts what is not believed, and logs it once for each reason and key.
    fn reject(&mut self, rejection: Rejection, key: Option<&str>) {
        let is_first = self.rejections.of(rejection) == 0;
        self.rejections.count(rejection, key, 1);
        if is_first && rejection != Rejection::Late {
            let worker =
                key.map(|key| self.roster.name(key).unwrap_or_else(|| short_key(key).to_string()));
            self.log_some(Note::Rejected { worker, rejection });
        }
    }

    fn take(
        &mut self,
        worker: u32,
        results: Results,
        work: &mut W,
    ) -> Result<(), StepError<W::Failure>> {
        let Results { speed, items, chunk, .. } = results;
        let from = ResultOrigin { speed };
        for result in items {
            let (key, sender) = (result.key.as_str(), self.roster.worker(worker).key.clone());
            if let Err(rejection) = self.ledger.check_item(chunk, key) {
                self.reject(rejection, Some(&sender));
                continue;
            }
            let Some(LedgerItem { item, .. }) = self.ledger.item(key) else { continue };
            let (output, rejection) = match result.outcome {
                ItemOutcome::Done(result) => {
                    (work.receive(item, &result, from), Rejection::Impossible)
                }
                ItemOutcome::Failed(reason) => (Err(reason), Rejection::Failed),
            };
            let reason = match output {
                Ok(output) => {
                    self.sizes.learn(result.millis);
                    self.accept(key, worker, output, work)?;
                    continue;
                }
                Err(reason) => reason,
            };
            let failures = self.ledger.fail(key);
            let (key, name) = (key.to_string(), self.roster.worker(worker).name.clone());
            self.rejections.count(rejection, Some(&sender), 1);
            if failures >= MAX_FAILURES {
                let what = format!("{key} failed {failures} times, last on {name}: {reason}");
                return Err(StepError::Run(RunFailure::Server(what)));
            }
            self.log_some(Note::BadResult { key, worker: name, reason });
            let known = self.roster.worker(worker);
            known.bad += 1;
            if known.bad >= MAX_BAD {
                match rejection {
                    Rejection::Failed => self.ban(worker, "it failed repeatedly"),
                    _ => self.convict(worker, "its results were refused repeatedly", work)?,
                }
                return Ok(());
            }
        }
        Ok(())
    }

    /// Takes a plausible result: it counts, or it checks an earlier one.
    fn accept(
        &mut self,
        key: &str,
        worker: u32,
        output: W::Output,
        work: &mut W,
    ) -> Result<(), StepError<W::Failure>> {
        let Some(done) = self.ledger.accept(key, worker) else { return Ok(()) };
        let hash = self.hash(work, &done.item, &output);
        let Some(claim) = done.claim else {
            let known = self.roster.worker(worker);
            known.done += 1;
            if let Some(hash) = hash
                && self.replays.choose(known.done - 1)
            {
                self.check(&done, Claim { worker, hash });
            }
            return work.accept(done.item, output).map_err(StepError::work);
        };
        match hash {
            // Who is asked about its own result says the same again.
            Some(_) if worker == claim.worker => {
                let failures = done.failures + 1;
                if failures < MAX_ASKED && self.roster.has_other(worker) {
                    self.ledger.add_returned(LedgerItem { failures, ..done });
                } else {
                    self.replays.add(Check { item: done.item, claims: vec![claim] });
                }
            }
            Some(hash) if hash != claim.hash => {
                let claims = vec![claim, Claim { worker, hash }];
                self.replays.add(Check { item: done.item, claims });
            }
            Some(_) => self.replays.done += 1,
            None => self.replays.left_out += 1,
        }
        Ok(())
    }

    /// Lets an item be done again: here, or by others if this machine has enough to do.
    fn check(&mut self, done: &LedgerItem<W::Item>, claim: Claim) {
        let (item, sent) = (done.item.clone(), done.sent.clone());
        if self.replays.is_busy() && self.roster.has_other(claim.worker) {
            let claim = Some(claim);
            self.ledger.add_returned(LedgerItem { item, sent, failures: 0, claim });
        } else {
            self.replays.add(Check { item, claims: vec![claim] });
        }
    }

    /// A hash of what is equal on all machines.
    fn hash(&self, work: &W, item: &W::Item, output: &W::Output) -> Option<u64> {
        work.repeatable(item, output).map(|text| self.hasher.hash_one(text))
    }

    /// Bans a worker for false results, and takes out all that it has done.
    fn convict(
        &mut self,
        worker: u32,
        reason: &str,
        work: &mut W,
    ) -> Result<(), StepError<W::Failure>> {
        if self.roster.worker(worker).is_banned {
            return Ok(());
        }
        self.ban(worker, reason);
        work.store(true).map_err(StepError::work)?;
        let was_over = work.is_over();
        let is_false = |key: &str| self.ledger.done_by(key) == Some(worker);
        let retracted = work.retract(&is_false).map_err(StepError::work)?;
        let (key, name) = {
            let known = self.roster.worker(worker);
            (known.key.clone(), known.name.clone())
        };
        let note = match retracted {
            Some(others) => {
                let results = self.ledger.forget(worker);
                self.ledger.recall(|item| item.claim.is_some() || work.is_wanted(&item.item));
                self.rejections.count(Rejection::Retracted, Some(&key), results);
                Note::Retracted { worker: name, results, others, was_over }
            }
            None => Note::Doubtful { worker: name, results: self.roster.worker(worker).done },
        };
        self.findings.push(note.to_string());
        self.log(note);
        Ok(())
    }

    /// Gives a worker no more chunks, and believes it no more.
    fn ban(&mut self, worker: u32, reason: &str) {
        if !self.roster.ban(worker) {
            return;
        }
        let known = self.roster.worker(worker);
        let note = Note::Banned { worker: known.name.clone(), reason: reason.into() };
        self.notice.banned.push(known.key.clone());
        self.findings.push(format!("{note} ({})", known.key));
        self.log(note);
        self.announce();
    }

    fn find_outliers(&mut self, work: &W) {
        for (worker, reason) in work.outliers(&|key| self.ledger.done_by(key)) {
            let worker = self.roster.worker(worker).name.clone();
            self.findings.push(Note::Outlier { worker, reason }.to_string());
        }
    }

    /// Compares the queue with the open chunks, and publishes lost chunks again.
    fn check_queue(&mut self) -> Result<(), StepError<W::Failure>> {
        let queue = self.transport.queue(&self.notice.run)?;
        let is_quiet = self.received == self.received_at_check;
        self.received_at_check = self.received;
        let there = (queue.waiting + queue.taken) as usize;
        if !is_quiet || there >= self.ledger.open_chunks() || !self.unpublished.is_empty() {
            self.missing = 0;
            return Ok(());
        }
        self.missing += 1;
        // Unread results may be the missing ones, or junk that never ends.
        if self.missing < if queue.results == 0 { 2 } else { 4 } {
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
        self.republish();
        Ok(())
    }

    fn receive_report(&mut self, report: &Signed<WorkerReport>) {
        let message = &report.message;
        let skew = unix_time().abs_diff(message.unix_time);
        let refused = message.refused.iter().find(|(run, _)| *run == self.notice.run);
        let Some(number) = self.roster.receive(report, refused.is_some()) else { return };
        if let Some((_, reason)) = refused
            && !self.roster.worker(number).is_banned
        {
            let note = Note::Refuses { worker: message.worker.clone(), reason: reason.clone() };
            if self.roster.is_new_note(number, note.to_string()) {
                self.log(note);
            }
        }
        // The number of seconds differs from report to report, so it is not compared.
        if skew > MAX_SKEW && self.roster.is_new_note(number, "clock".into()) {
            self.log(Note::Clock { worker: message.worker.clone(), seconds: skew });
        }
    }

    /// Logs the number of workers when it changes, and who waits to be accepted.
    fn count_workers(&mut self) {
        let counted = self.roster.present();
        let offers = self.roster.offers();
        if !offers.is_empty() && offers != self.offers && self.notes < MAX_NOTES {
            self.notes += 1;
            self.is_warned = true;
            self.log(Note::Offers { workers: offers.clone(), is_alone: counted.0 == 0 });
        }
        self.offers = offers;
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
