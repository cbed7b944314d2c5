//! Measures the overhead of work on several machines, with a real server on this machine: `cargo
//! run --release -p agon-tools --features cluster --example cluster_numbers -- --help`.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use agon_runner::{Coordinator, Note, Transport, Worker};
use agon_testing::nats::TestServer;
use agon_testing::squares::{
    LocalTransport, PLAYED, Squarer, Squares, connect, connect_to, limits, notice, square,
    trust_all, while_working,
};

const HELP: &str = "\
cluster_numbers simulation [WORKERS] [PAIRS] [MILLIS]   simulated workers, whose pairs take so long
                                                        (1000 workers, 60000 pairs, 900 ms)
cluster_numbers overhead                                one worker with pairs that take no time,
                                                        and with pairs that are alone in their chunk
cluster_numbers match AGON                              the program AGON (built with the feature
                                                        cluster): short games, and two workers
                                                        compared with --concurrency 2

nats-server has to be on PATH or in /usr/sbin. Linux only: times are read from /proc.";

/// The number of simulated workers per connection, so that they do not run out of threads.
const SHARED: usize = 40;

/// The processes whose processor time is counted.
#[derive(Clone, Copy)]
struct Watched {
    server: u32,
    workers: u32,
}

/// The processor seconds of coordinator, workers and server.
fn spent(watched: Watched) -> [f64; 3] {
    [std::process::id(), watched.workers, watched.server].map(|id| processor_time(id, 11))
}

/// Two fields of a process in seconds: from 11 on its own time, from 13 on that of its children.
fn processor_time(id: u32, field: usize) -> f64 {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    let ticks: f64 = fields.skip(field).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// The peak memory of this process, in MB.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) >> 10
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().ok().filter(|&number| number > 0);
    match words[..] {
        ["simulation", ref rest @ ..] if rest.len() <= 3 => {
            let given: Option<Vec<u64>> = rest.iter().map(|text| number(text)).collect();
            let Some(given) = given else { return usage() };
            let get = |place: usize, usual| given.get(place).copied().unwrap_or(usual);
            simulation(get(0, 1000), get(1, 60_000), get(2, 900));
        }
        ["overhead"] => overhead(),
        ["match", program] => compare_matches(Path::new(program)),
        ["workers", url, count, millis] => {
            let (Some(count), Ok(millis)) = (number(count), millis.parse()) else { return usage() };
            work(url, count as usize, Duration::from_millis(millis));
        }
        _ => return usage(),
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("{HELP}");
    ExitCode::from(2)
}

/// Works until this process is killed.
fn work(url: &str, count: usize, time: Duration) {
    let connect = || connect(url, None, None).expect("the server of the parent process");
    let connections: Vec<_> = (0..count.div_ceil(SHARED)).map(|_| connect()).collect();
    let squarer = Squarer { time, ..Squarer::default() };
    thread::scope(|scope| {
        for number in 0..count {
            let (connection, squarer) = (&connections[number / SHARED], &squarer);
            let builder = thread::Builder::new().stack_size(256 << 10);
            let work = move || {
                let limits = limits(&format!("w{number}"), "same", 1);
                Worker::new(limits, connection, squarer, &|_: &str| ()).run(&|| false);
            };
            builder.spawn_scoped(scope, work).expect("a thread");
        }
    });
}

/// A child process that ends with this one.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start_workers(url: &str, count: u64, millis: u64) -> Started {
    let own = std::env::current_exe().expect("this program");
    let words = ["workers".to_string(), url.into(), count.to_string(), millis.to_string()];
    Started(Command::new(own).args(words).stdin(Stdio::null()).spawn().expect("a process"))
}

/// Squares the numbers below a bound. The clock starts when this many workers have reported.
fn measure(
    transport: &dyn Transport,
    bound: u64,
    unit: u64,
    workers: usize,
    watched: Option<Watched>,
) -> (f64, [f64; 3]) {
    let mut began = (Instant::now(), watched.map(spent).unwrap_or_default());
    let is_begun = AtomicBool::new(false);
    let mut say = |note: Note| match note {
        Note::Workers { count, .. } if count >= workers => {
            if !is_begun.swap(true, Ordering::Relaxed) {
                began = (Instant::now(), watched.map(spent).unwrap_or_default());
            }
        }
        Note::Workers { .. } | Note::NoWorkers => (),
        other => println!("{other}"),
    };
    let mut work = Squares::below(bound);
    // The time after the last result does not belong to a pair.
    let ended = Arc::new(OnceLock::new());
    let last = Arc::clone(&ended);
    let note_end = move || {
        last.get_or_init(Instant::now);
    };
    work.after = Some((bound, Box::new(note_end)));
    let objects = vec![("task".to_string(), b"square".to_vec())];
    let trust = trust_all("run");
    let mut run = Coordinator::new(transport, trust, notice(), objects, unit, &mut say, &|| false);
    let result = run.run(&mut work, || Ok(square), |_| ());
    drop(run);
    result.expect("the run ends");
    work.assert_whole();
    let now = watched.map(spent).unwrap_or_default();
    let mut used = [0.0; 3];
    for (place, used) in used.iter_mut().enumerate() {
        *used = now[place] - began.1[place];
    }
    let ended = ended.get().copied().unwrap_or_else(Instant::now);
    (ended.duration_since(began.0).as_secs_f64(), used)
}

fn simulation(workers: u64, pairs: u64, millis: u64) {
    let server = TestServer::start();
    let started = start_workers(&server.url(), workers, millis);
    let coordinator = connect_to(&server);
    let watched = Watched { server: server.id(), workers: started.0.id() };
    let began = Instant::now();
    let (seconds, used) = measure(&coordinator, pairs, 1, workers as usize, Some(watched));
    println!(
        "{workers} workers, {pairs} pairs of {millis} ms: none lost, none twice\n\
         {seconds:.1} s from all workers on, {:.1} s in all: at least {:.0} pairs a second\n\
         coordinator {} MB",
        began.elapsed().as_secs_f64(),
        pairs as f64 / began.elapsed().as_secs_f64(),
        peak_memory()
    );
    print_used(used, pairs);
}

fn print_used(used: [f64; 3], pairs: u64) {
    let [coordinator, workers, server] = used.map(|seconds| 1e6 * seconds / pairs as f64);
    println!(
        "processor time of a pair: coordinator {coordinator:.0} us, workers {workers:.0} us, server \
         {server:.0} us"
    );
}

fn overhead() {
    // Pairs of two items. The first ones, before the workers report, are measured too.
    let pairs = 20_000;
    let local = LocalTransport::default();
    let worker: [(&dyn Transport, _, _); 1] =
        [(&local, limits("a", "same", 1), Squarer::default())];
    let (near, _) = while_working(&worker, || measure(&local, 2 * pairs, 2, 1, None));
    println!("threads: {pairs} pairs in {near:.2} s, {:.3} ms a pair", 1e3 * near / pairs as f64);
    let server = TestServer::start();
    let started = start_workers(&server.url(), 1, 0);
    let coordinator = connect_to(&server);
    let watched = Watched { server: server.id(), workers: started.0.id() };
    let (far, used) = measure(&coordinator, 2 * pairs, 2, 1, Some(watched));
    println!("NATS: {pairs} pairs in {far:.2} s, {:.3} ms a pair", 1e3 * far / pairs as f64);
    print_used(used, pairs);
    drop(started);
    // Each item takes more than half of a chunk's time, so every pair is sent alone. The worker is
    // in this process, so that the time of its items is known exactly.
    let (pairs, connection) = (30, connect_to(&server));
    let squarer = Squarer { time: Duration::from_millis(300), ..Squarer::default() };
    let worker: [(&dyn Transport, _, _); 1] = [(&connection, limits("b", "same", 1), squarer)];
    *PLAYED.lock().unwrap() = None;
    while_working(&worker, || measure(&coordinator, 2 * pairs, 2, 1, None));
    let played = *PLAYED.lock().unwrap();
    if let Some((first, last, sum)) = played {
        let idle = last.duration_since(first).saturating_sub(sum).as_secs_f64();
        println!(
            "NATS, every pair sent alone: {:.3} ms between two pairs",
            1e3 * idle / (pairs - 1) as f64
        );
    }
}

/// Runs the program and returns its time and its processor time, in seconds.
fn run_program(program: &Path, words: &[&str]) -> (f64, f64) {
    let own = std::process::id();
    let (began, before) = (Instant::now(), processor_time(own, 13));
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.env_remove("AGON_WORKERS").status().expect("the program AGON");
    assert!(status.success(), "agon {words:?}: {status}");
    (began.elapsed().as_secs_f64(), processor_time(own, 13) - before)
}

fn compare_matches(program: &Path) {
    let server = TestServer::start();
    let url = server.url();
    let start = |name: &str| {
        let mut command = Command::new(program);
        command.args(["worker", &url, "--jobs", "1", "--name", name, "--key"]);
        command.arg(server.folder.path().join(name)).stdin(Stdio::null());
        Started(command.stderr(Stdio::null()).spawn().expect("the program AGON"))
    };
    let mut workers = vec![start("one")];
    // A match that waits for the worker.
    let over = ["--workers", url.as_str(), "--accept-all-workers"];
    run_program(
        program,
        &[&["match", "nim", "random", "random", "--pairs", "1"], &over[..]].concat(),
    );
    let pairs = 20_000;
    let words = ["match", "nim", "random", "random", "--pairs", "20000"];
    let (near, near_used) = run_program(program, &[&words[..], &["--concurrency", "1"]].concat());
    let watched = Watched { server: server.id(), workers: workers[0].0.id() };
    let before = spent(watched);
    let (far, far_used) = run_program(program, &[&words[..], &over].concat());
    let after = spent(watched);
    let per_pair = |seconds: f64| 1e3 * seconds / f64::from(pairs);
    let used = far_used + after[1] - before[1] + after[2] - before[2];
    println!(
        "short games, a pair: {:.3} ms here, {:.3} ms through NATS; processor time {:.3} ms here, \
         {:.3} ms through NATS (coordinator {:.3}, worker {:.3}, server {:.3})",
        per_pair(near),
        per_pair(far),
        per_pair(near_used),
        per_pair(used),
        per_pair(far_used),
        per_pair(after[1] - before[1]),
        per_pair(after[2] - before[2]),
    );
    workers.push(start("two"));
    run_program(
        program,
        &[&["match", "nim", "random", "random", "--pairs", "1"], &over[..]].concat(),
    );
    let player = "engine:nodes=40000,hash=1";
    let words = ["match", "santorini", player, player, "--pairs", "60", "--seed", "7"];
    let (near, _) = run_program(program, &[&words[..], &["--concurrency", "2"]].concat());
    let (far, _) = run_program(program, &[&words[..], &over].concat());
    println!(
        "120 games of about {:.0} ms: {near:.1} s with --concurrency 2, {far:.1} s with two workers: \
         {:.2} of it",
        1e3 * near * 2.0 / 120.0,
        near / far
    );
}
