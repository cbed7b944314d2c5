//! `cargo xtask trials`: the tests marked `#[ignore]`, which are long forms of other tests, large
//! numbers of random texts, and the packages of all crates.

use std::ffi::OsStr;

use crate::cargo;

/// The whole workspace with the features of the test command, so that nothing is built twice.
const TEST: [&str; 6] =
    ["test", "--workspace", "--all-features", "--locked", "--no-fail-fast", "--tests"];

/// The name for the tests in which no text makes a game or a dialect panic.
const TEXTS: &str = "texts";

/// The name for packing all crates.
const PACKAGES: &str = "packages";

/// Runs the trials with one of these words in their names, or all. `--list` only lists them.
pub fn run(words: &[&str]) -> Result<(), String> {
    let others: Vec<&str> =
        words.iter().copied().filter(|word| ![TEXTS, PACKAGES].contains(word)).collect();
    let mut result = Ok(());
    if words.is_empty() || !others.is_empty() {
        // One after the other: each of them takes the whole machine.
        let options = ["--", "--ignored", "--nocapture", "--test-threads", "1"];
        result = cargo(&[&TEST[..], &options, &others].concat(), &[]);
    }
    if words.is_empty() || words.contains(&TEXTS) {
        let cases = [("PROPTEST_CASES", OsStr::new("50000"))];
        result = result.and(cargo(&[&TEST[..], &["panic"]].concat(), &cases));
    }
    if words.is_empty() || words.contains(&PACKAGES) {
        result = result.and(package());
    }
    result
}

/// Packs all crates as `cargo publish` would, but does not compile them from the packages, which
/// `cargo package --workspace` does in minutes.
fn package() -> Result<(), String> {
    let arguments = ["package", "--quiet", "--workspace", "--locked", "--no-verify"];
    // Files that are not committed are packed, too.
    cargo(&[&arguments[..], &["--allow-dirty"]].concat(), &[])
}
