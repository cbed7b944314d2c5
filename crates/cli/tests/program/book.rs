//! The book of the documentation, as mdBook makes it. A trial, because building mdBook takes a
//! minute.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// All files below a folder, by relative path.
fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(inside).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => _ = found.insert(path.strip_prefix(folder).unwrap().to_path_buf()),
            }
        }
    }
    found
}

/// The targets in the attributes of a page: other pages, pictures, scripts.
fn targets(html: &str) -> Vec<&str> {
    let attributes = [" href=\"", " src=\""];
    let values = attributes.into_iter().flat_map(|attribute| html.split(attribute).skip(1));
    let values = values.filter_map(|rest| rest.split_once('"').map(|(value, _)| value));
    values.filter(|target| !target.contains(':')).collect()
}

/// The path and the anchor of a target.
fn resolve<'t>(page: &Path, target: &'t str) -> (PathBuf, &'t str) {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    if path.is_empty() {
        return (page.to_path_buf(), anchor);
    }
    let mut resolved = page.parent().unwrap().to_path_buf();
    for part in path.split('/') {
        match part {
            ".." => assert!(resolved.pop(), "{target} of {page:?} leaves the book"),
            "." | "" => (),
            _ => resolved.push(part),
        }
    }
    (resolved, anchor)
}

#[test]
#[ignore = "makes mdBook; cargo xtask trials book"]
fn the_book_has_every_page_and_its_links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--locked", "--quiet", "--manifest-path", "site/book/Cargo.toml"]);
    command.args(["--target-dir", "target/book-builder", "--"]).arg(&root).arg(&book);
    assert!(command.current_dir(&root).status().unwrap().success());
    let files = files(&book);
    let pages: Vec<&PathBuf> =
        files.iter().filter(|path| path.extension().is_some_and(|end| end == "html")).collect();
    let summary = fs::read_to_string(root.join("docs/SUMMARY.md")).unwrap();
    let chapters: Vec<&str> =
        summary.split("](").skip(1).map(|rest| rest.split_once(".md)").unwrap().0).collect();
    assert!(chapters.len() > 30, "{chapters:?}");
    for chapter in chapters {
        assert!(files.contains(Path::new(&format!("{chapter}.html"))), "{chapter} is not there");
    }
    for page in pages.into_iter().filter(|page| !page.ends_with("404.html")) {
        let html = fs::read_to_string(book.join(page)).unwrap();
        assert!(!html.contains("{{#"), "{page:?} includes nothing");
        for target in targets(&html) {
            let (path, anchor) = resolve(page, target);
            assert!(files.contains(&path), "{page:?}: there is no {target}");
            if !anchor.is_empty() && path.extension().is_some_and(|end| end == "html") {
                let other = fs::read_to_string(book.join(&path)).unwrap();
                let has = other.contains(&format!("id=\"{anchor}\""));
                assert!(has, "{page:?}: {path:?} has no #{anchor}");
            }
        }
    }
}
