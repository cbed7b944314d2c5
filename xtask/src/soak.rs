//! `cargo xtask soak`: pages come and go for minutes, and the server must not grow.

use crate::cargo;

/// How long the soak takes without `--minutes`.
const MINUTES: &str = "10";

/// Runs the soak with these words of the command line.
pub fn run(words: &[&str]) -> Result<(), String> {
    let minutes = minutes(words)?;
    if !cfg!(target_os = "linux") {
        return Err("the soak reads memory, threads and descriptors from /proc, which only Linux \
                    has"
        .into());
    }
    cargo(&["build", "--locked", "--release", "--quiet", "--bin", "agon"], &[])?;
    let run = [
        "run",
        "--locked",
        "--release",
        "--quiet",
        "-p",
        "agon-tools",
        "--example",
        "page_soak",
        "--",
        minutes,
    ];
    cargo(&run, &[])
}

/// The number of minutes.
fn minutes<'w>(words: &[&'w str]) -> Result<&'w str, String> {
    let found = match words {
        [] => MINUTES,
        ["--minutes", found] => found,
        _ => return Err(format!("soak takes --minutes N, not {}", words.join(" "))),
    };
    match found.parse::<f64>() {
        Ok(number) if number > 0.0 && number <= 10_000.0 => Ok(found),
        _ => Err(format!("--minutes is a number above 0 and up to 10000, not {found}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minutes_are_checked() {
        assert_eq!(minutes(&[]), Ok("10"));
        assert_eq!(minutes(&["--minutes", "0.5"]), Ok("0.5"));
        for words in [&["--minutes", "-1"][..], &["--minutes", "x"], &["--minutes"], &["5"]] {
            assert!(minutes(words).is_err(), "{words:?}");
        }
    }
}
