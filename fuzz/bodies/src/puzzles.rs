//! Files of puzzles.

use agon_arena::puzzle::{Puzzle, PuzzleTheme};
use agon_service::puzzles::{PuzzleFile, PuzzleFiles};

use crate::check_refusal;

/// The number of puzzles of a file that are tried.
const TRIED: usize = 3;

/// An accepted file of puzzles is written as one that reads the same, and each of its puzzles can
/// be tried.
pub fn puzzles(input: &[u8]) {
    let file = match PuzzleFile::read(input) {
        Ok(file) => file,
        Err(refusal) => return check_refusal(&refusal),
    };
    let puzzle = |stored: &agon_service::puzzles::StoredPuzzle| Puzzle {
        position: stored.position.clone(),
        side: stored.side,
        goal: stored.goal,
        line: stored.line.clone(),
        theme: stored.theme.unwrap_or(PuzzleTheme::WinNow),
        rating: stored.rating,
        canonical: String::new(),
    };
    let puzzles: Vec<Puzzle> = file.puzzles.iter().map(puzzle).collect();
    let written = PuzzleFile::write(file.entry.name, file.seed, &puzzles);
    let again = PuzzleFile::read(written.as_bytes());
    let again = again.unwrap_or_else(|refusal| panic!("what was written is refused: {refusal}"));
    let mut expected = file.puzzles.clone();
    for puzzle in &mut expected {
        puzzle.theme.get_or_insert(PuzzleTheme::WinNow);
    }
    assert_eq!(again.puzzles, expected, "it reads otherwise");
    let files = PuzzleFiles::new(|game| (game == file.entry.name).then(|| input.to_vec()));
    for puzzle in file.puzzles.iter().take(TRIED) {
        let tried = files.attempt(file.entry.name, &puzzle.id, &puzzle.line[..1], false);
        assert!(tried.is_ok(), "the first move of a solution is refused: {tried:?}");
    }
}
