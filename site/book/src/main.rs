//! Makes the book of the documentation: HTML pages, made by mdBook as a library.

mod links;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mdbook_driver::MDBook;
use mdbook_driver::book::{Book, BookItem, Chapter};
use mdbook_driver::errors::{Error, Result};
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [root, folder] = &arguments[..] else {
        eprintln!("usage: agon-book ROOT FOLDER");
        return ExitCode::from(2);
    };
    match build(root, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the book of a repository into a folder.
fn build(root: &Path, folder: &Path) -> Result<()> {
    let mut book = MDBook::load(root.join("docs"))?;
    book.config.build.build_dir = folder.to_path_buf();
    let include = Include { root: root.to_path_buf(), pages: pages(&book.book)? };
    book.with_preprocessor(include);
    book.build()
}

/// Which page of the book shows which file of the repository, both as paths from its root.
fn pages(book: &Book) -> Result<BTreeMap<String, String>> {
    let mut pages = BTreeMap::new();
    for item in book.iter() {
        let BookItem::Chapter(Chapter { path: Some(path), content, .. }) = item else { continue };
        let page = format!("docs/{}", path.display());
        let file = match links::included(content) {
            Some(other) => {
                let file = links::resolve(&page, other);
                file.ok_or_else(|| {
                    Error::msg(format!("{page} includes {other}, which is elsewhere"))
                })?
            }
            None => page.clone(),
        };
        pages.insert(file, page);
    }
    Ok(pages)
}

/// Puts files from outside of docs/ into pages that include them, and makes links between files
/// links between pages. What is no page of the book is named without a link: readers of the book
/// may not have the repository.
struct Include {
    root: PathBuf,
    pages: BTreeMap<String, String>,
}

impl Preprocessor for Include {
    fn name(&self) -> &str {
        "agon"
    }

    fn run(&self, _: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let mut result = Ok(());
        book.for_each_mut(|item| {
            if let (BookItem::Chapter(chapter), Ok(())) = (item, &result) {
                result = self.rewrite(chapter);
            }
        });
        result.map(|()| book)
    }
}

impl Include {
    fn rewrite(&self, chapter: &mut Chapter) -> Result<()> {
        let Some(path) = &chapter.path else { return Ok(()) };
        let page = format!("docs/{}", path.display());
        let found = self.pages.iter().find(|(_, shown)| **shown == page);
        let file = found.map_or(&page, |(file, _)| file);
        if *file != page {
            let path = self.root.join(file);
            let text = fs::read_to_string(&path);
            chapter.content = text.map_err(|error| Error::msg(format!("{file}: {error}")))?;
        }
        let mut content = chapter.content.clone();
        // From the end, so that places before stay where they are.
        for link in links::links(&chapter.content).into_iter().rev() {
            let target = &chapter.content[link.target.clone()];
            if links::is_external(target) || target.starts_with('#') {
                continue;
            }
            let named = links::resolve(file, target).filter(|named| self.root.join(named).exists());
            let named = named.ok_or_else(|| Error::msg(format!("{file}: there is no {target}")))?;
            let shown = self.pages.get(&named).unwrap_or(&named);
            let anchor = target.find('#').map_or("", |place| &target[place..]);
            match shown.strip_prefix("docs/").filter(|_| self.root.join(&named).is_file()) {
                Some(_) => {
                    let target = format!("{}{anchor}", relative(&page, shown));
                    content.replace_range(link.target, &target);
                }
                None if link.is_picture => {
                    return Err(Error::msg(format!("{file}: {target} is not in docs/")));
                }
                None => content.replace_range(link.whole, &chapter.content[link.text]),
            }
        }
        chapter.content = content;
        Ok(())
    }
}

/// The path from a page to another file.
fn relative(page: &str, file: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (page.split('/').collect(), file.split('/').collect());
    let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = vec![".."; from.len() - 1 - shared.min(from.len() - 1)];
    [&up[..], &to[shared.min(to.len() - 1)..]].concat().join("/")
}
