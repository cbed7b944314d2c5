//! TLS, names with passwords, tokens and credentials files, against a real server.

use std::fs;
use std::path::Path;
use std::process::Command;

use agon_runner::{ConnectFailure, NatsTransport, Transport as _};
use nkeys::KeyPair;
use serde_json::{Value, json};

use agon_testing::nats::TestServer;
use agon_testing::squares::connect;

/// Why there is no connection.
fn refusal(url: &str, creds: Option<&Path>, ca: Option<&Path>) -> String {
    match connect(url, creds, ca) {
        Ok(_) => panic!("{url} is accepted"),
        Err(ConnectFailure::Refused(what)) => what,
        Err(ConnectFailure::Unreachable(what)) => panic!("it is tried again: {what}"),
    }
}

/// The connection can do work.
fn assert_works(connected: Result<NatsTransport, ConnectFailure>) {
    let transport = connected.unwrap();
    transport.store("hash", b"file").unwrap();
    assert_eq!(transport.fetch("hash").unwrap(), b"file");
    assert_eq!(transport.open_run("run"), Ok(true));
}

fn openssl(folder: &Path, words: &str) {
    let mut command = Command::new("openssl");
    let output = command.args(words.split(' ')).current_dir(folder).output();
    let output = output.expect("openssl is installed with nats-server by the test command");
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Makes an authority, and a server's certificate by it.
fn make_certificates(folder: &Path, names: &str) {
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    openssl(
        folder,
        &format!("req -x509 {key} -keyout ca.key -out ca.pem -days 2 -subj /CN=authority"),
    );
    openssl(folder, &format!("req {key} -keyout server.key -out server.csr -subj /CN=server"));
    fs::write(folder.join("names"), format!("subjectAltName={names}\n")).unwrap();
    let by = "-CA ca.pem -CAkey ca.key -CAcreateserial -extfile names";
    openssl(folder, &format!("x509 -req -in server.csr {by} -days 2 -out server.pem"));
}

fn secure_server(certificates: &Path) -> TestServer {
    let file = |name: &str| certificates.join(name).display().to_string();
    TestServer::with(&format!(
        "jetstream {{ store_dir: \"FOLDER\" }}\nauthorization {{ user: ann, password: \"a@b\" }}\n\
         tls {{ cert_file: \"{}\", key_file: \"{}\" }}",
        file("server.pem"),
        file("server.key")
    ))
}

#[test]
fn a_server_with_tls_is_used_if_its_authority_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    make_certificates(folder, "IP:127.0.0.1");
    let server = secure_server(folder);
    let url = |scheme: &str| format!("{scheme}://ann:a%40b@127.0.0.1:{}", server.port);
    let ca = folder.join("ca.pem");
    // A server that has TLS wants it, whatever the scheme.
    for scheme in ["tls", "nats"] {
        let unknown = refusal(&url(scheme), None, None);
        assert!(unknown.contains("--ca names the certificate of its authority"), "{unknown}");
    }
    let wrong = refusal(&url("tls").replace("a%40b", "wrong"), None, Some(&ca));
    assert!(wrong.contains("does not accept the credentials"), "{wrong}");
    assert_works(connect(&url("tls"), None, Some(&ca)));
    let other = tempfile::tempdir().unwrap();
    make_certificates(other.path(), "DNS:elsewhere");
    let elsewhere = secure_server(other.path());
    let wrong = format!("tls://ann:a%40b@127.0.0.1:{}", elsewhere.port);
    let wrong = refusal(&wrong, None, Some(&other.path().join("ca.pem")));
    assert!(wrong.contains("is for another host"), "{wrong}");
}

#[test]
fn nothing_is_sent_in_the_clear_if_an_authority_is_named() {
    let folder = tempfile::tempdir().unwrap();
    make_certificates(folder.path(), "IP:127.0.0.1");
    let (ca, server) = (folder.path().join("ca.pem"), TestServer::start());
    let plain = refusal(&server.url(), None, Some(&ca));
    assert!(plain.contains("it does not answer by TLS: has it a section tls?"), "{plain}");
    let key = refusal(&server.url(), None, Some(&folder.path().join("server.key")));
    assert!(key.ends_with("server.key has no certificate in the PEM format"), "{key}");
}

#[test]
fn names_with_passwords_and_tokens_are_checked() {
    let named = TestServer::with(
        "jetstream { store_dir: \"FOLDER\" }\nauthorization { user: ann, password: right }",
    );
    let address = named.url().replace("nats://", "");
    let none = refusal(&named.url(), None, None);
    assert!(none.contains("requires credentials: write nats://USER:PASSWORD@HOST:4222"), "{none}");
    let wrong = refusal(&format!("nats://ann:wrong@{address}"), None, None);
    assert!(wrong.contains("does not accept the credentials"), "{wrong}");
    assert!(!wrong.contains("wrong@"), "the password is not shown: {wrong}");
    assert_works(connect(&format!("nats://ann:right@{address}"), None, None));
    let guarded =
        TestServer::with("jetstream { store_dir: \"FOLDER\" }\nauthorization { token: s3cr3t }");
    let address = guarded.url().replace("nats://", "");
    assert_works(connect(&format!("nats://s3cr3t@{address}"), None, None));
    refusal(&format!("nats://other@{address}"), None, None);
}

/// Bytes in the alphabet of JWTs.
fn base64(bytes: &[u8]) -> String {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let letters = |part: &[u8]| {
        let byte = |place: usize| u32::from(part.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let letter = |place: usize| alphabet[(bits >> (18 - 6 * place) & 63) as usize] as char;
        (0..=part.len()).map(letter).collect::<String>()
    };
    bytes.chunks(3).map(letters).collect()
}

/// A claim about a key, signed by another.
fn token(issuer: &KeyPair, subject: &KeyPair, claims: &Value) -> String {
    let head = json!({ "typ": "JWT", "alg": "ed25519-nkey" });
    let body = json!({
        "jti": "test",
        "iat": 1_700_000_000,
        "iss": issuer.public_key(),
        "sub": subject.public_key(),
        "name": "test",
        "nats": claims,
    });
    let text =
        format!("{}.{}", base64(head.to_string().as_bytes()), base64(body.to_string().as_bytes()));
    let signature = issuer.sign(text.as_bytes()).unwrap();
    format!("{text}.{}", base64(&signature))
}

#[test]
fn credentials_files_are_used_and_bad_ones_are_named() {
    let (operator, system) = (KeyPair::new_operator(), KeyPair::new_account());
    let (account, user) = (KeyPair::new_account(), KeyPair::new_user());
    let limits = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true,
        "conn": -1, "leaf": -1, "mem_storage": 16 << 20, "disk_storage": -1, "streams": -1,
        "consumer": -1,
    });
    let account_claims = json!({ "limits": limits, "type": "account", "version": 2 });
    let system_claims = json!({
        "limits": { "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1,
            "wildcards": true, "conn": -1, "leaf": -1 },
        "type": "account", "version": 2,
    });
    let user_claims =
        json!({ "subs": -1, "data": -1, "payload": -1, "type": "user", "version": 2 });
    let server = TestServer::with(&format!(
        "jetstream {{ store_dir: \"FOLDER\", max_mem: 64MB }}\noperator: \"{}\"\n\
         system_account: {}\nresolver: MEMORY\nresolver_preload {{\n{}: \"{}\"\n{}: \"{}\"\n}}",
        token(&operator, &operator, &json!({ "type": "operator", "version": 2 })),
        system.public_key(),
        system.public_key(),
        token(&operator, &system, &system_claims),
        account.public_key(),
        token(&operator, &account, &account_claims),
    ));
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, issuer: &KeyPair| {
        let path = folder.path().join(name);
        let text = format!(
            "-----BEGIN NATS USER JWT-----\n{}\n------END NATS USER JWT------\n\n\
             -----BEGIN USER NKEY SEED-----\n{}\n------END USER NKEY SEED------\n",
            token(issuer, &user, &user_claims),
            user.seed().unwrap()
        );
        fs::write(&path, text).unwrap();
        path
    };
    assert_works(connect(&server.url(), Some(&write("good.creds", &account)), None));
    // The signature is not by an account that the server knows.
    let forged = write("forged.creds", &KeyPair::new_account());
    let forged = refusal(&server.url(), Some(&forged), None);
    assert!(forged.contains("does not accept the credentials"), "{forged}");
    let bad = folder.path().join("bad.creds");
    fs::write(&bad, "user: ann\n").unwrap();
    let bad = refusal(&server.url(), Some(&bad), None);
    assert!(bad.contains("bad.creds is not a file with NATS credentials"), "{bad}");
}
