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
}

#[derive(Debug, Args)]
#[command(
    after_help = "A worker takes games, hand-ins and self-play from all commands that run with --workers URL at the \
        same server, with the same version of agon. It may be started and stopped at any time: \
        Ctrl-C or SIGTERM hands back what is not finished. docs/many-machines.md is the guide.\n\n\
        Examples:\n  \
        nats-server -js &                                        one server for all\n  \
        agon worker nats://server:4222                           on every machine\n  \
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
    /// Name of the worker [default: a random one]
    #[arg(long, value_name = "NAME", value_parser = read_name)]
    pub name: Option<String>,
    /// Run the programs of hand-ins too, which come from the server
    #[arg(long)]
    pub trust_programs: bool,
    #[command(flatten)]
    pub server: ServerFiles,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  agon workers nats://server:4222")]
pub struct WorkersArgs {
    /// NATS server, such as nats://HOST:4222
    #[arg(value_name = "URL")]
    pub url: String,
    #[command(flatten)]
    pub server: ServerFiles,
    /// Print JSON lines
    #[arg(long)]
    pub json: bool,
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
    let is_fine = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    match (1..=50).contains(&text.len()) && text.chars().all(is_fine) {
        true => Ok(text.into()),
        false => Err("a name has 1 to 50 letters, digits, - and _".into()),
    }
}
