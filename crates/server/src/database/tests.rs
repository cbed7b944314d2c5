//! Tests of the database with real files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use tempfile::TempDir;
use tokio::time::timeout;

use super::file::FILE;
use super::queue::{Limits, Queue};
use super::{GameDatabase, Storage, StorageError, StoredGame, schema};

/// How long a test waits for an event.
const TIMEOUT: Duration = Duration::from_secs(60);

const NOBODY: [Option<&str>; 3] = [None; 3];

fn stored(id: &str, changed: i64, [owner, p1_by, p2_by]: [Option<&str>; 3]) -> StoredGame {
    StoredGame {
        id: id.into(),
        game: "tictactoe".into(),
        file: None,
        start: "startpos".into(),
        line: "11 00".into(),
        ply: 1,
        seats: ["person".into(), "level:5".into()],
        rules: "[]".into(),
        running: true,
        pace: 400,
        position: "startpos".into(),
        outcome: None,
        changed,
        owner: owner.map(String::from),
        owner_key: format!("key of {id}"),
        claims: [p1_by.map(String::from), p2_by.map(String::from)],
        names: [Some("Anna".into()), None],
        ending: None,
        clock: Some("{}".into()),
        begun: Some(changed - 1),
        next: None,
        former: [None, p2_by.map(String::from)],
        deserted: [false, changed % 2 == 1],
        invitation: owner.map(String::from),
        invited: Some(changed),
        follows: Some("hand-in:ann".into()),
        annotations: Some("[Game \"tictactoe\"]".into()),
        review: Some("[]".into()),
        help: Some("[]".into()),
    }
}

fn game(id: &str, changed: i64) -> StoredGame {
    stored(id, changed, NOBODY)
}

/// A connection like that of another process.
fn other(folder: &Path) -> Connection {
    Connection::open(folder.join(FILE)).unwrap()
}

async fn wait_for(database: &GameDatabase, wanted: impl FnMut(&Storage) -> bool) -> Storage {
    let mut changes = database.changes();
    timeout(TIMEOUT, changes.wait_for(wanted)).await.expect("in time").unwrap().clone()
}

async fn wait_for_disk(database: &GameDatabase) {
    wait_for(database, |storage| *storage == Storage::Disk).await;
}

async fn ids(database: &GameDatabase, of: Option<&str>) -> Vec<String> {
    let list = database.list(of, i64::MAX, 100).await.unwrap();
    list.into_iter().map(|stored| stored.id).collect()
}

fn why(storage: &Storage) -> &str {
    match storage {
        Storage::Disk => panic!("on disk"),
        Storage::Memory { why } | Storage::Refused { why } => why,
    }
}

#[tokio::test]
async fn what_cannot_be_written_is_held_and_written_without_another_request() {
    let folder = tempfile::tempdir().unwrap();
    let database = GameDatabase::open(folder.path(), None);
    assert_eq!(database.save(game("one", 1)).await, Storage::Disk);
    let other = other(folder.path());
    other.execute_batch("ALTER TABLE games RENAME TO away").unwrap();
    assert!(matches!(database.save(game("two", 2)).await, Storage::Memory { .. }));
    assert!(matches!(database.storage(), Storage::Memory { .. }));
    assert_eq!(database.load("two").await, Ok(Some(game("two", 2))));
    other.execute_batch("ALTER TABLE away RENAME TO games").unwrap();
    wait_for_disk(&database).await;
    let written = schema::load(&other, "two").unwrap();
    assert_eq!(written, Some(game("two", 2)), "it says disk after it has written");
    assert_eq!(ids(&database, None).await, ["two", "one"], "the latest first");
    assert_eq!(database.list(None, 2, 1).await.unwrap(), [game("one", 1)]);
    assert_eq!(database.remove("two").await, Storage::Disk);
    assert_eq!(database.load("two").await, Ok(None));
    assert_eq!(database.count(None).await, Ok(1));
}

#[tokio::test]
async fn a_folder_that_becomes_usable_is_used() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("folder");
    fs::write(&folder, "not a folder").unwrap();
    let database = GameDatabase::open(&folder, None);
    assert!(matches!(database.save(game("one", 1)).await, Storage::Memory { .. }));
    assert_eq!(database.load("one").await, Ok(Some(game("one", 1))));
    assert_eq!(database.load("two").await, Ok(None));
    assert_eq!(ids(&database, None).await, ["one"]);
    fs::remove_file(&folder).unwrap();
    wait_for_disk(&database).await;
    assert_eq!(schema::load(&other(&folder), "one").unwrap(), Some(game("one", 1)));
    assert_eq!(database.count(None).await, Ok(1));
}

#[tokio::test]
async fn opening_is_tried_again_without_any_request() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("folder");
    fs::write(&folder, "not a folder").unwrap();
    let database = GameDatabase::open(&folder, None);
    assert!(matches!(database.storage(), Storage::Memory { .. }));
    fs::remove_file(&folder).unwrap();
    wait_for_disk(&database).await;
    assert!(folder.join(FILE).exists());
}

#[tokio::test]
async fn a_lock_delays_writes_and_no_reads() {
    let folder = tempfile::tempdir().unwrap();
    let database = GameDatabase::open(folder.path(), None);
    database.save(game("one", 1)).await;
    let other = other(folder.path());
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let saves: Vec<_> = (2..100)
        .map(|changed| {
            let database = database.clone();
            tokio::spawn(async move { database.save(game("two", changed)).await })
        })
        .collect();
    // The lock is held until these reads end, so they cannot have waited for it.
    while database.load("two").await.unwrap().is_none_or(|stored| stored.changed < 99) {
        tokio::task::yield_now().await;
    }
    assert_eq!(database.load("one").await, Ok(Some(game("one", 1))));
    assert_eq!(ids(&database, None).await, ["two", "one"]);
    let newer = tokio::spawn({
        let database = database.clone();
        async move { database.save(game("one", 100)).await }
    });
    while database.load("one").await != Ok(Some(game("one", 100))) {
        tokio::task::yield_now().await;
    }
    assert_eq!(ids(&database, None).await, ["one", "two"], "each once, as it is now");
    let saves: Vec<_> = saves.into_iter().chain([newer]).collect();
    assert!(saves.iter().all(|save| !save.is_finished()), "nothing is acknowledged too early");
    other.execute_batch("COMMIT").unwrap();
    for save in saves {
        assert_eq!(save.await.unwrap(), Storage::Disk);
    }
    assert_eq!(schema::load(&other, "two").unwrap(), Some(game("two", 99)), "the latest");
}

#[tokio::test]
async fn a_long_lock_is_storage_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let database = GameDatabase::open(folder.path(), None);
    let other = other(folder.path());
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let storage = database.save(game("one", 1)).await;
    assert_eq!(why(&storage), "another program has games.sqlite locked");
    assert_eq!(database.storage(), storage);
    other.execute_batch("COMMIT").unwrap();
    wait_for_disk(&database).await;
    assert_eq!(schema::load(&other, "one").unwrap(), Some(game("one", 1)));
}

/// A copy of a database that version 0.1 wrote, in its own folder.
fn old_database() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(FILE);
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/tests/fixtures/v0.1").join(FILE);
    fs::copy(old, &file).unwrap();
    (folder, file)
}

#[tokio::test]
async fn a_file_of_version_0_gets_owners() {
    let (folder, file) = old_database();
    let database = GameDatabase::open(folder.path(), None);
    assert_eq!(database.storage(), Storage::Disk);
    let games = database.list(Some("local"), i64::MAX, 100).await.unwrap();
    assert_eq!(games.len(), 13);
    assert_eq!(database.count(Some("local")).await, Ok(13));
    let mut keys: Vec<&str> = games.iter().map(|game| game.owner_key.as_str()).collect();
    assert!(keys.iter().all(|key| key.len() == 22), "{keys:?}");
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 13, "each has its own");
    assert!(games.iter().all(|game| game.claims == [None, None]));
    let version: i32 = Connection::open(file)
        .unwrap()
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .unwrap();
    assert_eq!(version, schema::VERSION);
    drop(database);
    let again = GameDatabase::open(folder.path(), None);
    assert_eq!(again.list(None, i64::MAX, 100).await.unwrap(), games, "it migrates once");
}

#[tokio::test]
async fn a_file_of_a_later_version_is_refused_and_left_alone() {
    let (folder, file) = old_database();
    let other = other(folder.path());
    other.execute_batch("PRAGMA journal_mode = delete; PRAGMA user_version = 8").unwrap();
    drop(other);
    let before = fs::read(&file).unwrap();
    let database = GameDatabase::open(folder.path(), None);
    let newer = StorageError::Newer { version: 8, known: schema::VERSION };
    assert_eq!(why(&database.storage()), newer.to_string());
    assert!(newer.to_string().contains("version 8"), "{newer}");
    assert!(matches!(database.save(game("one", 1)).await, Storage::Memory { .. }));
    assert_eq!(database.load("one").await, Ok(Some(game("one", 1))));
    assert_eq!(database.load("two").await, Err(newer.clone()));
    assert_eq!(database.list(None, i64::MAX, 10).await, Err(newer));
    assert_eq!(database.count(None).await, Ok(1), "new games can be created");
    drop(database);
    assert!(fs::read(&file).unwrap() == before, "the file is as it was");
    assert!(!folder.path().join("games.sqlite-wal").exists());
}

#[tokio::test]
async fn a_file_that_is_no_database_is_storage_as_damage() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(FILE);
    fs::write(&file, "this was a database once").unwrap();
    let database = GameDatabase::open(folder.path(), None);
    let storage = why(&database.storage()).to_string();
    assert!(storage.contains("games.sqlite is damaged: restore a backup"), "{storage}");
    assert_eq!(database.list(None, i64::MAX, 10).await, Err(StorageError::Damaged));
    assert_eq!(database.load("one").await, Err(StorageError::Damaged));
    database.save(game("one", 1)).await;
    fs::rename(&file, folder.path().join("damaged")).unwrap();
    wait_for_disk(&database).await;
    assert_eq!(ids(&database, None).await, ["one"]);
}

#[tokio::test]
async fn a_damaged_page_is_storage_as_damage() {
    let folder = tempfile::tempdir().unwrap();
    let database = GameDatabase::open(folder.path(), None);
    for number in 0..200 {
        database.save(game(&format!("game {number}"), number)).await;
    }
    drop(database);
    // The lock shows that the writer has ended.
    let file = folder.path().join(FILE);
    drop(super::file::lock(folder.path()).unwrap());
    other(folder.path()).execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let mut bytes = fs::read(&file).unwrap();
    let start = Connection::open(&file)
        .unwrap()
        .query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'games'", [], |row| {
            row.get::<_, i64>(0)
        })
        .unwrap() as usize;
    bytes[(start - 1) * 4096..start * 4096].fill(0xAA);
    fs::write(&file, bytes).unwrap();
    let database = GameDatabase::open(folder.path(), None);
    assert_eq!(database.list(None, i64::MAX, 10).await, Err(StorageError::Damaged));
    assert_eq!(database.load("game 7").await, Err(StorageError::Damaged));
}

#[tokio::test]
async fn a_file_that_was_moved_away_is_not_written_any_more() {
    let folder = tempfile::tempdir().unwrap();
    let database = GameDatabase::open(folder.path(), None);
    database.save(game("one", 1)).await;
    assert_eq!(ids(&database, None).await, ["one"]);
    for end in ["", "-wal", "-shm"] {
        let name = format!("{FILE}{end}");
        fs::rename(folder.path().join(&name), folder.path().join(format!("old {name}"))).unwrap();
    }
    assert_eq!(database.save(game("two", 2)).await, Storage::Disk);
    assert_eq!(schema::load(&other(folder.path()), "two").unwrap(), Some(game("two", 2)));
    assert_eq!(ids(&database, None).await, ["two"]);
    assert_eq!(database.count(None).await, Ok(1));
}

#[tokio::test]
async fn a_second_process_waits_for_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let first = GameDatabase::open(folder.path(), None);
    first.save(game("one", 1)).await;
    let second = GameDatabase::open(folder.path(), None);
    assert!(why(&second.storage()).contains("another agon uses games.sqlite"));
    assert!(matches!(second.save(game("two", 2)).await, Storage::Memory { .. }));
    drop(first);
    wait_for_disk(&second).await;
    assert_eq!(ids(&second, None).await, ["two", "one"]);
}

#[cfg(unix)]
#[tokio::test]
async fn files_and_folder_are_private() {
    use std::os::unix::fs::PermissionsExt as _;

    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let (folder, file) = old_database();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let database = GameDatabase::open(folder.path(), None);
    database.save(game("one", 1)).await;
    assert_eq!(mode(folder.path()), 0o700);
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    assert!(folder.path().join("games.sqlite-wal").exists());

    let shared = tempfile::tempdir().unwrap();
    fs::set_permissions(shared.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(shared.path().join("of others"), "").unwrap();
    let database = GameDatabase::open(shared.path(), None);
    assert_eq!(database.storage(), Storage::Disk);
    assert_eq!(mode(shared.path()), 0o755, "it is not only ours");
    assert_eq!(mode(&shared.path().join(FILE)), 0o600);
}

#[tokio::test]
async fn a_session_lists_and_counts_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let database = GameDatabase::open(folder.path(), None);
    let parts = [
        [Some("ann"), None, None],
        [Some("bob"), Some("ann"), Some("bob")],
        [Some("bob"), None, Some("ann")],
        [Some("bob"), None, None],
        [None, Some("ann"), Some("ann")],
        NOBODY,
    ];
    let other = other(folder.path());
    for is_failing in [false, true] {
        if is_failing {
            other.execute_batch("BEGIN EXCLUSIVE").unwrap();
        }
        for (number, parts) in (0..).zip(parts) {
            let id = format!("{number}{is_failing}");
            let changed = number + i64::from(is_failing) * 10;
            database.save(stored(&id, changed, parts)).await;
        }
    }
    let of = ["4true", "2true", "1true", "0true", "4false", "2false", "1false", "0false"];
    assert_eq!(ids(&database, Some("ann")).await, of);
    let page = database.list(Some("ann"), 11, 2).await.unwrap();
    assert_eq!([&page[0].id, &page[1].id], ["0true", "4false"]);
    let count = async |of| database.count(of).await.unwrap();
    assert_eq!((count(Some("ann")).await, count(Some("bob")).await), (8, 6));
    assert_eq!((count(Some("cid")).await, count(None).await), (0, 12));
    // Bob gives a game to Cid, and Ann leaves it.
    database.save(stored("1true", 20, [Some("cid"), None, Some("bob")])).await;
    database.remove("0false").await;
    other.execute_batch("COMMIT").unwrap();
    wait_for_disk(&database).await;
    assert_eq!((count(Some("ann")).await, count(Some("bob")).await), (6, 6));
    assert_eq!((count(Some("cid")).await, count(None).await), (1, 11));
    assert_eq!(ids(&database, Some("cid")).await, ["1true"]);
    let fresh = schema::count(&other).unwrap();
    for session in ["ann", "bob", "cid"] {
        assert_eq!(fresh.get(Some(session)), count(Some(session)).await, "{session}");
    }
    assert_eq!(fresh.get(None), count(None).await);
}

#[tokio::test]
async fn a_full_queue_delays_saves_and_keeps_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let few = Limits { games: 2, bytes: 1 << 20 };
    let database = GameDatabase::with_queue(folder.path(), None, Queue::with_limits([few, few]));
    let other = other(folder.path());
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let save = |id: &str, changed| {
        let (database, game) = (database.clone(), game(id, changed));
        tokio::spawn(async move { database.save(game).await })
    };
    let first = [save("one", 1), save("two", 2)];
    let later: Vec<_> = (3..50).map(|changed| save("three", changed)).collect();
    while database.load("two").await.unwrap().is_none() {
        tokio::task::yield_now().await;
    }
    assert_eq!(database.load("three").await, Ok(None), "there is no room for it yet");
    other.execute_batch("COMMIT").unwrap();
    for save in first.into_iter().chain(later) {
        assert_eq!(timeout(TIMEOUT, save).await.expect("in time").unwrap(), Storage::Disk);
    }
    assert_eq!(schema::load(&other, "three").unwrap(), Some(game("three", 49)));
}

#[tokio::test]
async fn memory_that_is_full_refuses_new_games() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("folder");
    fs::write(&folder, "not a folder").unwrap();
    let few = Limits { games: 2, bytes: 1 << 20 };
    let database = GameDatabase::with_queue(&folder, None, Queue::with_limits([few, few]));
    for number in 1..=2 {
        assert!(database.count(None).await.is_ok());
        let storage = database.save(game(&number.to_string(), number)).await;
        assert!(matches!(storage, Storage::Memory { .. }));
    }
    let full = StorageError::Full { games: 2 };
    assert_eq!(database.count(None).await, Err(full.clone()));
    let storage = database.save(game("3", 3)).await;
    assert_eq!(storage, Storage::Refused { why: full.to_string() });
    assert_eq!(database.load("3").await, Ok(None), "what is refused is not held");
    let storage = database.save(game("2", 4)).await;
    assert!(matches!(storage, Storage::Memory { .. }), "a held game goes on");
    let mut long = game("2", 5);
    long.line = "11 ".repeat(1 << 20);
    assert!(matches!(database.save(long).await, Storage::Refused { .. }), "by bytes too");
    fs::remove_file(&folder).unwrap();
    wait_for_disk(&database).await;
    assert_eq!(database.save(game("3", 6)).await, Storage::Disk);
    assert_eq!(ids(&database, None).await, ["3", "2", "1"]);
}
