//! Reads mazes from files and from standard input.

use std::path::Path;

use agon_games::theseus::Theseus;
use agon_host::Failure;

use crate::text_file::{about, text_file};

/// Reads a game from a file with a drawing or a position in one line; `-` is standard input.
pub fn read(file: &Path) -> Result<Theseus, Failure> {
    Theseus::from_text(&text_file(file)?).map_err(|refusal| about(file, &refusal.to_string()))
}
