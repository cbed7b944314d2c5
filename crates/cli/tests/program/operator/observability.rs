//! The log and the metrics of the server.

use rustix::process::Signal;

use agon_testing::{Launched, play_a_move};

#[test]
fn the_log_has_a_line_for_each_request_and_no_secrets() {
    let arguments = ["--origin", "http://games.example", "--log", "debug"];
    let mut server = Launched::start(&arguments);
    let (key, cookie) = (server.key().to_string(), server.key_cookie());
    server.get(&format!("/?key={key}"), "games.example", &[]);
    let page = server.get("/", "games.example", &[&format!("Cookie: {cookie}")]);
    let session = page.split("agon-session=").nth(1).unwrap().split(';').next().unwrap();
    server.get("/no/such/file", "own", &[&format!("Cookie: {cookie}")]);
    let mine = format!("{cookie}; agon-session={session}");
    play_a_move(&mut server.socket("own", &[("Cookie", &mine)]).unwrap());
    server.signal(Signal::TERM);
    assert!(server.wait().success());
    let log = server.log();
    let has = |text: &str| assert!(log.contains(text), "{text} is not in\n{log}");
    has("INFO serving");
    has("DEBUG request method=GET path=\"/\" status=303");
    has("DEBUG request method=GET path=\"/\" status=200");
    has("DEBUG request method=GET path=\"/no/such/file\" status=404");
    has("DEBUG request method=GET path=\"/ws\" status=101");
    has("INFO ending");
    assert!(log.lines().any(|line| line.contains(" micros=") && line.contains(" bytes=")));
    assert!(!log.contains(&key) && !log.contains(session), "{log}");
}

#[test]
fn without_a_level_there_is_no_log() {
    let mut server = Launched::start(&[]);
    server.get("/", "own", &[]);
    server.signal(Signal::TERM);
    assert!(server.wait().success());
    assert_eq!(server.log(), "");
}

#[test]
fn metrics_are_for_this_machine_only() {
    let arguments = ["--origin", "http://games.example", "--trusted-proxy", "127.0.0.1"];
    let server = Launched::start(&arguments);
    let cookie = server.key_cookie();
    let mut socket = server.socket("own", &[("Cookie", &cookie)]).unwrap();
    play_a_move(&mut socket);
    let metrics = server.get("/metrics", "own", &[]);
    assert!(metrics.starts_with("HTTP/1.1 200"), "{metrics}");
    assert!(metrics.contains("content-type: application/openmetrics-text"), "{metrics}");
    for line in [
        "agon_http_requests_total{status=\"101\"} 1",
        "agon_websockets 1",
        "agon_storage_on_disk 1",
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line} is not in\n{metrics}");
    }
    let cookie = format!("Cookie: {cookie}");
    for (host, header) in [
        ("own", "X-Forwarded-For: 203.0.113.5"),
        ("own", "X-Forwarded-For: 127.0.0.1"),
        ("own", "Forwarded: for=203.0.113.5"),
        ("games.example", "X: y"),
    ] {
        let refused = server.get("/metrics", host, &[header, &cookie]);
        assert!(refused.starts_with("HTTP/1.1 403"), "{host} {header}: {refused}");
    }
}
