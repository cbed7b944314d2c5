//! The tests of the training program in train/, which need PyTorch.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::finish;
use crate::tools::{Machine, Missing, Skipped};

/// Names the interpreter if it is not `python3`, such as that of a virtual environment.
const PYTHON: &str = "AGON_TRAIN_PYTHON";

/// The Python that has PyTorch. It is neither installed nor required: PyTorch with its libraries
/// takes gigabytes.
pub fn provide(machine: &Machine, part: &'static str) -> Result<PathBuf, Skipped> {
    let python = env::var(PYTHON).unwrap_or_else(|_| "python3".into());
    find(machine, &python).map_err(|missing| machine.skipped(part, missing, false))
}

fn find(machine: &Machine, python: &str) -> Result<PathBuf, Missing> {
    let found = machine.find(python).filter(|path| has_packages(path));
    found.ok_or_else(|| {
        let install = format!("{python} -m pip install -r train/requirements.txt");
        Missing {
            names: format!("{python} with numpy and torch"),
            commands: vec![install.clone()],
            elsewhere: format!("type: {install}"),
        }
    })
}

fn has_packages(python: &Path) -> bool {
    let imported = Command::new(python).args(["-c", "import numpy, torch"]).output();
    imported.is_ok_and(|output| output.status.success())
}

pub fn test(root: &Path, python: &Path) -> Result<(), String> {
    let tests = ["-m", "unittest", "discover", "-s", "train/tests"];
    finish(Command::new(python).args(tests).current_dir(root), "tests of train/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_python_without_packages_is_skipped_with_the_line_that_installs_them() {
        let machine = Machine { folders: Vec::new(), is_root: true };
        let missing = find(&machine, "python3").unwrap_err();
        assert_eq!(missing.commands, ["python3 -m pip install -r train/requirements.txt"]);
        let skipped = machine.skipped("part", missing, false);
        assert_eq!(skipped.missing, "python3 with numpy and torch");
        assert!(skipped.advice.starts_with("type: python3 -m pip"), "{}", skipped.advice);
    }
}
