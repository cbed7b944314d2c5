//! `agon ugi`: runs as a UGI engine, or tests another engine.

use std::io::Write;

use agon_arena::{EvaluationFile, GameEntry};
use agon_host::Failure;
use agon_inputs::rules;
use agon_ugi::{check, run};

use crate::cli::UgiArgs;

pub fn ugi(args: &UgiArgs, out: &mut impl Write) -> Result<(), Failure> {
    match &args.check {
        Some(command) => check(command, args.log.as_deref(), args.json, out),
        None => run(read, &args.game, out),
    }
}

/// Reads the rule file or network with this name, if it is one.
fn read(entry: &'static GameEntry, name: &str) -> Result<Option<EvaluationFile>, String> {
    rules::named(entry, Some(name)).map_err(|failure| match failure {
        Failure::Usage(words) | Failure::Refused(words) | Failure::Shown(words) => words,
        Failure::Rules(diagnostics) => diagnostics.to_string().lines().next().unwrap_or("").into(),
        Failure::Io(error) => error.to_string(),
        Failure::Unknown => "it has no answer".into(),
    })
}
