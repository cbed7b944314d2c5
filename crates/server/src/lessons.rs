//! The lessons of a server: those of the program, and a teacher's from a folder.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use agon_host::{Failure, store};
use agon_service::lessons::{LessonFiles, MAX_BYTES, faults};

/// The most files of a folder that are read.
const MAX_FILES: usize = 100;

/// The most faults of a file that are told at the start of a server.
const MAX_FAULTS: usize = 3;

/// The lesson files of a folder, by name: the files that end with `.json`.
pub fn lesson_paths(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error: std::io::Error| store::about_file(folder, &error.to_string());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension() == Some(OsStr::new("json")) {
            paths.push(path);
        }
    }
    paths.sort();
    match paths.len() {
        0 => Err(store::about_file(folder, "has no lessons: files that end with .json")),
        1..=MAX_FILES => Ok(paths),
        _ => {
            let why = format!("has more than {MAX_FILES} lessons");
            Err(store::about_file(folder, &why))
        }
    }
}

/// The text of a lesson file, and its name: that of the file without its ending.
pub fn read_lesson(path: &Path) -> Result<(String, String), Failure> {
    let name = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let is_plain = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
    if name.is_empty() || name.len() > 40 || !name.chars().all(is_plain) {
        let why = "the name of a lesson has 1 to 40 letters, digits, dashes and underscores";
        return Err(store::about_file(path, why));
    }
    let bytes = store::read(path, MAX_BYTES as u64)?;
    let bytes = bytes.ok_or_else(|| store::about_file(path, "there is no such file"))?;
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| store::about_file(path, "is not a text in UTF-8"))?;
    Ok((name.to_string(), text))
}

/// The lessons of the program, and those of a folder, which replace lessons of the same name. A
/// folder with a fault in a lesson is refused.
pub fn of_folder(folder: Option<&Path>) -> Result<LessonFiles, Failure> {
    let mut lessons = LessonFiles::built_in();
    let paths = folder.map(lesson_paths).transpose()?;
    for path in paths.iter().flatten() {
        let (name, text) = read_lesson(path)?;
        let faults = faults(&text);
        if !faults.is_empty() {
            let told: Vec<String> =
                faults.iter().take(MAX_FAULTS).map(ToString::to_string).collect();
            let more =
                if faults.len() > MAX_FAULTS { " (agon lessons check says more)" } else { "" };
            return Err(store::about_file(path, &format!("{}{more}", told.join("; "))));
        }
        lessons.add(&name, text);
    }
    Ok(lessons)
}
