//! `agon ugi --check` finds every fault that is planted in an engine, and none in the engine
//! without a fault.
//!
//! Started with a fault as its argument, this program is the engine; else it is the test. It has
//! no harness, so that nothing but the engine writes to standard output. Further arguments are
//! names of faults to test.

mod engine;
mod fault;

use std::collections::VecDeque;
use std::env;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::thread;

use fault::{FAULTS, Fault, SPORADIC};

/// The word by which this program is an engine.
const ENGINE: &str = "engine";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [word, name] = &arguments[..]
        && word == ENGINE
    {
        engine::run(FAULTS.iter().find(|fault| fault.name == name).expect("a known fault"));
        return ExitCode::SUCCESS;
    }
    let is_wanted = |fault: &&Fault| {
        let names: Vec<&String> =
            arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
        names.is_empty() || names.iter().any(|name| fault.name.contains(name.as_str()))
    };
    let waiting: Mutex<VecDeque<&Fault>> = Mutex::new(FAULTS.iter().filter(is_wanted).collect());
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
        // They mostly wait for each other.
        for _ in 0..8 {
            scope.spawn(work);
        }
    });
    let missed = missed.into_inner().unwrap();
    for said in &missed {
        eprintln!("NOT FOUND: {said}");
    }
    if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether the check says what it must about an engine; the error is what it said. A check that
/// has said it is ended: it would take its time for everything else.
fn check(fault: &Fault) -> Result<(), String> {
    let engine = format!("'{}' {ENGINE} {}", env::current_exe().unwrap().display(), fault.name);
    let mut check = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["ugi", "--check", &engine])
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
