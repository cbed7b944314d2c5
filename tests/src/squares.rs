//! A small work for the tests of workers: square numbers.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use agon_runner::{
    ConnectFailure, Coordinator, Fetch, NatsTransport, Note, ProgramIdentity, ResultOrigin,
    RunFailure, RunNotice, SentItem, Server, SharedWork, Stop, TaskExecutor, Tasks, TextFile,
    Transport, TransportError, Work, Worker, WorkerLimits, unix_time,
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
}

impl Squares {
    /// The squares of the numbers below `bound`.
    pub fn below(bound: u64) -> Squares {
        Squares { next: 0, bound, found: BTreeMap::new(), after: None }
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

    fn receive(&mut self, number: &u64, text: &str, _: ResultOrigin<'_>) -> Result<u64, String> {
        let square = number * number;
        match text == square.to_string() {
            true => Ok(square),
            false => Err(format!("{text} is not the square of {number}")),
        }
    }

    fn left(&self) -> Option<u64> {
        Some(self.bound - self.next)
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

/// The notice of a coordinator's run.
pub fn notice(run: &str) -> RunNotice {
    RunNotice {
        run: run.into(),
        title: "squares".into(),
        task: "task".into(),
        identity: identity("same"),
        weight: 1,
        min_speed: 0,
        banned: Vec::new(),
        done: 0,
        progress: String::new(),
        is_over: false,
    }
}

/// The name and limits of a worker.
pub fn limits(name: &str, fingerprint: &str, slots: u32) -> WorkerLimits {
    let identity = identity(fingerprint);
    WorkerLimits { name: name.into(), identity, speed: 1000, slots, unix_time }
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
    let mut notes = Vec::new();
    let mut say = |note: Note| notes.push(note);
    let objects = vec![("task".to_string(), b"square".to_vec())];
    let result = while_working(workers, || {
        Coordinator::new(coordinator, notice(run), objects, 1, &mut say, &|| false)
            .run(work, |_| ())
    });
    (result, notes)
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
