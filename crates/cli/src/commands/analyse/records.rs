//! Annotated games as records: with the review, and the better lines as variations.

use agon_arena::contest::{Annotations, MoveNote, PositionReview, Record};

use super::AnalysedGame;

/// All games, separated by blank lines.
pub fn write(games: &[AnalysedGame]) -> String {
    games.iter().map(|game| record(game).to_string()).collect::<Vec<String>>().join("\n")
}

/// The record of a game with what was found of it, beside what it had.
fn record(game: &AnalysedGame) -> Record {
    let mut record = game.record.clone();
    let mut annotations = Annotations::of(&record);
    for (position, made) in game.moves().filter(|(position, made)| game.comments_on(position, made))
    {
        let ply = position.ply;
        let found = PositionReview::from(&position.assessment);
        if !found.line().is_empty() {
            let better = [&record.moves[..ply], found.line()].concat();
            annotations.note_mut(&better);
        }
        let words = game.explanations.get(&ply).and_then(|it| it.words.as_deref());
        if let Some(words) = words {
            let path = [&record.moves[..ply], std::slice::from_ref(&made.mv)].concat();
            let note = annotations.note_mut(&path);
            let comment = [note.comment.as_deref(), Some(words)];
            let comment = comment.into_iter().flatten().collect::<Vec<_>>().join(" ");
            note.comment = MoveNote::comment_of(&comment, usize::MAX);
        }
    }
    annotations.write_to(&mut record);
    record.set_review(&game.positions);
    record
}
