//! `cargo xtask`: tasks of the project that cargo has no command for.

#![warn(clippy::unwrap_used)]

mod bench;
mod book;
mod browser;
mod deny;
mod dist;
mod files;
mod glossary;
mod golden;
mod layers;
// The builder of the book finds links in the same way.
#[path = "../../site/book/src/links.rs"]
mod links;
mod nats;
mod proxies;
mod python;
mod schemas;
// The page is sent in the same form by the program and by web hosts.
#[path = "../../crates/server/src/script.rs"]
mod script;
mod site;
mod soak;
mod steps;
mod suite;
mod test_programs;
mod tidy;
mod tools;
mod training;
mod trials;
mod typescript;
mod web_folder;

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use tools::{Machine, Policy};

const HELP: &str = "\
cargo xtask test                run everything that a change must pass; missing tools (chromium,
                                node, nginx) are installed if you are root on Debian, and otherwise
                                what needs them is skipped (with CI set: an error)
cargo xtask test --no-install   the same, and install nothing
cargo xtask tidy                check only the house rules: files, layers, dependencies, glossary
cargo xtask deny                check licences, versions and sources of dependencies (deny.toml)
cargo xtask trials              run the long series of tests, of which `test` runs a short form
cargo xtask trials NAME ...     run only these
cargo xtask trials --list       list them, with what they show and how long they take
cargo xtask fuzz --minutes N    run the parsers on mutated inputs (--help lists all options)
cargo xtask fuzz --list         list the fuzz targets, with what they show
cargo xtask soak --minutes N    let pages come and go for N minutes (default 10), and fail if the
                                server's memory, threads or descriptors grow; Linux only
cargo xtask golden              rewrite the golden playthroughs of all games
cargo xtask protocol            rewrite the types of the page's messages, web/protocol.d.ts
cargo xtask bench               measure speed: perft in instructions (valgrind), solving in seconds
cargo xtask site DIR            write the page without a server into a folder, for any web host
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
        ["deny"] => deny::check(&root()),
        ["golden"] => golden::write(&root()),
        ["trials", names @ ..] => trials::run(names),
        ["soak", words @ ..] => soak::run(words),
        ["protocol"] => typescript::write_protocol(&root()),
        ["fuzz", arguments @ ..] => fuzz(arguments),
        ["bench"] => bench::run(&root()),
        ["site", folder] => site::write(&root(), folder),
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

/// Runs the fuzz targets. They are built as tests are, with checks of overflows.
fn fuzz(arguments: &[&str]) -> Result<(), String> {
    let run = ["run", "--locked", "--quiet", "--package", "agon-fuzz", "--"];
    cargo(&[&run[..], arguments].concat(), &[])
}

/// Writes the pictures of the documentation.
fn pictures() -> Result<(), String> {
    let policy = Policy { may_install: true, is_required: true };
    let browser = browser::provide(&root(), &Machine::here(), policy, "pictures")?;
    let browser = browser.map_err(|skipped| skipped.to_string())?;
    cargo(&["build", "--locked", "--quiet", "--bin", "agon"], &[])?;
    let arguments = [
        "run",
        "--locked",
        "--quiet",
        "-p",
        "agon-tools",
        "--example",
        "pictures",
        "--",
        "docs/pictures",
    ];
    cargo(&arguments, &browser.variables())
}

/// Runs cargo in the project's folder and waits for it.
fn cargo(arguments: &[&str], variables: &[(&str, &OsStr)]) -> Result<(), String> {
    println!("cargo {}", arguments.join(" "));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(root())
        .status()
        .map_err(|error| format!("cargo could not be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {} failed", arguments[0])) }
}
