//! The house rules that a machine can check.

use std::path::Path;

use crate::{book, files, layers, schemas};

/// Checks every file of the project; the error lists all faults.
pub fn check(root: &Path) -> Result<(), String> {
    let games: Vec<String> = files::folders(&root.join("crates/games/src"))?;
    let sources = sources(root)?;
    let mut faults = Vec::new();
    for (name, text) in &sources {
        faults.extend(source_faults(name, text));
        faults.extend(layers::faults(name, text, &games));
    }
    let architecture = files::read(&root.join("ARCHITECTURE.md"))?;
    let manifest = files::read(&root.join("Cargo.toml"))?;
    faults.extend(dependencies_without_reason(&manifest));
    faults.extend(missing_paths(&architecture, root));
    faults.extend(book::faults(root)?);
    faults.extend(schemas::faults(root)?);
    if faults.is_empty() {
        println!("tidy");
        return Ok(());
    }
    Err(format!("the tree is not tidy:\n{}", faults.join("\n")))
}

/// The Rust files: relative paths and texts.
fn sources(root: &Path) -> Result<Vec<(String, String)>, String> {
    let mut sources = Vec::new();
    for path in files::below(root)?.iter().filter(|path| path.extension() == Some("rs".as_ref())) {
        sources.push((files::name_in(root, path), files::read(path)?));
    }
    Ok(sources)
}

/// The faults of a source file by itself.
fn source_faults(name: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if !text.starts_with("//! ") {
        faults.push(format!("{name}: does not open with a //! line that says what it is for"));
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

/// Paths in ARCHITECTURE.md that do not exist. `games/x/` stands for the folder of any game, and a name
/// alone is in the folder of the path before it.
fn missing_paths(architecture: &str, root: &Path) -> Vec<String> {
    let quoted = architecture.split('`').skip(1).step_by(2);
    let is_path = |text: &&str| {
        let is_file = [".rs", ".js", ".toml"].iter().any(|end| text.ends_with(end));
        (is_file || text.contains('/')) && !text.contains([' ', ':', '!'])
    };
    let mut folder = String::new();
    let mut missing = Vec::new();
    for path in quoted.filter(is_path) {
        let path = &path.replace("/x/", "/tictactoe/");
        if is_there(root, path) {
            let above = path.trim_end_matches('/').rsplit_once('/');
            folder = above.map_or("", |(folder, _)| folder).to_string();
        } else if !is_there(root, &format!("{folder}/{path}")) {
            missing.push(format!("ARCHITECTURE.md: {path} does not exist"));
        }
    }
    missing
}

/// Whether a path of the map exists: `crates` and `src` may be left out.
fn is_there(root: &Path, path: &str) -> bool {
    let (first, rest) = path.split_once('/').unwrap_or((path, ""));
    let folder = root.join("crates").join(first);
    let places = [root.join(path), root.join(first).join("src").join(rest)];
    places
        .into_iter()
        .chain([folder.join("src").join(rest), folder.join(rest)])
        .any(|it| it.exists())
}

/// Foreign dependencies without a comment above that gives the reason.
fn dependencies_without_reason(manifest: &str) -> Vec<String> {
    let section = manifest.split("[workspace.dependencies]\n").nth(1).unwrap_or("");
    let lines: Vec<&str> = section.lines().take_while(|line| !line.starts_with('[')).collect();
    let is_bare = |pair: &&[&str]| !pair[0].starts_with("# ") && pair[1].contains('=');
    let bare = lines.windows(2).filter(is_bare).map(|pair| pair[1]);
    let others = bare.filter(|line| !line.starts_with("agon"));
    others.map(|line| format!("Cargo.toml: gives no reason for {line}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_must_say_what_it_is_for_and_have_a_name() {
        assert_eq!(source_faults("a/board.rs", "//! Draws.\nfn f() {}\n"), Vec::<String>::new());
        assert_eq!(source_faults("a/board.rs", "fn f() {}\n").len(), 1);
        assert_eq!(source_faults("a/utils.rs", "//! Things.\n").len(), 1);
    }

    #[test]
    fn the_paths_of_the_map_must_exist() {
        let map = "`xtask/tidy.rs` and `files.rs`, `games/nim/`, `a/b` | `games/x/` | `ugi:./a` `board.rs`";
        let missing = ["a/b", "board.rs"].map(|it| format!("ARCHITECTURE.md: {it} does not exist"));
        assert_eq!(missing_paths(map, &crate::root()), missing);
    }

    #[test]
    fn a_dependency_stands_below_its_reason() {
        let manifest = "[workspace.dependencies]\nagon-core = { path = \"x\" }\n\n# why\nclap = \"4\"\n[profile.x]\ny = 1\n";
        assert_eq!(dependencies_without_reason(manifest), Vec::<String>::new());
        assert_eq!(dependencies_without_reason(&manifest.replace("# why\n", "")).len(), 1);
    }
}
