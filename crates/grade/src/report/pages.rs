//! A folder of pages: one for each student, whose name nobody can guess, and one for the teacher.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use agon_handin::secret_word;
use agon_host::{Failure, hash_bytes, store};
use maud::html;

use super::Report;

/// The folder of the students' pages, which can be published.
const STUDENTS: &str = "students";

/// The file with a secret that the names of the pages are made from.
const SECRET: &str = "secret";

/// The number of letters of a page's name.
const LETTERS: usize = 24;

impl Report<'_> {
    /// Writes `teacher.html`, `grades.csv`, `grades.json` and a page for each student.
    pub fn write_pages(&self, folder: &Path) -> Result<(), Failure> {
        let about = |path: &Path| {
            let path = path.to_path_buf();
            move |error: std::io::Error| store::about_file(&path, &error.to_string())
        };
        let students = folder.join(STUDENTS);
        fs::create_dir_all(&students).map_err(about(&students))?;
        let secret = secret(&folder.join(SECRET))?;
        let assignment = self.setup.questionnaire.assignment().name;
        let names: Vec<String> = self
            .students
            .iter()
            .map(|student| {
                let hash = hash_bytes(format!("{secret}/{assignment}/{}", student.name).as_bytes());
                format!("{}.html", &hash[..LETTERS])
            })
            .collect();
        let write = |path: &Path, text: &str| fs::write(path, text).map_err(about(path));
        for (student, name) in self.students.iter().zip(&names) {
            write(&students.join(name), &self.student_page(student))?;
        }
        // A server that lists folders would tell all names.
        write(&students.join("index.html"), &self.empty_page())?;
        // The pages of hand-ins that are no longer there.
        let current: HashSet<&str> = names.iter().map(String::as_str).collect();
        for entry in fs::read_dir(&students).map_err(about(&students))?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if is_page(&name) && !current.contains(name.as_str()) {
                fs::remove_file(entry.path()).map_err(about(&entry.path()))?;
            }
        }
        let pages: Vec<String> = names.iter().map(|name| format!("{STUDENTS}/{name}")).collect();
        write(&folder.join("grades.csv"), &self.csv_with(&pages))?;
        write(&folder.join("grades.json"), &format!("{:#}\n", self.json()))?;
        write(&folder.join("teacher.html"), &self.html())
    }

    fn empty_page(&self) -> String {
        let words = self.words;
        let text =
            words.word("Each student has a page of their own here; the teacher knows its address.");
        let title = self.title();
        self.document(title, &html! { main { h1 { (title) } p { (text) } } })
    }
}

/// The secret of a folder, which is made once.
fn secret(path: &Path) -> Result<String, Failure> {
    if let Some(bytes) = store::read(path, 1000)? {
        let text = String::from_utf8_lossy(&bytes).trim().to_string();
        if !text.is_empty() {
            return Ok(text);
        }
    }
    let secret = secret_word().map_err(Failure::Refused)?;
    store::LockedFile::lock(path)?.write(secret.as_bytes())?;
    Ok(secret)
}

/// Whether a file has the name of a student's page.
fn is_page(name: &str) -> bool {
    let stem = name.strip_suffix(".html").unwrap_or_default();
    stem.len() == LETTERS && stem.bytes().all(|byte| byte.is_ascii_hexdigit())
}
