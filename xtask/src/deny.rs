//! `cargo xtask deny`: checks licences, crates and sources of all dependencies by deny.toml.
//!
//! `cargo deny` checks the same and more, but takes minutes to install. It runs too where it is
//! found.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, ParseMode};
use toml::de::{DeArray, DeTable, DeValue};

use crate::tools::Machine;
use crate::{cargo, files};

/// How to install `cargo deny`.
const INSTALL: &str = "cargo install cargo-deny --locked";

/// Checks all dependencies; the error lists all faults.
pub fn check(root: &Path) -> Result<(), String> {
    let lists = Lists::read(&files::read(&root.join("deny.toml"))?)?;
    let manifests = manifests(root)?;
    let graphs = manifests.iter().map(|manifest| packages(root, manifest));
    let graphs = graphs.collect::<Result<Vec<_>, _>>()?;
    let mut faults = lists.faults(&graphs);
    faults.extend(graphs.iter().flat_map(|packages| newer_rust(packages)));
    if !faults.is_empty() {
        let faults: Vec<String> = faults.into_iter().collect();
        return Err(format!("deny.toml does not allow:\n{}", faults.join("\n")));
    }
    let versions = graphs.iter().flatten().map(|package| (&package.name, &package.version));
    let (count, graphs) = (versions.collect::<BTreeSet<_>>().len(), graphs.len());
    println!("{count} packages of {graphs} lock files are allowed by deny.toml");
    if Machine::here().find("cargo-deny").is_none() {
        println!("cargo deny is not installed and was skipped; to run it too, type: {INSTALL}");
        return Ok(());
    }
    for manifest in &manifests {
        let mut arguments = vec!["deny", "--manifest-path", manifest];
        arguments.extend(["--all-features", "--locked", "check"]);
        if has_advisories() {
            arguments.extend(["--disable-fetch", "advisories"]);
        }
        arguments.extend(["licenses", "bans", "sources"]);
        cargo(&arguments, &[])?;
    }
    Ok(())
}

/// The manifests with a lock file beside them: that of the workspace, and those of what is built
/// apart from it.
fn manifests(root: &Path) -> Result<Vec<String>, String> {
    let paths = files::below(root)?;
    let locks = paths.iter().filter(|path| path.ends_with("Cargo.lock"));
    let manifest = |path: &PathBuf| path.with_extension("toml");
    Ok(locks.map(|path| manifest(path).to_string_lossy().into_owned()).collect())
}

/// Whether a database of advisories was fetched before; nothing is fetched for a test.
fn has_advisories() -> bool {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")));
    let folders = home.and_then(|home| files::folders(&home.join("advisory-dbs")).ok());
    folders.is_some_and(|folders| !folders.is_empty())
}

/// A package of the dependency graph.
#[derive(Clone, Debug, Default)]
struct Package {
    name: String,
    version: String,
    licence: Option<String>,
    /// Where it comes from; `None` for the crates of this project.
    source: Option<String>,
    /// The oldest version of Rust that compiles it, if it says so.
    rust: Option<String>,
}

/// All packages that a manifest leads to, those of other platforms included.
fn packages(root: &Path, manifest: &str) -> Result<Vec<Package>, String> {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["metadata", "--format-version", "1", "--locked", "--all-features"];
    let arguments = [&arguments[..], &["--manifest-path", manifest]].concat();
    let output = Command::new(program).args(arguments).current_dir(root).output();
    let output = output.map_err(|error| format!("cargo could not be started: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cargo metadata cannot be read: {error}"))?;
    let list = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let text = |value: &Value| value.as_str().map(str::to_string);
    let package = |value: &Value| {
        Some(Package {
            name: text(&value["name"])?,
            version: text(&value["version"])?,
            licence: text(&value["license"]),
            source: text(&value["source"]),
            rust: text(&value["rust_version"]),
        })
    };
    list.iter().map(package).collect::<Option<_>>().ok_or("a package has no name".into())
}

/// The lists of deny.toml.
#[derive(Debug, Default)]
struct Lists {
    licences: BTreeSet<String>,
    /// Crates that may not be used.
    denied: Vec<Spec>,
    /// Crates that may be there besides another version.
    skipped: Vec<Spec>,
}

/// A crate, of any version or of those that begin with this one.
#[derive(Debug)]
struct Spec {
    name: String,
    version: Option<String>,
}

impl Spec {
    fn covers(&self, package: &Package) -> bool {
        let begins = |version: &String| {
            let rest = package.version.strip_prefix(version.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.name == package.name && self.version.as_ref().is_none_or(begins)
    }
}

impl Lists {
    fn read(text: &str) -> Result<Lists, String> {
        let file = DeTable::parse(text).map_err(|error| format!("deny.toml: {error}"))?;
        let list = |section: &str, key: &str| {
            let section_found = field(file.get_ref(), section).and_then(DeValue::as_table);
            let found = section_found.and_then(|section| field(section, key)?.as_array());
            found.ok_or_else(|| format!("deny.toml: [{section}] has no list {key}"))
        };
        let licences = list("licenses", "allow")?.iter();
        let licences = licences.map(|licence| licence.get_ref().as_str().map(str::to_string));
        Ok(Lists {
            licences: licences.collect::<Option<_>>().ok_or("deny.toml: a licence is a text")?,
            denied: specs(list("bans", "deny")?)?,
            skipped: specs(list("bans", "skip")?)?,
        })
    }

    /// What is wrong with the packages of some graphs. A package may be there in one version in
    /// each of them.
    fn faults(&self, graphs: &[Vec<Package>]) -> BTreeSet<String> {
        let mut faults: BTreeSet<String> =
            graphs.iter().flat_map(|packages| self.graph_faults(packages)).collect();
        let is_used = |spec: &Spec| graphs.iter().flatten().any(|package| spec.covers(package));
        let unused = self.skipped.iter().filter(|spec| !is_used(spec));
        faults.extend(unused.map(|spec| format!("{}: is skipped but not used", spec.name)));
        faults
    }

    fn graph_faults(&self, packages: &[Package]) -> Vec<String> {
        let mut faults = Vec::new();
        let mut versions: BTreeMap<&str, Vec<&Package>> = BTreeMap::new();
        for package in packages {
            let Package { name, version, .. } = package;
            faults.extend(self.licence_fault(package));
            if self.denied.iter().any(|spec| spec.covers(package)) {
                faults.push(format!("{name} {version}: the crate is banned"));
            }
            let is_usual = |source: &String| {
                source.starts_with("registry+") && source.ends_with("/crates.io-index")
            };
            if let Some(source) = package.source.as_ref().filter(|source| !is_usual(source)) {
                faults.push(format!("{name} {version}: comes from {source}, not from crates.io"));
            }
            if !self.skipped.iter().any(|spec| spec.covers(package)) {
                versions.entry(name).or_default().push(package);
            }
        }
        for (name, found) in versions.iter().filter(|(_, found)| found.len() > 1) {
            let found: Vec<&str> = found.iter().map(|package| &*package.version).collect();
            faults.push(format!("{name}: is there in the versions {}", found.join(", ")));
        }
        faults
    }

    fn licence_fault(&self, package: &Package) -> Option<String> {
        let Package { name, version, licence, .. } = package;
        let Some(licence) = licence else { return Some(format!("{name} {version}: no licence")) };
        let Ok(expression) = Expression::parse_mode(licence, ParseMode::LAX) else {
            return Some(format!("{name} {version}: the licence {licence} cannot be read"));
        };
        let is_allowed =
            expression.evaluate(|required| self.licences.contains(&required.to_string()));
        (!is_allowed).then(|| format!("{name} {version}: has the licence {licence}"))
    }
}

/// Packages that need a newer version of Rust than the crates of this project say. Clippy looks
/// at what these crates use of the standard library.
fn newer_rust(packages: &[Package]) -> Vec<String> {
    let numbers = |version: &str| -> Vec<u32> {
        version.split('.').map_while(|part| part.parse().ok()).chain([0, 0]).take(3).collect()
    };
    let own = packages.iter().filter(|package| package.source.is_none());
    let stated = own.filter_map(|package| package.rust.as_deref()).map(numbers).min();
    let Some(stated) = stated else { return vec!["no crate says which Rust it needs".into()] };
    let needs = |package: &Package| {
        let rust = package.rust.as_deref().filter(|rust| numbers(rust) > stated)?;
        let Package { name, version, .. } = package;
        Some(format!("{name} {version}: needs Rust {rust}"))
    };
    packages.iter().filter_map(needs).collect()
}

/// The value of a key.
fn field<'a>(table: &'a DeTable<'a>, key: &str) -> Option<&'a DeValue<'a>> {
    table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value.get_ref())
}

/// The crates of a list.
fn specs(list: &DeArray<'_>) -> Result<Vec<Spec>, String> {
    let spec = |value: &DeValue<'_>| {
        let text = field(value.as_table()?, "crate")?.as_str()?;
        let (name, version) = match text.split_once('@') {
            Some((name, version)) => (name, Some(version.to_string())),
            None => (text, None),
        };
        Some(Spec { name: name.to_string(), version })
    };
    let specs: Option<Vec<Spec>> = list.iter().map(|value| spec(value.get_ref())).collect();
    specs.ok_or("deny.toml: a crate is written as { crate = \"NAME@VERSION\" }".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "
        [licenses]
        allow = [\"MIT\", \"Apache-2.0\"]
        [bans]
        deny = [{ crate = \"bad\" }]
        skip = [{ crate = \"old@0.1\" }]
    ";

    fn package(name: &str, version: &str) -> Package {
        let source = Some("registry+https://example.org/crates.io-index".into());
        let licence = Some("MIT".into());
        Package { name: name.into(), version: version.into(), licence, source, rust: None }
    }

    fn all_faults(graphs: &[Vec<Package>]) -> Vec<String> {
        Lists::read(FILE).unwrap().faults(graphs).into_iter().collect()
    }

    /// The faults of some packages, besides those that are fine.
    fn faults(packages: &[Package]) -> Vec<String> {
        let fine = [package("a", "1.0.0"), package("old", "0.1.7"), package("old", "0.2.0")];
        all_faults(&[[&fine, packages].concat()])
    }

    #[test]
    fn a_licence_is_allowed_if_one_of_the_alternatives_is() {
        let licensed =
            |licence: &str| Package { licence: Some(licence.into()), ..package("b", "1.0.0") };
        for licence in
            ["MIT", "GPL-3.0-only OR MIT", "MIT/Apache-2.0", "(Zlib OR MIT) AND Apache-2.0"]
        {
            assert_eq!(faults(&[licensed(licence)]), [""; 0], "{licence}");
        }
        for licence in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "my own"] {
            assert_eq!(faults(&[licensed(licence)]).len(), 1, "{licence}");
        }
        assert_eq!(faults(&[Package { licence: None, ..package("b", "1.0.0") }]).len(), 1);
    }

    #[test]
    fn a_second_version_must_be_listed_and_what_is_listed_must_be_used() {
        assert_eq!(faults(&[package("b", "1.0.0")]), [""; 0]);
        assert_eq!(faults(&[package("a", "2.0.0")]), ["a: is there in the versions 1.0.0, 2.0.0"]);
        assert_eq!(faults(&[package("old", "0.3.0")]).len(), 1);
        assert_eq!(faults(&[package("old", "0.10.0")]).len(), 1, "0.10 does not begin with 0.1");
        let unused = all_faults(&[vec![package("a", "1.0.0")]]);
        assert_eq!(unused, ["old: is skipped but not used"]);
    }

    #[test]
    fn every_lock_file_counts_and_each_may_have_its_own_versions() {
        let graphs = |other: &[Package]| {
            let old = [package("old", "0.1.7"), package("a", "1.0.0")];
            all_faults(&[vec![package("a", "2.0.0")], [&old, other].concat()])
        };
        assert_eq!(graphs(&[]), [""; 0]);
        assert_eq!(graphs(&[package("a", "1.1.0")]), ["a: is there in the versions 1.0.0, 1.1.0"]);
        assert_eq!(graphs(&[package("bad", "3.0.0")]), ["bad 3.0.0: the crate is banned"]);
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let found = manifests(&root).unwrap();
        for name in ["Cargo.toml", "python/Cargo.toml", "site/bindings/Cargo.toml"] {
            assert!(found.contains(&root.join(name).to_string_lossy().into_owned()), "{found:?}");
        }
    }

    #[test]
    fn no_package_needs_a_newer_rust_than_the_project_says() {
        let own = Package { source: None, rust: Some("1.89".into()), ..package("own", "1.0.0") };
        let with = |rust: &str| Package { rust: Some(rust.into()), ..package("b", "1.0.0") };
        for fine in ["1.89", "1.89.0", "1.9", "0.100.0"] {
            assert_eq!(newer_rust(&[own.clone(), with(fine)]), [""; 0], "{fine}");
        }
        for newer in ["1.89.1", "1.90", "1.100.0", "2"] {
            let fault = format!("b 1.0.0: needs Rust {newer}");
            assert_eq!(newer_rust(&[own.clone(), with(newer)]), [fault]);
        }
        assert_eq!(newer_rust(&[package("b", "1.0.0")]).len(), 1, "nothing is stated");
    }

    #[test]
    fn banned_crates_and_other_sources_are_refused() {
        assert_eq!(faults(&[package("bad", "3.0.0")]), ["bad 3.0.0: the crate is banned"]);
        let git = Some("git+https://example.org/b".into());
        assert_eq!(faults(&[Package { source: git, ..package("b", "1.0.0") }]).len(), 1);
        assert_eq!(faults(&[Package { source: None, ..package("b", "1.0.0") }]), [""; 0]);
    }
}
