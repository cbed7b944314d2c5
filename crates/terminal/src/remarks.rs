//! What a record says about the moves of a game.

use agon_arena::contest::{MoveNote, Record};

/// The comments of a record on its positions, and how good its reviewed moves are.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    line: Vec<String>,
    /// By how many moves are made.
    words: Vec<String>,
}

impl Remarks {
    /// Those of a record.
    pub fn of(record: &Record) -> Remarks {
        let notes = std::iter::once(&record.opening).chain(&record.notes);
        Remarks { line: record.moves.clone(), words: notes.map(words).collect() }
    }

    /// The remark on the position after so many moves of a line, if the record has these moves.
    pub fn at(&self, line: &[String], ply: usize) -> Option<&str> {
        let words = self.words.get(ply)?;
        let is_known = self.line.get(..ply)? == line.get(..ply)?;
        (is_known && !words.is_empty()).then_some(words)
    }
}

fn words(note: &MoveNote) -> String {
    let quality = note.quality.map(|found| found.quality).filter(|it| !it.sign().is_empty());
    let quality = quality.map(|quality| format!("{} {}", quality.sign(), quality.name()));
    let comment = note.comment.clone();
    [quality, comment].into_iter().flatten().collect::<Vec<_>>().join(": ")
}
