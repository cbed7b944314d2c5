//! Ending the server by signals.

use std::io::{Read as _, Write as _};

use rustix::process::Signal;

use agon_testing::{Launched, play_a_move};

/// Whether this process ignores a signal, as under `nohup`. The server inherits that.
fn is_ignored(signal: Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal.as_raw() - 1) & 1 == 1
}

#[test]
fn signals_end_the_server_in_order() {
    let signals = [Signal::TERM, Signal::INT, Signal::HUP];
    for signal in signals.into_iter().filter(|signal| !is_ignored(*signal)) {
        let mut server = Launched::start(&[]);
        let mut page = server.socket("own", &[]).unwrap();
        play_a_move(&mut page);
        let mut half = server.connect();
        half.write_all(b"GET / HTTP/1.1\r\n").unwrap();
        let mut idle = server.connect();
        write!(idle, "HEAD / HTTP/1.1\r\nHost: {}\r\n\r\n", server.host()).unwrap();
        let mut head = [0; 12];
        idle.read_exact(&mut head).unwrap();
        assert_eq!(&head, b"HTTP/1.1 200");
        server.signal(signal);
        let status = server.wait();
        assert_eq!(status.code(), Some(0), "{signal:?}\n{}", server.log());
        let mut is_told = false;
        while let Ok(message) = page.read() {
            is_told |= message.is_close();
        }
        assert!(is_told, "the page gets a close frame");
        assert!(std::net::TcpStream::connect(server.host()).is_err());
    }
}

#[test]
fn a_signal_that_is_ignored_does_not_end_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Launched::start_in(folder, "trap '' HUP", &[]);
    server.signal(Signal::HUP);
    for _ in 0..20 {
        assert!(server.get("/", "own", &[]).starts_with("HTTP/1.1 200"));
    }
    assert!(server.is_running());
    server.signal(Signal::TERM);
    assert!(server.wait().success());
}
