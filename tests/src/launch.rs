//! A server started with any arguments, and plain requests to it, like those of proxies and
//! attackers.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::http::{HeaderName, HeaderValue};
use tungstenite::{Message, WebSocket};

use super::{end_of, program};

/// The timeout of everything that should happen at once.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A connection to a server, of any kind.
pub trait Wire: Read + Write {}

impl<T: Read + Write> Wire for T {}

/// A server started with some arguments.
pub struct Launched {
    child: Child,
    /// The addresses that it printed.
    pub urls: Vec<String>,
    folder: TempDir,
}

impl Launched {
    /// A server with its own data folder.
    pub fn start(arguments: &[&str]) -> Launched {
        Launched::start_in(tempfile::tempdir().unwrap(), "true", arguments)
    }

    /// A server in a data folder, started by a shell after a command.
    pub fn start_in(folder: TempDir, before: &str, arguments: &[&str]) -> Launched {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &format!("{before}; exec \"$0\" \"$@\"")]).arg(program());
        command.args(["serve", "--no-open", "--addr", "127.0.0.1:0", "--data"]).arg(folder.path());
        let log = File::create(folder.path().join("stderr")).unwrap();
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let count = 1 + arguments.iter().filter(|word| **word == "--origin").count();
        let line = |_| {
            let mut line = String::new();
            out.read_line(&mut line).unwrap();
            line.trim().to_string()
        };
        let urls: Vec<String> = (0..count).map(line).collect();
        let launched = Launched { child, urls, folder };
        assert!(launched.urls[0].starts_with("http://127.0.0.1:"), "{}", launched.log());
        launched
    }

    /// Ends it, and starts another one in the same folder.
    pub fn start_again(mut self, arguments: &[&str]) -> Launched {
        self.signal(Signal::TERM);
        self.wait();
        let folder = std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap());
        Launched::start_in(folder, "true", arguments)
    }

    /// Its data folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Host and port.
    pub fn host(&self) -> &str {
        self.urls[0].split('/').nth(2).unwrap()
    }

    /// The key in the printed addresses; empty without one.
    pub fn key(&self) -> &str {
        self.urls[0].split_once("?key=").map_or("", |(_, key)| key)
    }

    /// The header that holds the key.
    pub fn key_cookie(&self) -> String {
        format!("agon-key={}", self.key())
    }

    /// The standard error of the server.
    pub fn log(&self) -> String {
        let path: PathBuf = self.folder.path().join("stderr");
        fs::read_to_string(path).unwrap()
    }

    /// A plain connection to it.
    pub fn connect(&self) -> TcpStream {
        connect(self.host())
    }

    /// The response to a GET with some header lines; `own` as a host stands for the server's.
    pub fn get(&self, path: &str, host: &str, headers: &[&str]) -> String {
        let host = if host == "own" { self.host() } else { host };
        request(&mut self.connect(), path, host, headers)
    }

    /// A WebSocket with some headers.
    pub fn socket(
        &self,
        host: &str,
        headers: &[(&str, &str)],
    ) -> Result<WebSocket<TcpStream>, String> {
        let host = if host == "own" { self.host() } else { host };
        open_socket(self.connect(), host, headers)
    }

    /// Sends a signal.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Whether it has not ended.
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Waits for its end.
    pub fn wait(&mut self) -> ExitStatus {
        end_of(&mut self.child)
    }
}

impl Drop for Launched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn connect(host: &str) -> TcpStream {
    let stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    stream
}

/// The response to a GET on a connection, which then ends.
pub fn request(wire: &mut impl Wire, path: &str, host: &str, headers: &[&str]) -> String {
    let headers: String = headers.iter().map(|line| format!("{line}\r\n")).collect();
    let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n");
    wire.write_all(head.as_bytes()).unwrap();
    wire.flush().unwrap();
    let mut bytes = Vec::new();
    // A connection that is reset may still have a response.
    let _ = wire.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A WebSocket on a connection; the error is the response.
pub fn open_socket<W: Wire>(
    wire: W,
    host: &str,
    headers: &[(&str, &str)],
) -> Result<WebSocket<W>, String> {
    let mut request = format!("ws://{host}/ws").into_client_request().unwrap();
    for (name, value) in headers {
        let name: HeaderName = name.parse().unwrap();
        request.headers_mut().append(name, HeaderValue::from_str(value).unwrap());
    }
    let opened = tungstenite::client(request, wire);
    opened.map(|(socket, _)| socket).map_err(|error| error.to_string())
}

/// Creates a game and plays a move in it.
pub fn play_a_move<W: Wire>(socket: &mut WebSocket<W>) {
    let created = ask(socket, json!({ "id": 1, "do": "create", "game": "tictactoe" }));
    let game = created["game"]["id"].clone();
    ask(socket, json!({ "id": 2, "do": "move", "game": game, "mv": "11", "ply": 0 }));
}

fn ask<W: Wire>(socket: &mut WebSocket<W>, request: Value) -> Value {
    let reply = answer(socket, request);
    assert!(reply.get("error").is_none(), "{reply}");
    reply["ok"].clone()
}

/// The whole reply to a request.
pub fn answer<W: Wire>(socket: &mut WebSocket<W>, request: Value) -> Value {
    socket.send(Message::text(request.to_string())).unwrap();
    loop {
        let message = socket.read().expect("a reply");
        let Message::Text(text) = message else { continue };
        let reply: Value = serde_json::from_str(&text).unwrap();
        if reply["re"] == request["id"] {
            return reply;
        }
    }
}
