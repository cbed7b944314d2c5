//! The coordinator and its workers, over a transport in memory and over NATS.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use agon_runner::{
    ItemOutcome, ItemResult, Message as _, Note, Results, Signed, Transport, WorkerLimits,
    unix_time,
};
use agon_testing::nats::TestServer;
use agon_testing::squares::{
    LocalTransport, Squarer, Squares, connect_to, key, limits, run, run_with, trust_all,
};

/// Messages that no coordinator may count.
fn stray_messages(run: &str) -> Vec<Vec<u8>> {
    let result = |key: &str, result: &str| ItemResult {
        key: key.into(),
        outcome: ItemOutcome::Done(result.into()),
        millis: 1,
    };
    let results = |task: &str, items| Results {
        run: run.into(),
        task: task.into(),
        chunk: 0,
        token: "guessed".into(),
        speed: 1,
        items,
    };
    let [guess, other] = [("task", "3"), ("another task", "3")]
        .map(|(task, key)| results(task, vec![result(key, "9")]));
    vec![
        b"\xff\x00garbage".to_vec(),
        b"{\"run\": 7}".to_vec(),
        guess.to_bytes(),
        Signed::new(&key("stray"), guess).bytes().to_vec(),
        Signed::new(&key("stray"), other).bytes().to_vec(),
    ]
}

/// All items count once, and results that were not requested are refused with a reason.
fn everything_counts_once(coordinator: &dyn Transport, workers: [&dyn Transport; 3]) {
    let own = key("run");
    coordinator.open_run(own.public()).unwrap();
    for message in stray_messages(own.public()) {
        workers[0].send(own.public(), &message).unwrap();
    }
    let mut work = Squares::below(400);
    let squarer = || Squarer { time: Duration::from_millis(5), ..Squarer::default() };
    let workers = [
        (workers[0], limits("a", "same", 2), squarer()),
        (workers[1], limits("b", "same", 2), squarer()),
        (
            workers[1],
            limits("other", "different", 1),
            Squarer { is_wrong: true, ..Squarer::default() },
        ),
    ];
    let (result, notes, report) = run_with(trust_all("run"), coordinator, &workers, &mut work);
    assert_eq!(result, Ok(()));
    work.assert_whole();
    let rejected = |line: &&String| line.starts_with("rejected: ") && !line.contains("late");
    let rejected: Vec<&str> = report.iter().filter(rejected).map(String::as_str).collect();
    assert_eq!(
        rejected,
        [
            "rejected: 3 messages malformed or not signed",
            "rejected: 1 message of another run or of an earlier version of this one",
            "rejected: 1 message without the token of a chunk",
        ]
    );
    assert!(!notes.iter().any(|note| matches!(note, Note::Banned { .. })), "{notes:?}");
    let refusal = notes.iter().find_map(|note| match note {
        Note::Refuses { worker, reason } if worker == "other" => Some(reason),
        _ => None,
    });
    let refusal = refusal.expect("the worker with another fingerprint is named");
    assert!(refusal.contains("fingerprint different") && refusal.contains("same"), "{refusal}");
}

#[test]
fn everything_counts_once_over_threads() {
    let local = LocalTransport::default();
    everything_counts_once(&local, [&local, &local, &local]);
}

#[test]
fn everything_counts_once_over_nats() {
    let server = TestServer::start();
    let [coordinator, a, b, other] = [(); 4].map(|()| connect_to(&server));
    everything_counts_once(&coordinator, [&a, &b, &other]);
}

#[test]
fn a_worker_whose_results_are_wrong_is_banned_and_the_others_do_its_work() {
    let local = LocalTransport::default();
    let mut work = Squares::below(300);
    let slow = || Squarer { time: Duration::from_millis(1), ..Squarer::default() };
    let wrong = Squarer { is_wrong: true, ..slow() };
    let workers: [(&dyn Transport, _, _); 2] =
        [(&local, limits("right", "same", 2), slow()), (&local, limits("wrong", "same", 1), wrong)];
    let (result, notes) = run(&local, &workers, "run", &mut work);
    assert_eq!(result, Ok(()));
    work.assert_whole();
    let is_banned = |note: &Note| matches!(note, Note::Banned { worker, .. } if worker == "wrong");
    assert_eq!(notes.iter().filter(|note| is_banned(note)).count(), 1, "{notes:?}");
}

#[test]
fn what_the_transport_loses_is_published_anew() {
    let local = Arc::new(LocalTransport::default());
    let mut work = Squares::below(300);
    let losing = Arc::clone(&local);
    work.after = Some((100, Box::new(move || losing.lose_all())));
    let squarer = Squarer { time: Duration::from_millis(2), ..Squarer::default() };
    let workers: [(&dyn Transport, _, _); 1] = [(&*local, limits("a", "same", 3), squarer)];
    let (result, notes) = run(&*local, &workers, "run", &mut work);
    assert_eq!(result, Ok(()));
    work.assert_whole();
    assert!(notes.iter().any(|note| matches!(note, Note::Republished { .. })), "{notes:?}");
}

#[test]
fn a_chunk_of_a_worker_that_died_is_done_by_another() {
    let server = TestServer::start();
    let (coordinator, dead, alive) =
        (connect_to(&server), connect_to(&server), connect_to(&server));
    // This worker takes a chunk, and disappears.
    let own = key("run");
    coordinator.open_run(own.public()).unwrap();
    let taken = thread::scope(|scope| {
        let taking = scope.spawn(|| {
            let began = Instant::now();
            while began.elapsed() < Duration::from_secs(60) {
                if let Ok(Some((chunk, _))) = dead.take(own.public(), Duration::from_millis(100)) {
                    return Some(chunk);
                }
            }
            None
        });
        let mut work = Squares::below(60);
        let squarer = Squarer { time: Duration::from_millis(20), ..Squarer::default() };
        let workers: [(&dyn Transport, _, _); 1] = [(&alive, limits("alive", "same", 2), squarer)];
        let (result, _) = run(&coordinator, &workers, "run", &mut work);
        assert_eq!(result, Ok(()));
        work.assert_whole();
        taking.join().unwrap()
    });
    assert!(taken.is_some_and(|chunk| !chunk.items.is_empty()), "the dead worker had no chunk");
}

#[test]
fn a_server_that_dies_with_its_memory_and_disk_loses_nothing() {
    let server = Arc::new(Mutex::new(TestServer::start()));
    let (coordinator, worker) = {
        let server = server.lock().unwrap();
        (connect_to(&server), connect_to(&server))
    };
    let mut work = Squares::below(300);
    let dying = Arc::clone(&server);
    work.after = Some((100, Box::new(move || dying.lock().unwrap().restart(true))));
    let squarer = Squarer { time: Duration::from_millis(5), ..Squarer::default() };
    let workers: [(&dyn Transport, _, _); 1] = [(&worker, limits("a", "same", 2), squarer)];
    let (result, notes) = run(&coordinator, &workers, "run", &mut work);
    assert_eq!(result, Ok(()));
    work.assert_whole();
    assert!(notes.iter().any(|note| matches!(note, Note::Republished { .. })), "{notes:?}");
}

#[test]
fn clocks_that_are_wrong_by_an_hour_are_named_and_change_nothing() {
    let server = TestServer::start();
    let [coordinator, early, late] = [(); 3].map(|()| connect_to(&server));
    let clock = |name: &str, unix_time| WorkerLimits { unix_time, ..limits(name, "same", 1) };
    // Long enough that both workers report before the end.
    let squarer = || Squarer { time: Duration::from_millis(10), ..Squarer::default() };
    let mut work = Squares::below(100);
    let workers: [(&dyn Transport, _, _); 2] = [
        (&early, clock("early", || unix_time() - 3600), squarer()),
        (&late, clock("late", || unix_time() + 3600), squarer()),
    ];
    let (result, notes) = run(&coordinator, &workers, "run", &mut work);
    assert_eq!(result, Ok(()));
    work.assert_whole();
    for name in ["early", "late"] {
        let logged = notes.iter().filter(
            |note| matches!(note, Note::Clock { worker, seconds: 3590..3610 } if worker == name),
        );
        assert_eq!(logged.count(), 1, "{name}: {notes:?}");
    }
}
