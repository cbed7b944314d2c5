//! The coordinator and its workers, over both carriers.

mod support;

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use agon_cluster::{
    Answer, ConnectFailure, LocalTransport, Message as _, Note, Outcome, Results, Transport,
    TransportError,
};
use support::{Squarer, Squares, TestServer, connect, connect_to, limits, run};

/// Messages that no coordinator may count.
fn stray_messages(run: &str) -> Vec<Vec<u8>> {
    let answer = |key: &str, result: &str| Answer {
        key: key.into(),
        outcome: Outcome::Done(result.into()),
        millis: 1,
    };
    let results = |task: &str, answers| Results {
        run: run.into(),
        task: task.into(),
        worker: "stray".into(),
        speed: 1,
        answers,
    };
    vec![
        b"\xff\x00garbage".to_vec(),
        b"{\"run\": 7}".to_vec(),
        results("task", vec![answer("1000000", "1")]).to_bytes(),
        results("another task", vec![answer("3", "9")]).to_bytes(),
    ]
}

/// All items count once, and what nobody asked for is refused with a reason.
fn everything_counts_once(coordinator: &dyn Transport, workers: [&dyn Transport; 3]) {
    coordinator.open_run("run").unwrap();
    for message in stray_messages("run") {
        workers[0].send("run", &message).unwrap();
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
    let (result, notes) = run(coordinator, &workers, "run", &mut work);
    assert_eq!(result, Ok(()));
    work.assert_whole();
    let refused: Vec<&str> = notes
        .iter()
        .filter_map(|note| match note {
            Note::BadMessage { reason } => Some(reason.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(refused.len(), 4, "{notes:?}");
    assert!(refused[2].contains("1000000, which nobody asked for"), "{refused:?}");
    assert!(refused[3].contains("another run or of an earlier form"), "{refused:?}");
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
fn a_worker_whose_results_are_wrong_is_put_aside_and_the_others_do_its_work() {
    let local = LocalTransport::default();
    let mut work = Squares::below(300);
    let slow = || Squarer { time: Duration::from_millis(1), ..Squarer::default() };
    let wrong = Squarer { is_wrong: true, ..slow() };
    let workers: [(&dyn Transport, _, _); 2] =
        [(&local, limits("right", "same", 2), slow()), (&local, limits("wrong", "same", 1), wrong)];
    let (result, notes) = run(&local, &workers, "run", &mut work);
    assert_eq!(result, Ok(()));
    work.assert_whole();
    let is_aside = |note: &Note| *note == Note::PutAside { worker: "wrong".into() };
    assert_eq!(notes.iter().filter(|note| is_aside(note)).count(), 1, "{notes:?}");
}

#[test]
fn what_the_carrier_loses_is_published_anew() {
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
fn a_job_of_a_worker_that_died_is_done_by_another() {
    let server = TestServer::start();
    let (coordinator, dead, alive) =
        (connect_to(&server), connect_to(&server), connect_to(&server));
    // It takes a job, and is not heard of again.
    coordinator.open_run("run").unwrap();
    let taken = thread::scope(|scope| {
        let taking = scope.spawn(|| {
            let began = Instant::now();
            while began.elapsed() < Duration::from_secs(60) {
                if let Ok(Some((job, _))) = dead.take("run", Duration::from_millis(100)) {
                    return Some(job);
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
    assert!(taken.is_some_and(|job| !job.items.is_empty()), "the dead worker had no job");
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

/// Why there is no connection.
fn refusal(url: &str) -> String {
    match connect(url, None, None) {
        Ok(_) => panic!("{url} is accepted"),
        Err(ConnectFailure::Refused(what) | ConnectFailure::Unreachable(what)) => what,
    }
}

#[test]
fn servers_that_cannot_be_used_are_refused_with_a_clear_line() {
    let nowhere = refusal("nats://127.0.0.1:1");
    assert!(nowhere.starts_with("there is no NATS server at nats://127.0.0.1:1: "), "{nowhere}");
    let wrong = refusal("nats://a b:x");
    assert!(wrong.contains("is not the address of a server"), "{wrong}");
    let plain = TestServer::with("");
    assert!(refusal(&plain.url()).ends_with("has no JetStream: start it as nats-server -js"));
    let guarded = TestServer::with(
        "jetstream { store_dir: \"FOLDER\" }\nauthorization { user: ann, password: right }",
    );
    let address = guarded.url().replace("nats://", "");
    let wrong = refusal(&format!("nats://ann:wrong@{address}"));
    assert!(wrong.contains("does not accept the credentials"), "{wrong}");
    assert!(!wrong.contains("wrong@"), "the password is not shown: {wrong}");
    assert!(connect(&format!("nats://ann:right@{address}"), None, None).is_ok());
}

#[test]
fn a_foreign_stream_and_a_full_server_are_named() {
    let server = TestServer::with("jetstream { store_dir: \"FOLDER\", max_mem: 100KB }");
    let transport = connect_to(&server);
    let large = vec![7; 400 << 10];
    let Err(TransportError::Unavailable(full)) = transport.store("hash", &large) else {
        panic!("400 KB fit into 100 KB")
    };
    assert!(full.starts_with("the server says: ") && full.contains("resource"), "{full}");
    let foreign = TestServer::start();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(foreign.url()).await.unwrap();
        let context = async_nats::jetstream::new(client);
        let (name, subjects) = ("AGON_JOBS".to_string(), vec!["else.>".to_string()]);
        let config = async_nats::jetstream::stream::Config { name, subjects, ..Default::default() };
        context.create_stream(config).await.unwrap();
    });
    let Err(TransportError::Refused(what)) = connect_to(&foreign).open_run("run") else {
        panic!("a foreign stream is used")
    };
    assert!(
        what.contains("a stream AGON_JOBS that is not agon's (its subjects are else.>)"),
        "{what}"
    );
}
