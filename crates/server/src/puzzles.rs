//! The puzzles of a server: files of its data folder replace those of the program.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use agon_host::notice;
use agon_service::puzzles::{MAX_BYTES, PuzzleFiles};

/// The folder inside the data folder with a file `GAME.json` for each game.
const FOLDER: &str = "puzzles";

/// The puzzles of a data folder. A file that cannot be read is reported; its game then has no
/// puzzles, and the page says why.
pub fn of_folder(folder: &Path) -> PuzzleFiles {
    let files = PuzzleFiles::new(|game| {
        let path = folder.join(FOLDER).join(format!("{game}.json"));
        let file = File::open(path).ok()?;
        let mut bytes = Vec::new();
        // One byte more than allowed, so that a larger file is refused.
        file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).unwrap_or_default();
        Some(bytes)
    });
    for (game, error) in files.faults() {
        let path = folder.join(FOLDER).join(format!("{game}.json"));
        notice(format_args!("{}: {}", path.display(), error.text));
    }
    files
}
