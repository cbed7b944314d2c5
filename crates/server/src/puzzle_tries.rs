//! How people fare at puzzles: the first try of each browser, in a file of the data folder.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use agon_service::protocol::{ExerciseRequest, PuzzleVerdict, Puzzles, Reply, Tried};
use rusqlite::{Connection, params};

const FILE: &str = "puzzle-tries.sqlite";

/// How many first tries of a puzzle are kept; later ones change little.
const MOST: u32 = 300;

/// How long a statement waits for another program.
const TIMEOUT: Duration = Duration::from_millis(200);

/// A try with a hint has no result.
const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS tries (
        game TEXT NOT NULL, puzzle TEXT NOT NULL, session TEXT NOT NULL, solved INTEGER,
        PRIMARY KEY (game, puzzle, session)
    ) STRICT, WITHOUT ROWID;";

const ADD: &str = "
    INSERT OR IGNORE INTO tries SELECT ?1, ?2, ?3, ?4
    WHERE (SELECT count(*) FROM tries WHERE game = ?1 AND puzzle = ?2) < ?5";

const COUNT: &str = "
    SELECT puzzle, count(solved), sum(solved) FROM tries WHERE game = ?1 AND solved IS NOT NULL
    GROUP BY puzzle";

/// The first tries of a data folder. Without the file nothing is counted.
#[derive(Debug)]
pub struct PuzzleTries(Mutex<Option<Connection>>);

/// A try that may be the first one of its browser.
#[derive(Debug)]
pub struct Attempt {
    game: String,
    puzzle: String,
    is_hint: bool,
}

impl Attempt {
    /// That of a request, if it is one.
    pub fn of(request: &ExerciseRequest) -> Option<Attempt> {
        let ExerciseRequest::PuzzleTry { game, puzzle, hint, .. } = request else { return None };
        Some(Attempt { game: game.clone(), puzzle: puzzle.clone(), is_hint: *hint })
    }
}

impl PuzzleTries {
    pub fn new(folder: &Path) -> PuzzleTries {
        let open = || -> rusqlite::Result<Connection> {
            let connection = Connection::open(folder.join(FILE))?;
            connection.busy_timeout(TIMEOUT)?;
            connection.pragma_update(None, "journal_mode", "wal")?;
            connection.pragma_update(None, "synchronous", "normal")?;
            connection.execute_batch(SCHEMA)?;
            Ok(connection)
        };
        PuzzleTries(Mutex::new(open().ok()))
    }

    /// Counts what a session has tried, and adds to a list how people fared.
    pub fn take(&self, session: &str, attempt: Option<Attempt>, reply: &mut Reply) {
        match (reply, attempt) {
            (Reply::Puzzles(list), _) => self.add_to(list),
            (Reply::PuzzleAttempt(found), Some(attempt)) => {
                let solved = match found.verdict {
                    PuzzleVerdict::Wrong => Some(false),
                    PuzzleVerdict::Solved => Some(true),
                    PuzzleVerdict::Open if attempt.is_hint => None,
                    PuzzleVerdict::Open | PuzzleVerdict::Right => return,
                };
                self.add(session, &attempt, solved);
            }
            _ => (),
        }
    }

    fn add(&self, session: &str, Attempt { game, puzzle, .. }: &Attempt, solved: Option<bool>) {
        let file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A try that cannot be written is not counted.
        let _ = file.as_ref().map(|file| {
            file.prepare_cached(ADD)?.execute(params![game, puzzle, session, solved, MOST])
        });
    }

    fn add_to(&self, list: &mut Puzzles) {
        let file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = || -> rusqlite::Result<Vec<(String, Tried)>> {
            let Some(file) = file.as_ref() else { return Ok(Vec::new()) };
            let mut statement = file.prepare_cached(COUNT)?;
            let rows = statement.query_map([list.game], |row| {
                Ok((row.get(0)?, Tried { people: row.get(1)?, solved: row.get(2)? }))
            })?;
            rows.collect()
        };
        for (id, tried) in counted().unwrap_or_default() {
            if let Some(puzzle) = list.puzzles.iter_mut().find(|puzzle| puzzle.id == id) {
                (puzzle.rating, puzzle.tried) = (tried.rated(puzzle.rating), tried);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_service::exercises::Exercises;
    use agon_service::puzzles::{PuzzleFile, PuzzleFiles, StoredPuzzle, built_in};

    use super::*;

    /// A puzzle of more than one move.
    fn puzzle() -> StoredPuzzle {
        let file = PuzzleFile::read(built_in("santorini").unwrap().as_bytes()).unwrap();
        file.puzzles
            .into_iter()
            .find(|puzzle| puzzle.line.len() % 2 == 1 && puzzle.line.len() > 1)
            .unwrap()
    }

    /// Asks as a session, and returns what the list says of a puzzle.
    fn tried(tries: &PuzzleTries, session: &str, moves: &[&str], hint: bool) -> (u32, Tried) {
        let exercises = Exercises::new(PuzzleFiles::new(|_| None), Default::default());
        let ask = |request: ExerciseRequest| {
            let attempt = Attempt::of(&request);
            let mut reply = exercises.answer(request).unwrap();
            tries.take(session, attempt, &mut reply);
            reply
        };
        let (game, puzzle) = ("santorini".to_string(), puzzle().id);
        let moves = moves.iter().map(|mv| mv.to_string()).collect();
        ask(ExerciseRequest::PuzzleTry { game: game.clone(), puzzle: puzzle.clone(), moves, hint });
        let Reply::Puzzles(list) = ask(ExerciseRequest::Puzzles { game }) else { panic!() };
        let found = list.puzzles.into_iter().find(|it| it.id == puzzle).unwrap();
        (found.rating, found.tried)
    }

    #[test]
    fn the_first_try_of_each_browser_counts_and_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let tries = PuzzleTries::new(folder.path());
        let puzzle = puzzle();
        let line: Vec<&str> = puzzle.line.iter().map(String::as_str).collect();
        let entry = agon_service::game_entry("santorini").unwrap();
        let moves = entry.open(&puzzle.position).unwrap().moves();
        let wrong = moves.iter().find(|mv| mv.text != line[0]).unwrap().text.clone();
        let wrong = [wrong.as_str()];
        let rating = puzzle.rating;
        assert_eq!(tried(&tries, "ann", &line[..1], false), (rating, Tried::default()), "half");
        assert_eq!(tried(&tries, "ann", &line, false).1, Tried { people: 1, solved: 1 });
        assert_eq!(tried(&tries, "ann", &wrong, false).1, Tried { people: 1, solved: 1 });
        assert_eq!(tried(&tries, "bob", &wrong, false).1, Tried { people: 2, solved: 1 });
        assert_eq!(tried(&tries, "bob", &line, false).1, Tried { people: 2, solved: 1 });
        assert_eq!(tried(&tries, "carl", &[], false).1.people, 2, "it was only opened");
        assert_eq!(tried(&tries, "carl", &[], true).1.people, 2, "a hint");
        assert_eq!(tried(&tries, "carl", &line, false).1.people, 2, "after a hint");
        drop(tries);
        let tries = PuzzleTries::new(folder.path());
        let (harder, kept) = tried(&tries, "dora", &wrong, false);
        assert_eq!(kept, Tried { people: 3, solved: 1 });
        assert_eq!(harder, kept.rated(rating));
        assert!(harder > rating);
    }

    #[test]
    fn so_many_tries_are_kept_and_without_a_folder_none() {
        let folder = tempfile::tempdir().unwrap();
        let tries = PuzzleTries::new(folder.path());
        let attempt = Attempt { game: "santorini".into(), puzzle: puzzle().id, is_hint: false };
        (0..MOST + 9).for_each(|it| tries.add(&it.to_string(), &attempt, Some(true)));
        assert_eq!(tried(&tries, "ann", &[], false).1, Tried { people: MOST, solved: MOST });
        let nowhere = PuzzleTries::new(&folder.path().join("missing"));
        nowhere.add("ann", &attempt, Some(true));
        assert_eq!(tried(&nowhere, "ann", &[], false).1, Tried::default());
    }
}
