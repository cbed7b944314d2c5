//! Java: `javac` compiles the hand-in with the harness of its assignment, and `java` runs them.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use super::{Language, Setup, text};

const DRIVER: &str = include_str!("AgonDriver.java");

/// The harness that students are given.
const HARNESS: &str = include_str!("java/Harness.java");

/// A class of the harness that a hand-in may replace.
const ADAPTER: &str = include_str!("java/BoardAdapter.java");

/// Compiles all files of the folder into the empty working folder, and becomes the driver. The
/// options keep both programs small and quick to start.
const SCRIPT: &str = r#"javac=$1 java=$2 folder=$3; shift 3
"$javac" -J-XX:-UsePerfData -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -J-Xmx512m -encoding UTF-8 \
  -nowarn -XDsuppressNotes -d . "$folder"/*.java || exit 1
exec "$java" "$@" -XX:-UsePerfData -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx512m -cp . AgonDriver"#;

/// Hand-ins in Java, with the Theseus harness. A question is a list of harness commands, separated
/// by `~`; each response is a part of the answer. The definitions map the names of methods in
/// hand-ins to those in the assignment.
pub struct Java;

impl Language for Java {
    fn name(&self) -> &'static str {
        "Java"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["java"]
    }

    fn has_one_entry(&self) -> bool {
        false
    }

    fn bridge(&self) -> &'static str {
        "BoardAdapter.java"
    }

    fn interpreters(&self) -> &'static [&'static str] {
        &["javac"]
    }

    fn package(&self) -> &'static str {
        "default-jdk-headless"
    }

    fn command(&self, setup: &Setup) -> io::Result<Vec<String>> {
        prepare(&setup.folder)?;
        let mut harness = HARNESS.to_string();
        for (name, definitions) in &setup.definitions {
            for assigned in definitions {
                let call = |name: &str| format!("call(player, \"{name}\"");
                harness = harness.replace(&call(assigned), &call(name));
            }
        }
        fs::write(setup.folder.join("Harness.java"), harness)?;
        fs::write(setup.folder.join("AgonDriver.java"), DRIVER)?;
        let adapter = setup.folder.join("BoardAdapter.java");
        if !adapter.exists() {
            fs::write(adapter, ADAPTER)?;
        }
        // The user may name either program, with options for `java`.
        let named = Path::new(setup.interpreter.first().map_or("javac", String::as_str));
        let beside = |name: &str| text(&named.with_file_name(name));
        let mut words: Vec<String> = ["/bin/sh", "-c", SCRIPT, "sh"].map(String::from).to_vec();
        words.extend([beside("javac"), beside("java"), text(&setup.folder)]);
        words.extend(setup.interpreter.iter().skip(1).cloned());
        Ok(words)
    }

    fn opening(&self, setup: &Setup) -> Vec<String> {
        vec![setup.word.clone()]
    }

    fn question(&self, number: u64, limit: Duration, text: &str) -> String {
        format!("{number} {} {text}", limit.as_millis())
    }
}

/// Prepares the files of a hand-in for the harness, which has no package: package declarations and
/// imports from the package are commented out. Bytes that are not UTF-8 occur in comments and
/// strings; they become question marks.
fn prepare(folder: &Path) -> io::Result<()> {
    let files = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
    let files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "java")).collect();
    for path in files {
        let bytes = fs::read(&path)?;
        let source = String::from_utf8_lossy(&bytes).replace('\u{fffd}', "?");
        fs::write(&path, without_package(source.trim_start_matches('\u{feff}')))?;
    }
    Ok(())
}

fn without_package(source: &str) -> String {
    let package = source.lines().find_map(|line| {
        line.trim_start().strip_prefix("package ")?.split(';').next().map(str::trim)
    });
    let Some(package) = package else { return source.to_string() };
    let lines = source.lines().map(|line| {
        let code = line.trim_start();
        let imported =
            code.strip_prefix("import ").and_then(|name| name.trim().strip_prefix(package));
        let is_own = imported.is_some_and(|rest| rest.starts_with('.'));
        if code.starts_with("package ") || is_own {
            format!("// {line}\n")
        } else {
            format!("{line}\n")
        }
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_commented_out_and_lines_keep_their_numbers() {
        let source = "package maze;\nimport java.util.List;\nimport maze.Board;\nclass A {}\n";
        let plain = "// package maze;\nimport java.util.List;\n// import maze.Board;\nclass A {}\n";
        assert_eq!(without_package(source), plain);
        assert_eq!(without_package(&source[14..]), source[14..]);
    }

    #[test]
    fn the_harness_calls_the_methods_as_they_are_renamed() {
        for name in ["getNextMove", "evaluate", "createMySubtree", "chooseMinMaxMove"] {
            assert!(HARNESS.contains(&format!("call(player, \"{name}\"")), "{name}");
        }
    }
}
