//! The NATS server that the tests of the cluster need.

use std::path::Path;

use crate::tools::{self, Machine, Missing, Policy, Skipped};

/// The command that installs it; the tests themselves name the same one.
const INSTALL: &str = include_str!("../../crates/cluster/tests/support/install.txt");

/// The name on PATH, and where Debian has it: PATH may lack that folder.
const PROGRAMS: [&str; 2] = ["nats-server", "/usr/sbin/nats-server"];

/// Looks for the server, and installs it if it is missing and may be installed.
pub fn provide(
    root: &Path,
    machine: &Machine,
    policy: Policy,
    part: &'static str,
) -> Result<Result<(), Skipped>, String> {
    let run = |command: &str| tools::run_in(root, command);
    tools::provide(machine, policy, part, || find(machine, &PROGRAMS), run)
}

fn find(machine: &Machine, programs: &[&str]) -> Result<(), Missing> {
    let missing = || Missing {
        names: "nats-server".into(),
        commands: vec![INSTALL.trim().into()],
        elsewhere: "put nats-server (https://nats.io) on PATH and type: cargo xtask test".into(),
    };
    programs.iter().find_map(|program| machine.find(program)).map(drop).ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_installs_the_server_and_one_on_path_is_found() {
        assert!(INSTALL.starts_with("apt-get install -y ") && INSTALL.contains(" nats-server"));
        let folder = tempfile::TempDir::new().unwrap();
        let machine = Machine { folders: vec![folder.path().into()], is_root: false };
        assert_eq!(find(&machine, &PROGRAMS[..1]).unwrap_err().names, "nats-server");
        std::fs::write(folder.path().join("nats-server"), "").unwrap();
        assert!(find(&machine, &PROGRAMS[..1]).is_ok());
    }
}
