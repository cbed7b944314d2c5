//! `cargo xtask fuzz`: runs every parser on mutated inputs and reports what does not hold.
//!
//! To add a target, write its function in `targets/` and add it to `TARGETS`.

#![warn(clippy::unwrap_used)]

mod campaign;
mod corpus;
mod execution;
mod features;
mod fuzzer;
mod minimise;
mod mutate;
mod supervisor;
mod target;
mod targets;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Parser;

use campaign::{Campaign, table};
use corpus::Folders;
use fuzzer::{Finding, Fuzzer};
use supervisor::Supervisor;
use target::Target;
use targets::{BROKEN, TARGETS};

/// The most inputs of a target in the repository, and the longest of them in bytes.
const MOST_KEPT: usize = 36;
const LONGEST_KEPT: usize = 1200;

/// Fuzz the parsers
///
/// Replays the corpus, then runs mutations of it. What shows something new is kept in
/// target/fuzz/corpus, findings are written to target/fuzz/findings. Exits with 1 if there are
/// findings.
#[derive(Parser)]
#[command(name = "cargo xtask fuzz")]
struct Options {
    /// Targets [default: all]
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    /// Length of the run in minutes
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    minutes: f64,
    /// Run a fixed number of executions instead, the same each time, as the test command does
    #[arg(long, conflicts_with_all = ["minutes", "keep"])]
    short: bool,
    /// Random seed [default: from the clock, or 1 with --short]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Seconds that one input may take
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    limit: u64,
    /// List the targets and what they show
    #[arg(long)]
    list: bool,
    /// Run this input of the one target that is named
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// Write the best inputs of this run to the corpus of the repository
    #[arg(long)]
    keep: bool,
    /// Folder for what runs write
    #[arg(long, value_name = "FOLDER", hide = true)]
    work: Option<PathBuf>,
    #[arg(long, hide = true)]
    inside: bool,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let done = match &options {
        Options { list: true, .. } => {
            list();
            Ok(true)
        }
        options => run(options),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn list() {
    for Target { name, shows, .. } in TARGETS {
        println!("{name:14} {shows}");
    }
}

/// Returns whether nothing was found.
fn run(options: &Options) -> Result<bool, String> {
    let targets = named(&options.targets)?;
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let work = || here.parent().unwrap_or(here).join("target/fuzz");
    let folders =
        Folders { corpus: here.join("corpus"), work: options.work.clone().unwrap_or_else(work) };
    let wrong = |error: io::Error| error.to_string();
    if !options.inside {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        std::fs::create_dir_all(&folders.work).map_err(wrong)?;
        let supervisor =
            Supervisor { arguments: &arguments, limit: options.limit, folders: &folders };
        return supervisor.run().map_err(wrong);
    }
    if !(options.minutes > 0.0 && options.minutes <= 10_000.0) {
        return Err("--minutes is more than 0 and at most 10000".into());
    }
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let length = Duration::from_secs_f64(60.0 * options.minutes);
    let campaign = Campaign {
        targets,
        end: (!options.short).then(|| Instant::now() + length),
        seed: options.seed.unwrap_or_else(|| if options.short { 1 } else { clock() }),
        threads: options.threads.unwrap_or_else(cores).max(1),
        limit: Duration::from_secs(options.limit),
        folders,
    };
    if let Some(file) = &options.replay {
        return replay(&campaign, file).map_err(wrong);
    }
    println!("seed {}, {} threads", campaign.seed, campaign.threads);
    let done = campaign.run().map_err(wrong)?;
    print!("{}", table(&done));
    for fuzzer in &done {
        for Finding { input, panic } in &fuzzer.findings {
            let (name, bytes) = (fuzzer.target.name, input.len());
            println!("{name}: {} at {} ({bytes} bytes)", panic.message, panic.place);
        }
    }
    if options.keep {
        keep(&campaign.folders, &done).map_err(wrong)?;
    }
    Ok(done.iter().all(|fuzzer| fuzzer.findings.is_empty()))
}

/// The targets of these names, or all of them.
fn named(names: &[String]) -> Result<Vec<&'static Target>, String> {
    if names.is_empty() {
        return Ok(TARGETS.iter().collect());
    }
    let find = |name: &String| {
        let found = TARGETS.iter().chain(BROKEN).find(|target| target.name == name.as_str());
        found.ok_or_else(|| format!("there is no target {name}; --list lists them"))
    };
    names.iter().map(find).collect()
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Runs one input; returns whether nothing was found.
fn replay(campaign: &Campaign, file: &Path) -> io::Result<bool> {
    let &[target] = &campaign.targets[..] else {
        return Err(io::Error::other("--replay needs one target, as in --replay FILE TARGET"));
    };
    let found = campaign.replay(target, std::fs::read(file)?)?;
    match &found {
        None => println!("{}: nothing is wrong", target.name),
        Some(panic) => println!("{}: {} at {}", target.name, panic.message, panic.place),
    }
    Ok(found.is_none())
}

/// Writes the best inputs to the corpus of the repository. Every target keeps the shortest ones,
/// and a few of the longer ones.
fn keep(folders: &Folders, done: &[Fuzzer]) -> io::Result<()> {
    for fuzzer in done {
        let best = fuzzer.best_inputs();
        let short: Vec<Vec<u8>> =
            best.into_iter().filter(|input| input.len() <= LONGEST_KEPT).collect();
        let every = short.len().div_ceil(MOST_KEPT).max(1);
        let kept: Vec<Vec<u8>> = short.into_iter().rev().step_by(every).collect();
        folders.replace(fuzzer.target.name, &kept)?;
    }
    Ok(())
}
