//! Finds hand-ins, and copies them before they run.

use std::fs;
use std::path::{Path, PathBuf};

use agon_host::{Failure, notice, store};
use tempfile::TempDir;

use super::assignment::Assignment;

/// The size limit of a hand-in, in bytes.
pub const MAX_FILE: u64 = 1 << 20;

/// The most files besides the assignment's own.
const MAX_BESIDE: usize = 100;

/// The depth to which a student's folder is searched.
const MAX_DEPTH: usize = 4;

/// The most entries of a student's folder that are examined.
const MAX_ENTRIES: usize = 2000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandIn {
    /// The student's name: that of the folder or file.
    pub name: String,
    /// The file, or the reason why there is none.
    pub file: Result<PathBuf, String>,
}

impl HandIn {
    /// Copies the hand-in into a new folder with nothing else in it.
    pub fn copy(&self, assignment: &dyn Assignment) -> Result<(TempDir, PathBuf), String> {
        let path = self.file.clone()?;
        let text = |failure: Failure| match failure {
            Failure::Refused(words) => words,
            other => format!("{other:?}"),
        };
        let bytes = store::read(&path, MAX_FILE).map_err(text)?;
        let bytes = bytes.ok_or_else(|| format!("there is no file {}", path.display()))?;
        let mut builder = tempfile::Builder::new();
        let folder =
            builder.prefix("agon-hand-in-").tempdir().map_err(|error| error.to_string())?;
        let copy = folder.path().join(assignment.file());
        fs::write(&copy, bytes).map_err(|error| error.to_string())?;
        if assignment.has_more_files() && path.file_name() == copy.file_name() {
            for other in files_beside(&path, assignment)? {
                let bytes = store::read(&other, MAX_FILE).map_err(text)?.unwrap_or_default();
                let name = other.file_name().unwrap_or_default();
                fs::write(folder.path().join(name), bytes).map_err(|error| error.to_string())?;
            }
        }
        Ok((folder, copy))
    }
}

/// The other files of the assignment's language in the hand-in's folder. Skips links.
pub fn files_beside(path: &Path, assignment: &dyn Assignment) -> Result<Vec<PathBuf>, String> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let listed = fs::read_dir(folder.unwrap_or(Path::new(".")));
    let mut files = Vec::new();
    for entry in listed.map_err(|error| error.to_string())?.flatten().take(MAX_ENTRIES) {
        let other = entry.path();
        let has_ending =
            other.extension().is_some_and(|ending| ending == assignment.language().extension());
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if has_ending && is_file && other.file_name() != path.file_name() {
            files.push(other);
        }
    }
    if files.len() > MAX_BESIDE {
        return Err(format!(
            "has more than {MAX_BESIDE} files that end in .{}",
            assignment.language().extension()
        ));
    }
    Ok(files)
}

/// The hand-ins in a folder, sorted by name. Each folder in it belongs to one student, and so does
/// each file with the extension of the assignment's language.
pub fn find_hand_ins(folder: &Path, assignment: &dyn Assignment) -> Result<Vec<HandIn>, Failure> {
    let about = |error: std::io::Error| store::about_file(folder, &error.to_string());
    let mut found = Vec::new();
    let mut ignored = Vec::new();
    for entry in fs::read_dir(folder).map_err(about)? {
        let entry = entry.map_err(about)?;
        let file_name = entry.file_name().to_string_lossy().into_owned();
        if file_name.starts_with('.') {
            continue;
        }
        let path = entry.path();
        let kind = entry.file_type().map_err(about)?;
        let has_ending =
            path.extension().is_some_and(|ending| ending == assignment.language().extension());
        let stem = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if kind.is_symlink() {
            let name = if has_ending { stem() } else { file_name };
            found.push(HandIn { name, file: Err("is a link, which is not followed".into()) });
        } else if kind.is_dir() {
            found.push(HandIn { name: file_name, file: file_in(&path, assignment) });
        } else if has_ending {
            found.push(HandIn { name: stem(), file: Ok(path) });
        } else {
            ignored.push(file_name);
        }
    }
    if !ignored.is_empty() {
        ignored.sort();
        let ending = assignment.language().extension();
        notice(format_args!(
            "not graded, because they are no folders and do not end in .{ending}: {}",
            ignored.join(", ")
        ));
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    if found.is_empty() {
        return Err(store::about_file(
            folder,
            &format!(
                "has no hand-ins: a folder or a .{} file for each student is expected",
                assignment.language().extension()
            ),
        ));
    }
    Ok(found)
}

/// The file with the assignment's name in a student's folder, or the only file with its extension.
fn file_in(folder: &Path, assignment: &dyn Assignment) -> Result<PathBuf, String> {
    let mut named = Vec::new();
    let mut others = Vec::new();
    let mut has_link = false;
    let mut open = vec![(folder.to_path_buf(), 0)];
    let mut entries = 0;
    while let Some((folder, depth)) = open.pop() {
        let listed = fs::read_dir(&folder).map_err(|error| error.to_string())?;
        for entry in listed.flatten() {
            entries += 1;
            if entries > MAX_ENTRIES {
                return Err(format!("has more than {MAX_ENTRIES} files"));
            }
            let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
            let has_ending =
                path.extension().is_some_and(|ending| ending == assignment.language().extension());
            let is_named = entry.file_name() == assignment.file();
            match () {
                () if kind.is_dir() && depth < MAX_DEPTH => open.push((path, depth + 1)),
                () if kind.is_symlink() => has_link |= has_ending,
                () if !kind.is_file() => (),
                () if is_named => named.push((depth, path)),
                () if has_ending => others.push(path),
                () => (),
            }
        }
    }
    named.sort();
    match (named.into_iter().next(), others.as_slice()) {
        (Some((_, path)), _) => Ok(path),
        (None, [only]) => Ok(only.clone()),
        (None, []) if has_link => Err("is a link, which is not followed".into()),
        (None, []) => Err(format!("has no {}", assignment.file())),
        (None, _) => Err(format!(
            "has no {}, but {} files that end in .{}",
            assignment.file(),
            others.len(),
            assignment.language().extension()
        )),
    }
}
