//! The programs that the tests need besides Rust: finds them, installs them, or reports them as
//! missing.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{cargo, finish};

/// Where to look for tools, and how to treat missing ones.
pub struct Toolbox<'a> {
    pub root: &'a Path,
    pub machine: Machine,
    /// Whether missing tools are installed, if this user can.
    pub may_install: bool,
    /// Whether a missing tool is an error.
    pub is_required: bool,
}

/// A part that cannot be done here, and how to change that.
#[derive(Debug, PartialEq)]
pub struct Skipped {
    pub part: &'static str,
    pub missing: String,
    pub advice: String,
    pub is_error: bool,
}

/// A tool that was not found.
pub struct Missing {
    /// The names of the programs.
    pub names: String,
    /// The commands that install them, in order. Those of apt-get need root.
    pub commands: Vec<String>,
    /// The instructions for systems without apt-get.
    pub elsewhere: String,
}

/// The folders with programs, and the user.
pub struct Machine {
    pub folders: Vec<PathBuf>,
    pub is_root: bool,
}

impl Machine {
    /// This machine, with its PATH and the current user.
    pub fn here() -> Machine {
        let path = env::var_os("PATH").unwrap_or_default();
        // Debian installs servers in a folder that PATH may lack.
        let folders = env::split_paths(&path).chain(["/usr/sbin".into()]).collect();
        let user = Command::new("id").arg("-u").output();
        let is_root = user.is_ok_and(|user| user.stdout.trim_ascii() == b"0");
        Machine { folders, is_root }
    }

    /// Finds a program by name in the folders of PATH, or by path.
    pub fn find(&self, program: impl AsRef<Path>) -> Option<PathBuf> {
        let program = program.as_ref();
        // Joining with the empty path keeps a path that has folders.
        let own = [PathBuf::new()];
        let has_folder = program.components().count() > 1;
        let folders = if has_folder { own.as_slice() } else { &self.folders };
        let found = folders.iter().map(|folder| folder.join(program)).find(|path| path.is_file());
        // Other programs may be started in another folder.
        found.and_then(|path| std::path::absolute(path).ok())
    }

    /// The programs that are not found.
    pub fn missing<'a>(&self, programs: &[&'a str]) -> Vec<&'a str> {
        programs.iter().copied().filter(|program| self.find(program).is_none()).collect()
    }

    /// The part that cannot be done without a tool.
    pub fn skipped(&self, part: &'static str, missing: Missing, is_error: bool) -> Skipped {
        Skipped { part, advice: self.advice(&missing), missing: missing.names, is_error }
    }

    fn has_apt(&self) -> bool {
        self.find("apt-get").is_some()
    }

    fn can_install(&self, missing: &Missing) -> bool {
        let is_allowed = |command: &String| !is_apt(command) || self.is_root && self.has_apt();
        missing.commands.iter().all(is_allowed)
    }

    /// How to get a missing tool: a command, if there is one.
    fn advice(&self, missing: &Missing) -> String {
        if missing.commands.iter().any(|command| is_apt(command)) && !self.has_apt() {
            return missing.elsewhere.clone();
        }
        let needs_sudo = |command: &str| is_apt(command) && !self.is_root;
        let typed = |command: &String| match needs_sudo(command) {
            true => format!("sudo {command}"),
            false => command.clone(),
        };
        let commands: Vec<String> = missing.commands.iter().map(typed).collect();
        format!("type: {}", commands.join(" && "))
    }
}

fn is_apt(command: &str) -> bool {
    command.starts_with("apt-get ")
}

impl Toolbox<'_> {
    /// A toolbox for a task that requires its tools.
    pub fn required(root: &Path) -> Toolbox<'_> {
        Toolbox { root, machine: Machine::here(), may_install: true, is_required: true }
    }

    /// The tool that `find` looks for. Installs it if it is missing and may be installed. Without
    /// it the part is skipped.
    pub fn provide<T>(
        &self,
        part: &'static str,
        find: impl Fn() -> Result<T, Missing>,
    ) -> Result<T, Skipped> {
        self.provide_by(part, find, |command| run_in(self.root, command))
    }

    fn provide_by<T>(
        &self,
        part: &'static str,
        find: impl Fn() -> Result<T, Missing>,
        run: impl Fn(&str) -> Result<(), String>,
    ) -> Result<T, Skipped> {
        let missing = match find() {
            Ok(tool) => return Ok(tool),
            Err(missing) => missing,
        };
        if self.may_install && self.machine.can_install(&missing) {
            println!("{} not found: installing", missing.names);
            match missing.commands.iter().try_for_each(|command| install(command, &run)) {
                Ok(()) => {
                    if let Ok(tool) = find() {
                        return Ok(tool);
                    }
                }
                Err(error) => println!("{error}"),
            }
        }
        Err(self.machine.skipped(part, missing, self.is_required))
    }
}

impl From<Skipped> for String {
    fn from(skipped: Skipped) -> String {
        skipped.to_string()
    }
}

impl std::fmt::Display for Skipped {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}: {} not found; {}", self.part, self.missing, self.advice)
    }
}

/// Runs a command that installs something.
fn install(command: &str, run: impl Fn(&str) -> Result<(), String>) -> Result<(), String> {
    match run(command) {
        // The package lists may be old or missing.
        Err(_) if is_apt(command) => run("apt-get update").and_then(|()| run(command)),
        result => result,
    }
}

/// Runs a command in a folder without a shell. Its words are separated by spaces.
fn run_in(folder: &Path, command: &str) -> Result<(), String> {
    println!("{command}");
    let mut words = command.split_whitespace();
    let program = words.next().ok_or("there is no command to run")?;
    let mut started = Command::new(program);
    started.args(words).current_dir(folder).env("DEBIAN_FRONTEND", "noninteractive");
    finish(&mut started, command)
}

/// Installs a program with cargo below `target`, and returns its path.
pub fn cargo_tool(root: &Path, name: &str, version: &str) -> Result<PathBuf, String> {
    let folder = root.join("target/tools").join(name);
    let package = format!("{name}@{version}");
    let to = folder.to_string_lossy();
    cargo(&["install", "--locked", "--quiet", &package, "--root", &to], &[])?;
    Ok(folder.join("bin").join(name))
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;

    const APT: &str = "apt-get install -y thing";

    fn missing() -> Missing {
        let commands = vec![APT.into(), "npm install other".into()];
        Missing { names: "thing".into(), commands, elsewhere: "get it".into() }
    }

    /// A machine with or without apt-get; any file will do for it.
    fn machine(has_apt: bool, is_root: bool) -> (tempfile::TempDir, Machine) {
        let folder = tempfile::TempDir::new().unwrap();
        if has_apt {
            std::fs::write(folder.path().join("apt-get"), "").unwrap();
        }
        let folders = vec![folder.path().to_path_buf()];
        (folder, Machine { folders, is_root })
    }

    /// The result for a missing tool, and the commands that were run.
    fn provided(
        [has_apt, is_root]: [bool; 2],
        [may_install, is_required]: [bool; 2],
        succeeds: bool,
    ) -> (Result<(), Skipped>, Vec<String>) {
        let (_folder, machine) = machine(has_apt, is_root);
        let toolbox = Toolbox { root: Path::new("."), machine, may_install, is_required };
        let (is_there, commands) = (Cell::new(false), RefCell::new(Vec::new()));
        let find = || if is_there.get() { Ok(()) } else { Err(missing()) };
        let run = |command: &str| {
            commands.borrow_mut().push(command.to_string());
            is_there.set(succeeds);
            if succeeds { Ok(()) } else { Err(format!("{command} failed")) }
        };
        let result = toolbox.provide_by("part", find, run);
        (result, commands.into_inner())
    }

    fn skipped(advice: &str) -> Result<(), Skipped> {
        let (missing, advice) = ("thing".into(), advice.into());
        Err(Skipped { part: "part", missing, advice, is_error: false })
    }

    #[test]
    fn root_on_debian_installs_what_is_missing() {
        for is_required in [false, true] {
            let (result, commands) = provided([true, true], [true, is_required], true);
            assert_eq!(result, Ok(()));
            assert_eq!(commands, [APT, "npm install other"]);
        }
    }

    #[test]
    fn nothing_is_installed_where_that_is_forbidden_or_impossible() {
        let typed = "apt-get install -y thing && npm install other";
        for ([has_apt, is_root], may_install, advice) in [
            ([true, true], false, format!("type: {typed}")),
            ([true, false], true, format!("type: sudo {typed}")),
            ([false, true], true, "get it".into()),
        ] {
            let (result, commands) = provided([has_apt, is_root], [may_install, false], true);
            assert_eq!(result, skipped(&advice));
            assert_eq!(commands, Vec::<String>::new());
        }
    }

    #[test]
    fn a_required_tool_that_is_missing_is_an_error_with_the_line() {
        let (result, _) = provided([true, false], [true, true], true);
        let line = "sudo apt-get install -y thing && npm install other";
        let error = result.unwrap_err();
        assert!(error.is_error);
        assert_eq!(error.to_string(), format!("part: thing not found; type: {line}"));
    }

    #[test]
    fn an_installation_that_fails_is_tried_again_with_new_lists_and_then_skips() {
        let (result, commands) = provided([true, true], [true, false], false);
        assert_eq!(result, skipped("type: apt-get install -y thing && npm install other"));
        assert_eq!(commands, [APT, "apt-get update"]);
    }

    #[test]
    fn programs_are_found_by_name_and_by_path() {
        let (folder, machine) = machine(true, false);
        let path = folder.path().join("apt-get");
        assert_eq!(machine.find("apt-get"), Some(path.clone()));
        assert_eq!(machine.find(&path), Some(path));
        assert_eq!(machine.find(folder.path()), None, "a folder is no program");
        assert_eq!(machine.missing(&["apt-get", "chromium"]), ["chromium"]);
    }
}
