//! Answers requests about puzzles and lessons.

use crate::lessons;
use crate::protocol::{ExerciseRequest, Reply, RequestError};
use crate::puzzles::PuzzleFiles;

/// The reply to a request. It may take a while, but is bounded.
pub fn answer(puzzles: &PuzzleFiles, request: ExerciseRequest) -> Result<Reply, RequestError> {
    Ok(match request {
        ExerciseRequest::Puzzles { game } => Reply::Puzzles(puzzles.list(&game)?),
        ExerciseRequest::PuzzleTry { game, puzzle, moves, hint } => {
            Reply::PuzzleAttempt(Box::new(puzzles.attempt(&game, &puzzle, &moves, hint)?))
        }
        ExerciseRequest::Board { game, position, moves } => {
            Reply::Position(Box::new(lessons::board_of(&game, &position, &moves)?))
        }
        ExerciseRequest::Reason { game, position, moves, path } => {
            Reply::Why(lessons::reason_of(&game, &position, &moves, &path)?)
        }
        ExerciseRequest::Lesson { name, language } => {
            Reply::Lesson(Box::new(lessons::lesson(&name, &language)?))
        }
        ExerciseRequest::Explain { game, position, rules } => {
            Reply::Explained(lessons::explain_rules(&game, &position, &rules)?)
        }
    })
}
