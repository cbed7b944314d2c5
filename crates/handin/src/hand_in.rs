//! Finds the hand-ins of a class.

use std::fs;
use std::path::Path;

use agon_host::{Failure, notice, store};

use crate::assignment::Assignment;
use crate::reason::Reason;
use crate::source::{self, Source};

/// A student's program, from a file, a folder or a zip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandIn {
    /// The student's name: that of the folder or file.
    pub name: String,
    /// Its files, or the reason why they cannot be used.
    pub source: Result<Source, Reason>,
}

impl HandIn {
    /// The hand-in at a path, named after it.
    pub fn at(path: &Path, assignment: &Assignment) -> HandIn {
        let absolute = path.canonicalize();
        let name = absolute.as_deref().unwrap_or(path).file_name().unwrap_or_default();
        HandIn { name: name.to_string_lossy().into_owned(), source: Source::read(path, assignment) }
    }
}

/// The hand-ins in a folder, sorted by name. Each folder in it belongs to one student, and so does
/// each zip and each file with an extension of the assignment's language.
pub fn find_hand_ins(folder: &Path, assignment: &Assignment) -> Result<Vec<HandIn>, Failure> {
    let about = |error: std::io::Error| store::about_file(folder, &error.to_string());
    let mut found = Vec::new();
    let mut ignored = Vec::new();
    for entry in fs::read_dir(folder).map_err(about)? {
        let entry = entry.map_err(about)?;
        let file_name = entry.file_name().to_string_lossy().into_owned();
        if file_name.starts_with('.') || file_name.starts_with("__MACOSX") {
            continue;
        }
        let path = entry.path();
        let is_folder = entry.file_type().map_err(about)?.is_dir();
        let is_code = source::is_code(&file_name, assignment) || source::is_plain(&file_name);
        if is_folder {
            found.push(HandIn { name: file_name, source: Source::read(&path, assignment) });
        } else if is_code {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            found.push(HandIn { name, source: Source::read(&path, assignment) });
        } else {
            ignored.push(file_name);
        }
    }
    let ending = assignment.language.extensions()[0];
    if !ignored.is_empty() {
        ignored.sort();
        notice(format_args!(
            "not graded, because they are no folders and do not end in .{ending}, .zip or .txt: {}",
            ignored.join(", ")
        ));
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    if found.is_empty() {
        let what = format!(
            "has no hand-ins: a folder, a zip or a .{ending} file for each student is expected"
        );
        return Err(store::about_file(folder, &what));
    }
    Ok(found)
}
