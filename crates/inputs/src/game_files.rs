//! Games whose rules are a file on disk.

use std::path::{Component, Path};

use agon_arena::{GameEntry, find, open_game_file};
use agon_host::store;

/// The size limit of a game file, in bytes.
const LONGEST: u64 = 64 << 10;

/// Opens a game file by its path. If there is none, it may be one that comes with the program.
/// What it includes comes with the program or stands in its folder. The error says what is wrong,
/// and in which line.
pub fn open(name: &str) -> Result<&'static GameEntry, String> {
    let path = Path::new(name);
    let plain = |text: String| text.strip_prefix("error: ").map(String::from).unwrap_or(text);
    let read =
        |path: &Path| store::read(path, LONGEST).map_err(|failure| plain(failure.to_string()));
    let Some(source) = read(path)? else {
        return find(name).ok_or_else(|| {
            let shipped: Vec<&str> = agon_game_file::shipped().collect();
            let shipped = shipped.join(", ");
            format!("there is no file {name}; these come with the program: {shipped}")
        });
    };
    let mut include = |other: &str| {
        let mut parts = Path::new(other).components();
        let (Some(Component::Normal(_)), None) = (parts.next(), parts.next()) else {
            return Err("a file is included from the folder of the one that does so".into());
        };
        let beside = path.with_file_name(other);
        let bytes = read(&beside)?.ok_or("there is no such file beside it or in the program")?;
        String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_string())
    };
    let game = agon_game_file::load(name, &source, &mut include);
    open_game_file(name, game.map_err(|diagnostics| plain(diagnostics.to_string()))?)
}

/// The game of this name, a game of the program or a file.
pub fn game_named(name: &str) -> Result<&'static GameEntry, String> {
    match agon_arena::is_game_file(name) {
        true => open(name),
        false => find(name).ok_or_else(|| format!("there is no game {name}")),
    }
}
