//! Handlers of the requests that need neither a connection nor a search.

use std::sync::Arc;

use agon_arena::contest::Record;
use agon_arena::{GAMES, LEVELS};
use agon_core::Side;
use serde_json::{Value, json};

use super::connection::storage_json;
use super::database::StoredGame;
use super::dispatch::Handled;
use super::games::{Games, game_entry, new_id};
use super::live_game::{LiveGame, State};
use super::messages::{RequestError, Scene, SideName};
use super::refusal::PageRefusal;
use super::request::RuleFile;
use super::{computer_moves, jobs};

/// The most games of one list.
const MAX_LISTED: u32 = 100;

/// The most positions drawn by one request.
const MAX_SCENES: usize = 64;

/// Changes a game, stores it, and starts the computer if it is its turn.
pub fn change(
    games: &Arc<Games>,
    id: &str,
    change: impl FnOnce(&mut State) -> Result<(), RequestError>,
) -> Result<Handled, RequestError> {
    let game = games.get(id)?;
    {
        let mut state = game.state();
        change(&mut state)?;
        state.mark_changed();
        state.make_forced_passes();
        games.save(&game, &state);
    }
    computer_moves::start_if_due(games, &game);
    Ok((json!({}), None))
}

/// Gives a side to a player, with the rule file that its spec names.
pub fn set_player(
    state: &mut State,
    side: SideName,
    spec: &str,
    rules: Option<RuleFile>,
) -> Result<(), RequestError> {
    if let Some(file) = rules {
        state.load_rules(file)?;
    }
    state.set_player(Side::from(side), spec)
}

/// What the page needs to know first.
pub fn welcome(games: &Games) -> Value {
    let about = GAMES.iter().map(|entry| {
        let session = entry.start();
        let players = (entry.players)();
        json!({
            "name": entry.name, "title": entry.title, "summary": entry.summary,
            "sides": entry.sides, "hides": session.hides(),
            "solved": players.contains(&"perfect"), "players": players,
            "evaluations": session.evaluations(), "start": Scene::from(session.scene(None)),
        })
    });
    let levels: Vec<&str> = LEVELS.iter().map(|level| level.name).collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"), "games": about.collect::<Vec<Value>>(),
        "levels": levels, "storage": storage_json(&games.storage()),
        "contests": games.contests.count(),
    })
}

/// The stored games, the latest first.
pub fn list(games: &Games, before: Option<i64>, limit: Option<u32>) -> Value {
    let limit = limit.unwrap_or(20).clamp(1, MAX_LISTED) as usize;
    let stored = games.list(before, limit);
    let next = stored.last().filter(|_| stored.len() == limit).map(|last| last.changed);
    let games: Vec<Value> = stored.iter().filter_map(listed).collect();
    json!({ "games": games, "next": next })
}

/// A game of the list; `None` if this version does not know the game.
fn listed(stored: &StoredGame) -> Option<Value> {
    let session = game_entry(&stored.game).ok()?.open(&stored.position).ok()?;
    Some(json!({
        "id": stored.id, "game": stored.game, "seats": stored.seats,
        "moves": stored.line.split_whitespace().count(), "outcome": stored.outcome,
        "changed": stored.changed / 1000, "scene": Scene::from(session.scene(None)),
    }))
}

/// Adds a game from the text of a record or of a position.
pub fn import(
    games: &Games,
    text: &str,
    named: Option<String>,
) -> Result<Arc<LiveGame>, RequestError> {
    let text = text.trim();
    if text.starts_with('[') && text.contains("[Game ") {
        let records = Record::read(text)?;
        return from_record(games, records.first().ok_or(PageRefusal::NotText)?);
    }
    if let Some(name) = named {
        let entry = game_entry(&name)?;
        return games.add(LiveGame::new(new_id(), entry, entry.open(text)?));
    }
    let opened = GAMES.iter().find_map(|entry| Some((entry, entry.open(text).ok()?)));
    let (entry, session) = opened.ok_or(PageRefusal::NotText)?;
    games.add(LiveGame::new(new_id(), entry, session))
}

/// Adds the game of a record, with a person on both sides.
pub fn from_record(games: &Games, record: &Record) -> Result<Arc<LiveGame>, RequestError> {
    // Refuses a record with illegal moves.
    record.replay()?;
    let game = LiveGame::new(new_id(), game_entry(&record.game)?, record.session()?);
    game.state().session.follow(&record.moves.join(" "))?;
    games.add(game)
}

/// The record of a game.
pub fn record(game: &LiveGame) -> Result<Record, RequestError> {
    let snapshot = game.snapshot();
    let mut session = snapshot.open()?;
    session.jump(snapshot.line.len());
    let state = game.state();
    let players = Side::BOTH.map(|side| state.session.player(side).to_string());
    let mut record = Record::new(game.entry, &snapshot.start, players);
    record.moves = snapshot.line;
    record.result = session.outcome();
    Ok(record)
}

/// The scenes of positions, of a game by its name or of the one with this id.
pub fn scenes(games: &Games, name: &str, positions: &[String]) -> Result<Value, RequestError> {
    jobs::check_range("positions", positions.len(), 0, MAX_SCENES)?;
    let entry = match game_entry(name) {
        Ok(entry) => entry,
        Err(_) => games.get(name)?.entry,
    };
    let draw = |text: &String| -> Result<Scene, RequestError> {
        Ok(Scene::from(entry.open(text)?.scene(None)))
    };
    let scenes: Vec<Scene> = positions.iter().map(draw).collect::<Result<_, _>>()?;
    Ok(json!({ "scenes": scenes }))
}

/// A rule file to start from.
pub fn starter(name: &str) -> Result<Value, RequestError> {
    let entry = game_entry(name)?;
    Ok(json!({ "name": format!("{name}.rules"), "source": entry.example }))
}
