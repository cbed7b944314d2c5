//! The house rules that a machine can check.

use std::fs;
use std::path::Path;

use crate::glossary::{self, Source};
use crate::{book, files, layers, schemas, trials};

/// The longest file that can be read in one sitting, in lines.
const LONGEST: usize = 500;

/// Checks every file of the project; the error lists all faults.
pub fn check(root: &Path) -> Result<(), String> {
    let games: Vec<String> = files::folders(&root.join("crates/games/src"))?;
    let sources = sources(root)?;
    let mut faults = Vec::new();
    for (name, text) in sources.iter().filter(|(name, _)| name.ends_with(".rs")) {
        faults.extend(source_faults(name, text));
        faults.extend(layers::faults(name, text, &games));
    }
    let architecture = files::read(&root.join("ARCHITECTURE.md"))?;
    let manifest = files::read(&root.join("Cargo.toml"))?;
    faults.extend(undocumented_dependencies(&manifest, &architecture));
    faults.extend(glossary::faults(&architecture, &sources, root));
    faults.extend(trials::faults(&sources));
    faults.extend(book::faults(root)?);
    faults.extend(schemas::faults(root)?);
    if faults.is_empty() {
        println!("tidy");
        return Ok(());
    }
    Err(format!("the tree is not tidy:\n{}", faults.join("\n")))
}

/// The files with code: Rust, and the modules of the page.
fn sources(root: &Path) -> Result<Vec<Source>, String> {
    let mut sources = Vec::new();
    for path in files::below(root)? {
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let is_module = name.starts_with("web/") && name.ends_with(".js");
        if !is_module && !name.ends_with(".rs") {
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else { continue };
        sources.push((name, text));
    }
    Ok(sources)
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
fn undocumented_dependencies(manifest: &str, architecture: &str) -> Vec<String> {
    let has_reason = |name: &&str| architecture.contains(&format!("`{name}`"));
    let missing = dependencies(manifest).into_iter().filter(|name| !has_reason(name));
    missing.map(|name| format!("ARCHITECTURE.md: gives no reason for {name}")).collect()
}

/// The names of the shared dependencies of the workspace, without our own crates.
fn dependencies(manifest: &str) -> Vec<&str> {
    let section = manifest.split("[workspace.dependencies]").nth(1).unwrap_or("");
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| Some(line.split_once('=')?.0.trim()));
    names.filter(|name| !name.starts_with("agon")).collect()
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
        assert_eq!(undocumented_dependencies(manifest, "| `clap` | app |"), Vec::<String>::new());
        assert_eq!(undocumented_dependencies(manifest, "clap").len(), 1);
    }
}
