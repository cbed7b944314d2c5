//! What the user lets programs read besides what their commands name, and which grant a program
//! lacks that could not read a file.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use agon_host::{Failure, store};

use crate::EngineLimits;
use crate::command_line::{canonical, shared_folders};

static GRANTED: OnceLock<Vec<PathBuf>> = OnceLock::new();

/// Lets all programs of this process read these files and folders.
pub fn grant(paths: &[PathBuf]) -> Result<(), Failure> {
    if let Some(missing) = paths.iter().find(|path| !path.exists()) {
        return Err(store::about_file(missing, "there is nothing to grant"));
    }
    let own = ["/", "/proc", "/dev", "/sys", "/tmp"].map(Path::new);
    if let Some(path) = paths.iter().find(|path| own.contains(&&*canonical(path))) {
        let what = "cannot be granted: a program has its own; grant a folder in it";
        return Err(store::about_file(path, what));
    }
    // They are set once, from the command line.
    let _ = GRANTED.set(paths.iter().map(|path| canonical(path)).collect());
    Ok(())
}

pub fn granted() -> &'static [PathBuf] {
    GRANTED.get().map_or(&[], Vec::as_slice)
}

/// Parts of messages that end a path.
const SEPARATORS: &str = "\"'`()[]{}<>,;\\";

/// The first file in the words of a program that exists, but is not below what it may read; and how
/// to grant it. What is private is not named.
pub fn hint(words: &str, limits: &EngineLimits, readable: &[PathBuf]) -> Option<String> {
    let folder = &limits.folder;
    let private: Vec<PathBuf> = limits.private.iter().map(|path| canonical(path)).collect();
    let is_hidden = |path: &Path| {
        let path = canonical(path);
        path.exists() && !readable.iter().any(|open| path.starts_with(canonical(open)))
    };
    let words = words.split(|letter: char| letter.is_whitespace() || SEPARATORS.contains(letter));
    for word in words.map(|word| word.trim_end_matches([':', '.'])) {
        let named = folder.join(word);
        // Java names a class without the end of its file.
        let class = folder.join(format!("{word}.class"));
        let is_named = !word.is_empty() && (word.contains('/') || named.is_file());
        let found = if is_named { Some(named) } else { class.is_file().then_some(class) };
        let Some(path) = found.filter(|path| path.parent().is_some() && is_hidden(path)) else {
            continue;
        };
        let path = canonical(&path);
        let holds =
            |folder: &Path, paths: &[PathBuf]| paths.iter().any(|it| it.starts_with(folder));
        if holds(&path, &private) {
            continue;
        }
        let around = path.parent().filter(|around| {
            path.is_file() && !holds(around, &private) && !holds(around, &shared_folders())
        });
        let granted = around.unwrap_or(&path);
        return Some(format!(
            "it may not read {}: --grant {} lets it",
            path.display(),
            granted.display()
        ));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_exists_but_is_hidden_is_named_with_its_grant() {
        let held = tempfile::tempdir().unwrap();
        let folder = canonical(held.path());
        std::fs::create_dir(folder.join("open")).unwrap();
        for name in ["net.txt", "open/x", "Main.class"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        let limits = EngineLimits { folder: folder.clone(), ..EngineLimits::default() };
        let hint = |words: &str, private: &[PathBuf]| {
            let limits = EngineLimits { private: private.to_vec(), ..limits.clone() };
            hint(words, &limits, &[folder.join("open"), "/usr".into()])
        };
        let private = [folder.join("net.txt")];
        assert_eq!(hint("no net.txt", &private), None);
        let own = hint("no Main", &private).unwrap();
        assert!(own.ends_with("Main.class lets it"), "not the folder of others: {own}");
        let hint = |words: &str| hint(words, &[]);
        let shown = folder.display();
        let lacks =
            |name: &str| Some(format!("it may not read {shown}/{name}: --grant {shown} lets it"));
        assert_eq!(hint("[Errno 2] No such file or directory: 'net.txt'"), lacks("net.txt"));
        assert_eq!(hint(&format!("Couldn't open #P\\\"{shown}/net.txt\\\":")), lacks("net.txt"));
        assert_eq!(hint("ClassNotFoundException: Main / at x"), lacks("Main.class"));
        for words in ["open/x is bad", "no.txt", "", "/ /usr/bin", "open Main2 at line 3."] {
            assert_eq!(hint(words), None, "{words}");
        }
    }
}
