//! The house rules that a machine can check.

use std::fs;
use std::path::{Path, PathBuf};

use crate::walls;

/// The longest file that can be read in one sitting, in lines.
const LONGEST: usize = 500;

/// Checks every file of the project; the error lists all faults.
pub fn check(root: &Path) -> Result<(), String> {
    let games: Vec<String> = folders(&root.join("crates/games/src"))?;
    let mut faults = Vec::new();
    for path in files(root)? {
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if name.ends_with(".rs") {
            faults.extend(source_faults(&name, &text));
            faults.extend(walls::faults(&name, &text, &games));
        }
    }
    faults.extend(undocumented_dependencies(root)?);
    if faults.is_empty() {
        println!("tidy");
        return Ok(());
    }
    Err(format!("the tree is not tidy:\n{}", faults.join("\n")))
}

/// What is wrong with a source file by itself.
fn source_faults(name: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if !text.starts_with("//! ") {
        faults.push(format!("{name}: does not open with a //! line that says what it is for"));
    }
    let lines = text.lines().count();
    if lines > LONGEST {
        faults.push(format!("{name}: {lines} lines are too many to read in one sitting"));
    }
    let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    if ["utils", "util", "helpers", "common", "misc"]
        .iter()
        .any(|vague| stem.as_deref() == Some(vague))
    {
        faults.push(format!("{name}: a file is named after the noun it holds"));
    }
    faults
}

/// The dependencies that ARCHITECTURE.md gives no reason for.
fn undocumented_dependencies(root: &Path) -> Result<Vec<String>, String> {
    let manifest = read(&root.join("Cargo.toml"))?;
    let reasons = read(&root.join("ARCHITECTURE.md"))?;
    let missing =
        dependencies(&manifest).into_iter().filter(|name| !reasons.contains(&format!("`{name}`")));
    Ok(missing.map(|name| format!("ARCHITECTURE.md: gives no reason for {name}")).collect())
}

/// The names of the shared dependencies of the workspace, our own crates aside.
fn dependencies(manifest: &str) -> Vec<&str> {
    let section = manifest.split("[workspace.dependencies]").nth(1).unwrap_or("");
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| Some(line.split_once('=')?.0.trim()));
    names.filter(|name| !name.starts_with("agon-")).collect()
}

/// All files below a folder but for what is built or hidden.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') || name == "target" {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

/// The names of the folders in a folder.
fn folders(folder: &Path) -> Result<Vec<String>, String> {
    let inside = entries(folder)?.into_iter().filter(|path| path.is_dir());
    Ok(inside.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let wrong = |error| format!("{} could not be read: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        paths.push(entry.map_err(wrong)?.path());
    }
    paths.sort();
    Ok(paths)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path)
        .map_err(|error| format!("{} could not be read: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_must_say_what_it_is_for_be_short_and_have_a_name() {
        assert_eq!(source_faults("a/board.rs", "//! Draws.\nfn f() {}\n"), Vec::<String>::new());
        assert_eq!(source_faults("a/board.rs", "fn f() {}\n").len(), 1);
        assert_eq!(source_faults("a/utils.rs", "//! Things.\n").len(), 1);
        assert_eq!(source_faults("a/board.rs", &"//! Long.\n".repeat(501)).len(), 1);
    }

    #[test]
    fn the_dependencies_of_a_manifest_are_found() {
        let manifest = "[workspace.dependencies]\nagon-core = { path = \"x\" }\nclap = \"4\"\n[profile.x]\ny = 1\n";
        assert_eq!(dependencies(manifest), ["clap"]);
    }
}
