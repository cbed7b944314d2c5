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
use std::process::{Command, ExitCode};
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
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
    let missed = missed.into_inner().unwrap();
    for said in &missed {
        eprintln!("NOT FOUND: {said}");
    }
    if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether the check says what it must about an engine; the error is what it said.
fn check(fault: &Fault) -> Result<(), String> {
    let engine = format!("'{}' {ENGINE} {}", env::current_exe().unwrap().display(), fault.name);
    let output = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["ugi", "--check", &engine])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let code = output.status.code();
    let is_said = match fault.found {
        "" => code == Some(0) && said.contains("all is well"),
        SPORADIC => said.contains(SPORADIC),
        found => {
            let wrong = said.lines().filter(|line| line.starts_with("wrong "));
            code == Some(1) && wrong.into_iter().any(|line| line.contains(found))
        }
    };
    if is_said { Ok(()) } else { Err(said) }
}
