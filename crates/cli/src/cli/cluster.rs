//! The arguments of `agon worker`, `agon workers` and `agon cluster`, and those by which other
//! commands hand their work to workers.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Files for authentication.
#[derive(Clone, Debug, Args)]
pub struct ServerFiles {
    /// File with credentials for the server
    #[arg(long, value_name = "FILE")]
    pub creds: Option<PathBuf>,
    /// File with the certificate of the server's authority (PEM)
    #[arg(long, value_name = "FILE")]
    pub ca: Option<PathBuf>,
}

/// Options that hand a command's work to workers on other machines.
#[derive(Clone, Debug, Args)]
pub struct ClusterArgs {
    /// NATS server whose workers do the work, such as nats://HOST:4222, or threads:N for threads
    /// of this process through the same queue [default: AGON_WORKERS, or none]
    #[arg(long, value_name = "URL")]
    pub workers: Option<String>,
    #[command(flatten)]
    pub server: ServerFiles,
    /// Share of the workers, compared with other runs, 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub weight: u32,
    /// Least speed of a worker in nodes per second by the reference bench
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub min_speed: u64,
    /// Believe all workers that the server lets in, not only those of 'agon workers URL accept'
    #[arg(long)]
    pub accept_all_workers: bool,
    /// Repeat one in N results of workers here or by another worker, if no clock plays a part in
    /// them, and half of the first of each worker; 0 repeats none
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub replay_rate: u32,
}

#[derive(Debug, Args)]
#[command(
    after_help = "A worker takes games, hand-ins and self-play from all commands that run with --workers URL at the \
        same server, with the same version of agon, if they have accepted it: it has a key, which it makes \
        at its first start and signs its results with, and 'agon workers URL accept NAME' enlists it. It may be started and stopped at any time: \
        Ctrl-C or SIGTERM hands back what is not finished. docs/many-machines.md is the guide.\n\n\
        Examples:\n  \
        nats-server -js &                                        one server for all\n  \
        agon worker nats://server:4222 --name lab-1              on every machine\n  \
        agon workers nats://server:4222 accept lab-1             once, where the match is started\n  \
        agon match nim perfect random --workers nats://server:4222"
)]
pub struct WorkerArgs {
    /// NATS server, such as nats://HOST:4222
    #[arg(value_name = "URL")]
    pub url: String,
    /// Number of games played in parallel, 1 to 1024 [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Most memory for the tables of players, in MB [default: no limit]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=16_777_216))]
    pub memory: Option<u64>,
    /// Name of the worker, for people [default: the first letters of its key]
    #[arg(long, value_name = "NAME", value_parser = read_name)]
    pub name: Option<String>,
    /// File with the secret key of the worker, made if there is none [default: worker.key in the
    /// user's folder of settings]
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
    /// Run the programs of hand-ins too, which come from the server
    #[arg(long)]
    pub trust_programs: bool,
    #[command(flatten)]
    pub server: ServerFiles,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Only results of accepted workers count. The list of them is a file of this user, and says which \
        workers are believed at every server; a run that goes on takes notice of a change. A key says \
        who a worker is, a name is for people.\n\n\
        Examples:\n  \
        agon workers nats://server:4222\n  \
        agon workers nats://server:4222 accept lab-1 lab-2\n  \
        agon workers nats://server:4222 remove lab-2"
)]
pub struct WorkersArgs {
    /// NATS server, such as nats://HOST:4222
    #[arg(value_name = "URL")]
    pub url: String,
    #[command(flatten)]
    pub server: ServerFiles,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
    /// What to do; without it the workers are listed
    #[command(subcommand)]
    pub action: Option<WorkersAction>,
}

#[derive(Debug, Subcommand)]
pub enum WorkersAction {
    /// Believe these workers from now on
    #[command(after_help = "Example:\n  agon workers nats://server:4222 accept lab-1 lab-2")]
    Accept {
        /// Keys of workers, or names of workers that are at the server now
        #[arg(value_name = "KEY|NAME", required = true)]
        workers: Vec<String>,
    },
    /// Believe these workers no more
    #[command(after_help = "Example:\n  agon workers nats://server:4222 remove lab-2")]
    Remove {
        /// Keys or names of accepted workers
        #[arg(value_name = "KEY|NAME", required = true)]
        workers: Vec<String>,
    },
}

#[derive(Debug, Args)]
#[command(after_help = "docs/many-machines.md is the guide.\n\nExample:\n  agon cluster demo")]
pub struct ClusterCommandArgs {
    /// What to do
    #[command(subcommand)]
    pub action: ClusterAction,
}

#[derive(Debug, Subcommand)]
pub enum ClusterAction {
    /// Start a server, two workers and a match on this machine, to see how it works
    #[command(after_help = "Needs nats-server; on Debian: apt-get install nats-server\n\n\
        Example:\n  agon cluster demo")]
    Demo,
}

fn read_name(text: &str) -> Result<String, String> {
    match agon_runner::is_worker_name(text) {
        true => Ok(text.into()),
        false => Err("a name has 1 to 50 letters, digits, - and _".into()),
    }
}
