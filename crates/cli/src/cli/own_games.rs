//! The command line of a program with other games: what needs a game that it does not have is not
//! shown.

use agon_arena::{GameEntry, Registry, Solving, find, games};
use agon_handin::ASSIGNMENTS;
use clap::{Command, CommandFactory as _};

use super::Cli;

/// A command, and which games it needs.
type Need = (&'static str, fn(&GameEntry) -> bool);

/// Commands that need a game of some kind.
const NEEDS: [Need; 8] = [
    ("repl", is_of_an_assignment),
    ("grade", is_of_an_assignment),
    ("hand-in", is_of_an_assignment),
    ("maze", |entry| entry.solving == Solving::Mazes),
    ("table", |entry| entry.solving == Solving::Boards),
    ("verify", |entry| entry.solving == Solving::Boards),
    ("kb", |entry| entry.base.is_some()),
    ("puzzles", |entry| entry.puzzles.is_some()),
];

fn is_of_an_assignment(entry: &GameEntry) -> bool {
    ASSIGNMENTS.iter().any(|assignment| assignment.name == entry.name)
}

/// The command line of this program.
pub fn command() -> Command {
    let titles: Vec<&str> = games().iter().map(|entry| entry.title).collect();
    let about = format!("Play, solve and analyse two-player games: {}", titles.join(", "));
    let standard = Registry::standard();
    let missing = standard.entries().iter().filter(|entry| find(entry.name).is_none());
    let missing: Vec<&str> = missing.map(|entry| entry.name).collect();
    let whole = Cli::command().about(about);
    if missing.is_empty() { whole } else { without(whole, &missing) }
}

/// A command without what needs these games.
fn without(command: Command, missing: &[&str]) -> Command {
    let needs = NEEDS.iter().find(|(name, _)| *name == command.get_name());
    let is_hidden = needs.is_some_and(|(_, needed)| !games().iter().any(needed));
    let help = command.get_after_help().map(|help| without_examples(&help.to_string(), missing));
    let command = command.mut_subcommands(|below| without(below, missing)).hide(is_hidden);
    match help {
        Some(help) => command.after_help(help),
        None => command,
    }
}

/// A help text without examples that name one of these games.
fn without_examples(help: &str, missing: &[&str]) -> String {
    let is_example = |line: &&str| line.starts_with("  agon");
    let names_missing = |line: &str| line.split([' ', '.']).any(|word| missing.contains(&word));
    let lines: Vec<&str> =
        help.lines().filter(|line| !(is_example(line) && names_missing(line))).collect();
    let has_examples = lines.iter().any(is_example);
    let kept = lines.into_iter().filter(|line| has_examples || *line != "Examples:");
    kept.collect::<Vec<_>>().join("\n")
}
