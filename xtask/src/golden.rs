//! The golden playthroughs: one random line of play for each game, stored in the game's folder.

use std::fs;
use std::path::Path;

use agon_arena::{GAMES, playthrough};

/// Rewrites the playthrough of every game.
pub fn write(root: &Path) -> Result<(), String> {
    for entry in GAMES {
        let path = root.join("crates/games/src").join(entry.name).join("playthrough.txt");
        let fresh = path.with_extension("new");
        fs::write(&fresh, playthrough(entry, 1))
            .and_then(|()| fs::rename(&fresh, &path))
            .map_err(|error| format!("{} could not be written: {error}", path.display()))?;
        println!("{}", path.display());
    }
    Ok(())
}
