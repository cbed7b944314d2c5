//! `agon worker`: executes jobs of a server. `agon workers`: lists the workers of a server, and
//! accepts them.

use std::collections::BTreeMap;
use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use agon_core::counted;
use agon_host::{Failure, interrupt, notice};
use agon_runner::{
    RunNotice, Transport, Worker, WorkerLimits, WorkerReport, is_public_key, short_key, unix_time,
};
use agon_sandbox::Level;
use serde_json::json;

use crate::cli::{WorkerArgs, WorkersAction, WorkersArgs};
use crate::cluster::{AcceptedWorkers, ReadyTasks, connect, find_workers, measure, worker_key};
use crate::workplace::threads;

/// Works until the program is interrupted.
pub fn worker(args: &WorkerArgs) -> Result<(), Failure> {
    let slots = args.jobs.unwrap_or_else(|| threads(None) as u32);
    if args.trust_programs {
        agon_sandbox::announce(Level::Estimated)?;
    }
    let (key, key_file) = worker_key(args.key.as_deref())?;
    let name = args.name.clone().unwrap_or_else(|| short_key(key.public()).to_string());
    interrupt::during(|| {
        let transport = connect(&args.url, &args.server, &format!("worker {name}"), None)?;
        let (identity, speed) = measure()?;
        notice(format_args!(
            "worker {name}: {}, {speed} nodes per second, version {}, fingerprint {}",
            counted(u64::from(slots), "slot"),
            identity.version,
            identity.fingerprint
        ));
        notice(format_args!(
            "its key is {} (the secret is in {})",
            key.public(),
            key_file.display()
        ));
        let memory = args.memory.map(|megabytes| megabytes << 20);
        let tasks = ReadyTasks::new(args.trust_programs, slots, memory);
        let limits = WorkerLimits { key, name, identity, speed, slots, unix_time };
        let worker = Worker::new(limits, &*transport, &tasks, &|words: &str| notice(words));
        worker.run(&interrupt::interrupted);
        notice("unfinished work is returned to the server");
        Ok(())
    })
}

/// The time for collecting reports, which come every second.
const LISTEN: Duration = Duration::from_millis(2500);

pub fn workers(args: &WorkersArgs, out: &mut impl Write) -> Result<(), Failure> {
    let list = AcceptedWorkers::of_user()?;
    match &args.action {
        None => print_workers(args, &list, out),
        Some(WorkersAction::Accept { workers }) => accept(args, &list, workers),
        Some(WorkersAction::Remove { workers }) => {
            let mut removed = Vec::new();
            list.change(|accepted| {
                for (key, name) in find_workers(workers, accepted, "in the list")? {
                    accepted.remove(&key);
                    removed.push(format!("{name} {key}"));
                }
                Ok(())
            })?;
            removed.iter().for_each(|worker| notice(format_args!("no longer accepted: {worker}")));
            Ok(())
        }
    }
}

fn accept(args: &WorkersArgs, list: &AcceptedWorkers, words: &[String]) -> Result<(), Failure> {
    // Whoever has keys needs no server.
    let known = match words.iter().all(|word| is_public_key(word)) {
        true => BTreeMap::new(),
        false => {
            let (workers, _) = listen(&*connect_to(args)?);
            workers.into_iter().map(|((key, _), report)| (key, report.worker)).collect()
        }
    };
    let found = find_workers(words, &known, "at the server")?;
    list.change(|accepted| {
        accepted.extend(found.clone());
        Ok(())
    })?;
    for (key, name) in &found {
        notice(format_args!("accepted: {name} {key}"));
    }
    notice(format_args!("the list is {}", list.path().display()));
    Ok(())
}

fn connect_to(args: &WorkersArgs) -> Result<Box<dyn Transport>, Failure> {
    connect(&args.url, &args.server, "list", Some(Duration::ZERO))
}

/// The reports of workers by their keys and processes, and the notices of runs.
type Listed = (BTreeMap<(String, String), WorkerReport>, BTreeMap<String, RunNotice>);

/// Collects the reports and notices of a server.
fn listen(transport: &dyn Transport) -> Listed {
    let (mut workers, mut runs) = (BTreeMap::new(), BTreeMap::new());
    let began = Instant::now();
    interrupt::during(|| {
        while began.elapsed() < LISTEN && !interrupt::interrupted() {
            for report in transport.reports() {
                let place = (report.key, report.message.instance.clone());
                workers.insert(place, report.message);
            }
            for notice in transport.notices() {
                runs.insert(notice.run.clone(), notice);
            }
            thread::sleep(Duration::from_millis(50));
        }
    });
    workers.retain(|_, report: &mut WorkerReport| !report.is_leaving);
    runs.retain(|_, run: &mut RunNotice| !run.is_over);
    (workers, runs)
}

fn print_workers(
    args: &WorkersArgs,
    list: &AcceptedWorkers,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let accepted = list.read()?;
    let (workers, runs) = listen(&*connect_to(args)?);
    if args.json {
        for ((key, _), report) in &workers {
            let is_accepted = accepted.contains_key(key);
            let line = json!({ "worker": report, "key": key, "is_accepted": is_accepted });
            writeln!(out, "{line}")?;
        }
        for run in runs.values() {
            writeln!(out, "{}", json!({ "run": run }))?;
        }
        return Ok(());
    }
    writeln!(
        out,
        "{:<20} {:<9} {:>7} {:>9} {:>8} {:>8} {:>10}  {:<8} {:<16}  key",
        "worker",
        "accepted",
        "busy",
        "items/s",
        "done",
        "failed",
        "nodes/s",
        "version",
        "fingerprint"
    )?;
    let mut offers = Vec::new();
    for ((key, _), report) in &workers {
        let busy = format!("{}/{}", report.busy, report.slots);
        let is_accepted = accepted.contains_key(key);
        if !is_accepted {
            offers.push(report.worker.as_str());
        }
        writeln!(
            out,
            "{:<20} {:<9} {busy:>7} {:>9.2} {:>8} {:>8} {:>10}  {:<8} {:<16}  {key}",
            report.worker,
            if is_accepted { "yes" } else { "no" },
            report.centi_rate as f64 / 100.0,
            report.done,
            report.failed,
            report.speed,
            report.identity.version,
            report.identity.fingerprint
        )?;
        for (run, reason) in &report.refused {
            let title = runs.get(run).map_or(run.as_str(), |run| run.title.as_str());
            writeln!(out, "    takes no part in {title}: {reason}")?;
        }
    }
    for run in runs.values() {
        writeln!(out, "run {} (weight {}): {}", run.title, run.weight, run.progress)?;
    }
    if workers.is_empty() {
        notice("no worker has reported: start some with 'agon worker URL'");
    }
    if !offers.is_empty() {
        offers.sort_unstable();
        offers.dedup();
        let names = offers.join(" ");
        notice(format_args!(
            "to accept workers that are not, type: agon workers URL accept {names}"
        ));
    }
    Ok(())
}
