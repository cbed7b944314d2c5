//! Whom a coordinator believes: forged, stale and false results never count, and never harm an
//! honest worker.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use agon_runner::{
    Coordinator, ItemOutcome, ItemResult, Note, Results, Signed, Stop, Transport, Trust,
};
use agon_testing::squares::{
    LocalTransport, Squarer, Squares, key, limits, notice, run_with, trust_all, while_working,
};

fn accepting(names: &'static [&'static str], replay_rate: u32) -> Trust<'static> {
    let keys: HashSet<String> = names.iter().map(|name| key(name).public().to_string()).collect();
    Trust { accepted: Box::new(move || Some(keys.clone())), replay_rate, ..trust_all("run") }
}

fn squarer(is_wrong: bool) -> Squarer {
    Squarer { is_wrong, time: Duration::from_millis(2) }
}

fn rejected(report: &[String], what: &str) -> u64 {
    let line = report.iter().find(|line| line.starts_with("rejected: ") && line.contains(what));
    line.and_then(|line| line.split(' ').nth(1)?.parse().ok()).unwrap_or(0)
}

fn banned(notes: &[Note]) -> Vec<&str> {
    let banned = notes.iter().filter_map(|note| match note {
        Note::Banned { worker, .. } => Some(worker.as_str()),
        _ => None,
    });
    banned.collect()
}

/// Sends what must not count for every chunk that is out, until it is told to stop.
fn attack(transport: &dyn Transport, stop: Stop<'_>) {
    let run = key("run").public().to_string();
    let invented = |chunk, token: &str, number: u64| Results {
        run: run.clone(),
        task: "task".into(),
        chunk,
        token: token.into(),
        speed: 1,
        items: vec![ItemResult {
            key: number.to_string(),
            outcome: ItemOutcome::Done("666".into()),
            millis: 1,
        }],
    };
    let send = |bytes: &[u8]| drop(transport.send(&run, bytes));
    let mut number = 0;
    while !stop() {
        number += 1;
        // By a key that is not accepted, with a guessed token, and under the name of an honest one.
        let forged = Signed::new(&key("attacker"), invented(number, "guessed", number));
        send(forged.bytes());
        let text = String::from_utf8_lossy(forged.bytes()).into_owned();
        send(text.replace(key("attacker").public(), key("honest").public()).as_bytes());
        send(format!("{{\"worker\":\"honest\",\"items\":{number}}}").as_bytes());
        // With the token of a real chunk, which it reads and gives back.
        if let Ok(Some((chunk, token))) = transport.take(&run, Duration::ZERO) {
            let number = chunk.items[0].body.as_u64().unwrap();
            let forged = invented(chunk.number, &chunk.token, number);
            send(Signed::new(&key("attacker"), forged).bytes());
            transport.give_back(&token).unwrap();
        }
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn an_unregistered_client_changes_nothing_and_bans_nobody() {
    let local = LocalTransport::default();
    let mut work = Squares::credulous(200);
    let workers: [(&dyn Transport, _, _); 1] =
        [(&local, limits("honest", "same", 2), squarer(false))];
    let is_over = AtomicBool::new(false);
    let (result, notes, report) = thread::scope(|scope| {
        scope.spawn(|| attack(&local, &|| is_over.load(Ordering::Relaxed)));
        let ended = run_with(accepting(&["honest"], 20), &local, &workers, &mut work);
        is_over.store(true, Ordering::Relaxed);
        ended
    });
    assert_eq!(result, Ok(()));
    work.assert_whole();
    assert_eq!(banned(&notes), [""; 0]);
    for what in ["not accepted", "not signed by the key", "malformed or not signed"] {
        assert!(rejected(&report, what) > 10, "{what}: {report:?}");
    }
    let named = report.iter().find(|line| line.starts_with("in the name of worker honest"));
    assert!(named.is_some_and(|line| line.contains("not signed by the key")), "{report:?}");
}

#[test]
fn repeated_and_stale_results_of_an_honest_worker_do_not_count_against_it() {
    let local = LocalTransport::default();
    let own = key("run");
    local.open_run(own.public()).unwrap();
    let mut work = Squares::credulous(100);
    let workers: [(&dyn Transport, _, _); 1] =
        [(&local, limits("honest", "same", 1), squarer(false))];
    let is_over = AtomicBool::new(false);
    let (result, notes, report) = thread::scope(|scope| {
        scope.spawn(|| {
            // Answers with the tokens of other chunks, and with chunks that are done.
            let mut tokens = Vec::new();
            while !is_over.load(Ordering::Relaxed) {
                let Ok(Some((chunk, token))) = local.take(own.public(), Duration::ZERO) else {
                    thread::sleep(Duration::from_millis(1));
                    continue;
                };
                tokens.push((chunk.number, chunk.token));
                local.give_back(&token).unwrap();
                for (number, token) in [
                    (tokens[tokens.len() - 1].0, tokens[0].1.clone()),
                    (tokens[0].0, tokens[0].1.clone()),
                ] {
                    let (run, task) = (own.public().to_string(), "task".to_string());
                    let outcome = ItemOutcome::Done("666".into());
                    let items = vec![ItemResult { key: "no such".into(), outcome, millis: 1 }];
                    let results = Results { run, task, chunk: number, token, speed: 1, items };
                    let signed = Signed::new(&key("honest"), results);
                    let _ = local.send(own.public(), signed.bytes());
                }
            }
        });
        let ended = run_with(accepting(&["honest"], 20), &local, &workers, &mut work);
        is_over.store(true, Ordering::Relaxed);
        ended
    });
    assert_eq!(result, Ok(()));
    work.assert_whole();
    assert_eq!(banned(&notes), [""; 0]);
    assert!(rejected(&report, "without the token") > 0, "{report:?}");
}

#[test]
fn a_worker_that_lies_is_found_and_all_that_it_did_is_done_again() {
    let local = LocalTransport::default();
    let mut work = Squares::credulous(600);
    let workers: [(&dyn Transport, _, _); 2] = [
        (&local, limits("honest", "same", 2), squarer(false)),
        (&local, limits("liar", "same", 2), squarer(true)),
    ];
    let trust = Trust { replay_rate: 20, ..trust_all("run") };
    let (result, notes, report) = run_with(trust, &local, &workers, &mut work);
    assert_eq!(result, Ok(()));
    work.assert_whole();
    assert_eq!(banned(&notes), ["liar"]);
    assert!(rejected(&report, "taken out again") > 0, "{report:?}");
    let key = key("liar");
    let line = report.iter().find(|line| line.contains("is banned")).unwrap();
    assert!(line.contains(key.public()), "the key is told whole: {line}");
}

#[test]
fn without_checks_a_lie_is_believed() {
    let local = LocalTransport::default();
    let mut work = Squares::credulous(30);
    let workers: [(&dyn Transport, _, _); 1] = [(&local, limits("liar", "same", 1), squarer(true))];
    let (result, notes, _) = run_with(trust_all("run"), &local, &workers, &mut work);
    assert_eq!(result, Ok(()));
    assert_eq!((work.found[&3], banned(&notes).len()), (10, 0), "so the tests above can fail");
}

#[test]
fn other_workers_make_the_checks_that_this_machine_has_no_time_for() {
    let local = LocalTransport::default();
    let mut work = Squares::credulous(300);
    let workers: [(&dyn Transport, _, _); 3] = [
        (&local, limits("honest", "same", 2), squarer(false)),
        (&local, limits("another", "same", 2), squarer(false)),
        (&local, limits("liar", "same", 1), squarer(true)),
    ];
    let (mut notes, mut here) = (Vec::new(), 0);
    let (repeated, objects) = (AtomicBool::new(false), vec![("task".into(), b"square".to_vec())]);
    let mut say = |note: Note| notes.push(note);
    let trust = Trust { replay_rate: 1, ..trust_all("run") };
    let mut run = Coordinator::new(&local, trust, notice(), objects, 1, &mut say, &|| false);
    let slow = || {
        Ok(|number: &u64, stop: Stop<'_>| {
            repeated.store(true, Ordering::Relaxed);
            let began = Instant::now();
            while began.elapsed() < Duration::from_millis(40) && !stop() {
                thread::sleep(Duration::from_millis(5));
            }
            Ok(Some(number * number))
        })
    };
    let result = while_working(&workers, || run.run(&mut work, slow, |_| here += 1));
    let report = run.report();
    drop(run);
    assert_eq!(result, Ok(()));
    work.assert_whole();
    assert_eq!(banned(&notes), ["liar"]);
    let line = report.iter().find(|line| line.starts_with("checked: ")).unwrap();
    let count: u64 = line.split(' ').nth(1).unwrap().parse().unwrap();
    // This machine alone would make 25 a second.
    assert!(count > 150 && repeated.load(Ordering::Relaxed) && here > 0, "{line}");
}

#[test]
fn a_worker_takes_nothing_until_it_is_accepted_and_then_at_once() {
    let local = LocalTransport::default();
    let mut work = Squares::below(50);
    let workers: [(&dyn Transport, _, _); 1] = [(&local, limits("new", "same", 1), squarer(false))];
    let is_accepted = AtomicBool::new(false);
    let accepted = || {
        let keys = [key("new").public().to_string()];
        Some(keys.into_iter().filter(|_| is_accepted.load(Ordering::Relaxed)).collect())
    };
    let trust = Trust { accepted: Box::new(accepted), ..trust_all("run") };
    let mut notes = Vec::new();
    let mut say = |note: Note| {
        if matches!(note, Note::Offers { .. }) {
            let queue = local.queue(key("run").public()).unwrap();
            assert_eq!((queue.taken, queue.results), (0, 0), "it has taken nothing");
            is_accepted.store(true, Ordering::Relaxed);
        }
        notes.push(note);
    };
    let objects = vec![("task".into(), b"square".to_vec())];
    let square = || Ok(agon_testing::squares::square);
    let mut run = Coordinator::new(&local, trust, notice(), objects, 1, &mut say, &|| false);
    let result = while_working(&workers, || run.run(&mut work, square, |_| ()));
    drop(run);
    assert_eq!(result, Ok(()));
    work.assert_whole();
    let line = notes[0].to_string();
    assert!(line.ends_with("to accept them type: agon workers URL accept new"), "{line}");
}
