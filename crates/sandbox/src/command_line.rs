//! The command line of a program: its words, the files that they name, and the paths that it may
//! read.
//!
//! A program runs in a folder of its own. Paths in its words are made absolute; bare names of
//! folders, and of files inside of an option, are left as they are, and linked into its folder.

use std::path::{self, Path, PathBuf};
use std::{env, fs};

use agon_core::quote;

use crate::EngineLimits;
use crate::grants::granted;

/// The words of a program's command line. They are split on spaces, quotes group words, and no
/// shell is involved.
#[derive(Clone, Debug)]
pub struct CommandLine {
    words: Vec<String>,
    /// The folder to which the names of files are relative.
    folder: PathBuf,
}

impl CommandLine {
    /// Splits a command line, whose paths are relative to the current folder. The error says what is
    /// wrong with it.
    pub fn read(text: &str) -> Result<CommandLine, String> {
        CommandLine::read_in(text, Path::new(""))
    }

    /// Splits a command line, whose paths are relative to this folder.
    pub fn read_in(text: &str, folder: &Path) -> Result<CommandLine, String> {
        let words = shlex::split(text)
            .ok_or_else(|| format!("the quotes of {} do not match", quote(text)))?;
        if words.is_empty() {
            return Err("there is no command".into());
        }
        Ok(CommandLine { words, folder: folder.into() })
    }

    /// The program as written.
    pub fn program_word(&self) -> &str {
        // A command line has at least one word.
        &self.words[0]
    }

    /// The words as the program gets them: paths are absolute, and the program is looked up on
    /// `PATH`.
    pub fn absolute_words(&self) -> Vec<PathBuf> {
        let (program, arguments) = (self.program(), &self.words[1..]);
        let arguments = arguments.iter().map(|word| Word::read(word, &self.folder).absolute());
        [program].into_iter().chain(arguments).collect()
    }

    fn program(&self) -> PathBuf {
        let word = self.program_word();
        let named = Word::read(word, &self.folder);
        match named.path() {
            Some(path) => path.into(),
            None => on_path(word).unwrap_or_else(|| word.into()),
        }
    }

    /// The files that whole words name, each with its word. A program on `PATH` is not among them:
    /// it belongs to the system.
    pub fn files(&self) -> Vec<(&str, PathBuf)> {
        let file = |word| {
            let named = Word::read(word, &self.folder);
            named.path().filter(|path| path.is_file()).map(Path::to_path_buf)
        };
        self.words.iter().filter_map(|word| Some((word.as_str(), file(word)?))).collect()
    }

    /// The bare names in its arguments that are linked into the program's folder, and where they
    /// lead.
    pub fn links(&self) -> Vec<(&str, PathBuf)> {
        let arguments = self.words[1..].iter().map(|word| Word::read(word, &self.folder));
        let mut links: Vec<_> = arguments.flat_map(Word::links).collect();
        links.sort();
        links.dedup();
        links
    }

    /// What the program may read besides the system: what its words name, the folders of these
    /// files and of its interpreter, and what the user grants. Folders that contain something
    /// private or that many programs share are left out; a grant of such a folder is an error.
    pub fn readable(&self, limits: &EngineLimits) -> Result<Vec<PathBuf>, String> {
        let own: Vec<PathBuf> = self.files().iter().map(|(_, path)| canonical(path)).collect();
        let mut private: Vec<PathBuf> = limits.private.iter().map(|path| canonical(path)).collect();
        private.retain(|path| !own.contains(path));
        let holds = |folder: &Path, paths: &[PathBuf]| {
            paths.iter().find(|path| path.starts_with(folder)).cloned()
        };
        let shared: Vec<PathBuf> = shared_folders().iter().map(|path| canonical(path)).collect();
        // The current folder may be named, but not the folders above it.
        let current = env::current_dir().map(|folder| canonical(&folder)).ok();
        let is_open =
            |folder: &Path| holds(folder, &private).is_none() && holds(folder, &shared).is_none();
        let is_around_open = |folder: &Path| {
            is_open(folder) && !current.as_ref().is_some_and(|current| current.starts_with(folder))
        };
        let mut readable = Vec::new();
        let named = self.words.iter().flat_map(|word| Word::read(word, &self.folder).paths());
        for path in named.chain(on_path(self.program_word())) {
            // An interpreter may be a link into another installation.
            for path in [canonical(&path), path] {
                if path.is_dir() {
                    readable.extend(is_open(&canonical(&path)).then_some(path));
                    continue;
                }
                if private.contains(&path) {
                    continue;
                }
                let folders = path.parent().into_iter().flat_map(around);
                readable.extend(folders.filter(|folder| is_around_open(&canonical(folder))));
                readable.push(path);
            }
        }
        for grant in granted().iter().chain(&limits.grants) {
            let grant = canonical(grant);
            if let Some(other) = holds(&grant, &private) {
                return Err(format!(
                    "may not be granted {}, which holds {} of others",
                    grant.display(),
                    other.display()
                ));
            }
            readable.push(grant);
        }
        readable.sort();
        readable.dedup();
        Ok(readable)
    }
}

/// A word of a command line, with the files and folders that it names: as a whole, after `=` or an
/// option of one letter, or in a list with colons, as in `-cp build:lib/a.jar`.
struct Word<'a> {
    word: &'a str,
    prefix: &'a str,
    /// The parts of the list, with their absolute paths if they exist.
    parts: Vec<(&'a str, Option<PathBuf>)>,
}

impl<'a> Word<'a> {
    fn read(word: &'a str, folder: &Path) -> Word<'a> {
        let is_option = word.starts_with('-') && word.is_char_boundary(2);
        let option = is_option.then(|| word.split_at(2));
        let value = word.find('=').map(|place| word.split_at(place + 1));
        for (prefix, list) in [Some(("", word)), value, option].into_iter().flatten() {
            // A name may have a colon.
            let whole = existing(list, folder);
            let split = || list.split(':').map(|part| (part, existing(part, folder))).collect();
            let parts: Vec<_> = whole.map_or_else(split, |path| vec![(list, Some(path))]);
            if parts.iter().any(|(_, path)| path.is_some()) {
                return Word { word, prefix, parts };
            }
        }
        Word { word, prefix: word, parts: Vec::new() }
    }

    /// The path, if the whole word is one.
    fn path(&self) -> Option<&Path> {
        match &self.parts[..] {
            [(part, Some(path))] if self.prefix.is_empty() && !self.is_linked(part, path) => {
                Some(path)
            }
            _ => None,
        }
    }

    /// Whether a part is a bare name. A file that is the whole word is not: programs look for other
    /// files beside it.
    fn is_linked(&self, part: &str, path: &Path) -> bool {
        let is_bare = !part.contains('/') && part != "." && part != "..";
        is_bare && (part != self.word || path.is_dir())
    }

    fn absolute(&self) -> PathBuf {
        if self.parts.is_empty() {
            return self.word.into();
        }
        let absolute = |(part, path): &(&str, Option<PathBuf>)| match path {
            Some(path) if !self.is_linked(part, path) => {
                let end = if part.ends_with(ALL_OF) { ALL_OF } else { "" };
                format!("{}{end}", path.display())
            }
            _ => part.to_string(),
        };
        let parts: Vec<String> = self.parts.iter().map(absolute).collect();
        format!("{}{}", self.prefix, parts.join(":")).into()
    }

    fn paths(self) -> impl Iterator<Item = PathBuf> {
        self.parts.into_iter().filter_map(|(_, path)| path)
    }

    fn links(self) -> Vec<(&'a str, PathBuf)> {
        let link = |(part, path): &(&'a str, Option<PathBuf>)| {
            let path = path.clone().filter(|path| self.is_linked(part, path))?;
            Some((part.strip_suffix(ALL_OF).unwrap_or(part), path))
        };
        self.parts.iter().filter_map(link).collect()
    }
}

/// The end of a part that means all files of a folder, in the class path of Java.
const ALL_OF: &str = "/*";

/// The absolute path of a part of a word, if it exists.
fn existing(part: &str, folder: &Path) -> Option<PathBuf> {
    let part = part.strip_suffix(ALL_OF).unwrap_or(part);
    let path = folder.join(part);
    (!part.is_empty() && path.exists()).then(|| path::absolute(path).ok()).flatten()
}

/// The folder of a file. For a folder of programs, also the installation that it belongs to.
fn around(folder: &Path) -> impl Iterator<Item = PathBuf> {
    // Version managers such as pyenv have a folder `shims`.
    let is_bin = folder.file_name().is_some_and(|name| name == "bin" || name == "shims");
    let above = folder.parent().filter(|_| is_bin);
    [Some(folder), above].into_iter().flatten().map(Path::to_path_buf)
}

/// Folders that many programs share. No program may read them as a whole.
pub fn shared_folders() -> Vec<PathBuf> {
    let home = directories::BaseDirs::new().map(|folders| folders.home_dir().to_path_buf());
    home.into_iter().chain([env::temp_dir()]).collect()
}

/// The program of this name on `PATH`.
pub fn on_path(word: &str) -> Option<PathBuf> {
    if word.contains('/') {
        return None;
    }
    let folders = env::var_os("PATH")?;
    let found =
        env::split_paths(&folders).map(|folder| folder.join(word)).find(|path| is_program(path));
    path::absolute(found?).ok()
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let about = fs::metadata(path);
    about.is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

pub fn canonical(path: &Path) -> PathBuf {
    fs::canonicalize(path).or_else(|_| path::absolute(path)).unwrap_or_else(|_| path.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let path = fs::canonicalize(folder.path()).unwrap();
        (folder, path)
    }

    fn readable(words: &str, private: &[PathBuf]) -> Vec<PathBuf> {
        let limits = EngineLimits { private: private.to_vec(), ..EngineLimits::default() };
        CommandLine::read(words).unwrap().readable(&limits).unwrap()
    }

    #[test]
    fn paths_are_absolute_and_bare_names_are_linked() {
        let (_held, folder) = files(&[
            "build/A.class",
            "lib/a.jar",
            "lib/b/c",
            "bot.py",
            "net",
            "odd:name/x",
            "name",
        ]);
        let shown = folder.display();
        let read = |words: &str| {
            let line = CommandLine::read_in(words, &folder).unwrap();
            let words = line.absolute_words();
            let words =
                words[1..].iter().map(|word| word.display().to_string()).collect::<Vec<_>>();
            let links: Vec<String> =
                line.links().iter().map(|(name, _)| name.to_string()).collect();
            assert!(line.links().iter().all(|(name, path)| *path == folder.join(name)));
            let open = line.readable(&EngineLimits::default()).unwrap();
            (words.join(" ").replace(&shown.to_string(), "HERE"), links.join(" "), open)
        };
        for (words, expected, linked, readable) in [
            ("java -cp build Main", "-cp build Main", "build", "build"),
            ("java -cp build:lib/a.jar Main", "-cp build:HERE/lib/a.jar Main", "build", "lib"),
            ("java -cp lib/* Main", "-cp HERE/lib/* Main", "", "lib"),
            ("java -cp . Main", "-cp HERE Main", "", ""),
            ("ghc -ilib -e main", "-ilib -e main", "lib", "lib"),
            ("x -ilib/b", "-iHERE/lib/b", "", "lib/b"),
            ("python3 bot.py", "HERE/bot.py", "", "bot.py"),
            ("python3 -m lib", "-m lib", "lib", "lib"),
            ("python3 ./bot.py --net=net", "HERE/bot.py --net=net", "net", "net"),
            ("x --net=lib/a.jar nets", "--net=HERE/lib/a.jar nets", "", "lib/a.jar"),
            ("x -cp odd:name", "-cp odd:name", "odd:name", "odd:name"),
            ("x -- --é= : :: = ''", "-- --é= : :: = ", "", ""),
        ] {
            let (found, links, open) = read(words);
            assert_eq!((found.as_str(), links.as_str()), (expected, linked), "{words}");
            let readable = folder.join(readable);
            assert!(readable == folder.join("") || open.contains(&readable), "{words}: {open:?}");
        }
    }

    #[test]
    fn a_grant_is_readable_unless_it_shows_what_is_private() {
        let (_held, folder) = files(&["lib/a", "bob/bot.py"]);
        let line = CommandLine::read("/bin/sh").unwrap();
        let grant = |name: &str| {
            let private = vec![folder.join("bob/bot.py")];
            let limits =
                EngineLimits { grants: vec![folder.join(name)], private, ..Default::default() };
            line.readable(&limits)
        };
        assert!(grant("lib").unwrap().contains(&folder.join("lib")));
        assert!(grant("bob").unwrap_err().contains("of others"));
        assert!(grant("").unwrap_err().contains("bob/bot.py"));
    }

    #[test]
    fn the_folder_of_a_program_is_readable_unless_it_holds_something_private() {
        let (_held, folder) = files(&["bob/bot.py", "ann/bot.py", "shared/a.py", "shared/b.py"]);
        let [bob, ann] = ["bob", "ann"].map(|name| folder.join(name));
        let bot = bob.join("bot.py");
        let command = format!("/bin/sh {}", bot.display());
        let open = readable(&command, &[ann.join("bot.py"), bot.clone()]);
        assert!(open.contains(&bob) && open.contains(&bot), "{open:?}");
        assert!(!open.iter().any(|path| ann.join("bot.py").starts_with(path)), "{open:?}");
        let [one, other] = ["a.py", "b.py"].map(|name| folder.join("shared").join(name));
        let open = readable(&format!("/bin/sh {}", one.display()), &[one.clone(), other.clone()]);
        assert!(open.contains(&one));
        assert!(!open.iter().any(|path| other.starts_with(path)), "{open:?}");
    }

    #[test]
    fn an_installation_is_readable_but_shared_folders_are_not() {
        let (_held, folder) = files(&["venv/bin/python", "venv/pyvenv.cfg"]);
        let open = readable(&folder.join("venv/bin/python").display().to_string(), &[]);
        assert!(open.contains(&folder.join("venv")), "{open:?}");
        assert!(!open.contains(&folder), "{open:?}");
        let open = readable("/bin/sh", &[]);
        assert!(!open.contains(&PathBuf::from("/")), "{open:?}");
        // A file in the shared folder for temporary files.
        let file = tempfile::NamedTempFile::new().unwrap();
        let open = readable(&format!("/bin/sh {}", file.path().display()), &[]);
        assert!(!open.contains(&canonical(&env::temp_dir())), "{open:?}");
    }
}
