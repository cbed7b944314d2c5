//! The host: owns the games of one browser and serves all its tabs.

use std::collections::BTreeMap;

use agon_core::quote;
use agon_service::exercises::{ExerciseFile, Exercises};
use agon_service::lobby::{Fresh, ListFilter};
use agon_service::protocol::{
    Contests, Event, ExerciseRequest, GameRequest, Learning, LobbyRequest, Message, Reply, Request,
    RequestError, RequestId,
};
use agon_service::{
    Caller, Client, Effect, GameInput, JobId, JobResult, LiveGame, Report, Resources,
    ServiceRefusal, Storage, StoredGame, editor, lobby, qr_code,
};

use crate::action::{Action, Actions};

/// The most stored games.
const MAX_STORED: usize = 10_000;

/// The most open games.
const MAX_OPEN: usize = 100;

/// The most requests that wait for files.
const MAX_WAITING: usize = 100;

/// Milliseconds since 1970, on a monotonic clock.
pub type Now = u64;

/// The games of one browser. Every event is reported to the host with the time; it returns actions.
pub struct Host {
    clients: BTreeMap<u64, Client>,
    open: BTreeMap<String, OpenGame>,
    stored: BTreeMap<String, StoredGame>,
    storage: Storage,
    exercises: Exercises,
    /// Requests that wait for a file.
    waiting: Vec<WaitingRequest>,
    resources: Resources,
    last_opening: u64,
    last_change: i64,
    /// Returns an unguessable text.
    random: Box<dyn FnMut() -> String>,
    actions: Vec<Action>,
}

struct OpenGame {
    game: LiveGame,
    /// The number of this opening among all openings of games.
    opening: u64,
    wake_at: Option<u64>,
}

/// A request that is answered once a file is there.
struct WaitingRequest {
    file: ExerciseFile,
    client: u64,
    re: RequestId,
    request: ExerciseRequest,
}

impl Host {
    /// A host with the stored games. `random` returns an unguessable text.
    pub fn new(
        stored: Vec<StoredGame>,
        storage: Storage,
        random: impl FnMut() -> String + 'static,
    ) -> Host {
        Host {
            clients: BTreeMap::new(),
            open: BTreeMap::new(),
            last_change: stored.iter().map(|game| game.changed).max().unwrap_or(0),
            stored: stored.into_iter().map(|game| (game.id.clone(), game)).collect(),
            storage,
            exercises: Exercises::default(),
            waiting: Vec::new(),
            resources: Resources::threads(1),
            last_opening: 0,
            random: Box::new(random),
            actions: Vec::new(),
        }
    }

    /// A client has connected.
    pub fn connect(&mut self, client: u64, now: Now) -> Actions {
        self.clients.insert(client, Client::new(now * 1000));
        self.done()
    }

    /// A client has disconnected. Games that only it followed are closed.
    pub fn disconnect(&mut self, client: u64, now: Now) -> Actions {
        let gone = self.clients.remove(&client);
        for game in gone.iter().flat_map(|client| client.watched()) {
            self.input(game, GameInput::Left(client), now);
        }
        self.done()
    }

    /// A client has sent a message.
    pub fn receive(&mut self, client: u64, text: &str, now: Now) -> Actions {
        let known = self.clients.get_mut(&client);
        if let Some((re, request)) = known.and_then(|it| it.receive(text, now * 1000)) {
            let caller = Caller::local(client);
            let refused = match request {
                Request::Lobby(request) => self.lobby(&caller, re, request, now),
                Request::Exercise(request) => self.exercise(client, re, request),
                Request::Game(id, request) => {
                    self.request(id, &caller, re, request, now).map(|()| None)
                }
            };
            if let Some(reply) = refused.transpose() {
                self.send(client, &Message::Reply(re, reply), now);
            }
        }
        self.flush(client);
        self.done()
    }

    /// Answers a request about exercises. `None` if it must wait for a file.
    fn exercise(
        &mut self,
        client: u64,
        re: RequestId,
        request: ExerciseRequest,
    ) -> Result<Option<Reply>, RequestError> {
        let Some(file) = self.exercises.missing(&request) else {
            return self.exercises.answer(request).map(Some);
        };
        if self.waiting.len() >= MAX_WAITING {
            return Err(ServiceRefusal::TooMany { most: MAX_WAITING }.into());
        }
        if self.waiting.iter().all(|waiting| waiting.file != file) {
            self.actions.push(Action::Fetch { file: file.path() });
        }
        self.waiting.push(WaitingRequest { file, client, re, request });
        Ok(None)
    }

    /// A file of exercises was fetched, or could not be.
    pub fn fetched(&mut self, path: &str, found: Result<String, String>, now: Now) -> Actions {
        let Some(file) = ExerciseFile::at(path) else { return self.done() };
        let failure = found.map(|text| self.exercises.add(file, text)).err();
        let is_for = |waiting: &mut WaitingRequest| waiting.file == file;
        let waiting: Vec<WaitingRequest> = self.waiting.extract_if(.., is_for).collect();
        for WaitingRequest { client, re, request, .. } in waiting {
            let reply = match &failure {
                Some(why) => Err(file.refusal(why).into()),
                None => self.exercises.answer(request),
            };
            self.send(client, &Message::Reply(re, reply), now);
        }
        self.done()
    }

    /// A version of a game was stored or deleted. `failure` says why it could not be.
    pub fn saved(&mut self, id: &str, version: u64, failure: Option<String>, now: Now) -> Actions {
        let storage = failure.map_or(Storage::Disk, |why| Storage::Memory { why });
        let has_changed = storage != self.storage;
        self.storage = storage.clone();
        self.input(id, GameInput::Saved(version, storage.clone()), now);
        if has_changed {
            let news = Message::Event(Event::Storage { storage: (&storage).into() });
            let clients: Vec<u64> = self.clients.keys().copied().collect();
            for client in clients {
                self.send(client, &news, now);
            }
            let open: Vec<String> = self.open.keys().cloned().collect();
            for id in open {
                self.input(&id, GameInput::StorageChanged(storage.clone()), now);
            }
        }
        self.done()
    }

    /// A job reports progress.
    pub fn reported(&mut self, job: &JobId, text: &str, now: Now) -> Actions {
        if let (true, Ok(report)) = (self.is_open(job), Report::from_json(text)) {
            self.input(&job.game, GameInput::Reported(job.number, report), now);
        }
        self.done()
    }

    /// A job has ended.
    pub fn finished(&mut self, job: &JobId, text: &str, now: Now) -> Actions {
        if self.is_open(job) {
            let result = JobResult::from_json(text).unwrap_or(JobResult::Failed);
            self.input(&job.game, GameInput::Finished(job.number, result), now);
        }
        self.done()
    }

    /// The requested time has come.
    pub fn wake(&mut self, now: Now) -> Actions {
        let is_due = |game: &OpenGame| game.wake_at.is_some_and(|at| at <= now);
        let due = self.open.iter().filter(|(_, game)| is_due(game));
        let due: Vec<String> = due.map(|(id, _)| id.clone()).collect();
        for id in due {
            if let Some(open) = self.open.get_mut(&id) {
                open.wake_at = None;
            }
            self.input(&id, GameInput::Wake, now);
        }
        self.done()
    }

    /// Whether a job belongs to the current opening of its game.
    fn is_open(&self, job: &JobId) -> bool {
        self.open.get(&job.game).is_some_and(|open| open.opening == job.opening)
    }

    /// Passes a request to its game, and restores the game if it is not open.
    fn request(
        &mut self,
        id: String,
        caller: &Caller,
        re: RequestId,
        request: GameRequest,
        now: Now,
    ) -> Result<(), RequestError> {
        if !self.open.contains_key(&id) {
            let unknown = || ServiceRefusal::Unknown { game: quote(&id) };
            let stored = self.stored.get(&id).ok_or_else(unknown)?;
            let game = LiveGame::restored(stored, self.resources.clone())?;
            self.add(id.clone(), game, now)?;
        }
        let request = match request {
            GameRequest::Invite { .. } => GameRequest::Invite { secret: (self.random)() },
            other => other,
        };
        self.input(&id, GameInput::Request(caller.clone(), re, request), now);
        Ok(())
    }

    /// Answers a request about no single game. `None` if a new game has replied.
    fn lobby(
        &mut self,
        caller: &Caller,
        re: RequestId,
        request: LobbyRequest,
        now: Now,
    ) -> Result<Option<Reply>, RequestError> {
        Ok(Some(match request {
            LobbyRequest::Welcome { protocol } => {
                lobby::check_protocol(protocol)?;
                let version = env!("CARGO_PKG_VERSION");
                let games = lobby::game_infos(&self.resources, &self.exercises);
                let lessons = self.exercises.lessons();
                let info = lobby::server_info(version, &self.storage, 0, caller, games, lessons);
                Reply::Welcome(Box::new(info))
            }
            LobbyRequest::List { before, limit, game, result, player, since, until } => {
                let filter = ListFilter { game, result, player, since, until };
                self.list(caller, &filter, before, limit, now)
            }
            LobbyRequest::Create(request) => {
                let fresh = self.fresh();
                let id = fresh.id.clone();
                return self.begin(id, lobby::create(&request, caller, fresh)?, caller, re, now);
            }
            LobbyRequest::Import { text, game } => {
                let fresh = self.fresh();
                let id = fresh.id.clone();
                let game = lobby::import(&text, game.as_deref(), caller, fresh)?;
                return self.begin(id, game, caller, re, now);
            }
            LobbyRequest::Scenes { game, positions } => {
                let name = self.stored.get(&game).map_or(&game, |stored| &stored.game);
                Reply::Scenes(lobby::scenes(agon_service::game_entry(name)?, &positions)?)
            }
            LobbyRequest::Edit { game, position, brush, element } => {
                let entry = agon_service::game_entry(&game)?;
                let edited =
                    editor::edited(entry, &position, brush.as_deref(), element.as_deref())?;
                Reply::Edited(Box::new(edited))
            }
            LobbyRequest::Files {} => Reply::Files(agon_service::game_files()),
            LobbyRequest::Check { source } => {
                Reply::Checked(Box::new(agon_service::check_file(&source, &self.resources)?))
            }
            LobbyRequest::Starter { game } => Reply::Starter(lobby::starter(&game)?),
            // The browser itself keeps it.
            LobbyRequest::Learning {} => {
                Reply::Learning(Learning { data: serde_json::Value::Null })
            }
            LobbyRequest::SaveLearning { .. } => Reply::DONE,
            LobbyRequest::QrCode { text } => Reply::QrCode(qr_code(&text)?),
            LobbyRequest::Contests {} => Reply::Contests(Contests { contests: Vec::new() }),
            LobbyRequest::Contest { .. } | LobbyRequest::Replay { .. } => {
                let why = "a page without a server shows no contests".into();
                return Err(ServiceRefusal::Contest { why }.into());
            }
        }))
    }

    /// Stored games, latest first.
    fn list(
        &self,
        caller: &Caller,
        filter: &ListFilter,
        before: Option<i64>,
        limit: Option<u32>,
        now: Now,
    ) -> Reply {
        let limit = limit.unwrap_or(20).clamp(1, lobby::MAX_LISTED) as usize;
        let before = before.unwrap_or(i64::MAX);
        let mut found: Vec<StoredGame> =
            self.stored.values().filter(|game| game.changed < before).cloned().collect();
        found.iter_mut().for_each(|game| game.settle(now));
        found.retain(|game| filter.wants(game));
        found.sort_by_key(|game| std::cmp::Reverse(game.changed));
        let next = found.get(limit).and(found.get(limit - 1)).map(|last| last.changed);
        found.truncate(limit);
        Reply::List(lobby::list(&found, next, caller))
    }

    /// The id, key, seed and resources of a new game.
    fn fresh(&mut self) -> Fresh {
        let (id, owner_key, seed) = ((self.random)(), (self.random)(), (self.random)());
        let seed = seed.bytes().fold(0_u64, |seed, byte| seed.wrapping_mul(31) + u64::from(byte));
        Fresh { id, owner_key, seed: seed & 0xffff_ffff, resources: self.resources.clone() }
    }

    /// Opens a new game, which replies to its creator.
    fn begin(
        &mut self,
        id: String,
        game: LiveGame,
        caller: &Caller,
        re: RequestId,
        now: Now,
    ) -> Result<Option<Reply>, RequestError> {
        self.check_room()?;
        self.add(id.clone(), game, now)?;
        self.input(&id, GameInput::Created(caller.clone(), re), now);
        Ok(None)
    }

    /// Creates a rematch and returns its id.
    fn create_next(&mut self, stored: StoredGame, now: Now) -> Result<String, RequestError> {
        self.check_room()?;
        let Fresh { id, owner_key, resources, .. } = self.fresh();
        let stored = StoredGame { id: id.clone(), owner_key, ..stored };
        self.add(id.clone(), LiveGame::restored(&stored, resources)?, now)?;
        self.input(&id, GameInput::Begun, now);
        Ok(id)
    }

    /// Refuses another game if there are too many.
    fn check_room(&self) -> Result<(), ServiceRefusal> {
        match self.stored.len() >= MAX_STORED {
            true => Err(ServiceRefusal::TooMany { most: MAX_STORED }),
            false => Ok(()),
        }
    }

    fn add(&mut self, id: String, game: LiveGame, now: Now) -> Result<(), ServiceRefusal> {
        if self.open.len() >= MAX_OPEN {
            return Err(ServiceRefusal::TooMany { most: MAX_OPEN });
        }
        self.last_opening += 1;
        let opening = self.last_opening;
        let mut open = OpenGame { game, opening, wake_at: None };
        let effects = open.game.handle(GameInput::StorageChanged(self.storage.clone()), now);
        self.open.insert(id.clone(), open);
        // The client opens it next, so it stays open.
        for effect in effects.into_iter().filter(|effect| !matches!(effect, Effect::Close)) {
            self.apply(&id, opening, effect, now);
        }
        Ok(())
    }

    /// Passes an input to an open game and performs its effects.
    fn input(&mut self, id: &str, input: GameInput, now: Now) {
        let Some(open) = self.open.get_mut(id) else { return };
        let opening = open.opening;
        let effects = open.game.handle(input, now);
        for effect in effects {
            self.apply(id, opening, effect, now);
        }
    }

    fn apply(&mut self, id: &str, opening: u64, effect: Effect, now: Now) {
        let job = |number| JobId { game: id.into(), opening, number };
        match effect {
            Effect::Send(client, message) => self.send(client, &message, now),
            Effect::Watch(client) => {
                if let Some(client) = self.clients.get_mut(&client) {
                    client.watch(id);
                }
            }
            Effect::Unwatch(client) => {
                if let Some(client) = self.clients.get_mut(&client) {
                    client.unwatch(id);
                }
            }
            Effect::Save(version, game) => {
                let game = Box::new(StoredGame { changed: self.change_time(now), ..*game });
                self.stored.insert(id.into(), (*game).clone());
                self.actions.push(Action::Save { version, game });
            }
            Effect::CreateNext(client, swapped, stored) => match self.create_next(*stored, now) {
                Ok(next) => self.input(id, GameInput::Next(next, swapped), now),
                Err(error) => {
                    let problem = Event::Problem { game: id.into(), error };
                    self.send(client, &Message::Event(problem), now);
                }
            },
            Effect::Delete(version) => {
                self.stored.remove(id);
                self.actions.push(Action::Delete { version, id: id.into() });
            }
            Effect::Start(number, _, work, _) => {
                let (job, kind, text) = (job(number), work.kind(), work.to_json());
                let entry = work.snapshot.entry;
                let network = entry.network.map(|_| entry.name);
                self.actions.push(Action::Start { job, kind, network, text });
            }
            Effect::Stop(number) => self.actions.push(Action::Stop { job: job(number) }),
            Effect::WakeAt(time) => {
                if let Some(open) = self.open.get_mut(id) {
                    open.wake_at = Some(time);
                }
            }
            Effect::Close => {
                self.open.remove(id);
                self.actions.push(Action::Forget { game: id.into() });
            }
        }
    }

    /// The time of a change in milliseconds since 1970, later than any earlier change.
    fn change_time(&mut self, now: Now) -> i64 {
        self.last_change = (now as i64).max(self.last_change + 1);
        self.last_change
    }

    /// Sends a message to a client.
    fn send(&mut self, client: u64, message: &Message, now: Now) {
        if let Some(known) = self.clients.get_mut(&client) {
            known.push(message, now * 1000);
        }
        self.flush(client);
    }

    /// Sends a client's pending messages.
    fn flush(&mut self, client: u64) {
        let Some(known) = self.clients.get_mut(&client) else { return };
        if known.is_overrun() {
            self.actions.push(Action::Disconnect { client });
        }
        while let Some(text) = known.pop() {
            self.actions.push(Action::Send { client, text });
        }
    }

    /// The actions since the last call.
    fn done(&mut self) -> Actions {
        let wake_at = self.open.values().filter_map(|open| open.wake_at).min();
        Actions { actions: std::mem::take(&mut self.actions), wake_at }
    }
}
