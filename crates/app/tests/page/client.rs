//! A server that is started for a test, and a page that talks to it without a browser.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

/// How long a test waits for something that should come at once.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server with a data folder of its own.
pub struct Server {
    child: Child,
    url: String,
    folder: PathBuf,
    _own: Option<TempDir>,
}

impl Server {
    pub fn start() -> Server {
        let own = tempfile::tempdir().unwrap();
        let mut server = Server::start_in(own.path());
        server._own = Some(own);
        server
    }

    pub fn start_in(folder: &Path) -> Server {
        let (child, url) = launch(folder, &[]);
        Server { child, url, folder: folder.into(), _own: None }
    }

    /// A server that is told more.
    pub fn start_with(arguments: &[PathBuf]) -> Server {
        let own = tempfile::tempdir().unwrap();
        let (child, url) = launch(own.path(), arguments);
        Server { child, url, folder: own.path().into(), _own: Some(own) }
    }

    /// Ends the server as if the power had failed.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn start_again(&mut self) {
        (self.child, self.url) = launch(&self.folder, &[]);
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// The address that another program prints that is to serve the same games.
    pub fn address_of_a_second(&self) -> String {
        let (child, url) = launch(&self.folder, &[]);
        // Where it goes on, it serves the games a second time, and must be ended.
        drop(Server { child, url: url.clone(), folder: self.folder.clone(), _own: None });
        url
    }

    fn host(&self) -> &str {
        self.url.trim_start_matches("http://").trim_end_matches('/')
    }

    /// The answer to a plain request; `own` stands for the server's own name.
    pub fn get(&self, path: &str, host: &str) -> String {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        let host = if host == "own" { self.host() } else { host };
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(["serve", "--no-open", "--addr", "127.0.0.1:0", "--data"]).arg(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

fn launch(folder: &Path, arguments: &[PathBuf]) -> (Child, String) {
    let mut child = command(folder).args(arguments).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("http://127.0.0.1:"), "{line:?}");
    (child, line.trim().to_string())
}

/// A page that is connected.
pub struct Client {
    socket: WebSocket<TcpStream>,
    number: u64,
    /// What was told unasked and not yet looked at.
    events: Vec<Value>,
}

impl Client {
    pub fn connect(server: &Server) -> Client {
        Client::try_connect(server, "own", None).expect("a connection")
    }

    /// Connects under a name and from a page; `own` stands for the server's own name.
    pub fn try_connect(server: &Server, host: &str, origin: Option<&str>) -> Option<Client> {
        let own = server.host();
        let stream = TcpStream::connect(own).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut request = format!("ws://{own}/ws").into_client_request().unwrap();
        let host = if host == "own" { own } else { host };
        request.headers_mut().insert("Host", host.parse().unwrap());
        if let Some(origin) = origin {
            let origin = if origin == "own" { format!("http://{own}") } else { origin.into() };
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        let (socket, _) = tungstenite::client(request, stream).ok()?;
        Some(Client { socket, number: 1000, events: Vec::new() })
    }

    pub fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    fn receive(&mut self) -> Value {
        loop {
            match self.socket.read().expect("an answer in time") {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Close(_) => panic!("the connection was closed"),
                _ => (),
            }
        }
    }

    /// The next answer, which must be to the question of this number.
    pub fn next_answer(&mut self, number: Option<u64>) -> Value {
        loop {
            let message = self.receive();
            if message.get("event").is_some() {
                self.events.push(message);
            } else {
                assert_eq!(message["re"], json!(number), "{message}");
                return message;
            }
        }
    }

    fn answer(&mut self, what: &str, with: Value) -> Value {
        self.number += 1;
        let mut message = with;
        message["id"] = json!(self.number);
        message["do"] = json!(what);
        self.send(&message.to_string());
        self.next_answer(Some(self.number))
    }

    /// Asks something that must be granted.
    pub fn ask(&mut self, what: &str, with: Value) -> Value {
        let answer = self.answer(what, with);
        assert!(answer.get("error").is_none(), "{what}: {answer}");
        answer["ok"].clone()
    }

    /// Asks something that must be refused.
    pub fn refused(&mut self, what: &str, with: Value) -> Value {
        let answer = self.answer(what, with);
        assert!(answer.get("ok").is_none(), "{what}: {answer}");
        answer["error"].clone()
    }

    /// Begins a game, and gives its name.
    pub fn create(&mut self, game: &str, seats: [&str; 2]) -> String {
        let created = self.ask("create", json!({ "game": game, "seats": seats }));
        created["game"]["id"].as_str().unwrap().to_string()
    }

    /// The game as it is now.
    pub fn open(&mut self, game: &str) -> Value {
        self.ask("open", json!({ "game": game }))["game"].clone()
    }

    /// Waits until the game is as wanted.
    pub fn wait_for(&mut self, game: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let now = self.open(game);
        if wanted(&now) {
            return now;
        }
        loop {
            let event = self.wait_event("game");
            if event["game"]["id"] == game && wanted(&event["game"]) {
                return event["game"].clone();
            }
        }
    }

    /// The next event of a kind; those of other kinds before it are passed over.
    pub fn wait_event(&mut self, kind: &str) -> Value {
        loop {
            let event = if self.events.is_empty() { self.receive() } else { self.events.remove(0) };
            if event["event"] == kind {
                return event;
            }
        }
    }
}
