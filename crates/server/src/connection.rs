//! The WebSocket connection of one client.

use std::sync::Arc;
use std::time::Duration;

use agon_service::protocol::{Message as ServiceMessage, Request, RequestError};
use agon_service::{Arrival, Caller, ServiceRefusal};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::time::{Instant, interval, timeout};

use super::games::{ClientHandle, Games};
use super::lobby;
use super::shutdown::Shutdown;

/// The longest message that is read, in bytes; a longer one ends the connection.
pub const MAX_FRAME: usize = 256 << 10;

/// How long a client may take to read one message.
const SEND_TIMEOUT: Duration = Duration::from_secs(15);

/// How often a client is pinged, and how long it may be silent.
const PING_EVERY: Duration = Duration::from_secs(20);
const MAX_SILENCE: Duration = Duration::from_secs(60);

/// Runs the connection of a caller until the client disconnects, stops reading, or the server shuts down.
pub async fn run(mut socket: WebSocket, games: Arc<Games>, caller: Caller, shutdown: Shutdown) {
    let (client, handle) = games.connect();
    let caller = Caller { client, ..caller };
    tokio::select! {
        _ = exchange(&mut socket, &games, &handle, &caller) => (),
        () = shutdown.begun() => {
            let frame = CloseFrame { code: close_code::RESTART, reason: "the server ends".into() };
            let _ = timeout(SEND_TIMEOUT, socket.send(Message::Close(Some(frame)))).await;
        }
    }
    games.disconnect(&caller, &handle);
}

/// Exchanges messages until the connection ends.
async fn exchange(
    socket: &mut WebSocket,
    games: &Arc<Games>,
    handle: &Arc<ClientHandle>,
    caller: &Caller,
) -> Option<()> {
    let mut ping = interval(PING_EVERY);
    let mut received_at = Instant::now();
    loop {
        let may_read = games.with_client(handle, |client| client.may_read())?;
        tokio::select! {
            message = socket.recv(), if may_read => {
                received_at = Instant::now();
                match message?.ok()? {
                    Message::Text(text) => receive(games, handle, caller, &text),
                    Message::Binary(_) => {
                        let reason = "messages are text".into();
                        let error = RequestError::from(ServiceRefusal::Malformed { reason });
                        games.push(handle, &ServiceMessage::Reply(None, Err(error)));
                    }
                    Message::Close(_) => return None,
                    Message::Ping(_) | Message::Pong(_) => (),
                }
            }
            () = handle.wake.notified() => (),
            _ = ping.tick() => {
                if may_read && received_at.elapsed() > MAX_SILENCE {
                    return None;
                }
                send(socket, Message::Ping(Vec::new().into())).await?;
            }
        }
        while let Some(text) = games.with_client(handle, |client| client.pop())? {
            games.metrics.message_out(text.len());
            send(socket, Message::Text(text.into())).await?;
        }
    }
}

/// Sends a message; `None` if the client does not read it.
async fn send(socket: &mut WebSocket, message: Message) -> Option<()> {
    timeout(SEND_TIMEOUT, socket.send(message)).await.ok()?.ok()
}

/// Passes a message of the client to its handler.
fn receive(games: &Arc<Games>, handle: &Arc<ClientHandle>, caller: &Caller, text: &str) {
    games.metrics.message_in(text.len());
    let now = games.micros();
    let received = games.with_client(handle, |client| client.receive(text, now)).flatten();
    let Some((re, request)) = received else { return };
    if caller.invitation.is_some() && !request.is_for_guests() {
        let error = ServiceRefusal::Guest.into();
        return games.push(handle, &ServiceMessage::Reply(re, Err(error)));
    }
    let arrival = Arrival {
        account: caller.account(),
        client: caller.client,
        kind: request.name(),
        game: if let Request::Game(id, _) = &request { Some(id.clone()) } else { None },
    };
    let (shared, caller) = (Arc::clone(games), caller.clone());
    let handled = games.requests.push(arrival, move |ticket| match request {
        Request::Game(id, request) => shared.request(id, caller, re, request, ticket),
        Request::Lobby(request) => {
            tokio::spawn(lobby::handle(shared, caller, re, request, ticket));
        }
        Request::Exercise(request) => {
            tokio::spawn(lobby::exercise(shared, caller, re, request, ticket));
        }
    });
    if let Err(refusal) = handled {
        games.push(handle, &ServiceMessage::Reply(re, Err(refusal.into())));
    }
}
