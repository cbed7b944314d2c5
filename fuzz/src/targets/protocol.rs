//! Messages of the page: whole conversations with games, without a server.

use std::collections::{BTreeMap, VecDeque};
use std::sync::LazyLock;

use agon_service::exercises::Exercises;
use agon_service::protocol::{LobbyRequest, Message, Request, RequestError};
use agon_service::puzzles::PuzzleFiles;
use agon_service::{
    Caller, Client, Effect, GameInput, JobResult, LiveGame, Resources, ServiceRefusal, Storage,
    StoredGame, lobby,
};

use crate::features::Features;
use crate::target::{Target, text};

/// What comes with the program; its files are read once.
static EXERCISES: LazyLock<Exercises> =
    LazyLock::new(|| Exercises::with_puzzles(PuzzleFiles::new(|_| None)));

/// Two browsers send messages, one in each line; `2` before a message means the second one.
pub const CONVERSATION: Target = Target {
    name: "protocol",
    shows: "every message gets one reply, whatever two browsers send, and games survive storing",
    words: || WORDS.iter().map(|&word| word.into()).collect(),
    run,
    short: 4000,
};

/// Messages and parts of them.
const WORDS: [&str; 33] = [
    r#"{"id": 1, "do": "create", "game": "nim"}"#,
    r#"{"id": 2, "do": "open", "game": "g0"}"#,
    r#"{"id": 3, "do": "move", "game": "g0", "mv": "11", "ply": 0}"#,
    r#"{"id": 4, "do": "seat", "game": "g0", "side": "p1", "seat": "random"}"#,
    r#"{"id": 5, "do": "claim", "game": "g0", "side": "p2"}"#,
    r#"{"id": 6, "do": "release", "game": "g0", "side": "p2"}"#,
    r#"{"id": 7, "do": "run", "game": "g0", "on": true, "pace": 0}"#,
    r#"{"id": 8, "do": "view", "game": "g0", "viewer": "p1"}"#,
    r#"{"id": 9, "do": "jump", "game": "g0", "ply": 1}"#,
    r#"{"id": 10, "do": "analyse", "game": "g0", "lines": 2}"#,
    r#"{"id": 11, "do": "import", "text": ""}"#,
    r#"{"id": 12, "do": "scenes", "game": "nim", "positions": []}"#,
    r#"{"id": 13, "do": "list"}"#,
    r#"{"id": 14, "do": "rematch", "game": "g0", "swap": true}"#,
    r#"{"id": 15, "do": "name", "game": "g0", "side": "p1", "name": "Anna"}"#,
    r#""clock": {"kind": "fischer", "initial": 1000, "increment": 0}"#,
    r#""side": "p2""#,
    r#""undo""#,
    r#""redo""#,
    r#""remove""#,
    r#""review""#,
    r#""hint""#,
    r#""record""#,
    r#""step""#,
    r#""close""#,
    r#""settings": {"heaps": "3,5"}"#,
    r#""seats": ["person", "level:1"]"#,
    r#""rules": []"#,
    "theseus",
    "santorini",
    "byte",
    "tictactoe",
    "\n2",
];

/// The most messages of one input.
const MAX_MESSAGES: usize = 30;

/// The games of a server that has no threads and no disk.
#[derive(Default)]
struct Table {
    games: BTreeMap<String, LiveGame>,
    stored: BTreeMap<String, StoredGame>,
    created: usize,
    /// The time, which goes on to what games wait for.
    now: u64,
    /// The replies to each of the two browsers.
    replies: [usize; 2],
}

impl Table {
    /// Hands an input to a game, and does what it wants done until nothing is left.
    fn hand(&mut self, id: &str, input: GameInput, features: &mut Features) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let Some(game) = self.games.get_mut(id) else { return };
            let mut is_closed = false;
            for effect in game.handle(input, self.now) {
                match effect {
                    Effect::Send(client, message) => self.sent(client, &message, features),
                    Effect::Save(version, stored) => {
                        self.stored.insert(id.into(), *stored);
                        inputs.push_back(GameInput::Saved(version, Storage::Disk));
                    }
                    Effect::Delete(version) => {
                        self.stored.remove(id);
                        inputs.push_back(GameInput::Saved(version, Storage::Disk));
                    }
                    Effect::Start(number, _, job, _) => {
                        features.add(("job", job.kind()));
                        inputs.push_back(GameInput::Finished(number, JobResult::Failed));
                    }
                    Effect::WakeAt(time) => {
                        self.now = self.now.max(time);
                        inputs.push_back(GameInput::Wake);
                    }
                    Effect::CreateNext(_, swapped, _) => {
                        inputs.push_back(GameInput::Next("g0".into(), swapped));
                    }
                    Effect::Close => is_closed = true,
                    Effect::Watch(_) | Effect::Unwatch(_) | Effect::Stop(_) => (),
                }
            }
            if is_closed && inputs.is_empty() {
                self.games.remove(id);
            }
        }
    }

    fn sent(&mut self, client: u64, message: &Message, features: &mut Features) {
        assert!(message.to_json().starts_with('{'));
        match message {
            Message::Reply(_, reply) => {
                self.replies[client as usize - 1] += 1;
                features.add(("reply", reply.as_ref().err().map(|error| error.kind.clone())));
            }
            Message::Event(event) => features.add(("event", event.stale_key().map(|key| key.0))),
        }
    }

    fn refuse(&mut self, client: u64, error: RequestError, features: &mut Features) {
        self.sent(client, &Message::Reply(None, Err(error)), features);
    }

    fn fresh(&mut self) -> lobby::Fresh {
        let id = format!("g{}", self.created);
        self.created += 1;
        lobby::Fresh { id, owner_key: "key".into(), seed: 1, resources: Resources::threads(2) }
    }

    /// Opens a game that was just created, or refuses it.
    fn open(
        &mut self,
        id: String,
        made: Result<LiveGame, RequestError>,
        caller: &Caller,
        features: &mut Features,
    ) {
        match made {
            Ok(game) => {
                self.games.insert(id.clone(), game);
                self.hand(&id, GameInput::Created(caller.clone(), Some(0)), features);
            }
            Err(error) => self.refuse(caller.client, error, features),
        }
    }
}

fn run(input: &[u8], features: &mut Features) {
    let mut table = Table::default();
    let mut clients = [Client::new(0), Client::new(0)];
    let mut requests = [0, 0];
    for line in text(input).lines().take(MAX_MESSAGES) {
        let (number, line) = match line.strip_prefix('2') {
            Some(rest) => (1, rest),
            None => (0, line),
        };
        let session = ["anna", "ben"][number];
        let caller = Caller { client: number as u64 + 1, session: session.into(), has_key: false };
        let Some((re, request)) = clients[number].receive(line, 0) else {
            assert!(clients[number].pop().is_some(), "a refused message is answered");
            continue;
        };
        requests[number] += 1;
        features.add(request.name());
        handle(&mut table, &caller, request, features);
        // The replies are counted by the table; the client is told, so that it goes on.
        clients[number].push(&Message::Reply(re, Err(ServiceRefusal::Failed.into())), 0);
        assert_eq!(table.replies, requests, "every request gets exactly one reply");
    }
    for stored in table.stored.values() {
        let restored =
            LiveGame::restored(stored, Resources::threads(2)).expect("a stored game can be opened");
        assert_eq!(restored.to_stored(), *stored, "and is stored the same");
    }
}

fn handle(table: &mut Table, caller: &Caller, request: Request, features: &mut Features) {
    let client = caller.client;
    match request {
        Request::Game(id, request) => {
            if !table.games.contains_key(&id) {
                let stored = table.stored.get(&id);
                let Some(game) = stored
                    .and_then(|stored| LiveGame::restored(stored, Resources::threads(2)).ok())
                else {
                    let unknown = ServiceRefusal::Unknown { game: id };
                    return table.refuse(client, unknown.into(), features);
                };
                table.games.insert(id.clone(), game);
            }
            table.hand(&id, GameInput::Request(caller.clone(), Some(0), request), features);
        }
        Request::Exercise(request) => {
            let reply = EXERCISES.answer(request);
            table.sent(client, &Message::Reply(Some(0), reply), features);
        }
        Request::Lobby(LobbyRequest::Create(request)) => {
            let fresh = table.fresh();
            let id = fresh.id.clone();
            let made = lobby::create(&request, caller, fresh);
            table.open(id, made, caller, features);
        }
        Request::Lobby(LobbyRequest::Import { text, game }) => {
            let fresh = table.fresh();
            let id = fresh.id.clone();
            let made = lobby::import(&text, game.as_deref(), caller, fresh);
            table.open(id, made, caller, features);
        }
        Request::Lobby(request) => {
            let result = match request {
                LobbyRequest::Welcome { protocol } => {
                    lobby::check_protocol(protocol).map_err(RequestError::from)
                }
                LobbyRequest::List { limit, game, result, player, since, until, .. } => {
                    let filter = lobby::ListFilter { game, result, player, since, until };
                    let limit = limit.unwrap_or(20).clamp(1, lobby::MAX_LISTED) as usize;
                    let stored = table.stored.values().filter(|stored| filter.wants(stored));
                    let stored: Vec<StoredGame> = stored.take(limit).cloned().collect();
                    features.count("listed", lobby::list(&stored, None, caller).games.len());
                    Ok(())
                }
                LobbyRequest::Scenes { game, positions } => match lobby::game_entry(&game) {
                    Ok(entry) => lobby::scenes(entry, &positions).map(drop),
                    Err(refusal) => Err(refusal.into()),
                },
                LobbyRequest::Starter { game } => lobby::starter(&game).map(drop),
                _ => Ok(()),
            };
            let reply = result.map(|()| agon_service::protocol::Reply::DONE);
            table.sent(client, &Message::Reply(Some(0), reply), features);
        }
    }
}
