//! `cargo deny` checks licences, versions and sources of all dependencies by deny.toml.

use std::path::Path;
use std::process::Command;

use crate::tools::{self, Machine};
use crate::{files, finish};

const PROGRAM: &str = "cargo-deny";
const VERSION: &str = "0.20.2";

/// Installs `cargo deny` below `target`, which takes minutes, and checks every lock file and the
/// advisories.
pub fn check(root: &Path) -> Result<(), String> {
    let program = tools::cargo_tool(root, PROGRAM, VERSION)?;
    run(root, &program, &[])
}

/// Checks if it is installed, without the advisories, which come from a network.
pub fn check_if_found(root: &Path) -> Result<(), String> {
    match Machine::here().find(PROGRAM) {
        Some(program) => run(root, &program, &["licenses", "bans", "sources"]),
        None => {
            println!("{PROGRAM} is not installed; `cargo xtask deny` installs and runs it");
            Ok(())
        }
    }
}

/// The workspace has a lock file, and so has everything that is built separately.
fn run(root: &Path, program: &Path, checks: &[&str]) -> Result<(), String> {
    let paths = files::below(root)?;
    for lock in paths.iter().filter(|path| path.ends_with("Cargo.lock")) {
        let mut command = Command::new(program);
        command.arg("--manifest-path").arg(lock.with_extension("toml"));
        command.args(["--all-features", "--locked", "check"]).args(checks).current_dir(root);
        finish(&mut command, &format!("cargo deny for {}", lock.display()))?;
    }
    Ok(())
}
