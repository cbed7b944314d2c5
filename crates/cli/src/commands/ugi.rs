//! `agon ugi`: this program as a UGI engine, and a test for other engines.

use std::io::Write;

use agon_arena::{Analysis, GameEntry};
use agon_host::Failure;
use agon_inputs::rules::load_rules;
use agon_ugi::{check, run};

use crate::cli::UgiArgs;

/// Runs the UGI engine until `quit`, or tests another engine.
pub fn ugi(args: &UgiArgs, out: &mut impl Write) -> Result<(), Failure> {
    match &args.check {
        Some(command) => check(command, args.log.as_deref(), args.json, out),
        None => run(load, out),
    }
}

/// Loads the rule file of an evaluation into a session, if the name is one.
fn load(entry: &'static GameEntry, session: &mut dyn Analysis, name: &str) -> Result<(), String> {
    load_rules(entry, session, Some(name)).map_err(|failure| match failure {
        Failure::Usage(words) | Failure::Refused(words) | Failure::Shown(words) => words,
        Failure::Rules(diagnostics) => diagnostics.to_string().lines().next().unwrap_or("").into(),
        Failure::Io(error) => error.to_string(),
        Failure::Unknown => "it has no answer".into(),
    })
}
