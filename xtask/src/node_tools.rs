//! The tools that run in node: the TypeScript compiler, which checks the types of the page's
//! modules, esbuild, which bundles them for a release, and the tests of modules that need no
//! browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::{Machine, Missing, Skipped, Toolbox};
use crate::{cargo_output, files, finish};

/// The packages with fixed versions, so that all machines find the same faults and release the same
/// files. The browser tests check accessibility with axe-core.
const PACKAGES: [(&str, &str); 3] =
    [("typescript", "5.9.3"), ("axe-core", "4.10.3"), ("esbuild", "0.28.2")];

/// The browser tests use this folder too.
const FOLDER: &str = "target/tools/npm";

/// Only node and npm come from Debian, because its other packages have different versions in each
/// release.
const INSTALL_NODE: &str = "apt-get install -y --no-install-recommends nodejs npm";

/// Node and the packages.
pub struct NodeTools {
    node: PathBuf,
    packages: PathBuf,
}

/// Node and the packages. Installs the packages below `target` if they are missing and may be
/// installed.
pub fn provide(toolbox: &Toolbox, part: &'static str) -> Result<NodeTools, Skipped> {
    // If the folder cannot be made, npm reports why.
    let _ = fs::create_dir_all(toolbox.root.join(FOLDER));
    toolbox.provide(part, || find(toolbox.root, &toolbox.machine))
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
    let install_node = (!missing.is_empty()).then(|| INSTALL_NODE.to_string());
    let install_packages = (!lacking.is_empty()).then(install_packages);
    let typed = install_packages.clone().unwrap_or("cargo xtask test".into());
    let commands: Vec<String> = install_node.into_iter().chain(install_packages).collect();
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
        finish(
            Command::new(&self.node).arg(compiler).args(["-p", project]).current_dir(root),
            "tsc",
        )
    }

    /// Runs esbuild in a folder.
    pub fn esbuild(&self, folder: &Path, arguments: &[&str]) -> Result<(), String> {
        let esbuild = self.packages.join("esbuild/bin/esbuild");
        let mut command = Command::new(&self.node);
        finish(command.arg(esbuild).args(arguments).current_dir(folder), "esbuild")
    }

    /// Runs the tests of the page's modules that need no browser.
    pub fn test(&self, root: &Path) -> Result<(), String> {
        println!("node --test web/tests");
        let mut files: Vec<PathBuf> = files::entries(&root.join("web/tests"))?;
        files.retain(|path| path.to_string_lossy().ends_with(".test.js"));
        let mut command = Command::new(&self.node);
        finish(command.arg("--test").args(files).current_dir(root), "node --test")
    }
}

/// Rewrites the TypeScript types of messages from those of the program.
pub fn write_protocol(root: &Path) -> Result<(), String> {
    let print = ["run", "-q", "-p", "agon-service", "-F", "typescript", "--example", "typescript"];
    let path = root.join("web/protocol.d.ts");
    files::write_whole(&path, &cargo_output(&print)?)?;
    println!("{}", path.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is missing in a folder that is both the project's and the only one of PATH, with the
    /// number of commands that install it. All packages have the given version, or their own.
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
