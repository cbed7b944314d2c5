//! The games of a contest in progress, in a small file beside its archive, for the page.
//!
//! A thread writes the whole file, at most a few times a second. A worker only adds moves to a list
//! in memory, so it never waits for the disk. Errors of the file do not affect the contest.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use agon_arena::contest::{AnyPlayer, Clock, Fault, GameStart, MoveLimits, PlayerMove, Turn};
use agon_arena::{Play, Refused};
use agon_core::Side;
use serde::{Deserialize, Serialize};

/// How often the file is written at most.
const INTERVAL: Duration = Duration::from_millis(500);

/// How often an unchanged file is written again, so that readers know that it is current.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// A file that has not been written for this long is left over from a program that was killed.
const STALE: Duration = Duration::from_secs(10);

/// The limits of games in the file, of moves in a game, and of the size of a file that is read.
const MAX_GAMES: usize = 32;
const MAX_MOVES: usize = 2000;
const MAX_BYTES: u64 = 2 << 20;

/// A game in progress, as stored in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveRecord {
    pub key: String,
    pub players: [String; 2],
    pub game: String,
    pub start: String,
    pub moves: Vec<String>,
}

/// The game that one worker plays, if any.
#[derive(Default)]
pub struct ShownGame(Mutex<Option<LiveRecord>>);

impl ShownGame {
    pub fn begin(&self, key: String, players: [String; 2], game: &str, start: &str) {
        let (game, start) = (game.into(), start.into());
        *lock(&self.0) = Some(LiveRecord { key, players, game, start, moves: Vec::new() });
    }

    pub fn end(&self) {
        *lock(&self.0) = None;
    }

    /// Wraps a player, so that its game is shown here.
    pub fn player<'a>(&'a self, player: &'a mut dyn AnyPlayer) -> ShownPlayer<'a> {
        ShownPlayer { player, game: self }
    }

    /// Adds the new moves.
    fn add(&self, moves: &[String]) {
        if let Some(game) = &mut *lock(&self.0) {
            let known = game.moves.len().min(moves.len());
            game.moves.extend_from_slice(&moves[known..]);
        }
    }

    fn copy(&self) -> Option<LiveRecord> {
        lock(&self.0).as_ref().filter(|game| game.moves.len() <= MAX_MOVES).cloned()
    }
}

/// A player that shows the moves of its game at each of its turns.
pub struct ShownPlayer<'a> {
    player: &'a mut dyn AnyPlayer,
    game: &'a ShownGame,
}

impl AnyPlayer for ShownPlayer<'_> {
    fn adapt(&self, session: &mut dyn Play, side: Side) -> Result<(), Refused> {
        self.player.adapt(session, side)
    }

    fn own_limits(&self) -> Option<MoveLimits> {
        self.player.own_limits()
    }

    fn margin(&self) -> Option<u64> {
        self.player.margin()
    }

    fn begin(&mut self, start: &GameStart<'_>) -> Result<(), Fault> {
        self.player.begin(start)
    }

    fn choose(&mut self, turn: &Turn<'_>, clock: &dyn Clock) -> Result<PlayerMove, Fault> {
        self.game.add(turn.moves);
        self.player.choose(turn, clock)
    }
}

/// The file of a running contest. It is removed at the end.
pub struct LiveFile {
    path: PathBuf,
    games: Mutex<Vec<Arc<ShownGame>>>,
}

impl LiveFile {
    /// Runs `work` while a thread writes the games in progress beside the archive.
    pub fn during<T>(archive: &Path, work: impl FnOnce(&LiveFile) -> T) -> T {
        let file = LiveFile { path: path_beside(archive), games: Mutex::default() };
        let (running, ended) = channel::<()>();
        thread::scope(|scope| {
            let writer = scope.spawn(|| file.keep_written(ended));
            let done = work(&file);
            drop(running);
            let _ = writer.join();
            done
        })
    }

    /// A place for the game of one more worker; `None` if there are too many.
    pub fn add(&self) -> Option<Arc<ShownGame>> {
        let mut games = lock(&self.games);
        if games.len() == MAX_GAMES {
            return None;
        }
        games.push(Arc::default());
        games.last().cloned()
    }

    /// Writes the file until the contest has ended, then removes it.
    fn keep_written(&self, ended: Receiver<()>) {
        let mut written: Option<(Vec<LiveRecord>, Instant)> = None;
        while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(INTERVAL) {
            let games: Vec<LiveRecord> =
                lock(&self.games).iter().filter_map(|game| game.copy()).collect();
            let is_same = |(known, at): &(Vec<LiveRecord>, Instant)| {
                *known == games && at.elapsed() < HEARTBEAT
            };
            // If the file cannot be written, the next round tries again; the contest does not need
            // it.
            if !written.as_ref().is_some_and(is_same) && self.write(&games).is_ok() {
                written = Some((games, Instant::now()));
            }
        }
        let _ = fs::remove_file(&self.path);
    }

    /// Replaces the file atomically, so that readers never see a part of it.
    fn write(&self, games: &[LiveRecord]) -> io::Result<()> {
        let new = with_ending(&self.path, ".new");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        // Like the archive, only its owner may read it.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let write = || -> io::Result<()> {
            options.open(&new)?.write_all(&serde_json::to_vec(games)?)?;
            fs::rename(&new, &self.path)
        };
        write().inspect_err(|_| drop(fs::remove_file(&new)))
    }
}

/// The games in progress of a contest; none if it is not running or the file cannot be read.
pub fn live_games(archive: &Path) -> Vec<LiveRecord> {
    let read = || -> Option<Vec<LiveRecord>> {
        let file = File::open(path_beside(archive)).ok()?;
        let age = file.metadata().ok()?.modified().ok()?.elapsed();
        // A time in the future counts as now.
        if age.is_ok_and(|age| age > STALE) {
            return None;
        }
        let mut bytes = Vec::new();
        file.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
        let mut games: Vec<LiveRecord> = serde_json::from_slice(&bytes).ok()?;
        games.retain(|game| game.moves.len() <= MAX_MOVES);
        Some(games)
    };
    read().unwrap_or_default()
}

/// The path of the file beside an archive: `class.games-live`.
fn path_beside(archive: &Path) -> PathBuf {
    let archive = fs::canonicalize(archive).unwrap_or_else(|_| archive.to_path_buf());
    with_ending(&archive, "-live")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_in_progress_are_in_the_file_until_the_contest_ends() {
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join("c.games");
        LiveFile::during(&archive, |live| {
            let shown = live.add().unwrap();
            shown.begin("1.1.1".into(), ["a".into(), "b".into()], "nim", "startpos");
            shown.add(&["x".into()]);
            shown.add(&["x".into(), "y".into()]);
            let end = Instant::now() + Duration::from_secs(60);
            let found = loop {
                match live_games(&archive).pop() {
                    Some(game) => break game,
                    None => assert!(Instant::now() < end, "it is never written"),
                }
                thread::yield_now();
            };
            assert_eq!((found.key.as_str(), found.moves), ("1.1.1", vec!["x".into(), "y".into()]));
            shown.end();
            while !live_games(&archive).is_empty() {
                assert!(Instant::now() < end, "a finished game stays");
                thread::yield_now();
            }
            assert!((1..MAX_GAMES).all(|_| live.add().is_some()) && live.add().is_none());
        });
        assert!(!path_beside(&archive).exists());
    }
}
