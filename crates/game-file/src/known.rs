//! The game files that the program knows: those that come with it, and those that were loaded.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use agon_infer::{Diagnostics, GameRules};
use agon_rules::GAMES;

use crate::DatalogGame;

/// The loaded files by the name with which their positions begin. A file is known as long as a game
/// uses it.
static LOADED: Mutex<Option<HashMap<String, Weak<GameRules>>>> = Mutex::new(None);

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
    let is_shipped = |(known, text): &&(&str, &str)| *known == name && text.as_bytes() == source;
    if let Some(game) = GAMES.iter().find(is_shipped).and_then(|(known, _)| shipped_game(known)) {
        return Ok(game);
    }
    let mut find = |name: &str| find_shipped(name).or_else(|_| find(name));
    let rules = GameRules::read(name, source, &mut find)?;
    let id = format!("{}#{:08x}", rules.name(), rules.hash() as u32);
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let loaded = loaded.get_or_insert_default();
    loaded.retain(|_, rules| rules.strong_count() > 0);
    let same = loaded.get(&id).and_then(Weak::upgrade);
    let rules = same.unwrap_or_else(|| Arc::new(rules));
    loaded.insert(id.clone(), Arc::downgrade(&rules));
    Ok(DatalogGame::new(rules, id.into()))
}

/// The game with whose name positions begin.
pub(crate) fn game_of(id: &str) -> Option<DatalogGame> {
    if !id.contains('#') {
        return shipped_game(id).filter(|game| game.id() == id);
    }
    let loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let rules = loaded.as_ref()?.get(id)?.upgrade()?;
    Some(DatalogGame::new(rules, id.into()))
}
