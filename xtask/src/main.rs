//! `cargo xtask`: tasks of the project that cargo has no command for.

#![warn(clippy::unwrap_used)]

mod bench;
mod book;
mod browser;
mod bundle;
mod deny;
mod dist;
mod files;
mod layers;
// The builder of the book finds links in the same way.
#[path = "../../site/book/src/links.rs"]
mod links;
mod map;
mod node_tools;
mod programs;
mod python;
mod schemas;
mod site;
mod steps;
mod suite;
mod tidy;
mod tools;
mod training;
mod trials;
mod web_folder;

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use tools::Toolbox;

const HELP: &str = "\
cargo xtask test                run everything that a change must pass; missing tools (chromium,
                                node, nginx) are installed if you are root on Debian, and otherwise
                                what needs them is skipped (with CI set: an error)
cargo xtask test --no-install   the same, and install nothing
cargo xtask tidy                check only the house rules: files, layers, dependencies, documents
cargo xtask map [WORD ...]      print the map of the code: every file with the sentence it opens with, or
                                only those with all words in path or sentence
cargo xtask deny                check licences, versions, sources and advisories of dependencies by
                                cargo-deny (deny.toml), which is installed below target
cargo xtask trials              run the long series of what the tests do a few times, for an hour:
                                the tests that are marked #[ignore], random texts, and packages
cargo xtask trials WORD ...     run only those with a word in their names, or `texts` or `packages`
cargo xtask trials --list       list the names
cargo xtask fuzz TARGET [OPTION ...]   run a target of `cargo +nightly fuzz list` on mutated inputs,
                                with options of libFuzzer, such as -max_total_time=60
cargo xtask soak --minutes N    let pages come and go for N minutes (default 10), and fail if the
                                server's memory, threads or descriptors grow; Linux only
cargo xtask golden              rewrite the golden playthroughs of all games
cargo xtask protocol            rewrite the types of the page's messages, web/protocol.d.ts
cargo xtask bench               measure speed: perft in instructions (valgrind), solving in seconds
cargo xtask site DIR            write the page without a server into a folder, for any web host
cargo xtask page                bundle the page of the program as dist does, for AGON_BUNDLED_PAGE=1 cargo build
cargo xtask dist [DIR]          write archives and a Debian package for this platform, with checksums
                                (default: target/dist/release)
cargo xtask docs [DIR]          write the documentation as a book of web pages (target/book)
cargo xtask schemas             rewrite the tables of docs/reference/json.md from docs/schemas
cargo xtask python [--sdist]    build and test only the Python package; --sdist: from a source
                                distribution, which it writes to target/python/wheels
cargo xtask pictures            rewrite the pictures of the documentation, using the browser";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["test"] => suite::run(&root(), false),
        ["test", "--no-install"] => suite::run(&root(), true),
        ["tidy"] => tidy::check(&root()),
        ["map", words @ ..] => map::print(&root(), words),
        ["deny"] => deny::check(&root()),
        ["golden"] => golden(),
        ["trials", names @ ..] => trials::run(names),
        ["soak"] => soak("10"),
        ["soak", "--minutes", minutes] => soak(minutes),
        ["protocol"] => node_tools::write_protocol(&root()),
        ["fuzz", target, options @ ..] => fuzz(target, options),
        ["bench"] => bench::run(&root()),
        ["site", folder] => site::write(&root(), folder),
        ["page"] => bundle::run(&root()),
        ["dist"] => dist::write(&root(), "target/dist/release"),
        ["dist", folder] => dist::write(&root(), folder),
        ["docs"] => book::write(&root(), None),
        ["docs", folder] => book::write(&root(), Some(folder)),
        ["schemas"] => schemas::write(&root()),
        ["python"] => python::run(&root(), python::Source::Checkout),
        ["python", "--sdist"] => python::run(&root(), python::Source::Sdist),
        ["pictures"] => pictures(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the project.
fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or(here.clone(), PathBuf::from)
}

/// Runs a fuzz target with its dictionary. New corpus files go to `target`.
fn fuzz(target: &str, options: &[&str]) -> Result<(), String> {
    let added = format!("target/fuzz/{target}");
    std::fs::create_dir_all(root().join(&added)).map_err(|error| format!("{added}: {error}"))?;
    let corpus = format!("fuzz/corpus/{target}");
    let dictionary = format!("-dict=fuzz/dictionaries/{target}.dict");
    // The compiler of the toolchain that runs this program is not the one that is wanted.
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz", "run", target, &added, &corpus, "--", &dictionary]);
    finish(command.args(options).current_dir(root()), "cargo fuzz")
}

/// Rewrites the golden playthroughs: the test that compares them writes them first.
fn golden() -> Result<(), String> {
    let test = ["test", "--quiet", "--all-features", "--locked", "--tests", "--package"];
    let test = [&test[..], &["agon-arena", "golden_playthroughs"]].concat();
    cargo(&test, &[("AGON_GOLDEN", OsStr::new("overwrite"))])
}

/// Writes the pictures of the documentation.
fn pictures() -> Result<(), String> {
    let root = root();
    let browser = browser::provide(&Toolbox::required(&root), "pictures")?;
    cargo(&["build", "--locked", "--quiet", "--bin", "agon"], &[])?;
    let run = ["run", "--locked", "--quiet", "-p", "agon-tools", "--example", "pictures"];
    cargo(&[&run[..], &["--", "docs/pictures"]].concat(), &browser.variables())
}

/// Soaks the server for this many minutes.
fn soak(minutes: &str) -> Result<(), String> {
    cargo(&["build", "--locked", "--release", "--quiet", "--bin", "agon"], &[])?;
    let run = ["run", "--locked", "--release", "--quiet", "-p", "agon-tools"];
    cargo(&[&run[..], &["--example", "page_soak", "--", minutes]].concat(), &[])
}

/// Runs a program outside of the workspace, with its own target folder.
fn run_apart(manifest: &str, target: &str, arguments: &[&str]) -> Result<(), String> {
    let run = ["run", "--locked", "--quiet", "--manifest-path", manifest, "--target-dir", target];
    cargo(&[&run[..], &["--"], arguments].concat(), &[])
}

/// Runs cargo in the project's folder and waits for it.
fn cargo(arguments: &[&str], variables: &[(&str, &OsStr)]) -> Result<(), String> {
    println!("cargo {}", arguments.join(" "));
    let mut command = cargo_command(arguments);
    finish(command.envs(variables.iter().copied()), &format!("cargo {}", arguments[0]))
}

/// Runs cargo in the project's folder and returns its output.
fn cargo_output(arguments: &[&str]) -> Result<Vec<u8>, String> {
    output(&mut cargo_command(arguments))
}

fn cargo_command(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Runs a program and returns its output.
fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(format!("{name} failed: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// Runs a command and waits for it.
fn finish(command: &mut Command, what: &str) -> Result<(), String> {
    let status = command.status();
    let status = status.map_err(|error| format!("{what} could not be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{what} failed")) }
}
