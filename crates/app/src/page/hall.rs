//! All games: those that are open, and those that are kept.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use agon_arena::{GameEntry, find};
use agon_core::{Game as _, Notation as _, Side, quote};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::theseus::{Plan, Style, Theseus, most_walls};
use tokio::runtime::Handle;
use tokio::sync::broadcast;

use super::archive::{Archive, Kept, Storage};
use super::contests::Contests;
use super::question::{self, Create, MazeWish, Settings};
use super::refusal::PageRefusal;
use super::room::{Room, State, Told};
use super::searches::Searches;
use super::wire::Problem;

/// The most games that are open at a time.
const MOST_OPEN: usize = 2000;

/// The most games that are kept.
const MOST_KEPT: usize = 100_000;

/// All games, and what they share.
pub struct Hall {
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    archive: Archive,
    /// The time of the last change, of which no two are the same.
    clock: AtomicI64,
    /// Where games are kept, told when that changes.
    storage: broadcast::Sender<Storage>,
    last_storage: Mutex<Storage>,
    /// The contests that are shown.
    pub contests: Contests,
    /// The threads on which is searched.
    pub searches: Searches,
    /// What runs everything that waits.
    pub runtime: Handle,
}

impl Hall {
    /// A hall whose games are kept in an archive.
    pub fn new(archive: Archive, contests: Contests, runtime: Handle) -> Hall {
        let last_storage = Mutex::new(archive.storage());
        Hall {
            rooms: Mutex::default(),
            archive,
            clock: AtomicI64::new(0),
            storage: broadcast::channel(16).0,
            last_storage,
            contests,
            searches: Searches::new(),
            runtime,
        }
    }

    /// Where games are kept.
    pub fn storage(&self) -> Storage {
        self.archive.storage()
    }

    /// Tells where games are kept when that changes.
    pub fn on_storage(&self) -> broadcast::Receiver<Storage> {
        self.storage.subscribe()
    }

    /// Begins a game.
    pub fn create(&self, wish: &Create) -> Result<Arc<Room>, Problem> {
        let entry = game(&wish.game)?;
        let session = entry.open(&position(entry, &wish.settings)?)?;
        let room = Room::new(new_id(), entry, session);
        {
            let mut state = room.state();
            state.session.follow(&wish.moves)?;
            for file in &wish.rules {
                state.load_rules(file.clone())?;
            }
            for (side, seat) in Side::BOTH.into_iter().zip(wish.seats.iter().flatten()) {
                state.set_player(side, seat)?;
            }
        }
        self.add(room)
    }

    /// Adds a game to those that are open, and keeps it.
    pub fn add(&self, room: Room) -> Result<Arc<Room>, Problem> {
        if self.archive.count() >= MOST_KEPT {
            return Err(PageRefusal::TooMany { most: MOST_KEPT }.into());
        }
        let room = self.enter(room)?;
        self.save(&room, &room.state());
        Ok(room)
    }

    /// The game of this name, opened if it is kept.
    pub fn room(&self, id: &str) -> Result<Arc<Room>, Problem> {
        if let Some(room) = self.rooms().get(id) {
            return Ok(Arc::clone(room));
        }
        let unknown = || PageRefusal::Unknown { game: quote(id) };
        let kept = self.archive.load(id).ok_or_else(unknown)?;
        self.enter(Room::restored(&kept)?)
    }

    /// Puts a game among those that are open, unless somebody else has done so already.
    fn enter(&self, room: Room) -> Result<Arc<Room>, Problem> {
        let mut rooms = self.rooms();
        if rooms.len() >= MOST_OPEN {
            rooms.retain(|_, room| room.told.receiver_count() > 0 || Arc::strong_count(room) > 1);
        }
        if rooms.len() >= MOST_OPEN {
            return Err(PageRefusal::TooMany { most: MOST_OPEN }.into());
        }
        Ok(Arc::clone(rooms.entry(room.id.clone()).or_insert_with(|| Arc::new(room))))
    }

    /// Keeps a game, and tells those who look on that it has changed. While its state is
    /// held, nobody sees what is not kept yet.
    pub fn save(&self, room: &Room, state: &State) {
        self.archive.save(room.kept(state, self.now()));
        let _ = room.told.send(Told::Changed);
        self.tell_storage();
    }

    /// Forgets a game.
    pub fn remove(&self, id: &str) {
        let room = self.rooms().remove(id);
        if let Some(room) = room {
            room.state().change();
            let _ = room.told.send(Told::Removed);
        }
        self.archive.remove(id);
    }

    /// The games that changed before this time, the latest first.
    pub fn list(&self, before: Option<i64>, limit: usize) -> Vec<Kept> {
        self.archive.list(before.unwrap_or(i64::MAX), limit)
    }

    fn tell_storage(&self) {
        let now = self.storage();
        let mut last = self.last_storage.lock().unwrap_or_else(PoisonError::into_inner);
        if *last != now {
            *last = now.clone();
            let _ = self.storage.send(now);
        }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time in milliseconds, later than any that was told before.
    fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = since.as_millis() as i64;
        let later = |last: i64| Some(now.max(last + 1));
        let last = self.clock.fetch_update(Ordering::Relaxed, Ordering::Relaxed, later);
        last.map_or(now, |last| now.max(last + 1))
    }
}

/// The game of this name.
pub fn game(name: &str) -> Result<&'static GameEntry, PageRefusal> {
    find(name).ok_or_else(|| PageRefusal::NoGame { found: quote(name) })
}

/// A name that nobody can guess: 128 bits of chance.
pub fn new_id() -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut bytes = [0; 22];
    getrandom::fill(&mut bytes).expect("a system without chance");
    bytes.map(|byte| char::from(LETTERS[usize::from(byte % 64)])).iter().collect()
}

/// The position that settings speak of.
fn position(entry: &GameEntry, settings: &Settings) -> Result<String, Problem> {
    if let Some(position) = &settings.position {
        return Ok(position.clone());
    }
    Ok(match (entry.name, settings) {
        (Nim::NAME, Settings { heaps: Some(heaps), .. }) => format!("[{heaps}]"),
        (Byte::NAME, Settings { size: Some(size), .. }) => format!("{size} start"),
        (Theseus::NAME, Settings { maze: Some(wish), .. }) => {
            let game = maze(wish)?;
            game.write(&game.start())
        }
        _ => "startpos".into(),
    })
}

/// A maze as it was wished for.
fn maze(wish: &MazeWish) -> Result<Theseus, Problem> {
    let style = match wish.style {
        // A side that is refused need not have walls.
        question::Style::Classic => Style::Classic { walls: most_walls(wish.size.clamp(3, 31)) },
        question::Style::Labyrinth => Style::Labyrinth { open: 5 },
    };
    let plan = Plan::new(wish.size, wish.loot, style)?;
    let seed = wish.seed.unwrap_or_else(|| {
        let mut bytes = [0; 4];
        getrandom::fill(&mut bytes).expect("a system without chance");
        u32::from_le_bytes(bytes).into()
    });
    Ok(plan.carry_out(seed).with_plies(wish.plies))
}
