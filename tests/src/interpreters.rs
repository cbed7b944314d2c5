//! The languages of the hand-ins: whether they are installed.

use std::env;
use std::process::Command;

/// A language: a program that it needs, and its Debian package.
#[derive(Clone, Copy)]
pub struct Language {
    program: &'static str,
    package: &'static str,
}

/// The languages of the assignments and of the evaluators.
pub const HASKELL: Language = Language { program: "ghc", package: "ghc" };
pub const PROLOG: Language = Language { program: "swipl", package: "swi-prolog-nox" };
pub const LISP: Language = Language { program: "sbcl", package: "sbcl" };
pub const JAVA: Language = Language { program: "javac", package: "default-jdk-headless" };
pub const PYTHON: Language = Language { program: "python3", package: "python3" };

impl Language {
    /// Whether the language is installed. If not, prints that the test is skipped; with CI set it
    /// fails.
    pub fn is_here(self) -> bool {
        let version = Command::new(self.program).arg("--version").output();
        let is_here = version.is_ok_and(|output| output.status.success());
        if !is_here {
            let Language { program, package } = self;
            let is_ci = env::var_os("CI").is_some_and(|value| !value.is_empty());
            assert!(!is_ci, "there is no {program}: install the package {package}");
            eprintln!("skipped: there is no {program} (package {package})");
        }
        is_here
    }
}
