//! The programs that some tests start: interpreters, reverse proxies and the NATS server.

use crate::tools::{Machine, Missing, Skipped, Toolbox};

/// Programs that belong together.
pub struct Programs {
    /// The part of the tests that needs them.
    pub part: &'static str,
    /// The name and the Debian package of each.
    programs: &'static [(&'static str, &'static str)],
}

/// Programs of others: a bot, evaluators and attacks in Python, and the sandbox where only
/// bubblewrap makes namespaces.
pub const OTHERS: Programs = Programs {
    part: "programs of others",
    programs: &[("python3", "python3"), ("bwrap", "bubblewrap")],
};

/// The interpreters that the tests of hand-ins need.
pub const LANGUAGES: Programs = Programs {
    part: "the hand-ins of a course",
    programs: &[
        ("ghci", "ghc"),
        ("swipl", "swi-prolog-nox"),
        ("sbcl", "sbcl"),
        ("clisp", "clisp"),
        ("javac", "default-jdk-headless"),
    ],
};

/// The reverse proxies that the server is tested behind, with TLS.
pub const PROXIES: Programs = Programs {
    part: "proxy tests",
    programs: &[("nginx", "nginx-light"), ("caddy", "caddy"), ("openssl", "openssl")],
};

/// The NATS server, and the program that makes its certificates.
pub const CLUSTER: Programs = Programs {
    part: "cluster tests",
    programs: &[("nats-server", "nats-server"), ("openssl", "openssl")],
};

impl Programs {
    /// Looks for the programs. Installs missing ones if that is allowed.
    pub fn provide(&self, toolbox: &Toolbox) -> Result<(), Skipped> {
        toolbox.provide(self.part, || self.find(&toolbox.machine))
    }

    fn find(&self, machine: &Machine) -> Result<(), Missing> {
        let is_missing = |(program, _): &&(&str, &str)| machine.find(program).is_none();
        let missing = self.programs.iter().filter(is_missing).copied();
        let (names, packages): (Vec<&str>, Vec<&str>) = missing.unzip();
        if names.is_empty() {
            return Ok(());
        }
        let (names, packages) = (names.join(", "), packages.join(" "));
        Err(Missing {
            commands: vec![format!("apt-get install -y --no-install-recommends {packages}")],
            elsewhere: format!("install {names} and type: cargo xtask test"),
            names,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_programs_are_named_with_the_line_that_installs_their_packages() {
        let folder = tempfile::TempDir::new().unwrap();
        let machine = Machine { folders: vec![folder.path().into()], is_root: false };
        std::fs::write(folder.path().join("openssl"), "").unwrap();
        let missing = PROXIES.find(&machine).unwrap_err();
        assert_eq!(missing.names, "nginx, caddy");
        let install = "apt-get install -y --no-install-recommends nginx-light caddy";
        assert_eq!(missing.commands, [install]);
        std::fs::write(folder.path().join("nats-server"), "").unwrap();
        assert!(CLUSTER.find(&machine).is_ok());
    }
}
