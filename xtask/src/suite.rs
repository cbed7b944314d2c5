//! `cargo xtask test`: everything that a change must pass, in steps.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use serde_json::Value;

use crate::browser::{self, Browser};
use crate::node_tools::{self, NodeTools};
use crate::steps::Steps;
use crate::tools::{Machine, Skipped, Toolbox};
use crate::{cargo, cargo_output, deny, output, programs, python, site, tidy, training};

/// The names of the steps that need tools.
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

/// The whole workspace with all features. Every step uses the same, so that nothing is built twice.
const ALL: [&str; 3] = ["--workspace", "--all-features", "--locked"];

/// Runs all steps. With `no_install`, no tools are installed.
pub fn run(root: &Path, no_install: bool) -> Result<(), String> {
    let is_ci = env::var_os("CI").is_some_and(|value| !value.is_empty());
    let toolbox =
        Toolbox { root, machine: Machine::here(), may_install: !no_install, is_required: is_ci };
    let mut steps = Steps::default();
    let mut tools = Tools::default();
    let result = run_steps(&toolbox, &mut steps, &mut tools);
    print!("\n{}", steps.table());
    // Printed last, so that they are not overlooked.
    for skipped in &tools.skipped {
        println!("skipped {skipped}");
    }
    result?;
    if tools.skipped.is_empty() {
        println!("everything passed");
    }
    Ok(())
}

/// Quick steps come first, then the tools, so that a missing tool is noticed early.
fn run_steps(toolbox: &Toolbox, steps: &mut Steps, tools: &mut Tools) -> Result<(), String> {
    let root = toolbox.root;
    steps.run("tidy", || tidy::check(root))?;
    steps.run("fmt", || cargo(&["fmt", "--all", "--check"], &[]))?;
    steps.run("deny", || deny::check_if_found(root))?;
    // Missing tools are downloaded meanwhile.
    steps.run_both(("clippy", clippy), ("tools", || tools.provide(toolbox)))?;
    steps.run("tests", tests)?;
    match (&tools.browser, &tools.site) {
        (Some(browser), Some(node)) => {
            // The end of the site's build uses only one core.
            let mut folder = PathBuf::new();
            let build = || {
                folder = site::write_for_tests(root, node)?;
                Ok(())
            };
            steps.run_both((SITE, build), (BROWSER_TESTS, || browser_tests(browser)))?;
            steps.run(SITE_TESTS, || site_tests(&folder, browser))?;
        }
        (browser, _) => {
            steps.run_with(browser, BROWSER_TESTS, browser_tests)?;
            steps.skip(SITE_TESTS);
        }
    }
    steps.run_with(&tools.proxies, programs::PROXIES.part, |()| proxy_tests())?;
    steps.run_with(&tools.nats, programs::CLUSTER.part, |()| cluster_tests())?;
    steps.run_with(&tools.node, MODULE_TESTS, |node| module_tests(root, node))?;
    steps.run_with(&tools.training, TRAINING_TESTS, |python| training::test(root, python))?;
    steps.run_with(&tools.package, PYTHON_TESTS, |python| {
        python::test(root, python, python::Source::Checkout)
    })?;
    steps.run("doc-tests", || cargo(&[&["test", "--quiet", "--doc"], &ALL[..]].concat(), &[]))?;
    steps.run("docs", docs)
}

/// The tools that were found, and the parts that are skipped without the others.
#[derive(Default)]
struct Tools {
    browser: Option<Browser>,
    /// Builds the page without a server.
    site: Option<NodeTools>,
    node: Option<NodeTools>,
    proxies: Option<()>,
    nats: Option<()>,
    training: Option<PathBuf>,
    /// Tests the Python package.
    package: Option<PathBuf>,
    skipped: Vec<Skipped>,
}

impl Tools {
    /// Looks for all tools. The error names every missing tool that is required.
    fn provide(&mut self, toolbox: &Toolbox) -> Result<(), String> {
        self.note(programs::OTHERS.provide(toolbox));
        self.note(programs::LANGUAGES.provide(toolbox));
        self.browser = self.note(browser::provide(toolbox, BROWSER_TESTS));
        self.node = self.note(node_tools::provide(toolbox, MODULE_TESTS));
        self.site = self.note(site::provide(toolbox, SITE_TESTS));
        self.proxies = self.note(programs::PROXIES.provide(toolbox));
        self.nats = self.note(programs::CLUSTER.provide(toolbox));
        self.training = self.note(training::provide(&toolbox.machine, TRAINING_TESTS));
        self.package = self.note(python::provide(toolbox, PYTHON_TESTS));
        let errors = self.skipped.extract_if(.., |skipped| skipped.is_error);
        let errors: Vec<String> = errors.map(String::from).collect();
        if errors.is_empty() { Ok(()) } else { Err(errors.join("\n")) }
    }

    fn note<T>(&mut self, provided: Result<T, Skipped>) -> Option<T> {
        provided.map_err(|skipped| self.skipped.push(skipped)).ok()
    }
}

fn clippy() -> Result<(), String> {
    let arguments = [&["clippy", "--all-targets"], &ALL[..], &["--", "-D", "warnings"]];
    cargo(&arguments.concat(), &[])
}

/// All unit tests and integration tests, except those that need a browser, a proxy or a NATS
/// server. Clippy has checked the examples, which need not be linked. `cargo nextest` keeps all
/// cores busy to the end, so it is used if installed.
fn tests() -> Result<(), String> {
    let apart = [FOREIGN, NATS];
    if Machine::here().find("cargo-nextest").is_some() {
        let apart = apart.map(|name| format!("binary({name})"));
        let filter = format!("not ({})", apart.join(" or "));
        // Many tests wait for other processes, so two of them share a core.
        let threads = (2 * thread::available_parallelism().map_or(1, usize::from)).to_string();
        let output = ["--no-fail-fast", "--status-level", "slow", "--failure-output", "final"];
        let choice = ["--test-threads", &threads, "-E", &filter];
        let arguments = [&["nextest", "run", "--tests"], &ALL[..], &output, &choice];
        return cargo(&arguments.concat(), &[]);
    }
    let targets = targets()?;
    let named = targets.iter().filter(|name| !apart.contains(&name.as_str()));
    let named: Vec<&str> = named.flat_map(|name| ["--test", name.as_str()]).collect();
    let arguments = [&["test", "--quiet", "--no-fail-fast", "--lib", "--bins"], &ALL[..], &named];
    cargo(&arguments.concat(), &[])
}

/// The names of all integration tests in the workspace. Cargo can run all of them or named ones,
/// but cannot exclude some.
fn targets() -> Result<BTreeSet<String>, String> {
    let metadata = cargo_output(&["metadata", "--no-deps", "--locked", "--format-version", "1"])?;
    let metadata: Value =
        serde_json::from_slice(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
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

/// Runs parts of the tests that use external programs.
fn foreign(parts: &[&str], variables: &[(&str, &OsStr)]) -> Result<(), String> {
    let arguments = [&["test", "--quiet"], &ALL[..], &["--test", FOREIGN, "--"], parts];
    cargo(&arguments.concat(), variables)
}

fn browser_tests(browser: &Browser) -> Result<(), String> {
    foreign(&[BROWSER], &browser.variables())
}

/// The tests of the page that run against the site too.
const SITE_FILTERS: [&str; 4] =
    ["browser::site::", "browser::games::", "browser::keys::", "browser::annotations::"];

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

/// Documents all crates. It uses the compiler and the flags of `clippy`, so that its results are
/// reused.
fn docs() -> Result<(), String> {
    let compiler = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let compiler = String::from_utf8_lossy(&compiler);
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

    #[test]
    fn integration_tests_are_those_of_cargo() {
        let targets = targets().unwrap();
        for name in [FOREIGN, NATS, "replay", "arena", "program"] {
            assert!(targets.contains(name), "{name} is not in {targets:?}");
        }
        for name in ["cmd", "engines", "statistics"] {
            assert!(!targets.contains(name), "{name} is no test");
        }
    }
}
