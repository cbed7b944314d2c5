//! Files of puzzles.

use agon_arena::puzzle::Puzzle;
use agon_service::puzzles::{PuzzleFile, PuzzleFiles};

use crate::features::Features;
use crate::target::{Target, words};

/// Files of puzzles, as a server reads them.
pub const PUZZLES: Target = Target {
    name: "puzzles",
    shows: "an accepted file of puzzles is written as one that reads the same, and each of its puzzles can be tried",
    words: || {
        words(
            "{ } [ ] , : \"format\" \"agon puzzles\" \"version\" 1 2 \"game\" \"nim\" \"byte\" \
             \"tictactoe\" \"santorini\" \"theseus\" \"seed\" \"puzzles\" \"position\" \"side\" \"p1\" \
             \"p2\" \"goal\" \"win\" \"hold\" \"only\" \"moves\" \"line\" \"difficulty\" [1,2] [1]",
        )
    },
    run,
    short: 3_000,
};

/// The most puzzles of a file that are tried.
const TRIED: usize = 3;

fn run(input: &[u8], features: &mut Features) {
    let file = match PuzzleFile::read(input) {
        Ok(file) => file,
        Err(refusal) => return features.refusal(&refusal),
    };
    features.count("puzzles", file.puzzles.len());
    let puzzle = |stored: &agon_service::puzzles::StoredPuzzle| Puzzle {
        position: stored.position.clone(),
        side: stored.side,
        goal: stored.goal,
        line: stored.line.clone(),
        difficulty: stored.difficulty,
        canonical: String::new(),
    };
    let puzzles: Vec<Puzzle> = file.puzzles.iter().map(puzzle).collect();
    let written = PuzzleFile::write(file.entry.name, file.seed, &puzzles);
    let again = PuzzleFile::read(written.as_bytes());
    let again = again.unwrap_or_else(|refusal| panic!("what was written is refused: {refusal}"));
    assert_eq!(again.puzzles, file.puzzles, "it reads otherwise");
    let files = PuzzleFiles::new(|game| (game == file.entry.name).then(|| input.to_vec()));
    for puzzle in file.puzzles.iter().take(TRIED) {
        let tried = files.attempt(file.entry.name, &puzzle.id, &puzzle.line[..1], false);
        assert!(tried.is_ok(), "the first move of a solution is refused: {tried:?}");
    }
}
