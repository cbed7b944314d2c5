//! The files of the page, embedded in the program.

use std::borrow::Cow;

use rust_embed::RustEmbed;

/// Debug builds read the files from disk, so that a change needs no rebuild.
#[derive(RustEmbed)]
#[folder = "."]
#[exclude = "Cargo.*"]
#[exclude = "*.rs"]
#[exclude = "*.d.ts"]
#[exclude = "tsconfig.json"]
#[exclude = "site/*"]
struct Web;

/// A file of the page.
pub struct WebFile {
    /// What it contains.
    pub data: Cow<'static, [u8]>,
    /// The SHA-256 of what it contains.
    pub hash: [u8; 32],
}

/// The file of a name such as `boards/svg.js`.
pub fn web_file(name: &str) -> Option<WebFile> {
    let file = Web::get(name)?;
    Some(WebFile { hash: file.metadata.sha256_hash(), data: file.data })
}

/// The names of all files.
pub fn web_file_names() -> impl Iterator<Item = Cow<'static, str>> {
    Web::iter()
}
