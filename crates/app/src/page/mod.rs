//! The page: its HTTP and WebSocket server on this machine, and the games played on it.

mod access;
mod assets;
mod computer_moves;
mod connection;
mod contests;
mod database;
mod dispatch;
mod games;
mod handlers;
mod jobs;
mod live_game;
mod messages;
mod refusal;
mod request;
mod search_pool;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use agon_core::quote;
use axum::Router;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::any;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

use crate::cli::ServeArgs;
use crate::failure::Failure;
use crate::store;
use crate::terminal::notice;
use access::{AccessControl, check_access};
use contests::Contests;
use database::{GameDatabase, Storage};
use games::Games;

/// The most WebSocket connections at a time.
const MAX_CONNECTIONS: usize = 1000;

/// How many ports are tried when the requested one is in use.
const MAX_PORTS: u16 = 20;

/// The file in the data folder that holds the address of the server that uses the folder.
const ADDRESS_FILE: &str = "page.address";

/// How long a server waits for the address of another one that is starting, and how often it
/// looks.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);
const LOCK_RETRY: Duration = Duration::from_millis(10);

/// What all connections share.
#[derive(Clone)]
struct Shared {
    games: Arc<Games>,
    connections: Arc<Semaphore>,
}

/// Serves the page until the program ends. If another process already serves the same data
/// folder, prints that one's address instead.
pub fn serve(args: &ServeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let contests = Contests::of(&args.contest)?;
    let folder = store::data_folder(args.data.as_deref())?;
    let address_file = match lock_folder(&folder) {
        Ok(file) => Some(file),
        Err(LockError::Served(url)) => {
            if !args.contest.is_empty() {
                notice("these games are already served by another process, without --contest");
            }
            return announce(&url, args, out);
        }
        Err(LockError::Silent) => {
            let why = "another agon has these games open and does not say where it serves them";
            return Err(store::about_file(&folder, why));
        }
        // The database falls back to memory, which is reported below.
        Err(LockError::Unavailable) => None,
    };
    let runtime = Runtime::new()?;
    let database = GameDatabase::open(&folder);
    if let Storage::Memory { why } = database.storage() {
        let folder = quote(&folder.display().to_string());
        notice(format_args!("games are kept in memory only: {folder}: {why}"));
    }
    runtime.block_on(async {
        let listener = listen(args.addr).await?;
        let access = AccessControl::new(listener.local_addr()?);
        if let Some(mut file) = address_file.as_ref() {
            // Without the address, a second process only cannot print it.
            let _ = file.set_len(0).and_then(|()| file.rewind());
            let _ = file.write_all(access.url().as_bytes());
        }
        announce(&access.url(), args, out)?;
        let games = Arc::new(Games::new(database, contests, runtime.handle().clone()));
        let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        let app = Router::new()
            .route("/ws", any(connect))
            .fallback(assets::asset)
            .layer(axum::middleware::from_fn_with_state(access, check_access))
            .with_state(Shared { games, connections });
        axum::serve(listener, app).await?;
        Ok(())
    })
}

/// Prints the address, and opens it in a browser unless told not to.
fn announce(url: &str, args: &ServeArgs, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{url}")?;
    out.flush()?;
    if !args.no_open && open::that_detached(url).is_err() {
        notice("open this address in a browser");
    }
    Ok(())
}

/// Listens at an address; if its port is in use, at the next free one.
async fn listen(wanted: SocketAddr) -> Result<TcpListener, Failure> {
    let mut address = wanted;
    for _ in 0..MAX_PORTS {
        match TcpListener::bind(address).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && wanted.port() != 0 => {
                let Some(next) = address.port().checked_add(1) else { break };
                address.set_port(next);
            }
            Err(error) => return Err(Failure::Refused(format!("{address}: {error}"))),
            Ok(listener) => return Ok(listener),
        }
    }
    let last = address.port() - 1;
    Err(Failure::Refused(format!(
        "ports {} to {last} are in use: name another with --addr",
        wanted.port()
    )))
}

/// Why the data folder cannot be locked.
enum LockError {
    /// Another process has it, and serves it at this address.
    Served(String),
    /// Another process has it, and its address could not be read in time.
    Silent,
    /// It cannot be written to.
    Unavailable,
}

/// Locks the data folder against other servers, by its address file.
fn lock_folder(folder: &Path) -> Result<File, LockError> {
    let open = || {
        std::fs::create_dir_all(folder)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(folder.join(ADDRESS_FILE))
    };
    let file: File = open().map_err(|_: io::Error| LockError::Unavailable)?;
    let deadline = Instant::now() + LOCK_TIMEOUT;
    loop {
        match file.try_lock() {
            // The address of an earlier server must not be read as this one's.
            Ok(()) => return file.set_len(0).map_err(|_| LockError::Unavailable).map(|()| file),
            Err(TryLockError::Error(_)) => return Err(LockError::Unavailable),
            Err(TryLockError::WouldBlock) => (),
        }
        // The other process may still be starting.
        match read_address(&file) {
            Some(url) => return Err(LockError::Served(url)),
            None if Instant::now() >= deadline => return Err(LockError::Silent),
            None => std::thread::sleep(LOCK_RETRY),
        }
    }
}

/// The address in an address file, once it is there: it is written by one call.
fn read_address(mut file: &File) -> Option<String> {
    let mut url = String::new();
    file.rewind().ok()?;
    file.take(1000).read_to_string(&mut url).ok()?;
    url.starts_with("http://").then_some(url)
}

/// Accepts the WebSocket connection of a page.
async fn connect(upgrade: WebSocketUpgrade, State(shared): State<Shared>) -> Response {
    let Ok(permit) = shared.connections.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages are open").into_response();
    };
    let upgrade = upgrade.max_message_size(connection::MAX_FRAME);
    upgrade.on_upgrade(async move |socket| {
        connection::run(socket, shared.games).await;
        drop(permit);
    })
}
