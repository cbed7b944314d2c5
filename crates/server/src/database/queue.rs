//! The queue of games to be written. Saves of the same game are merged into the latest.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, oneshot, watch};

use super::counts::{Counts, Sessions};
use super::error::StorageError;
use super::{Storage, StoredGame};

/// How often a failing write is repeated.
const RETRY: Duration = Duration::from_secs(2);

#[derive(Clone, Copy)]
pub struct Limits {
    pub games: usize,
    pub bytes: usize,
}

/// The limits of what waits for the next transaction; further saves wait for room.
const QUEUED: Limits = Limits { games: 4096, bytes: 16 << 20 };

/// The limits of what is held in memory while the disk fails; further saves are refused.
const HELD: Limits = Limits { games: 20_000, bytes: 64 << 20 };

/// The approximate memory of a game besides its texts.
const OVERHEAD: usize = 512;

/// The games to be written, and the state of the file.
pub struct Queue {
    state: Mutex<State>,
    /// Notifies the writer that there is work.
    work: Condvar,
    /// Notifies saves that there may be room.
    pub room: Notify,
    pub storage: watch::Sender<Storage>,
    limits: [Limits; 2],
}

#[derive(Clone)]
pub enum FileState {
    /// They can be read; the number changes when the file is opened again.
    Readable(u64),
    /// There is no file, so no games are stored in it.
    Absent,
    /// They cannot be read.
    Unreadable(StorageError),
}

/// The result of a save.
pub enum Put {
    /// It waits to be written; the receiver gets the result.
    Queued(oneshot::Receiver<Storage>),
    Held {
        why: String,
    },
    Refused(StorageError),
    /// There is no room now.
    NoRoom,
}

/// A game to be written, or to be deleted if `game` is `None`.
pub struct Change {
    pub id: Arc<str>,
    pub game: Option<Arc<StoredGame>>,
    /// Whether it is unknown if the file has the game, and of which sessions.
    pub is_unknown: bool,
    sequence: u64,
}

/// The changes of one transaction.
pub type Batch = Vec<Change>;

/// The held games of a list, the latest first.
pub struct HeldGames {
    pub games: Vec<StoredGame>,
    /// All held ids, including deleted games: what the file has of them is outdated.
    pub ids: HashSet<Arc<str>>,
}

struct State {
    entries: HashMap<Arc<str>, Entry>,
    bytes: usize,
    /// How many saves wait for their result.
    waiting: usize,
    sequence: u64,
    /// The last error, while writing fails; saves then get their result at once.
    failing: Option<StorageError>,
    retry_at: Instant,
    file: FileState,
    counts: Counts,
    must_check_file: bool,
    is_closing: bool,
}

struct Entry {
    game: Option<Arc<StoredGame>>,
    sequence: u64,
    bytes: usize,
    /// Whether a save had the result `Memory`, which holds until this is written.
    is_held: bool,
    /// The sessions for which the counts contain this game.
    counted: Option<Sessions>,
    /// Whether the file was read; until then the game is assumed not to be in it.
    is_known: bool,
    /// Those who wait for the save with this number or a later one.
    waiters: Vec<(u64, oneshot::Sender<Storage>)>,
}

impl Queue {
    /// An empty queue for a file that is not open yet.
    pub fn new() -> Queue {
        Queue::with_limits([QUEUED, HELD])
    }

    /// A queue with other limits: while the disk works, and while it fails.
    pub fn with_limits(limits: [Limits; 2]) -> Queue {
        let opening = StorageError::unusable("the file is still being opened");
        let storage = Storage::Memory { why: opening.to_string() };
        let state = State {
            entries: HashMap::new(),
            bytes: 0,
            waiting: 0,
            sequence: 0,
            failing: Some(opening.clone()),
            retry_at: Instant::now(),
            file: FileState::Unreadable(opening),
            counts: Counts::default(),
            must_check_file: false,
            is_closing: false,
        };
        Queue {
            state: Mutex::new(state),
            work: Condvar::new(),
            room: Notify::new(),
            storage: watch::Sender::new(storage),
            limits,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a game or its deletion.
    pub fn put(&self, id: &Arc<str>, game: &Option<Arc<StoredGame>>) -> Put {
        let mut state = self.lock();
        let bytes = size(id, game.as_deref());
        if !state.has_room(self.limits, id, bytes) {
            let games = state.entries.len();
            return match state.failing {
                Some(_) => Put::Refused(StorageError::Full { games }),
                None => Put::NoRoom,
            };
        }
        state.sequence += 1;
        let sequence = state.sequence;
        let why = state.failing.as_ref().map(StorageError::to_string);
        let mut entry = state.take(id);
        (entry.game, entry.sequence, entry.bytes) = (game.clone(), sequence, bytes);
        entry.is_held |= why.is_some();
        if why.is_some() || entry.is_known {
            count(&mut state.counts, &mut entry);
        }
        let put = match why {
            Some(why) => Put::Held { why },
            None => {
                let (waiter, written) = oneshot::channel();
                entry.waiters.push((sequence, waiter));
                state.waiting += 1;
                self.work.notify_one();
                Put::Queued(written)
            }
        };
        state.insert(Arc::clone(id), entry);
        put
    }

    /// The held game with this id; `Some(None)` if it was deleted.
    pub fn get(&self, id: &str) -> Option<Option<Arc<StoredGame>>> {
        self.lock().entries.get(id).map(|entry| entry.game.clone())
    }

    pub fn held(&self, of: Option<&str>, before: i64, limit: usize) -> HeldGames {
        let state = self.lock();
        let ids = state.entries.keys().cloned().collect();
        let games = state.entries.values().filter_map(|entry| entry.game.as_ref());
        let is_listed = |game: &&Arc<StoredGame>| game.changed < before && has_part(game, of);
        let mut games: Vec<Arc<StoredGame>> = games.filter(is_listed).cloned().collect();
        drop(state);
        games.sort_unstable_by_key(|game| std::cmp::Reverse(game.changed));
        games.truncate(limit);
        HeldGames { games: games.iter().map(|game| StoredGame::clone(game)).collect(), ids }
    }

    /// The number of games of a session, or of all. Refused if there is no room for another.
    pub fn count(&self, of: Option<&str>) -> Result<usize, StorageError> {
        let state = self.lock();
        if state.failing.is_some() && !state.has_room(self.limits, "", OVERHEAD) {
            return Err(StorageError::Full { games: state.entries.len() });
        }
        Ok(state.counts.get(of))
    }

    pub fn file(&self) -> FileState {
        self.lock().file.clone()
    }

    /// Asks the writer to check whether the file is still in place.
    pub fn check_file(&self) {
        self.lock().must_check_file = true;
        self.work.notify_one();
    }

    /// Ends the writer, once everything is written or writing fails.
    pub fn close(&self) {
        self.lock().is_closing = true;
        self.work.notify_one();
    }

    /// Waits until there is something to write or to check; `false` if the writer must end.
    pub fn wait_for_work(&self) -> bool {
        let mut state = self.lock();
        loop {
            let is_failing = state.failing.is_some();
            if state.is_closing && (state.entries.is_empty() || is_failing) {
                return false;
            }
            let until_retry = state.retry_at.saturating_duration_since(Instant::now());
            if is_failing && !until_retry.is_zero() {
                let waited = self.work.wait_timeout(state, until_retry);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            if is_failing || !state.entries.is_empty() || state.must_check_file {
                state.must_check_file = false;
                return true;
            }
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// All waiting changes.
    pub fn batch(&self) -> Batch {
        let state = self.lock();
        let change = |(id, entry): (&Arc<str>, &Entry)| Change {
            id: Arc::clone(id),
            game: entry.game.clone(),
            is_unknown: !entry.is_known,
            sequence: entry.sequence,
        };
        state.entries.iter().map(change).collect()
    }

    /// The file was opened, with these counts.
    pub fn opened(&self, generation: u64, counts: Counts) {
        let mut state = self.lock();
        (state.file, state.counts) = (FileState::Readable(generation), counts);
        for entry in state.entries.values_mut() {
            (entry.counted, entry.is_known) = (None, false);
        }
    }

    /// Records the sessions of games as the file has them.
    pub fn found(&self, found: Vec<(Arc<str>, Option<Sessions>)>) {
        let mut state = self.lock();
        for (id, sessions) in found {
            state.set_known(&id, sessions);
        }
    }

    pub fn written(&self, batch: &Batch) {
        let mut state = self.lock();
        let mut answered = Vec::new();
        for change in batch {
            let Some(entry) = state.entries.get_mut(&change.id) else { continue };
            let is_written = |(sequence, _): &mut (u64, _)| *sequence <= change.sequence;
            answered.extend(entry.waiters.extract_if(.., is_written));
            if entry.sequence == change.sequence {
                state.take(&change.id);
            }
        }
        state.waiting -= answered.len();
        state.failing = None;
        if state.entries.values().all(|entry| !entry.is_held) {
            self.publish(Storage::Disk);
        }
        for (_, waiter) in answered {
            // The caller may be gone.
            let _ = waiter.send(Storage::Disk);
        }
        drop(state);
        self.room.notify_waiters();
    }

    /// Writing or opening has failed. `file` is set if the state of reading is known.
    pub fn failed(&self, error: &StorageError, file: Option<FileState>) {
        let mut state = self.lock();
        let storage = Storage::Memory { why: error.to_string() };
        // Before the saves get their results, so that no client that knows of a failure sees that
        // games are on disk. Under the lock, so that announcements keep their order.
        self.publish(storage.clone());
        let State { entries, counts, .. } = &mut *state;
        for entry in entries.values_mut() {
            count(counts, entry);
            entry.is_held = true;
            for (_, waiter) in entry.waiters.drain(..) {
                let _ = waiter.send(storage.clone());
            }
        }
        state.waiting = 0;
        state.failing = Some(error.clone());
        state.retry_at = Instant::now() + RETRY;
        if let Some(file) = file {
            state.file = file;
        }
        drop(state);
        self.room.notify_waiters();
    }

    fn publish(&self, now: Storage) {
        self.storage.send_if_modified(|storage| {
            let is_new = *storage != now;
            *storage = now;
            is_new
        });
    }
}

impl State {
    fn has_room(&self, [queued, held]: [Limits; 2], id: &str, bytes: usize) -> bool {
        let limits = if self.failing.is_some() { held } else { queued };
        let old = self.entries.get(id).map(|entry| entry.bytes);
        let games = self.entries.len() + usize::from(old.is_none());
        let total = self.bytes - old.unwrap_or(0) + bytes;
        let fits = games <= limits.games && total <= limits.bytes && self.waiting < limits.games;
        // A game that exceeds the limit is written alone.
        fits || self.entries.is_empty()
    }

    /// Takes out an entry, or creates one.
    fn take(&mut self, id: &str) -> Entry {
        let entry = self.entries.remove(id).unwrap_or(Entry {
            game: None,
            sequence: 0,
            bytes: 0,
            is_held: false,
            counted: None,
            is_known: false,
            waiters: Vec::new(),
        });
        self.bytes -= entry.bytes;
        entry
    }

    fn insert(&mut self, id: Arc<str>, entry: Entry) {
        self.bytes += entry.bytes;
        self.entries.insert(id, entry);
    }

    /// Corrects the counts by what the file has of a game.
    fn set_known(&mut self, id: &str, sessions: Option<Sessions>) {
        let Some(entry) = self.entries.get_mut(id) else { return };
        if let Some(assumed) = std::mem::replace(&mut entry.counted, sessions) {
            self.counts.subtract(&assumed);
        }
        entry.is_known = true;
        count(&mut self.counts, entry);
    }
}

/// Counts the new state of a game instead of the old one.
fn count(counts: &mut Counts, entry: &mut Entry) {
    let now = entry.game.as_deref().map(Sessions::from);
    if entry.counted == now {
        return;
    }
    if let Some(sessions) = &entry.counted {
        counts.subtract(sessions);
    }
    if let Some(sessions) = &now {
        counts.add(sessions);
    }
    entry.counted = now;
}

/// Whether a session owns or plays a game; true without a session.
fn has_part(game: &StoredGame, of: Option<&str>) -> bool {
    let parts = [&game.owner, &game.claims[0], &game.claims[1]];
    of.is_none() || parts.into_iter().any(|part| part.as_deref() == of)
}

/// The approximate memory of a game.
fn size(id: &str, game: Option<&StoredGame>) -> usize {
    let texts = |game: &StoredGame| {
        let [p1, p2] = &game.seats;
        let texts = [&game.game, &game.start, &game.line, p1, p2, &game.rules, &game.position];
        let written = [&game.annotations, &game.review].into_iter().flatten();
        texts.into_iter().chain(written).map(String::len).sum::<usize>()
    };
    OVERHEAD + id.len() + game.map_or(0, texts)
}
