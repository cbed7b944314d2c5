//! The browser that the tests of the page need: chromium and its driver.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use crate::tools::{Machine, Missing, Skipped, Toolbox};

/// The command that installs both. The tests name the same one.
const INSTALL: &str = include_str!("../../tests/src/browser-install.txt");

/// The variables that name the programs, and the default names.
const PROGRAMS: [(&str, &str); 2] = [("CHROME", "chromium"), ("CHROMEDRIVER", "chromedriver")];

/// The paths of the browser and of its driver.
#[derive(Debug, PartialEq)]
pub struct Browser([PathBuf; 2]);

impl Browser {
    /// The variables by which the tests find the programs.
    pub fn variables(&self) -> [(&'static str, &OsStr); 2] {
        [0, 1].map(|index| (PROGRAMS[index].0, self.0[index].as_os_str()))
    }
}

/// The browser and its driver. Installs them if they are missing and may be installed. A variable
/// that names no program is an error, because its owner wants no other browser.
pub fn provide(toolbox: &Toolbox, part: &'static str) -> Result<Browser, Skipped> {
    let machine = &toolbox.machine;
    let names = names(machine, |variable| env::var_os(variable));
    let names = names.map_err(|missing| {
        let advice = "give the path of a program, or a name that is on PATH".into();
        Skipped { part, missing, advice, is_error: true }
    })?;
    toolbox.provide(part, || find(machine, &names))
}

/// The names of the programs here, or the variable that names no program.
fn names(
    machine: &Machine,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<Vec<OsString>, String> {
    let name =
        |(name, default): (&str, &str)| match variable(name).filter(|value| !value.is_empty()) {
            None => Ok(default.into()),
            Some(value) if machine.find(&value).is_some() => Ok(value),
            Some(value) => Err(format!("{name}={}", value.display())),
        };
    PROGRAMS.into_iter().map(name).collect()
}

fn find(machine: &Machine, names: &[OsString]) -> Result<Browser, Missing> {
    let found: Vec<Option<PathBuf>> = names.iter().map(|name| machine.find(name)).collect();
    if let [Some(chrome), Some(driver)] = found.as_slice() {
        return Ok(Browser([chrome.clone(), driver.clone()]));
    }
    let missing = names.iter().zip(&found).filter(|(_, found)| found.is_none());
    let missing: Vec<_> = missing.map(|(name, _)| name.to_string_lossy()).collect();
    Err(Missing {
        names: missing.join(" and "),
        commands: vec![INSTALL.trim().into()],
        elsewhere: "install Chromium and ChromeDriver and type: \
                    CHROME=/path/to/chromium CHROMEDRIVER=/path/to/chromedriver cargo xtask test"
            .into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine that has some programs.
    fn machine(programs: &[&str]) -> (tempfile::TempDir, Machine) {
        let folder = tempfile::TempDir::new().unwrap();
        for program in programs {
            std::fs::write(folder.path().join(program), "").unwrap();
        }
        let folders = vec![folder.path().to_path_buf()];
        (folder, Machine { folders, is_root: false })
    }

    #[test]
    fn the_command_installs_both() {
        assert!(INSTALL.starts_with("apt-get install -y "));
        assert!(INSTALL.contains(" chromium ") && INSTALL.contains(" chromium-driver"));
        assert_eq!(INSTALL.lines().count(), 1);
    }

    #[test]
    fn programs_that_are_missing_are_named() {
        for (there, missing) in
            [(&["chromium"][..], "chromedriver"), (&[], "chromium and chromedriver")]
        {
            let (_folder, machine) = machine(there);
            let names = names(&machine, |_| None).unwrap();
            assert_eq!(find(&machine, &names).unwrap_err().names, missing);
        }
    }

    #[test]
    fn variables_name_other_programs() {
        let (folder, machine) = machine(&["chrome-beta", "driver-beta"]);
        let driver = folder.path().join("driver-beta");
        let names = names(&machine, |variable| match variable {
            "CHROME" => Some("chrome-beta".into()),
            _ => Some(driver.clone().into()),
        });
        let browser = find(&machine, &names.unwrap()).ok().unwrap();
        let chrome = folder.path().join("chrome-beta");
        let expected = [("CHROME", chrome.as_os_str()), ("CHROMEDRIVER", driver.as_os_str())];
        assert_eq!(browser.variables(), expected);
    }

    #[test]
    fn a_variable_that_names_no_program_is_an_error_and_an_empty_one_is_not_set() {
        let (_folder, machine) = machine(&["chromium", "chromedriver"]);
        let wrong = names(&machine, |_| Some("/no/such/chrome".into())).unwrap_err();
        assert_eq!(wrong, "CHROME=/no/such/chrome");
        let empty = names(&machine, |_| Some("".into()));
        assert_eq!(empty.unwrap(), ["chromium", "chromedriver"]);
    }
}
