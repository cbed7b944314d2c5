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

/// The processes that were started with this temporary folder or one in it, except those of other
/// commands.
pub fn processes(folder: &Path) -> Vec<String> {
    let wanted = format!("TMPDIR={}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let read = |name: &str| fs::read(entry.path().join(name)).unwrap_or_default();
        let environment = read("environ");
        let mut variables = environment.split(|&byte| byte == 0);
        if variables.any(|variable| variable.starts_with(wanted.as_bytes())) {
            let words = String::from_utf8_lossy(&read("cmdline")).replace('\0', " ");
            found.push(format!("{}: {words}", entry.file_name().to_string_lossy()));
        }
    }
    found
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
