//! Messages of clients: whole conversations with games, without a server.

use std::collections::{BTreeMap, VecDeque};
use std::sync::LazyLock;

use agon_service::exercises::Exercises;
use agon_service::lessons::LessonFiles;
use agon_service::protocol::{LobbyRequest, Message, Request, RequestError};
use agon_service::puzzles::PuzzleFiles;
use agon_service::{
    Caller, Client, Effect, GameInput, JobResult, LiveGame, Resources, ServiceRefusal, Storage,
    StoredGame, lobby,
};

use crate::text;

/// The exercises of the program. Their files are read once.
static EXERCISES: LazyLock<Exercises> =
    LazyLock::new(|| Exercises::new(PuzzleFiles::new(|_| None), LessonFiles::built_in()));

/// The most messages of one input.
const MAX_MESSAGES: usize = 30;

/// The games of a server without threads and disk.
#[derive(Default)]
struct Table {
    games: BTreeMap<String, LiveGame>,
    stored: BTreeMap<String, StoredGame>,
    created: usize,
    /// The time, which advances to what games wait for.
    now: u64,
    /// The numbers of replies to the two clients.
    replies: [usize; 2],
}

impl Table {
    /// Passes an input to a game, and performs its effects until none is left.
    fn input(&mut self, id: &str, input: GameInput) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let Some(game) = self.games.get_mut(id) else { return };
            let mut is_closed = false;
            for effect in game.handle(input, self.now) {
                match effect {
                    Effect::Send(client, message) => self.sent(client, &message),
                    Effect::Save(version, stored) => {
                        self.stored.insert(id.into(), *stored);
                        inputs.push_back(GameInput::Saved(version, Storage::Disk));
                    }
                    Effect::Delete(version) => {
                        self.stored.remove(id);
                        inputs.push_back(GameInput::Saved(version, Storage::Disk));
                    }
                    Effect::Start(number, ..) => {
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

    fn sent(&mut self, client: u64, message: &Message) {
        assert!(message.to_json().starts_with('{'));
        if let Message::Reply(..) = message {
            self.replies[client as usize - 1] += 1;
        }
    }

    fn refuse(&mut self, client: u64, error: RequestError) {
        self.sent(client, &Message::Reply(None, Err(error)));
    }

    fn fresh(&mut self) -> lobby::Fresh {
        let id = format!("g{}", self.created);
        self.created += 1;
        lobby::Fresh { id, owner_key: "key".into(), seed: 1, resources: Resources::threads(2) }
    }

    /// Opens a new game, or refuses it.
    fn open(&mut self, id: String, made: Result<LiveGame, RequestError>, caller: &Caller) {
        match made {
            Ok(game) => {
                self.games.insert(id.clone(), game);
                self.input(&id, GameInput::Created(caller.clone(), Some(0)));
            }
            Err(error) => self.refuse(caller.client, error),
        }
    }
}

/// Every message gets one reply, whatever two clients send, and games survive storing. A line is a
/// message; `2` before it means the second client.
pub fn protocol(input: &[u8]) {
    let mut table = Table::default();
    let mut clients = [Client::new(0), Client::new(0)];
    let mut requests = [0, 0];
    for line in text(input).lines().take(MAX_MESSAGES) {
        let (number, line) = match line.strip_prefix('2') {
            Some(rest) => (1, rest),
            None => (0, line),
        };
        let session = ["anna", "ben"][number];
        let local = Caller::local(number as u64 + 1);
        let caller = Caller { session: session.into(), address: session.into(), ..local };
        let Some((re, request)) = clients[number].receive(line, 0) else {
            assert!(clients[number].pop().is_some(), "a refused message is answered");
            continue;
        };
        requests[number] += 1;
        handle(&mut table, &caller, request);
        // The table counts the replies. The client must get one to go on.
        clients[number].push(&Message::Reply(re, Err(ServiceRefusal::Failed.into())), 0);
        assert_eq!(table.replies, requests, "every request gets exactly one reply");
    }
    for stored in table.stored.values() {
        let restored =
            LiveGame::restored(stored, Resources::threads(2)).expect("a stored game can be opened");
        assert_eq!(restored.to_stored(), *stored, "and is stored the same");
    }
}

fn handle(table: &mut Table, caller: &Caller, request: Request) {
    let client = caller.client;
    match request {
        Request::Game(id, request) => {
            if !table.games.contains_key(&id) {
                let stored = table.stored.get(&id);
                let Some(game) = stored
                    .and_then(|stored| LiveGame::restored(stored, Resources::threads(2)).ok())
                else {
                    let unknown = ServiceRefusal::Unknown { game: id };
                    return table.refuse(client, unknown.into());
                };
                table.games.insert(id.clone(), game);
            }
            table.input(&id, GameInput::Request(caller.clone(), Some(0), request));
        }
        Request::Exercise(request) => {
            let reply = EXERCISES.answer(request);
            table.sent(client, &Message::Reply(Some(0), reply));
        }
        Request::Lobby(LobbyRequest::Create(request)) => {
            let fresh = table.fresh();
            let id = fresh.id.clone();
            let made = lobby::create(&request, caller, fresh);
            table.open(id, made, caller);
        }
        Request::Lobby(LobbyRequest::Import { text, game }) => {
            let fresh = table.fresh();
            let id = fresh.id.clone();
            let made = lobby::import(&text, game.as_deref(), caller, fresh);
            table.open(id, made, caller);
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
                    lobby::list(&stored, None, caller);
                    Ok(())
                }
                LobbyRequest::Scenes { game, positions } => match agon_service::game_entry(&game) {
                    Ok(entry) => lobby::scenes(entry, &positions).map(drop),
                    Err(refusal) => Err(refusal.into()),
                },
                LobbyRequest::Starter { game } => lobby::starter(&game).map(drop),
                _ => Ok(()),
            };
            let reply = result.map(|()| agon_service::protocol::Reply::DONE);
            table.sent(client, &Message::Reply(Some(0), reply));
        }
    }
}
