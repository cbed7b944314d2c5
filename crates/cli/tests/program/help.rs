//! The help of every command has examples, and they work as they stand.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use agon_testing::{Run as _, agon, path_with_agon};

/// Examples that are not run here, because they serve until they are ended, need an external server
/// or take minutes.
const NOT_RUN: [&str; 19] = [
    "agon",
    "agon serve --no-open",
    "agon serve --addr 0.0.0.0:7878",
    "agon serve --contest may.games",
    "agon serve --no-open --origin https://games.example --trusted-proxy 127.0.0.1",
    "agon serve --no-open --origin https://games.example --no-key --log info",
    "agon bench",
    "nats-server -js &",
    "agon worker nats://server:4222 --name lab-1",
    "agon workers nats://server:4222 accept lab-1",
    "agon workers nats://server:4222 accept lab-1 lab-2",
    "agon workers nats://server:4222 remove lab-2",
    "agon workers nats://server:4222",
    "agon match nim perfect random --workers nats://server:4222",
    "agon cluster demo",
    "agon maze ladder --boards 100",
    "agon table santorini --board 3x4 --threads 2 --memory 8192 --disk 20480",
    "agon contest examples/contest/contest.toml",
    "agon contest examples/contest/contest.toml --concurrency 4 --records games.txt",
];

pub fn help(command: &str) -> String {
    let words = command.split_whitespace().chain(["--help"]);
    agon(words).done()
}

/// All commands: the words after `agon`.
pub fn commands(above: &str) -> Vec<String> {
    let mut commands = vec![above.to_string()];
    let help = help(above);
    if let Some((_, list)) = help.split_once("\nCommands:\n") {
        let names = list.lines().take_while(|line| !line.is_empty());
        let names = names.filter_map(|line| line.split_whitespace().next());
        for name in names.filter(|&name| name != "help") {
            commands.extend(self::commands(format!("{above} {name}").trim()));
        }
    }
    commands
}

/// The examples of a help text, without the comments after them.
fn examples(help: &str) -> Vec<String> {
    let list = ["\nExamples:\n", "\nExample:\n"].iter().find_map(|title| help.split_once(title));
    let Some((_, list)) = list else { return Vec::new() };
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    lines.filter_map(|line| line.trim().split("   ").next()).map(str::to_string).collect()
}

/// Runs a line in a shell that finds the program, in a folder.
fn shell(line: &str, folder: &Path) -> Output {
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path_with_agon())
        .env("HOME", folder);
    command.env_remove("XDG_DATA_HOME").stdin(Stdio::null()).output().unwrap()
}

#[test]
fn every_command_has_examples() {
    let commands = commands("");
    assert!(commands.len() > 20, "{commands:?}");
    // The help of players is a list of examples itself.
    for command in commands.iter().filter(|&command| command != "players") {
        assert!(!examples(&help(command)).is_empty(), "agon {command}");
    }
}

#[test]
fn the_reference_lists_every_command() {
    let page = include_str!("../../../../docs/reference/commands.md");
    let commands = commands("");
    for command in commands.iter().filter_map(|command| command.split(' ').next()) {
        let is_listed = command.is_empty() || page.contains(&format!("`agon {command}`"));
        assert!(is_listed, "docs/reference/commands.md does not list agon {command}");
    }
}

/// Parts of examples, and the programs that these need.
const NEEDED: [(&str, &str); 9] = [
    ("python3", "python3"),
    ("grade nim examples/course", "swipl"),
    ("swipl ", "swipl"),
    ("grade nim --students", "swipl"),
    ("clisp ", "clisp"),
    ("grade theseus examples/course", "javac"),
    ("examples/course/nim/reference", "swipl"),
    ("examples/course/bridges/nim", "swipl"),
    ("examples/course/santorini/reference", "ghc"),
];

#[test]
fn the_examples_work_when_pasted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let folder = tempfile::tempdir().unwrap();
    for name in ["examples", "rules"] {
        std::os::unix::fs::symlink(root.join(name), PathBuf::from(folder.path()).join(name))
            .unwrap();
    }
    let missing: Vec<(&str, &str)> = NEEDED
        .into_iter()
        .filter(|(_, program)| Command::new(program).arg("--version").output().is_err())
        .collect();
    let mut left: BTreeSet<&str> = NOT_RUN.into();
    for command in commands("") {
        for line in examples(&help(&command)) {
            if NOT_RUN.contains(&line.as_str()) {
                left.remove(line.as_str());
                continue;
            }
            if let Some((_, program)) = missing.iter().find(|(part, _)| line.contains(part)) {
                eprintln!("skipped, because there is no {program}: {line}");
                continue;
            }
            let output = shell(&line, folder.path());
            let errors = String::from_utf8_lossy(&output.stderr);
            let is_fine = output.status.success() && !errors.contains("error");
            assert!(is_fine, "agon {command} --help: {line}\n{errors}");
        }
    }
    assert!(left.is_empty(), "no longer examples: {left:?}");
}
