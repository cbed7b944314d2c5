//! The files of the page, embedded in the program; and reports, which share its style and modules.

use std::borrow::Cow;

use rust_embed::RustEmbed;

pub mod report;

/// Debug builds read the files from disk, so that a change needs no rebuild.
#[derive(RustEmbed)]
#[cfg_attr(bundled_page, folder = "../target/page")]
#[cfg_attr(not(bundled_page), folder = ".")]
struct Web;

/// Whether a file of this folder is one of the page, and not one for compilers, for cargo, or of
/// the page without a server. Patterns of `rust-embed` would do, but compile a regex engine.
fn is_of_page(name: &str) -> bool {
    let begins = |start| name.starts_with(start);
    let ends = |end| name.ends_with(end);
    !["Cargo.", ".", "site/", "tests/"].into_iter().any(begins)
        && ![".rs", ".d.ts", "tsconfig.json", "package.json"].into_iter().any(ends)
}

/// A file of the page.
pub struct WebFile {
    /// What it contains.
    pub data: Cow<'static, [u8]>,
    /// The SHA-256 of what it contains.
    pub hash: [u8; 32],
}

/// The file of a name such as `boards/svg.js`.
pub fn web_file(name: &str) -> Option<WebFile> {
    let file = is_of_page(name).then(|| Web::get(name))??;
    Some(WebFile { hash: file.metadata.sha256_hash(), data: file.data })
}

/// The names of all files.
pub fn web_file_names() -> impl Iterator<Item = Cow<'static, str>> {
    Web::iter().filter(|name| is_of_page(name))
}
