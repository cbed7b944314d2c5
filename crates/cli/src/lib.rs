//! The program `agon`: everything but its `main`, so that programs with games of their own have all
//! of it, and the fuzz targets reach its parsers.
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     agon::run(agon::Registry::standard())
//! }
//! ```

#![warn(clippy::unwrap_used)]
// println! panics when the output is closed. Commands write to the `out` they are given, which
// returns an error instead, and to standard error with agon_host::notice, which ignores it.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod cli;
mod cluster;
mod commands;
pub mod parsers;
mod processor;
mod workplace;

use std::io;
use std::process::ExitCode;
use std::time::Instant;

use agon_arena::small_boards;
use clap::FromArgMatches as _;
use clap::error::ErrorKind;

use agon_host::{Failure, detail, set_verbosity, store, write_error};
use agon_sandbox::Level;
use agon_server::{Options, serve};
use cli::{Cli, Command};

pub use agon_arena::{GameEntry, Registry};

/// The program with these games: parses the command line and runs the command.
///
/// # Panics
///
/// If it is called twice.
pub fn run(games: Registry) -> ExitCode {
    if let Some(code) = agon_sandbox::run_as_guard() {
        return code;
    }
    games.install();
    commands::complete_for_shell();
    if let Err(failure) = processor::check() {
        return report(failure);
    }
    let matches = cli::command().get_matches();
    let parsed = Cli::from_arg_matches(&matches);
    match execute(parsed.unwrap_or_else(|error| error.exit())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => report(failure),
    }
}

/// Writes why the command failed, with the usage of its subcommand if the command line is wrong.
fn report(failure: Failure) -> ExitCode {
    let Failure::Usage(message) = failure else { return failure.report() };
    let error = active_command().error(ErrorKind::InvalidValue, message);
    write_error(error.to_string().trim_end());
    ExitCode::from(2)
}

/// The subcommand of the command line, for its usage message.
fn active_command() -> clap::Command {
    let mut command = cli::command();
    command.build();
    let Ok(matches) = command.clone().try_get_matches() else { return command };
    let mut below = matches.subcommand();
    while let Some((name, matches)) = below {
        let Some(found) = command.find_subcommand(name).cloned() else { break };
        (command, below) = (found, matches.subcommand());
    }
    command
}

fn execute(cli: Cli) -> Result<(), Failure> {
    set_verbosity(cli.output.verbosity());
    if let Some(level) = cli.output.required_sandbox() {
        agon_sandbox::require(level);
    }
    agon_sandbox::grant(&cli.output.grant)?;
    if let Ok(folder) = store::data_folder(None) {
        small_boards::use_tables(folder.join("tables"));
    }
    let began = Instant::now();
    let done = run_command(cli);
    detail(format_args!("{:.2} s", began.elapsed().as_secs_f64()));
    done
}

fn run_command(cli: Cli) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match cli.command {
        None => serve(&Options::default(), &mut out),
        Some(Command::Serve(args)) => {
            if !args.evaluator.is_empty() || !args.hand_in.is_empty() {
                agon_sandbox::announce(Level::Unprotected)?;
            }
            serve(&args.options(), &mut out)
        }
        Some(Command::Choose(args)) => commands::choose(&args, &mut out),
        Some(Command::Play(args)) => commands::play(&args, &mut out),
        Some(Command::Repl(args)) => commands::repl(&args, &mut out),
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
        Some(Command::Doctor) => commands::doctor(&mut out),
        Some(Command::Match(args)) => commands::match_(&args, &mut out),
        Some(Command::Contest(args)) => commands::contest(&args, &mut out),
        Some(Command::Games(args)) => commands::games(&args, &mut out),
        Some(Command::Lessons(args)) => commands::lessons(&args, &mut out),
        Some(Command::Puzzles(args)) => commands::puzzles(&args, &mut out),
        Some(Command::Data(args)) => commands::data(&args, &mut out),
        Some(Command::Grade(args)) => commands::grade(&args, &mut out),
        Some(Command::HandIn(args)) => commands::hand_in(&args, &mut out),
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
