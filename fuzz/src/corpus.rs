//! Inputs on disk: the corpus of the repository, what a run adds to it, and findings.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::features::hash_of;

/// Where inputs are.
#[derive(Clone, Debug)]
pub struct Folders {
    /// The kept corpus, a folder for each target.
    pub corpus: PathBuf,
    /// What runs write: `corpus`, `findings` and `running`.
    pub work: PathBuf,
}

impl Folders {
    /// The kept inputs of a target in order of their names, and with `all` also those that
    /// earlier runs added.
    pub fn inputs(&self, target: &str, all: bool) -> io::Result<Vec<Vec<u8>>> {
        let mut inputs = read_all(&self.corpus.join(target))?;
        if all {
            inputs.extend(read_all(&self.added(target))?);
        }
        Ok(inputs)
    }

    /// The folder of what runs add for a target.
    fn added(&self, target: &str) -> PathBuf {
        self.work.join("corpus").join(target)
    }

    /// The folder in which a process keeps its current inputs, one file for each thread.
    pub fn running(&self, process: u32) -> PathBuf {
        self.work.join("running").join(process.to_string())
    }

    /// Adds an interesting input of a target.
    pub fn add(&self, target: &str, input: &[u8]) -> io::Result<()> {
        write(&self.added(target).join(name(input)), input)
    }

    /// Writes a finding whole, and beside it what is wrong and how to replay it. Returns its path.
    pub fn add_finding(&self, target: &str, input: &[u8], what: &str) -> io::Result<PathBuf> {
        let path = self.work.join("findings").join(format!("{target}-{}", name(input)));
        write(&path, input)?;
        let replay = format!("cargo xtask fuzz --replay {} {target}", path.display());
        write(&path.with_extension("txt"), format!("{what}\n\n{replay}\n").as_bytes())?;
        Ok(path)
    }

    /// Replaces the kept corpus of a target.
    pub fn replace(&self, target: &str, inputs: &[Vec<u8>]) -> io::Result<()> {
        let folder = self.corpus.join(target);
        let kept: BTreeSet<String> = inputs.iter().map(|input| name(input)).collect();
        if folder.is_dir() {
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                if !kept.contains(&*entry.file_name().to_string_lossy()) {
                    fs::remove_file(entry.path())?;
                }
            }
        }
        inputs.iter().try_for_each(|input| write(&folder.join(name(input)), input))
    }
}

/// The name of an input: its hash.
fn name(input: &[u8]) -> String {
    format!("{:016x}", hash_of(input))
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, bytes)
}

fn read_all(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    // The order of a folder differs between machines.
    let paths: BTreeSet<PathBuf> = paths.collect::<io::Result<_>>()?;
    paths.iter().map(fs::read).collect()
}
