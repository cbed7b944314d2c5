//! The schema of the database file: its versions, and how games are written and read.

use std::collections::HashMap;

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, TransactionBehavior, params};

use super::StoredGame;
use super::counts::{Counts, Sessions};
use super::error::StorageError;
use super::queue::Batch;
use crate::id::new_id;

type Migration = fn(&Transaction<'_>) -> rusqlite::Result<()>;

/// The migrations in order. The version of a file is the number of migrations applied to it.
const MIGRATIONS: &[Migration] =
    &[add_owners, add_people, add_guests, add_programs, add_annotations, add_help, add_files];

/// The latest version, which is the `PRAGMA user_version` of the file.
pub const VERSION: i32 = MIGRATIONS.len() as i32;

/// The session that owns the games of version 0, which had no owners.
const LOCAL: &str = "local";

/// The table of version 0; a new file starts with it.
const VERSION_0: &str = "
    CREATE TABLE IF NOT EXISTS games (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, line TEXT NOT NULL,
        ply INTEGER NOT NULL, p1 TEXT NOT NULL, p2 TEXT NOT NULL, rules TEXT NOT NULL,
        running INTEGER NOT NULL, pace INTEGER NOT NULL, position TEXT NOT NULL,
        outcome TEXT, changed INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS latest ON games (changed DESC);";

/// The indexes have all columns that lists and counts need.
const VERSION_1: &str = "
    ALTER TABLE games ADD COLUMN owner TEXT;
    ALTER TABLE games ADD COLUMN owner_key TEXT;
    ALTER TABLE games ADD COLUMN p1_by TEXT;
    ALTER TABLE games ADD COLUMN p2_by TEXT;
    CREATE INDEX by_owner ON games (owner, changed DESC) WHERE owner IS NOT NULL;
    CREATE INDEX by_p1 ON games (p1_by, changed DESC, owner) WHERE p1_by IS NOT NULL;
    CREATE INDEX by_p2 ON games (p2_by, changed DESC, owner, p1_by) WHERE p2_by IS NOT NULL;";

const VERSION_2: &str = "
    ALTER TABLE games ADD COLUMN p1_name TEXT;
    ALTER TABLE games ADD COLUMN p2_name TEXT;
    ALTER TABLE games ADD COLUMN ending TEXT;
    ALTER TABLE games ADD COLUMN clock TEXT;
    ALTER TABLE games ADD COLUMN begun INTEGER;
    ALTER TABLE games ADD COLUMN next TEXT;";

const VERSION_3: &str = "
    ALTER TABLE games ADD COLUMN p1_former TEXT;
    ALTER TABLE games ADD COLUMN p2_former TEXT;
    ALTER TABLE games ADD COLUMN p1_deserted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN p2_deserted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN invitation TEXT;
    ALTER TABLE games ADD COLUMN invited INTEGER;";

const VERSION_4: &str = "ALTER TABLE games ADD COLUMN follows TEXT;";

const VERSION_5: &str = "
    ALTER TABLE games ADD COLUMN annotations TEXT;
    ALTER TABLE games ADD COLUMN review TEXT;";

const VERSION_6: &str = "ALTER TABLE games ADD COLUMN help TEXT;";

const VERSION_7: &str = "ALTER TABLE games ADD COLUMN file TEXT;";

const SAVE: &str = "
    INSERT INTO games (id, game, start, line, ply, p1, p2, rules, running, pace, position,
                       outcome, changed, owner, owner_key, p1_by, p2_by,
                       p1_name, p2_name, ending, clock, begun, next,
                       p1_former, p2_former, p1_deserted, p2_deserted, invitation, invited,
                       follows, annotations, review, help, file)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
            ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34)
    ON CONFLICT (id) DO UPDATE SET
        game = ?2, start = ?3, line = ?4, ply = ?5, p1 = ?6, p2 = ?7, rules = ?8, running = ?9,
        pace = ?10, position = ?11, outcome = ?12, changed = ?13, owner = ?14, owner_key = ?15,
        p1_by = ?16, p2_by = ?17, p1_name = ?18, p2_name = ?19, ending = ?20, clock = ?21,
        begun = ?22, next = ?23, p1_former = ?24, p2_former = ?25, p1_deserted = ?26,
        p2_deserted = ?27, invitation = ?28, invited = ?29, follows = ?30,
        annotations = ?31, review = ?32, help = ?33, file = ?34";

const LATEST: &str = "SELECT changed, rowid FROM games WHERE changed < ?1 ORDER BY changed DESC";

const LATEST_OF_SESSION: &str = "
    SELECT changed, rowid FROM games WHERE owner = ?2 AND changed < ?1
    UNION SELECT changed, rowid FROM games WHERE p1_by = ?2 AND changed < ?1
    UNION SELECT changed, rowid FROM games WHERE p2_by = ?2 AND changed < ?1
    ORDER BY 1 DESC";

/// The number of games of each session. A game counts once for a session that has several parts in
/// it.
const COUNT_BY_SESSION: &str = "
    SELECT owner, count(*) FROM games WHERE owner IS NOT NULL GROUP BY owner
    UNION ALL SELECT p1_by, count(*) FROM games
        WHERE p1_by IS NOT NULL AND p1_by IS NOT owner GROUP BY p1_by
    UNION ALL SELECT p2_by, count(*) FROM games
        WHERE p2_by IS NOT NULL AND p2_by IS NOT owner AND p2_by IS NOT p1_by GROUP BY p2_by";

/// Refuses a file of a later version.
pub fn check_version(connection: &Connection) -> Result<(), StorageError> {
    check_known(version(connection)?)
}

/// Whether a file has the latest version.
pub fn is_current(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(version(connection)? == VERSION)
}

/// Refuses an unknown version.
pub fn check_known(version: i32) -> Result<(), StorageError> {
    match usize::try_from(version) {
        Ok(applied) if applied <= MIGRATIONS.len() => Ok(()),
        _ => Err(StorageError::Newer { version, known: VERSION }),
    }
}

/// Migrates a file to the latest version, in one transaction.
pub fn migrate(connection: &mut Connection) -> Result<(), StorageError> {
    if version(connection)? == VERSION {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&transaction)?;
    check_known(found)?;
    for migration in MIGRATIONS.iter().skip(found as usize) {
        migration(&transaction)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}

fn version(connection: &Connection) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

fn add_owners(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(VERSION_0)?;
    transaction.execute_batch(VERSION_1)?;
    let mut rows = transaction.prepare("SELECT rowid FROM games")?;
    let rows: Vec<i64> = rows.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut update =
        transaction.prepare("UPDATE games SET owner = ?2, owner_key = ?3 WHERE rowid = ?1")?;
    for row in rows {
        update.execute(params![row, LOCAL, new_id()])?;
    }
    Ok(())
}

fn add_people(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(VERSION_2)
}

fn add_guests(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(VERSION_3)
}

fn add_programs(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(VERSION_4)
}

fn add_annotations(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(VERSION_5)
}

fn add_help(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(VERSION_6)
}

fn add_files(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(VERSION_7)
}

pub fn write(connection: &mut Connection, batch: &Batch) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for change in batch {
        match &change.game {
            None => {
                let mut remove = transaction.prepare_cached("DELETE FROM games WHERE id = ?1")?;
                remove.execute([&*change.id])?;
            }
            Some(game) => save(&transaction, game)?,
        }
    }
    transaction.commit()
}

fn save(transaction: &Transaction<'_>, stored: &StoredGame) -> rusqlite::Result<()> {
    let [p1, p2] = &stored.seats;
    let [p1_by, p2_by] = &stored.claims;
    let [p1_name, p2_name] = &stored.names;
    transaction.prepare_cached(SAVE)?.execute(params![
        stored.id,
        stored.game,
        stored.start,
        stored.line,
        i64::try_from(stored.ply).unwrap_or(i64::MAX),
        p1,
        p2,
        stored.rules,
        stored.running,
        i64::try_from(stored.pace).unwrap_or(i64::MAX),
        stored.position,
        stored.outcome,
        stored.changed,
        stored.owner,
        stored.owner_key,
        p1_by,
        p2_by,
        p1_name,
        p2_name,
        stored.ending,
        stored.clock,
        stored.begun,
        stored.next,
        stored.former[0],
        stored.former[1],
        stored.deserted[0],
        stored.deserted[1],
        stored.invitation,
        stored.invited,
        stored.follows,
        stored.annotations,
        stored.review,
        stored.help,
        stored.file,
    ])?;
    Ok(())
}

pub fn load(connection: &Connection, id: &str) -> rusqlite::Result<Option<StoredGame>> {
    let mut query = connection.prepare_cached("SELECT * FROM games WHERE id = ?1")?;
    query.query_row([id], read_row).optional()
}

/// The latest games that changed before a time, of one session or of all, without those for which
/// `is_held` holds.
pub fn list(
    connection: &Connection,
    of: Option<&str>,
    before: i64,
    limit: usize,
    is_held: impl Fn(&str) -> bool,
) -> rusqlite::Result<Vec<StoredGame>> {
    // One transaction, so that no row disappears between the two queries.
    let transaction = connection.unchecked_transaction()?;
    let query = if of.is_some() { LATEST_OF_SESSION } else { LATEST };
    let mut places = transaction.prepare_cached(query)?;
    let mut places = match of {
        Some(session) => places.query(params![before, session])?,
        None => places.query([before])?,
    };
    let mut game = transaction.prepare_cached("SELECT * FROM games WHERE rowid = ?1")?;
    let mut list = Vec::new();
    while list.len() < limit
        && let Some(place) = places.next()?
    {
        let stored = game.query_row([place.get::<_, i64>(1)?], read_row)?;
        if !is_held(&stored.id) {
            list.push(stored);
        }
    }
    Ok(list)
}

/// Removes the games with these ids. Returns how many there were.
pub fn remove(connection: &mut Connection, ids: &[String]) -> rusqlite::Result<usize> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut count = 0;
    for id in ids {
        count += transaction.execute("DELETE FROM games WHERE id = ?1", [id])?;
    }
    transaction.commit()?;
    Ok(count)
}

/// Removes what has expired of the games of others than the local user: games that have not changed
/// since a time, and games without a move whose invitation is older than another time and was not
/// accepted.
pub fn expire(
    connection: &Connection,
    unchanged_since: i64,
    invited_before: i64,
) -> rusqlite::Result<usize> {
    let expired = "DELETE FROM games WHERE owner IS NOT ?1 AND (changed < ?2
        OR line = '' AND invited < ?3 AND (p1_by IS NULL OR p2_by IS NULL))";
    connection.execute(expired, params![LOCAL, unchanged_since, invited_before])
}

/// A number that changes when another connection changes the file.
pub fn data_version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "data_version", |row| row.get(0))
}

/// The number of games, in total and by session.
pub fn count(connection: &Connection) -> rusqlite::Result<Counts> {
    let number = |row: &Row<'_>, column| row.get::<_, i64>(column).map(|count| count as usize);
    let all = connection.query_row("SELECT count(*) FROM games", [], |row| number(row, 0))?;
    let mut query = connection.prepare(COUNT_BY_SESSION)?;
    let mut rows = query.query([])?;
    let mut by_session = HashMap::new();
    while let Some(row) = rows.next()? {
        *by_session.entry(row.get(0)?).or_default() += number(row, 1)?;
    }
    Ok(Counts::new(all, by_session))
}

/// The sessions that take part in the game with this id; `None` if it does not exist.
pub fn sessions(connection: &Connection, id: &str) -> rusqlite::Result<Option<Sessions>> {
    let mut query =
        connection.prepare_cached("SELECT owner, p1_by, p2_by FROM games WHERE id = ?1")?;
    let read = |row: &Row<'_>| Ok(Sessions::of([row.get(0)?, row.get(1)?, row.get(2)?]));
    query.query_row([id], read).optional()
}

fn read_row(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    let natural = |column: &str| {
        let wrong =
            |error| rusqlite::Error::FromSqlConversionFailure(0, Type::Integer, Box::new(error));
        u64::try_from(row.get::<_, i64>(column)?).map_err(wrong)
    };
    Ok(StoredGame {
        id: row.get("id")?,
        game: row.get("game")?,
        start: row.get("start")?,
        line: row.get("line")?,
        ply: natural("ply")? as usize,
        seats: [row.get("p1")?, row.get("p2")?],
        rules: row.get("rules")?,
        running: row.get("running")?,
        pace: natural("pace")?,
        position: row.get("position")?,
        outcome: row.get("outcome")?,
        changed: row.get("changed")?,
        owner: row.get("owner")?,
        owner_key: row.get::<_, Option<String>>("owner_key")?.unwrap_or_default(),
        claims: [row.get("p1_by")?, row.get("p2_by")?],
        names: [row.get("p1_name")?, row.get("p2_name")?],
        ending: row.get("ending")?,
        clock: row.get("clock")?,
        begun: row.get("begun")?,
        next: row.get("next")?,
        former: [row.get("p1_former")?, row.get("p2_former")?],
        deserted: [row.get("p1_deserted")?, row.get("p2_deserted")?],
        invitation: row.get("invitation")?,
        invited: row.get("invited")?,
        follows: row.get("follows")?,
        annotations: row.get("annotations")?,
        review: row.get("review")?,
        help: row.get("help")?,
        file: row.get("file")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_counts_read_indexes_only() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        let steps = |query: &str| -> Vec<String> {
            let mut query = connection.prepare(&format!("EXPLAIN QUERY PLAN {query}")).unwrap();
            let nulls = vec![None::<String>; query.parameter_count()];
            let rows = query.query_map(rusqlite::params_from_iter(nulls), |row| row.get(3));
            rows.unwrap().collect::<Result<_, _>>().unwrap()
        };
        for query in [LATEST, LATEST_OF_SESSION, COUNT_BY_SESSION, "SELECT count(*) FROM games"] {
            let steps = steps(query);
            let reads = |step: &&String| step.contains("games");
            assert!(steps.iter().any(|step| reads(&step)), "{steps:?}");
            for step in steps.iter().filter(reads) {
                assert!(step.contains("COVERING INDEX"), "{query}: {steps:?}");
            }
        }
    }
}
