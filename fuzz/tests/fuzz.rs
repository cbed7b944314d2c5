//! The driver finds each kind of bug, and the targets have none in a short run.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the driver in a folder of its own; returns its exit code and what it printed.
fn fuzz(arguments: &[&str], work: &Path) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_agon-fuzz"))
        .args(arguments)
        .arg("--work")
        .arg(work)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

/// The findings in a folder: the input and the note of each.
fn findings(work: &Path) -> Vec<(Vec<u8>, String)> {
    let Ok(entries) = fs::read_dir(work.join("findings")) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    let inputs = paths.filter(|path| path.extension().is_none());
    let note = |path: &Path| fs::read_to_string(path.with_extension("txt")).unwrap();
    inputs.map(|path| (fs::read(&path).unwrap(), note(&path))).collect()
}

/// Checks that a target with a known bug gives one finding, which replays.
fn is_found(target: &str, cause: &str, is_minimised: bool) {
    let work = tempfile::tempdir().unwrap();
    let arguments = ["--short", "--seed", "1", "--threads", "2", "--limit", "3", target];
    let (code, text) = fuzz(&arguments, work.path());
    assert_eq!(code, Some(1), "{text}");
    let found = findings(work.path());
    let [(input, note)] = &found[..] else { panic!("{} findings: {text}", found.len()) };
    assert!(note.contains(cause), "{note}");
    if is_minimised {
        assert_eq!(String::from_utf8_lossy(input), "boom");
    }
    let command = note.lines().last().unwrap();
    let words: Vec<&str> = command.split_whitespace().collect();
    let ["cargo", "xtask", "fuzz", "--replay", file, name] = words[..] else { panic!("{command}") };
    let (code, text) = fuzz(&["--replay", file, "--limit", "3", name], work.path());
    assert_eq!(code, Some(1), "{text}");
}

#[test]
fn a_failed_assertion_is_found_and_minimised() {
    is_found("broken-panic", "it panicked", true);
}

#[test]
fn an_endless_loop_is_found() {
    is_found("broken-hang", "longer than 3 s", false);
}

#[test]
fn a_stack_overflow_is_found_and_minimised() {
    is_found("broken-stack", "signal", true);
}

#[cfg(target_os = "linux")]
#[test]
fn an_input_that_takes_all_memory_is_found() {
    is_found("broken-memory", "memory", false);
}

#[test]
fn a_target_without_bugs_has_no_findings_and_names_are_checked() {
    let work = tempfile::tempdir().unwrap();
    let (code, text) = fuzz(&["--short", "nim"], work.path());
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("nim") && text.contains("executions"), "{text}");
    assert_eq!(findings(work.path()), []);
    let (code, text) = fuzz(&["--short", "chess"], work.path());
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("there is no target chess"), "{text}");
}

#[test]
fn every_target_has_a_kept_corpus_of_small_files() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (_, text) = fuzz(&["--list"], here);
    let names: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.len() > 20, "{text}");
    let mut total = 0;
    for entry in fs::read_dir(here.join("corpus")).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        assert!(names.contains(&&*name), "the corpus has inputs of {name}, which is no target");
    }
    for name in names {
        let inputs: Vec<_> = fs::read_dir(here.join("corpus").join(name)).unwrap().collect();
        assert!((1..=40).contains(&inputs.len()), "{name} has {} inputs", inputs.len());
        total +=
            inputs.into_iter().map(|file| file.unwrap().metadata().unwrap().len()).sum::<u64>();
    }
    assert!(total < 500_000, "the corpus has {total} bytes");
}

/// The step of the test command.
#[test]
#[ignore = "takes a minute: cargo xtask test runs it as a step of its own"]
fn the_corpus_and_a_short_run_of_every_target_have_no_findings() {
    // Its findings stay in target/fuzz, and its table is seen.
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon-fuzz"));
    assert!(command.arg("--short").status().unwrap().success());
}
