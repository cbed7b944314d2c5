//! The lobby: creates, lists and draws games.

use agon_arena::contest::{Record, read_date};
use agon_arena::{AnySession, GAME_FILE, GameEntry, LEVELS, PlayerSpec, file_session, games};
use agon_core::{Outcome, Scene, Side};
use serde::Serialize;

use crate::exercises::Exercises;
use crate::game_entry::game_entry;
use crate::game_file::{StoredFile, bounded, load_text, shipped_file};
use crate::lessons::LessonFiles;
use crate::live_game::{GameState, LiveGame};
use crate::player_name::{name_of_record, read_name};
use crate::protocol::{
    CreateRequest, FileTitle, GameInfo, GameList, ListedGame, ListedResult, ListedScene, PROTOCOL,
    RequestError, RuleFile, Scenes, ServerInfo, Settings,
};
use crate::refusal::{ServiceRefusal, check_range};
use crate::resources::Resources;
use crate::seats::{Caller, LOCAL, Seats};
use crate::stored_game::{Storage, StoredGame};

/// The most games of one list.
pub const MAX_LISTED: u32 = 100;

/// How many moves of a listed game are its opening.
const OPENING_MOVES: usize = 2;

/// The most positions drawn by one request.
const MAX_SCENES: usize = 64;

/// The most bytes of the boards in one reply. The first board is always sent.
const MAX_BYTES: usize = 512 << 10;

/// The values of a new game that must not be guessable.
#[derive(Clone, Debug)]
pub struct Fresh {
    pub id: String,
    pub owner_key: String,
    /// A random seed, for a maze without one.
    pub seed: u64,
    /// What the server offers to the game.
    pub resources: Resources,
}

/// Refuses a page with another version of the protocol.
pub fn check_protocol(found: Option<u32>) -> Result<(), ServiceRefusal> {
    match found {
        Some(found) if found != PROTOCOL => {
            Err(ServiceRefusal::Protocol { found, known: PROTOCOL })
        }
        _ => Ok(()),
    }
}

/// The kinds of games, as the page needs to know them. This takes some milliseconds.
pub fn game_infos(resources: &Resources, exercises: &Exercises) -> Vec<GameInfo> {
    let about = |entry: &GameEntry| {
        kind_info(entry, entry.start(), resources, exercises.has_puzzles(entry))
    };
    games().iter().map(about).collect()
}

/// A kind of game, of which this is a session at the start.
pub(crate) fn kind_info(
    entry: &GameEntry,
    mut session: Box<dyn AnySession>,
    resources: &Resources,
    puzzles: bool,
) -> GameInfo {
    resources.add_programs(&mut *session);
    let players = (entry.players)();
    let texts = entry.texts.iter();
    let texts = texts.map(|it| (it.language, it.texts.iter().copied().collect()));
    {
        GameInfo {
            name: entry.name.into(),
            title: entry.title.into(),
            summary: entry.summary,
            sides: entry.sides.map(Into::into),
            hides: session.hides(),
            solved: session.is_solved(),
            solved_with: (entry.solved_with)(),
            parameters: entry.parameters.iter().map(Into::into).collect(),
            opponent: entry.opponent,
            assignment: entry.assignment.map(|assignment| assignment.opponent),
            colours: entry.colours,
            texts: texts.collect(),
            emblem: entry.samples.emblem,
            pictures: entry.samples.pictures,
            edited: entry.editor.is_some(),
            puzzles,
            facts: !session.vocabulary().relations.is_empty(),
            players,
            evaluations: session.evaluations(),
            programs: resources.followers(entry.name).map(|it| it.name().into()).collect(),
            start: session.scene(None),
        }
    }
}

/// What the page needs to know first.
pub fn server_info(
    version: &'static str,
    storage: &Storage,
    contests: usize,
    caller: &Caller,
    games: Vec<GameInfo>,
    lessons: &LessonFiles,
) -> ServerInfo {
    ServerInfo {
        version,
        protocol: PROTOCOL,
        games,
        lessons: lessons.names(),
        lesson_titles: lessons.titles(),
        levels: LEVELS.iter().map(|level| level.name).collect(),
        storage: storage.into(),
        contests,
        shared: &*caller.session != LOCAL,
    }
}

/// Selects stored games.
#[derive(Clone, Debug, Default)]
pub struct ListFilter {
    pub game: Option<String>,
    /// Only games with this result, or open ones.
    pub result: Option<ListedResult>,
    /// Only games with this text in the name of a player.
    pub player: Option<String>,
    /// Only games that began at this time or later, in seconds since 1970.
    pub since: Option<i64>,
    /// Only games that began before this time.
    pub until: Option<i64>,
}

impl ListFilter {
    pub fn wants(&self, stored: &StoredGame) -> bool {
        let is_ended_so = |result: ListedResult| {
            stored.outcome.as_deref()
                == match result {
                    ListedResult::Open => None,
                    ListedResult::P1 => Some("p1"),
                    ListedResult::P2 => Some("p2"),
                    ListedResult::Draw => Some("draw"),
                }
        };
        let has_player = |name: &String| {
            let mut players = stored.seats.iter().chain(stored.names.iter().flatten());
            players.any(|player| player.to_lowercase().contains(&name.to_lowercase()))
        };
        self.game.as_ref().is_none_or(|game| *game == stored.game)
            && self.result.is_none_or(is_ended_so)
            && self.player.as_ref().is_none_or(has_player)
            && self.since.is_none_or(|since| stored.date() >= since)
            && self.until.is_none_or(|until| stored.date() < until)
    }

    /// Whether it selects all games.
    pub fn is_empty(&self) -> bool {
        let dates = [self.since, self.until];
        self.game.is_none() && self.result.is_none() && self.player.is_none() && dates == [None; 2]
    }
}

/// A list of stored games; `next` continues it. Games that do not fit into one reply are left for
/// the next.
pub fn list(stored: &[StoredGame], next: Option<i64>, caller: &Caller) -> GameList {
    let mut games = Vec::new();
    let mut left = MAX_BYTES;
    for (place, game) in stored.iter().enumerate() {
        let Some(listed) = listed(game, caller) else { continue };
        let bytes = size_of_json(&listed.scene);
        if bytes > left && !games.is_empty() {
            let next = place.checked_sub(1).map(|last| stored[last].changed);
            return GameList { games, next };
        }
        left = left.saturating_sub(bytes);
        games.push(listed);
    }
    GameList { games, next }
}

/// A game of the list; `None` if this version does not know the game.
fn listed(stored: &StoredGame, caller: &Caller) -> Option<ListedGame> {
    let seats = Seats::restored(stored);
    let file = stored.file.as_deref().and_then(StoredFile::read);
    let (scene, opening) = match &file {
        // Its rules are not compiled for a list.
        Some(file) => {
            let opening = stored.line.split_whitespace().take(OPENING_MOVES);
            let scene = ListedScene::Stored(file.scene.clone().unwrap_or_default());
            (scene, opening.collect::<Vec<_>>().join(" "))
        }
        None => {
            let session = game_entry(&stored.game).ok()?.open(&stored.position).ok()?;
            let scene = match list_viewer(&*session, stored, &seats, caller) {
                Ok(viewer) => session.scene(viewer),
                // An owner who does not play sees an empty board.
                Err(_) => Scene::default(),
            };
            (ListedScene::Drawn(scene), opening(&*session, stored))
        }
    };
    Some(ListedGame {
        id: stored.id.clone(),
        game: stored.game.clone(),
        seats: stored.seats.clone(),
        moves: stored.line.split_whitespace().count(),
        opening,
        outcome: stored.outcome.as_deref().and_then(Outcome::of_word),
        names: stored.names.clone(),
        changed: stored.changed / 1000,
        date: stored.date(),
        file: file.map(|file| FileTitle { title: file.title, sides: file.sides }),
        scene,
        owned: seats.is_owner(caller),
    })
}

/// The first moves of a game, unless it hides them.
fn opening(session: &dyn AnySession, stored: &StoredGame) -> String {
    if session.hides() && stored.outcome.is_none() {
        return String::new();
    }
    stored.line.split_whitespace().take(OPENING_MOVES).collect::<Vec<_>>().join(" ")
}

/// The side whose view the list shows. The players of a game with hidden information see no more
/// than on their board.
fn list_viewer(
    session: &dyn AnySession,
    stored: &StoredGame,
    seats: &Seats,
    caller: &Caller,
) -> Result<Option<Side>, ServiceRefusal> {
    if !session.hides() || session.outcome().is_some() || stored.outcome.is_some() {
        return Ok(None);
    }
    let person = PlayerSpec::Person.to_string();
    let persons = [stored.seats[0] == person, stored.seats[1] == person];
    let own = Side::BOTH.into_iter().find(|side| persons[side.index()]);
    seats.viewer(caller, own, persons)
}

pub fn create(
    request: &CreateRequest,
    caller: &Caller,
    fresh: Fresh,
) -> Result<LiveGame, RequestError> {
    let file = match &request.file {
        Some(source) => Some(load_text(source)?),
        None => shipped_file(&request.game),
    };
    let (entry, mut state) = match file {
        Some(file) => {
            let (position, _) = request.settings.split(&[]);
            let position = position.filter(|position| position != "startpos");
            let session = match position {
                Some(position) => GAME_FILE.open(&file.adopt(&position))?,
                None => file_session(file.clone()),
            };
            (&GAME_FILE, GameState::of_file(file, session, fresh.resources))
        }
        None => {
            let entry = game_entry(&request.game)?;
            let session = entry.open(&position(entry, &request.settings, fresh.seed)?)?;
            (entry, GameState::new(entry, session, fresh.resources))
        }
    };
    state.follow(&request.moves)?;
    for file in &request.rules {
        state.load_rules(file.clone())?;
    }
    for (side, seat) in Side::BOTH.into_iter().zip(request.seats.iter().flatten()) {
        state.set_player(side, seat)?;
    }
    let (persons, wanted) = (state.persons(), request.side);
    let mut seats = Seats::new(caller, fresh.owner_key, persons, wanted);
    if let (Some(side), Some(name)) = (Seats::own_side(persons, wanted), &request.name) {
        seats.set_name(side, read_name(name, entry)?);
    }
    if let Some(control) = request.clock {
        state.set_clock(control)?;
    }
    let mut game = LiveGame::new(fresh.id, state, seats);
    game.follow_by(request.follows.as_deref())?;
    Ok(game)
}

pub fn import(
    text: &str,
    named: Option<&str>,
    caller: &Caller,
    fresh: Fresh,
) -> Result<LiveGame, RequestError> {
    let text = text.trim();
    if text.starts_with('[') && text.contains("[Game ") {
        let records = Record::read(text)?;
        return from_record(records.first().ok_or(ServiceRefusal::NotText)?, caller, fresh);
    }
    let opened = match named {
        Some(name) => game_entry(name).map(|entry| (entry, entry.open(text)))?,
        None => games()
            .iter()
            .map(|entry| (entry, entry.open(text)))
            .find(|(_, opened)| opened.is_ok())
            .ok_or(ServiceRefusal::NotText)?,
    };
    let state = GameState::new(opened.0, opened.1?, fresh.resources);
    let seats = Seats::new(caller, fresh.owner_key, state.persons(), None);
    Ok(LiveGame::new(fresh.id, state, seats))
}

/// Creates the game of a record: with its players if it is over, so that they do not play on, else
/// with a person on both sides.
pub fn from_record(
    record: &Record,
    caller: &Caller,
    fresh: Fresh,
) -> Result<LiveGame, RequestError> {
    let mut state = state_of_record(record, fresh.resources)?;
    let entry = state.entry();
    state.take_record(record)?;
    let day = record.tag("Date").and_then(read_date);
    state.begin(day.and_then(|day| i64::try_from(day * 86_400_000).ok()));
    let mut seats = Seats::new(caller, fresh.owner_key, state.persons(), None);
    for (side, player) in Side::BOTH.into_iter().zip(&record.players) {
        // A text that is not a player is the name of a person or of a program.
        if state.outcome().is_none() || state.set_player(side, player).is_err() {
            seats.set_name(side, name_of_record(player, entry));
        }
    }
    Ok(LiveGame::new(fresh.id, state, seats))
}

/// The start of a record. Refused if one of its moves is illegal.
pub(crate) fn state_of_record(
    record: &Record,
    resources: Resources,
) -> Result<GameState, RequestError> {
    // Before anything is played, because the rules may be too large.
    let file = match record.file()? {
        Some(file) => Some(bounded(file)?),
        None => shipped_file(&record.game),
    };
    record.replay()?;
    let session = record.session()?;
    Ok(match file {
        Some(file) => GameState::of_file(file, session, resources),
        None => GameState::new(game_entry(&record.game)?, session, resources),
    })
}

/// The boards of positions of a game, as many as fit into one reply.
pub fn scenes(entry: &GameEntry, positions: &[String]) -> Result<Scenes, RequestError> {
    check_range("positions", positions.len(), 0, MAX_SCENES)?;
    let mut scenes = Vec::new();
    let mut left = MAX_BYTES;
    for text in positions {
        let scene = entry.open(text)?.scene(None);
        let bytes = size_of_json(&scene);
        if bytes > left && !scenes.is_empty() {
            break;
        }
        left = left.saturating_sub(bytes);
        scenes.push(scene);
    }
    Ok(Scenes { scenes })
}

pub fn starter(name: &str) -> Result<RuleFile, RequestError> {
    let entry = game_entry(name)?;
    Ok(RuleFile { name: format!("{name}.rules"), source: entry.example.into() })
}

fn size_of_json(scene: &impl Serialize) -> usize {
    serde_json::to_string(scene).map_or(0, |text| text.len())
}

/// The position that settings describe; a seed that is not given is this one.
fn position(entry: &GameEntry, settings: &Settings, seed: u64) -> Result<String, RequestError> {
    let (position, mut settings) = settings.split(entry.parameters);
    if let Some(position) = position {
        return Ok(entry.position_text(&position, &settings)?);
    }
    settings.draw_seeds(entry.parameters, || seed);
    Ok(entry.start_text(&settings)?)
}
