//! The browser that the tests of the page need: installed where it is missing and that may be done.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The line that installs it; the tests themselves name the same one.
const INSTALL: &str = include_str!("../../crates/app/tests/stage/install.txt");

const NEEDED: [&str; 2] = ["chromium", "chromedriver"];

/// Sees to it that the browser and its driver are there.
pub fn provide() -> Result<(), String> {
    let folders: Vec<PathBuf> =
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    let lacking = lacking(&NEEDED, &folders);
    if lacking.is_empty() {
        return Ok(());
    }
    let refusal = format!("{} is missing; type: {}", lacking.join(" and "), INSTALL.trim());
    if !self::lacking(&["apt-get"], &folders).is_empty() || !is_root() {
        return Err(refusal);
    }
    // Lists of packages that are old or were never fetched are fetched.
    if run(INSTALL).is_err() && run("apt-get update").and_then(|()| run(INSTALL)).is_err() {
        return Err(refusal);
    }
    Ok(())
}

/// Those of some programs that are in none of the folders.
fn lacking<'a>(names: &[&'a str], folders: &[PathBuf]) -> Vec<&'a str> {
    let is_there = |name: &str| folders.iter().any(|folder: &PathBuf| is_file(folder, name));
    names.iter().copied().filter(|name| !is_there(name)).collect()
}

fn is_file(folder: &Path, name: &str) -> bool {
    folder.join(name).is_file()
}

fn is_root() -> bool {
    let told = Command::new("id").arg("-u").output();
    told.is_ok_and(|told| told.stdout.trim_ascii() == b"0")
}

/// Runs a line of words without a shell.
fn run(line: &str) -> Result<(), String> {
    println!("{}", line.trim());
    let mut words = line.split_whitespace();
    let program = words.next().ok_or("nothing to run")?;
    let status = Command::new(program)
        .args(words)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .status()
        .map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err(format!("{program} failed")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_are_missing_are_named() {
        let folders = [PathBuf::from(env!("CARGO_MANIFEST_DIR"))];
        assert_eq!(lacking(&["Cargo.toml", "chromium"], &folders), ["chromium"]);
        assert_eq!(lacking(&["Cargo.toml"], &folders), Vec::<&str>::new());
        assert_eq!(lacking(&["src"], &folders), ["src"], "a folder is no program");
    }

    #[test]
    fn the_line_installs_both() {
        assert!(INSTALL.starts_with("apt-get install -y "));
        assert!(INSTALL.contains(" chromium ") && INSTALL.contains(" chromium-driver"));
        assert_eq!(INSTALL.lines().count(), 1);
    }
}
