//! Benchmarks: perft in instructions per leaf, counted by valgrind, so that the load of the machine
//! does not matter; solving in seconds, and relative to the assignment's method in Prolog in the
//! same run.

use std::path::Path;
use std::process::Command;

use crate::cargo;

/// The perft benchmarks: a name, and the arguments of `agon perft`.
const PERFTS: [(&str, &[&str]); 4] = [
    ("byte", &["byte", "--depth", "5"]),
    ("nim", &["nim", "--heaps", "12,13,14", "--depth", "4"]),
    (
        "santorini",
        &["santorini", "--position", "00000/00000/00000/00000/00000 B 11,33 13,31", "--depth", "4"],
    ),
    ("tictactoe", &["tictactoe", "--depth", "8"]),
];

/// The solver benchmarks: a name, and the arguments of `agon solve`.
const SOLVED: [(&str, &[&str]); 4] = [
    ("nim [6,7,8,9]", &["nim", "--heaps", "6,7,8,9", "--by", "search"]),
    ("nim [12,13,14]", &["nim", "--heaps", "12,13,14", "--by", "search"]),
    ("nim [60]", &["nim", "--heaps", "60", "--by", "search"]),
    ("tictactoe", &["tictactoe"]),
];

/// Builds the program, runs all benchmarks and prints the results.
pub fn run(root: &Path) -> Result<(), String> {
    cargo(&["build", "--release", "--locked", "--package", "agon"], &[])?;
    let agon = root.join("target/release/agon");
    if let Err(message) = perft(&agon) {
        println!("({message})");
    }
    solve(&agon, &root.join("benches/nim.pl"))
}

/// Prints instructions per leaf for each game.
fn perft(agon: &Path) -> Result<(), String> {
    println!("{:16} {:>12} {:>14} {:>8}", "perft", "leaves", "instructions", "per leaf");
    for (name, arguments) in PERFTS {
        let (leaves, instructions) = counted_perft(agon, arguments)?;
        let each = instructions as f64 / leaves.max(1) as f64;
        println!("{name:16} {leaves:>12} {instructions:>14} {each:>8.2}");
    }
    Ok(())
}

/// The leaves of a perft, and the instructions that valgrind counts for it.
fn counted_perft(agon: &Path, arguments: &[&str]) -> Result<(u64, u64), String> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(agon)
        .arg("perft")
        .args(arguments)
        .output()
        .map_err(|error| {
            format!("valgrind could not be started ({error}): apt-get install valgrind")
        })?;
    let counted = String::from_utf8_lossy(&output.stderr);
    let wrong = || format!("valgrind did not count: {counted}");
    let instructions = counted.lines().find_map(collected).ok_or_else(wrong)?;
    let table = String::from_utf8_lossy(&output.stdout);
    let leaves = table.lines().filter_map(|line| line.split(' ').next_back()?.parse::<u64>().ok());
    Ok((leaves.sum(), instructions))
}

/// Prints the seconds that solving takes, the best of five runs, and for the first the ratio of
/// Prolog's time to ours.
fn solve(agon: &Path, prolog: &Path) -> Result<(), String> {
    println!("\n{:16} {:>12}", "solve", "seconds");
    let mut first = None;
    for (name, arguments) in SOLVED {
        let runs = (0..5).map(|_| seconds(agon, arguments));
        let best = runs.collect::<Result<Vec<f64>, String>>()?.into_iter().fold(f64::MAX, f64::min);
        println!("{name:16} {best:>12.6}");
        first = first.or(Some(best));
    }
    println!("{:16} {:>12.6}", "a million heaps", million_heaps(agon)?);
    match prolog_seconds(prolog)? {
        Some(theirs) => {
            let ratio = theirs / first.unwrap_or(f64::MAX);
            println!("{:16} {theirs:>12.6}   {ratio:.0} times as long", "  in Prolog");
        }
        None => println!("(no comparison with Prolog: apt-get install swi-prolog-nox)"),
    }
    Ok(())
}

/// The seconds that the Prolog program takes, if Prolog is installed.
fn prolog_seconds(program: &Path) -> Result<Option<f64>, String> {
    let mut command = Command::new("swipl");
    let Ok(output) = command.args(["-q", "-g", "main", "-t", "halt"]).arg(program).output() else {
        return Ok(None);
    };
    let printed = String::from_utf8_lossy(&output.stdout);
    let seconds = printed.split_whitespace().next_back().and_then(|word| word.parse().ok());
    seconds.map(Some).ok_or_else(|| format!("swipl did not solve: {printed}"))
}

/// The seconds that a million heaps of up to 10^18 take, including reading them: the best of
/// five runs.
fn million_heaps(agon: &Path) -> Result<f64, String> {
    let heaps = (1..=1_000_000_u64)
        .map(|number| (number * 999_999_000_001 % 1_000_000_000_000_000_000).to_string());
    let text = format!("[{}]", heaps.collect::<Vec<_>>().join(","));
    let file = std::env::temp_dir().join(format!("agon-bench-{}.txt", std::process::id()));
    let wrong = |error: std::io::Error| format!("{}: {error}", file.display());
    std::fs::write(&file, text).map_err(wrong)?;
    let mut best = f64::MAX;
    for _ in 0..5 {
        let mut command = Command::new(agon);
        command.args(["solve", "nim", "--position", "-", "--json"]);
        command.stdin(std::fs::File::open(&file).map_err(wrong)?);
        best = best.min(reported_seconds(command)?);
    }
    std::fs::remove_file(&file).map_err(wrong)?;
    Ok(best)
}

/// The seconds that the program reports for solving.
fn seconds(agon: &Path, arguments: &[&str]) -> Result<f64, String> {
    let mut command = Command::new(agon);
    command.arg("solve").args(arguments).arg("--json");
    reported_seconds(command)
}

fn reported_seconds(mut command: Command) -> Result<f64, String> {
    let output = command.output();
    let output = output.map_err(|error| format!("agon could not be started: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let number =
        printed.split_once("\"seconds\":").and_then(|(_, rest)| rest.split([',', '}']).next());
    number
        .and_then(|number| number.parse().ok())
        .ok_or_else(|| format!("agon did not solve: {printed}"))
}

/// The number in valgrind's line `==1== Collected : 123`.
fn collected(line: &str) -> Option<u64> {
    line.split_once("Collected :")?.1.trim().parse().ok()
}
