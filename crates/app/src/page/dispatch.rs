//! Where a request of the page is dispatched: to a job, to its connection, or to a handler.

use std::sync::Arc;

use agon_core::Side;
use serde_json::{Value, json};

use super::connection::Connection;
use super::games::Games;
use super::live_game::{LiveGame, MAX_PACE};
use super::messages::RequestError;
use super::refusal::PageRefusal;
use super::request::{Request, RequestId};
use super::search_pool::StopFlag;
use super::{computer_moves, handlers, jobs};

/// An analysis that takes a while, and runs in the search pool.
pub type Job = Box<dyn FnOnce(&Games, &StopFlag) -> Result<Value, RequestError> + Send>;

/// What a handler gives: a reply, or a game to subscribe to and reply with.
pub type Handled = (Value, Option<Arc<LiveGame>>);

/// Dispatches a request and gives its reply; `None` if a job will send it later.
pub async fn dispatch(
    connection: &mut Connection,
    id: RequestId,
    request: Request,
) -> Option<Result<Value, RequestError>> {
    if connection.must_hide(&request) {
        return Some(Err(PageRefusal::Hidden.into()));
    }
    if let Some(job) = job_for(&request) {
        return connection.start_job(id, job).err().map(Err);
    }
    Some(match request {
        Request::Open { game } => connection.open(game).await,
        Request::Close { game } => Ok(connection.close(&game)),
        Request::View { game, viewer } => connection.view(game, viewer.map(Side::from)).await,
        Request::Analyse { game, lines } => connection.analyse(game, lines).await,
        Request::Review { game } => connection.review(game).await,
        other => {
            let games = Arc::clone(&connection.games);
            let handled = tokio::task::spawn_blocking(move || dispatch_blocking(&games, other));
            match handled.await {
                Err(_) => Err(PageRefusal::Failed.into()),
                Ok(Err(error)) => Err(error),
                Ok(Ok((_, Some(game)))) => connection.subscribe_and_reply(&game),
                Ok(Ok((reply, None))) => Ok(reply),
            }
        }
    })
}

/// The job of a request that takes a while; `None` for others.
fn job_for(request: &Request) -> Option<Job> {
    match request.clone() {
        Request::Hint { game } => {
            Some(Box::new(move |games, stop| jobs::hint(&games.get(&game)?.snapshot(), stop)))
        }
        Request::Verdicts { game } => {
            Some(Box::new(move |games, stop| jobs::verdicts(&games.get(&game)?.snapshot(), stop)))
        }
        Request::Tree(tree) => Some(Box::new(move |games, stop| {
            jobs::tree(&games.get(&tree.game)?.snapshot(), &tree, stop)
        })),
        _ => None,
    }
}

/// The game of a request whose reply reveals more than one side may know.
pub fn reveals_all_of(request: &Request) -> Option<&str> {
    match request {
        Request::Hint { game }
        | Request::Verdicts { game }
        | Request::Review { game }
        | Request::Record { game } => Some(game),
        Request::Analyse { game, lines } => (*lines > 0).then_some(game),
        Request::Tree(tree) => Some(&tree.game),
        _ => None,
    }
}

/// Dispatches a request that is quick, but may wait for the database.
fn dispatch_blocking(games: &Arc<Games>, request: Request) -> Result<Handled, RequestError> {
    let reply = |value: Value| Ok((value, None));
    let open = |game: Arc<LiveGame>| Ok((Value::Null, Some(game)));
    match request {
        Request::Welcome {} => reply(handlers::welcome(games)),
        Request::List { before, limit } => reply(handlers::list(games, before, limit)),
        Request::Create(request) => open(games.create(&request)?),
        Request::Import { text, game } => open(handlers::import(games, &text, game)?),
        Request::Remove { game } => {
            games.remove(&game);
            reply(json!({}))
        }
        Request::Move { game, mv, ply, cut } => {
            handlers::change(games, &game, |state| state.play(&mv, ply, cut))
        }
        Request::Undo { game } => handlers::change(games, &game, |state| {
            state.session.undo();
            Ok(())
        }),
        Request::Redo { game } => handlers::change(games, &game, |state| {
            state.session.redo();
            Ok(())
        }),
        Request::Jump { game, ply } => handlers::change(games, &game, |state| {
            let most = state.session.line().len();
            jobs::check_range("ply", ply, 0, most)?;
            state.session.jump(ply);
            Ok(())
        }),
        Request::SetPlayer { game, side, seat, rules } => {
            handlers::change(games, &game, |state| handlers::set_player(state, side, &seat, rules))
        }
        Request::Run { game, on, pace } => handlers::change(games, &game, |state| {
            let pace = pace.unwrap_or(state.pace);
            jobs::check_range("pace", pace as usize, 0, MAX_PACE as usize)?;
            (state.running, state.pace) = (on, pace);
            Ok(())
        }),
        Request::Step { game, cut } => {
            let game = games.get(&game)?;
            computer_moves::step(games, &game, cut)?;
            reply(json!({}))
        }
        Request::Scenes { game, positions } => reply(handlers::scenes(games, &game, &positions)?),
        Request::Record { game } => {
            reply(json!({ "text": handlers::record(&*games.get(&game)?)?.to_string() }))
        }
        Request::Contests {} => reply(games.contests.list()),
        Request::Contest { number } => reply(games.contests.standing(number)?),
        Request::Replay { number, key } => {
            let record = games.contests.record(number, &key)?;
            open(handlers::from_record(games, &record)?)
        }
        Request::Starter { game } => reply(handlers::starter(&game)?),
        // These are dispatched above: they need the connection, or a thread of the pool.
        Request::Open { .. }
        | Request::Close { .. }
        | Request::View { .. }
        | Request::Analyse { .. }
        | Request::Review { .. }
        | Request::Hint { .. }
        | Request::Verdicts { .. }
        | Request::Tree(_) => Err(PageRefusal::Failed.into()),
    }
}
