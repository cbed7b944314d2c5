//! `agon worker`: executes jobs of a server. `agon workers`: lists the workers of a server.

use std::collections::BTreeMap;
use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use agon_core::counted;
use agon_host::{Failure, interrupt, notice};
use agon_runner::{RunNotice, Worker, WorkerLimits, WorkerReport, unix_time};
use agon_sandbox::Level;
use serde_json::json;

use crate::cli::{WorkerArgs, WorkersArgs};
use crate::cluster::{ReadyTasks, connect, measure, random_name};
use crate::workplace::threads;

/// Works until the program is interrupted.
pub fn worker(args: &WorkerArgs) -> Result<(), Failure> {
    let slots = args.jobs.unwrap_or_else(|| threads(None) as u32);
    if args.trust_programs {
        notice(agon_sandbox::ready(Level::Estimated)?);
    }
    let name = args.name.clone().unwrap_or_else(random_name);
    interrupt::during(|| {
        let transport = connect(&args.url, &args.server, &format!("worker {name}"), None)?;
        let (identity, speed) = measure()?;
        notice(format_args!(
            "worker {name}: {}, {speed} nodes per second, version {}, fingerprint {}",
            counted(u64::from(slots), "slot"),
            identity.version,
            identity.fingerprint
        ));
        let memory = args.memory.map(|megabytes| megabytes << 20);
        let tasks = ReadyTasks::new(args.trust_programs, slots, memory);
        let limits = WorkerLimits { name, identity, speed, slots, unix_time };
        let worker = Worker::new(limits, &*transport, &tasks, &|words: &str| notice(words));
        worker.run(&interrupt::interrupted);
        notice("unfinished work is returned to the server");
        Ok(())
    })
}

/// The time for collecting reports, which come every second.
const LISTEN: Duration = Duration::from_millis(2500);

pub fn workers(args: &WorkersArgs, out: &mut impl Write) -> Result<(), Failure> {
    let transport = connect(&args.url, &args.server, "list", Some(Duration::ZERO))?;
    let mut workers: BTreeMap<String, WorkerReport> = BTreeMap::new();
    let mut runs: BTreeMap<String, RunNotice> = BTreeMap::new();
    let began = Instant::now();
    interrupt::during(|| {
        while began.elapsed() < LISTEN && !interrupt::interrupted() {
            for report in transport.reports() {
                workers.insert(report.worker.clone(), report);
            }
            for notice in transport.notices() {
                runs.insert(notice.run.clone(), notice);
            }
            thread::sleep(Duration::from_millis(50));
        }
    });
    workers.retain(|_, report| !report.is_leaving);
    runs.retain(|_, run| !run.is_over);
    if args.json {
        for report in workers.values() {
            writeln!(out, "{}", json!({ "worker": report }))?;
        }
        for run in runs.values() {
            writeln!(out, "{}", json!({ "run": run }))?;
        }
        return Ok(());
    }
    writeln!(
        out,
        "{:<20} {:>7} {:>9} {:>8} {:>8} {:>10}  {:<8} fingerprint",
        "worker", "busy", "items/s", "done", "failed", "nodes/s", "version"
    )?;
    for report in workers.values() {
        let busy = format!("{}/{}", report.busy, report.slots);
        writeln!(
            out,
            "{:<20} {busy:>7} {:>9.2} {:>8} {:>8} {:>10}  {:<8} {}",
            report.worker,
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
    Ok(())
}
