//! `cargo xtask dist`: makes the release for this platform. Archives with the program, its manual,
//! completions and the page without a server; a Debian package; and their checksums.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::{Compression, GzBuilder};
use sha2::{Digest as _, Sha256};

use crate::node_tools::NodeTools;
use crate::tools::{self, Toolbox};
use crate::{bundle, cargo, deny, files, output, site};

/// The profile of released programs.
const PROFILE: &str = "dist";

/// Where the programs are built, separately because their flags differ.
const BUILD: &str = "target/dist";

/// The contents of the Debian package; its metadata is in `crates/cli/Cargo.toml`.
const STAGE: &str = "target/dist/stage";

/// The tool that makes the Debian package.
const DEB: &str = "cargo-deb";
const DEB_VERSION: &str = "3.8.0";

/// The time of all packed files, in seconds: the start of 2026, whenever they are packed. Package
/// tools consider 1970 a mistake.
const TIME: u64 = 1_767_225_600;

/// The variable that passes this time to other programs.
const EPOCH: &str = "SOURCE_DATE_EPOCH";

/// The variable that makes `web/build.rs` embed the bundled page.
const BUNDLED: &str = "AGON_BUNDLED_PAGE";

/// The same time in the format of the Debian changelog.
const DEB_TIME: &str = "Thu, 01 Jan 2026 00:00:00 +0000";

/// The line length of the Debian changelog.
const DEB_LINE: usize = 78;

/// The project files in every archive.
const FILES: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// The shells with completions, and the names of their files.
const SHELLS: [(&str, &str); 4] =
    [("bash", "agon"), ("zsh", "_agon"), ("fish", "agon.fish"), ("powershell", "agon.ps1")];

/// A build of the program: a suffix of its archive's name, and flags.
struct Build {
    ending: &'static str,
    flags: &'static [&'static str],
}

/// The builds of this platform. The first one runs on every processor.
#[cfg(target_arch = "x86_64")]
const BUILDS: [Build; 2] = [
    Build { ending: "", flags: &[] },
    Build {
        ending: "-v3",
        // As in .cargo/config.toml.
        flags: &["-Ctarget-cpu=x86-64-v3", "-Cllvm-args=-vectorizer-maximize-bandwidth"],
    },
];
#[cfg(not(target_arch = "x86_64"))]
const BUILDS: [Build; 1] = [Build { ending: "", flags: &[] }];

/// Writes the release into a folder.
pub fn write(root: &Path, folder: &str) -> Result<(), String> {
    let tools = site::provide(&Toolbox::required(root), "dist")?;
    deny::check(root)?;
    let folder = root.join(folder);
    let about = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(about)?;
    let common = common_files(root, &tools)?;
    bundle::write_program_page(root, &tools)?;
    let mut released = BTreeMap::new();
    for build in &BUILDS {
        let program = build_program(root, build)?;
        let name = archive_name(build);
        let mut contents = common.clone();
        contents.extend(printed_files(root, &program)?);
        contents.insert(program_name().into(), Entry::read(&program, true)?);
        released.insert(format!("{name}.tar.gz"), archive(&name, &contents)?);
        if build.ending.is_empty() && cfg!(target_os = "linux") {
            let package = debian_package(root, &contents)?;
            released.insert(package.0, package.1);
        }
    }
    let sums: String = released.iter().map(|(name, data)| sum_line(name, data)).collect();
    released.insert("SHA256SUMS".into(), sums.into_bytes());
    for (name, data) in &released {
        files::write_whole(&folder.join(name), data)?;
        println!("{}: {} kB", folder.join(name).display(), data.len() / 1000);
    }
    Ok(())
}

/// A file of an archive.
#[derive(Clone)]
struct Entry {
    data: Vec<u8>,
    is_program: bool,
}

impl Entry {
    fn read(path: &Path, is_program: bool) -> Result<Entry, String> {
        Ok(Entry { data: files::read_bytes(path)?, is_program })
    }
}

type Entries = BTreeMap<String, Entry>;

fn program_name() -> &'static str {
    if cfg!(windows) { "agon.exe" } else { "agon" }
}

fn archive_name(build: &Build) -> String {
    let (version, machine, system) =
        (env!("CARGO_PKG_VERSION"), std::env::consts::ARCH, std::env::consts::OS);
    format!("agon-{version}-{machine}{}-{system}", build.ending)
}

/// Builds the program, without symbols and without names of local folders.
fn build_program(root: &Path, build: &Build) -> Result<PathBuf, String> {
    let flags = build.flags.iter().map(|flag| flag.to_string()).chain(site::remapped_paths(root));
    // This replaces the flags of .cargo/config.toml. The separator allows spaces in paths.
    let flags = OsString::from(flags.collect::<Vec<_>>().join("\u{1f}"));
    let target = format!("{BUILD}/build{}", build.ending);
    let arguments = [
        &["build", "--locked", "--package", "agon", "--features", "cluster"][..],
        &["--profile", PROFILE, "--target-dir", &target],
    ];
    // C compilers read the time for their macros from this variable.
    let time = OsString::from(TIME.to_string());
    let variables =
        [("CARGO_ENCODED_RUSTFLAGS", &*flags), (EPOCH, &*time), (BUNDLED, OsStr::new("1"))];
    cargo(&arguments.concat(), &variables)?;
    Ok(root.join(target).join(PROFILE).join(program_name()))
}

/// The files of all archives: the texts, the licences and the page without a server.
fn common_files(root: &Path, tools: &NodeTools) -> Result<Entries, String> {
    let mut entries = Entries::new();
    for name in FILES {
        entries.insert(name.into(), Entry::read(&root.join(name), false)?);
    }
    for (name, data) in site::files(root, tools)? {
        entries.insert(format!("site/{name}"), Entry { data, is_program: false });
    }
    Ok(entries)
}

/// Completions and manual pages, as the program prints them.
fn printed_files(root: &Path, program: &Path) -> Result<Entries, String> {
    let mut entries = Entries::new();
    for (shell, name) in SHELLS {
        let data = output(Command::new(program).args(["completions", shell]))?;
        entries.insert(format!("completions/{name}"), Entry { data, is_program: false });
    }
    let folder = root.join(STAGE).join("man");
    files::empty_folder(&folder)?;
    output(Command::new(program).args(["man", "--out"]).arg(&folder))?;
    for path in files::entries(&folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        entries.insert(format!("man/{name}"), Entry::read(&path, false)?);
    }
    Ok(entries)
}

/// A compressed archive of a folder with these files. The same files give the same bytes: it
/// contains no current time, user or machine.
fn archive(folder: &str, entries: &Entries) -> Result<Vec<u8>, String> {
    let compressed = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    let mut tar = tar::Builder::new(compressed);
    for (name, entry) in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(entry.data.len() as u64);
        header.set_mode(if entry.is_program { 0o755 } else { 0o644 });
        header.set_mtime(TIME);
        let path = format!("{folder}/{name}");
        tar.append_data(&mut header, path, entry.data.as_slice())
            .map_err(|error| format!("{name}: {error}"))?;
    }
    let finished = tar.into_inner().and_then(|compressed| compressed.finish());
    finished.map_err(|error| error.to_string())
}

/// The Debian package of these files, and its name.
fn debian_package(root: &Path, entries: &Entries) -> Result<(String, Vec<u8>), String> {
    let program = tools::cargo_tool(root, DEB, DEB_VERSION)?;
    let stage = root.join(STAGE);
    let contents = stage.join("contents");
    files::empty_folder(&contents)?;
    for (name, entry) in entries {
        files::write_in(&contents, name, &entry.data)?;
    }
    let changelog = files::read(&root.join("CHANGELOG.md"))?;
    let changelog = debian_changelog(&changelog, env!("CARGO_PKG_VERSION"))?;
    files::write_whole(&stage.join("changelog"), changelog.as_bytes())?;
    let packages = stage.join("packages");
    files::empty_folder(&packages)?;
    output(
        Command::new(program)
            .args(["--package", "agon", "--no-build", "--no-strip", "--locked", "--output"])
            .arg(&packages)
            .env(EPOCH, TIME.to_string())
            .current_dir(root),
    )?;
    let package = files::entries(&packages)?.into_iter().next().ok_or("cargo-deb wrote nothing")?;
    let name = package.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok((name, Entry::read(&package, false)?.data))
}

/// The changelog of a version in Debian's format. The project has no email address.
fn debian_changelog(changelog: &str, version: &str) -> Result<String, String> {
    let heading = format!("## {version}");
    let lines = changelog.lines().skip_while(|line| *line != heading).skip(1);
    let mut text = format!("agon ({version}-1) unstable; urgency=medium\n");
    let mut items = Vec::<String>::new();
    for line in lines.take_while(|line| !line.starts_with("## ")) {
        if let Some(part) = line.strip_prefix("### ") {
            items.push(format!("\n  [ {part} ]"));
        } else if let Some(item) = line.strip_prefix("- ") {
            items.push(format!("  * {item}"));
        } else if let Some(item) = items.last_mut().filter(|_| !line.is_empty()) {
            *item += " ";
            *item += line.trim_start();
        }
    }
    if items.is_empty() {
        return Err(format!("CHANGELOG.md says nothing of version {version}"));
    }
    for item in &items {
        text += &wrapped(item);
    }
    Ok(text + &format!("\n -- Agon <>  {DEB_TIME}\n"))
}

/// Wraps a paragraph. Lines after the first are indented.
fn wrapped(paragraph: &str) -> String {
    let mut text = String::new();
    let mut line = String::new();
    for word in paragraph.split_inclusive(' ') {
        if line.chars().count() + word.trim_end().chars().count() > DEB_LINE {
            text += line.trim_end();
            text.push('\n');
            line = "    ".to_string();
        }
        line += word;
    }
    text + line.trim_end() + "\n"
}

/// A line for `sha256sum --check`.
fn sum_line(name: &str, data: &[u8]) -> String {
    let sum: String = Sha256::digest(data).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{sum}  {name}\n")
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    fn entries() -> Entries {
        let entry = |text: &str, is_program| Entry { data: text.into(), is_program };
        let long = format!("site/{}.js", "a".repeat(120));
        Entries::from([
            ("agon".to_string(), entry("program", true)),
            ("README.md".to_string(), entry("text", false)),
            (long, entry("script", false)),
        ])
    }

    #[test]
    fn an_archive_has_every_file_in_one_folder() {
        let data = archive("agon-1", &entries()).unwrap();
        let mut tar = tar::Archive::new(GzDecoder::new(data.as_slice()));
        let mut found = Vec::new();
        for entry in tar.entries().unwrap() {
            let mut entry = entry.unwrap();
            let path = entry.path().unwrap().to_string_lossy().into_owned();
            let mode = entry.header().mode().unwrap();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            found.push((path, mode, text));
        }
        let expected: Vec<_> = entries()
            .into_iter()
            .map(|(name, entry)| {
                let mode = if entry.is_program { 0o755 } else { 0o644 };
                (format!("agon-1/{name}"), mode, String::from_utf8(entry.data).unwrap())
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_same_files_give_the_same_archive() {
        assert_eq!(archive("agon-1", &entries()), archive("agon-1", &entries()));
        let mut others = entries();
        others.get_mut("agon").unwrap().data.push(b'!');
        assert_ne!(archive("agon-1", &entries()), archive("agon-1", &others));
    }

    #[test]
    fn the_changelog_of_the_debian_package_is_that_of_the_version() {
        let text = "# Changelog\n\n## 1.1\n\n### New\n- One thing\n  on two lines.\n- Another.\n\n## 1.0\n- Old.\n";
        let expected = "agon (1.1-1) unstable; urgency=medium\n\n  [ New ]\n  * One thing on two lines.\n  * Another.\n\n -- Agon <>  Thu, 01 Jan 2026 00:00:00 +0000\n";
        assert_eq!(debian_changelog(text, "1.1").unwrap(), expected);
        assert!(debian_changelog(text, "1.2").is_err());
    }

    #[test]
    fn long_lines_of_the_changelog_are_wrapped() {
        let words = "word ".repeat(40);
        let text = wrapped(&format!("  * {words}"));
        assert_eq!(text.matches("word").count(), 40);
        assert!(text.lines().all(|line| line.len() <= DEB_LINE), "{text}");
        assert!(text.lines().skip(1).all(|line| line.starts_with("    word")), "{text}");
    }

    #[test]
    fn checksums_are_those_of_sha256sum() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sum_line("agon.tar.gz", b""), format!("{empty}  agon.tar.gz\n"));
    }
}
