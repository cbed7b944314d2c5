//! Moves of computers: when one is due, its search, and playing what it chose.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use agon_arena::{AnySession, ChosenMove, PlayerSpec, Refused};
use agon_core::{Side, Stop as _};
use serde_json::json;

use super::games::Games;
use super::live_game::{GameEvent, LiveGame, Snapshot, State};
use super::messages::{RequestError, SearchInfo};
use super::refusal::PageRefusal;
use super::search_pool::{ProgressControl, StopFlag, run_search};
use crate::threads::ScopedThreads;
use crate::timer::Timer;

/// The longest search for a move.
const MAX_TIME: Duration = Duration::from_secs(60);

/// How often subscribers are told of the progress of a search.
const REPORT_EVERY: Duration = Duration::from_millis(50);

/// Starts the computer whose turn it is, if computers move without being asked, all moves of
/// the line are made, and the game has a subscriber.
pub fn start_if_due(games: &Arc<Games>, game: &Arc<LiveGame>) {
    let mut state = game.state();
    if state.running && state.is_at_end() && game.events.receiver_count() > 0 {
        let no_person = Side::BOTH.iter().all(|&side| !state.session.player(side).is_person());
        let pause = if no_person { state.pace } else { 0 };
        start(games, game, &mut state, pause);
    }
}

/// Starts the computer whose turn it is for one move.
pub fn step(games: &Arc<Games>, game: &Arc<LiveGame>, cut: bool) -> Result<(), RequestError> {
    let mut state = game.state();
    state.check_end(cut)?;
    if !state.waits_for_computer() {
        return Err(PageRefusal::NoMove.into());
    }
    start(games, game, &mut state, 0);
    Ok(())
}

/// Starts a search after a pause, unless one is running or no computer is to move.
fn start(games: &Arc<Games>, game: &Arc<LiveGame>, state: &mut State, pause: u64) {
    if state.thinking.is_some() || !state.waits_for_computer() {
        return;
    }
    let stop = StopFlag::default();
    state.thinking = Some(stop.clone());
    let version = state.version;
    let (games, game) = (Arc::clone(games), Arc::clone(game));
    games.runtime.clone().spawn(async move {
        tokio::time::sleep(Duration::from_millis(pause)).await;
        if !stop.is_stopped() {
            search_and_play(games, game, stop, version).await;
        }
    });
}

/// The move that was chosen, with the session of the search.
type Chosen = (Box<dyn AnySession>, Result<Option<ChosenMove>, Refused>);

/// Searches the position of a version of the game, and plays the move if that version is still
/// the current one.
async fn search_and_play(games: Arc<Games>, game: Arc<LiveGame>, stop: StopFlag, version: u64) {
    let _ = game.events.send(GameEvent::Changed);
    let snapshot = game.snapshot();
    let (search_session, seats) = {
        let mut state = game.state();
        let seats = Side::BOTH.map(|side| state.session.player(side).clone());
        (state.search_session.take(), seats)
    };
    let reported = Arc::clone(&game);
    let mover = game.state().session.to_move();
    let threads = seats[mover.index()].threads();
    let job = move || choose(&reported, search_session, &snapshot, seats, stop);
    let chosen = run_search(&games.search_pool.moves, threads, job);
    let chosen = chosen.await.unwrap_or(Err(PageRefusal::Failed.into()));
    let play = move || play_choice(&games, &game, version, chosen);
    let _ = tokio::task::spawn_blocking(play).await;
}

/// Chooses a move on the session for searches.
fn choose(
    game: &LiveGame,
    search_session: Option<Box<dyn AnySession>>,
    snapshot: &Snapshot,
    seats: [PlayerSpec; 2],
    stop: StopFlag,
) -> Result<Chosen, RequestError> {
    let mut session = synchronize(search_session, snapshot, seats)?;
    let mover = session.to_move();
    let time =
        session.player(mover).movetime().map_or(MAX_TIME, Duration::from_millis).min(MAX_TIME);
    let pause = Mutex::new(Timer::start(Some(REPORT_EVERY)));
    let report = |_: &_, info: SearchInfo| {
        let mut pause = pause.lock().unwrap_or_else(PoisonError::into_inner);
        if pause.is_up() {
            *pause = Timer::start(Some(REPORT_EVERY));
            let event = json!({
                "event": "thinking", "game": game.id, "ply": snapshot.ply, "info": info,
            });
            let _ = game.events.send(GameEvent::Message(Arc::new(event)));
        }
    };
    let threads = ScopedThreads(session.player(mover).threads());
    let control = ProgressControl::new(stop, Some(time), mover, report);
    let chosen = session.choose(&control, &threads);
    Ok((session, chosen))
}

/// Brings the session for searches to the position of a snapshot. Players that are still the
/// same keep their tables.
fn synchronize(
    search_session: Option<Box<dyn AnySession>>,
    snapshot: &Snapshot,
    seats: [PlayerSpec; 2],
) -> Result<Box<dyn AnySession>, RequestError> {
    let made = &snapshot.line[..snapshot.ply];
    let mut session = match search_session.and_then(|session| replay(session, made)) {
        None => Snapshot { line: made.to_vec(), ..snapshot.clone() }.open()?,
        Some(mut session) => {
            for file in &snapshot.rules {
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

/// Brings a session to the end of a line; `None` if the line is of another game.
fn replay(mut session: Box<dyn AnySession>, made: &[String]) -> Option<Box<dyn AnySession>> {
    let same = session.line().iter().zip(made).take_while(|(one, two)| one == two).count();
    session.jump(same);
    session.play_all(&made[same..].join(" ")).ok()?;
    Some(session)
}

/// Plays the move that was chosen, if the game has not changed meanwhile.
fn play_choice(
    games: &Arc<Games>,
    game: &Arc<LiveGame>,
    version: u64,
    chosen: Result<Chosen, RequestError>,
) {
    let mut failed = None;
    {
        let mut state = game.state();
        let is_current = state.version == version;
        let chosen = chosen.and_then(|(session, chosen)| {
            state.search_session = Some(session);
            Ok(chosen?)
        });
        if !is_current {
            return;
        }
        let (ply, mover) = (state.session.history().len(), state.session.to_move());
        let played = chosen.and_then(|thought| {
            let thought = thought.ok_or(PageRefusal::Failed)?;
            state.session.play(&thought.mv)?;
            Ok(thought)
        });
        state.mark_changed();
        match played {
            Ok(thought) => state.thought = Some((ply, mover, thought)),
            Err(why) => {
                // A person takes over from a player that failed.
                let _ = state.session.set_player(mover, PlayerSpec::Person);
                failed = Some(why);
            }
        }
        state.make_forced_passes();
        games.save(game, &state);
    }
    if let Some(error) = failed {
        let event = json!({ "event": "problem", "game": game.id, "error": error });
        let _ = game.events.send(GameEvent::Message(Arc::new(event)));
    }
    start_if_due(games, game);
}
