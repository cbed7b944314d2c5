//! A WebSocket client that sends requests like the page.

use std::io::{self, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

use super::Server;

/// The timeout of messages that should arrive at once.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A connection to the server.
pub struct Client {
    socket: WebSocket<TcpStream>,
    number: u64,
    /// Events that have arrived but were not awaited yet.
    events: Vec<Value>,
    /// Replies that have arrived before earlier ones.
    replies: Vec<Value>,
}

impl Client {
    /// Connects like the page.
    pub fn connect(server: &Server) -> Client {
        Client::try_connect(server, "own", None).expect("a connection")
    }

    /// Connects with a Host and an Origin header; `own` stands for the server's address.
    pub fn try_connect(server: &Server, host: &str, origin: Option<&str>) -> Option<Client> {
        let own = server.host();
        let stream = TcpStream::connect(own).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let mut request = format!("ws://{own}/ws").into_client_request().unwrap();
        let host = if host == "own" { own } else { host };
        request.headers_mut().insert("Host", host.parse().unwrap());
        if let Some(origin) = origin {
            let origin = if origin == "own" { format!("http://{own}") } else { origin.into() };
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        let (socket, _) = tungstenite::client(request, stream).ok()?;
        Some(Client { socket, number: 1000, events: Vec::new(), replies: Vec::new() })
    }

    /// Sends a text.
    pub fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    fn receive(&mut self) -> Value {
        self.try_receive().expect("an open connection")
    }

    /// The next message; `None` if the connection has ended.
    pub fn try_receive(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) => return None,
                Ok(_) => (),
                Err(tungstenite::Error::Io(error)) if is_timeout(&error) => {
                    panic!("no message on an open connection in {TIMEOUT:?}")
                }
                Err(_) => return None,
            }
        }
    }

    /// Sends bytes as they are, which may be an incomplete message.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        self.socket.get_mut().write_all(bytes).unwrap();
    }

    /// Sends a request without waiting for the reply, and returns its id. `None` if the connection
    /// has ended.
    pub fn post(&mut self, what: &str, with: Value) -> Option<u64> {
        self.number += 1;
        let mut message = with;
        message["id"] = json!(self.number);
        message["do"] = json!(what);
        self.socket.send(Message::text(message.to_string())).ok()?;
        Some(self.number)
    }

    /// Sends a request, and returns the whole reply. `None` if the connection ends before.
    pub fn try_answer(&mut self, what: &str, with: Value) -> Option<Value> {
        let number = self.post(what, with)?;
        self.try_next_answer(Some(number))
    }

    /// Forgets the events that have arrived.
    pub fn drop_events(&mut self) {
        self.events.clear();
    }

    /// The next reply to the request with this id.
    pub fn next_answer(&mut self, number: Option<u64>) -> Value {
        self.try_next_answer(number).expect("an open connection")
    }

    /// The next reply to the request with this id. `None` if the connection ends before.
    pub fn try_next_answer(&mut self, number: Option<u64>) -> Option<Value> {
        let is_it = |message: &Value| message["re"] == json!(number);
        if let Some(place) = self.replies.iter().position(is_it) {
            return Some(self.replies.remove(place));
        }
        loop {
            let message = self.try_receive()?;
            match message.get("event").is_some() {
                true => self.events.push(message),
                false if is_it(&message) => return Some(message),
                false => self.replies.push(message),
            }
        }
    }

    /// Sends a request, and returns the whole reply.
    pub fn answer(&mut self, what: &str, with: Value) -> Value {
        let number = self.post(what, with).expect("an open connection");
        self.next_answer(Some(number))
    }

    /// Sends a request that must succeed, and returns the result.
    pub fn ask(&mut self, what: &str, with: Value) -> Value {
        let answer = self.answer(what, with);
        assert!(answer.get("error").is_none(), "{what}: {answer}");
        answer["ok"].clone()
    }

    /// Sends a request that must be refused, and returns the error.
    pub fn refused(&mut self, what: &str, with: Value) -> Value {
        let answer = self.answer(what, with);
        assert!(answer.get("ok").is_none(), "{what}: {answer}");
        answer["error"].clone()
    }

    /// Creates a game, and returns its id.
    pub fn create(&mut self, game: &str, seats: [&str; 2]) -> String {
        let created = self.ask("create", json!({ "game": game, "seats": seats }));
        created["game"]["id"].as_str().unwrap().to_string()
    }

    /// The game as it is now.
    pub fn open(&mut self, game: &str) -> Value {
        self.ask("open", json!({ "game": game }))["game"].clone()
    }

    /// Waits until the game satisfies a condition.
    pub fn wait_for(&mut self, game: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let now = self.open(game);
        if wanted(&now) {
            return now;
        }
        self.wait_stored(game, wanted)
    }

    /// Waits for the event that a change of a game is stored; a view may be ahead of the disk.
    pub fn wait_stored(&mut self, game: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let event = self.wait_event("game");
            if event["game"]["id"] == game && wanted(&event["game"]) {
                return event["game"].clone();
            }
        }
    }

    /// The next event of a kind. Others before it are dropped.
    pub fn wait_event(&mut self, kind: &str) -> Value {
        loop {
            let event = if self.events.is_empty() { self.receive() } else { self.events.remove(0) };
            if event["event"] == kind {
                return event;
            }
        }
    }
}

/// Whether nothing has arrived in time.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
