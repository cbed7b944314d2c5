//! Servers that cannot be used: each gets a clear line, at once or while it is tried again.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::thread;

use agon_runner::{ConnectFailure, Coordinator, Note, RunFailure, Transport as _, TransportError};
use async_nats::jetstream::stream::{Config, StorageType};

use agon_testing::nats::TestServer;
use agon_testing::squares::{
    Squarer, Squares, connect, connect_to, limits, notice, run, square, trust_all, while_working,
};

/// Why there is no connection, and whether it makes sense to try again.
fn refusal(url: &str) -> (String, bool) {
    match connect(url, None, None) {
        Ok(_) => panic!("{url} is accepted"),
        Err(ConnectFailure::Refused(what)) => (what, false),
        Err(ConnectFailure::Unreachable(what)) => (what, true),
    }
}

/// Listens, and sends `words` to every client.
fn speaker(words: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("nats://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(words.as_bytes()).unwrap();
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
        while let Some(Ok(line)) = lines.next() {
            if line.starts_with("PING") {
                stream.write_all(b"PONG\r\n").unwrap();
            }
        }
    });
    url
}

#[test]
fn servers_that_cannot_be_used_are_refused_with_a_clear_line() {
    let (nowhere, is_tried_again) = refusal("nats://127.0.0.1:1");
    let expected = "no NATS server answers at nats://127.0.0.1:1: check that it runs, and its port";
    assert_eq!((nowhere.as_str(), is_tried_again), (expected, true));
    let (wrong, is_tried_again) = refusal("foo");
    assert!(wrong.contains("is not the address of a server") && !is_tried_again, "{wrong}");
    let (unknown, is_tried_again) = refusal("nats://no-such-host.invalid:4222");
    let expected = "the name no-such-host.invalid is not known here: check its spelling";
    assert_eq!((unknown.as_str(), is_tried_again), (expected, true));
    let (old, is_tried_again) = refusal(&speaker(
        "INFO {\"server_id\":\"x\",\"version\":\"2.1.9\",\"proto\":1,\"max_payload\":1048576}\r\n",
    ));
    assert!(old.ends_with("is NATS 2.1.9: 2.9 or later is needed") && !is_tried_again, "{old}");
    let (other, is_tried_again) = refusal(&speaker("SSH-2.0-OpenSSH_9.2\r\n"));
    assert!(other.ends_with("is not a NATS server") && !is_tried_again, "{other}");
    let plain = TestServer::with("");
    let (without, is_tried_again) = refusal(&plain.url());
    assert!(without.ends_with("has no JetStream: start it as nats-server -js"), "{without}");
    assert!(!is_tried_again);
}

#[test]
fn an_account_without_jetstream_is_named() {
    let server = TestServer::with(
        "jetstream { store_dir: \"FOLDER\" }\naccounts {\n\
         A: { users: [{ user: ann, password: a }] }\n\
         B: { jetstream: enabled, users: [{ user: bob, password: b }] }\n}",
    );
    let address = server.url().replace("nats://", "");
    let (without, _) = refusal(&format!("nats://ann:a@{address}"));
    assert!(without.contains("lets this account use no JetStream"), "{without}");
    let with = connect(&format!("nats://bob:b@{address}"), None, None).unwrap();
    assert_eq!(with.open_run("run"), Ok(true));
}

/// Creates a stream that is not agon's, and perhaps fills the server with it.
fn foreign_stream(server: &TestServer, name: &str, is_filling: bool) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(server.url()).await.unwrap();
        let context = async_nats::jetstream::new(client);
        let (name, subjects) = (name.to_string(), vec!["else.>".to_string()]);
        let storage = StorageType::Memory;
        let config = Config { name, subjects, storage, ..Config::default() };
        context.create_stream(config).await.unwrap();
        for bytes in [8192, 512, 32, 1] {
            let publish = || context.publish("else.where", vec![7; bytes].into());
            while is_filling && publish().await.unwrap().await.is_ok() {}
        }
    });
}

fn delete_stream(server: &TestServer, name: &str) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(server.url()).await.unwrap();
        async_nats::jetstream::new(client).delete_stream(name).await.unwrap();
    });
}

#[test]
fn a_foreign_stream_of_the_same_name_is_refused_and_left_alone() {
    let server = TestServer::start();
    foreign_stream(&server, "AGON_JOBS", false);
    let transport = connect_to(&server);
    let Err(TransportError::Refused(what)) = transport.open_run("run") else {
        panic!("a foreign stream is used")
    };
    let expected = "a stream AGON_JOBS that is not agon's (its subjects are else.>)";
    assert!(what.contains(expected), "{what}");
    let mut work = Squares::below(10);
    let workers: [(&dyn agon_runner::Transport, _, _); 1] =
        [(&transport, limits("a", "same", 1), Squarer::default())];
    let (result, _) = run(&transport, &workers, "run", &mut work);
    let Err(RunFailure::Server(reason)) = result else { panic!("{result:?}") };
    assert!(reason.contains("is not agon's"), "the run ends with the reason: {reason}");
}

#[test]
fn a_run_waits_while_the_server_is_full_and_goes_on_when_there_is_room() {
    let server = TestServer::with("jetstream { store_dir: \"FOLDER\", max_mem: 64KB }");
    foreign_stream(&server, "LARGE", true);
    let (coordinator, worker) = (connect_to(&server), connect_to(&server));
    let mut notes = Vec::new();
    let mut say = |note: Note| {
        if matches!(&note, Note::Unavailable { reason } if reason.contains("has no room: raise max_mem"))
        {
            delete_stream(&server, "LARGE");
        }
        notes.push(note);
    };
    let mut work = Squares::below(50);
    let workers: [(&dyn agon_runner::Transport, _, _); 1] =
        [(&worker, limits("a", "same", 2), Squarer::default())];
    let objects = vec![("task".to_string(), b"square".to_vec())];
    let result = while_working(&workers, || {
        let trust = trust_all("run");
        Coordinator::new(&coordinator, trust, notice(), objects, 1, &mut say, &|| false).run(
            &mut work,
            || Ok(square),
            |_| (),
        )
    });
    assert_eq!(result, Ok(()));
    work.assert_whole();
    let errors = notes.iter().filter(|note| matches!(note, Note::Unavailable { .. }));
    assert_eq!(errors.count(), 1, "{notes:?}");
    assert!(notes.contains(&Note::Recovered), "{notes:?}");
}
