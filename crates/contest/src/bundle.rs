//! The program of an entrant with its files, which another machine can run.

use std::fs;
use std::path::{Component, Path, PathBuf};

use agon_host::{Failure, hash_bytes, store};
use agon_runner::{FetchObject, Objects};
use agon_sandbox::CommandLine;
use serde::{Deserialize, Serialize};

use crate::Entrant;
use crate::fingerprint::{hash_folder, hash_named};

/// The folder of a bundle with what the command line names by bare names.
pub const NAMED: &str = "named";

/// The largest file of a program, in bytes.
const MAX_FILE: u64 = 64 << 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    Text(String),
    /// The path of a file of the bundle.
    File(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct BundleFile {
    path: String,
    hash: String,
    is_executable: bool,
}

/// A command line with the files that it needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bundle {
    words: Vec<Word>,
    files: Vec<BundleFile>,
}

impl Bundle {
    /// The program of an entrant. Its files are added to `objects`.
    pub fn of(entrant: &Entrant, objects: &mut Objects) -> Result<Bundle, Failure> {
        let command = entrant.command().unwrap_or_default();
        let line =
            CommandLine::read_in(command, &entrant.limits.folder).map_err(Failure::Refused)?;
        let mut files = Vec::new();
        let mut add = |path: &Path, name: String| -> Result<(), Failure> {
            let missing = || store::about_file(path, "there is no such file");
            let bytes = store::read(path, MAX_FILE)?.ok_or_else(missing)?;
            let hash = hash_bytes(&bytes);
            objects.insert(hash.clone(), bytes);
            let is_executable = is_executable(path);
            files.push(BundleFile { path: name, hash, is_executable });
            Ok(())
        };
        if let Some(folder) = &entrant.folder {
            let wrong = |error: std::io::Error| store::about_file(folder, &error.to_string());
            for name in hash_folder(folder).map_err(wrong)?.into_keys() {
                add(&folder.join(&name), format!("folder/{name}"))?;
            }
        }
        for (name, path) in line.links() {
            let wrong = |error: std::io::Error| store::about_file(&path, &error.to_string());
            for file in hash_named(name, &path).map_err(wrong)?.into_keys() {
                add(&path.with_file_name(&file), format!("{NAMED}/{file}"))?;
            }
        }
        let named = line.files();
        let mut words = Vec::new();
        for (place, word) in shlex::split(command).unwrap_or_default().into_iter().enumerate() {
            let file = named.iter().find(|(name, _)| *name == word).map(|(_, path)| path);
            let absolute = |path: &Path| std::path::absolute(path).unwrap_or(path.into());
            let inside = file.zip(entrant.folder.as_ref()).and_then(|(path, folder)| {
                let path = absolute(path);
                path.strip_prefix(absolute(folder)).ok().map(Path::to_path_buf)
            });
            words.push(match (file, inside) {
                (None, _) => Word::Text(word),
                (_, Some(inside)) => Word::File(format!("folder/{}", inside.display())),
                // Each machine has its own interpreter, so it is not sent.
                (Some(path), None) if place == 0 && is_system_file(path) => Word::Text(word),
                (Some(path), None) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    let name = format!("{place}/{name}");
                    add(path, name.clone())?;
                    Word::File(name)
                }
            });
        }
        Ok(Bundle { words, files })
    }

    /// Writes the files into a folder that is named after their hash. Returns the command line and
    /// the folder; its bare names are in `named`.
    pub fn unpack(&self, fetch: FetchObject<'_>) -> Result<(String, PathBuf), String> {
        let text = serde_json::to_string(&self.files).unwrap_or_default();
        let place = cache()?.join(&hash_bytes(text.as_bytes())[..32]);
        for file in &self.files {
            let relative = Path::new(&file.path);
            let is_inside = relative.components().all(|part| matches!(part, Component::Normal(_)));
            if !is_inside {
                return Err(format!("{:?} is not a path inside of a folder", file.path));
            }
            let path = place.join(relative);
            let is_there = fs::read(&path).is_ok_and(|bytes| hash_bytes(&bytes) == file.hash);
            if !is_there {
                let bytes = fetch(&file.hash)?;
                write(&path, &bytes, file.is_executable)
                    .map_err(|error| format!("{}: {error}", path.display()))?;
            }
        }
        let words = self.words.iter().map(|word| match word {
            Word::Text(text) => text.clone(),
            Word::File(path) => place.join(path).display().to_string(),
        });
        let words: Vec<String> = words.collect();
        let line = shlex::try_join(words.iter().map(String::as_str));
        Ok((line.map_err(|error| error.to_string())?, place))
    }
}

/// Where programs from other machines are kept.
fn cache() -> Result<PathBuf, String> {
    let folders = directories::ProjectDirs::from("", "", "agon");
    let folder = folders.map_or_else(std::env::temp_dir, |folders| folders.cache_dir().into());
    let folder = folder.join("programs");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// Writes a file atomically: several threads may write the same one.
fn write(path: &Path, bytes: &[u8], is_executable: bool) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    std::io::Write::write_all(&mut file, bytes)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = if is_executable { 0o755 } else { 0o644 };
        file.as_file().set_permissions(fs::Permissions::from_mode(mode))?;
    }
    #[cfg(not(unix))]
    let _ = is_executable;
    file.persist(path)?;
    Ok(())
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    false
}

/// Whether a file belongs to the operating system.
fn is_system_file(path: &Path) -> bool {
    ["/usr", "/bin", "/opt", "/lib"].iter().any(|folder| path.starts_with(folder))
}
