//! `cargo xtask`: the chores of the project.

#![warn(clippy::unwrap_used)]

mod bench;
mod browser;
mod golden;
mod tidy;
mod walls;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask test      format, clippy, tests, doc-tests, docs and tidy: what a change must pass
cargo xtask tidy      only the checks of the house rules (files, walls, dependencies)
cargo xtask golden    write the golden playthroughs of all games anew
cargo xtask bench     instructions a leaf of perft, by valgrind; seconds to solve, against Prolog
cargo xtask pictures  write the pictures of the documentation anew, in the browser";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["test"] => test(),
        ["tidy"] => tidy::check(&root()),
        ["golden"] => golden::write(&root()),
        ["bench"] => bench::run(&root()),
        ["pictures"] => pictures(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the project.
fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or(here.clone(), PathBuf::from)
}

/// Everything a change must pass, the quick checks first.
fn test() -> Result<(), String> {
    tidy::check(&root())?;
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--all-features",
            "--locked",
            "--",
            "-D",
            "warnings",
        ],
        &[],
    )?;
    browser::provide()?;
    let all = ["--workspace", "--all-features", "--locked", "--quiet"];
    // Clippy has seen the examples, which need not be linked.
    cargo(&[&["test", "--lib", "--bins", "--tests"], &all[..]].concat(), &[])?;
    cargo(&[&["test", "--doc"], &all[..]].concat(), &[])?;
    let strict = [("RUSTDOCFLAGS", "-D warnings")];
    cargo(&["doc", "--workspace", "--all-features", "--no-deps", "--locked", "--quiet"], &strict)?;
    println!("all is well");
    Ok(())
}

/// Writes the pictures of the documentation.
fn pictures() -> Result<(), String> {
    browser::provide()?;
    cargo(&["build", "--locked", "--quiet", "--bin", "agon"], &[])?;
    cargo(&["run", "--locked", "--quiet", "--example", "pictures", "--", "docs/pictures"], &[])
}

/// Runs cargo in the project's folder and waits for it.
fn cargo(arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    println!("cargo {}", arguments.join(" "));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(root())
        .status()
        .map_err(|error| format!("cargo could not be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {} failed", arguments[0])) }
}
