//! The types of the page's modules, checked by the TypeScript compiler.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::{self, Machine, Missing, Policy, Skipped};

/// The version that is used everywhere, so that everybody sees the same faults.
const VERSION: &str = "5.9.3";

const FOLDER: &str = "target/tools/typescript";

/// Debian's package of the compiler has another version in each release, so that only node and
/// npm come from there.
const INSTALL_NODE: &str = "apt-get install -y --no-install-recommends nodejs npm";

/// The compiler: node, and the script that it runs.
pub struct Compiler {
    node: PathBuf,
    script: PathBuf,
}

/// The compiler, installed below `target` if it is missing and may be installed.
pub fn provide(
    root: &Path,
    machine: &Machine,
    policy: Policy,
    part: &'static str,
) -> Result<Result<Compiler, Skipped>, String> {
    let run = |command: &str| {
        let folder = root.join(FOLDER);
        fs::create_dir_all(&folder)
            .map_err(|error| format!("{} could not be made: {error}", folder.display()))?;
        tools::run_in(root, command)
    };
    tools::provide(machine, policy, part, || find(root, machine), run)
}

fn find(root: &Path, machine: &Machine) -> Result<Compiler, Missing> {
    let package = root.join(FOLDER).join("node_modules/typescript");
    let script = package.join("lib/tsc.js");
    let is_installed = script.is_file() && has_version(&package.join("package.json"));
    let needed: &[&str] = if is_installed { &["node"] } else { &["node", "npm"] };
    let mut missing = machine.missing(needed);
    let mut commands = Vec::new();
    if !missing.is_empty() {
        commands.push(INSTALL_NODE.to_string());
    }
    let typescript = format!("typescript {VERSION}");
    if !is_installed {
        missing.push(&typescript);
        commands.push(install_typescript());
    }
    let typed = if is_installed { "cargo xtask test".into() } else { install_typescript() };
    match machine.find("node") {
        Some(node) if missing.is_empty() => Ok(Compiler { node, script }),
        _ => Err(Missing {
            names: missing.join(", "),
            commands,
            elsewhere: format!("install Node.js (https://nodejs.org) and type: {typed}"),
        }),
    }
}

/// The command that installs the compiler, for the project's folder.
fn install_typescript() -> String {
    format!(
        "npm install --prefix {FOLDER} --no-save --ignore-scripts --no-audit --no-fund \
         typescript@{VERSION}"
    )
}

fn has_version(package: &Path) -> bool {
    let line = format!("\"version\": \"{VERSION}\"");
    fs::read_to_string(package).is_ok_and(|text| text.contains(&line))
}

/// Checks the modules that a project file names.
pub fn check(root: &Path, compiler: &Compiler, project: &str) -> Result<(), String> {
    println!("tsc -p {project}");
    let status = Command::new(&compiler.node)
        .arg(&compiler.script)
        .args(["-p", project])
        .current_dir(root)
        .status()
        .map_err(|error| format!("node could not be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("tsc -p {project} failed")) }
}

/// Rewrites the types of the page's messages from those of the program.
pub fn write_protocol(root: &Path) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let print = ["run", "-q", "-p", "agon-service", "-F", "typescript", "--example", "typescript"];
    let output = Command::new(cargo)
        .args(print)
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo could not be started: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let path = root.join("web/protocol.d.ts");
    let fresh = path.with_extension("new");
    fs::write(&fresh, output.stdout)
        .and_then(|()| fs::rename(&fresh, &path))
        .map_err(|error| format!("{} could not be written: {error}", path.display()))?;
    println!("{}", path.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that is both the project's and the only one of PATH.
    fn project(programs: &[&str], version: Option<&str>) -> (tempfile::TempDir, Machine) {
        let folder = tempfile::TempDir::new().unwrap();
        for program in programs {
            fs::write(folder.path().join(program), "").unwrap();
        }
        if let Some(version) = version {
            let package = folder.path().join(FOLDER).join("node_modules/typescript");
            fs::create_dir_all(package.join("lib")).unwrap();
            fs::write(package.join("lib/tsc.js"), "").unwrap();
            let text = format!("{{\n    \"version\": \"{version}\"\n}}\n");
            fs::write(package.join("package.json"), text).unwrap();
        }
        let folders = vec![folder.path().to_path_buf()];
        (folder, Machine { folders, is_root: false })
    }

    fn missing(programs: &[&str], version: Option<&str>) -> Option<(String, usize)> {
        let (folder, machine) = project(programs, version);
        let missing = find(folder.path(), &machine).err()?;
        Some((missing.names, missing.commands.len()))
    }

    #[test]
    fn an_installed_compiler_of_the_right_version_needs_only_node() {
        assert_eq!(missing(&["node"], Some(VERSION)), None);
        assert_eq!(missing(&[], Some(VERSION)), Some(("node".into(), 1)));
    }

    #[test]
    fn what_is_missing_is_named_and_has_its_commands() {
        let typescript = format!("typescript {VERSION}");
        assert_eq!(missing(&["node", "npm"], None), Some((typescript.clone(), 1)));
        assert_eq!(missing(&["node", "npm"], Some("5.0.0")), Some((typescript.clone(), 1)));
        assert_eq!(missing(&["node"], None), Some((format!("npm, {typescript}"), 2)));
    }
}
