//! `agon ugi --check` finds every fault that is planted in an engine, and none in the engine
//! without a fault.

#![cfg(unix)]

mod engine;
mod fault;

use std::collections::VecDeque;
use std::env;
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;
use std::sync::Mutex;
use std::thread;

use fault::{FAULTS, Fault, SPORADIC};

/// Runs the engine if this program is started with the name of a fault after that of this test.
/// Otherwise it does nothing.
#[test]
fn is_the_engine() {
    let name = env::args().next_back().unwrap_or_default();
    if let Some(fault) = FAULTS.iter().find(|fault| fault.name == name) {
        engine::run(fault);
    }
}

/// The command line of the engine with a fault. The test harness writes to standard output, so the
/// engine writes to another descriptor, which the shell redirects.
fn command(fault: &Fault) -> String {
    let run = "exec \"$0\" --exact ugi_faults::is_the_engine --nocapture \"$1\" 3>&1 >/dev/null";
    format!("/bin/sh -c '{run}' '{}' {}", env::current_exe().unwrap().display(), fault.name)
}

#[test]
fn every_fault_of_an_engine_is_found() {
    let waiting: Mutex<VecDeque<&Fault>> = Mutex::new(FAULTS.iter().collect());
    let missed: Mutex<Vec<String>> = Mutex::default();
    let work = || {
        while let Some(fault) = { waiting.lock().unwrap().pop_front() } {
            match check(fault) {
                Ok(()) => println!("found: {}", fault.name),
                Err(said) => missed.lock().unwrap().push(format!("{}:\n{said}", fault.name)),
            }
        }
    };
    thread::scope(|scope| {
        // The checks mostly wait.
        for _ in 0..8 {
            scope.spawn(work);
        }
    });
    let missed = missed.into_inner().unwrap();
    assert!(missed.is_empty(), "not found: {}", missed.join("\n"));
}

/// Whether the check reports what it must about an engine. The error is the report. The check is
/// killed after that, to save time.
fn check(fault: &Fault) -> Result<(), String> {
    let mut check = agon_testing::agon(["ugi", "--check", &command(fault)])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let mut is_said = false;
    for line in BufReader::new(check.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        is_said |= match fault.found {
            "" => line.starts_with("all is well"),
            SPORADIC => line.contains(SPORADIC),
            found => line.starts_with("wrong ") && line.contains(found),
        };
        said += &format!("{line}\n");
        if is_said && !fault.is_run_to_the_end() {
            check.kill().unwrap();
            check.wait().unwrap();
            return Ok(());
        }
    }
    let code = check.wait().unwrap().code();
    let wanted = i32::from(!fault.found.is_empty());
    if is_said && code == Some(wanted) { Ok(()) } else { Err(format!("{said}exit code {code:?}")) }
}
