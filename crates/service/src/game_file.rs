//! Games whose rules are a file: what people write on the page, and what comes with the program.

use agon_arena::{GAME_FILE, file_session};
use agon_game_file::{DatalogGame, SourceFile, find_shipped, load_files, shipped};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::lobby::kind_info;
use crate::protocol::{CheckedGame, GameFiles, GameInfo, RequestError, RuleFile};
use crate::refusal::{ServiceRefusal, check_range};
use crate::resources::Resources;

/// The longest name of a file, without its ending.
const MAX_NAME: usize = 40;

/// The longest text of a game, in bytes; the files that it includes come with the program.
const MAX_SOURCE: usize = 1 << 16;

/// A move or a position of a game takes at most so many steps here: a view of the game makes some
/// hundred of them.
const MAX_STEPS: u64 = 1 << 20;

/// Games have at most so many possible moves here.
const MAX_MOVES: u32 = 1 << 15;

/// The memory of one thread that works with a game, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// The texts of a game, as they are stored with it and sent to where its jobs run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredFile {
    pub(crate) title: String,
    pub(crate) sides: [String; 2],
    /// The names and texts of its files, its own first.
    pub(crate) files: Vec<(String, String)>,
    /// The board when it was stored, so that a list need not compile the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) scene: Option<Value>,
}

impl StoredFile {
    pub(crate) fn of(game: &DatalogGame) -> StoredFile {
        let files = game.files().into_iter().map(|file| (file.name, file.text));
        let rules = game.rules();
        let (title, sides) = (rules.title().to_string(), rules.sides().clone());
        StoredFile { title, sides, files: files.collect(), scene: None }
    }

    pub(crate) fn read(text: &str) -> Option<StoredFile> {
        serde_json::from_str(text).ok()
    }

    pub(crate) fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The game, compiled.
    pub(crate) fn load(&self) -> Result<DatalogGame, RequestError> {
        let file =
            |(name, text): &(String, String)| SourceFile { name: name.clone(), text: text.clone() };
        bounded(load_files(&self.files.iter().map(file).collect::<Vec<_>>())?)
    }
}

/// Refuses a game that takes too long, or too much memory, for a server that others use, too.
pub(crate) fn bounded(game: DatalogGame) -> Result<DatalogGame, RequestError> {
    let rules = game.rules();
    let too_large = |what: &str, found: u64, most: u64| {
        let what = what.to_string();
        Err(ServiceRefusal::GameTooLarge { what, found, most }.into())
    };
    if rules.steps() > MAX_STEPS {
        return too_large("steps for a position", rules.steps(), MAX_STEPS);
    }
    if rules.move_count() > MAX_MOVES {
        return too_large("possible moves", rules.move_count().into(), MAX_MOVES.into());
    }
    if rules.bytes() > MAX_BYTES {
        return too_large("bytes of memory", rules.bytes() as u64, MAX_BYTES as u64);
    }
    Ok(game)
}

/// The game of a text. It can include files that come with the program.
pub(crate) fn load_text(source: &str) -> Result<DatalogGame, RequestError> {
    check_range("file", source.len(), 1, MAX_SOURCE)?;
    let file = SourceFile { name: own_name(source), text: source.replace("\r\n", "\n") };
    bounded(load_files(&[file])?)
}

/// The name of the file of a text: that of its game, unless a file of this name comes with the
/// program.
fn own_name(source: &str) -> String {
    let named =
        source.lines().find_map(|line| line.trim().strip_prefix("game ")?.split('.').next());
    let name = named.map_or("", str::trim);
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let file = format!("{name}.game");
    let is_own = (1..=MAX_NAME).contains(&name.len())
        && name.chars().all(is_word)
        && shipped().all(|known| known != file);
    if is_own { file } else { "my.game".into() }
}

/// A game that comes with the program as a file.
pub(crate) fn shipped_file(name: &str) -> Option<DatalogGame> {
    name.ends_with(".game").then(|| DatalogGame::shipped(name))?
}

/// The files that come with the program, to begin with.
pub fn game_files() -> GameFiles {
    let files = shipped().filter_map(|name| {
        let source = find_shipped(name).ok()?;
        Some(RuleFile { name: name.into(), source })
    });
    GameFiles { files: files.collect() }
}

/// What the page shows of a game while its text is written. Refused with the errors, each with its
/// line.
pub fn check_file(source: &str, resources: &Resources) -> Result<CheckedGame, RequestError> {
    let game = load_text(source)?;
    let session = file_session(game.clone());
    let moves = session.moves();
    let rules = game.rules();
    // A measure that falls is 0 at last, where no move can let it fall.
    let plies = rules.counted_plies().map_or(rules.max_plies() - 1, u32::from);
    Ok(CheckedGame {
        moves: moves.len(),
        examples: moves.into_iter().take(EXAMPLES).map(|listed| listed.text).collect(),
        plies,
        info: file_info(&game, resources),
    })
}

/// How many of the first moves are shown.
const EXAMPLES: usize = 12;

/// What the page must know of a game whose rules are a file.
pub(crate) fn file_info(game: &DatalogGame, resources: &Resources) -> GameInfo {
    let mut info = kind_info(&GAME_FILE, file_session(game.clone()), resources, false);
    info.name = game.kind().into();
    info.title = game.rules().title().to_string().into();
    info.sides = game.rules().sides().clone().map(Into::into);
    info
}
