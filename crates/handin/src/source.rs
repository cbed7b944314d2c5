//! The files of a hand-in, from a file, a folder or a zip: bounded, decoded, and the one to start
//! with chosen.

use std::fs::{self, File};
use std::io::{Cursor, Read as _};
use std::path::{Component, Path, PathBuf};

use encoding_rs::{Encoding, UTF_8, WINDOWS_1250, WINDOWS_1253};
use tempfile::TempDir;

use crate::assignment::Assignment;
use crate::reason::Reason;

/// The size limit of a file of code, in bytes.
pub const MAX_FILE: u64 = 1 << 20;

/// The size limit of all files of code, and of a zip, in bytes.
const MAX_BYTES: u64 = 32 << 20;

/// The most files and folders of a hand-in.
const MAX_ENTRIES: usize = 2000;

/// What a plain text has if it is a program, in one of the languages.
const SIGNS_OF_CODE: [&str; 5] = [":-", "::", "(defun", "class ", ")."];

/// The depth to which a folder is searched.
const MAX_DEPTH: usize = 8;

/// A file beside the hand-in that says what its functions are called.
pub const ADAPTER: &str = "agon-adapter.toml";

/// A file of ours that loads the files of a hand-in where none of them loads the others.
const ALL_FILES: &str = "agon-all-files.pl";

/// The files of a hand-in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The files of code, in the order of their paths.
    pub files: Vec<SourceFile>,
    /// The path of the file to start with, if one was chosen.
    pub entry: Option<String>,
    /// Files that may be the program, if none was chosen of them.
    rivals: Vec<String>,
    /// Files that are not code of the assignment's language.
    pub others: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path in the hand-in, with `/` between the parts.
    pub path: String,
    /// Its text. Windows line ends and byte order marks are gone.
    pub text: String,
}

impl Source {
    /// Reads the hand-in at a path. The error says what is wrong with it, and what to do.
    pub fn read(path: &Path, assignment: &Assignment) -> Result<Source, Reason> {
        let about = fs::symlink_metadata(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Reason::Nonexistent,
            _ => unreadable(error),
        })?;
        let mut found = Collected::default();
        if about.is_symlink() {
            return Err(Reason::Link);
        } else if about.is_dir() {
            found.add_folder(path, assignment)?;
        } else if about.is_file() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let limit = if is_zip(&name) { MAX_BYTES } else { MAX_FILE };
            let bytes = read_bounded(path, &name, limit)?;
            if let Some(reason) = foreign_kind(&bytes, assignment) {
                return Err(reason);
            }
            match bytes.starts_with(b"PK") {
                true => found.add_zip(bytes, assignment)?,
                // The student named this file, whatever its extension.
                false => {
                    let has_more = assignment.has_more_files && name == assignment.file;
                    found.code.push((name, bytes));
                    if has_more {
                        found.add_beside(path, assignment)?;
                    }
                }
            }
            found.add_ours_beside(path, assignment)?;
        } else {
            return Err(Reason::NotAFile);
        }
        found.into_source(assignment)
    }

    /// A hand-in from decoded files with their paths.
    pub fn of_files(files: Vec<(String, Vec<u8>)>) -> Result<Source, Reason> {
        let mut source = Source::default();
        for (path, bytes) in files {
            let path = safe_path(&path)?;
            let not_text = |_| Reason::NotText { file: path.clone() };
            let text = String::from_utf8(bytes).map_err(not_text)?;
            source.files.push(SourceFile { path, text });
        }
        Ok(source)
    }

    /// Takes another file to start with.
    pub fn start_with(&mut self, path: &str) -> Result<(), Reason> {
        let named =
            |file: &&SourceFile| file.path == path || file.path.ends_with(&format!("/{path}"));
        let file = self.files.iter().find(named);
        let missing = || Reason::NoFile { file: path.into(), files: self.list() };
        let file = file.ok_or_else(missing)?;
        self.entry = Some(file.path.clone());
        Ok(())
    }

    /// The file to start with.
    pub fn entry_file(&self) -> Option<&SourceFile> {
        self.files.iter().find(|file| Some(&file.path) == self.entry.as_ref())
    }

    /// The files with the assignment's name. Files that are equal are one.
    fn named(&self, assignment: &Assignment) -> Vec<&SourceFile> {
        let is_named =
            |file: &&SourceFile| file_name(&file.path).eq_ignore_ascii_case(assignment.file);
        let mut named: Vec<&SourceFile> = self.files.iter().filter(is_named).collect();
        named.dedup_by(|one, other| one.text == other.text);
        named
    }

    /// Refuses several files that may be the program, if none of them was chosen.
    pub fn check_entry(&self) -> Result<(), Reason> {
        match (&self.entry, self.rivals.first()) {
            (None, Some(first)) => {
                let paths: Vec<&str> = self.rivals.iter().map(String::as_str).collect();
                Err(Reason::SeveralFiles { files: shortened(&paths), first: first.clone() })
            }
            _ => Ok(()),
        }
    }

    /// The text of the adapter beside the hand-in, if there is one.
    pub fn adapter(&self) -> Option<&str> {
        let file = self.files.iter().find(|file| file_name(&file.path) == ADAPTER)?;
        Some(&file.text)
    }

    /// The student's bridge: code that says what cannot be found in the hand-in.
    pub fn bridge(&self, assignment: &Assignment) -> Option<&SourceFile> {
        let name = assignment.language.bridge();
        self.files.iter().find(|file| file_name(&file.path) == name)
    }

    /// Adds the course's bridge, unless the student has one.
    pub fn add_bridge(&mut self, text: &str, assignment: &Assignment) {
        if self.bridge(assignment).is_none() {
            let path = assignment.language.bridge().to_string();
            self.files.push(SourceFile { path, text: text.into() });
        }
    }

    /// Writes the files into a new folder with nothing else in it. The path is that of the file to
    /// start with, or of the folder.
    pub fn copy(&self) -> Result<(TempDir, PathBuf), Reason> {
        let text = unreadable;
        let folder = tempfile::Builder::new().prefix("agon-hand-in-").tempdir().map_err(text)?;
        for SourceFile { path, text: content } in &self.files {
            let to = folder.path().join(path);
            fs::create_dir_all(to.parent().unwrap_or(folder.path())).map_err(text)?;
            fs::write(to, content).map_err(text)?;
        }
        let entry = self
            .entry
            .as_ref()
            .map_or(folder.path().to_path_buf(), |entry| folder.path().join(entry));
        Ok((folder, entry))
    }

    fn list(&self) -> String {
        let paths: Vec<&str> = self.files.iter().map(|file| file.path.as_str()).collect();
        shortened(&paths)
    }
}

/// At most ten names, and how many more there are.
fn shortened(names: &[&str]) -> String {
    match names.len() {
        0..=10 => names.join(", "),
        more => format!("{} and {} more", names[..10].join(", "), more - 10),
    }
}

/// Whether a file is of Agon, not of the program.
fn is_ours(path: &str, assignment: &Assignment) -> bool {
    [ADAPTER, assignment.language.bridge()].contains(&file_name(path))
}

pub fn unreadable(error: std::io::Error) -> Reason {
    Reason::Unreadable { why: error.to_string() }
}

/// Files as they were found, before they are decoded.
#[derive(Default)]
struct Collected {
    code: Vec<(String, Vec<u8>)>,
    plain: Vec<(String, Vec<u8>)>,
    zips: Vec<(String, Vec<u8>)>,
    others: Vec<String>,
    entries: usize,
    bytes: u64,
    has_link: bool,
}

impl Collected {
    fn count(&mut self) -> Result<(), Reason> {
        self.entries += 1;
        match self.entries > MAX_ENTRIES {
            true => Err(Reason::TooManyFiles { most: MAX_ENTRIES }),
            false => Ok(()),
        }
    }

    fn add(&mut self, path: String, bytes: Vec<u8>, assignment: &Assignment) -> Result<(), Reason> {
        self.bytes += bytes.len() as u64;
        if self.bytes > MAX_BYTES {
            return Err(Reason::TooManyBytes { most: MAX_BYTES >> 20 });
        }
        match file_name(&path) {
            name if is_code(name, assignment) || name == ADAPTER => self.code.push((path, bytes)),
            name if is_zip(name) => self.zips.push((path, bytes)),
            _ => self.plain.push((path, bytes)),
        }
        Ok(())
    }

    /// Adds the files of code beside a file, in its folder.
    fn add_beside(&mut self, file: &Path, assignment: &Assignment) -> Result<(), Reason> {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let listed = fs::read_dir(folder.unwrap_or(Path::new("."))).map_err(unreadable)?;
        for entry in listed.flatten() {
            self.count()?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            let is_other = Some(entry.file_name().as_os_str()) != file.file_name();
            if is_file && is_other && is_code(&name, assignment) && !is_hidden(&name) {
                let bytes = read_bounded(&entry.path(), &name, MAX_FILE)?;
                self.add(name, bytes, assignment)?;
            }
        }
        Ok(())
    }

    /// Adds the files of a folder. Skips links and hidden files.
    fn add_folder(&mut self, root: &Path, assignment: &Assignment) -> Result<(), Reason> {
        let mut open = vec![(root.to_path_buf(), 0)];
        while let Some((folder, depth)) = open.pop() {
            let listed = fs::read_dir(&folder).map_err(unreadable)?;
            for entry in listed.flatten() {
                self.count()?;
                let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
                let inside = path.strip_prefix(root).unwrap_or(&path).to_string_lossy();
                let inside = inside.replace('\\', "/");
                match () {
                    () if is_hidden(&inside) => (),
                    () if kind.is_symlink() => self.has_link |= is_code(&inside, assignment),
                    () if kind.is_dir() && depth < MAX_DEPTH => open.push((path, depth + 1)),
                    () if !kind.is_file() => (),
                    () if is_wanted(&inside, assignment) => {
                        let limit = if is_zip(&inside) { MAX_BYTES } else { MAX_FILE };
                        let bytes = read_bounded(&path, &inside, limit)?;
                        self.add(inside, bytes, assignment)?;
                    }
                    () => self.others.push(inside),
                }
            }
        }
        Ok(())
    }

    fn add_zip(&mut self, bytes: Vec<u8>, assignment: &Assignment) -> Result<(), Reason> {
        let broken = |error: zip::result::ZipError| Reason::BadZip { why: error.to_string() };
        let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
        for place in 0..zip.len() {
            self.count()?;
            let mut file = zip.by_index(place).map_err(broken)?;
            let name = file.name().map_err(broken)?.into_owned();
            if file.is_dir() || file.is_symlink() {
                self.has_link |= file.is_symlink() && is_code(&name, assignment);
                continue;
            }
            let path = safe_path(&name)?;
            if is_hidden(&path) || is_zip(&path) || !is_wanted(&path, assignment) {
                self.others.push(path);
                continue;
            }
            // The size that the zip states may be a lie: reading is bounded.
            let mut content = Vec::new();
            let read = (&mut file).take(MAX_FILE + 1).read_to_end(&mut content);
            read.map_err(|error| Reason::BadZip { why: format!("{path}: {error}") })?;
            if content.len() as u64 > MAX_FILE {
                return Err(too_large(&path, MAX_FILE));
            }
            self.add(path, content, assignment)?;
        }
        Ok(())
    }

    /// Adds the adapter and the bridge in the folder of a file or zip, unless it has its own.
    fn add_ours_beside(&mut self, path: &Path, assignment: &Assignment) -> Result<(), Reason> {
        for name in [ADAPTER, assignment.language.bridge()] {
            let ours = path.with_file_name(name);
            let is_file = fs::symlink_metadata(&ours).is_ok_and(|about| about.is_file());
            if is_file && self.code.iter().all(|(path, _)| file_name(path) != name) {
                self.code.push((name.into(), read_bounded(&ours, name, MAX_FILE)?));
            }
        }
        Ok(())
    }

    fn into_source(mut self, assignment: &Assignment) -> Result<Source, Reason> {
        // A folder as a learning platform gives it out: the student's one zip in it.
        if self.code.is_empty() && self.zips.len() == 1 {
            let (_, bytes) = self.zips.remove(0);
            self.add_zip(bytes, assignment)?;
        }
        // Plain text is code where there is no other.
        let is_named = |(path, _): &(String, Vec<u8>)| {
            let stem = file_name(path).split('.').next().unwrap_or_default().to_lowercase();
            assignment.file.to_lowercase().starts_with(&stem)
        };
        if self.code.iter().all(|(path, _)| is_ours(path, assignment)) {
            let is_program = |(_, bytes): &(String, Vec<u8>)| {
                let text = decode(bytes, assignment).unwrap_or_default();
                SIGNS_OF_CODE.iter().any(|sign| text.contains(sign))
            };
            let (programs, others): (Vec<_>, Vec<_>) =
                self.plain.into_iter().partition(|file| is_program(file));
            let named = programs.iter().any(is_named);
            let (taken, left): (Vec<_>, Vec<_>) =
                programs.into_iter().partition(|file| !named || is_named(file));
            (self.code, self.plain) = ([self.code, taken].concat(), [left, others].concat());
        }
        let others =
            self.others.iter().chain(self.zips.iter().chain(&self.plain).map(|(path, _)| path));
        let mut source = Source { others: others.cloned().collect(), ..Source::default() };
        for (path, bytes) in self.code {
            let text = decode(&bytes, assignment);
            let text = text.ok_or_else(|| Reason::NotText { file: path.clone() })?;
            source.files.push(SourceFile { path, text });
        }
        source.files.sort_by(|one, other| one.path.cmp(&other.path));
        source.others.sort();
        if source.files.iter().all(|file| is_ours(&file.path, assignment)) {
            let others: Vec<&str> = source.others.iter().map(String::as_str).collect();
            let language = assignment.language.name().to_string();
            let file = assignment.file.to_string();
            return Err(match others.as_slice() {
                _ if self.has_link => Reason::Link,
                [] => Reason::Empty { language, file },
                others => Reason::NoCode { found: shortened(others), language, file },
            });
        }
        choose_entry(&mut source, assignment);
        Ok(source)
    }
}

/// The file to start with, unless all belong to the program: the one that defines the most functions
/// of the assignment, with the files that it loads; of several, one with the assignment's name. Files
/// that are equal are one.
fn choose_entry(source: &mut Source, assignment: &Assignment) {
    let language = assignment.language;
    let code: Vec<&SourceFile> =
        source.files.iter().filter(|file| !is_ours(&file.path, assignment)).collect();
    let is_named = |path: &str| file_name(path).eq_ignore_ascii_case(assignment.file);
    let mut best: Vec<&SourceFile> = match language.has_one_entry() {
        true => entries(&code, assignment),
        false if language.compiles_all() => source.named(assignment),
        false => {
            let texts = code.iter().map(|file| (file.path.as_str(), file.text.as_str()));
            let rivals = language.rivals(&texts.collect::<Vec<_>>());
            match code.as_slice() {
                [only] => vec![only],
                _ => code.iter().copied().filter(|file| rivals.contains(&&*file.path)).collect(),
            }
        }
    };
    if best.iter().any(|file| is_named(&file.path)) {
        best.retain(|file| is_named(&file.path));
    }
    best.dedup_by(|one, other| one.text == other.text);
    let paths: Vec<&str> = code.iter().map(|file| file.path.as_str()).collect();
    let most = best.first().map_or(0, |file| defined(&with_loaded(file, &code), assignment));
    let together = language.loading(&paths).filter(|_| defined(&code, assignment) > most);
    if let Some(text) = together {
        source.files.push(SourceFile { path: ALL_FILES.into(), text });
        source.entry = Some(ALL_FILES.into());
        return;
    }
    let paths: Vec<String> = best.iter().map(|file| file.path.clone()).collect();
    match paths.as_slice() {
        [only] => source.entry = Some(only.clone()),
        _ => source.rivals = paths,
    }
}

/// The files that define the most functions of the assignment, with the files that they load.
fn entries<'a>(code: &[&'a SourceFile], assignment: &Assignment) -> Vec<&'a SourceFile> {
    let count = |file: &&&'a SourceFile| defined(&with_loaded(file, code), assignment);
    let most = code.iter().map(|file| count(&file)).max().unwrap_or(0);
    let all: Vec<&SourceFile> = code.iter().filter(|file| count(file) == most).copied().collect();
    // A main program beside it, or a kit, would only add to what is loaded.
    let adds =
        |file: &SourceFile| all.iter().any(|other| loads(file, other) && !loads(other, file));
    all.iter().copied().filter(|file| !adds(file)).collect()
}

/// How many functions of the assignment are defined in these files together.
fn defined(files: &[&SourceFile], assignment: &Assignment) -> usize {
    let texts: Vec<&str> = files.iter().map(|file| file.text.as_str()).collect();
    assignment.language.defined(&texts.join("\n"), assignment.functions)
}

/// A file and those that it loads, directly or not.
fn with_loaded<'a>(file: &'a SourceFile, code: &[&'a SourceFile]) -> Vec<&'a SourceFile> {
    let mut found = vec![file];
    let mut place = 0;
    while let Some(&at) = found.get(place) {
        let new = code.iter().filter(|other| !found.contains(other) && loads(at, other));
        let new: Vec<&SourceFile> = new.copied().collect();
        found.extend(new);
        place += 1;
    }
    found
}

/// Whether a file loads another: a line that loads names it, with or without its extension.
fn loads(file: &SourceFile, other: &SourceFile) -> bool {
    const WORDS: [&str; 7] =
        ["consult", "ensure_loaded", "include", "use_module", "import", "load", ":- ["];
    let stem = file_name(&other.path).split('.').next().unwrap_or_default();
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    let names_it = |line: &str| line.split(|letter| !is_letter(letter)).any(|word| word == stem);
    let is_load = |line: &str| WORDS.iter().any(|word| line.contains(word));
    file.path != other.path && file.text.lines().any(|line| is_load(line) && names_it(line))
}

/// Reads a file, which has this path in the hand-in.
fn read_bounded(path: &Path, inside: &str, limit: u64) -> Result<Vec<u8>, Reason> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    match bytes.len() as u64 > limit {
        true => Err(too_large(inside, limit)),
        false => Ok(bytes),
    }
}

fn too_large(file: &str, limit: u64) -> Reason {
    Reason::FileTooLarge { file: file.into(), most: limit >> 20 }
}

/// A path inside a zip or a task, with `/` between the parts. Refused if it leads out.
fn safe_path(path: &str) -> Result<String, Reason> {
    let path = path.replace('\\', "/");
    let is_inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    let is_drive = path.get(1..2) == Some(":");
    match !path.is_empty() && !is_drive && Path::new(&path).components().all(is_inside) {
        true => Ok(path.trim_start_matches("./").to_string()),
        false => Err(Reason::LeadsOut { path }),
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What systems and editors leave behind.
fn is_hidden(path: &str) -> bool {
    path.split('/').any(|part| part.starts_with('.') || part == "__MACOSX")
}

fn has_extension(name: &str, extension: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// Whether a file has an extension of the assignment's language.
pub fn is_code(name: &str, assignment: &Assignment) -> bool {
    assignment.language.extensions().iter().any(|extension| has_extension(name, extension))
}

/// Whether a file may be a hand-in although its extension is none of a language.
pub fn is_plain(name: &str) -> bool {
    has_extension(name, "txt") || is_zip(name)
}

fn is_zip(name: &str) -> bool {
    has_extension(name, "zip")
}

fn is_wanted(path: &str, assignment: &Assignment) -> bool {
    is_code(path, assignment) || is_plain(path) || file_name(path) == ADAPTER
}

/// Why a file is plainly no program.
fn foreign_kind(bytes: &[u8], assignment: &Assignment) -> Option<Reason> {
    let kinds: [(&[u8], &str); 6] = [
        (b"%PDF", "PDF"),
        (b"\x7fELF", "ELF"),
        (b"MZ", "EXE"),
        (b"\xca\xfe\xba\xbe", "CLASS"),
        (b"Rar!", "RAR"),
        (b"7z\xbc\xaf", "7z"),
    ];
    let &(_, kind) = kinds.iter().find(|(magic, _)| bytes.starts_with(magic))?;
    let (language, file) = (assignment.language.name().into(), assignment.file.into());
    Some(match kind {
        "RAR" | "7z" => Reason::Archive { kind: kind.into() },
        _ => Reason::Foreign { kind: kind.into(), language, file },
    })
}

/// The text of a file. Without a mark it is UTF-8, or else in the old encoding of the assignment's
/// country.
fn decode(bytes: &[u8], assignment: &Assignment) -> Option<String> {
    let marked = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    let wide = || match bytes {
        [0, low, ..] if *low != 0 => Some(encoding_rs::UTF_16BE),
        [low, 0, ..] if *low != 0 => Some(encoding_rs::UTF_16LE),
        _ => None,
    };
    let old = if assignment.name == "byte" { WINDOWS_1250 } else { WINDOWS_1253 };
    let plain = if std::str::from_utf8(bytes).is_ok() { UTF_8 } else { old };
    let (text, _, _) = marked.or_else(wide).unwrap_or(plain).decode(bytes);
    (!text.contains('\0')).then(|| text.replace("\r\n", "\n"))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::find_assignment;

    fn folder(files: &[(&str, &[u8])]) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, bytes) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        folder
    }

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (path, bytes) in files {
            let options = zip::write::SimpleFileOptions::default();
            zip.start_file(*path, options).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn read(assignment: &str, files: &[(&str, &[u8])]) -> Result<Source, Reason> {
        let read = Source::read(folder(files).path(), find_assignment(assignment).unwrap());
        read.and_then(|source| source.check_entry().map(|()| source))
    }

    const PROGRAM: &[u8] = b"successor([],[]).\nplay(X,Y) :- successor(X,Y).\n";

    #[test]
    fn files_folders_and_zips_are_read_alike() {
        let nim = find_assignment("nim").unwrap();
        let zip = zipped(&[("ann's work/nim.pl", PROGRAM), ("ann's work/report.docx", b"x")]);
        let files: [(&str, &[u8]); 3] =
            [("a.pl", PROGRAM), ("b.zip", &zip), ("c/in/it.txt", PROGRAM)];
        let class = folder(&files);
        for (name, entry) in [("a.pl", "a.pl"), ("b.zip", "ann's work/nim.pl"), ("c", "in/it.txt")]
        {
            let source = Source::read(&class.path().join(name), nim).unwrap();
            assert_eq!(source.entry.as_deref(), Some(entry));
            let (folder, path) = source.copy().unwrap();
            assert_eq!(fs::read(&path).unwrap(), PROGRAM);
            assert_eq!(path, folder.path().join(entry));
        }
        let nested = read("nim", &[("submission.zip", &zip)]).unwrap();
        assert_eq!(nested.entry.as_deref(), Some("ann's work/nim.pl"));
        assert_eq!(nested.others, ["ann's work/report.docx"]);
    }

    #[test]
    fn texts_of_all_encodings_are_decoded() {
        let nim = find_assignment("nim").unwrap();
        let byte = find_assignment("byte").unwrap();
        assert_eq!(decode(b"\xef\xbb\xbf% \xce\xb1\r\na.\r\n", nim).unwrap(), "% α\na.\n");
        assert_eq!(decode(b"% \xe1", nim).unwrap(), "% α");
        assert_eq!(decode(b"; \xe8", byte).unwrap(), "; č");
        assert_eq!(decode(b"\xff\xfea\0.\0", nim).unwrap(), "a.");
        assert_eq!(decode(b"a\0.\0", nim).unwrap(), "a.");
        assert_eq!(decode(b"\x7f\0\0\0\0", nim), None);
    }

    #[test]
    fn the_file_that_has_the_program_is_the_one_to_start_with() {
        let stub = b"module StudentCode where\ntryMove = undefined\ninitializeGame = undefined\n";
        let real = b"module StudentCode where\ntryMove g m = g\ninitializeGame a b = (a, b)\n";
        let files: [(&str, &[u8]); 3] = [
            ("kit/StudentCode.hs", stub),
            ("ours/StudentCode.hs", real),
            ("Main.hs", b"main = tryMove"),
        ];
        assert_eq!(
            read("santorini", &files).unwrap().entry.as_deref(),
            Some("ours/StudentCode.hs")
        );
        let other: &[u8] = b"tryMove g m = m\ninitializeGame a b = (b, a)\n";
        let two: [(&str, &[u8]); 2] = [("a/StudentCode.hs", real), ("b/StudentCode.hs", other)];
        let refused = read("santorini", &two).unwrap_err().to_string();
        assert!(
            refused.contains("a/StudentCode.hs, b/StudentCode.hs; name the right one"),
            "{refused}"
        );
        let same: [(&str, &[u8]); 2] = [("a/StudentCode.hs", real), ("b/StudentCode.hs", real)];
        assert!(read("santorini", &same).is_ok());
    }

    #[test]
    fn files_that_load_others_come_first() {
        let rules: (&str, &[u8]) = ("parts/rules.pl", b"successor([1],[]).\n");
        let play: (&str, &[u8]) = ("parts/game.pl", b"play([1],[]).\nutility([1],lose).\n");
        let start: (&str, &[u8]) = ("go.pl", b":- consult('parts/rules').\n:- [parts/game].\n");
        let entry = |files: &[(&str, &[u8])]| read("nim", files).unwrap().entry.unwrap();
        assert_eq!(entry(&[rules, play, start]), "go.pl");
        let loading: (&str, &[u8]) = ("parts/game.pl", b":- [rules].\nplay([1],[]).\n");
        assert_eq!(entry(&[rules, loading]), "parts/game.pl");
        let whole: (&str, &[u8]) = ("nim.pl", b"successor([1],[]).\nplay([1],[]).\n");
        let main: (&str, &[u8]) = ("main.pl", b":- consult(nim).\n:- read(X), play(X, _).\n");
        assert_eq!(entry(&[whole, main]), "nim.pl");
        let source = read("nim", &[rules, play]).unwrap();
        let text = &source.entry_file().unwrap().text;
        assert_eq!(text, ":- consult('parts/game.pl').\n:- consult('parts/rules.pl').\n");
    }

    #[test]
    fn files_of_lisp_belong_together_unless_two_are_the_whole_program() {
        let program = |names: &str| {
            let functions = names.split(' ').map(|name| format!("(defun {name} (s) s)\n"));
            functions.collect::<String>().into_bytes()
        };
        let (whole, old) = (program("a b c d e f"), program("a b c d E"));
        let (part, start) = (program("g h"), b"(load \"part.lisp\")".to_vec());
        let entry = |files: &[(&str, &[u8])]| read("byte", files).map(|source| source.entry);
        assert_eq!(entry(&[("part.lisp", &part), ("start.lisp", &start)]), Ok(None));
        assert_eq!(entry(&[("ours.cl", &whole)]), Ok(Some("ours.cl".into())));
        let refused = entry(&[("new/a.lisp", &whole), ("old/a.lisp", &old)]).unwrap_err();
        assert!(refused.to_string().contains("new/a.lisp, old/a.lisp; name the right one"));
        let named = entry(&[("byte.lisp", &whole), ("old.lisp", &old)]);
        assert_eq!(named, Ok(Some("byte.lisp".into())));
    }

    #[test]
    fn nonsense_gets_a_clear_sentence() {
        let nim = find_assignment("nim").unwrap();
        let refused = |files: &[(&str, &[u8])]| read("nim", files).unwrap_err().to_string();
        assert!(refused(&[]).starts_with("is empty: a hand-in is written in Prolog, as nim.pl"));
        assert!(refused(&[("a.docx", b"x")]).starts_with("has no file of Prolog, but a.docx"));
        let out = zipped(&[("../../etc/nim.pl", PROGRAM)]);
        assert_eq!(
            refused(&[("a.zip", &out)]),
            "has a file whose path leads out of it: ../../etc/nim.pl"
        );
        let bomb = zipped(&[("nim.pl", &vec![b' '; (MAX_FILE + 1) as usize])]);
        assert!(bomb.len() < 10_000);
        assert_eq!(refused(&[("a.zip", &bomb)]), "has a file that is larger than 1 MiB: nim.pl");
        let large = vec![b' '; MAX_FILE as usize];
        let paths: Vec<String> = (0..33).map(|place| format!("{place}.pl")).collect();
        let many: Vec<(&str, &[u8])> =
            paths.iter().map(|path| (path.as_str(), &large[..])).collect();
        assert_eq!(
            refused(&[("a.zip", &zipped(&many))]),
            "has more than 32 MiB of files: hand in only the program"
        );
        assert!(refused(&[("a.zip", b"PK nonsense")]).starts_with("is a zip that cannot be read"));
        let pdf = folder(&[("nim.pl", b"%PDF-1.4")]);
        let refused = Source::read(&pdf.path().join("nim.pl"), nim).unwrap_err().to_string();
        assert!(
            refused.starts_with("is a PDF file, not a program: a hand-in is written in Prolog"),
            "{refused}"
        );
        assert_eq!(Source::read(Path::new("/nowhere"), nim), Err(Reason::Nonexistent));
        let crowd = tempfile::tempdir().unwrap();
        (0..=MAX_ENTRIES)
            .for_each(|file| fs::write(crowd.path().join(format!("{file}.pl")), "").unwrap());
        let refused = Source::read(crowd.path(), nim).unwrap_err().to_string();
        assert_eq!(refused, "has more than 2000 files: hand in only the program");
    }
}
