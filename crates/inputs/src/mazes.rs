//! Reads mazes from files and from standard input.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use agon_arena::Refused;
use agon_core::{Game as _, Notation as _};
use agon_games::theseus::Theseus;
use agon_host::{Failure, store};

/// The size limit of a drawing, in bytes; the largest maze takes 8000.
const MAX_BYTES: u64 = 1 << 20;

/// Reads a game from a file with a drawing or a position in one line; `-` is standard input.
pub fn read(file: &Path) -> Result<Theseus, Failure> {
    let from_stdin = file == Path::new("-");
    let source: io::Result<Box<dyn io::Read>> = match from_stdin {
        true => Ok(Box::new(io::stdin().lock())),
        false => File::open(file).map(|file| Box::new(file) as Box<dyn io::Read>),
    };
    let mut bytes = Vec::new();
    let read = source.and_then(|source| source.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    let about = |what: &str| match from_stdin {
        true => Failure::Refused(format!("standard input: {what}")),
        false => store::about_file(file, what),
    };
    read.map_err(|error| match from_stdin {
        true => about(&error.to_string()),
        false => store::unreadable(file, &error),
    })?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(about("is too large for a drawing of a maze"));
    }
    let text = String::from_utf8(bytes).map_err(|_| about("is not text (UTF-8)"))?;
    // A file may also contain a start position in one line.
    if !text.contains('+')
        && let Ok((game, position)) = Theseus::read(&text)
        && position == game.start()
    {
        return Ok(game);
    }
    Theseus::from_drawing(&text).map_err(|refusal| about(&refusal.to_string()))
}

/// A position with another ply limit.
pub fn with_plies(text: &str, plies: u16) -> Result<String, Refused> {
    let (game, position) = Theseus::read(text)?;
    let text = game.with_plies(plies).write(&position);
    // Refuses a limit below the number of plies already played.
    Theseus::read(&text)?;
    Ok(text)
}
