//! The game files that the program knows: those that come with it, and those that were loaded.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use agon_infer::{Diagnostics, GameRules, SourceFile};
use agon_rules::GAMES;

use crate::DatalogGame;

/// The loaded files by the name with which their positions begin. A file is known as long as a game
/// uses it.
static LOADED: Mutex<Option<HashMap<String, Weak<GameRules>>>> = Mutex::new(None);

/// The files that were loaded last, which stay compiled: a file that was checked is often played next.
static RECENT: Mutex<Vec<DatalogGame>> = Mutex::new(Vec::new());
const MAX_RECENT: usize = 8;

/// The games that come with the program, compiled when they are first asked for.
static SHIPPED: [OnceLock<DatalogGame>; GAMES.len()] = [const { OnceLock::new() }; GAMES.len()];

/// The names of the files that come with the program.
pub fn shipped() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|&(name, _)| name)
}

/// The text of a file that comes with the program, or why there is none.
pub fn find_shipped(name: &str) -> Result<String, String> {
    let found = GAMES.iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| text.to_string()).ok_or_else(|| {
        let near = agon_infer::nearest(name, shipped());
        let hint = near.map(|near| format!(", did you mean {near}?")).unwrap_or_default();
        format!("no file of this name comes with the program{hint}")
    })
}

/// A game that comes with the program, by the name of its file, with or without its ending.
pub(crate) fn shipped_game(name: &str) -> Option<DatalogGame> {
    let is_named =
        |(known, _): &(&str, &str)| *known == name || known.strip_suffix(".game") == Some(name);
    let at = GAMES.iter().position(is_named)?;
    let (file, text) = GAMES[at];
    let game = SHIPPED[at].get_or_init(|| {
        let rules = GameRules::read(file, text.as_bytes(), &mut find_shipped);
        // A test reads them all.
        let rules = rules.unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
        let id = rules.name().into();
        DatalogGame::new(Arc::new(rules), id)
    });
    Some(game.clone())
}

/// Compiles a game file. `find` gives the text of a file that another includes, of those that do
/// not come with the program.
///
/// A position of the game begins with the name that the file gives it and a number that follows
/// from its text, so that positions of two files are never confused.
pub fn load(
    name: &str,
    source: &[u8],
    find: &mut agon_infer::FindInclude<'_>,
) -> Result<DatalogGame, Diagnostics> {
    load_by(name, source, &mut |name| find_shipped(name).or_else(|_| find(name)))
}

/// Compiles a game from the texts of all its files, its own first, as records have them. A file that
/// is missing may be one that comes with the program.
pub fn load_files(files: &[SourceFile]) -> Result<DatalogGame, Diagnostics> {
    let (name, source) = files.first().map_or(("", ""), |file| (&file.name, &file.text));
    load_by(name, source.as_bytes(), &mut |name| {
        let own = files.iter().skip(1).find(|file| file.name == name);
        own.map_or_else(|| find_shipped(name), |file| Ok(file.text.clone()))
    })
}

fn load_by(
    name: &str,
    source: &[u8],
    find: &mut agon_infer::FindInclude<'_>,
) -> Result<DatalogGame, Diagnostics> {
    let is_shipped = |(_, text): &&(&str, &str)| text.as_bytes() == source;
    let shipped = GAMES.iter().find(is_shipped).and_then(|(known, _)| shipped_game(known));
    if let Some(game) = shipped.filter(|game| is_same(game.rules(), source, find)) {
        return Ok(game);
    }
    let mut recent = RECENT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(at) = recent.iter().position(|game| is_same(game.rules(), source, find)) {
        let game = recent.remove(at);
        let again = DatalogGame::new(Arc::clone(&game.rules), game.id().into());
        recent.push(game);
        return Ok(again);
    }
    drop(recent);
    let rules = Arc::new(GameRules::read(name, source, find)?);
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let loaded = loaded.get_or_insert_default();
    loaded.retain(|_, rules| rules.strong_count() > 0);
    // Texts can be made that have the same number, so the second one gets a longer one.
    let [short, long] = [rules.hash() & 0xffff_ffff, rules.hash()];
    let ids = [format!("{}#{short:08x}", rules.name()), format!("{}#{long:016x}", rules.name())];
    let mut is_free = |id: &&String| {
        let known = loaded.get(*id).and_then(Weak::upgrade);
        known.is_none_or(|known| is_same(&known, source, find))
    };
    let Some(id) = ids.iter().find(&mut is_free) else {
        return Err(rules.refuse("its text has the number of another game that is open"));
    };
    let rules = loaded.get(id).and_then(Weak::upgrade).unwrap_or(rules);
    loaded.insert(id.clone(), Arc::downgrade(&rules));
    let game = DatalogGame::new(rules, id.as_str().into());
    let mut recent = RECENT.lock().unwrap_or_else(PoisonError::into_inner);
    if recent.len() >= MAX_RECENT {
        recent.remove(0);
    }
    // Without the positions that the game is going to number.
    recent.push(DatalogGame::new(Arc::clone(&game.rules), game.id().into()));
    Ok(game)
}

/// Whether a file is that of some rules: two games are the same if all their files are, whatever the
/// first one is called.
fn is_same(rules: &GameRules, source: &[u8], find: &mut agon_infer::FindInclude<'_>) -> bool {
    let mut same = |file: &SourceFile| find(&file.name).is_ok_and(|text| text == file.text);
    rules.files()[0].text.as_bytes() == source && rules.files()[1..].iter().all(&mut same)
}

/// The game with whose name positions begin.
pub fn game_of(id: &str) -> Option<DatalogGame> {
    if !id.contains('#') {
        return shipped_game(id).filter(|game| game.id() == id);
    }
    let loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let rules = loaded.as_ref()?.get(id)?.upgrade()?;
    Some(DatalogGame::new(rules, id.into()))
}
