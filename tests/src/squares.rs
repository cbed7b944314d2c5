//! A small work for the tests of workers: square numbers.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use agon_runner::{
    ConnectFailure, Coordinator, Executor, Item, NatsTransport, Note, Played, ProgramIdentity,
    ResultOrigin, RunFailure, RunNotice, Server, TaskRunner, TextFile, Transport, TransportError,
    Work, Worker, WorkerLimits, unix_time,
};

use crate::nats::TestServer;

/// The squares of the numbers below a bound; each may be stored once.
pub struct Squares {
    /// The next number to hand out.
    pub next: u64,
    /// The numbers are below it.
    pub bound: u64,
    /// The squares that came, by their numbers.
    pub found: BTreeMap<u64, u64>,
    stored: VecDeque<String>,
    /// What happens when so many are stored.
    pub after: Option<(u64, Box<dyn FnOnce() + Send>)>,
}

impl Squares {
    /// The squares of the numbers below `bound`.
    pub fn below(bound: u64) -> Squares {
        let (found, stored) = (BTreeMap::new(), VecDeque::new());
        Squares { next: 0, bound, found, stored, after: None }
    }

    /// Fails unless every square is there.
    pub fn assert_whole(&self) {
        let expected: BTreeMap<u64, u64> = (0..self.bound).map(|n| (n, n * n)).collect();
        assert_eq!(self.found, expected);
    }
}

impl Work for Squares {
    fn next(&mut self) -> Option<Item> {
        let number = self.next;
        (number < self.bound).then(|| {
            self.next += 1;
            Item { key: number.to_string(), body: number.into() }
        })
    }

    fn left(&self) -> Option<u64> {
        Some(self.bound - self.next)
    }

    fn accept(&mut self, key: &str, result: &str, _: ResultOrigin<'_>) -> Result<(), String> {
        let number: u64 = key.parse().map_err(|_| "no number")?;
        if result != (number * number).to_string() {
            return Err(format!("{result} is not the square of {number}"));
        }
        assert!(self.found.insert(number, number * number).is_none(), "{number} counted twice");
        self.stored.push_back(key.into());
        if self.after.as_ref().is_some_and(|(count, _)| self.found.len() as u64 >= *count)
            && let Some((_, act)) = self.after.take()
        {
            act();
        }
        Ok(())
    }

    fn take_stored(&mut self) -> Vec<String> {
        self.stored.drain(..).collect()
    }

    fn is_done(&mut self) -> bool {
        self.found.len() as u64 == self.bound
    }

    fn is_stopped(&self) -> bool {
        false
    }

    fn progress(&self) -> String {
        format!("{} of {}", self.found.len(), self.bound)
    }
}

/// When the first item began and the last ended in this process, and how long all took.
pub static PLAYED: Mutex<Option<(Instant, Instant, Duration)>> = Mutex::new(None);

/// Squares numbers, rightly or not.
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

struct SquareRunner {
    is_wrong: bool,
    time: Duration,
}

impl Executor for Squarer {
    fn open(
        &self,
        task: &str,
        transport: &dyn Transport,
    ) -> Result<Box<dyn TaskRunner>, TransportError> {
        assert_eq!(transport.fetch(task)?, b"square");
        Ok(Box::new(SquareRunner { is_wrong: self.is_wrong, time: self.time }))
    }
}

impl TaskRunner for SquareRunner {
    fn play(&mut self, item: &Item, stop: &(dyn Fn() -> bool + Sync)) -> Result<Played, String> {
        let began = Instant::now();
        while began.elapsed() < self.time {
            if stop() {
                return Ok(Played::Stopped);
            }
            thread::sleep(
                self.time.saturating_sub(began.elapsed()).min(Duration::from_millis(100)),
            );
        }
        let mut played = PLAYED.lock().unwrap();
        let (first, _, sum) = played.unwrap_or((began, began, Duration::ZERO));
        *played = Some((first, Instant::now(), sum + began.elapsed()));
        drop(played);
        let number = item.body.as_u64().ok_or("no number")?;
        let square = number * number + u64::from(self.is_wrong);
        Ok(Played::Done(square.to_string()))
    }
}

/// The program of a worker or a coordinator.
pub fn identity(fingerprint: &str) -> ProgramIdentity {
    ProgramIdentity { version: "1".into(), fingerprint: fingerprint.into() }
}

/// What a coordinator tells of its run.
pub fn notice(run: &str) -> RunNotice {
    RunNotice {
        run: run.into(),
        title: "squares".into(),
        task: "task".into(),
        identity: identity("same"),
        weight: 1,
        min_speed: 0,
        aside: Vec::new(),
        done: 0,
        progress: String::new(),
        is_over: false,
    }
}

/// What a worker is and has.
pub fn limits(name: &str, fingerprint: &str, slots: u32) -> WorkerLimits {
    let identity = identity(fingerprint);
    WorkerLimits { name: name.into(), identity, speed: 1000, slots, unix_time }
}

/// Does something while these workers work, each with a carrier of its own.
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

/// Runs work with these workers; gives the notes.
pub fn run(
    coordinator: &dyn Transport,
    workers: &[(&dyn Transport, WorkerLimits, Squarer)],
    run: &str,
    work: &mut Squares,
) -> (Result<(), RunFailure>, Vec<Note>) {
    let mut notes = Vec::new();
    let mut say = |note: Note| notes.push(note);
    let objects = vec![("task".to_string(), b"square".to_vec())];
    let result = while_working(workers, || {
        Coordinator::new(coordinator, notice(run), objects, 1, &mut say).run(work)
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
