//! The page: a server on this machine, and the games that are played on it.

mod answer;
mod archive;
mod assets;
mod connection;
mod contests;
mod guard;
mod hall;
mod lessons;
mod question;
mod refusal;
mod room;
mod searches;
mod thinking;
mod wire;

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

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
use archive::{Archive, Storage};
use contests::Contests;
use guard::{Guard, guard};
use hall::Hall;

/// The most pages that are connected at a time.
const MOST_CONNECTIONS: usize = 1000;

/// How many ports are tried when the one that is wanted is taken.
const TRIES: u16 = 20;

/// The name of the file that says where the program listens that has the data folder.
const ADDRESS_FILE: &str = "page.address";

/// What everybody who is served shares.
#[derive(Clone)]
struct Shared {
    hall: Arc<Hall>,
    connections: Arc<Semaphore>,
}

/// Serves the page until the program is ended. Where another program serves the same
/// games already, that one's address is told.
pub fn serve(args: &ServeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let contests = Contests::of(&args.contest)?;
    let folder = store::data_folder(args.data.as_deref())?;
    let hold = match hold(&folder) {
        Ok(hold) => hold,
        Err(Held::By(url)) => {
            if !args.contest.is_empty() {
                notice("a program that serves these games already goes on without the contest");
            }
            return tell(&url, args, out);
        }
        // Games are kept in memory then, which is said below.
        Err(Held::Cannot) => None,
    };
    let runtime = Runtime::new()?;
    let archive = Archive::open(&folder);
    if let Storage::Memory { why } = archive.storage() {
        let folder = quote(&folder.display().to_string());
        notice(format_args!("games are kept in memory only: {folder}: {why}"));
    }
    runtime.block_on(async {
        let listener = listen(args.addr).await?;
        let door = Guard::new(listener.local_addr()?);
        if let Some(mut file) = hold.as_ref() {
            // Who cannot read it learns less than could be told.
            let _ = file.set_len(0).and_then(|()| file.rewind());
            let _ = file.write_all(door.url().as_bytes());
        }
        tell(&door.url(), args, out)?;
        let hall = Arc::new(Hall::new(archive, contests, runtime.handle().clone()));
        let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        let app = Router::new()
            .route("/ws", any(connect))
            .fallback(assets::asset)
            .layer(axum::middleware::from_fn_with_state(door, guard))
            .with_state(Shared { hall, connections });
        axum::serve(listener, app).await?;
        Ok(())
    })
}

/// Prints the address, and opens it.
fn tell(url: &str, args: &ServeArgs, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{url}")?;
    out.flush()?;
    if !args.no_open && open::that_detached(url).is_err() {
        notice("open this address in a browser");
    }
    Ok(())
}

/// Listens at an address; where its port is taken, at the next one that is free.
async fn listen(wanted: SocketAddr) -> Result<TcpListener, Failure> {
    let mut address = wanted;
    for _ in 0..TRIES {
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
    Err(Failure::Refused(format!("the ports from {} to {last} are taken", wanted.port())))
}

/// Why the data folder cannot be had.
enum Held {
    /// Another program has it, and serves it here.
    By(String),
    /// It cannot be written to.
    Cannot,
}

/// Holds the data folder against other programs of this kind.
fn hold(folder: &Path) -> Result<Option<File>, Held> {
    let open = || {
        std::fs::create_dir_all(folder)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(folder.join(ADDRESS_FILE))
    };
    let mut file: File = open().map_err(|_: io::Error| Held::Cannot)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(_) => {
            let mut url = String::new();
            let read = io::Read::by_ref(&mut file).take(1000).read_to_string(&mut url);
            match read {
                Ok(_) if url.starts_with("http://") => Err(Held::By(url)),
                _ => Err(Held::Cannot),
            }
        }
    }
}

/// Connects a page.
async fn connect(upgrade: WebSocketUpgrade, State(shared): State<Shared>) -> Response {
    let Ok(permit) = shared.connections.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages are open").into_response();
    };
    let upgrade = upgrade.max_message_size(connection::MOST_BYTES);
    upgrade.on_upgrade(async move |socket| {
        connection::talk(socket, shared.hall).await;
        drop(permit);
    })
}
