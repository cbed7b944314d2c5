//! A thousand simulated workers against a real server: nothing is lost, nothing counts twice.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use agon_runner::{Coordinator, Note, Transport as _, Worker};
use agon_testing::nats::TestServer;
use agon_testing::squares::{Squarer, Squares, connect_to, key, limits, notice, square, trust_all};

/// How many workers share a connection, so that the trial does not run out of sockets and threads.
const SHARED: usize = 40;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The memory of this process in MB, where the system tells it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? >> 10)
}

#[test]
#[ignore = "takes minutes: cargo xtask trials simulated"]
fn many_simulated_workers_lose_nothing_and_count_nothing_twice() {
    let workers = number("AGON_SIMULATED_WORKERS", 1000) as usize;
    let pairs = number("AGON_SIMULATED_PAIRS", 60_000);
    let server = TestServer::start();
    let connections: Vec<_> = (0..workers.div_ceil(SHARED)).map(|_| connect_to(&server)).collect();
    let coordinator = connect_to(&server);
    let is_over = AtomicBool::new(false);
    let squarer = Squarer { time: Duration::from_millis(900), ..Squarer::default() };
    let mut work = Squares::below(pairs);
    let mut say = |note: Note| println!("{note}");
    let began = Instant::now();
    let result = thread::scope(|scope| {
        for number in 0..workers {
            let (connection, squarer, is_over) =
                (&connections[number / SHARED], &squarer, &is_over);
            let builder = thread::Builder::new().stack_size(256 << 10);
            let work = move || {
                let stop = || is_over.load(Ordering::Relaxed);
                let limits = limits(&format!("w{number}"), "same", 1);
                Worker::new(limits, connection, squarer, &|_: &str| ()).run(&stop);
            };
            builder.spawn_scoped(scope, work).unwrap();
        }
        let objects = vec![("task".to_string(), b"square".to_vec())];
        let trust = trust_all("run");
        let mut run =
            Coordinator::new(&coordinator, trust, notice(), objects, 1, &mut say, &|| false);
        let result = run.run(&mut work, || Ok(square), |_| ());
        is_over.store(true, Ordering::Relaxed);
        result
    });
    assert_eq!(result, Ok(()));
    work.assert_whole();
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{workers} workers, {pairs} pairs in {seconds:.1} s: {:.0} pairs a second; {:?} MB with \
         coordinator and all workers",
        pairs as f64 / seconds,
        resident()
    );
    assert_eq!(
        coordinator.queue(key("run").public()),
        Err(agon_runner::TransportError::Lost),
        "it is closed"
    );
}
