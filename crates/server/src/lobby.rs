//! Requests of the lobby that need the database, contests or a long time.

use std::sync::Arc;
use std::time::Instant;

use agon_core::quote;
use agon_service::lobby::ListFilter;
use agon_service::protocol::{
    ExerciseRequest, Learning, LobbyRequest, Message, Reply, RequestError, RequestId,
};
use agon_service::{Caller, LOCAL, LiveGame, ServiceRefusal, editor, lobby, qr_code};

use tokio::task::block_in_place;

use super::games::{Games, check_room, unreadable, work};
use super::puzzle_tries::Attempt;
use super::request_queue::Ticket;

/// How often a filtered list reads more games before the client must continue it.
const MAX_LIST_READS: usize = 20;

/// Handles a request that was admitted, and replies to it.
pub async fn handle(
    games: Arc<Games>,
    caller: Caller,
    re: RequestId,
    request: LobbyRequest,
    ticket: Ticket,
) {
    let ticket = Arc::new(ticket);
    if let Some(reply) = answer(&games, &caller, re, request, &ticket).await.transpose() {
        send(&games, &caller, &Message::Reply(re, reply), &ticket);
    }
}

/// Sends a reply. To write a large one is a part of the work.
fn send(games: &Games, caller: &Caller, reply: &Message, ticket: &Ticket) {
    let send = || ticket.measure(|| games.send(caller.client, reply));
    if ticket.is_expensive() { block_in_place(send) } else { send() }
}

/// The reply to a request; `None` if a new game will reply.
async fn answer(
    games: &Arc<Games>,
    caller: &Caller,
    re: RequestId,
    request: LobbyRequest,
    ticket: &Arc<Ticket>,
) -> Result<Option<Reply>, RequestError> {
    Ok(Some(match request {
        LobbyRequest::Welcome { protocol } => {
            lobby::check_protocol(protocol)?;
            let (storage, contests) = (games.database.storage(), games.contests.count());
            let version = env!("CARGO_PKG_VERSION");
            let (infos, lessons) = (games.game_infos(), games.exercises.lessons());
            let info = lobby::server_info(version, &storage, contests, caller, infos, lessons);
            Reply::Welcome(Box::new(info))
        }
        LobbyRequest::List { before, limit, game, result, player, since, until } => {
            let filter = ListFilter { game, result, player, since, until };
            list(games, caller, filter, before, limit, ticket).await?
        }
        LobbyRequest::Create(request) => {
            let (fresh, by) = (games.fresh(), caller.clone());
            let id = fresh.id.clone();
            let game = measured(ticket, move || lobby::create(&request, &by, fresh)).await?;
            return open(games, caller, re, id, game).await;
        }
        LobbyRequest::Import { text, game: named } => {
            let (fresh, by) = (games.fresh(), caller.clone());
            let id = fresh.id.clone();
            let game = measured(ticket, move || lobby::import(&text, named.as_deref(), &by, fresh))
                .await?;
            return open(games, caller, re, id, game).await;
        }
        LobbyRequest::Replay { number, key } => {
            let shared = Arc::clone(games);
            let id = measured(ticket, move || shared.contests.id_of(number, &key)).await?;
            games.open_stored(id, caller.clone(), re)?;
            return Ok(None);
        }
        LobbyRequest::Scenes { game, positions } => {
            let entry = match agon_service::game_entry(&game) {
                Ok(entry) => entry,
                Err(_) => {
                    let stored = games.database.load(&game).await.map_err(unreadable)?;
                    let unknown = || ServiceRefusal::Unknown { game: quote(&game) };
                    agon_service::game_entry(&stored.ok_or_else(unknown)?.game)?
                }
            };
            Reply::Scenes(measured(ticket, move || lobby::scenes(entry, &positions)).await?)
        }
        LobbyRequest::Edit { game, position, brush, element } => {
            let entry = agon_service::game_entry(&game)?;
            let edited = measured(ticket, move || {
                editor::edited(entry, &position, brush.as_deref(), element.as_deref())
            });
            Reply::Edited(Box::new(edited.await?))
        }
        LobbyRequest::Contests {} => {
            let shared = Arc::clone(games);
            Reply::Contests(measured(ticket, move || Ok(shared.contests.list())).await?)
        }
        LobbyRequest::Contest { number } => {
            let shared = Arc::clone(games);
            Reply::Contest(Box::new(
                measured(ticket, move || shared.contests.standing(number)).await?,
            ))
        }
        LobbyRequest::Learning {} => {
            let (files, session) = (games.learning.clone(), caller.session.clone());
            let read = measured(ticket, move || Ok(files.load(&session)));
            Reply::Learning(Learning { data: read.await? })
        }
        LobbyRequest::SaveLearning { data } => {
            let (files, session) = (games.learning.clone(), caller.session.clone());
            measured(ticket, move || files.save(&session, &data)).await?;
            Reply::DONE
        }
        LobbyRequest::Starter { game } => Reply::Starter(lobby::starter(&game)?),
        LobbyRequest::QrCode { text } => Reply::QrCode(qr_code(&text)?),
    }))
}

/// Handles a request about puzzles and lessons that was admitted, and replies to it.
pub async fn exercise(
    games: Arc<Games>,
    caller: Caller,
    re: RequestId,
    request: ExerciseRequest,
    ticket: Ticket,
) {
    let (shared, ticket) = (Arc::clone(&games), Arc::new(ticket));
    let session = caller.session.clone();
    let answer = move || {
        let attempt = Attempt::of(&request);
        let mut reply = shared.exercises.answer(request)?;
        shared.tries.take(&session, attempt, &mut reply);
        Ok(reply)
    };
    let reply = measured(&ticket, answer).await;
    send(&games, &caller, &Message::Reply(re, reply), &ticket);
}

/// The stored games of the client's browser, or all on the local machine.
async fn list(
    games: &Games,
    caller: &Caller,
    filter: ListFilter,
    before: Option<i64>,
    limit: Option<u32>,
    ticket: &Arc<Ticket>,
) -> Result<Reply, RequestError> {
    let limit = limit.unwrap_or(20).clamp(1, lobby::MAX_LISTED) as usize;
    let of = session_of(caller);
    let mut before = before.unwrap_or(i64::MAX);
    let mut found = Vec::new();
    let mut next = None;
    // With a filter, games are read until enough are found or enough were examined.
    let page = if filter.is_empty() { limit } else { lobby::MAX_LISTED as usize };
    for _ in 0..MAX_LIST_READS {
        let began = Instant::now();
        let stored = games.database.list(of, before, page).await.map_err(unreadable)?;
        ticket.charge(began.elapsed());
        let is_end = stored.len() < page;
        for mut game in stored {
            if found.len() == limit {
                break;
            }
            before = game.changed;
            game.settle(games.now());
            if filter.wants(&game) {
                found.push(game);
            }
        }
        let is_full = found.len() == limit;
        next = (is_full || !is_end).then_some(before);
        if is_full || is_end || filter.is_empty() {
            break;
        }
    }
    let caller = caller.clone();
    Ok(Reply::List(measured(ticket, move || Ok(lobby::list(&found, next, &caller))).await?))
}

/// Opens a new game, which will reply.
async fn open(
    games: &Arc<Games>,
    caller: &Caller,
    re: RequestId,
    id: String,
    game: LiveGame,
) -> Result<Option<Reply>, RequestError> {
    check_room(games, session_of(caller).map(|_| caller.account()).as_ref()).await?;
    games.open_new(id, game, caller.clone(), re)?;
    Ok(None)
}

/// Runs slow work of a request on a thread that blocks no other task, and charges its time.
async fn measured<T: Send + 'static>(
    ticket: &Arc<Ticket>,
    slow: impl FnOnce() -> Result<T, RequestError> + Send + 'static,
) -> Result<T, RequestError> {
    let ticket = Arc::clone(ticket);
    work(move || ticket.measure(slow)).await
}

/// The session whose games a client may list; `None` for all.
fn session_of(caller: &Caller) -> Option<&str> {
    (&*caller.session != LOCAL).then_some(&*caller.session)
}
