//! The server of the page: HTTP and WebSocket, games, their storage and limits.

#![warn(clippy::unwrap_used)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod access;
mod assets;
mod connection;
mod connections;
mod contests;
mod database;
mod games;
mod id;
mod key;
mod learning;
mod lessons;
mod listener;
mod lobby;
mod log;
mod metrics;
mod origin;
mod proxies;
mod puzzle_tries;
mod puzzles;
mod request_queue;
mod search_pool;
mod shutdown;
pub mod stored_games;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use agon_arena::EvaluationProgram;
use agon_core::quote;
use agon_host::{Failure, Verbosity, memory, notice, store, verbosity, write_error};
use agon_inputs::evaluators::{NamedEvaluator, NamedHandIn};
use agon_service::exercises::Exercises;
use agon_service::protocol::{Event, Message};
use agon_service::{Caller, JobKind, Storage};
use axum::extract::{State, WebSocketUpgrade};
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{any, get};
use axum::{Extension, Router};
use ipnet::IpNet;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

use access::{AccessControl, Visitor};
use connections::{ConnectionLimits, Connections};
use contests::Contests;
use database::GameDatabase;
use games::Games;
use listener::HttpServer;
use metrics::{Metrics, SearchState};
use proxies::TrustedProxies;
use search_pool::{JobCounts, SearchPool};
use shutdown::{Shutdown, Signals};

pub use lessons::{lesson_paths, read_lesson};
pub use origin::Origin;
pub use proxies::parse_network;
pub use tracing::Level as LogLevel;

/// How long a response may take to begin.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

/// The longest body of a request, in bytes. The page sends no bodies.
const MAX_BODY: usize = 1 << 10;

/// How many days a stranger's game is kept after its last change, by default.
const KEEP_DAYS: u32 = 90;

/// How often games that have expired are removed.
const EXPIRE_EVERY: Duration = Duration::from_secs(600);

/// How many ports are tried if the requested one is in use.
const MAX_PORTS: u16 = 20;

/// The file in the data folder with the address of the server that uses the folder.
const ADDRESS_FILE: &str = "page.address";

/// How long to wait for the address of another server that is starting, and how often to look.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);
const LOCK_RETRY: Duration = Duration::from_millis(10);

/// How long to wait for an answer at that address.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on. If its port is in use, the next free one is used.
    pub addr: SocketAddr,
    /// The folder of the saved games, if it is not the user's.
    pub data: Option<PathBuf>,
    /// The archives of the contests that are shown.
    pub contest: Vec<PathBuf>,
    /// Programs that are offered as evaluations.
    pub evaluator: Vec<NamedEvaluator>,
    /// Hand-ins that are offered as players and evaluations.
    pub hand_in: Vec<NamedHandIn>,
    /// The folder of the teacher's lessons.
    pub lessons: Option<PathBuf>,
    pub no_open: bool,
    pub origin: Vec<Origin>,
    /// The proxies that are trusted to report their clients.
    pub trusted_proxy: Vec<IpNet>,
    pub no_key: bool,
    pub new_key: bool,
    /// The memory for searches in megabytes; the default is a quarter of the machine's.
    pub memory: Option<u64>,
    /// How many days a stranger's game is kept after its last change; 0 for ever. The default is
    /// 90, and for ever if only this machine reaches the server.
    pub keep: Option<u32>,
    /// The log level, if there is a log on standard error.
    pub log: Option<LogLevel>,
}

impl Default for Options {
    /// The options of `agon` without a command.
    fn default() -> Options {
        Options {
            addr: ([127, 0, 0, 1], 7878).into(),
            data: None,
            contest: Vec::new(),
            evaluator: Vec::new(),
            hand_in: Vec::new(),
            lessons: None,
            no_open: false,
            origin: Vec::new(),
            trusted_proxy: Vec::new(),
            no_key: false,
            new_key: false,
            memory: None,
            keep: None,
            log: None,
        }
    }
}

#[derive(Clone)]
struct Shared {
    games: Arc<Games>,
    connections: Connections,
    metrics: Metrics,
    shutdown: Shutdown,
}

/// Serves the page until a signal ends the program. If another process already serves the same data
/// folder, prints its address instead.
pub fn serve(args: &Options, out: &mut impl Write) -> Result<(), Failure> {
    // A server logs its details.
    let is_detailed = verbosity() == Verbosity::Verbose;
    let _log = log::start(args.log.or(is_detailed.then_some(LogLevel::INFO)));
    let contests = Contests::of(&args.contest)?;
    let lessons = lessons::of_folder(args.lessons.as_deref())?;
    let mut programs: Vec<Arc<dyn EvaluationProgram>> = Vec::new();
    for evaluator in &args.evaluator {
        programs.push(evaluator.start()?);
    }
    for hand_in in &args.hand_in {
        programs.push(hand_in.start()?);
    }
    let folder = store::data_folder(args.data.as_deref())?;
    let (lock, address_file) = match lock_folder(&folder) {
        Ok((lock, file)) => (Some(lock), Some(file)),
        Err(LockError::Served(url)) => {
            if !args.contest.is_empty() {
                notice("these games are already served by another process, without --contest");
            }
            if args.new_key {
                notice("these games are already served by another process: end it for a new key");
            }
            return announce(&[url], args, out);
        }
        Err(LockError::Silent) => {
            let why = "another agon has these games open and does not say where it serves them";
            return Err(store::about_file(&folder, why));
        }
        // The database falls back to memory, which is reported below.
        Err(LockError::Unavailable) => (None, None),
    };
    let needs_key = access::is_shared(args.addr, &args.origin) && !args.no_key;
    let key = match needs_key || args.new_key {
        true => Some(key::load_or_make(&folder, args.new_key)?),
        false => None,
    };
    let runtime = Runtime::new()?;
    let database = GameDatabase::open(&folder, lock);
    if let Storage::Memory { why } = database.storage() {
        let folder = quote(&folder.display().to_string());
        write_error(format_args!("games are kept in memory only: {folder}: {why}"));
    }
    runtime.block_on(async {
        // Before the address is printed, so that its reader can end the server.
        let mut signals = Signals::catch()?;
        let (trigger, shutdown) = shutdown::channel();
        let listener = listen(args.addr).await?;
        let proxies = TrustedProxies::new(&args.trusted_proxy);
        let access = AccessControl::new(
            listener.local_addr()?,
            args.origin.clone(),
            proxies.clone(),
            key.filter(|_| needs_key),
            database.clone(),
        );
        let urls = access.urls();
        if let (Some(mut file), Some(url)) = (address_file.as_ref(), urls.first()) {
            // Without the address, a second process cannot print it; nothing else depends on it.
            let _ = file.set_len(0).and_then(|()| file.rewind());
            let _ = file.write_all(url.as_bytes());
        }
        let metrics = Metrics::default();
        let limits = ConnectionLimits::of(listener::raise_descriptor_limit());
        let connections = Connections::new(limits, metrics.clone());
        let budget = args.memory.map_or_else(memory::default_budget, |megabytes| megabytes << 20);
        let is_shared = access::is_shared(args.addr, &args.origin);
        let pool = SearchPool::new(search_slots(), budget, !is_shared);
        let games = Games::new(
            database,
            contests,
            Exercises::new(puzzles::of_folder(&folder), lessons),
            &folder,
            Arc::clone(&pool),
            metrics.clone(),
            programs,
        );
        let games = Arc::new(games);
        tokio::spawn(Arc::clone(&pool).expire());
        tokio::spawn(pool.keep_turns());
        tokio::spawn(announce_storage(Arc::clone(&games)));
        if is_shared {
            let days = i64::from(args.keep.unwrap_or(KEEP_DAYS));
            let keep = if days == 0 { i64::MAX / 2 } else { days * stored_games::DAY };
            tokio::spawn(expire_games(Arc::clone(&games), folder.clone(), keep));
        }
        let shared = Shared {
            games,
            connections: connections.clone(),
            metrics: metrics.clone(),
            shutdown: shutdown.clone(),
        };
        let app = router(access, shared);
        announce(&urls, args, out)?;
        tracing::info!(address = %listener.local_addr()?, connections = limits.all, "serving");
        tokio::spawn(async move {
            signals.next().await;
            tracing::info!("ending");
            trigger.begin();
            signals.next().await;
            std::process::exit(1);
        });
        HttpServer { app, connections, proxies, metrics, shutdown }.run(listener).await;
        Ok::<(), Failure>(())
    })?;
    // The program ends without waiting for searches; acknowledged changes are on disk.
    runtime.shutdown_background();
    Ok(())
}

fn router(access: AccessControl, shared: Shared) -> Router {
    let timeout = TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, RESPONSE_TIMEOUT);
    Router::new()
        .route(access::WEBSOCKET, any(connect))
        .route(access::METRICS, get(show_metrics))
        .fallback(assets::asset)
        .layer(from_fn_with_state(access, AccessControl::check))
        .layer(RequestBodyLimitLayer::new(MAX_BODY))
        .layer(timeout)
        .with_state(shared)
}

fn search_slots() -> usize {
    std::thread::available_parallelism().map_or(2, |count| count.get().max(2))
}

/// Tells all games and clients when the storage of games changes.
async fn announce_storage(games: Arc<Games>) {
    let mut changes = games.database.changes();
    while changes.changed().await.is_ok() {
        let storage = changes.borrow_and_update().clone();
        // Games first, so that a client that opens one sees the new storage.
        games.change_storage(&storage);
        games.send_to_all(&Message::Event(Event::Storage { storage: (&storage).into() }));
    }
}

/// Removes the games of strangers that have expired, now and then.
async fn expire_games(games: Arc<Games>, folder: PathBuf, keep: i64) {
    let mut interval = tokio::time::interval(EXPIRE_EVERY);
    loop {
        interval.tick().await;
        let (database, folder, now) = (games.database.clone(), folder.clone(), games::since_1970());
        let learning = games.learning.clone();
        let expired = move || {
            learning.expire(keep);
            database.expire(&folder, keep, now as i64)
        };
        match tokio::task::spawn_blocking(expired).await {
            Ok(Ok(0)) | Err(_) => (),
            Ok(Ok(count)) => tracing::info!(count, "games have expired"),
            Ok(Err(error)) => tracing::warn!(%error, "expired games could not be removed"),
        }
    }
}

/// Prints the addresses, and opens the first in a browser unless `no_open` is set.
fn announce(urls: &[String], args: &Options, out: &mut impl Write) -> Result<(), Failure> {
    for url in urls {
        writeln!(out, "{url}")?;
    }
    out.flush()?;
    if let Some(url) = urls.first()
        && !args.no_open
        && open::that_detached(url).is_err()
    {
        notice("open this address in a browser");
    }
    Ok(())
}

/// Listens on an address. If its port is in use, on the next free one.
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
    /// Another process has locked it, and serves it at this address.
    Served(String),
    /// Another process has locked it, and its address could not be read in time.
    Silent,
    /// It cannot be written to.
    Unavailable,
}

/// Locks the data folder against other servers. Returns its lock, and its address file.
fn lock_folder(folder: &Path) -> Result<(File, File), LockError> {
    let open = || {
        std::fs::create_dir_all(folder)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok((options.open(folder.join(ADDRESS_FILE))?, database::lockable(folder)?))
    };
    let (file, lock) = open().map_err(|_: io::Error| LockError::Unavailable)?;
    let deadline = Instant::now() + LOCK_TIMEOUT;
    loop {
        // Earlier versions lock only the file of the address.
        match lock.try_lock().and_then(|()| file.try_lock()) {
            // The address of an earlier server must not be taken for this one's.
            Ok(()) => {
                return file.set_len(0).map_err(|_| LockError::Unavailable).map(|()| (lock, file));
            }
            Err(TryLockError::Error(_)) => return Err(LockError::Unavailable),
            Err(TryLockError::WouldBlock) => drop(lock.unlock()),
        }
        // The other process may still be starting, and the file may still have the address of an
        // earlier one.
        match read_address(&file).filter(|url| is_served(url)) {
            Some(url) => return Err(LockError::Served(url)),
            None if Instant::now() >= deadline => return Err(LockError::Silent),
            None => std::thread::sleep(LOCK_RETRY),
        }
    }
}

/// The address in an address file, once it is complete: it is written by one call.
fn read_address(mut file: &File) -> Option<String> {
    let mut url = String::new();
    file.rewind().ok()?;
    file.take(1000).read_to_string(&mut url).ok()?;
    url.starts_with("http://").then_some(url)
}

/// Whether a server listens at an address of the page.
fn is_served(url: &str) -> bool {
    let host = url.strip_prefix("http://").and_then(|rest| rest.split('/').next());
    let address: Option<SocketAddr> = host.and_then(|host| host.parse().ok());
    address.is_some_and(|address| TcpStream::connect_timeout(&address, CONNECT_TIMEOUT).is_ok())
}

/// Accepts the WebSocket connection of a client.
async fn connect(
    upgrade: WebSocketUpgrade,
    Extension(visitor): Extension<Visitor>,
    State(shared): State<Shared>,
) -> Response {
    let Some(slot) = shared.connections.open_websocket(visitor.address) else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many clients are connected").into_response();
    };
    let most = connection::MAX_FRAME;
    let upgrade = upgrade.max_message_size(most).max_frame_size(most);
    upgrade.on_upgrade(async move |socket| {
        let caller = Caller {
            session: visitor.session.as_str().into(),
            address: address_of(visitor.address).into(),
            invitation: visitor.invitation.map(Into::into),
            ..Caller::local(0)
        };
        connection::run(socket, shared.games, caller, shared.shutdown).await;
        drop(slot);
    })
}

/// The address that the requests of a client count for. This machine, where an unknown proxy may run,
/// has none.
fn address_of(address: IpAddr) -> String {
    match address.is_loopback() {
        true => String::new(),
        false => connections::network(address).to_string(),
    }
}

async fn show_metrics(State(shared): State<Shared>) -> Response {
    let (games, metrics) = (&shared.games, &shared.metrics);
    metrics.set_storage(games.database.storage() == Storage::Disk);
    metrics.set_open_games(games.count());
    metrics.set_queued(games.waiting_bytes());
    metrics.set_waiting_requests(games.requests.waiting());
    for (kind, name) in JobKind::ALL.into_iter().zip(["move", "question", "review", "analysis"]) {
        let JobCounts { running, paused, queued } = games.pool.count(kind);
        metrics.set_searches(name, SearchState::Running, running);
        metrics.set_searches(name, SearchState::Paused, paused);
        metrics.set_searches(name, SearchState::Queued, queued);
    }
    let (used, total) = games.pool.memory();
    metrics.set_memory(used, total);
    match metrics.text() {
        Ok(text) => ([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
