//! The Python package in python/: builds and tests its wheel if Python with pip is present.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::{Machine, Missing, Skipped, Toolbox};
use crate::{files, finish};

/// Names the interpreter if it is not `python3`.
const PYTHON: &str = "AGON_PYTHON";

/// The packages that the tests need.
const REQUIREMENTS: &str = "python/tests/requirements.txt";

/// The build folder, and the virtual environment with the packages.
const FOLDER: &str = "target/python";
const VENV: &str = "target/python/venv";

/// Exits with 1 unless every required package is installed in the required version.
const CHECK: &str = "\
import sys
from importlib.metadata import PackageNotFoundError, version
for line in open(sys.argv[1]):
    name, _, wanted = line.strip().partition('==')
    try:
        found = version(name)
    except PackageNotFoundError:
        sys.exit(1)
    if wanted not in ('', found):
        sys.exit(1)
";

/// The Python of a virtual environment that has the packages. Creates both if they are missing.
pub fn provide(toolbox: &Toolbox, part: &'static str) -> Result<PathBuf, Skipped> {
    let python = env::var(PYTHON).unwrap_or_else(|_| "python3".into());
    toolbox.provide(part, || find(toolbox.root, &toolbox.machine, &python))
}

fn find(root: &Path, machine: &Machine, python: &str) -> Result<PathBuf, Missing> {
    let own = root.join(VENV).join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let requirements = root.join(REQUIREMENTS);
    let check = [OsStr::new("-c"), OsStr::new(CHECK), requirements.as_os_str()];
    if succeeds(&own, &check) {
        return Ok(own);
    }
    let has_venv = machine
        .find(python)
        .is_some_and(|path| succeeds(&path, &["-c", "import ensurepip, venv"].map(OsStr::new)));
    let mut commands = Vec::new();
    if !has_venv {
        let packages = "python3 python3-venv python3-pip";
        commands.push(format!("apt-get install -y --no-install-recommends {packages}"));
    }
    let own = own.strip_prefix(root).unwrap_or(&own).to_string_lossy().into_owned();
    commands.push(format!("{python} -m venv {VENV}"));
    // No package is compiled: that takes long, and needs more tools.
    let pip = "-m pip install --quiet --disable-pip-version-check --only-binary :all:";
    commands.push(format!("{own} {pip} -r {REQUIREMENTS}"));
    Err(Missing {
        names: if has_venv { "packages of Python" } else { "python3 with venv and pip" }.into(),
        commands,
        elsewhere: "install Python 3 (https://www.python.org) and type: cargo xtask test".into(),
    })
}

fn succeeds(program: &Path, arguments: &[&OsStr]) -> bool {
    let output = Command::new(program).args(arguments).output();
    output.is_ok_and(|output| output.status.success())
}

/// `cargo xtask python`: builds and tests the package alone.
pub fn run(root: &Path, source: Source) -> Result<(), String> {
    test(root, &provide(&Toolbox::required(root), "python")?, source)
}

/// The source of the wheel.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The checkout, whose compiled crates are reused.
    Checkout,
    /// A new source distribution. All crates are compiled again.
    Sdist,
}

/// Builds the wheel, installs it into the virtual environment, and runs the tests.
pub fn test(root: &Path, python: &Path, source: Source) -> Result<(), String> {
    let folder = root.join("python");
    let target = root.join(FOLDER);
    finish(Command::new("cargo").args(["fmt", "--check"]).current_dir(&folder), "cargo fmt")?;
    let wheels = target.join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    }
    // In this folder, so that its settings apply. The compiler is clippy, so that one build serves
    // both.
    let build = ["-m", "maturin", "build", "--quiet", "--locked", "--profile", "dev"];
    let mut maturin = Command::new(python);
    maturin.args(build).arg("--target-dir").arg(&target).arg("--out").arg(&wheels);
    if source == Source::Sdist {
        maturin.arg("--sdist");
    }
    maturin.arg("--interpreter").arg(python).current_dir(&folder);
    maturin.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    maturin.env("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__");
    finish(&mut maturin, "maturin build")?;
    let made = files::entries(&wheels)?.into_iter();
    let made = made.filter(|path| path.extension().is_some_and(|ending| ending == "whl"));
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"];
    let again = ["--no-deps", "--force-reinstall"];
    finish(Command::new(python).args(pip).args(again).args(made).current_dir(root), "pip install")?;
    let tests = ["-m", "unittest", "discover", "--start-directory", "python/tests"];
    let mut tests_run = Command::new(python);
    // NumPy's matrices are small here, so its threads would only wait for each other.
    tests_run.args(tests).env("OPENBLAS_NUM_THREADS", "1").current_dir(root);
    finish(&mut tests_run, "tests of python/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_python_gets_the_lines_that_install_it() {
        let folder = tempfile::TempDir::new().unwrap();
        let machine = Machine { folders: Vec::new(), is_root: false };
        let missing = find(folder.path(), &machine, "python3").unwrap_err();
        assert_eq!(missing.commands.len(), 3);
        assert!(missing.commands[0].starts_with("apt-get install"), "{}", missing.commands[0]);
        assert_eq!(missing.commands[1], "python3 -m venv target/python/venv");
        assert!(missing.commands[2].ends_with("-r python/tests/requirements.txt"));
    }

    #[test]
    fn the_package_has_the_version_of_the_program() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let version = |manifest: &str| {
            let text = files::read(&root.join(manifest)).unwrap();
            let mut lines = text.lines().map(String::from);
            lines.find(|line| line.starts_with("version = "))
        };
        assert!(version("Cargo.toml").is_some());
        assert_eq!(version("python/Cargo.toml"), version("Cargo.toml"));
    }
}
