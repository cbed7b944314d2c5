//! What runs in node: the TypeScript compiler, which checks the types of the page's modules,
//! esbuild, which bundles them for a release, and the tests of modules that need no browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::{self, Machine, Missing, Policy, Skipped};

/// The packages with the versions that are used everywhere, so that everybody sees the same
/// faults and releases the same files. The browser tests check the page for everybody with axe-core.
const PACKAGES: [(&str, &str); 3] =
    [("typescript", "5.9.3"), ("axe-core", "4.10.3"), ("esbuild", "0.28.2")];

/// The tests of the browser know this folder, too.
const FOLDER: &str = "target/tools/npm";

/// Debian's packages have other versions in each release, so that only node and npm come from
/// there.
const INSTALL_NODE: &str = "apt-get install -y --no-install-recommends nodejs npm";

/// Node, and the packages.
pub struct NodeTools {
    node: PathBuf,
    packages: PathBuf,
}

/// Node and the packages, which are installed below `target` if they are missing and may be
/// installed.
pub fn provide(
    root: &Path,
    machine: &Machine,
    policy: Policy,
    part: &'static str,
) -> Result<Result<NodeTools, Skipped>, String> {
    let run = |command: &str| {
        let folder = root.join(FOLDER);
        fs::create_dir_all(&folder)
            .map_err(|error| format!("{} could not be made: {error}", folder.display()))?;
        tools::run_in(root, command)
    };
    tools::provide(machine, policy, part, || find(root, machine), run)
}

fn find(root: &Path, machine: &Machine) -> Result<NodeTools, Missing> {
    let packages = root.join(FOLDER).join("node_modules");
    let lacking = PACKAGES.iter().filter(|(name, version)| {
        let line = format!("\"version\": \"{version}\"");
        let told = fs::read_to_string(packages.join(name).join("package.json"));
        !told.is_ok_and(|text| text.contains(&line))
    });
    let lacking: Vec<String> = lacking.map(|(name, version)| format!("{name} {version}")).collect();
    let needed: &[&str] = if lacking.is_empty() { &["node"] } else { &["node", "npm"] };
    let missing = machine.missing(needed);
    let mut commands = Vec::new();
    if !missing.is_empty() {
        commands.push(INSTALL_NODE.to_string());
    }
    if !lacking.is_empty() {
        commands.push(install_packages());
    }
    let typed = if lacking.is_empty() { "cargo xtask test".into() } else { install_packages() };
    match machine.find("node") {
        Some(node) if commands.is_empty() => Ok(NodeTools { node, packages }),
        _ => Err(Missing {
            names: missing
                .into_iter()
                .map(String::from)
                .chain(lacking)
                .collect::<Vec<_>>()
                .join(", "),
            commands,
            elsewhere: format!("install Node.js (https://nodejs.org) and type: {typed}"),
        }),
    }
}

/// The command that installs the packages, for the project's folder.
fn install_packages() -> String {
    let packages = PACKAGES.map(|(name, version)| format!("{name}@{version}")).join(" ");
    format!(
        "npm install --prefix {FOLDER} --no-save --ignore-scripts --no-audit --no-fund {packages}"
    )
}

impl NodeTools {
    /// Checks the types of the modules that a project file names.
    pub fn check_types(&self, root: &Path, project: &str) -> Result<(), String> {
        println!("tsc -p {project}");
        let compiler = self.packages.join("typescript/lib/tsc.js");
        run(Command::new(&self.node).arg(compiler).args(["-p", project]).current_dir(root), "tsc")
    }

    /// Runs esbuild in a folder.
    pub fn esbuild(&self, folder: &Path, arguments: &[&str]) -> Result<(), String> {
        let esbuild = self.packages.join("esbuild/bin/esbuild");
        let mut command = Command::new(&self.node);
        run(command.arg(esbuild).args(arguments).current_dir(folder), "esbuild")
    }

    /// Runs the tests of the page's modules that need no browser.
    pub fn test(&self, root: &Path) -> Result<(), String> {
        println!("node --test web/tests");
        let mut files: Vec<PathBuf> = crate::files::entries(&root.join("web/tests"))?;
        files.retain(|path| path.to_string_lossy().ends_with(".test.js"));
        let mut command = Command::new(&self.node);
        run(command.arg("--test").args(files).current_dir(root), "node --test")
    }
}

/// Runs a command and waits for it.
fn run(command: &mut Command, name: &str) -> Result<(), String> {
    let status =
        command.status().map_err(|error| format!("{name} could not be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed")) }
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

    /// What is missing in a folder that is both the project's and the only one of PATH, with how
    /// many commands install it. All packages have the versions that are told, or their own.
    fn missing(programs: &[&str], version: Option<Option<&str>>) -> Option<(String, usize)> {
        let folder = tempfile::TempDir::new().unwrap();
        for program in programs {
            fs::write(folder.path().join(program), "").unwrap();
        }
        for (name, own) in PACKAGES {
            let Some(version) = version else { continue };
            let package = folder.path().join(FOLDER).join("node_modules").join(name);
            fs::create_dir_all(&package).unwrap();
            let text = format!("{{\n    \"version\": \"{}\"\n}}\n", version.unwrap_or(own));
            fs::write(package.join("package.json"), text).unwrap();
        }
        let machine = Machine { folders: vec![folder.path().to_path_buf()], is_root: false };
        let missing = find(folder.path(), &machine).err()?;
        Some((missing.names, missing.commands.len()))
    }

    #[test]
    fn installed_packages_of_the_right_versions_need_only_node() {
        assert_eq!(missing(&["node"], Some(None)), None);
        assert_eq!(missing(&[], Some(None)), Some(("node".into(), 1)));
    }

    #[test]
    fn what_is_missing_is_named_and_has_its_commands() {
        let all = PACKAGES.map(|(name, version)| format!("{name} {version}")).join(", ");
        assert_eq!(missing(&["node", "npm"], None), Some((all.clone(), 1)));
        assert_eq!(missing(&["node", "npm"], Some(Some("0.1"))), Some((all.clone(), 1)));
        assert_eq!(missing(&["node"], None), Some((format!("npm, {all}"), 2)));
    }
}
