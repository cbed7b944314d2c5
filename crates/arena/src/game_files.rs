//! Games whose rules are a file, as entries of the registry.
//!
//! A file is named by its path, or, if it comes with the program, by its name: `my.game`,
//! `santorini_pan.game`. Reading files is handed in, because nothing here knows them.

use std::sync::{Mutex, PoisonError};

use agon_core::{Game as _, Side, StateSpace as _, Stop};
use agon_game_file::DatalogGame;
use agon_search::{KnowledgeBase, SolveLimits};

use crate::any_session::AnySession;
use crate::extras::GameExtras;
use crate::players::PrepareExact;
use crate::registry::GameEntry;
use crate::session::Session;

/// The most files that a program opens.
const MAX_FILES: usize = 256;

/// Games of so few positions are solved for the player `perfect`.
const MAX_SOLVED: f64 = 200_000.0;

/// The entries of the files that were opened. An entry lives as long as the program, as those of
/// other games do.
static OPENED: Mutex<Vec<&'static GameEntry>> = Mutex::new(Vec::new());

/// The entry of all games whose files are carried along, as in records and on the page: which one a
/// position belongs to follows from its text. It knows those that are in use somewhere.
pub static GAME_FILE: GameEntry =
    GameEntry::with_extras::<DatalogGame, FileExtras>().decided_by_search::<DatalogGame>();

/// Whether a game of this name is a file.
pub fn is_game_file(name: &str) -> bool {
    name.ends_with(".game") || name.contains('#')
}

/// A session at the start of a game whose rules are a file, with a person on either side.
pub fn file_session(game: DatalogGame) -> Box<dyn AnySession> {
    let start = game.start();
    Box::new(Session::<_, FileExtras>::new(game, start))
}

/// The entry of a file that was opened or comes with the program.
pub(crate) fn find_game_file(name: &str) -> Option<&'static GameEntry> {
    let opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = opened.iter().find(|entry| entry.name == name).copied();
    drop(opened);
    known.or_else(|| {
        if name.contains('#') {
            return agon_game_file::game_of(name).map(|_| &GAME_FILE);
        }
        let is_shipped = agon_game_file::shipped().any(|shipped| shipped == name);
        is_shipped.then(|| open_game_file(name, DatalogGame::shipped(name)?).ok()).flatten()
    })
}

/// Makes a game an entry under this name. Refused if too many files are open.
pub fn open_game_file(name: &str, game: DatalogGame) -> Result<&'static GameEntry, String> {
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    let is_same = |entry: &&&GameEntry| {
        entry.name == name && entry.file.is_some_and(|known| known.id() == game.id())
    };
    if let Some(known) = opened.iter().find(is_same) {
        return Ok(known);
    }
    if opened.len() >= MAX_FILES {
        return Err(format!("this program has opened {MAX_FILES} game files, and opens no more"));
    }
    let text = |text: &str| -> &'static str { Box::leak(text.to_string().into_boxed_str()) };
    let [first, second] = game.rules().sides();
    let (title, sides) = (text(game.rules().title()), [text(first), text(second)]);
    let game: &'static DatalogGame = Box::leak(Box::new(game));
    let entry = GameEntry::of_file(game, text(name), title, sides);
    let entry: &'static GameEntry = Box::leak(Box::new(entry));
    opened.retain(|known| known.name != name);
    opened.push(entry);
    Ok(entry)
}

/// What games that are files have beyond what every game gets.
pub(crate) struct FileExtras;

impl GameExtras<DatalogGame> for FileExtras {
    const EXACT: Option<PrepareExact<DatalogGame>> = Some(|game, stop: &dyn Stop| {
        let mut base = KnowledgeBase::new(game.clone());
        base.solve(&game.start(), &SolveLimits::default(), &agon_core::Silent(stop))?;
        Ok(Box::new(base))
    });

    fn is_solved(game: &DatalogGame) -> bool {
        // Positions differ by the side to move, too, and perhaps by the ply.
        let plies = game.rules().counted_plies().unwrap_or(1);
        2.0 * f64::from(plies) * game.state_space() <= MAX_SOLVED
    }

    fn exact_bytes(_: &DatalogGame) -> u64 {
        1 << 26
    }

    fn sides(game: &DatalogGame) -> [&'static str; 2] {
        let opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        let is_of = |entry: &&&GameEntry| entry.file.is_some_and(|known| known.id() == game.id());
        let entry = opened.iter().find(is_of);
        entry.map_or(Side::BOTH.map(|side| ["First", "Second"][side.index()]), |entry| entry.sides)
    }
}
