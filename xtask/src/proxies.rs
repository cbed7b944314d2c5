//! The reverse proxies that the tests of the server need: nginx, Caddy, and openssl for TLS.

use std::path::Path;

use crate::tools::{self, Machine, Missing, Policy, Skipped};

/// The command that installs them; the tests themselves name the same one.
const INSTALL: &str = include_str!("../../crates/cli/tests/foreign/proxy/install.txt");

const PROGRAMS: [&str; 3] = ["nginx", "caddy", "openssl"];

/// Looks for the programs, and installs them if they are missing and may be installed.
pub fn provide(
    root: &Path,
    machine: &Machine,
    policy: Policy,
    part: &'static str,
) -> Result<Result<(), Skipped>, String> {
    let run = |command: &str| tools::run_in(root, command);
    tools::provide(machine, policy, part, || find(machine), run)
}

fn find(machine: &Machine) -> Result<(), Missing> {
    let missing = machine.missing(&PROGRAMS);
    if missing.is_empty() {
        return Ok(());
    }
    Err(Missing {
        names: missing.join(" and "),
        commands: vec![INSTALL.trim().into()],
        elsewhere: "install nginx, Caddy and OpenSSL and type: cargo xtask test".into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_installs_all_and_missing_programs_are_named() {
        assert!(INSTALL.starts_with("apt-get install -y "));
        for program in PROGRAMS {
            assert!(INSTALL.contains(program), "{program}");
        }
        let folder = tempfile::TempDir::new().unwrap();
        let machine = Machine { folders: vec![folder.path().into()], is_root: false };
        std::fs::write(folder.path().join("openssl"), "").unwrap();
        assert_eq!(find(&machine).unwrap_err().names, "nginx and caddy");
    }
}
