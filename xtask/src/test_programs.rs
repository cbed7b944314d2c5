//! Runs the test programs of the workspace, as many at a time as there are cores. Cargo runs one
//! after the other, and most of them end with a test that runs alone.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use serde_json::Value;

/// A test program, and the folder of its crate, in which cargo would run it.
#[derive(Debug, PartialEq, Eq)]
struct TestProgram {
    name: String,
    path: PathBuf,
    folder: PathBuf,
}

/// Builds the test programs that these arguments of `cargo test` select, and runs them all, also
/// after a failure. The error names those that failed.
pub fn run(root: &Path, arguments: &[&str]) -> Result<(), String> {
    println!("cargo {}", arguments.join(" "));
    run_all(&build(root, arguments)?)
}

fn run_all(programs: &[TestProgram]) -> Result<(), String> {
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = test(program) {
                        failed.lock().unwrap_or_else(|held| held.into_inner()).push(error);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_else(|held| held.into_inner());
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// Runs one program, and prints what it wrote once it has ended, so that lines of two programs
/// do not mix.
fn test(program: &TestProgram) -> Result<(), String> {
    let TestProgram { name, path, folder } = program;
    let start = Instant::now();
    let output = Command::new(path)
        .arg("--quiet")
        .current_dir(folder)
        .env("CARGO_MANIFEST_DIR", folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{name} could not be started: {error}"))?;
    let written = [output.stdout, output.stderr].concat();
    let written = String::from_utf8_lossy(&written);
    let seconds = start.elapsed().as_secs();
    print!("\n{name}: {seconds} s\n{}", written.trim_start_matches('\n'));
    if output.status.success() { Ok(()) } else { Err(format!("{name}: {}", output.status)) }
}

/// Builds without running, and asks cargo where the programs are.
fn build(root: &Path, arguments: &[&str]) -> Result<Vec<TestProgram>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(arguments)
        .args(["--no-run", "--message-format=json-render-diagnostics"])
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo could not be started: {error}"))?;
    if !output.status.success() {
        return Err("the tests do not compile".into());
    }
    let programs = read_messages(&String::from_utf8_lossy(&output.stdout))?;
    if programs.is_empty() { Err("cargo has built no tests".into()) } else { Ok(programs) }
}

/// The test programs in the messages that cargo writes, one JSON value a line.
fn read_messages(text: &str) -> Result<Vec<TestProgram>, String> {
    let mut programs = Vec::new();
    for line in text.lines() {
        let unknown = || format!("not a message of cargo: {line}");
        let message: Value = serde_json::from_str(line).map_err(|_| unknown())?;
        let (Some(path), Some(true)) =
            (message["executable"].as_str(), message["profile"]["test"].as_bool())
        else {
            continue;
        };
        let manifest = message["manifest_path"].as_str().map(Path::new);
        let folder = manifest.and_then(Path::parent).ok_or_else(unknown)?;
        let target = message["target"]["name"].as_str().ok_or_else(unknown)?;
        let kind = message["target"]["kind"][0].as_str().ok_or_else(unknown)?;
        let crate_name = folder.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{crate_name}: {kind} {target}");
        programs.push(TestProgram { name, path: path.into(), folder: folder.into() });
    }
    Ok(programs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_test_programs_are_taken_from_the_messages() {
        let built = |test: bool, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/a/crates/core/Cargo.toml",
                "target":{{"kind":["test"],"name":"perft"}},
                "profile":{{"test":{test}}},"executable":{executable}}}"#
            )
            .replace('\n', "")
        };
        let text = [
            built(true, r#""/a/target/debug/deps/perft-1""#),
            built(false, r#""/a/target/debug/agon""#),
            built(true, "null"),
            r#"{"reason":"build-finished","success":true}"#.into(),
        ]
        .join("\n");
        let expected = TestProgram {
            name: "core: test perft".into(),
            path: "/a/target/debug/deps/perft-1".into(),
            folder: "/a/crates/core".into(),
        };
        assert_eq!(read_messages(&text), Ok(vec![expected]));
        assert!(read_messages("warning: no JSON").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn failures_are_named_and_all_programs_run() {
        let program = |path: &str| TestProgram {
            name: path.into(),
            path: path.into(),
            folder: crate::root(),
        };
        assert_eq!(run_all(&[program("true"), program("true")]), Ok(()));
        let failed = run_all(&["false", "true", "no-such-program"].map(program)).unwrap_err();
        let lines: Vec<&str> = failed.lines().collect();
        assert_eq!(lines.len(), 2, "{failed}");
        assert!(failed.contains("false: exit status: 1"), "{failed}");
        assert!(failed.contains("no-such-program could not be started"), "{failed}");
    }
}
