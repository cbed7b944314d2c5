//! The program `agon`: everything but its `main`, so that the fuzz targets reach its parsers.

#![warn(clippy::unwrap_used)]
// println! panics when the output is closed. Commands write to the `out` they are given, which
// returns an error instead, and to standard error with terminal::notice, which ignores it.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod cli;
mod cluster;
mod commands;
mod contests;
mod engines;
pub mod evaluators;
mod failure;
mod grade;
mod interrupt;
mod lines;
mod mazes;
mod page;
pub mod parsers;
mod processor;
mod repl;
mod rules;
mod store;
mod terminal;

use std::io;
use std::process::ExitCode;
use std::time::Instant;

use agon_arena::small_boards;
use clap::Parser as _;

use cli::{Cli, Command, ServeArgs};
use failure::Failure;

/// Parses the command line and runs the command.
pub fn main() -> ExitCode {
    if let Some(code) = engines::run_as_guard() {
        return code;
    }
    commands::complete_for_shell();
    if let Err(failure) = processor::check() {
        return failure.report();
    }
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    terminal::set_verbosity(cli.output.verbosity());
    if let Ok(folder) = store::data_folder(None) {
        small_boards::use_tables(folder.join("tables"));
    }
    let began = Instant::now();
    let done = run_command(cli);
    terminal::detail(format_args!("{:.2} s", began.elapsed().as_secs_f64()));
    done
}

fn run_command(cli: Cli) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match cli.command {
        None => page::serve(&ServeArgs::default(), &mut out),
        Some(Command::Serve(args)) => page::serve(&args, &mut out),
        Some(Command::Choose(args)) => commands::choose(&args, &mut out),
        Some(Command::Play(args)) => commands::play(&args, &mut out),
        Some(Command::Repl(args)) => repl::run(&args, &mut out),
        Some(Command::Moves(args)) => commands::moves(&args, &mut out),
        Some(Command::Perft(args)) => commands::perft(&args, &mut out),
        Some(Command::Solve(args)) => commands::solve(&args, &mut out),
        Some(Command::Table(args)) => commands::table(&args, &mut out),
        Some(Command::Verify(args)) => commands::verify(&args, &mut out),
        Some(Command::Kb(args)) => commands::kb(&args, &mut out),
        Some(Command::Eval(args)) => commands::eval(&args, &mut out),
        Some(Command::Best(args)) => commands::best(&args, &mut out),
        Some(Command::Tree(args)) => commands::tree(&args, &mut out),
        Some(Command::Bench(args)) => commands::bench(&args, &mut out),
        Some(Command::Match(args)) => commands::match_(&args, &mut out),
        Some(Command::Contest(args)) => commands::contest(&args, &mut out),
        Some(Command::Puzzles(args)) => commands::puzzles(&args, &mut out),
        Some(Command::Data(args)) => commands::data(&args, &mut out),
        Some(Command::Grade(args)) => grade::run(&args, &mut out),
        Some(Command::Worker(args)) => commands::worker(&args),
        Some(Command::Workers(args)) => commands::workers(&args, &mut out),
        Some(Command::Cluster(args)) => commands::cluster(&args, &mut out),
        Some(Command::Analyse(args)) => commands::analyse(&args, &mut out),
        Some(Command::Replay(args)) => commands::replay(&args, &mut out),
        Some(Command::Maze(args)) => commands::maze(&args, &mut out),
        Some(Command::Rules(args)) => commands::rules(&args, &mut out),
        Some(Command::Ugi(args)) => commands::ugi(&args, &mut out),
        Some(Command::Completions(args)) => commands::completions(&args, &mut out),
        Some(Command::Man(args)) => commands::man(&args, &mut out),
        Some(Command::Players) => commands::players(&mut out),
    }
}
