//! The files and folders of the project.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// All files below a folder, except built and hidden ones.
pub fn below(folder: &Path) -> Result<Vec<PathBuf>, String> {
    walk(folder, &|name| !name.starts_with('.') && name != "target")
}

/// All files below a folder, except those with an unwanted name or in a folder with one.
pub fn walk(folder: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        if !is_wanted(&path.file_name().unwrap_or_default().to_string_lossy()) {
            continue;
        }
        if path.is_dir() {
            found.extend(walk(&path, is_wanted)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

/// The relative path of something in a folder, with slashes.
pub fn name_in(folder: &Path, path: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// The names of the folders in a folder.
pub fn folders(folder: &Path) -> Result<Vec<String>, String> {
    let inside = entries(folder)?.into_iter().filter(|path| path.is_dir());
    Ok(inside.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect())
}

/// The sorted entries of a folder.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let wrong = |error| format!("{} could not be read: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        paths.push(entry.map_err(wrong)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// Makes an empty folder.
pub fn empty_folder(folder: &Path) -> Result<(), String> {
    let wrong = |error| format!("{} could not be made: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(wrong)?;
    }
    fs::create_dir_all(folder).map_err(wrong)
}

/// Writes a file atomically, under another name first.
pub fn write_whole(path: &Path, data: &[u8]) -> Result<(), String> {
    let wrong = |error| format!("{} could not be written: {error}", path.display());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let unfinished = path.with_file_name(format!(".{name}.part"));
    fs::write(&unfinished, data).map_err(wrong)?;
    fs::rename(&unfinished, path).map_err(wrong)
}

/// Writes a file in a folder, and makes the folders above it.
pub fn write_in(folder: &Path, name: &str, data: &[u8]) -> Result<(), String> {
    let path = folder.join(name);
    let written = fs::create_dir_all(path.parent().unwrap_or(folder));
    let written = written.and_then(|()| fs::write(&path, data));
    written.map_err(|error| format!("{} could not be written: {error}", path.display()))
}

pub fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{} could not be read: {error}", path.display()))
}

pub fn read(path: &Path) -> Result<String, String> {
    String::from_utf8(read_bytes(path)?).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads a JSON file.
pub fn read_json(path: &Path) -> Result<Value, String> {
    let value = serde_json::from_slice(&read_bytes(path)?);
    value.map_err(|error| format!("{}: {error}", path.display()))
}
