//! `cargo xtask test`: all that a change must pass, in steps.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::browser::{self, Browser};
use crate::node_tools::{self, NodeTools};
use crate::steps::Steps;
use crate::tools::{Machine, Policy, Skipped};
use crate::{cargo, deny, programs, python, site, tidy, training};

/// The names of steps that need tools.
const BROWSER_TESTS: &str = "browser tests";
const MODULE_TESTS: &str = "module tests";
const SITE: &str = "site";
const SITE_TESTS: &str = "site tests";
const TRAINING_TESTS: &str = "training tests";
const PYTHON_TESTS: &str = "python tests";

/// The test target that starts browsers, reverse proxies and a NATS server, and its parts.
const FOREIGN: &str = "foreign";
const BROWSER: &str = "browser::";
const PROXY: &str = "proxy::";
const CLUSTER: &str = "cluster::";

/// The test target of the transport over NATS.
const NATS: &str = "nats";

/// The whole workspace with all features: every step asks for the same, so that nothing is built
/// twice.
const ALL: [&str; 3] = ["--workspace", "--all-features", "--locked"];

/// Runs all steps; `no_install` forbids to install tools.
pub fn run(root: &Path, no_install: bool) -> Result<(), String> {
    let is_ci = env::var_os("CI").is_some_and(|value| !value.is_empty());
    let policy = Policy { may_install: !no_install, is_required: is_ci };
    let mut steps = Steps::default();
    let mut tools = Tools::default();
    let result = run_steps(root, policy, &mut steps, &mut tools);
    print!("\n{}", steps.table());
    // The last lines, so that nobody overlooks them.
    for skipped in &tools.skipped {
        println!("skipped {skipped}");
    }
    result?;
    if tools.skipped.is_empty() {
        println!("everything passed");
    }
    Ok(())
}

/// The quick steps come first; then the tools, so that a missing one is not found out late.
fn run_steps(
    root: &Path,
    policy: Policy,
    steps: &mut Steps,
    tools: &mut Tools,
) -> Result<(), String> {
    steps.run("tidy", || tidy::check(root))?;
    steps.run("fmt", || cargo(&["fmt", "--all", "--check"], &[]))?;
    steps.run("deny", || deny::check_if_found(root))?;
    steps.run("package", package)?;
    // What is not there is downloaded meanwhile.
    steps.run_both(("clippy", clippy), ("tools", || tools.provide(root, policy)))?;
    steps.run("tests", || tests(root))?;
    match (&tools.browser, &tools.site) {
        (Some(browser), Some(node)) => {
            // The end of the site's build has work for one core only.
            let mut folder = PathBuf::new();
            let build = || {
                folder = site::write_for_tests(root, node)?;
                Ok(())
            };
            steps.run_both((SITE, build), (BROWSER_TESTS, || browser_tests(browser)))?;
            steps.run(SITE_TESTS, || site_tests(&folder, browser))?;
        }
        (Some(browser), None) => {
            steps.run(BROWSER_TESTS, || browser_tests(browser))?;
            steps.skip(SITE_TESTS);
        }
        _ => [BROWSER_TESTS, SITE_TESTS].into_iter().for_each(|name| steps.skip(name)),
    }
    match &tools.proxies {
        Some(()) => steps.run(programs::PROXIES.part, proxy_tests)?,
        None => steps.skip(programs::PROXIES.part),
    }
    match &tools.nats {
        Some(()) => steps.run(programs::CLUSTER.part, cluster_tests)?,
        None => steps.skip(programs::CLUSTER.part),
    }
    match &tools.node {
        Some(node) => steps.run(MODULE_TESTS, || module_tests(root, node))?,
        None => steps.skip(MODULE_TESTS),
    }
    match &tools.training {
        Some(python) => steps.run(TRAINING_TESTS, || training::test(root, python))?,
        None => steps.skip(TRAINING_TESTS),
    }
    match &tools.package {
        Some(python) => {
            steps.run(PYTHON_TESTS, || python::test(root, python, python::Source::Checkout))?
        }
        None => steps.skip(PYTHON_TESTS),
    }
    steps.run("doc-tests", || cargo(&[&["test", "--quiet", "--doc"], &ALL[..]].concat(), &[]))?;
    steps.run("docs", docs)
}

/// What was found of the tools, and what is skipped without the others.
#[derive(Default)]
struct Tools {
    browser: Option<Browser>,
    /// What the page without a server is made with.
    site: Option<NodeTools>,
    node: Option<NodeTools>,
    proxies: Option<()>,
    nats: Option<()>,
    training: Option<PathBuf>,
    /// The Python that the package is tested with.
    package: Option<PathBuf>,
    skipped: Vec<Skipped>,
}

impl Tools {
    /// Looks for all tools; the error names every one that is required and missing.
    fn provide(&mut self, root: &Path, policy: Policy) -> Result<(), String> {
        let machine = Machine::here();
        let mut errors = Vec::new();
        self.note(programs::BOT.provide(root, &machine, policy), &mut errors);
        self.note(programs::LANGUAGES.provide(root, &machine, policy), &mut errors);
        let browser = browser::provide(root, &machine, policy, BROWSER_TESTS);
        self.browser = self.note(browser, &mut errors);
        let node = node_tools::provide(root, &machine, policy, MODULE_TESTS);
        self.node = self.note(node, &mut errors);
        let site = site::provide(root, &machine, policy, SITE_TESTS);
        self.site = self.note(site, &mut errors);
        let proxies = programs::PROXIES.provide(root, &machine, policy);
        self.proxies = self.note(proxies, &mut errors);
        let nats = programs::CLUSTER.provide(root, &machine, policy);
        self.nats = self.note(nats, &mut errors);
        let training = training::provide(&machine, TRAINING_TESTS);
        self.training = self.note(training, &mut errors);
        let package = python::provide(root, &machine, policy, PYTHON_TESTS);
        self.package = self.note(package, &mut errors);
        if errors.is_empty() { Ok(()) } else { Err(errors.join("\n")) }
    }

    fn note<T>(
        &mut self,
        provided: Result<Result<T, Skipped>, String>,
        errors: &mut Vec<String>,
    ) -> Option<T> {
        match provided {
            Ok(Ok(tool)) => return Some(tool),
            Ok(Err(skipped)) => self.skipped.push(skipped),
            Err(error) => errors.push(error),
        }
        None
    }
}

/// Packs all crates as `cargo publish` would. They are not compiled once more from the packages:
/// `cargo package --workspace` does that, and takes minutes.
fn package() -> Result<(), String> {
    let arguments = ["package", "--quiet", "--workspace", "--locked", "--no-verify"];
    // Files that are not committed are packed, too.
    cargo(&[&arguments[..], &["--allow-dirty"]].concat(), &[])
}

fn clippy() -> Result<(), String> {
    let arguments = [&["clippy", "--all-targets"], &ALL[..], &["--", "-D", "warnings"]];
    cargo(&arguments.concat(), &[])
}

/// All unit tests and integration tests but those that need a browser, a proxy or a NATS server.
/// Clippy has seen the examples, which need not be linked. `cargo nextest` keeps all cores busy to
/// the end, so it is used where it is found.
fn tests(root: &Path) -> Result<(), String> {
    let apart = [FOREIGN, NATS];
    if Machine::here().find("cargo-nextest").is_some() {
        let apart = apart.map(|name| format!("binary({name})"));
        let filter = format!("not ({})", apart.join(" or "));
        let output = ["--no-fail-fast", "--status-level", "slow", "--failure-output", "final"];
        let arguments = [&["nextest", "run", "--tests"], &ALL[..], &output, &["-E", &filter]];
        return cargo(&arguments.concat(), &[]);
    }
    let targets = targets(root)?;
    let named = targets.iter().filter(|name| !apart.contains(&name.as_str()));
    let named: Vec<&str> = named.flat_map(|name| ["--test", name.as_str()]).collect();
    let arguments = [&["test", "--quiet", "--no-fail-fast", "--lib", "--bins"], &ALL[..], &named];
    cargo(&arguments.concat(), &[])
}

/// The names of all integration tests of the workspace. Cargo can run all of them or those that
/// are named, but not all but some.
fn targets(root: &Path) -> Result<BTreeSet<String>, String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["metadata", "--no-deps", "--locked", "--format-version", "1"];
    let output = Command::new(cargo).args(arguments).current_dir(root).output();
    let output = output.map_err(|error| format!("cargo could not be started: {error}"))?;
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)))?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let targets = list(&metadata["packages"]).into_iter().flat_map(|it| list(&it["targets"]));
    let tests = targets.filter(|target| target["kind"][0] == "test");
    Ok(tests.filter_map(|target| target["name"].as_str().map(String::from)).collect())
}

/// The types of the page's modules, and the tests of those that need no browser.
fn module_tests(root: &Path, node: &NodeTools) -> Result<(), String> {
    node.check_types(root, "web/tsconfig.json")?;
    node.test(root)
}

/// Runs parts of the tests with programs of others.
fn foreign(parts: &[&str], variables: &[(&str, &OsStr)]) -> Result<(), String> {
    let arguments = [&["test", "--quiet"], &ALL[..], &["--test", FOREIGN, "--"], parts];
    cargo(&arguments.concat(), variables)
}

fn browser_tests(browser: &Browser) -> Result<(), String> {
    foreign(&[BROWSER], &browser.variables())
}

/// The tests of the page that run against the site too.
const SITE_FILTERS: [&str; 3] = ["browser::site::", "browser::games::", "browser::keys::"];

fn site_tests(folder: &Path, browser: &Browser) -> Result<(), String> {
    let [chrome, driver] = browser.variables();
    foreign(&SITE_FILTERS, &[chrome, driver, ("AGON_SITE", folder.as_os_str())])
}

fn proxy_tests() -> Result<(), String> {
    foreign(&[PROXY], &[])
}

fn cluster_tests() -> Result<(), String> {
    let arguments = [&["test", "--quiet"], &ALL[..], &["--test", NATS]];
    cargo(&arguments.concat(), &[])?;
    foreign(&[CLUSTER], &[])
}

/// Documents all crates. With the compiler and the flags of `clippy` what that has checked is used
/// again.
fn docs() -> Result<(), String> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output();
    let output = output.map_err(|error| format!("rustc could not be started: {error}"))?;
    let compiler = String::from_utf8_lossy(&output.stdout);
    let compiler = Path::new(compiler.trim_end()).join("bin/clippy-driver");
    let arguments = [&["doc", "--quiet", "--no-deps"], &ALL[..]];
    let flags = "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__";
    let variables = [
        ("RUSTDOCFLAGS", OsStr::new("-D warnings")),
        ("RUSTC_WORKSPACE_WRAPPER", compiler.as_os_str()),
        ("CLIPPY_ARGS", OsStr::new(flags)),
    ];
    cargo(&arguments.concat(), &variables)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn integration_tests_are_those_of_cargo() {
        let targets = targets(&root()).unwrap();
        for name in [FOREIGN, NATS, "replay", "arena", "program"] {
            assert!(targets.contains(name), "{name} is not in {targets:?}");
        }
        for name in ["cmd", "engines", "statistics"] {
            assert!(!targets.contains(name), "{name} is no test");
        }
    }
}
