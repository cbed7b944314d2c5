//! The WebSocket connection of one page: its messages in and out, and its subscriptions.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use agon_core::Side;
use axum::extract::ws::{Message, WebSocket};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinHandle;

use super::database::Storage;
use super::dispatch::{self, Job};
use super::games::Games;
use super::live_game::{GameEvent, LiveGame};
use super::messages::RequestError;
use super::refusal::PageRefusal;
use super::request::{self, Request, RequestId};
use super::search_pool::{StopFlag, StopOnDrop, run_search};
use super::{computer_moves, jobs};

/// The longest message that is handled, in bytes; longer ones are refused.
const MAX_MESSAGE: usize = 128 << 10;

/// The longest message that is read, in bytes; a longer one ends the connection.
pub const MAX_FRAME: usize = 4 << 20;

/// How many requests a page may send a second, and at once.
const RATE: f64 = 50.0;
const BURST: f64 = 200.0;

/// The most games that a page subscribes to.
const MAX_SUBSCRIPTIONS: usize = 20;

/// The most jobs of a page at a time.
const MAX_JOBS: usize = 4;

/// The most lines of analysis.
const MAX_LINES: usize = 5;

/// The connection of a page.
pub struct Connection {
    /// The games of the server.
    pub games: Arc<Games>,
    out: mpsc::Sender<String>,
    subscriptions: HashMap<String, SubscriptionHandle>,
    running_jobs: Arc<AtomicUsize>,
    /// Stops the jobs when the page disconnects.
    closed: StopOnDrop,
    /// The token bucket of the rate limit, and when it was last filled.
    tokens: f64,
    filled: Instant,
}

/// A subscription, and the task that forwards its events.
struct SubscriptionHandle {
    subscription: Arc<Mutex<Subscription>>,
    task: JoinHandle<()>,
}

impl SubscriptionHandle {
    fn lock(&self) -> std::sync::MutexGuard<'_, Subscription> {
        lock(&self.subscription)
    }
}

impl Drop for SubscriptionHandle {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// How the page follows a game.
#[derive(Default)]
struct Subscription {
    /// The side whose view it gets; `None` sees everything.
    viewer: Option<Side>,
    /// How many lines of analysis it gets.
    lines: usize,
    /// The running analysis, and the moves of its position.
    analysis: Option<(StopOnDrop, Vec<String>)>,
    /// The running review.
    review: Option<StopOnDrop>,
}

/// Runs a connection until the page disconnects.
pub async fn run(mut socket: WebSocket, games: Arc<Games>) {
    let (out, mut outgoing) = mpsc::channel::<String>(256);
    let mut storage = games.storage_changes();
    let mut connection = Connection {
        games,
        out,
        subscriptions: HashMap::new(),
        running_jobs: Arc::default(),
        closed: StopOnDrop(StopFlag::default()),
        tokens: BURST,
        filled: Instant::now(),
    };
    loop {
        let text = tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => connection.handle(&text).await,
                Some(Ok(Message::Binary(_))) => {
                    let reason = "messages are text".into();
                    Some(reply_text(None, Err(PageRefusal::Malformed { reason }.into())))
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => None,
            },
            text = outgoing.recv() => text,
            Ok(storage) = storage.recv() => {
                Some(json!({ "event": "storage", "storage": storage_json(&storage) }).to_string())
            }
        };
        if let Some(text) = text
            && socket.send(Message::Text(text.into())).await.is_err()
        {
            return;
        }
    }
}

/// Where games are stored, as JSON.
pub fn storage_json(storage: &Storage) -> Value {
    match storage {
        Storage::Disk => json!({ "kind": "disk", "why": null }),
        Storage::Memory { why } => json!({ "kind": "memory", "why": why }),
    }
}

/// The text of a reply.
fn reply_text(id: RequestId, reply: Result<Value, RequestError>) -> String {
    match reply {
        Ok(ok) => json!({ "re": id, "ok": ok }).to_string(),
        Err(error) => json!({ "re": id, "error": error }).to_string(),
    }
}

impl Connection {
    /// Handles a message; gives the reply, unless a job will send it later.
    async fn handle(&mut self, text: &str) -> Option<String> {
        let (id, request) = match text.len() > MAX_MESSAGE {
            true => (None, Err(PageRefusal::TooLong { most: MAX_MESSAGE })),
            false => request::parse(text),
        };
        let reply = match request {
            _ if !self.take_token() => Err(PageRefusal::TooFast.into()),
            Err(refusal) => Err(refusal.into()),
            Ok(request) => dispatch::dispatch(self, id, request).await?,
        };
        Some(reply_text(id, reply))
    }

    /// Takes a token of the rate limit; `false` if none is left.
    fn take_token(&mut self) -> bool {
        let now = Instant::now();
        let since = now.duration_since(self.filled).as_secs_f64();
        self.tokens = (self.tokens + since * RATE).min(BURST);
        self.filled = now;
        let has_token = self.tokens >= 1.0;
        self.tokens -= f64::from(u8::from(has_token));
        has_token
    }

    /// Subscribes to a game and replies with it.
    pub async fn open(&mut self, id: String) -> Result<Value, RequestError> {
        let game = self.game(id).await?;
        self.subscribe_and_reply(&game)
    }

    /// Ends the subscription to a game.
    pub fn close(&mut self, id: &str) -> Value {
        self.subscriptions.remove(id);
        json!({})
    }

    /// Changes the side whose view of a game the page gets.
    pub async fn view(&mut self, id: String, viewer: Option<Side>) -> Result<Value, RequestError> {
        let game = self.game(id).await?;
        let mut subscription = self.subscribe(&game)?.lock();
        subscription.viewer = viewer;
        subscription.analysis = None;
        drop(subscription);
        Ok(self.game_json(&game))
    }

    /// Subscribes to a game, starts the computer if it is its turn, and replies with the game.
    pub fn subscribe_and_reply(&mut self, game: &Arc<LiveGame>) -> Result<Value, RequestError> {
        self.subscribe(game)?;
        computer_moves::start_if_due(&self.games, game);
        Ok(self.game_json(game))
    }

    async fn game(&self, id: String) -> Result<Arc<LiveGame>, RequestError> {
        let games = Arc::clone(&self.games);
        let found = tokio::task::spawn_blocking(move || games.get(&id)).await;
        found.map_err(|_| PageRefusal::Failed)?
    }

    /// The game as this page sees it.
    fn game_json(&self, game: &LiveGame) -> Value {
        let viewer = self.subscriptions.get(&game.id).and_then(|handle| handle.lock().viewer);
        let stored = self.games.storage() == Storage::Disk;
        json!({ "game": game.view_for(viewer, stored) })
    }

    /// Subscribes to a game, unless the page has done so already.
    fn subscribe(&mut self, game: &Arc<LiveGame>) -> Result<&SubscriptionHandle, RequestError> {
        let count = self.subscriptions.len();
        match self.subscriptions.entry(game.id.clone()) {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(_) if count >= MAX_SUBSCRIPTIONS => {
                Err(PageRefusal::TooMany { most: MAX_SUBSCRIPTIONS }.into())
            }
            Entry::Vacant(entry) => {
                let subscription = Arc::default();
                // From here on the game has a subscriber, so computers move.
                let events = game.events.subscribe();
                let task = tokio::spawn(forward_events(
                    Arc::clone(&self.games),
                    Arc::clone(game),
                    events,
                    Arc::clone(&subscription),
                    self.out.clone(),
                ));
                Ok(entry.insert(SubscriptionHandle { subscription, task }))
            }
        }
    }

    /// Starts, changes or ends the analysis of a game.
    pub async fn analyse(&mut self, id: String, lines: usize) -> Result<Value, RequestError> {
        jobs::check_range("lines", lines, 0, MAX_LINES)?;
        let game = self.game(id).await?;
        let subscription = Arc::clone(&self.subscribe(&game)?.subscription);
        let mut subscription = lock(&subscription);
        (subscription.lines, subscription.analysis) = (lines, None);
        update_analysis(&self.games, &game, &mut subscription, &self.out);
        Ok(json!({}))
    }

    /// Starts the review of a whole game.
    pub async fn review(&mut self, id: String) -> Result<Value, RequestError> {
        let game = self.game(id).await?;
        let (stop, snapshot) = (StopFlag::default(), game.snapshot());
        self.subscribe(&game)?.lock().review = Some(StopOnDrop(stop.clone()));
        let (games, out, id) = (Arc::clone(&self.games), self.out.clone(), game.id.clone());
        tokio::spawn(async move {
            let job = move || {
                let report = |point, done| {
                    let event =
                        json!({ "event": "review", "game": id, "points": [point], "done": done });
                    let _ = out.blocking_send(event.to_string());
                };
                // A line that was played once is not refused.
                let _ = jobs::review(&snapshot, &stop, report);
            };
            run_search(&games.search_pool.analyses, 1, job).await
        });
        Ok(json!({}))
    }

    /// Whether the reply would reveal what the viewing side cannot know.
    pub fn must_hide(&self, request: &Request) -> bool {
        let id = dispatch::reveals_all_of(request);
        let followed =
            id.and_then(|id| Some((self.subscriptions.get(id)?, self.games.get(id).ok()?)));
        followed.is_some_and(|(handle, game)| is_hidden(&game, &handle.lock()))
    }

    /// Starts a job, which will send the reply to its request.
    pub fn start_job(&mut self, id: RequestId, job: Job) -> Result<(), RequestError> {
        if self.running_jobs.fetch_add(1, Ordering::Relaxed) >= MAX_JOBS {
            self.running_jobs.fetch_sub(1, Ordering::Relaxed);
            return Err(PageRefusal::TooMany { most: MAX_JOBS }.into());
        }
        let (games, out, stop) = (Arc::clone(&self.games), self.out.clone(), self.closed.0.clone());
        let running_jobs = Arc::clone(&self.running_jobs);
        tokio::spawn(async move {
            let for_job = Arc::clone(&games);
            let reply = run_search(&games.search_pool.moves, 1, move || job(&for_job, &stop)).await;
            let reply = reply.unwrap_or(Err(PageRefusal::Failed.into()));
            running_jobs.fetch_sub(1, Ordering::Relaxed);
            let _ = out.send(reply_text(id, reply)).await;
        });
        Ok(())
    }
}

/// Whether the page sees the game as a side that may not know everything.
fn is_hidden(game: &LiveGame, subscription: &Subscription) -> bool {
    let state = game.state();
    subscription.viewer.is_some() && state.session.hides() && state.session.outcome().is_none()
}

fn lock(subscription: &Mutex<Subscription>) -> std::sync::MutexGuard<'_, Subscription> {
    subscription.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Forwards the events of a game to the page for as long as it is subscribed.
async fn forward_events(
    games: Arc<Games>,
    game: Arc<LiveGame>,
    mut events: broadcast::Receiver<GameEvent>,
    subscription: Arc<Mutex<Subscription>>,
    out: mpsc::Sender<String>,
) {
    loop {
        let text = match events.recv().await {
            Ok(GameEvent::Message(event)) => {
                let is_hidden = is_hidden(&game, &lock(&subscription));
                (!is_hidden).then(|| event.to_string())
            }
            Ok(GameEvent::Removed) => {
                let event = json!({ "event": "removed", "game": game.id });
                let _ = out.send(event.to_string()).await;
                return;
            }
            // After missed events the whole game is sent, which makes up for them.
            Ok(GameEvent::Changed) | Err(RecvError::Lagged(_)) => {
                let stored = games.storage() == Storage::Disk;
                let mut subscription = lock(&subscription);
                update_analysis(&games, &game, &mut subscription, &out);
                let view = game.view_for(subscription.viewer, stored);
                Some(json!({ "event": "game", "game": view }).to_string())
            }
            Err(RecvError::Closed) => return,
        };
        if let Some(text) = text
            && out.send(text).await.is_err()
        {
            return;
        }
    }
}

/// Restarts the analysis if the position has changed, and stops it if it is not wanted.
fn update_analysis(
    games: &Arc<Games>,
    game: &Arc<LiveGame>,
    subscription: &mut Subscription,
    out: &mpsc::Sender<String>,
) {
    if subscription.lines == 0 || is_hidden(game, subscription) {
        subscription.analysis = None;
        return;
    }
    let snapshot = game.snapshot();
    let made = snapshot.line[..snapshot.ply].to_vec();
    if subscription.analysis.as_ref().is_some_and(|(_, analysed)| *analysed == made) {
        return;
    }
    let (stop, lines, id) = (StopFlag::default(), subscription.lines, game.id.clone());
    subscription.analysis = Some((StopOnDrop(stop.clone()), made));
    let (games, out) = (Arc::clone(games), out.clone());
    tokio::spawn(async move {
        let job = move || {
            let report = |lines: Vec<_>, done| {
                let event = json!({
                    "event": "analysis", "game": id, "ply": snapshot.ply, "lines": lines,
                    "done": done,
                });
                let _ = out.blocking_send(event.to_string());
            };
            // A line that was played once is not refused.
            let _ = jobs::analyse(&snapshot, lines, &stop, report);
        };
        run_search(&games.search_pool.analyses, 1, job).await
    });
}
