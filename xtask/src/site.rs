//! `cargo xtask site`: the page without a server, as a folder of files for any web host.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use lzma_rust2::{LzmaOptions, LzmaWriter};
use sha2::{Digest as _, Sha256};

use crate::bundle::{self, Page};
use crate::node_tools::{self, NodeTools};
use crate::tools::{Missing, Skipped, Toolbox};
use crate::web_folder::{Files, WebFolder, names};
use crate::{cargo, files, run_apart};

/// The compilation target of the games, and the command that adds it.
const TARGET: &str = "wasm32-unknown-unknown";
const ADD_TARGET: &str = "rustup target add wasm32-unknown-unknown";

/// A file that marks a folder written by this task.
const SERVICE_WORKER: &str = "service-worker.js";

/// The tag in `index.html` that gets the attributes.
const HTML_TAG: &str = "<html lang=\"en\">";
const HEAD_END: &str = "</head>";
const HEAD: &str = "\
<script type=\"module\" async src=\"site/host.js\"></script>
";

/// Looks for the target and the node tools, and installs missing ones if that is allowed.
pub fn provide(toolbox: &Toolbox, part: &'static str) -> Result<NodeTools, Skipped> {
    toolbox.provide(part, || find(toolbox.root))?;
    node_tools::provide(toolbox, part)
}

/// Whether the compiler has the standard library of the target.
fn find(root: &Path) -> Result<(), Missing> {
    let arguments = ["--print", "target-libdir", "--target", TARGET];
    let folder = Command::new("rustc").args(arguments).current_dir(root).output();
    let folder = folder.map(|told| PathBuf::from(String::from_utf8_lossy(&told.stdout).trim()));
    let has_library = folder.is_ok_and(|folder| {
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        files.into_iter().any(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
    });
    has_library.then_some(()).ok_or_else(|| Missing {
        names: format!("the target {TARGET}"),
        commands: vec![ADD_TARGET.into()],
        elsewhere: format!("type: {ADD_TARGET}"),
    })
}

/// The list of all files. It marks a folder that this task wrote.
const LIST: &str = "agon-site.json";

/// The profile of the games. Cargo has a folder of this name in `target`, and the site may be there
/// too.
const PROFILE: &str = "wasm";

/// Writes the site into a folder, which is replaced as a whole.
pub fn write(root: &Path, folder: &str) -> Result<(), String> {
    let tools = provide(&Toolbox::required(root), "site")?;
    let folder = root.join(folder);
    let files = write_files(root, &tools, &folder)?;
    let sent: usize = files.values().map(|data| compressed(data).len()).sum();
    println!("{}: {} files, {} kB compressed", folder.display(), files.len(), sent / 1000);
    println!("to try it: python3 -m http.server --directory {}", folder.display());
    Ok(())
}

/// Writes the site for the tests, and returns its folder.
pub fn write_for_tests(root: &Path, tools: &NodeTools) -> Result<PathBuf, String> {
    let folder = root.join("target/site-of-tests");
    write_files(root, tools, &folder)?;
    Ok(folder)
}

fn write_files(root: &Path, tools: &NodeTools, folder: &Path) -> Result<Files, String> {
    let output = WebFolder { folder, list: LIST };
    output.check()?;
    let files = files(root, tools)?;
    output.replace(&files)?;
    Ok(files)
}

/// All files of the site by their names.
pub fn files(root: &Path, tools: &NodeTools) -> Result<Files, String> {
    let mut files = bundle::bundle(root, tools, Page::Site)?;
    for (name, data) in module(root, tools)? {
        files.insert(format!("site/{name}"), data);
    }
    fetched_files(root, &mut files)?;
    move_to_root(&mut files, SERVICE_WORKER)?;
    let version = version(&files);
    let index = files.get("index.html").ok_or("web/index.html is missing")?;
    let index = site_index(&String::from_utf8_lossy(index), &version)?;
    files.insert("index.html".into(), index.into_bytes());
    let worker = service_worker(&files, &version)?;
    files.insert(SERVICE_WORKER.into(), worker.into_bytes());
    Ok(files)
}

/// The files that the page fetches by game: their source folder, their extension, their folder in
/// the site, and whether they are compressed here.
const FETCHED: [(&str, &str, &str, bool); 2] = [
    ("crates/games/networks", ".net", "site/networks", true),
    ("crates/service/src/lessons", ".json", "site/lessons", false),
];

/// The files of a game that the page fetches, and their folders in the site.
const OF_GAMES: [(&str, &str); 2] = [("puzzles.json", "puzzles"), ("lesson.json", "lessons")];

/// Networks, puzzles and lessons.
fn fetched_files(root: &Path, files: &mut Files) -> Result<(), String> {
    for (source, ending, place, is_compressed) in FETCHED {
        let folder = root.join(source);
        for name in names(&folder)?.into_iter().filter(|name| name.ends_with(ending)) {
            let data = files::read_bytes(&folder.join(&name))?;
            match is_compressed {
                true => files.insert(format!("{place}/{name}.gz"), compressed(&data)),
                false => files.insert(format!("{place}/{name}"), data),
            };
        }
    }
    let games = root.join("crates/games/src");
    for name in names(&games)? {
        let place = |&(file, place): &(&str, &str)| {
            let game = name.strip_suffix(file)?.strip_suffix('/')?;
            Some(format!("site/{place}/{game}.json"))
        };
        if let Some(place) = OF_GAMES.iter().find_map(place) {
            files.insert(place, files::read_bytes(&games.join(&name))?);
        }
    }
    Ok(())
}

/// The compiled games and their bindings.
fn module(root: &Path, tools: &NodeTools) -> Result<[(&'static str, Vec<u8>); 2], String> {
    let flags = serde_json::to_string(&remapped_paths(root)).map_err(|error| error.to_string())?;
    let flags = format!("target.{TARGET}.rustflags={flags}");
    let build =
        ["build", "--locked", "--profile", PROFILE, "--target", TARGET, "--package", "agon-wasm"];
    cargo(&[&build[..], &["--config", &flags]].concat(), &[])?;
    let target = root.join("target");
    let module = target.join(TARGET).join(PROFILE).join("agon_wasm.wasm");
    let bindings = target.join("site-bindings");
    let (module, folder) = (module.to_string_lossy(), bindings.to_string_lossy());
    run_apart("site/bindings/Cargo.toml", "target/bindings", &[&module, &folder])?;
    let script = bundle::minified(root, tools, &bindings.join("agon.js"))?;
    Ok([
        ("agon.js", script),
        ("agon.wasm.lzma", packed(&files::read_bytes(&bindings.join("agon_bg.wasm"))?)?),
    ])
}

/// The flags that keep the names of local folders out of a build, so that it is the same
/// everywhere.
pub fn remapped_paths(root: &Path) -> Vec<String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let folders = [(home, "cargo"), (Some(root.to_path_buf()), "agon")];
    let flags = folders.into_iter().filter_map(|(folder, name)| {
        Some(format!("--remap-path-prefix={}={name}", folder?.display()))
    });
    flags.collect()
}

/// Moves a file of `site/` to the root of the site, where browsers look for it.
fn move_to_root(files: &mut Files, name: &str) -> Result<(), String> {
    let data = files.remove(&format!("site/{name}"));
    files.insert(name.into(), data.ok_or_else(|| format!("web/site/{name} is missing"))?);
    Ok(())
}

/// The start page of the site.
fn site_index(index: &str, version: &str) -> Result<String, String> {
    if !index.contains(HTML_TAG) || !index.contains(HEAD_END) {
        return Err(format!("web/index.html has no {HTML_TAG} or no {HEAD_END}"));
    }
    let attributes = format!(" data-transport=\"worker\" data-version=\"{version}\">");
    let tag = HTML_TAG.replace('>', &attributes);
    Ok(index.replace(HTML_TAG, &tag).replace(HEAD_END, &format!("{HEAD}{HEAD_END}")))
}

/// The version of the site. It changes with every file.
fn version(files: &Files) -> String {
    let mut whole = Vec::new();
    for (name, data) in files {
        whole.extend_from_slice(&(name.len() as u64).to_le_bytes());
        whole.extend_from_slice(name.as_bytes());
        whole.extend_from_slice(&(data.len() as u64).to_le_bytes());
        whole.extend_from_slice(data);
    }
    sum(&whole)
}

/// The first 16 letters of the SHA-256.
fn sum(data: &[u8]) -> String {
    Sha256::digest(data).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// The service worker, with the version and the hashes of its files.
fn service_worker(files: &Files, version: &str) -> Result<String, String> {
    let template = files.get(SERVICE_WORKER).ok_or("the service worker is missing")?;
    let mut kept: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (name, data) in files.iter().filter(|(name, _)| *name != SERVICE_WORKER) {
        let mut sums = vec![sum(data)];
        if name.ends_with(".gz") {
            let mut unpacked = Vec::new();
            let read = GzDecoder::new(&data[..]).read_to_end(&mut unpacked);
            read.map_err(|error| format!("{name}: {error}"))?;
            sums.push(sum(&unpacked));
        }
        kept.insert(if name == "index.html" { "./" } else { name }, sums);
    }
    let kept = serde_json::to_string(&kept).map_err(|error| error.to_string())?;
    let script = String::from_utf8_lossy(template);
    Ok(script.replace("{version}", version).replace("{files}", &kept))
}

/// The data as a .lzma file, a third smaller than gzip; `web/site/unpack.js` unpacks it.
fn packed(data: &[u8]) -> Result<Vec<u8>, String> {
    // Instructions are not aligned, and the previous byte predicts one well.
    let nice_len = LzmaOptions::NICE_LEN_MAX;
    let options =
        LzmaOptions { lc: 4, pb: 0, nice_len, depth_limit: 1000, ..LzmaOptions::with_preset(9) };
    let size = Some(data.len() as u64);
    let written = LzmaWriter::new_use_header(Vec::new(), &options, size).and_then(|mut writer| {
        writer.write_all(data)?;
        writer.finish()
    });
    written.map_err(|error| format!("packing failed: {error}"))
}

/// The data as a gzip file.
fn compressed(data: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(data);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[&str]) -> Files {
        names.iter().map(|name| (name.to_string(), name.as_bytes().to_vec())).collect()
    }

    #[test]
    fn the_start_page_says_where_the_games_are() {
        let page = "<!doctype html>\n<html lang=\"en\">\n<head>\n</head>\n";
        let site = site_index(page, "12").unwrap();
        assert!(site.contains("<html lang=\"en\" data-transport=\"worker\" data-version=\"12\">"));
        assert!(site.contains("site/host.js"));
        assert!(site_index("<html>", "12").is_err());
    }

    #[test]
    fn another_file_makes_another_version_and_all_files_are_kept_with_their_sums() {
        let mut site = files(&["index.html", "a/b.js"]);
        site.insert("c.gz".into(), compressed(b"abc"));
        site.insert(SERVICE_WORKER.into(), b"{version} {files}".to_vec());
        let worker = service_worker(&site, "12").unwrap();
        let kept = worker.strip_prefix("12 ").unwrap();
        let kept: BTreeMap<String, Vec<String>> = serde_json::from_str(kept).unwrap();
        assert_eq!(kept.keys().collect::<Vec<_>>(), ["./", "a/b.js", "c.gz"]);
        assert_eq!(kept["./"], [sum(b"index.html")]);
        // The SHA-256 of "abc" is known; a host may send the file unpacked.
        assert_eq!(kept["c.gz"][1], "ba7816bf8f01cfea");
        let before = version(&site);
        site.insert("a/b.js".into(), b"changed".to_vec());
        assert_ne!(version(&site), before);
    }
}
