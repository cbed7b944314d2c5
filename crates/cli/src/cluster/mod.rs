//! Work on several machines: tasks and their files, the NATS connection, and checks of workers'
//! results.

mod accepted_workers;
mod identity;
mod ready_tasks;
mod task;
mod worker_key;

#[cfg(feature = "cluster")]
use std::path::Path;
#[cfg(feature = "cluster")]
use std::thread;
use std::time::Duration;
#[cfg(feature = "cluster")]
use std::time::Instant;

use agon_host::Failure;
#[cfg(feature = "cluster")]
use agon_host::{interrupt, notice, store};
use agon_runner::Transport;

use crate::cli::ServerFiles;

pub use accepted_workers::{AcceptedWorkers, find as find_workers};
pub use identity::measure;
pub use ready_tasks::ReadyTasks;
pub use task::{PackedTask, Task};
pub use worker_key::worker_key;

/// The prefix that stands for threads of this process in place of a server.
pub const THREADS: &str = "threads:";

/// The size limit of a file with credentials or certificates, in bytes.
#[cfg(feature = "cluster")]
const MAX_TEXT: u64 = 4 << 20;

/// Connects to a server. While it cannot be reached, tries again for `patience`, or if that is
/// `None` until the program is interrupted.
#[cfg(feature = "cluster")]
pub fn connect(
    url: &str,
    files: &ServerFiles,
    name: &str,
    patience: Option<Duration>,
) -> Result<Box<dyn Transport>, Failure> {
    if url.starts_with(THREADS) {
        let what = "threads:N is for --workers; this needs a server, such as nats://HOST:4222";
        return Err(Failure::Usage(what.into()));
    }
    let server = agon_runner::Server {
        url: url.into(),
        creds: files.creds.as_deref().map(read_text).transpose()?,
        ca: files.ca.as_deref().map(read_text).transpose()?,
        name: format!("agon {name}"),
    };
    let began = Instant::now();
    let mut pause = Duration::from_millis(200);
    let mut said = String::new();
    loop {
        match agon_runner::NatsTransport::connect(&server) {
            Ok(transport) => return Ok(Box::new(transport)),
            Err(agon_runner::ConnectFailure::Refused(what)) => return Err(Failure::Refused(what)),
            Err(agon_runner::ConnectFailure::Unreachable(what)) => {
                let is_over = patience.is_some_and(|patience| began.elapsed() > patience);
                if is_over || interrupt::interrupted() {
                    return Err(Failure::Refused(what));
                }
                if said != what {
                    notice(format_args!("{what}; trying again"));
                    said = what;
                }
            }
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_secs(2));
    }
}

/// Reads a file that the user named.
#[cfg(feature = "cluster")]
fn read_text(path: &Path) -> Result<agon_runner::TextFile, Failure> {
    let missing = || Failure::Refused(format!("{}: there is no such file", path.display()));
    let bytes = store::read(path, MAX_TEXT)?.ok_or_else(missing)?;
    let not_text = |_| Failure::Refused(format!("{}: is not a text file", path.display()));
    Ok(agon_runner::TextFile {
        path: path.into(),
        text: String::from_utf8(bytes).map_err(not_text)?,
    })
}

/// This build has no NATS transport.
#[cfg(not(feature = "cluster"))]
pub fn connect(
    _: &str,
    _: &ServerFiles,
    _: &str,
    _: Option<Duration>,
) -> Result<Box<dyn Transport>, Failure> {
    Err(Failure::Refused(
        "this agon was built without NATS; build it in with: cargo build --release --features \
         cluster"
            .into(),
    ))
}
