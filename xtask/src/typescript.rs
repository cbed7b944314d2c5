//! The types of the page's modules, checked by the TypeScript compiler.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::{self, Machine, Missing, Policy, Skipped};

/// The version that is used everywhere, so that everybody sees the same faults.
const VERSION: &str = "5.9.3";

/// The version of axe-core, with which the browser tests check the page for everybody.
const AXE_VERSION: &str = "4.10.3";

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
    let package = |name: &str| root.join(FOLDER).join("node_modules").join(name);
    let script = package("typescript").join("lib/tsc.js");
    let has_compiler = script.is_file() && has_version(&package("typescript"), VERSION);
    let has_axe = has_version(&package("axe-core"), AXE_VERSION);
    let is_installed = has_compiler && has_axe;
    let needed: &[&str] = if is_installed { &["node"] } else { &["node", "npm"] };
    let mut missing = machine.missing(needed);
    let mut commands = Vec::new();
    if !missing.is_empty() {
        commands.push(INSTALL_NODE.to_string());
    }
    let (typescript, axe) = (format!("typescript {VERSION}"), format!("axe-core {AXE_VERSION}"));
    if !has_compiler {
        missing.push(&typescript);
    }
    if !has_axe {
        missing.push(&axe);
    }
    if !is_installed {
        commands.push(install_packages());
    }
    let typed = if is_installed { "cargo xtask test".into() } else { install_packages() };
    match machine.find("node") {
        Some(node) if missing.is_empty() => Ok(Compiler { node, script }),
        _ => Err(Missing {
            names: missing.join(", "),
            commands,
            elsewhere: format!("install Node.js (https://nodejs.org) and type: {typed}"),
        }),
    }
}

/// The command that installs the compiler and axe-core, for the project's folder.
fn install_packages() -> String {
    format!(
        "npm install --prefix {FOLDER} --no-save --ignore-scripts --no-audit --no-fund \
         typescript@{VERSION} axe-core@{AXE_VERSION}"
    )
}

fn has_version(package: &Path, version: &str) -> bool {
    let line = format!("\"version\": \"{version}\"");
    fs::read_to_string(package.join("package.json")).is_ok_and(|text| text.contains(&line))
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
            let text = |version: &str| format!("{{\n    \"version\": \"{version}\"\n}}\n");
            fs::write(package.join("package.json"), text(version)).unwrap();
            let axe = folder.path().join(FOLDER).join("node_modules/axe-core");
            fs::create_dir_all(&axe).unwrap();
            fs::write(axe.join("package.json"), text(AXE_VERSION)).unwrap();
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
        let both = format!("{typescript}, axe-core {AXE_VERSION}");
        assert_eq!(missing(&["node", "npm"], None), Some((both.clone(), 1)));
        assert_eq!(missing(&["node", "npm"], Some("5.0.0")), Some((typescript, 1)));
        assert_eq!(missing(&["node"], None), Some((format!("npm, {both}"), 2)));
    }
}
