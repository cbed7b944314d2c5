//! A run over several targets on several threads, with a watchdog.

use std::collections::VecDeque;
use std::fs;
use std::io;
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::corpus::Folders;
use crate::execution::{Clock, Executor, Panic, record_panics};
use crate::fuzzer::{Fuzzer, Until};
use crate::target::Target;

/// How long a thread stays with a target in a run that is bounded by time.
const SLICE: Duration = Duration::from_millis(500);

/// How often the watchdog looks.
const WATCH: Duration = Duration::from_millis(50);

/// The exit code of a process in which an input ran too long.
pub const STUCK: i32 = 3;

/// The exit code of a process that took too much memory.
pub const SWOLLEN: i32 = 4;

/// The memory that a run may take, in bytes.
const MEMORY: u64 = 3 << 29;

/// A run.
pub struct Campaign {
    /// The targets.
    pub targets: Vec<&'static Target>,
    /// The end of the run; without one, every target has its short number of executions.
    pub end: Option<Instant>,
    /// The random seed.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// How long an input may run.
    pub limit: Duration,
    /// Where inputs are.
    pub folders: Folders,
}

/// What is still to do, and what is done.
#[derive(Default)]
struct Queue {
    waiting: Mutex<VecDeque<Fuzzer>>,
    done: Mutex<Vec<Fuzzer>>,
}

impl Campaign {
    /// Runs all targets; returns what each of them has come to.
    pub fn run(&self) -> io::Result<Vec<Fuzzer>> {
        record_panics();
        let running = self.folders.running(process::id());
        fs::create_dir_all(&running)?;
        let queue = Arc::new(Queue::default());
        // With more threads than targets, several threads fuzz the same target from other seeds.
        let copies = match self.end {
            Some(_) => self.threads.div_ceil(self.targets.len().max(1)),
            None => 1,
        };
        for copy in 0..copies as u64 {
            for target in &self.targets {
                let corpus = self.folders.inputs(target.name, self.end.is_some())?;
                let fuzzer = Fuzzer::new(target, corpus, self.seed.wrapping_add(copy));
                lock(&queue.waiting).push_back(fuzzer);
            }
        }
        let begin = Instant::now();
        let mut clocks = Vec::new();
        let mut workers = Vec::new();
        for number in 0..self.threads {
            let clock = Arc::new(Clock::default());
            let file = running.join(number.to_string());
            let executor = Executor::new(&file, Arc::clone(&clock), begin)?;
            let (queue, folders, end) = (Arc::clone(&queue), self.folders.clone(), self.end);
            workers.push(thread::spawn(move || work(&queue, executor, &folders, end)));
            clocks.push(clock);
        }
        while !workers.iter().all(thread::JoinHandle::is_finished) {
            watch(&clocks, begin, self.limit);
            thread::sleep(WATCH);
        }
        fs::remove_dir_all(&running)?;
        let mut done = std::mem::take(&mut *lock(&queue.done));
        done.sort_by_key(|fuzzer| self.targets.iter().position(|t| t.name == fuzzer.target.name));
        Ok(done)
    }

    /// Runs one input, watched as in a run; returns what is wrong with it.
    pub fn replay(&self, target: &'static Target, input: Vec<u8>) -> io::Result<Option<Panic>> {
        record_panics();
        let (begin, clock) = (Instant::now(), Arc::new(Clock::default()));
        let running = self.folders.running(process::id());
        fs::create_dir_all(&running)?;
        let file = running.join("0");
        let mut executor = Executor::new(&file, Arc::clone(&clock), begin)?;
        let worker = thread::spawn(move || executor.run(target, &input).err());
        while !worker.is_finished() {
            watch(std::slice::from_ref(&clock), begin, self.limit);
            thread::sleep(WATCH);
        }
        fs::remove_dir_all(&running)?;
        worker.join().map_err(|_| io::Error::other("the driver panicked"))
    }
}

/// Locks a part of the queue. A panic of the driver is no reason to lose the rest of a run.
fn lock<T>(part: &Mutex<T>) -> MutexGuard<'_, T> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes targets from the queue until nothing is left to do.
fn work(queue: &Queue, mut executor: Executor, folders: &Folders, end: Option<Instant>) {
    loop {
        let Some(mut fuzzer) = lock(&queue.waiting).pop_front() else { return };
        let until = match end {
            None => Until::Executions(fuzzer.target.short),
            Some(end) => Until::Time(end.min(Instant::now() + SLICE)),
        };
        fuzzer.run(&until, &mut executor, folders);
        let goes_on = end.is_some_and(|end| Instant::now() < end);
        match goes_on {
            true => lock(&queue.waiting).push_back(fuzzer),
            false => lock(&queue.done).push(fuzzer),
        }
    }
}

/// Ends the process when an input runs too long, or when the inputs take too much memory: a
/// thread cannot be ended. The supervisor then finds out which input it was.
fn watch(clocks: &[Arc<Clock>], begin: Instant, limit: Duration) {
    let longest = clocks.iter().map(|clock| clock.running_for(begin)).max().unwrap_or(0);
    if u128::from(longest) > limit.as_millis() {
        process::exit(STUCK);
    }
    if memory().is_some_and(|bytes| bytes > MEMORY) {
        process::exit(SWOLLEN);
    }
}

/// The memory of this process in bytes, where the system tells.
fn memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// A line for each target, and the total.
pub fn table(done: &[Fuzzer]) -> String {
    let mut rows: Vec<(&str, u64, f64, usize, usize, usize)> = Vec::new();
    for fuzzer in done {
        let seconds = fuzzer.time.as_secs_f64();
        let findings = fuzzer.findings.len();
        match rows.iter_mut().find(|row| row.0 == fuzzer.target.name) {
            Some(row) => {
                row.1 += fuzzer.executions;
                row.2 += seconds;
                row.3 = row.3.max(fuzzer.size());
                row.4 += fuzzer.new;
                row.5 += findings;
            }
            None => rows.push((
                fuzzer.target.name,
                fuzzer.executions,
                seconds,
                fuzzer.size(),
                fuzzer.new,
                findings,
            )),
        }
    }
    let total = rows.iter().fold(("total", 0, 0.0, 0, 0, 0), |sum, row| {
        (sum.0, sum.1 + row.1, sum.2 + row.2, sum.3 + row.3, sum.4 + row.4, sum.5 + row.5)
    });
    rows.push(total);
    let mut table = format!(
        "{:14} {:>11} {:>11} {:>7} {:>6} {:>8}\n",
        "target", "executions", "per second", "corpus", "new", "findings"
    );
    for (name, executions, seconds, size, new, findings) in rows {
        let rate = (executions as f64 / seconds.max(1e-6)) as u64;
        table +=
            &format!("{name:14} {executions:>11} {rate:>11} {size:>7} {new:>6} {findings:>8}\n");
    }
    table
}
