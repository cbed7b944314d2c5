//! The open games, each with its own task, and the clients that follow them.

mod task;

use std::collections::HashMap;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use agon_arena::EvaluationProgram;
use agon_service::exercises::Exercises;
use agon_service::lobby::{self, Fresh};
use agon_service::protocol::{GameInfo, GameRequest, Message, RequestError, RequestId};
use agon_service::{
    Account, Answered, Caller, Client, GameInput, LOCAL, LiveGame, Quotas, Resources,
    ServiceRefusal, Storage, StoredGame,
};
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::spawn_blocking;

use crate::contests::Contests;
use crate::database::{GameDatabase, StorageError};
use crate::id::{fill_random, new_id};
use crate::learning::LearningFiles;
use crate::metrics::Metrics;
use crate::puzzle_tries::PuzzleTries;
use crate::request_queue::{RequestQueue, Ticket};
use crate::search_pool::SearchPool;
use task::Source;

/// The most stored games, in total and of one browser.
const MAX_STORED: usize = 100_000;
const MAX_OWNED: usize = 2_000;

const MAX_OPEN: usize = 20_000;

/// How long what is told of the kinds of games is kept.
const INFOS_TIME: Duration = Duration::from_secs(10);

/// The most bytes that wait to be sent to all clients together. Above it, slow clients are
/// disconnected.
const MAX_WAITING: usize = 256 << 20;

/// A client with no more bytes waiting than this is not slow.
const SMALL: usize = 64 << 10;

/// The connection of a client, as games see it.
pub struct ClientHandle {
    client: Mutex<ClientState>,
    /// Notifies that there is something to send, or that the connection must end.
    pub wake: Notify,
}

struct ClientState {
    client: Client,
    is_closed: bool,
}

/// Sends inputs to the task of a game.
#[derive(Clone)]
pub struct GameSender(UnboundedSender<(GameInput, Option<Ticket>)>);

impl GameSender {
    /// Sends an input; `false` if the game is closed.
    pub fn send(&self, input: GameInput) -> bool {
        self.0.send((input, None)).is_ok()
    }
}

/// The open games, and what they share.
pub struct Games {
    open: Mutex<HashMap<String, GameSender>>,
    clients: RwLock<HashMap<u64, Arc<ClientHandle>>>,
    last_client: AtomicU64,
    last_opening: AtomicU64,
    /// The bytes that wait to be sent to all clients.
    waiting: AtomicUsize,
    /// The time of the last change; every change has a different time.
    clock: AtomicI64,
    started: Instant,
    /// The start of the server, in milliseconds since 1970.
    started_at: u64,
    pub database: GameDatabase,
    pub contests: Contests,
    pub exercises: Exercises,
    pub learning: LearningFiles,
    pub tries: PuzzleTries,
    /// What a new page is told of the kinds of games, and when that was found.
    game_infos: Mutex<Option<(Instant, Vec<GameInfo>)>>,
    /// How many games may be created.
    quotas: Mutex<Quotas>,
    /// The requests of all clients.
    pub requests: RequestQueue,
    /// Runs the searches of all games.
    pub pool: Arc<SearchPool>,
    /// What the server offers to all games.
    pub resources: Resources,
    pub metrics: Metrics,
}

impl Games {
    pub fn new(
        database: GameDatabase,
        contests: Contests,
        exercises: Exercises,
        folder: &Path,
        pool: Arc<SearchPool>,
        metrics: Metrics,
        programs: Vec<Arc<dyn EvaluationProgram>>,
    ) -> Games {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        Games {
            open: Mutex::default(),
            clients: RwLock::default(),
            last_client: AtomicU64::new(0),
            last_opening: AtomicU64::new(0),
            waiting: AtomicUsize::new(0),
            clock: AtomicI64::new(0),
            started: Instant::now(),
            started_at: since_1970(),
            database,
            contests,
            exercises,
            learning: LearningFiles::new(folder),
            tries: PuzzleTries::new(folder),
            game_infos: Mutex::default(),
            quotas: Mutex::default(),
            requests: RequestQueue::new(processors),
            pool,
            resources: Resources { max_threads: processors as u32, programs: programs.into() },
            metrics,
        }
    }

    /// The time in milliseconds since 1970, by which the clocks of games run, also across restarts.
    /// It never goes back while the server runs, even if the system's clock does.
    pub fn now(&self) -> u64 {
        self.started_at + self.started.elapsed().as_millis() as u64
    }

    /// The microseconds since the server started.
    pub fn micros(&self) -> u64 {
        self.started.elapsed().as_micros() as u64
    }

    /// The time of a change in milliseconds since 1970, later than that of any previous change.
    pub fn change_time(&self) -> i64 {
        let now = since_1970() as i64;
        let later = |last: i64| Some(now.max(last + 1));
        let last = self.clock.fetch_update(Ordering::Relaxed, Ordering::Relaxed, later);
        last.map_or(now, |last| now.max(last + 1))
    }

    /// The id, key and seed of a new game.
    pub fn fresh(&self) -> Fresh {
        let mut seed = [0; 4];
        fill_random(&mut seed);
        Fresh {
            id: new_id(),
            owner_key: new_id(),
            seed: u32::from_le_bytes(seed).into(),
            resources: self.resources.clone(),
        }
    }

    /// What a new page is told of the kinds of games. It changes only if a board is solved.
    pub fn game_infos(&self) -> Vec<GameInfo> {
        let mut known = self.game_infos.lock().unwrap_or_else(PoisonError::into_inner);
        match &*known {
            Some((found, infos)) if found.elapsed() < INFOS_TIME => infos.clone(),
            _ => {
                let infos = lobby::game_infos(&self.resources, &self.exercises);
                *known = Some((Instant::now(), infos.clone()));
                infos
            }
        }
    }

    /// A unique number for a game that is opened.
    pub fn next_opening(&self) -> u64 {
        self.last_opening.fetch_add(1, Ordering::Relaxed) + 1
    }

    pub fn count(&self) -> usize {
        self.open().len()
    }

    pub fn waiting_bytes(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Registers the connection of a client. Returns its number.
    pub fn connect(&self) -> (u64, Arc<ClientHandle>) {
        let number = self.last_client.fetch_add(1, Ordering::Relaxed) + 1;
        let state = ClientState { client: Client::new(self.micros()), is_closed: false };
        let handle = Arc::new(ClientHandle { client: Mutex::new(state), wake: Notify::new() });
        let mut clients = self.clients.write().unwrap_or_else(PoisonError::into_inner);
        clients.insert(number, Arc::clone(&handle));
        (number, handle)
    }

    /// Ends the connection of a client. Games that only it followed are closed.
    pub fn disconnect(&self, caller: &Caller, handle: &ClientHandle) {
        let number = caller.client;
        self.requests.leave(&caller.account(), number);
        self.clients.write().unwrap_or_else(PoisonError::into_inner).remove(&number);
        let watched: Vec<String> = {
            let mut state = handle.lock();
            state.is_closed = true;
            self.waiting.fetch_sub(state.client.waiting_bytes(), Ordering::Relaxed);
            state.client.watched().cloned().collect()
        };
        let open = self.open();
        for game in watched.iter().filter_map(|game| open.get(game)) {
            game.send(GameInput::Left(number));
        }
    }

    /// Tells all games where games are stored now.
    pub fn change_storage(&self, storage: &Storage) {
        for game in self.open().values() {
            game.send(GameInput::StorageChanged(storage.clone()));
        }
    }

    /// Sends a message to a client without waiting. A client that reads too slowly is disconnected.
    pub fn send(&self, number: u64, message: &Message) {
        if let Some(handle) = self.client(number) {
            self.push(&handle, message);
        }
    }

    pub fn send_to_all(&self, message: &Message) {
        let clients = self.clients.read().unwrap_or_else(PoisonError::into_inner);
        clients.values().for_each(|handle| self.push(handle, message));
    }

    /// Queues a message for a client.
    pub fn push(&self, handle: &ClientHandle, message: &Message) {
        // Before the client is locked, because that of a large message takes long.
        let (text, now) = (message.to_json(), self.micros());
        let push = |client: &mut Client| client.push_json(message, text, now);
        let answered = self.with_client(handle, push).flatten();
        if let Some(Answered { name, time }) = answered {
            self.metrics.request(name, Duration::from_micros(time));
        }
        handle.wake.notify_one();
    }

    /// Runs a function with the state of an open connection.
    pub fn with_client<T>(
        &self,
        handle: &ClientHandle,
        act: impl FnOnce(&mut Client) -> T,
    ) -> Option<T> {
        let mut state = handle.lock();
        if state.is_closed {
            return None;
        }
        let before = state.client.waiting_bytes();
        let done = act(&mut state.client);
        let after = state.client.waiting_bytes();
        // Two steps, because the difference may be negative.
        let sum = self.waiting.fetch_add(after, Ordering::Relaxed) + after;
        self.waiting.fetch_sub(before, Ordering::Relaxed);
        if state.client.is_overrun() || (sum - before > MAX_WAITING && after > SMALL) {
            // Nothing more is sent, so the memory is freed at once.
            state.client.drop_waiting();
            self.waiting.fetch_sub(after, Ordering::Relaxed);
            state.is_closed = true;
            handle.wake.notify_one();
        }
        Some(done)
    }

    /// Makes a client follow a game; `false` if it has disconnected.
    pub fn watch(&self, number: u64, game: &str) -> bool {
        let handle = self.client(number);
        handle.is_some_and(|it| self.with_client(&it, |client| client.watch(game)).is_some())
    }

    pub fn unwatch(&self, number: u64, game: &str) {
        if let Some(handle) = self.client(number) {
            self.with_client(&handle, |client| client.unwatch(game));
        }
    }

    fn client(&self, number: u64) -> Option<Arc<ClientHandle>> {
        self.clients.read().unwrap_or_else(PoisonError::into_inner).get(&number).cloned()
    }

    /// Passes an admitted request to its game, which is loaded if it is not open.
    pub fn request(
        self: &Arc<Games>,
        id: String,
        caller: Caller,
        re: RequestId,
        request: GameRequest,
        ticket: Ticket,
    ) {
        let client = caller.client;
        let request = match request {
            GameRequest::Invite { .. } => GameRequest::Invite { secret: new_id() },
            other => other,
        };
        let input = (GameInput::Request(caller, re, request), Some(ticket));
        if let Err(refusal) = self.hand_over(id.clone(), input, || Source::Stored(id)) {
            self.send(client, &Message::Reply(re, Err(refusal.into())));
        }
    }

    /// Opens a game that exists for a client, which the game replies to.
    pub fn open_stored(
        self: &Arc<Games>,
        id: String,
        caller: Caller,
        re: RequestId,
    ) -> Result<(), ServiceRefusal> {
        let open = GameInput::Request(caller, re, GameRequest::Open { key: None });
        self.hand_over(id.clone(), (open, None), || Source::Stored(id))
    }

    /// Opens a new game, which replies to its creator.
    pub fn open_new(
        self: &Arc<Games>,
        id: String,
        game: LiveGame,
        caller: Caller,
        re: RequestId,
    ) -> Result<(), ServiceRefusal> {
        let new = || Source::New(Box::new(game));
        self.hand_over(id, (GameInput::Created(caller, re), None), new)
    }

    /// Opens the next game of players whose game is over; they find it by its id.
    pub fn open_next(self: &Arc<Games>, id: String, game: LiveGame) -> Result<(), ServiceRefusal> {
        self.hand_over(id, (GameInput::Begun, None), || Source::New(Box::new(game)))
    }

    /// Passes an input to the task of a game, which is started if there is none.
    fn hand_over(
        self: &Arc<Games>,
        id: String,
        input: (GameInput, Option<Ticket>),
        source: impl FnOnce() -> Source,
    ) -> Result<(), ServiceRefusal> {
        let mut open = self.open();
        if let Some(game) = open.get(&id) {
            // A task removes itself from the list before it ends.
            let _ = game.0.send(input);
            return Ok(());
        }
        if open.len() >= MAX_OPEN {
            return Err(ServiceRefusal::TooMany { most: MAX_OPEN });
        }
        let (sender, inbox) = unbounded_channel();
        let _ = sender.send(input);
        let game = GameSender(sender);
        open.insert(id.clone(), game.clone());
        tokio::spawn(task::run(Arc::clone(self), id, source(), game, inbox));
        Ok(())
    }

    /// Closes a game whose inbox is empty; `false` if something has arrived meanwhile.
    pub fn close(&self, id: &str, is_empty: impl FnOnce() -> bool) -> bool {
        let mut open = self.open();
        let may_close = is_empty();
        if may_close {
            open.remove(id);
        }
        may_close
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, GameSender>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ClientHandle {
    fn lock(&self) -> MutexGuard<'_, ClientState> {
        self.client.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The system time in milliseconds since 1970.
pub fn since_1970() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

/// Creates the next game of players whose game is over. Returns its id.
pub async fn create_next(games: &Arc<Games>, stored: StoredGame) -> Result<String, RequestError> {
    let owner = stored.owner.as_deref().filter(|&owner| owner != LOCAL);
    check_room(games, owner.map(|session| Account::new("", session)).as_ref()).await?;
    let fresh = games.fresh();
    let stored = StoredGame { id: fresh.id.clone(), owner_key: fresh.owner_key, ..stored };
    let game = work(move || LiveGame::restored(&stored, fresh.resources)).await?;
    games.open_next(fresh.id.clone(), game)?;
    Ok(fresh.id)
}

/// Refuses another game if there are too many, in total or of an account; the local user has none.
pub async fn check_room(games: &Games, account: Option<&Account>) -> Result<(), RequestError> {
    if let Some(account) = account {
        let mut quotas = games.quotas.lock().unwrap_or_else(PoisonError::into_inner);
        quotas.take(account, games.now())?;
    }
    let session = account.map(|account| &*account.session);
    for (of, most) in [(None, MAX_STORED), (session, MAX_OWNED)] {
        let is_bounded = of.is_some() || most == MAX_STORED;
        if is_bounded && games.database.count(of).await.map_err(unreadable)? >= most {
            return Err(ServiceRefusal::TooMany { most }.into());
        }
    }
    Ok(())
}

/// Runs slow work on a thread that blocks no other task.
pub async fn work<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, RequestError> + Send + 'static,
) -> Result<T, RequestError> {
    spawn_blocking(work).await.unwrap_or(Err(ServiceRefusal::Failed.into()))
}

pub fn unreadable(error: StorageError) -> ServiceRefusal {
    ServiceRefusal::Storage { why: error.to_string() }
}
