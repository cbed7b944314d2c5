//! The restrictions of engines, and which of them this system can enforce.

use std::fmt::{self, Display};
use std::sync::OnceLock;

/// Something that is denied to an engine, or limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restriction {
    /// It reads only the system and its own files, and writes only to its own folder.
    Files,
    /// It has no network.
    Network,
    /// It can signal only its own processes.
    Signals,
    /// It has no privileges, and gains none.
    Privileges,
    Memory,
    /// The size of a file that it writes.
    FileSize,
    /// The number of files that it has open.
    OpenFiles,
    /// The number of its processes, all of which end with it.
    Processes,
}

impl Restriction {
    pub const ALL: [Restriction; 8] = [
        Restriction::Files,
        Restriction::Network,
        Restriction::Signals,
        Restriction::Privileges,
        Restriction::Memory,
        Restriction::FileSize,
        Restriction::OpenFiles,
        Restriction::Processes,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Restriction::Files => "files",
            Restriction::Network => "network",
            Restriction::Signals => "signals",
            Restriction::Privileges => "privileges",
            Restriction::Memory => "memory",
            Restriction::FileSize => "file size",
            Restriction::OpenFiles => "open files",
            Restriction::Processes => "processes",
        }
    }

    /// Parses a list of names.
    pub fn read_list(text: &str) -> Vec<Restriction> {
        let names: Vec<&str> = text.trim().split(',').collect();
        let is_listed = |restriction: &Restriction| names.contains(&restriction.name());
        Restriction::ALL.into_iter().filter(is_listed).collect()
    }

    /// A list of names that [`Restriction::read_list`] parses.
    pub fn write_list(list: &[Restriction]) -> String {
        list.iter().map(|restriction| restriction.name()).collect::<Vec<_>>().join(",")
    }
}

/// How this system restricts engines.
#[derive(Debug, PartialEq, Eq)]
pub struct Restrictions {
    pub has_guard: bool,
    pub enforced: Vec<Restriction>,
}

impl Restrictions {
    /// The restrictions of this system, probed once.
    pub fn of_this_system() -> &'static Restrictions {
        static FOUND: OnceLock<Restrictions> = OnceLock::new();
        FOUND.get_or_init(|| match super::probe_guard() {
            Some(enforced) => Restrictions { has_guard: true, enforced },
            // Without a guard, only Linux can limit the memory of another process.
            None if cfg!(target_os = "linux") => {
                Restrictions { has_guard: false, enforced: vec![Restriction::Memory] }
            }
            None => Restrictions { has_guard: false, enforced: Vec::new() },
        })
    }
}

/// A line for reports.
impl Display for Restrictions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |is_enforced: bool| {
            let chosen = Restriction::ALL
                .into_iter()
                .filter(|restriction| self.enforced.contains(restriction) == is_enforced);
            chosen.map(Restriction::name).collect::<Vec<_>>().join(", ")
        };
        match (names(true).as_str(), names(false).as_str()) {
            ("", lacking) => {
                write!(f, "engines are not restricted: this system cannot restrict {lacking}")
            }
            (enforced, "") => write!(f, "engines are restricted in {enforced}"),
            (enforced, lacking) => {
                write!(
                    f,
                    "engines are restricted in {enforced}; this system cannot restrict {lacking}"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_is_enforced_and_what_is_not() {
        let line = |enforced: &[Restriction]| {
            Restrictions { has_guard: true, enforced: enforced.to_vec() }.to_string()
        };
        let all = line(&Restriction::ALL);
        assert!(all.ends_with("memory, file size, open files, processes"), "{all}");
        assert!(!all.contains("cannot"));
        let some = line(&[Restriction::Memory, Restriction::Network]);
        assert!(some.contains("restricted in network, memory; this system cannot"), "{some}");
        assert!(line(&[]).starts_with("engines are not restricted"));
    }

    #[test]
    fn lists_are_written_and_read() {
        for list in [&[][..], &[Restriction::Files, Restriction::FileSize], &Restriction::ALL] {
            assert_eq!(Restriction::read_list(&Restriction::write_list(list)), list);
        }
    }
}
