//! The NATS server that the tests of the cluster need, and openssl, which makes its certificates.

use std::path::Path;

use crate::tools::{self, Machine, Missing, Policy, Skipped};

/// The command that installs it; the tests themselves name the same one.
const INSTALL: &str = include_str!("../../tests/src/nats-install.txt");

/// The name on PATH, and where Debian has it: PATH may lack that folder.
const SERVERS: [&str; 2] = ["nats-server", "/usr/sbin/nats-server"];

/// Makes the certificates of the tests.
const CERTIFICATES: &str = "openssl";

/// Looks for the server, and installs it if it is missing and may be installed.
pub fn provide(
    root: &Path,
    machine: &Machine,
    policy: Policy,
    part: &'static str,
) -> Result<Result<(), Skipped>, String> {
    let run = |command: &str| tools::run_in(root, command);
    tools::provide(machine, policy, part, || find(machine, &SERVERS), run)
}

fn find(machine: &Machine, servers: &[&str]) -> Result<(), Missing> {
    let has_server = servers.iter().any(|program| machine.find(program).is_some());
    let missing: Vec<&str> =
        [("nats-server", has_server), (CERTIFICATES, machine.find(CERTIFICATES).is_some())]
            .into_iter()
            .filter_map(|(name, is_there)| (!is_there).then_some(name))
            .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Missing {
        names: missing.join(" and "),
        commands: vec![INSTALL.trim().into()],
        elsewhere:
            "put nats-server (https://nats.io) and openssl on PATH and type: cargo xtask test"
                .into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_installs_what_is_missing_and_what_is_on_path_is_found() {
        assert!(INSTALL.starts_with("apt-get install -y "));
        assert!(INSTALL.contains(" nats-server") && INSTALL.contains(" openssl"));
        let folder = tempfile::TempDir::new().unwrap();
        let machine = Machine { folders: vec![folder.path().into()], is_root: false };
        let find = || find(&machine, &SERVERS[..1]);
        assert_eq!(find().unwrap_err().names, "nats-server and openssl");
        std::fs::write(folder.path().join("nats-server"), "").unwrap();
        assert_eq!(find().unwrap_err().names, "openssl");
        std::fs::write(folder.path().join("openssl"), "").unwrap();
        assert!(find().is_ok());
    }
}
