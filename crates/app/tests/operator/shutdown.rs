//! The end of the server by signals.

use std::io::{Read as _, Write as _};

use rustix::process::Signal;

use crate::stage::{Launched, play_a_move};

#[test]
fn signals_end_the_server_in_order() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
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
