//! Speed as a number that does not depend on what else the machine does:
//! instructions for each leaf of perft, counted by valgrind.

use std::path::Path;
use std::process::Command;

use crate::cargo;

/// What is counted: a name, and the arguments of `agon perft`.
const PERFTS: [(&str, &[&str]); 2] = [
    (
        "santorini",
        &["santorini", "--position", "00000/00000/00000/00000/00000 B 11,33 13,31", "--depth", "4"],
    ),
    ("tictactoe", &["tictactoe", "--depth", "8"]),
];

/// Builds the program and prints instructions a leaf for each game.
pub fn run(root: &Path) -> Result<(), String> {
    cargo(&["build", "--release", "--locked", "--package", "agon"], &[])?;
    let agon = root.join("target/release/agon");
    println!("{:12} {:>12} {:>14} {:>8}", "perft", "leaves", "instructions", "a leaf");
    for (name, arguments) in PERFTS {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(&agon)
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
        let leaves: u64 =
            table.lines().filter_map(|line| line.split(' ').next_back()?.parse::<u64>().ok()).sum();
        let each = instructions as f64 / leaves.max(1) as f64;
        println!("{name:12} {leaves:>12} {instructions:>14} {each:>8.2}");
    }
    Ok(())
}

/// The number in valgrind's line `==1== Collected : 123`.
fn collected(line: &str) -> Option<u64> {
    line.split_once("Collected :")?.1.trim().parse().ok()
}
