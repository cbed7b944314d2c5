//! Java: a driver that compiles what the hand-in's player needs, and asks it by reflection.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use std::{fs, io};

use super::{Language, Setup, text};

/// The driver, whose first class has the main program.
const DRIVER: [&str; 8] = [
    include_str!("java/AgonDriver.java"),
    include_str!("java/Harness.java"),
    include_str!("java/Sources.java"),
    include_str!("java/Program.java"),
    include_str!("java/Builder.java"),
    include_str!("java/World.java"),
    include_str!("java/Paste.java"),
    concat!(include_str!("java/Words.java"), "\n", include_str!("java/Look.java")),
];

/// The folder of the driver in the copy of a hand-in. The driver does not look into it.
const FOLDER: &str = ".agon";

/// Options that keep the program small and quick to start.
const OPTIONS: [&str; 6] = [
    "-XX:-UsePerfData",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Xshare:auto",
    "-Xmx512m",
    "-Djava.awt.headless=true",
];

/// Hand-ins in Java. A question is a list of commands of `Harness.java`, separated by `~`; each
/// response is a part of the answer. The definitions map the names of methods in hand-ins to those
/// in the assignment.
pub struct Java;

impl Language for Java {
    fn name(&self) -> &'static str {
        "Java"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["java"]
    }

    fn has_one_entry(&self) -> bool {
        false
    }

    fn compiles_all(&self) -> bool {
        true
    }

    fn bridge(&self) -> &'static str {
        "BoardAdapter.java"
    }

    fn skeleton(&self) -> &'static str {
        include_str!("java/BoardAdapter.txt")
    }

    fn interpreters(&self) -> &'static [&'static str] {
        &["javac"]
    }

    fn package(&self) -> &'static str {
        "default-jdk-headless"
    }

    fn command(&self, setup: &Setup) -> io::Result<Vec<String>> {
        let folder = setup.folder.join(FOLDER);
        fs::create_dir_all(&folder)?;
        // The user may name either program, with options for `java`.
        let named = Path::new(setup.interpreter.first().map_or("javac", String::as_str));
        let driver = match &*compiled(&named.with_file_name("javac")) {
            Some(classes) => {
                for (name, bytes) in classes {
                    fs::write(folder.join(name), bytes)?;
                }
                vec!["-cp".into(), text(&folder), "AgonDriver".into()]
            }
            // Java then compiles it at each start.
            None => {
                let driver = folder.join("AgonDriver.java");
                fs::write(&driver, joined(&DRIVER))?;
                vec![text(&driver)]
            }
        };
        let mut words = vec![text(&named.with_file_name("java"))];
        words.extend(setup.interpreter.iter().skip(1).cloned());
        words.extend(OPTIONS.map(String::from));
        let millis = setup.load_limit.as_millis().to_string();
        words.extend(driver);
        words.extend([text(&setup.folder), text(&setup.hand_in), millis]);
        for (name, assigned) in &setup.definitions {
            let changed = assigned.iter().filter(|assigned| *assigned != name);
            words.extend(changed.map(|assigned| format!("{assigned}={name}")));
        }
        Ok(words)
    }

    fn opening(&self, setup: &Setup) -> Vec<String> {
        vec![setup.word.clone()]
    }

    fn question(&self, number: u64, limit: Duration, text: &str) -> String {
        format!("{number} {} {text}", limit.as_millis())
    }

    fn is_loaded(&self, sections: &BTreeMap<String, String>) -> bool {
        !sections.contains_key("failed")
    }
}

/// The names of class files, and what is in them.
type Classes = Vec<(String, Vec<u8>)>;

/// The driver, compiled once for each compiler: this takes as long as a start. None if it fails.
fn compiled(javac: &Path) -> Arc<Option<Classes>> {
    static KNOWN: OnceLock<Mutex<HashMap<PathBuf, Arc<Option<Classes>>>>> = OnceLock::new();
    let mut known =
        KNOWN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(javac.into()).or_insert_with(|| Arc::new(compile(javac).ok())).clone()
}

fn compile(javac: &Path) -> io::Result<Classes> {
    let folder = tempfile::tempdir()?;
    let driver = folder.path().join("AgonDriver.java");
    fs::write(&driver, joined(&DRIVER))?;
    let options = OPTIONS.map(|option| format!("-J{option}"));
    let mut command = Command::new(javac);
    command.args(options).args(["-nowarn", "-proc:none", "-d"]).arg(folder.path()).arg(&driver);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if !command.status()?.success() {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let files = fs::read_dir(folder.path())?.collect::<io::Result<Vec<_>>>()?.into_iter();
    let classes = files.map(|file| (text(&file.path()), file.file_name()));
    let classes = classes.filter(|(path, _)| path.ends_with(".class"));
    classes.map(|(path, name)| Ok((name.to_string_lossy().into_owned(), fs::read(path)?))).collect()
}

/// One file of several, which Java starts without compiling it to files.
fn joined(files: &[&str]) -> String {
    let is_import = |line: &&str| line.starts_with("import ");
    let imports: BTreeSet<&str> =
        files.iter().flat_map(|file| file.lines()).filter(is_import).collect();
    let code = files.iter().flat_map(|file| file.lines()).filter(|line| !is_import(line));
    imports.into_iter().chain(code).flat_map(|line| [line, "\n"]).collect()
}
