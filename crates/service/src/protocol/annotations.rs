//! What people have written to a game, as clients see it.

use agon_arena::contest::{Annotations, MoveNote};
use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::MoveDictionary;

/// The comments, marks and variations of a game: a tree of moves from the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "Annotations"))]
pub struct AnnotationsView {
    /// The moves, each behind the one before it, counted from 0; the first one is the start. Of
    /// several that stand behind the same one, the first is preferred.
    pub moves: Vec<AnnotatedMove>,
    /// The words of the moves.
    pub words: MoveDictionary,
}

/// A move, and what was written about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct AnnotatedMove {
    /// The number of the move before it.
    pub after: usize,
    /// The move in the game's notation; empty for the start.
    pub mv: String,
    pub comment: Option<String>,
    /// The circles and arrows on the board, as `G11` and `R11>22`.
    pub marks: Vec<String>,
}

impl AnnotationsView {
    /// The annotations of a game; `words` are those of its moves.
    pub fn new(annotations: &Annotations, words: &MoveDictionary) -> AnnotationsView {
        let told = |after: usize, mv: &str, note: &MoveNote| AnnotatedMove {
            after,
            mv: mv.into(),
            comment: note.comment.clone(),
            marks: note.marks.iter().map(ToString::to_string).collect(),
        };
        if annotations.is_empty() {
            return AnnotationsView::default();
        }
        let start = told(0, "", annotations.opening());
        let others = annotations.moves().iter().map(|it| told(it.after, &it.mv, &it.note));
        let moves = std::iter::once(start).chain(others).collect();
        AnnotationsView { moves, words: words.clone() }
    }
}
