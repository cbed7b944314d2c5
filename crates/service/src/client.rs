//! The connection of a client: its limits, the games it follows, and the messages that wait to be
//! sent.

use std::collections::{HashSet, VecDeque};

use crate::ServiceRefusal;
use crate::protocol::{self, GameRequest, LobbyRequest, Message, Request, RequestError, RequestId};

/// The longest message that is handled, in bytes; longer ones are refused.
const MAX_MESSAGE: usize = 128 << 10;

/// The limits of requests per second, and of requests at once.
const RATE: u64 = 50;
const BURST: u64 = 200;

/// The tokens of one request in the bucket of the rate limit, which gains `RATE` tokens per
/// microsecond.
const COST: u64 = 1_000_000;

/// The most games that a client follows.
const MAX_WATCHED: usize = 20;

/// The most requests of a client at a time that a search answers (hints, proven results, trees).
const MAX_QUESTIONS: usize = 4;

/// The most requests of a client that wait for their replies; further ones are not read.
const MAX_PENDING: usize = 64;

/// No request is read while this many bytes wait to be sent.
const FULL: usize = 512 << 10;

/// The most bytes that wait to be sent; a client that reads more slowly is disconnected.
const MAX_WAITING: usize = 8 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    pub name: &'static str,
    /// How long it took, in microseconds.
    pub time: u64,
}

struct Pending {
    re: RequestId,
    name: &'static str,
    is_question: bool,
    /// The game that the client will follow after the reply.
    opens: Opens,
    received: u64,
}

/// The game that a request makes the client follow.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Opens {
    /// None, or one that it already follows.
    Nothing,
    /// One that does not exist yet.
    New,
    Game(String),
}

struct Waiting {
    /// A later event with the same key makes this one stale.
    key: Option<(u8, String)>,
    text: String,
}

pub struct Client {
    /// The token bucket of the rate limit, and when it was last filled.
    tokens: u64,
    filled: u64,
    watched: HashSet<String>,
    pending: Vec<Pending>,
    waiting: VecDeque<Waiting>,
    bytes: usize,
}

impl Client {
    /// The connection of a client that begins at `now`, in microseconds.
    pub fn new(now: u64) -> Client {
        Client {
            tokens: BURST * COST,
            filled: now,
            watched: HashSet::new(),
            pending: Vec::new(),
            waiting: VecDeque::new(),
            bytes: 0,
        }
    }

    /// Handles a message of the client. If it is refused, returns `None` and sends the refusal.
    pub fn receive(&mut self, text: &str, now: u64) -> Option<(RequestId, Request)> {
        let (re, request) = match text.len() > MAX_MESSAGE {
            true => (None, Err(ServiceRefusal::TooLong { most: MAX_MESSAGE })),
            false => protocol::parse(text),
        };
        let request = match self.take_token(now) {
            true => request.and_then(|request| self.check(request)),
            false => Err(ServiceRefusal::TooFast { seconds: 1 }),
        };
        match request {
            Ok(request) => {
                let (name, is_question) = (request.name(), is_question(&request));
                let opens = self.opens(&request);
                self.pending.push(Pending { re, name, is_question, opens, received: now });
                Some((re, request))
            }
            Err(refusal) => {
                self.push(&Message::Reply(re, Err(RequestError::from(refusal))), now);
                None
            }
        }
    }

    /// Refuses a request that would exceed a limit, before it is handled.
    fn check(&self, request: Request) -> Result<Request, ServiceRefusal> {
        let questions = self.pending.iter().filter(|pending| pending.is_question).count();
        if is_question(&request) && questions >= MAX_QUESTIONS {
            return Err(ServiceRefusal::TooMany { most: MAX_QUESTIONS });
        }
        // Games that are about to be followed count, so that simultaneous requests are limited,
        // too.
        let is_full = self.watched.len() + self.opening() >= MAX_WATCHED;
        match is_full && self.opens(&request) != Opens::Nothing {
            true => Err(ServiceRefusal::TooMany { most: MAX_WATCHED }),
            false => Ok(request),
        }
    }

    /// The new game that a request makes the client follow.
    fn opens(&self, request: &Request) -> Opens {
        match request {
            Request::Game(_, GameRequest::Close {}) => Opens::Nothing,
            Request::Game(game, _) => {
                let opens = Opens::Game(game.clone());
                let is_known = self.watched.contains(game)
                    || self.pending.iter().any(|pending| pending.opens == opens);
                if is_known { Opens::Nothing } else { opens }
            }
            Request::Lobby(
                LobbyRequest::Create(_) | LobbyRequest::Import { .. } | LobbyRequest::Replay { .. },
            ) => Opens::New,
            Request::Lobby(_) | Request::Exercise(_) => Opens::Nothing,
        }
    }

    /// How many games the client will follow after its pending requests.
    fn opening(&self) -> usize {
        self.pending.iter().filter(|pending| pending.opens != Opens::Nothing).count()
    }

    /// Takes a token of the rate limit; `false` if none is left.
    fn take_token(&mut self, now: u64) -> bool {
        let since = now.saturating_sub(self.filled);
        self.tokens = self.tokens.saturating_add(since.saturating_mul(RATE)).min(BURST * COST);
        self.filled = now;
        let has_token = self.tokens >= COST;
        self.tokens -= COST * u64::from(has_token);
        has_token
    }

    pub fn watch(&mut self, game: &str) {
        if !self.watched.insert(game.into()) {
            return;
        }
        // The game counts from now on instead of its request.
        let requested = Opens::Game(game.into());
        let place = self.pending.iter().position(|pending| pending.opens == requested);
        let place =
            place.or_else(|| self.pending.iter().position(|pending| pending.opens == Opens::New));
        if let Some(place) = place {
            self.pending[place].opens = Opens::Nothing;
        }
    }

    pub fn unwatch(&mut self, game: &str) {
        self.watched.remove(game);
    }

    pub fn watched(&self) -> impl Iterator<Item = &String> {
        self.watched.iter()
    }

    /// Queues a message. Returns the request that it answers. An event replaces an earlier one that
    /// it makes stale.
    pub fn push(&mut self, message: &Message, now: u64) -> Option<Answered> {
        self.push_json(message, message.to_json(), now)
    }

    /// Queues a message whose text was made before.
    pub fn push_json(&mut self, message: &Message, text: String, now: u64) -> Option<Answered> {
        let (key, answered) = match message {
            Message::Reply(re, _) => {
                let place = self.pending.iter().position(|pending| pending.re == *re);
                let pending = place.map(|place| self.pending.remove(place));
                let time = |received| now.saturating_sub(received);
                let answered = |it: Pending| Answered { name: it.name, time: time(it.received) };
                (None, pending.map(answered))
            }
            Message::Event(event) => {
                (event.stale_key().map(|(kind, game)| (kind, game.into())), None)
            }
        };
        if key.is_some()
            && let Some(place) = self.waiting.iter().position(|waiting| waiting.key == key)
            && let Some(stale) = self.waiting.remove(place)
        {
            self.bytes -= stale.text.len();
        }
        self.bytes += text.len();
        self.waiting.push_back(Waiting { key, text });
        answered
    }

    pub fn pop(&mut self) -> Option<String> {
        let waiting = self.waiting.pop_front()?;
        self.bytes -= waiting.text.len();
        Some(waiting.text)
    }

    pub fn drop_waiting(&mut self) {
        self.waiting = VecDeque::new();
        self.bytes = 0;
    }

    pub fn waiting_bytes(&self) -> usize {
        self.bytes
    }

    /// Whether another message of the client should be read now.
    pub fn may_read(&self) -> bool {
        self.pending.len() < MAX_PENDING && self.bytes < FULL
    }

    /// Whether the client reads so slowly that it should be disconnected.
    pub fn is_overrun(&self) -> bool {
        self.bytes > MAX_WAITING
    }
}

/// Whether a search answers the request.
fn is_question(request: &Request) -> bool {
    match request {
        Request::Exercise(request) => request.is_question(),
        Request::Game(_, request) => matches!(
            request,
            GameRequest::Hint { .. }
                | GameRequest::Threat {}
                | GameRequest::Verdicts {}
                | GameRequest::Grade { .. }
                | GameRequest::Trial { versions: Some(_), .. }
                | GameRequest::Tree(_)
        ),
        Request::Lobby(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Event, Reply, StorageInfo, StorageKind};

    fn storage(why: &str) -> Message {
        let storage = StorageInfo { kind: StorageKind::Memory, why: Some(why.into()) };
        Message::Event(Event::Storage { storage })
    }

    /// The kind of the last queued refusal.
    fn refusal(client: &mut Client) -> String {
        let mut last = String::new();
        while let Some(text) = client.pop() {
            last = text;
        }
        let value: serde_json::Value = serde_json::from_str(&last).unwrap();
        value["error"]["kind"].as_str().unwrap_or_default().into()
    }

    #[test]
    fn requests_above_the_rate_are_refused_until_time_has_passed() {
        let mut client = Client::new(0);
        let text = "{\"id\": 1, \"do\": \"contests\"}";
        for _ in 0..BURST {
            assert!(client.receive(text, 0).is_some());
        }
        assert!(client.receive(text, 0).is_none());
        assert_eq!(refusal(&mut client), "TooFast");
        assert!(client.receive(text, COST / RATE).is_some());
        assert!(client.receive(text, COST / RATE).is_none());
    }

    #[test]
    fn a_game_beyond_the_limit_is_refused_before_it_is_created() {
        let mut client = Client::new(0);
        (0..MAX_WATCHED).for_each(|number| client.watch(&number.to_string()));
        let create = "{\"id\": 1, \"do\": \"create\", \"game\": \"nim\"}";
        assert!(client.receive(create, 0).is_none());
        assert_eq!(refusal(&mut client), "TooMany");
        let known = "{\"id\": 2, \"do\": \"undo\", \"game\": \"7\"}";
        assert!(client.receive(known, 0).is_some());
        client.unwatch("7");
        assert!(client.receive(create, 0).is_some());
    }

    #[test]
    fn games_that_are_not_created_or_opened_yet_count_once() {
        let mut client = Client::new(0);
        (2..MAX_WATCHED).for_each(|number| client.watch(&number.to_string()));
        let create = |id: u64| format!("{{\"id\": {id}, \"do\": \"create\", \"game\": \"nim\"}}");
        let open = |id: u64| format!("{{\"id\": {id}, \"do\": \"open\", \"game\": \"a\"}}");
        assert!(client.receive(&open(1), 0).is_some());
        assert!(client.receive(&open(2), 0).is_some(), "the same game");
        assert!(client.receive(&create(3), 0).is_some());
        assert!(client.receive(&create(4), 0).is_none());
        client.watch("new");
        client.watch("a");
        assert!(client.receive(&create(5), 0).is_none(), "both are followed");
        client.push(&Message::Reply(Some(3), Ok(Reply::DONE)), 0);
        client.unwatch("new");
        assert!(client.receive(&create(6), 0).is_some());
        client.push(&Message::Reply(Some(6), Ok(Reply::DONE)), 0);
        assert!(client.receive(&create(7), 0).is_some(), "creating it has failed");
    }

    #[test]
    fn questions_are_bounded_until_they_are_answered() {
        let mut client = Client::new(0);
        let hint = |id: usize| format!("{{\"id\": {id}, \"do\": \"hint\", \"game\": \"g\"}}");
        for id in 0..MAX_QUESTIONS {
            assert!(client.receive(&hint(id), 0).is_some());
        }
        assert!(client.receive(&hint(9), 0).is_none());
        client.push(&Message::Reply(Some(0), Ok(Reply::DONE)), 0);
        assert!(client.receive(&hint(9), 0).is_some());
    }

    #[test]
    fn only_the_latest_event_of_a_kind_waits_and_replies_are_never_dropped() {
        let mut client = Client::new(0);
        client.push(&storage("first"), 0);
        client.push(&Message::Reply(Some(1), Ok(Reply::DONE)), 0);
        client.push(&storage("second"), 0);
        client.push(&Message::Reply(Some(2), Ok(Reply::DONE)), 0);
        let sent: Vec<String> = std::iter::from_fn(|| client.pop()).collect();
        assert_eq!(sent.len(), 3);
        assert!(sent[0].contains("\"re\":1") && sent[1].contains("second"), "{sent:?}");
        assert_eq!(client.waiting_bytes(), 0);
    }

    #[test]
    fn a_client_that_does_not_read_is_not_read_and_finally_disconnected() {
        let mut client = Client::new(0);
        let large =
            Message::Reply(None, Err(ServiceRefusal::Contest { why: "x".repeat(100_000) }.into()));
        assert!(client.may_read());
        for _ in 0..6 {
            client.push(&large, 0);
        }
        assert!(!client.may_read() && !client.is_overrun());
        for _ in 0..80 {
            client.push(&large, 0);
        }
        assert!(client.is_overrun());
    }
}
