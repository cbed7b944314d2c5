//! Computers that are to move.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use agon_arena::{AnySession, ChosenMove, PlayerSpec, Refused};
use agon_core::Side;
use serde_json::json;

use super::hall::Hall;
use super::refusal::PageRefusal;
use super::room::{Place, Room, State, Told};
use super::searches::{Stop, Watch, search};
use super::wire::Problem;
use crate::threads::ScopedThreads;
use crate::timer::Timer;

/// The longest that a computer may think about a move.
const LONGEST: Duration = Duration::from_secs(60);

/// How often those who look on are told how a search gets on.
const TELL_EVERY: Duration = Duration::from_millis(50);

/// Lets the computer whose turn it is move, if computers move by themselves, the end of
/// the line is shown, and anybody looks on.
pub fn consider(hall: &Arc<Hall>, room: &Arc<Room>) {
    let mut state = room.state();
    if state.running && state.is_at_end() && room.told.receiver_count() > 0 {
        let no_person = Side::BOTH.iter().all(|&side| !state.session.player(side).is_person());
        let wait = if no_person { state.pace } else { 0 };
        begin(hall, room, &mut state, wait);
    }
}

/// Lets the computer whose turn it is make one move.
pub fn step(hall: &Arc<Hall>, room: &Arc<Room>, cut: bool) -> Result<(), Problem> {
    let mut state = room.state();
    state.check_end(cut)?;
    if !state.waits_for_computer() {
        return Err(PageRefusal::NoMove.into());
    }
    begin(hall, room, &mut state, 0);
    Ok(())
}

/// Begins to think, unless somebody does already or there is nothing to think about.
fn begin(hall: &Arc<Hall>, room: &Arc<Room>, state: &mut State, wait: u64) {
    if state.thinking.is_some() || !state.waits_for_computer() {
        return;
    }
    let stop = Stop::default();
    state.thinking = Some(stop.clone());
    let version = state.version;
    let (hall, room) = (Arc::clone(hall), Arc::clone(room));
    hall.runtime.clone().spawn(async move {
        tokio::time::sleep(Duration::from_millis(wait)).await;
        if !stop.is_stopped() {
            think(hall, room, stop, version).await;
        }
    });
}

/// A choice with the session on which it was made.
type Chosen = (Box<dyn AnySession>, Result<Option<ChosenMove>, Refused>);

/// Thinks about the position of a version of the game, and makes the move if that is still
/// the one.
async fn think(hall: Arc<Hall>, room: Arc<Room>, stop: Stop, version: u64) {
    let _ = room.told.send(Told::Changed);
    let place = room.place();
    let (thinker, seats) = {
        let mut state = room.state();
        let seats = Side::BOTH.map(|side| state.session.player(side).clone());
        (state.thinker.take(), seats)
    };
    let teller = Arc::clone(&room);
    let mover = room.state().session.to_move();
    let threads = seats[mover.index()].threads();
    let job = move || choose(&teller, thinker, &place, seats, stop);
    let chosen = search(&hall.searches.moves, threads, job);
    let chosen = chosen.await.unwrap_or(Err(PageRefusal::Failed.into()));
    let conclude = move || conclude(&hall, &room, version, chosen);
    let _ = tokio::task::spawn_blocking(conclude).await;
}

/// Chooses a move on a second session.
fn choose(
    room: &Room,
    thinker: Option<Box<dyn AnySession>>,
    place: &Place,
    seats: [PlayerSpec; 2],
    stop: Stop,
) -> Result<Chosen, Problem> {
    let mut session = follow(thinker, place, seats)?;
    let mover = session.to_move();
    let time = session.player(mover).movetime().map_or(LONGEST, Duration::from_millis).min(LONGEST);
    let pause = Mutex::new(Timer::start(Some(TELL_EVERY)));
    let tell = |_: &_, progress| {
        let mut pause = pause.lock().unwrap_or_else(PoisonError::into_inner);
        if pause.is_up() {
            *pause = Timer::start(Some(TELL_EVERY));
            let event = json!({
                "event": "thinking", "game": room.id, "ply": place.ply, "info": progress,
            });
            let _ = room.told.send(Told::Event(Arc::new(event)));
        }
    };
    let threads = ScopedThreads(session.player(mover).threads());
    let chosen = session.choose(&Watch::new(stop, Some(time), mover, tell), &threads);
    Ok((session, chosen))
}

/// Brings the second session to where the first one is. Players that are still the same keep
/// what they remember.
fn follow(
    thinker: Option<Box<dyn AnySession>>,
    place: &Place,
    seats: [PlayerSpec; 2],
) -> Result<Box<dyn AnySession>, Problem> {
    let made = &place.line[..place.ply];
    let mut session = match thinker.and_then(|session| catch_up(session, made)) {
        None => Place { line: made.to_vec(), ..place.clone() }.open()?,
        Some(mut session) => {
            for file in &place.rules {
                session.load_rules(&file.name, file.source.as_bytes())?;
            }
            session
        }
    };
    for (side, seat) in Side::BOTH.into_iter().zip(seats) {
        if *session.player(side) != seat {
            session.set_player(side, seat)?;
        }
    }
    Ok(session)
}

/// Brings a session to the end of a line, if the moves that it lacks are legal by its rules.
fn catch_up(mut session: Box<dyn AnySession>, made: &[String]) -> Option<Box<dyn AnySession>> {
    let same = session.line().iter().zip(made).take_while(|(one, two)| one == two).count();
    session.jump(same);
    session.play_all(&made[same..].join(" ")).ok()?;
    Some(session)
}

/// Makes the move that was chosen, if the game has not changed meanwhile.
fn conclude(hall: &Arc<Hall>, room: &Arc<Room>, version: u64, chosen: Result<Chosen, Problem>) {
    let mut problem = None;
    {
        let mut state = room.state();
        let is_wanted = state.version == version;
        let chosen = chosen.and_then(|(session, chosen)| {
            state.thinker = Some(session);
            Ok(chosen?)
        });
        if !is_wanted {
            return;
        }
        let (ply, mover) = (state.session.history().len(), state.session.to_move());
        let played = chosen.and_then(|thought| {
            let thought = thought.ok_or(PageRefusal::Failed)?;
            state.session.play(&thought.mv)?;
            Ok(thought)
        });
        state.change();
        match played {
            Ok(thought) => state.thought = Some((ply, mover, thought)),
            Err(why) => {
                // The game goes on with a person in the place of one who cannot.
                let _ = state.session.set_player(mover, PlayerSpec::Person);
                problem = Some(why);
            }
        }
        state.settle();
        hall.save(room, &state);
    }
    if let Some(problem) = problem {
        let event = json!({ "event": "problem", "game": room.id, "error": problem });
        let _ = room.told.send(Told::Event(Arc::new(event)));
    }
    consider(hall, room);
}
