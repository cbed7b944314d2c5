//! A folder of files for a web host. A task writes it as a whole and recognizes it later.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::files;

pub type Files = BTreeMap<String, Vec<u8>>;

/// A folder that a task writes.
pub struct WebFolder<'a> {
    /// The path of the folder.
    pub folder: &'a Path,
    /// The name of its list of files, which marks it as written by this task.
    pub list: &'a str,
}

impl WebFolder<'_> {
    /// Refuses a folder with foreign files.
    pub fn check(&self) -> Result<(), String> {
        let list = fs::read(self.folder.join(self.list)).ok();
        let written = list.and_then(|list| serde_json::from_slice::<BTreeSet<String>>(&list).ok());
        let written = written.unwrap_or_default();
        match names(self.folder)?.into_iter().find(|name| !written.contains(name)) {
            None => Ok(()),
            Some(other) => {
                let folder = self.folder.display();
                Err(format!(
                    "{folder} has other files, as {other}: name a new folder, or remove it"
                ))
            }
        }
    }

    /// Writes the files into a temporary folder, which then replaces the old one.
    pub fn replace(&self, contents: &Files) -> Result<(), String> {
        let named = |suffix: &str| {
            let mut name = self.folder.file_name().unwrap_or_default().to_os_string();
            name.push(suffix);
            self.folder.with_file_name(name)
        };
        let (new, old) = (named(".new"), named(".old"));
        let failed = |error: std::io::Error| format!("{}: {error}", self.folder.display());
        for left in [&new, &old] {
            WebFolder { folder: left, list: self.list }.check()?;
            if left.exists() {
                fs::remove_dir_all(left).map_err(failed)?;
            }
        }
        let list: Vec<&str> = contents.keys().map(String::as_str).chain([self.list]).collect();
        let list = serde_json::to_string(&list).map_err(|error| error.to_string())?;
        files::write_in(&new, self.list, list.as_bytes())?;
        for (name, data) in contents {
            files::write_in(&new, name, data)?;
        }
        if self.folder.exists() {
            fs::rename(self.folder, &old).map_err(failed)?;
        }
        fs::rename(&new, self.folder).map_err(failed)?;
        if old.exists() {
            fs::remove_dir_all(&old).map_err(failed)?;
        }
        Ok(())
    }
}

/// The names of all files in a folder and its subfolders. Empty if there is no folder.
pub fn names(folder: &Path) -> Result<Vec<String>, String> {
    let paths = if folder.exists() { files::walk(folder, &|_| true)? } else { Vec::new() };
    Ok(paths.iter().map(|path| files::name_in(folder, path)).collect())
}

/// Reads all files in a folder and its subfolders.
pub fn read(folder: &Path) -> Result<Files, String> {
    let names = names(folder)?.into_iter();
    names.map(|name| Ok((name.clone(), files::read_bytes(&folder.join(&name))?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[&str]) -> Files {
        names.iter().map(|name| (name.to_string(), name.as_bytes().to_vec())).collect()
    }

    #[test]
    fn a_folder_with_other_files_is_left_alone_and_an_old_one_is_replaced() {
        let folder = tempfile::TempDir::new().unwrap();
        let site = folder.path().join("site");
        let output = WebFolder { folder: &site, list: "list.json" };
        output.check().unwrap();
        output.replace(&files(&["a", "b/c"])).unwrap();
        output.check().unwrap();
        output.replace(&files(&["d"])).unwrap();
        assert!(!site.join("a").exists() && site.join("d").is_file());
        // Another task does not recognize it.
        assert!(WebFolder { folder: &site, list: "other.json" }.check().is_err());
        fs::write(site.join("mine"), "").unwrap();
        assert!(output.check().unwrap_err().contains("mine"));
        fs::remove_file(site.join("mine")).unwrap();
        // Nor is a folder whose name is needed.
        fs::create_dir(folder.path().join("site.old")).unwrap();
        fs::write(folder.path().join("site.old/mine"), "").unwrap();
        assert!(output.replace(&files(&["e"])).is_err());
        assert!(site.join("d").is_file() && folder.path().join("site.old/mine").is_file());
    }
}
