//! Leftovers of engines: their processes and folders, found by the temporary folder of their
//! program.

use std::fs;
use std::path::{Path, PathBuf};

/// A shell script that is an engine with the fault in its argument.
pub fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/cli/tests/engines/bad.sh")
}

/// The command line of an engine with a fault, which the script describes.
pub fn engine(fault: &str) -> String {
    format!("/bin/sh {} {fault}", script().display())
}

/// The processes that were started with this temporary folder or one in it, and those in their
/// namespaces.
pub fn processes(folder: &Path) -> Vec<String> {
    let wanted = format!("TMPDIR={}", folder.display());
    let has_folder = |process: &Path| {
        let environment = fs::read(process.join("environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|it| it.starts_with(wanted.as_bytes()))
    };
    let link = |process: &Path, name: &str| fs::read_link(process.join("ns").join(name)).ok();
    let all: Vec<PathBuf> = fs::read_dir("/proc").unwrap().flatten().map(|it| it.path()).collect();
    let own: Vec<&PathBuf> = all.iter().filter(|process| has_folder(process)).collect();
    let here = link(Path::new("/proc/self"), "pid");
    // The children of a guard are in its namespace for children.
    let inside: Vec<PathBuf> = own
        .iter()
        .filter_map(|process| link(process, "pid_for_children"))
        .filter(|space| Some(space) != here.as_ref())
        .collect();
    let is_inside =
        |process: &PathBuf| link(process, "pid").is_some_and(|space| inside.contains(&space));
    let found = all.iter().filter(|process| own.contains(process) || is_inside(process));
    let describe = |process: &PathBuf| {
        let words = fs::read(process.join("cmdline")).unwrap_or_default();
        let words = String::from_utf8_lossy(&words).replace('\0', " ");
        format!("{}: {words}", process.file_name().unwrap_or_default().display())
    };
    found.map(describe).collect()
}

/// The processes and folders of engines that are still there.
pub fn leftovers(folder: &Path) -> Vec<String> {
    let mut found = processes(folder);
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        found.extend(name.starts_with("agon-engine-").then_some(name));
    }
    found
}
