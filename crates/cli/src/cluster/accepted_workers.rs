//! The workers that this user's commands believe: a file with a public key and a name in each line.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use agon_core::quote;
use agon_host::store::{self, LockedFile, about_file};
use agon_host::{Failure, notice};
use agon_runner::{is_public_key, is_worker_name, short_key};

/// The size limit of the file, in bytes.
const MAX_FILE: u64 = 4 << 20;

/// The names of accepted workers by their keys.
pub type Accepted = BTreeMap<String, String>;

pub struct AcceptedWorkers {
    path: PathBuf,
    /// The last keys that could be read.
    last: RefCell<HashSet<String>>,
}

impl AcceptedWorkers {
    /// The list of this user.
    pub fn of_user() -> Result<AcceptedWorkers, Failure> {
        let folder = store::config_folder("--accept-all-workers")?;
        Ok(AcceptedWorkers::at(&folder.join("accepted-workers")))
    }

    fn at(path: &Path) -> AcceptedWorkers {
        AcceptedWorkers { path: path.into(), last: RefCell::default() }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the list. It is empty if there is no file.
    pub fn read(&self) -> Result<Accepted, Failure> {
        let bytes = store::read(&self.path, MAX_FILE)?.unwrap_or_default();
        let mut accepted = Accepted::new();
        for (number, line) in String::from_utf8_lossy(&bytes).lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (key, name) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            if !is_public_key(key) {
                let what = format!(
                    "line {}: {} is not the public key of a worker",
                    number + 1,
                    quote(key)
                );
                return Err(about_file(&self.path, &what));
            }
            accepted.insert(key.into(), name.trim().into());
        }
        Ok(accepted)
    }

    /// The accepted keys now. If the list cannot be read, those before.
    pub fn keys(&self) -> HashSet<String> {
        match self.read() {
            Ok(accepted) => {
                let keys: HashSet<String> = accepted.into_keys().collect();
                self.last.borrow_mut().clone_from(&keys);
                keys
            }
            Err(failure) => {
                notice(format_args!("{failure}; the accepted workers stay as before"));
                self.last.borrow().clone()
            }
        }
    }

    /// Changes the list, which is written whole.
    pub fn change(
        &self,
        change: impl FnOnce(&mut Accepted) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let file = LockedFile::lock(&self.path)?;
        let mut accepted = self.read()?;
        change(&mut accepted)?;
        let mut text =
            "# Workers whose results count, written by: agon workers URL accept\n".to_string();
        accepted.iter().for_each(|(key, name)| text.push_str(&format!("{key} {name}\n")));
        file.write(text.as_bytes())
    }
}

/// Finds workers by key or by name among those that are known, by key with their names. A key need
/// not be known.
pub fn find(words: &[String], known: &Accepted, where_: &str) -> Result<Accepted, Failure> {
    let mut found = Accepted::new();
    for word in words {
        if is_public_key(word) {
            found.insert(word.clone(), known.get(word).cloned().unwrap_or_default());
            continue;
        }
        let same: Vec<&String> =
            known.iter().filter(|(_, name)| *name == word).map(|(key, _)| key).collect();
        match same[..] {
            [key] => drop(found.insert(key.clone(), word.clone())),
            [] if word.len() > 50 || !is_worker_name(word) => {
                let what = format!(
                    "{} is neither the key nor the name of a worker: a key has 56 \
                    letters and digits and begins with U; check it for slips",
                    quote(word)
                );
                return Err(Failure::Usage(what));
            }
            [] => {
                let names: Vec<String> = known.iter().map(shown).collect();
                let there = if names.is_empty() { "none".into() } else { names.join(", ") };
                let what = format!("there is no worker {word} {where_}; there are: {there}");
                return Err(Failure::Refused(what));
            }
            _ => {
                let keys: Vec<&str> = same.iter().map(|key| key.as_str()).collect();
                let what = format!(
                    "{} workers have the name {word}: name the key of the one that \
                    you mean, {}",
                    keys.len(),
                    keys.join(" or ")
                );
                return Err(Failure::Refused(what));
            }
        }
    }
    Ok(found)
}

/// A worker for people.
fn shown((key, name): (&String, &String)) -> String {
    match name.is_empty() {
        true => key.clone(),
        false => format!("{name} ({}...)", short_key(key)),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use agon_runner::SigningKey;

    use super::*;

    #[test]
    fn workers_are_found_by_key_or_by_a_name_that_only_one_has() {
        let [ann, bob, new] = [(); 3].map(|()| SigningKey::random().public().to_string());
        let mut known = Accepted::from([(ann.clone(), "ann".into()), (bob.clone(), "bob".into())]);
        let search = |words: &[&str], known: &Accepted| {
            let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            find(&words, known, "here").map_err(|failure| failure.to_string())
        };
        let found = search(&["ann", &new], &known).unwrap();
        assert_eq!(found, Accepted::from([(ann.clone(), "ann".into()), (new.clone(), "".into())]));
        let unknown = search(&["cat"], &known).unwrap_err();
        assert!(
            unknown.contains("no worker cat here; there are: ") && unknown.contains("bob ("),
            "{unknown}"
        );
        let slip = format!("{}A", &ann[..55]);
        let slip = search(&[if slip == ann { "no key" } else { &slip }], &known).unwrap_err();
        assert!(slip.contains("neither the key nor the name"), "{slip}");
        known.insert(new.clone(), "ann".into());
        let twice = search(&["ann"], &known).unwrap_err();
        assert!(twice.contains("2 workers have the name ann") && twice.contains(&new), "{twice}");
    }

    #[test]
    fn the_list_is_read_back_and_nonsense_in_it_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let list = AcceptedWorkers::at(&folder.path().join("agon/accepted"));
        assert!(list.read().unwrap().is_empty());
        let key = SigningKey::random().public().to_string();
        list.change(|accepted| {
            accepted.insert(key.clone(), "ann".into());
            Ok(())
        })
        .unwrap();
        assert_eq!(list.read().unwrap(), Accepted::from([(key.clone(), "ann".into())]));
        assert_eq!(list.keys(), HashSet::from([key.clone()]));
        fs::write(list.path(), format!("{key} ann\nUNSENSE bob\n")).unwrap();
        let refused = list.read().unwrap_err().to_string();
        assert!(refused.contains("line 2: \"UNSENSE\" is not the public key"), "{refused}");
        assert_eq!(list.keys(), HashSet::from([key]), "those before stay");
    }
}
