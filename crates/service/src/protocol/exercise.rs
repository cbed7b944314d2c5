//! Requests about puzzles and lessons, which need no stored game.

use agon_core::Side;
use serde::Deserialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::request::request_names;
use super::{LessonTry, RuleFile, TreeRequest};

/// A request about puzzles and lessons. Unknown fields are refused, so that typing errors are
/// found.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum ExerciseRequest {
    Puzzles {
        game: String,
    },
    /// The result of a move in a puzzle.
    PuzzleTry {
        game: String,
        puzzle: String,
        /// The moves of both sides; empty for the position of the puzzle.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
        moves: Vec<String>,
        /// Whether to name the next move of the solution.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        hint: bool,
    },
    /// Why no legal move begins with these elements, in a position after some moves.
    Reason {
        game: String,
        position: String,
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
        moves: Vec<String>,
        path: Vec<String>,
    },
    Lesson {
        /// Its name, as `welcome` lists it.
        name: String,
        /// The language of its texts: `en`, `el` or `sr`.
        language: String,
    },
    /// The result of a try in a step of a lesson.
    LessonTry {
        name: String,
        /// The step, from 0.
        step: usize,
        language: String,
        r#try: LessonTry,
    },
    /// The minimax tree of a position. It is smaller than that of a game.
    Grow {
        game: String,
        position: String,
        tree: TreeRequest,
    },
    /// What a rule file says about a position.
    Explain {
        game: String,
        position: String,
        rules: RuleFile,
    },
    /// The facts of a position, as rules see them.
    Facts {
        game: String,
        position: String,
    },
    /// The board of a position after some moves, without a game.
    Board {
        game: String,
        position: String,
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
        moves: Vec<String>,
        /// The side whose view is shown.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        view: Option<Side>,
    },
}

request_names! {
    ExerciseRequest:
    Puzzles "puzzles", PuzzleTry "puzzle_try", Board "board", Reason "reason", Lesson "lesson",
    LessonTry "lesson_try", Grow "grow", Explain "explain", Facts "facts",
}

impl ExerciseRequest {
    /// Whether a search answers the request.
    pub fn is_question(&self) -> bool {
        matches!(
            self,
            ExerciseRequest::PuzzleTry { .. }
                | ExerciseRequest::LessonTry { .. }
                | ExerciseRequest::Grow { .. }
                | ExerciseRequest::Explain { .. }
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::protocol::{ExerciseRequest, Request, parse};

    #[test]
    fn every_name_is_of_a_request_about_exercises() {
        for name in ExerciseRequest::NAMES {
            let (id, request) = parse(&format!("{{\"id\": 7, \"do\": \"{name}\"}}"));
            assert_eq!(id, Some(7));
            assert!(request.unwrap_err().to_string().contains("missing field"), "{name}");
        }
        let text = "{\"id\": 1, \"do\": \"puzzle_try\", \"game\": \"nim\", \"puzzle\": \"x\"}";
        let (_, request) = parse(text);
        assert!(matches!(request, Ok(Request::Exercise(found)) if found.name() == "puzzle_try"));
    }
}
