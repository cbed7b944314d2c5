//! `cargo xtask site`: the page without a server, as a folder of files for any web host.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

use crate::cargo;
use crate::script::shortened;
use crate::tools::{self, Machine, Missing, Policy, Skipped};

/// The target that the games are compiled for, and the line that adds it.
const TARGET: &str = "wasm32-unknown-unknown";
const ADD_TARGET: &str = "rustup target add wasm32-unknown-unknown";

/// The file by which a folder is recognized as one that this task has written.
const SERVICE_WORKER: &str = "service-worker.js";

/// What is added to `index.html`: where the games are, and what is loaded early.
const HTML_TAG: &str = "<html lang=\"en\">";
const HEAD_END: &str = "</head>";
const HEAD: &str = "\
<link rel=\"manifest\" href=\"manifest.webmanifest\">
<link rel=\"preload\" as=\"fetch\" crossorigin href=\"site/agon.wasm.gz\">
<link rel=\"modulepreload\" href=\"site/page.js\">
";

/// Looks for the target, and adds it if it is missing and may be installed.
pub fn provide(
    root: &Path,
    machine: &Machine,
    policy: Policy,
    part: &'static str,
) -> Result<Result<(), Skipped>, String> {
    let run = |command: &str| tools::run_in(root, command);
    tools::provide(machine, policy, part, || find(root), run)
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

/// The list of all files, by which a folder that this task wrote is known.
const LIST: &str = "agon-site.json";

/// The profile of the games.
const PROFILE: &str = "site";

/// Writes the site into a folder, which is replaced whole.
pub fn write(root: &Path, folder: &str) -> Result<(), String> {
    let policy = Policy { may_install: true, is_required: true };
    provide(root, &Machine::here(), policy, "site")?.map_err(|skipped| skipped.to_string())?;
    let folder = root.join(folder);
    let files = write_files(root, &folder)?;
    let sent: usize = files.values().map(|data| compressed(data).len()).sum();
    println!("{}: {} files, {} kB compressed", folder.display(), files.len(), sent / 1000);
    println!("to try it: python3 -m http.server --directory {}", folder.display());
    Ok(())
}

/// Writes the site for the tests, and gives its folder.
pub fn write_for_tests(root: &Path) -> Result<PathBuf, String> {
    let folder = root.join("target/site-of-tests");
    write_files(root, &folder)?;
    Ok(folder)
}

fn write_files(root: &Path, folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    check_folder(folder)?;
    let files = files(root)?;
    replace(folder, &files)?;
    Ok(files)
}

/// All files of the site by their names.
fn files(root: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    page_files(&root.join("web"), "", &mut files)?;
    for (name, data) in module(root)? {
        files.insert(format!("site/{name}"), data);
    }
    move_to_root(&mut files, "manifest.webmanifest")?;
    move_to_root(&mut files, SERVICE_WORKER)?;
    let index = files.get("index.html").ok_or("web/index.html is missing")?;
    files.insert("index.html".into(), site_index(&String::from_utf8_lossy(index))?.into_bytes());
    let worker = service_worker(&files)?;
    files.insert(SERVICE_WORKER.into(), worker.into_bytes());
    Ok(files)
}

/// The files of a folder of the page as they are sent; those that only the type checker needs
/// are left out.
fn page_files(
    folder: &Path,
    prefix: &str,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> Result<(), String> {
    let unreadable = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            page_files(&entry.path(), &format!("{name}/"), files)?;
        } else if !name.ends_with(".d.ts") && name != "tsconfig.json" {
            let data = fs::read(entry.path()).map_err(unreadable)?;
            let shorter = shortened(&name, &String::from_utf8_lossy(&data));
            files.insert(name, shorter.map_or(data, String::into_bytes));
        }
    }
    Ok(())
}

/// The compiled games and their bindings.
fn module(root: &Path) -> Result<[(&'static str, Vec<u8>); 2], String> {
    let build =
        ["build", "--locked", "--profile", PROFILE, "--target", TARGET, "--package", "agon-wasm"];
    cargo(&build, &[])?;
    let target = root.join("target");
    let module = target.join(TARGET).join(PROFILE).join("agon_wasm.wasm");
    let bindings = target.join("site-bindings");
    let (module, folder) = (module.to_string_lossy(), bindings.to_string_lossy());
    let manifest =
        ["--manifest-path", "site/bindings/Cargo.toml", "--target-dir", "target/bindings"];
    let run = [&["run", "--locked", "--quiet"], &manifest[..], &["--", &module, &folder]].concat();
    cargo(&run, &[])?;
    let read = |name: &str| {
        let path = bindings.join(name);
        fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    // Compressed here, because not every web host does it.
    Ok([("agon.js", read("agon.js")?), ("agon.wasm.gz", compressed(&read("agon_bg.wasm")?))])
}

/// Moves a file of `site/` to the root of the site, where browsers look for it.
fn move_to_root(files: &mut BTreeMap<String, Vec<u8>>, name: &str) -> Result<(), String> {
    let data = files.remove(&format!("site/{name}"));
    files.insert(name.into(), data.ok_or_else(|| format!("web/site/{name} is missing"))?);
    Ok(())
}

/// The start page of the site.
fn site_index(index: &str) -> Result<String, String> {
    if !index.contains(HTML_TAG) || !index.contains(HEAD_END) {
        return Err(format!("web/index.html has no {HTML_TAG} or no {HEAD_END}"));
    }
    let tag = HTML_TAG.replace('>', " data-carrier=\"worker\">");
    Ok(index.replace(HTML_TAG, &tag).replace(HEAD_END, &format!("{HEAD}{HEAD_END}")))
}

/// The service worker, with the version and the files that it keeps.
fn service_worker(files: &BTreeMap<String, Vec<u8>>) -> Result<String, String> {
    let template = files.get(SERVICE_WORKER).ok_or("the service worker is missing")?;
    let mut hash = Sha256::new();
    for (name, data) in files {
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name);
        hash.update((data.len() as u64).to_le_bytes());
        hash.update(data);
    }
    let version: String =
        hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let kept: Vec<&str> = files
        .keys()
        .map(|name| if name == "index.html" { "./" } else { name })
        .filter(|name| *name != SERVICE_WORKER)
        .collect();
    let kept = serde_json::to_string(&kept).map_err(|error| error.to_string())?;
    let script = String::from_utf8_lossy(template);
    Ok(script.replace("{version}", &version).replace("{files}", &kept))
}

/// Refuses a folder with files that this task has not written.
fn check_folder(folder: &Path) -> Result<(), String> {
    let list = fs::read(folder.join(LIST)).ok();
    let written = list.and_then(|list| serde_json::from_slice::<BTreeSet<String>>(&list).ok());
    let written = written.unwrap_or_default();
    match names(folder)?.into_iter().find(|name| !written.contains(name)) {
        None => Ok(()),
        Some(other) => {
            let folder = folder.display();
            Err(format!("{folder} has other files, as {other}: name a new folder, or remove it"))
        }
    }
}

/// The names of all files in a folder and those below it; none if there is no folder.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    let unreadable = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    if !folder.exists() {
        return Ok(names);
    }
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        match entry.file_type().map_err(unreadable)?.is_dir() {
            true => {
                let below = self::names(&entry.path())?;
                names.extend(below.into_iter().map(|below| format!("{name}/{below}")));
            }
            false => names.push(name),
        }
    }
    Ok(names)
}

/// Writes the files into a folder beside, which then takes the place of the old one.
fn replace(folder: &Path, files: &BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    let named = |suffix: &str| {
        let mut name = folder.file_name().unwrap_or_default().to_os_string();
        name.push(suffix);
        folder.with_file_name(name)
    };
    let (new, old) = (named(".new"), named(".old"));
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    for left in [&new, &old] {
        check_folder(left)?;
        if left.exists() {
            fs::remove_dir_all(left).map_err(failed)?;
        }
    }
    let list: Vec<&str> = files.keys().map(String::as_str).chain([LIST]).collect();
    let list = serde_json::to_string(&list).map_err(|error| error.to_string())?;
    fs::create_dir_all(&new).and_then(|()| fs::write(new.join(LIST), list)).map_err(failed)?;
    for (name, data) in files {
        let path = new.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&new)).map_err(failed)?;
        fs::write(&path, data).map_err(failed)?;
    }
    if folder.exists() {
        fs::rename(folder, &old).map_err(failed)?;
    }
    fs::rename(&new, folder).map_err(failed)?;
    if old.exists() {
        fs::remove_dir_all(&old).map_err(failed)?;
    }
    Ok(())
}

fn compressed(data: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let _ = encoder.write_all(data);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[&str]) -> BTreeMap<String, Vec<u8>> {
        names.iter().map(|name| (name.to_string(), name.as_bytes().to_vec())).collect()
    }

    #[test]
    fn the_start_page_says_where_the_games_are() {
        let page = "<!doctype html>\n<html lang=\"en\">\n<head>\n</head>\n";
        let site = site_index(page).unwrap();
        assert!(site.contains("<html lang=\"en\" data-carrier=\"worker\">"));
        assert!(site.contains("agon.wasm.gz") && site.contains("manifest.webmanifest"));
        assert!(site_index("<html>").is_err());
    }

    #[test]
    fn another_file_makes_another_version_and_all_files_are_kept() {
        let mut site = files(&["index.html", "a/b.js"]);
        site.insert(SERVICE_WORKER.into(), b"{version} {files}".to_vec());
        let worker = service_worker(&site).unwrap();
        assert!(worker.ends_with(" [\"a/b.js\",\"./\"]"), "{worker}");
        site.insert("a/b.js".into(), b"changed".to_vec());
        assert_ne!(service_worker(&site).unwrap(), worker);
    }

    #[test]
    fn a_folder_with_other_files_is_left_alone_and_an_old_site_is_replaced() {
        let folder = tempfile::TempDir::new().unwrap();
        let site = folder.path().join("site");
        check_folder(&site).unwrap();
        replace(&site, &files(&["a", "b/c", SERVICE_WORKER])).unwrap();
        check_folder(&site).unwrap();
        replace(&site, &files(&["d", SERVICE_WORKER])).unwrap();
        assert!(!site.join("a").exists() && site.join("d").is_file());
        fs::write(site.join("mine"), "").unwrap();
        assert!(check_folder(&site).unwrap_err().contains("mine"));
        fs::remove_file(site.join("mine")).unwrap();
        // Nor is one with a name that is needed.
        fs::create_dir(folder.path().join("site.old")).unwrap();
        fs::write(folder.path().join("site.old/mine"), "").unwrap();
        assert!(replace(&site, &files(&["e"])).is_err());
        assert!(site.join("d").is_file() && folder.path().join("site.old/mine").is_file());
    }
}
