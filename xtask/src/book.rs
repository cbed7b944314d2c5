//! The documentation as a book: `cargo xtask docs` writes it, and tests check its pages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::links::{included, is_external, links, resolve};
use crate::web_folder::{self, WebFolder};
use crate::{files, run_apart};

/// The contents of the book.
const SUMMARY: &str = "docs/SUMMARY.md";

/// The list of all files. It marks a folder that this task wrote.
const LIST: &str = "agon-book.json";

/// The default folder of the book.
const FOLDER: &str = "target/book";

/// Writes the book into a folder, which is replaced as a whole.
pub fn write(root: &Path, folder: Option<&str>) -> Result<(), String> {
    let faults = faults(root)?;
    if !faults.is_empty() {
        return Err(format!("the pages have faults:\n{}", faults.join("\n")));
    }
    let folder = root.join(folder.unwrap_or(FOLDER));
    let output = WebFolder { folder: &folder, list: LIST };
    output.check()?;
    let built = root.join("target/book-pages");
    let (from, to) = (root.to_string_lossy(), built.to_string_lossy());
    run_apart("site/book/Cargo.toml", "target/book-builder", &[&from, &to])?;
    let pages = web_folder::read(&built)?;
    output.replace(&pages)?;
    println!(
        "{}: {} files; open {}",
        folder.display(),
        pages.len(),
        folder.join("index.html").display()
    );
    Ok(())
}

/// All faults of the pages: broken links, missing pictures, pages that are missing in the contents.
pub fn faults(root: &Path) -> Result<Vec<String>, String> {
    let mut pages = BTreeMap::new();
    for path in files::below(root)? {
        let name = files::name_in(root, &path);
        if name.ends_with(".md") && !name.contains("/fixtures/") {
            pages.insert(name, files::read(&path)?);
        }
    }
    let is_there = |path: &str| root.join(path).exists();
    let mut faults: Vec<String> =
        pages.keys().flat_map(|page| link_faults(page, &pages, &is_there)).collect();
    faults.extend(summary_faults(&pages));
    Ok(faults)
}

/// The broken links of a page.
fn link_faults(
    page: &str,
    pages: &BTreeMap<String, String>,
    is_there: &impl Fn(&str) -> bool,
) -> Vec<String> {
    let text = &pages[page];
    let mut faults = Vec::new();
    if let Some(file) = included(text) {
        match resolve(page, file).is_some_and(|file| pages.contains_key(&file)) {
            true => (),
            false => faults.push(format!("{page}: includes {file}, which is not there")),
        }
    }
    for link in links(text) {
        let target = &text[link.target];
        if is_external(target) {
            continue;
        }
        let line = text[..link.whole.start].matches('\n').count() + 1;
        let Some(path) = resolve(page, target).filter(|path| is_there(path)) else {
            let what = if link.is_picture { "picture" } else { "file" };
            faults.push(format!("{page}:{line}: there is no {what} {target}"));
            continue;
        };
        let anchor = target.split_once('#').map(|(_, anchor)| anchor);
        if let (Some(anchor), Some(other)) = (anchor, pages.get(&path))
            && !anchors(other).iter().any(|known| known == anchor)
        {
            faults.push(format!("{page}:{line}: {path} has no heading #{anchor}"));
        }
    }
    faults
}

/// The anchors of a page's headings: what a link names after `#`.
fn anchors(page: &str) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut anchors = Vec::new();
    let mut is_code = false;
    for line in page.lines() {
        is_code ^= line.trim_start().starts_with("```");
        if is_code || !line.starts_with('#') {
            continue;
        }
        let anchor = anchor(line.trim_start_matches('#').trim());
        let count = seen.entry(anchor.clone()).or_default();
        anchors.push(if *count == 0 { anchor } else { format!("{anchor}-{count}") });
        *count += 1;
    }
    anchors
}

/// The anchor of a heading, as GitHub and mdBook make it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        _ if letter.is_alphanumeric() || "-_".contains(letter) => Some(letter),
        _ => None,
    });
    kept.flat_map(char::to_lowercase).collect()
}

/// The pages of docs/ that the contents lack or list twice.
fn summary_faults(pages: &BTreeMap<String, String>) -> Vec<String> {
    let Some(summary) = pages.get(SUMMARY) else { return vec![format!("{SUMMARY} is missing")] };
    let mut faults = Vec::new();
    let mut named = BTreeSet::new();
    for link in links(summary) {
        let target = &summary[link.target];
        match resolve(SUMMARY, target) {
            Some(page) if !named.insert(page.clone()) => {
                faults.push(format!("{SUMMARY}: names {page} twice"));
            }
            Some(_) => (),
            None => faults.push(format!("{SUMMARY}: {target} is not in docs/")),
        }
    }
    let in_docs = pages.keys().filter(|page| page.starts_with("docs/") && *page != SUMMARY);
    faults.extend(
        in_docs
            .filter(|page| !named.contains(*page))
            .map(|page| format!("{SUMMARY}: does not name {page}")),
    );
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(texts: &[(&str, &str)]) -> BTreeMap<String, String> {
        texts.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect()
    }

    /// All faults of some pages, with one picture beside them.
    fn found(texts: &[(&str, &str)]) -> Vec<String> {
        let pages = pages(texts);
        let is_there = |path: &str| pages.contains_key(path) || path == "docs/pictures/a.png";
        let links = pages.keys().flat_map(|page| link_faults(page, &pages, &is_there));
        links.chain(summary_faults(&pages)).collect()
    }

    const CONTENTS: (&str, &str) = (SUMMARY, "# Contents\n\n[One](one.md)\n- [Two](two.md)\n");

    #[test]
    fn pages_with_links_that_lead_somewhere_have_no_faults() {
        let one = "# One\n\n[two](two.md#a-part) [web](https://example.org) ![a](pictures/a.png)\n\
                   [up](../README.md) `[code](none.md)`\n\n```text\n[code](none.md)\n```\n";
        let two = "{{#include ../games/README.md}}\n";
        let texts = [CONTENTS, ("docs/one.md", one), ("docs/two.md", two)];
        let others = [("games/README.md", "# Two\n"), ("README.md", "[`a` b](docs/one.md)\n")];
        let faults = found(&[&texts[..], &others].concat());
        // An included page has the headings of the other file.
        assert_eq!(faults, ["docs/one.md:3: docs/two.md has no heading #a-part"]);
        let two = ("docs/two.md", "# Two\n\n## A part\n");
        assert_eq!(found(&[CONTENTS, ("docs/one.md", one), two, others[1]]), [""; 0]);
    }

    #[test]
    fn a_link_to_nothing_a_missing_picture_and_a_missing_heading_are_faults() {
        let one = "# One\n[x](none.md)\n![y](pictures/b.png)\n[z](#two)\n[two\nlines](../..)";
        let faults = found(&[CONTENTS, ("docs/one.md", one), ("docs/two.md", "")]);
        let expected = [
            "docs/one.md:2: there is no file none.md",
            "docs/one.md:3: there is no picture pictures/b.png",
            "docs/one.md:4: docs/one.md has no heading #two",
            "docs/one.md:5: there is no file ../..",
        ];
        assert_eq!(faults, expected);
        let faults =
            found(&[CONTENTS, ("docs/one.md", ""), ("docs/two.md", "{{#include ../a.md}}")]);
        assert_eq!(faults, ["docs/two.md: includes ../a.md, which is not there"]);
    }

    #[test]
    fn the_contents_name_every_page_once() {
        let faults =
            found(&[CONTENTS, ("docs/one.md", ""), ("docs/two.md", ""), ("docs/a/b.md", "")]);
        assert_eq!(faults, ["docs/SUMMARY.md: does not name docs/a/b.md"]);
        let twice = (SUMMARY, "[One](one.md) [Two](one.md)");
        assert_eq!(
            found(&[twice, ("docs/one.md", "")]),
            ["docs/SUMMARY.md: names docs/one.md twice"]
        );
        assert_eq!(found(&[("README.md", "")]), ["docs/SUMMARY.md is missing"]);
    }
}
