//! Work on several machines: tasks and their files, the carrier over NATS, and the coordinator's
//! connection with the commands.

mod bundle;
mod checked_record;
mod executor;
mod identity;
mod spot_check;
mod task;

#[cfg(feature = "cluster")]
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(feature = "cluster")]
use agon_host::store;
use agon_host::{Failure, interrupt, notice};
use agon_runner::{
    Coordinator, LocalTransport, RunFailure, RunNotice, Transport, Work, Worker, WorkerLimits,
    unix_time,
};

use crate::cli::ClusterArgs;

pub use checked_record::check_record;
pub use executor::TaskExecutor;
pub use identity::measure;
pub use spot_check::{SpotCheck, Suspect};
pub use task::{EntrantText, Fetch, GamesTask, Objects, PackedTask, Task, game_item};

/// The variable that names the server if `--workers` does not.
const VARIABLE: &str = "AGON_WORKERS";

/// The carrier that is not a server: threads of this process.
const THREADS: &str = "threads:";

/// The largest file with credentials or certificates, in bytes.
#[cfg(feature = "cluster")]
const MAX_TEXT: u64 = 4 << 20;

/// How long a coordinator tries to connect.
const PATIENCE: Duration = Duration::from_secs(20);

/// A cluster that commands hand their work to.
pub struct Cluster {
    transport: Box<dyn Transport>,
    weight: u32,
    min_speed: u64,
    /// How many threads of this process work, if there is no server.
    threads: Option<u32>,
}

impl Cluster {
    /// The cluster that the command line or the environment names; `None` if neither does.
    pub fn connect(args: &ClusterArgs) -> Result<Option<Cluster>, Failure> {
        let variable = || std::env::var(VARIABLE).ok().filter(|url| !url.is_empty());
        let Some(url) = args.workers.clone().or_else(variable) else { return Ok(None) };
        let (weight, min_speed) = (args.weight, args.min_speed);
        if let Some(threads) = url.strip_prefix(THREADS) {
            let threads = threads.parse().ok().filter(|threads| (1..=256).contains(threads));
            let wrong = || Failure::Usage("write threads:N with N from 1 to 256".into());
            let threads = Some(threads.ok_or_else(wrong)?);
            let transport = Box::new(LocalTransport::default());
            return Ok(Some(Cluster { transport, weight, min_speed, threads }));
        }
        let transport = connect(&url, args, "coordinator", Some(PATIENCE)).map_err(|failure| {
            // Nobody sees a variable on the command line.
            match (&args.workers, failure) {
                (None, Failure::Refused(what)) => Failure::Refused(format!("{VARIABLE}: {what}")),
                (_, failure) => failure,
            }
        })?;
        Ok(Some(Cluster { transport, weight, min_speed, threads: None }))
    }

    /// Hands out work until it is done or stopped. `unit` items belong together.
    pub fn run(
        &self,
        title: &str,
        task: PackedTask,
        unit: u64,
        work: &mut dyn Work,
    ) -> Result<(), Failure> {
        let (identity, speed) = measure()?;
        let run = RunNotice {
            run: random_name(),
            title: title.chars().take(100).collect(),
            task: task.hash.clone(),
            identity: identity.clone(),
            weight: self.weight,
            min_speed: self.min_speed,
            aside: Vec::new(),
            done: 0,
            progress: String::new(),
            is_over: false,
        };
        let mut say = |note: agon_runner::Note| notice(note);
        let transport = &*self.transport;
        let objects = task.objects.into_iter().collect();
        let mut coordinator = Coordinator::new(transport, run, objects, unit, &mut say);
        let Some(slots) = self.threads else { return finished(coordinator.run(work)) };
        let limits = WorkerLimits { name: "threads".into(), identity, speed, slots, unix_time };
        let executor = TaskExecutor::new(true, slots, None);
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let stop = || is_over.load(Ordering::Relaxed) || interrupt::interrupted();
                Worker::new(limits, transport, &executor, &|words: &str| notice(words)).run(&stop);
            });
            let result = coordinator.run(work);
            is_over.store(true, Ordering::Relaxed);
            finished(result)
        })
    }
}

fn finished(result: Result<(), RunFailure>) -> Result<(), Failure> {
    result.map_err(|RunFailure(what)| Failure::Refused(what))
}

/// A name that no other run or worker has.
pub fn random_name() -> String {
    let mut bytes = [0; 8];
    // Without a random generator the time has to do.
    if getrandom::fill(&mut bytes).is_err() {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        bytes = (now.unwrap_or_default().as_nanos() as u64).to_le_bytes();
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Connects with a server; tries again while it cannot be reached, for some time or, if none is
/// given, until the program is interrupted.
#[cfg(feature = "cluster")]
pub fn connect(
    url: &str,
    args: &ClusterArgs,
    name: &str,
    patience: Option<Duration>,
) -> Result<Box<dyn Transport>, Failure> {
    if url.starts_with(THREADS) {
        let what = "threads:N is for --workers; this needs a server, such as nats://HOST:4222";
        return Err(Failure::Usage(what.into()));
    }
    let server = agon_runner::Server {
        url: url.into(),
        creds: args.creds.as_deref().map(read_text).transpose()?,
        ca: args.ca.as_deref().map(read_text).transpose()?,
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

/// This program has no carrier over NATS.
#[cfg(not(feature = "cluster"))]
pub fn connect(
    _: &str,
    _: &ClusterArgs,
    _: &str,
    _: Option<Duration>,
) -> Result<Box<dyn Transport>, Failure> {
    let _ = Instant::now();
    Err(Failure::Refused(
        "this agon was built without NATS; build it in with: cargo build --release --features \
         cluster"
            .into(),
    ))
}
