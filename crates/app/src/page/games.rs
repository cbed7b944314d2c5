//! All games of the server: the open ones in memory, and the stored ones in the database.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use agon_arena::{GameEntry, find};
use agon_core::{Game as _, Notation as _, Side, quote};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::theseus::{MazeGenerator, Style, Theseus, most_walls};
use tokio::runtime::Handle;
use tokio::sync::broadcast;

use super::contests::Contests;
use super::database::{GameDatabase, Storage, StoredGame};
use super::live_game::{GameEvent, LiveGame, State};
use super::messages::RequestError;
use super::refusal::PageRefusal;
use super::request::{self, CreateRequest, MazeRequest, Settings};
use super::search_pool::SearchPool;

/// The most games open at a time.
const MAX_OPEN: usize = 2000;

/// The most stored games.
const MAX_STORED: usize = 100_000;

/// All games, and what they share.
pub struct Games {
    open: Mutex<HashMap<String, Arc<LiveGame>>>,
    database: GameDatabase,
    /// The time of the last change; no two changes have the same time.
    clock: AtomicI64,
    /// Announces changes of where games are stored.
    storage: broadcast::Sender<Storage>,
    last_storage: Mutex<Storage>,
    /// The contests that the page shows.
    pub contests: Contests,
    /// Bounds the searches of all games.
    pub search_pool: SearchPool,
    /// The runtime of the server's tasks.
    pub runtime: Handle,
}

impl Games {
    /// No open games, and those in a database.
    pub fn new(database: GameDatabase, contests: Contests, runtime: Handle) -> Games {
        let last_storage = Mutex::new(database.storage());
        Games {
            open: Mutex::default(),
            database,
            clock: AtomicI64::new(0),
            storage: broadcast::channel(16).0,
            last_storage,
            contests,
            search_pool: SearchPool::new(),
            runtime,
        }
    }

    /// Where games are stored.
    pub fn storage(&self) -> Storage {
        self.database.storage()
    }

    /// Receives changes of where games are stored.
    pub fn storage_changes(&self) -> broadcast::Receiver<Storage> {
        self.storage.subscribe()
    }

    /// Creates a game.
    pub fn create(&self, request: &CreateRequest) -> Result<Arc<LiveGame>, RequestError> {
        let entry = game_entry(&request.game)?;
        let session = entry.open(&position(entry, &request.settings)?)?;
        let game = LiveGame::new(new_id(), entry, session);
        {
            let mut state = game.state();
            state.session.follow(&request.moves)?;
            for file in &request.rules {
                state.load_rules(file.clone())?;
            }
            for (side, seat) in Side::BOTH.into_iter().zip(request.seats.iter().flatten()) {
                state.set_player(side, seat)?;
            }
        }
        self.add(game)
    }

    /// Adds a new game, and stores it.
    pub fn add(&self, game: LiveGame) -> Result<Arc<LiveGame>, RequestError> {
        if self.database.count() >= MAX_STORED {
            return Err(PageRefusal::TooMany { most: MAX_STORED }.into());
        }
        let game = self.insert(game)?;
        self.save(&game, &game.state());
        Ok(game)
    }

    /// The game with this id, loaded if it is not open.
    pub fn get(&self, id: &str) -> Result<Arc<LiveGame>, RequestError> {
        if let Some(game) = self.open().get(id) {
            return Ok(Arc::clone(game));
        }
        let unknown = || PageRefusal::Unknown { game: quote(id) };
        let stored = self.database.load(id).ok_or_else(unknown)?;
        self.insert(LiveGame::restored(&stored)?)
    }

    /// Inserts a game into the open ones, unless another thread has done so already.
    fn insert(&self, game: LiveGame) -> Result<Arc<LiveGame>, RequestError> {
        let mut open = self.open();
        if open.len() >= MAX_OPEN {
            open.retain(|_, game| game.events.receiver_count() > 0 || Arc::strong_count(game) > 1);
        }
        if open.len() >= MAX_OPEN {
            return Err(PageRefusal::TooMany { most: MAX_OPEN }.into());
        }
        Ok(Arc::clone(open.entry(game.id.clone()).or_insert_with(|| Arc::new(game))))
    }

    /// Stores a game, and tells its subscribers that it has changed. The caller holds the
    /// state's lock, so that nobody sees a state that is not stored yet.
    pub fn save(&self, game: &LiveGame, state: &State) {
        self.database.save(game.to_stored(state, self.now()));
        let _ = game.events.send(GameEvent::Changed);
        self.announce_storage();
    }

    /// Deletes a game.
    pub fn remove(&self, id: &str) {
        let game = self.open().remove(id);
        if let Some(game) = game {
            game.state().mark_changed();
            let _ = game.events.send(GameEvent::Removed);
        }
        self.database.remove(id);
    }

    /// The games that changed before this time, the latest first.
    pub fn list(&self, before: Option<i64>, limit: usize) -> Vec<StoredGame> {
        self.database.list(before.unwrap_or(i64::MAX), limit)
    }

    fn announce_storage(&self) {
        let now = self.storage();
        let mut last = self.last_storage.lock().unwrap_or_else(PoisonError::into_inner);
        if *last != now {
            *last = now.clone();
            let _ = self.storage.send(now);
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, Arc<LiveGame>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time in milliseconds, later than that of any change before.
    fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = since.as_millis() as i64;
        let later = |last: i64| Some(now.max(last + 1));
        let last = self.clock.fetch_update(Ordering::Relaxed, Ordering::Relaxed, later);
        last.map_or(now, |last| now.max(last + 1))
    }
}

/// The game with this name in the registry.
pub fn game_entry(name: &str) -> Result<&'static GameEntry, PageRefusal> {
    find(name).ok_or_else(|| PageRefusal::NoGame { found: quote(name) })
}

/// A random id of more than 128 bits, which cannot be guessed.
pub fn new_id() -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut bytes = [0; 22];
    fill_random(&mut bytes);
    bytes.map(|byte| char::from(LETTERS[usize::from(byte % 64)])).iter().collect()
}

/// The position that settings describe.
fn position(entry: &GameEntry, settings: &Settings) -> Result<String, RequestError> {
    if let Some(position) = &settings.position {
        return Ok(position.clone());
    }
    Ok(match (entry.name, settings) {
        (Nim::NAME, Settings { heaps: Some(heaps), .. }) => format!("[{heaps}]"),
        (Byte::NAME, Settings { size: Some(size), .. }) => format!("{size} start"),
        (Theseus::NAME, Settings { maze: Some(request), .. }) => {
            let game = maze(request)?;
            game.write(&game.start())
        }
        _ => "startpos".into(),
    })
}

/// The maze that was requested.
fn maze(request: &MazeRequest) -> Result<Theseus, RequestError> {
    let style = match request.style {
        // `MazeGenerator::new` refuses sizes outside of this range.
        request::Style::Classic => Style::Classic { walls: most_walls(request.size.clamp(3, 31)) },
        request::Style::Labyrinth => Style::Labyrinth { open: 5 },
    };
    let generator = MazeGenerator::new(request.size, request.loot, style)?;
    let seed = request.seed.unwrap_or_else(|| {
        let mut bytes = [0; 4];
        fill_random(&mut bytes);
        u32::from_le_bytes(bytes).into()
    });
    Ok(generator.generate(seed).with_plies(request.plies))
}

/// Fills a buffer from the operating system's random generator.
fn fill_random(bytes: &mut [u8]) {
    // Ids and keys must not be predictable, so there is nothing to fall back to.
    getrandom::fill(bytes).expect("the operating system's random generator is unavailable");
}
