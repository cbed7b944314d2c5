//! The programs that some tests start: interpreters, reverse proxies and the server of NATS.

use crate::tools::{Machine, Missing, Skipped, Toolbox};

/// Programs that belong together.
pub struct Programs {
    /// What is skipped without them.
    pub part: &'static str,
    /// The name of each, and its package of Debian.
    programs: &'static [(&'static str, &'static str)],
}

/// Without it, the test of the bot in Python does nothing.
pub const BOT: Programs =
    Programs { part: "the bot in Python", programs: &[("python3", "python3")] };

/// The interpreters without which tests of hand-ins do nothing.
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

/// What the server is tested behind, with TLS.
pub const PROXIES: Programs = Programs {
    part: "proxy tests",
    programs: &[("nginx", "nginx-light"), ("caddy", "caddy"), ("openssl", "openssl")],
};

/// The server of NATS, and what makes its certificates.
pub const CLUSTER: Programs = Programs {
    part: "cluster tests",
    programs: &[("nats-server", "nats-server"), ("openssl", "openssl")],
};

impl Programs {
    /// Looks for the programs; those that are missing are installed if that is allowed.
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
