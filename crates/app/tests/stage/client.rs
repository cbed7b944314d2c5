//! A page that talks to the server without a browser.

use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

use super::Server;

/// How long is waited for something that should come at once.
const PATIENCE: Duration = Duration::from_secs(60);

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

    /// Asks something, whatever the answer.
    pub fn answer(&mut self, what: &str, with: Value) -> Value {
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
