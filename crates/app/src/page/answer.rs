//! Answers to the page's questions.

use std::sync::Arc;

use agon_arena::contest::Record;
use agon_arena::{GAMES, LEVELS};
use agon_core::Side;
use serde_json::{Value, json};

use super::archive::Kept;
use super::connection::storage_json;
use super::hall::{Hall, game, new_id};
use super::question::{Question, RuleFile};
use super::refusal::PageRefusal;
use super::room::{LONGEST_PACE, Room, State};
use super::searches::Stop;
use super::wire::{Problem, Scene, SideName};
use super::{lessons, thinking};

/// A question that takes a while to answer.
pub type Lesson = Box<dyn FnOnce(&Hall, &Stop) -> Result<Value, Problem> + Send>;

/// The most games of a list.
const LONGEST_LIST: u32 = 100;

/// The most positions that are drawn at once.
const MOST_SCENES: usize = 64;

/// An answer, or a game that was begun and is to be shown.
pub type Answered = (Value, Option<Arc<Room>>);

/// What answers a question that takes a while; `None` for others.
pub fn lesson(question: &Question) -> Option<Lesson> {
    match question.clone() {
        Question::Hint { game } => Some(Box::new(move |hall, stop| {
            let room = hall.room(&game)?;
            lessons::hint(&room.place(), stop)
        })),
        Question::Verdicts { game } => {
            Some(Box::new(move |hall, _| lessons::verdicts(&hall.room(&game)?.place())))
        }
        Question::Tree(wish) => {
            Some(Box::new(move |hall, _| lessons::tree(&hall.room(&wish.game)?.place(), &wish)))
        }
        _ => None,
    }
}

/// The game of a question whose answer tells more than one side may know.
pub fn tells_all_of(question: &Question) -> Option<&str> {
    match question {
        Question::Hint { game }
        | Question::Verdicts { game }
        | Question::Review { game }
        | Question::Record { game } => Some(game),
        Question::Analyse { game, lines } => (*lines > 0).then_some(game),
        Question::Tree(wish) => Some(&wish.game),
        _ => None,
    }
}

/// Answers a question that takes no time.
pub fn at_once(hall: &Arc<Hall>, question: Question) -> Result<Answered, Problem> {
    let done = |value: Value| Ok((value, None));
    match question {
        Question::Welcome {} => done(welcome(hall)),
        Question::List { before, limit } => done(list(hall, before, limit)),
        Question::Create(wish) => Ok((Value::Null, Some(hall.create(&wish)?))),
        Question::Import { text, game } => Ok((Value::Null, Some(import(hall, &text, game)?))),
        Question::Remove { game } => {
            hall.remove(&game);
            done(json!({}))
        }
        Question::Move { game, mv, ply, cut } => {
            change(hall, &game, |state| state.play(&mv, ply, cut))
        }
        Question::Undo { game } => change(hall, &game, |state| {
            state.session.undo();
            Ok(())
        }),
        Question::Redo { game } => change(hall, &game, |state| {
            state.session.redo();
            Ok(())
        }),
        Question::Jump { game, ply } => change(hall, &game, |state| {
            let most = state.session.line().len();
            lessons::within("ply", ply, 0, most)?;
            state.session.jump(ply);
            Ok(())
        }),
        Question::SetPlayer { game, side, seat, rules } => {
            change(hall, &game, |state| sit(state, side, &seat, rules))
        }
        Question::Run { game, on, pace } => change(hall, &game, |state| {
            let pace = pace.unwrap_or(state.pace);
            lessons::within("pace", pace as usize, 0, LONGEST_PACE as usize)?;
            (state.running, state.pace) = (on, pace);
            Ok(())
        }),
        Question::Step { game, cut } => {
            let room = hall.room(&game)?;
            thinking::step(hall, &room, cut)?;
            done(json!({}))
        }
        Question::Scenes { game, positions } => done(scenes(hall, &game, &positions)?),
        Question::Record { game } => {
            done(json!({ "text": record(&*hall.room(&game)?)?.to_string() }))
        }
        Question::Contests {} => done(hall.contests.list()),
        Question::Contest { number } => done(hall.contests.standing(number)?),
        Question::Replay { number, key } => {
            let record = hall.contests.record(number, &key)?;
            Ok((Value::Null, Some(from_record(hall, &record)?)))
        }
        Question::Starter { game: name } => {
            let entry = game(&name)?;
            done(json!({ "name": format!("{name}.rules"), "source": entry.example }))
        }
        // These need the connection, or a thread of their own.
        Question::Open { .. }
        | Question::Close { .. }
        | Question::View { .. }
        | Question::Analyse { .. }
        | Question::Review { .. }
        | Question::Hint { .. }
        | Question::Verdicts { .. }
        | Question::Tree(_) => Err(PageRefusal::Failed.into()),
    }
}

/// Changes a game, keeps it, and lets the computer move if it is its turn.
fn change(
    hall: &Arc<Hall>,
    id: &str,
    change: impl FnOnce(&mut State) -> Result<(), Problem>,
) -> Result<Answered, Problem> {
    let room = hall.room(id)?;
    {
        let mut state = room.state();
        change(&mut state)?;
        state.change();
        state.settle();
        hall.save(&room, &state);
    }
    thinking::consider(hall, &room);
    Ok((json!({}), None))
}

fn sit(
    state: &mut State,
    side: SideName,
    seat: &str,
    rules: Option<RuleFile>,
) -> Result<(), Problem> {
    if let Some(file) = rules {
        state.load_rules(file)?;
    }
    state.set_player(Side::from(side), seat)
}

/// What the page needs to know before anything else.
fn welcome(hall: &Hall) -> Value {
    let games = GAMES.iter().map(|entry| {
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
        "version": env!("CARGO_PKG_VERSION"), "games": games.collect::<Vec<Value>>(),
        "levels": levels, "storage": storage_json(&hall.storage()),
        "contests": hall.contests.count(),
    })
}

/// The games that are kept, the latest first.
fn list(hall: &Hall, before: Option<i64>, limit: Option<u32>) -> Value {
    let limit = limit.unwrap_or(20).clamp(1, LONGEST_LIST) as usize;
    let kept = hall.list(before, limit);
    let next = kept.last().filter(|_| kept.len() == limit).map(|last| last.changed);
    let games: Vec<Value> = kept.iter().filter_map(listed).collect();
    json!({ "games": games, "next": next })
}

/// A game of the list; `None` if the file speaks of one that nobody knows.
fn listed(kept: &Kept) -> Option<Value> {
    let session = game(&kept.game).ok()?.open(&kept.position).ok()?;
    Some(json!({
        "id": kept.id, "game": kept.game, "seats": kept.seats,
        "moves": kept.line.split_whitespace().count(), "outcome": kept.outcome,
        "changed": kept.changed / 1000, "scene": Scene::from(session.scene(None)),
    }))
}

/// A game from a record, or from a position.
fn import(hall: &Hall, text: &str, named: Option<String>) -> Result<Arc<Room>, Problem> {
    let text = text.trim();
    if text.starts_with('[') && text.contains("[Game ") {
        let records = Record::read(text)?;
        return from_record(hall, records.first().ok_or(PageRefusal::NotText)?);
    }
    if let Some(name) = named {
        let entry = game(&name)?;
        return hall.add(Room::new(new_id(), entry, entry.open(text)?));
    }
    let opened = GAMES.iter().find_map(|entry| Some((entry, entry.open(text).ok()?)));
    let (entry, session) = opened.ok_or(PageRefusal::NotText)?;
    hall.add(Room::new(new_id(), entry, session))
}

/// A game as it was written down, between persons.
fn from_record(hall: &Hall, record: &Record) -> Result<Arc<Room>, Problem> {
    // The moves are checked by the rules of the game.
    record.replay()?;
    let room = Room::new(new_id(), game(&record.game)?, record.session()?);
    room.state().session.follow(&record.moves.join(" "))?;
    hall.add(room)
}

/// The record of a game.
fn record(room: &Room) -> Result<Record, Problem> {
    let place = room.place();
    let mut session = place.open()?;
    session.jump(place.line.len());
    let seats = room.state();
    let players = Side::BOTH.map(|side| seats.session.player(side).to_string());
    let mut record = Record::new(room.entry, &place.start, players);
    record.moves = place.line;
    record.result = session.outcome();
    Ok(record)
}

/// Drawings of positions.
fn scenes(hall: &Hall, name: &str, positions: &[String]) -> Result<Value, Problem> {
    lessons::within("positions", positions.len(), 0, MOST_SCENES)?;
    let entry = match game(name) {
        Ok(entry) => entry,
        Err(_) => hall.room(name)?.entry,
    };
    let draw = |text: &String| -> Result<Scene, Problem> {
        Ok(Scene::from(entry.open(text)?.scene(None)))
    };
    let scenes: Vec<Scene> = positions.iter().map(draw).collect::<Result<_, _>>()?;
    Ok(json!({ "scenes": scenes }))
}
