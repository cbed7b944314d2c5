//! Access: hosts, origins, keys and sessions.

use std::io::{Read as _, Write as _};

use agon_testing::{Launched, answer, play_a_move};
use serde_json::json;

const PUBLIC: [&str; 4] = ["--origin", "https://games.example", "--trusted-proxy", "127.0.0.1"];

/// The first line of the response to some bytes.
fn status(server: &Launched, bytes: &[u8]) -> String {
    let mut stream = server.connect();
    stream.write_all(bytes).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text.lines().next().unwrap_or_default().to_string()
}

/// The cookies that a response sets, whole.
fn cookies(response: &str) -> Vec<&str> {
    response.lines().filter_map(|line| line.strip_prefix("set-cookie: ")).collect()
}

/// The session that a response sets.
fn session(response: &str) -> Option<&str> {
    let cookies = cookies(response);
    cookies.iter().find_map(|cookie| cookie.strip_prefix("agon-session=")?.split(';').next())
}

#[test]
fn on_loopback_there_is_no_key_and_no_cookie() {
    let server = Launched::start(&[]);
    assert_eq!(server.key(), "");
    let page = server.get("/", "own", &[]);
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(cookies(&page).is_empty(), "{page}");
    assert!(!server.folder().join("page.key").exists());
    play_a_move(&mut server.socket("own", &[]).unwrap());
}

#[test]
fn headers_that_are_repeated_missing_or_not_ascii_are_refused() {
    let server = Launched::start(&[]);
    let host = server.host();
    let own = format!("Host: {host}\r\n");
    let origin = format!("Origin: http://{host}\r\n");
    let refused = |lines: &[u8]| {
        let bytes = [b"GET / HTTP/1.1\r\nConnection: close\r\n", lines, b"\r\n"].concat();
        let status = status(&server, &bytes);
        assert!(status.starts_with("HTTP/1.1 4"), "{}: {status}", lines.escape_ascii());
    };
    refused(b"");
    refused(format!("{own}{own}").as_bytes());
    refused(format!("{own}Host: evil.example\r\n").as_bytes());
    refused(format!("{own}{origin}{origin}").as_bytes());
    refused(format!("{own}{origin}Origin: http://evil.example\r\n").as_bytes());
    refused(&[own.as_bytes(), b"Origin: http://127.0.0.1\xff\r\n"].concat());
    refused(b"Host: g\xc3\xa4mes.example\r\n");
    let absolute = format!("GET http://evil.example/ HTTP/1.1\r\n{own}Connection: close\r\n\r\n");
    assert!(status(&server, absolute.as_bytes()).starts_with("HTTP/1.1 403"));
    let fine = format!("GET / HTTP/1.1\r\n{own}{origin}Connection: close\r\n\r\n");
    assert!(status(&server, fine.as_bytes()).starts_with("HTTP/1.1 200"));
    assert!(server.socket("own", &[("Origin", "http://evil.example")]).is_err());
    let twice = [("Origin", &*format!("http://{host}")), ("Origin", "http://evil.example")];
    assert!(server.socket("own", &twice).is_err());
}

#[test]
fn public_addresses_are_let_in_with_the_key() {
    let server = Launched::start(&PUBLIC);
    let key = server.key();
    assert_eq!(server.urls[1], format!("https://games.example/?key={key}"));
    let without = server.get("/", "games.example", &[]);
    assert!(without.starts_with("HTTP/1.1 403"), "{without}");
    assert!(server.get("/", "other.example", &[]).starts_with("HTTP/1.1 403"));
    let exchanged = server.get(&format!("/?key={key}"), "games.example", &[]);
    assert!(exchanged.starts_with("HTTP/1.1 303"), "{exchanged}");
    assert!(exchanged.contains("location: /\r\n"), "{exchanged}");
    assert!(cookies(&exchanged)[0].starts_with(&server.key_cookie()), "{exchanged}");
    let cookie = server.key_cookie();
    let own = [("Cookie", &*cookie), ("Origin", "https://games.example")];
    play_a_move(&mut server.socket("games.example", &own).unwrap());
    play_a_move(&mut server.socket("own", &own).unwrap());
    for (host, origin) in [
        ("games.example", "https://evil.example"),
        ("games.example", "http://games.example"),
        ("evil.example", "https://games.example"),
    ] {
        let headers = [("Cookie", &*cookie), ("Origin", origin)];
        assert!(server.socket(host, &headers).is_err(), "{host} {origin}");
    }
    let without = [("Origin", "https://games.example")];
    assert!(server.socket("games.example", &without).unwrap_err().contains("403"));
}

#[test]
fn the_key_outlives_restarts_until_another_is_asked_for() {
    let server = Launched::start(&PUBLIC);
    let first = server.key().to_string();
    assert_eq!(first.len(), 22);
    let server = server.start_again(&PUBLIC);
    assert_eq!(server.key(), first);
    let server = server.start_again(&[&PUBLIC[..], &["--new-key"]].concat());
    let second = server.key().to_string();
    assert_ne!(second, first);
    let old = format!("Cookie: agon-key={first}");
    assert!(server.get("/", "games.example", &[&old]).starts_with("HTTP/1.1 403"));
    let server = server.start_again(&[&PUBLIC[..], &["--no-key"]].concat());
    assert_eq!(server.key(), "");
    assert!(server.get("/", "games.example", &[]).starts_with("HTTP/1.1 200"));
    let server = server.start_again(&PUBLIC);
    assert_eq!(server.key(), second);
}

#[test]
fn every_browser_has_a_session_and_keeps_it() {
    let server = Launched::start(&[&PUBLIC[..], &["--no-key"]].concat());
    let first = server.get("/", "games.example", &[]);
    let cookie = cookies(&first)[0];
    for part in ["; HttpOnly", "; SameSite=", "; Path=/", "; Max-Age=31536000", "; Secure"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let own = session(&first).expect("a session");
    assert_eq!(own.len(), 22);
    let other = server.get("/", "games.example", &[]);
    assert_ne!(session(&other), Some(own));
    let header = format!("Cookie: agon-session={own}");
    let again = server.get("/", "games.example", &[&header]);
    assert_eq!(session(&again), Some(own), "it is renewed");
    let file = server.get("/shell/main.js", "games.example", &[]);
    assert!(file.starts_with("HTTP/1.1 200"), "{file}");
    assert_eq!(session(&file), None, "files are loaded in parallel");
    let forged = server.get("/", "games.example", &["Cookie: agon-session=local"]);
    assert!(session(&forged).is_some_and(|it| it.len() == 22), "nobody else is the local user");
    let plain = server.get("/", "own", &["X-Forwarded-Proto: http"]);
    assert!(!cookies(&plain)[0].contains("Secure"), "{plain}");
}

#[test]
fn an_invitation_lets_a_guest_into_its_game_only() {
    let server = Launched::start(&PUBLIC);
    let key = server.key_cookie();
    let own = [("Host", "games.example"), ("Origin", "https://games.example")];
    let owner = format!("{key}; agon-session={}", "a".repeat(22));
    let mut anna = server.socket("own", &[own[0], own[1], ("Cookie", &owner)]).unwrap();
    let mut games = ["one", "two"].map(|_| {
        answer(&mut anna, json!({ "id": 1, "do": "create", "game": "nim" }))["ok"]["game"].clone()
    });
    let ids = games.clone().map(|game| game["id"].as_str().unwrap().to_string());
    let get = |path: &str, cookie: &str| {
        let cookie = format!("Cookie: {cookie}");
        server.get(path, "games.example", &[&cookie])
    };
    let forged = format!("/?guest={}.{}", ids[0], "x".repeat(22));
    assert!(get(&forged, "").starts_with("HTTP/1.1 403"), "nobody was invited");
    answer(&mut anna, json!({ "id": 2, "do": "invite", "game": ids[0] }));
    games[0] =
        answer(&mut anna, json!({ "id": 3, "do": "open", "game": ids[0] }))["ok"]["game"].clone();
    let secret = games[0]["rights"]["invitation"].as_str().unwrap().to_string();
    assert!(get(&forged, "").starts_with("HTTP/1.1 403"), "not with another secret");
    let link = format!("/?guest={}.{secret}", ids[0]);
    let entered = get(&link, "");
    assert!(entered.starts_with("HTTP/1.1 303"), "{entered}");
    assert!(entered.to_lowercase().contains("\r\nlocation: /\r\n"), "{entered}");
    let guest = format!("agon-guest={}.{secret}", ids[0]);
    let page = get("/", &guest);
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(!page.contains("agon-key="), "the key stays secret");
    let cookie = format!("{guest}; agon-session={}", "b".repeat(22));
    let mut ben = server.socket("own", &[own[0], own[1], ("Cookie", &cookie)]).unwrap();
    let ask = |socket: &mut _, request| {
        let reply = answer(socket, request);
        reply["error"]["kind"].as_str().unwrap_or("ok").to_string()
    };
    assert_eq!(ask(&mut ben, json!({ "id": 1, "do": "welcome" })), "ok");
    assert_eq!(ask(&mut ben, json!({ "id": 2, "do": "open", "game": ids[0] })), "ok");
    assert_eq!(ask(&mut ben, json!({ "id": 3, "do": "open", "game": ids[1] })), "NotInvited");
    assert_eq!(ask(&mut ben, json!({ "id": 4, "do": "create", "game": "nim" })), "Guest");
    assert_eq!(ask(&mut ben, json!({ "id": 5, "do": "revoke", "game": ids[0] })), "NotOwner");
    let claim = json!({ "id": 6, "do": "claim", "game": ids[0], "side": "p2" });
    assert_eq!(ask(&mut ben, claim), "ok");
    // Others are not let in any more when it is revoked, but whoever plays goes on.
    assert_eq!(ask(&mut anna, json!({ "id": 7, "do": "revoke", "game": ids[0] })), "ok");
    assert!(get(&link, "").starts_with("HTTP/1.1 403"));
    let stranger = format!("{guest}; agon-session={}", "c".repeat(22));
    assert!(get("/", &stranger).starts_with("HTTP/1.1 403"));
    assert_eq!(ask(&mut ben, json!({ "id": 8, "do": "open", "game": ids[0] })), "ok");
    assert!(get("/", &cookie).starts_with("HTTP/1.1 200"));
}
