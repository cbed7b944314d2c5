//! A small work for the tests of workers: square numbers.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use agon_runner::{
    ConnectFailure, Coordinator, Fetch, IsFalse, NatsTransport, Note, ProgramIdentity,
    ResultOrigin, RunFailure, RunNotice, SentItem, Server, SharedWork, SigningKey, Stop,
    TaskExecutor, Tasks, TextFile, Transport, TransportError, Trust, Work, Worker, WorkerLimits,
    unix_time,
};

pub use crate::local_transport::LocalTransport;
use crate::nats::TestServer;

/// The squares of the numbers below a bound. Each may be stored once.
pub struct Squares {
    /// The next number to hand out.
    pub next: u64,
    /// The numbers are below it.
    pub bound: u64,
    /// The squares that were received, by number.
    pub found: BTreeMap<u64, u64>,
    /// Called when this many are stored.
    pub after: Option<(u64, Box<dyn FnOnce() + Send>)>,
    /// Whether any number is taken for a square, so that only a check finds a false one.
    pub is_credulous: bool,
    /// Numbers that are handed out again.
    pub again: Vec<u64>,
}

impl Squares {
    /// The squares of the numbers below `bound`.
    pub fn below(bound: u64) -> Squares {
        let (found, again) = (BTreeMap::new(), Vec::new());
        Squares { next: 0, bound, found, after: None, is_credulous: false, again }
    }

    /// The same, but false squares are not recognised at once.
    pub fn credulous(bound: u64) -> Squares {
        Squares { is_credulous: true, ..Squares::below(bound) }
    }

    /// Fails unless every square is there.
    pub fn assert_whole(&self) {
        let expected: BTreeMap<u64, u64> = (0..self.bound).map(|n| (n, n * n)).collect();
        assert_eq!(self.found, expected);
    }
}

impl Work for Squares {
    type Item = u64;
    type Output = u64;
    type Failure = String;

    fn next(&mut self) -> Result<Option<u64>, String> {
        if let Some(again) = self.again.pop() {
            return Ok(Some(again));
        }
        let number = self.next;
        Ok((number < self.bound).then(|| {
            self.next += 1;
            number
        }))
    }

    fn accept(&mut self, number: u64, square: u64) -> Result<(), String> {
        assert!(self.found.insert(number, square).is_none(), "{number} counted twice");
        if self.after.as_ref().is_some_and(|(count, _)| self.found.len() as u64 >= *count)
            && let Some((_, act)) = self.after.take()
        {
            act();
        }
        Ok(())
    }

    fn progress(&self) -> String {
        format!("{} of {}", self.found.len(), self.bound)
    }
}

impl SharedWork for Squares {
    fn send(&self, number: &u64) -> SentItem {
        SentItem { key: number.to_string(), body: (*number).into() }
    }

    fn receive(&mut self, number: &u64, text: &str, _: ResultOrigin) -> Result<u64, String> {
        if self.is_credulous {
            return text.parse().map_err(|_| "it is not a number".into());
        }
        let square = number * number;
        match text == square.to_string() {
            true => Ok(square),
            false => Err(format!("{text} is not the square of {number}")),
        }
    }

    fn left(&self) -> Option<u64> {
        Some(self.bound - self.next)
    }

    fn repeatable(&self, _: &u64, square: &u64) -> Option<String> {
        self.is_credulous.then(|| square.to_string())
    }

    fn retract(&mut self, is_false: IsFalse<'_>) -> Result<Option<u64>, String> {
        let numbers = self.found.keys().copied().filter(|number| is_false(&number.to_string()));
        self.again.extend(numbers);
        self.found.retain(|number, _| !self.again.contains(number));
        Ok(Some(0))
    }
}

/// When the first item began and the last ended in this process, and the sum of all times.
pub static PLAYED: Mutex<Option<(Instant, Instant, Duration)>> = Mutex::new(None);

/// Squares numbers, correctly or not.
pub struct Squarer {
    /// Whether its squares are wrong.
    pub is_wrong: bool,
    /// How long a number takes.
    pub time: Duration,
}

impl Default for Squarer {
    fn default() -> Squarer {
        Squarer { is_wrong: false, time: Duration::ZERO }
    }
}

impl Tasks for Squarer {
    fn open(&self, task: &str, fetch: Fetch<'_>) -> Result<Box<TaskExecutor>, TransportError> {
        assert_eq!(fetch(task)?, b"square");
        let (time, is_wrong) = (self.time, self.is_wrong);
        Ok(Box::new(move |item: &SentItem, stop: Stop<'_>| {
            let began = Instant::now();
            while began.elapsed() < time {
                if stop() {
                    return Ok(None);
                }
                thread::sleep(time.saturating_sub(began.elapsed()).min(Duration::from_millis(100)));
            }
            let mut played = PLAYED.lock().unwrap();
            let (first, _, sum) = played.unwrap_or((began, began, Duration::ZERO));
            *played = Some((first, Instant::now(), sum + began.elapsed()));
            drop(played);
            let number = item.body.as_u64().ok_or("no number")?;
            Ok(Some((number * number + u64::from(is_wrong)).to_string()))
        }))
    }
}

/// The identity of a worker or a coordinator.
pub fn identity(fingerprint: &str) -> ProgramIdentity {
    ProgramIdentity { version: "1".into(), fingerprint: fingerprint.into() }
}

/// The key of a worker or a run with this name, the same in every process.
pub fn key(name: &str) -> SigningKey {
    let mut secret = [7; 32];
    secret.iter_mut().zip(name.bytes()).for_each(|(byte, letter)| *byte = letter);
    SigningKey::from_bytes(secret).unwrap()
}

/// Accepts all workers, and checks no results.
pub fn trust_all(run: &str) -> Trust<'static> {
    Trust { key: key(run), accepted: Box::new(|| None), replay_rate: 0 }
}

/// Squares a number on this machine.
pub fn square(number: &u64, _: Stop<'_>) -> Result<Option<u64>, String> {
    Ok(Some(number * number))
}

/// The notice of a coordinator's run, which adds the name of the run.
pub fn notice() -> RunNotice {
    RunNotice {
        run: String::new(),
        title: "squares".into(),
        task: "task".into(),
        identity: identity("same"),
        weight: 1,
        min_speed: 0,
        accepted: None,
        banned: Vec::new(),
        done: 0,
        progress: String::new(),
        is_over: false,
    }
}

/// The name and limits of a worker.
pub fn limits(name: &str, fingerprint: &str, slots: u32) -> WorkerLimits {
    let identity = identity(fingerprint);
    WorkerLimits { key: key(name), name: name.into(), identity, speed: 1000, slots, unix_time }
}

/// Runs a function while these workers work, each with its own transport.
pub fn while_working<T>(
    workers: &[(&dyn Transport, WorkerLimits, Squarer)],
    act: impl FnOnce() -> T,
) -> T {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for (transport, limits, squarer) in workers {
            let is_over = &is_over;
            scope.spawn(move || {
                let stop = || is_over.load(Ordering::Relaxed);
                Worker::new(limits.clone(), *transport, squarer, &|_: &str| ()).run(&stop);
            });
        }
        let result = act();
        is_over.store(true, Ordering::Relaxed);
        result
    })
}

/// Runs work with these workers, and returns the notes.
pub fn run(
    coordinator: &dyn Transport,
    workers: &[(&dyn Transport, WorkerLimits, Squarer)],
    run: &str,
    work: &mut Squares,
) -> (Result<(), RunFailure<String>>, Vec<Note>) {
    let (result, notes, _) = run_with(trust_all(run), coordinator, workers, work);
    (result, notes)
}

/// The result of a run, its notes and its report.
pub type Ended = (Result<(), RunFailure<String>>, Vec<Note>, Vec<String>);

/// Runs work with these workers and this trust.
pub fn run_with(
    trust: Trust<'_>,
    coordinator: &dyn Transport,
    workers: &[(&dyn Transport, WorkerLimits, Squarer)],
    work: &mut Squares,
) -> Ended {
    let mut notes = Vec::new();
    let mut say = |note: Note| notes.push(note);
    let objects = vec![("task".to_string(), b"square".to_vec())];
    let mut coordinator =
        Coordinator::new(coordinator, trust, notice(), objects, 1, &mut say, &|| false);
    let result = while_working(workers, || coordinator.run(work, || Ok(square), |_| ()));
    let report = coordinator.report();
    drop(coordinator);
    (result, notes, report)
}

/// A connection to a server of a test.
pub fn connect_to(server: &TestServer) -> NatsTransport {
    connect(&server.url(), None, None).unwrap()
}

/// A connection to a server with credentials and a certificate authority.
pub fn connect(
    url: &str,
    creds: Option<&Path>,
    ca: Option<&Path>,
) -> Result<NatsTransport, ConnectFailure> {
    let read =
        |path: &Path| TextFile { path: path.into(), text: std::fs::read_to_string(path).unwrap() };
    NatsTransport::connect(&Server {
        url: url.into(),
        creds: creds.map(read),
        ca: ca.map(read),
        name: "test".into(),
    })
}
