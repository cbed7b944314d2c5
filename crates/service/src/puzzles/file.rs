//! Files of puzzles: JSON with a version, as docs/puzzles.md describes it.

use std::collections::HashSet;

use agon_arena::puzzle::{MAX_PUZZLE_MOVES, Puzzle, PuzzleGoal, PuzzleTheme};
use agon_arena::{GameEntry, find};
use agon_core::{Side, quote};
use serde::{Deserialize, Serialize};

/// The version of the format that this program writes, and the latest that it reads. Version 1 had no
/// themes, and another measure of difficulty.
pub const VERSION: u32 = 2;

/// The first field of a file.
const FORMAT: &str = "agon puzzles";

/// The size limit of a file in bytes, and the most puzzles of a file.
pub const MAX_BYTES: usize = 1 << 20;
const MAX_PUZZLES: usize = 2_000;

agon_core::refusals! {
    /// Why a file of puzzles is refused.
    pub enum PuzzleFileRefusal {
        Json { reason: String } => "the file of puzzles is damaged: {reason}",
        Format { found: String } => "this is no file of puzzles: its format is {found}, not \"agon puzzles\"",
        Newer { found: u32, known: u32 } => "the file of puzzles has version {found}, and this program reads versions up to {known}: use a newer agon",
        Version { found: u32 } => "there is no version {found} of files of puzzles: the first is 1",
        Size { most: usize } => "a file of puzzles has at most {most} bytes",
        Count { found: usize, most: usize } => "a file has 1 to {most} puzzles, not {found}",
        Game { found: String } => "{found} is not a game with puzzles",
        OtherGame { found: String, wanted: String } => "these are puzzles of {found}, not of {wanted}",
        Puzzle { number: usize, reason: String } => "puzzle {number} is wrong: {reason}",
    }
}

#[derive(Clone, Debug)]
pub struct PuzzleFile {
    pub entry: &'static GameEntry,
    /// The seed that made the puzzles.
    pub seed: u64,
    /// The puzzles, the easiest first.
    pub puzzles: Vec<StoredPuzzle>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPuzzle {
    /// Its name, which follows from position and goal. Browsers remember solved puzzles by it.
    pub id: String,
    /// The position in the game's notation.
    pub position: String,
    pub side: Side,
    pub goal: PuzzleGoal,
    pub line: Vec<String>,
    /// What it is about; files of version 1 do not say.
    pub theme: Option<PuzzleTheme>,
    pub rating: u32,
}

#[derive(Deserialize)]
struct Version {
    format: String,
    version: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonFile {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u32,
    game: String,
    seed: u64,
    puzzles: Vec<JsonPuzzle>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct JsonPuzzle {
    position: String,
    side: Side,
    goal: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    line: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    theme: Option<String>,
    #[serde(alias = "difficulty")]
    rating: u32,
}

impl PuzzleFile {
    /// Reads a file. Refused if anything in it is invalid. `agon puzzles check` proves that the
    /// solutions are unique.
    pub fn read(bytes: &[u8]) -> Result<PuzzleFile, PuzzleFileRefusal> {
        if bytes.len() > MAX_BYTES {
            return Err(PuzzleFileRefusal::Size { most: MAX_BYTES });
        }
        let damaged =
            |error: serde_json::Error| PuzzleFileRefusal::Json { reason: error.to_string() };
        // A newer version may have unknown fields.
        let head: Version = serde_json::from_slice(bytes).map_err(damaged)?;
        if head.format != FORMAT {
            return Err(PuzzleFileRefusal::Format { found: quote(&head.format) });
        }
        match head.version {
            0 => return Err(PuzzleFileRefusal::Version { found: 0 }),
            1..=VERSION => (),
            found => return Err(PuzzleFileRefusal::Newer { found, known: VERSION }),
        }
        let file: JsonFile = serde_json::from_slice(bytes).map_err(damaged)?;
        let entry = find(&file.game).filter(|entry| entry.puzzles.is_some());
        let entry = entry.ok_or_else(|| PuzzleFileRefusal::Game { found: quote(&file.game) })?;
        if !(1..=MAX_PUZZLES).contains(&file.puzzles.len()) {
            let found = file.puzzles.len();
            return Err(PuzzleFileRefusal::Count { found, most: MAX_PUZZLES });
        }
        let mut known = HashSet::new();
        let mut puzzles: Vec<StoredPuzzle> = Vec::new();
        for (place, puzzle) in file.puzzles.into_iter().enumerate() {
            let wrong = |reason| PuzzleFileRefusal::Puzzle { number: place + 1, reason };
            let puzzle = stored(entry, puzzle).map_err(wrong)?;
            if !known.insert(puzzle.id.clone()) {
                return Err(wrong("it is there twice".into()));
            }
            let before = puzzles.last().map_or(0, |last| last.rating);
            if puzzle.rating < before {
                return Err(wrong("it is easier than the one before it".into()));
            }
            puzzles.push(puzzle);
        }
        Ok(PuzzleFile { entry, seed: file.seed, puzzles })
    }

    /// The text of a file, one line for each puzzle.
    pub fn write(game: &str, seed: u64, puzzles: &[Puzzle]) -> String {
        let line = |puzzle: &Puzzle| {
            let json = JsonPuzzle {
                position: puzzle.position.clone(),
                side: puzzle.side,
                goal: puzzle.goal.word().into(),
                moves: puzzle.goal.moves(),
                line: puzzle.line.join(" "),
                theme: Some(puzzle.theme.word().into()),
                rating: puzzle.rating,
            };
            serde_json::to_string(&json).unwrap_or_default()
        };
        let lines: Vec<String> = puzzles.iter().map(line).collect();
        let head = format!(
            "{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"game\":\"{game}\",\"seed\":{seed},\"puzzles\":["
        );
        format!("{head}\n{}\n]}}\n", lines.join(",\n"))
    }
}

/// A puzzle with a valid position and a legal solution.
fn stored(entry: &GameEntry, puzzle: JsonPuzzle) -> Result<StoredPuzzle, String> {
    let goal = PuzzleGoal::of_word(&puzzle.goal, puzzle.moves).ok_or_else(|| {
        format!(
            "its goal must be win or hold with 1 to {MAX_PUZZLE_MOVES} moves, or only, not {}",
            quote(&puzzle.goal)
        )
    })?;
    let theme = puzzle.theme.as_deref().map(|word| {
        let known = PuzzleTheme::ALL.map(PuzzleTheme::word).join(", ");
        let unknown = || format!("its theme must be one of {known}, not {}", quote(word));
        PuzzleTheme::of_word(word).ok_or_else(unknown)
    });
    let theme = theme.transpose()?;
    let refused = |refused: agon_arena::Refused| refused.to_string();
    let mut session = entry.open(&puzzle.position).map_err(refused)?;
    let position = session.position();
    let side = session.to_move();
    if side != puzzle.side {
        return Err("the other side is to move".into());
    }
    let line: Vec<String> = puzzle.line.split_whitespace().map(String::from).collect();
    if line.is_empty() || line.len() > 2 * MAX_PUZZLE_MOVES as usize {
        return Err(format!("its solution has {} moves", line.len()));
    }
    session.play_all(&puzzle.line).map_err(refused)?;
    Ok(StoredPuzzle {
        id: id(&position, goal),
        position,
        side,
        goal,
        line: session.history(),
        theme,
        rating: puzzle.rating,
    })
}

/// A short name for a position and a goal: FNV-1a, which is the same in every version.
fn id(position: &str, goal: PuzzleGoal) -> String {
    let text = format!("{position} {goal}");
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{:012x}", hash >> 16)
}
