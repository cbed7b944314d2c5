//! Connections: half-sent requests, slow clients, and too many of them.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use agon_testing::{Launched, play_a_move};

/// Raises this process's limit of open files as far as possible.
fn raise_limit() {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
}

/// Sends many incomplete requests to a server that may open few files, while a client plays.
fn half_sent_requests(count: usize, files: usize) {
    raise_limit();
    let before = format!("ulimit -n {files}");
    let server = Launched::start_in(tempfile::tempdir().unwrap(), &before, &[]);
    let mut early = server.socket("own", &[]).unwrap();
    play_a_move(&mut early);
    let half = |number: usize| -> TcpStream {
        let mut stream = server.connect();
        // The server may close it at any time.
        let _ = write!(stream, "GET /{number} HTTP/1.1\r\nHost: ");
        stream
    };
    let mut held: Vec<TcpStream> = Vec::new();
    for number in 0..count {
        held.push(half(number));
        if number % (count / 10) == 0 {
            let page = server.get("/", "own", &[]);
            assert!(page.starts_with("HTTP/1.1 200"), "after {number}: {page:?}");
        }
    }
    play_a_move(&mut early);
    play_a_move(&mut server.socket("own", &[]).unwrap());
    let metrics = server.get("/metrics", "own", &[]);
    let value = |name: &str| -> usize {
        let line = metrics.lines().find_map(|line| line.strip_prefix(name)).expect(name);
        line.trim().parse().unwrap()
    };
    let (open, evicted) = (value("agon_connections "), value("agon_connections_evicted_total "));
    assert!(open < files && evicted + files > count, "{open} are open, {evicted} were evicted");
}

#[test]
fn half_sent_requests_lock_nobody_out() {
    half_sent_requests(400, 128);
}

#[test]
#[ignore = "the full run: 3,000 half-sent requests"]
fn three_thousand_half_sent_requests_lock_nobody_out() {
    half_sent_requests(3000, 1024);
}

#[test]
fn a_request_that_does_not_arrive_is_given_up() {
    let server = Launched::start(&[]);
    let host = server.host().to_string();
    let mut silent = server.connect();
    let mut half = server.connect();
    write!(half, "GET / HTTP/1.1\r\nHost: {host}\r\n").unwrap();
    let mut second = server.connect();
    write!(second, "GET /i18n/en.json HTTP/1.1\r\nHost: {host}\r\n\r\nGET / HT").unwrap();
    for stream in [&mut silent, &mut half, &mut second] {
        let mut bytes = Vec::new();
        // Fails if the server does not close the connection.
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.matches("HTTP/1.1 200").count() <= 1, "{text}");
    }
}

#[test]
fn large_heads_bodies_and_other_methods_are_refused() {
    let server = Launched::start(&[]);
    let host = server.host().to_string();
    let status = |head: String| {
        let mut stream = server.connect();
        stream.write_all(head.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).lines().next().unwrap_or_default().to_string()
    };
    let own = format!("Host: {host}\r\nConnection: close\r\n");
    let large = format!("GET / HTTP/1.1\r\n{own}X: {}\r\n\r\n", "x".repeat(20 << 10));
    assert!(status(large).starts_with("HTTP/1.1 431"));
    let body = format!("POST / HTTP/1.1\r\n{own}Content-Length: 999999999\r\n\r\n");
    assert!(status(body).starts_with("HTTP/1.1 413"));
    let post = format!("POST / HTTP/1.1\r\n{own}Content-Length: 2\r\n\r\n{{}}");
    assert!(status(post).starts_with("HTTP/1.1 405"));
    assert!(status(format!("HEAD / HTTP/1.1\r\n{own}\r\n")).starts_with("HTTP/1.1 200"));
}

#[test]
fn one_address_does_not_take_all_websockets() {
    raise_limit();
    let arguments =
        ["--origin", "http://games.example", "--trusted-proxy", "127.0.0.1", "--no-key"];
    let server = Launched::start(&arguments);
    let open = |address: &str| server.socket("games.example", &[("X-Forwarded-For", address)]);
    let mut class: Vec<_> = (0..256).map(|_| open("203.0.113.5").unwrap()).collect();
    assert!(open("203.0.113.5").unwrap_err().contains("503"));
    // Headers of the client come before those that the proxy adds.
    assert!(open("198.51.100.1, 203.0.113.5").unwrap_err().contains("503"));
    play_a_move(&mut open("203.0.113.6").unwrap());
    play_a_move(&mut class[0]);
    let mut closed = class.pop().unwrap();
    closed.close(None).unwrap();
    while closed.read().is_ok() {}
    play_a_move(&mut open("203.0.113.5").unwrap());
}
