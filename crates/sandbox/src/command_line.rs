//! The command line of an engine: its words, the files that they name, and the paths that it may
//! read.

use std::path::{self, Path, PathBuf};
use std::{env, fs};

use agon_core::quote;

/// The words of an engine's command line. They are split on spaces, quotes group words, and no
/// shell is involved.
#[derive(Clone, Debug)]
pub struct CommandLine {
    words: Vec<String>,
}

impl CommandLine {
    /// Splits a command line. The error says what is wrong with it.
    pub fn read(text: &str) -> Result<CommandLine, String> {
        let words = shlex::split(text)
            .ok_or_else(|| format!("the quotes of {} do not match", quote(text)))?;
        if words.is_empty() {
            return Err("there is no command".into());
        }
        Ok(CommandLine { words })
    }

    /// The program as written.
    pub fn program_word(&self) -> &str {
        // A command line has at least one word.
        &self.words[0]
    }

    /// The words as the engine gets them. It runs in its own folder, so the paths of files are made
    /// absolute, and the program is looked up on `PATH`.
    pub fn absolute_words(&self) -> Vec<PathBuf> {
        let (program, arguments) = (self.program(), &self.words[1..]);
        let arguments =
            arguments.iter().map(|word| named_path(word).unwrap_or_else(|| PathBuf::from(word)));
        [program].into_iter().chain(arguments).collect()
    }

    fn program(&self) -> PathBuf {
        let word = self.program_word();
        named_path(word).or_else(|| on_path(word)).unwrap_or_else(|| word.into())
    }

    /// The files that the words name, each with its word. A program on `PATH` is not among them: it
    /// belongs to the system.
    pub fn files(&self) -> Vec<(&str, PathBuf)> {
        let file = |word| named_path(word).filter(|path| path.is_file());
        self.words.iter().filter_map(|word| Some((word.as_str(), file(word)?))).collect()
    }

    /// What the engine may read besides the system: the files and folders that its words name, and
    /// the folders of these files and of its interpreter, unless such a folder contains something
    /// private.
    pub fn readable(&self, private: &[PathBuf]) -> Vec<PathBuf> {
        let own: Vec<PathBuf> = self.files().iter().map(|(_, path)| canonical(path)).collect();
        let mut private: Vec<PathBuf> = private.iter().map(|path| canonical(path)).collect();
        private.retain(|path| !own.contains(path));
        private.extend(shared_folders().iter().map(|path| canonical(path)));
        let is_open = |folder: &Path| !private.iter().any(|path| path.starts_with(folder));
        let mut readable = Vec::new();
        let named = self.words.iter().filter_map(|word| named_path(word).or_else(|| option(word)));
        for path in named.chain(on_path(self.program_word())) {
            // An interpreter may be a link into another installation.
            for path in [canonical(&path), path] {
                let folders = path.parent().filter(|_| !path.is_dir()).into_iter().flat_map(around);
                readable.extend(folders.filter(|folder| is_open(&canonical(folder))));
                readable.push(path);
            }
        }
        readable.sort();
        readable.dedup();
        readable
    }
}

/// The folder of a file. For a folder of programs, also the installation that it belongs to.
fn around(folder: &Path) -> impl Iterator<Item = PathBuf> {
    // Version managers such as pyenv have a folder `shims`.
    let is_bin = folder.file_name().is_some_and(|name| name == "bin" || name == "shims");
    let above = folder.parent().filter(|_| is_bin);
    [Some(folder), above].into_iter().flatten().map(Path::to_path_buf)
}

/// Folders that many programs share. No engine may read them as a whole.
fn shared_folders() -> Vec<PathBuf> {
    let home = directories::BaseDirs::new().map(|folders| folders.home_dir().to_path_buf());
    home.into_iter().chain(env::current_dir()).chain([env::temp_dir()]).collect()
}

/// The absolute path of a file that a word names, or of a folder if the word is a path.
fn named_path(word: &str) -> Option<PathBuf> {
    let path = Path::new(word);
    let is_named = path.is_file() || (word.contains('/') && path.is_dir());
    if is_named { path::absolute(word).ok() } else { None }
}

/// The file that an option names, as in `--weights=/home/ann/net`.
fn option(word: &str) -> Option<PathBuf> {
    let path = Path::new(word.split_once('=')?.1);
    (path.is_absolute() && path.exists()).then(|| path.to_path_buf())
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

fn canonical(path: &Path) -> PathBuf {
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
        CommandLine::read(words).unwrap().readable(private)
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
