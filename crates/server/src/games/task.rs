//! The task of one open game: it owns the game, and applies its effects.

use std::future::pending;
use std::sync::Arc;
use std::time::{Duration, Instant};

use agon_core::quote;
use agon_service::protocol::{Event, GameRequest, Message, RequestError};
use agon_service::{
    Account, Arrival, Effect, GameInput, JobId, LiveGame, ServiceRefusal, Storage, StoredGame,
};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::{JoinHandle, block_in_place, spawn_blocking};

use super::{GameSender, Games, create_next};
use crate::request_queue::Ticket;

pub enum Source {
    New(Box<LiveGame>),
    Stored(String),
}

enum Write {
    Save(Box<StoredGame>),
    Delete,
}

struct GameTask {
    games: Arc<Games>,
    id: String,
    /// Its number among all openings of games.
    opening: u64,
    /// The sender of its own inbox, for jobs.
    inbox: GameSender,
    /// The version that is being written.
    writing: Option<(u64, JoinHandle<Storage>)>,
    /// The version to write next; later changes replace it.
    to_write: Option<(u64, Write)>,
    wake_at: Option<u64>,
    /// For whom it did something last.
    account: Option<Account>,
    /// Whether it is a game of a running contest, whose record is followed.
    is_followed: bool,
}

/// No client has this number, so nothing of it is dropped when one leaves.
const NOBODY: u64 = 0;

/// An input that takes longer must not block other tasks.
const SLOW: Duration = Duration::from_millis(5);

/// How often the record of a game in progress is read.
const FOLLOW_INTERVAL: Duration = Duration::from_secs(1);

/// Runs a game until no client needs it.
pub async fn run(
    games: Arc<Games>,
    id: String,
    source: Source,
    sender: GameSender,
    mut inbox: UnboundedReceiver<(GameInput, Option<Ticket>)>,
) {
    let began = Instant::now();
    let game = match source {
        Source::New(game) => Ok(*game),
        Source::Stored(id) => load(&games, &id).await,
    };
    let mut game = match game {
        Ok(game) => game,
        Err(error) => return refuse_all(&games, &id, &error, &mut inbox),
    };
    // The first request is charged for it.
    let mut loading = Some(began.elapsed());
    let opening = games.next_opening();
    let is_followed = game.is_watched();
    let mut task = GameTask {
        games,
        id,
        opening,
        inbox: sender,
        writing: None,
        to_write: None,
        wake_at: None,
        account: None,
        is_followed,
    };
    let (storage, now) = (task.games.database.storage(), task.games.now());
    for effect in game.handle(GameInput::StorageChanged(storage), now) {
        task.apply(effect);
    }
    task.write_next();
    // Whether the last input took long, as all do in a large game.
    let mut was_slow = false;
    let mut follow_at = tokio::time::Instant::now() + FOLLOW_INTERVAL;
    loop {
        let (input, ticket) = tokio::select! {
            Some(received) = inbox.recv() => received,
            saved = written(&mut task.writing) => (saved, None),
            () = tokio::time::sleep_until(follow_at), if task.is_followed => {
                follow_at = tokio::time::Instant::now() + FOLLOW_INTERVAL;
                let Some(followed) = task.follow().await else { continue };
                (followed, None)
            }
            () = sleep_until(&task.games, task.wake_at) => {
                task.wake_at = None;
                (GameInput::Wake, None)
            }
        };
        let input = match &ticket {
            Some(_) => input,
            None => match task.queue(input) {
                Some(input) => input,
                None => continue,
            },
        };
        let now = task.games.now();
        let began = Instant::now();
        let is_expensive = ticket.as_ref().is_some_and(Ticket::is_expensive);
        let is_heavy = is_heavy(&input) || is_expensive || was_slow;
        if let (Some(ticket), Some(time)) = (&ticket, loading.take_if(|_| ticket.is_some())) {
            ticket.charge(time);
        }
        task.account = account_of(&input).or(task.account.take());
        let handle = || task.apply_all(game.handle(input, now));
        let handle = || match &ticket {
            Some(ticket) => ticket.measure(handle),
            None => handle(),
        };
        let is_done = if is_heavy { block_in_place(handle) } else { handle() };
        was_slow = began.elapsed() > SLOW;
        drop(ticket);
        task.write_next();
        if is_done && task.games.close(&task.id, || inbox.is_empty()) {
            // A job that ends from now on cannot keep its players; players kept before are dropped.
            drop(inbox);
            task.games.pool.forget(&task.id);
            return;
        }
    }
}

async fn load(games: &Games, id: &str) -> Result<LiveGame, RequestError> {
    if let Some(game) = block_in_place(|| games.contests.open(id, games.resources.clone())) {
        return game;
    }
    let stored = games.database.load(id).await;
    let stored = stored.map_err(|error| ServiceRefusal::Storage { why: error.to_string() })?;
    let stored = stored.ok_or_else(|| ServiceRefusal::Unknown { game: quote(id) })?;
    block_in_place(|| LiveGame::restored(&stored, games.resources.clone()))
}

/// Refuses all requests for a game that cannot be opened.
fn refuse_all(
    games: &Games,
    id: &str,
    error: &RequestError,
    inbox: &mut UnboundedReceiver<(GameInput, Option<Ticket>)>,
) {
    loop {
        while let Ok((input, _ticket)) = inbox.try_recv() {
            if let GameInput::Request(caller, re, _) = input {
                games.send(caller.client, &Message::Reply(re, Err(error.clone())));
            }
        }
        if games.close(id, || inbox.is_empty()) {
            return;
        }
    }
}

/// Whether an input may take so long that it must not block other tasks.
fn is_heavy(input: &GameInput) -> bool {
    matches!(
        input,
        GameInput::Request(_, _, GameRequest::Seat { .. } | GameRequest::Record { .. })
            | GameInput::Followed(_)
    )
}

/// For whom an input is handled, if somebody has sent it.
fn account_of(input: &GameInput) -> Option<Account> {
    match input {
        GameInput::Request(caller, ..) | GameInput::Created(caller, _) => Some(caller.account()),
        _ => None,
    }
}

/// Waits for the version that is being written.
async fn written(writing: &mut Option<(u64, JoinHandle<Storage>)>) -> GameInput {
    let Some((version, handle)) = writing else { return pending().await };
    let storage = handle.await;
    let saved = GameInput::Saved(
        *version,
        storage.unwrap_or_else(|error| Storage::Memory { why: error.to_string() }),
    );
    *writing = None;
    saved
}

async fn sleep_until(games: &Games, time: Option<u64>) {
    match time {
        Some(time) => {
            tokio::time::sleep(Duration::from_millis(time.saturating_sub(games.now()))).await;
        }
        None => pending().await,
    }
}

impl GameTask {
    /// Lets what the game goes on with by itself wait for its turn, like a request of the account
    /// that it works for. Returns any other input.
    fn queue(&self, input: GameInput) -> Option<GameInput> {
        let kind = match &input {
            GameInput::Finished(..) => "finished",
            GameInput::Saved(..) => "saved",
            GameInput::Wake => "wake",
            _ => return Some(input),
        };
        let Some(account) = self.account.clone() else { return Some(input) };
        let (inbox, game) = (self.inbox.clone(), Some(self.id.clone()));
        let arrival = Arrival { account, client: NOBODY, kind, game };
        // The game may be closed.
        self.games
            .requests
            .push_own(arrival, move |ticket| _ = inbox.0.send((input, Some(ticket))));
        None
    }

    /// Applies effects. Returns whether the game can be closed.
    fn apply_all(&mut self, effects: Vec<Effect>) -> bool {
        let is_done = effects.iter().any(|effect| matches!(effect, Effect::Close));
        effects.into_iter().for_each(|effect| self.apply(effect));
        is_done
    }

    /// Reads the progress of a game of a contest; `None` if it cannot be read now.
    async fn follow(&mut self) -> Option<GameInput> {
        let (games, id) = (Arc::clone(&self.games), self.id.clone());
        let progress = spawn_blocking(move || games.contests.progress(&id)).await;
        let (record, is_over) = progress.ok().flatten()?;
        self.is_followed = !is_over;
        Some(GameInput::Followed(Box::new(record)))
    }

    /// Applies an effect of the game.
    fn apply(&mut self, effect: Effect) {
        let job = |number| JobId { game: self.id.clone(), opening: self.opening, number };
        match effect {
            Effect::Send(client, message) => self.games.send(client, &message),
            Effect::Watch(client) => {
                if !self.games.watch(client, &self.id) {
                    // The client disconnected before it could follow the game.
                    self.inbox.send(GameInput::Left(client));
                }
            }
            Effect::Unwatch(client) => self.games.unwatch(client, &self.id),
            Effect::Save(version, stored) => self.to_write = Some((version, Write::Save(stored))),
            Effect::CreateNext(client, swapped, stored) => {
                let (games, inbox) = (Arc::clone(&self.games), self.inbox.clone());
                let of = self.id.clone();
                tokio::spawn(async move {
                    match create_next(&games, *stored).await {
                        Ok(id) => _ = inbox.send(GameInput::Next(id, swapped)),
                        Err(error) => {
                            let problem = Event::Problem { game: of, error };
                            games.send(client, &Message::Event(problem));
                        }
                    }
                });
            }
            Effect::Delete(version) => self.to_write = Some((version, Write::Delete)),
            Effect::Start(number, caller, work, threads) => {
                self.account = Some(caller.account());
                let inbox = self.inbox.clone();
                self.games.pool.submit(job(number), &caller, (*work, threads), inbox);
            }
            Effect::Stop(number) => self.games.pool.stop(&job(number)),
            Effect::WakeAt(time) => self.wake_at = Some(time),
            Effect::Close => (),
        }
    }

    /// Writes the latest version, unless another one is being written.
    fn write_next(&mut self) {
        if self.writing.is_some() {
            return;
        }
        let Some((version, write)) = self.to_write.take() else { return };
        let (games, id) = (Arc::clone(&self.games), self.id.clone());
        let handle = tokio::spawn(async move {
            let (changed, began) = (games.change_time(), Instant::now());
            let storage = match write {
                Write::Save(stored) => games.database.save(StoredGame { changed, ..*stored }).await,
                Write::Delete => games.database.remove(&id).await,
            };
            games.metrics.save(storage == Storage::Disk, began.elapsed());
            storage
        });
        self.writing = Some((version, handle));
    }
}
