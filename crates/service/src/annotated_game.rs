//! What was written to a game: its variations, comments and marks, and its last review.

use agon_arena::contest::{
    Annotations, BoardMark, MoveNote, MoveReview, PositionReview, Record, Thousandths,
};
use agon_arena::{AnySession, PlayerSpec};
use agon_core::Side;

use crate::job_context::words_of;
use crate::protocol::{AnnotationsView, MoveDictionary, RequestError, ReviewPoint};
use crate::refusal::{ServiceRefusal, check_range};
use crate::review::points_of_record;
use crate::stored_game::StoredGame;

/// The longest comment on a move, in characters.
pub(crate) const MAX_COMMENT: usize = 300;

/// The most marks of a position.
const MAX_MARKS: usize = 64;

/// The most moves of the tree.
const MAX_MOVES: usize = 2000;

/// The longest text of all of it in a record, in bytes. A record that was written can be imported,
/// so this is less than a message.
const MAX_TEXT: usize = 64 << 10;

/// The longest record with a review, in bytes; a longer one is written without it. Imported, it must
/// fit into a message.
const MAX_RECORD: usize = 100 << 10;

/// The longest line whose review is kept, in plies.
pub(crate) const MAX_REVIEWED: usize = 600;

/// A change of what was written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AnnotationEdit<'r> {
    /// Sets what is given, and adds the moves that are new.
    Write { comment: Option<&'r str>, marks: Option<&'r [String]> },
    /// Removes the last move, and everything behind it.
    Prune,
    /// Prefers the last move to the others behind the same one.
    Promote,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct AnnotatedGame {
    tree: Annotations,
    /// The words of its moves.
    words: MoveDictionary,
    /// The line that was reviewed, and what was found.
    review: Option<(Vec<String>, Vec<ReviewPoint>)>,
}

impl AnnotatedGame {
    /// What was stored with a game; `open` opens a session at its start.
    pub(crate) fn restored(
        stored: &StoredGame,
        open: impl Fn() -> Result<Box<dyn AnySession>, RequestError>,
    ) -> AnnotatedGame {
        let mut game = AnnotatedGame::default();
        let records = stored.annotations.as_deref().and_then(|text| Record::read(text).ok());
        if let Some(record) = records.unwrap_or_default().first() {
            game.tree = Annotations::of(record);
            game.words =
                open().map(|mut it| words_of_tree(&game.tree, &mut *it)).unwrap_or_default();
        }
        let review = stored.review.as_deref().and_then(|text| serde_json::from_str(text).ok());
        game.review = review.and_then(|(line, points)| filled(line, points, &mut *open().ok()?));
        game
    }

    /// Adds it to a game to be stored.
    pub(crate) fn store_in(&self, game: StoredGame) -> StoredGame {
        let annotations = (!self.tree.is_empty()).then(|| {
            let mut record = Record { game: game.game.clone(), ..Record::default() };
            self.tree.write_to(&mut record);
            record.to_string()
        });
        let review = self.review.as_ref().and_then(|(line, points)| {
            let bare = |point: &ReviewPoint| ReviewPoint {
                position: String::new(),
                words: MoveDictionary::default(),
                ..point.clone()
            };
            serde_json::to_string(&(line, points.iter().map(bare).collect::<Vec<_>>())).ok()
        });
        StoredGame { annotations, review, ..game }
    }

    /// Takes what a record has.
    pub(crate) fn take_record(
        &mut self,
        record: &Record,
        session: &mut dyn AnySession,
    ) -> Result<(), ServiceRefusal> {
        let tree = Annotations::of(record);
        check_size(&tree)?;
        self.words = words_of_tree(&tree, session);
        self.tree = tree;
        let is_short = record.moves.len() <= MAX_REVIEWED;
        let reviews = record.position_reviews().filter(|_| is_short);
        if let Some(points) = reviews.and_then(|found| points_of_record(record, &found, session)) {
            self.review = Some((record.moves.clone(), points));
        }
        Ok(())
    }

    /// Adds what was written to a record of the game.
    pub(crate) fn write_to(&self, record: &mut Record) {
        self.tree.write_to(record);
    }

    /// Adds the review of its line to a record, if there is one.
    pub(crate) fn write_review(&self, record: &mut Record) {
        let Some(points) = self.review_of(&record.moves) else { return };
        let share = |share: f64| Thousandths::of(share).unwrap_or_default();
        let mut reviewed = record.clone();
        reviewed.set_position_reviews(points.iter().map(|point| {
            let chance = share(point.chance);
            let value = PositionReview::new(point.score, chance, point.line.iter().cloned());
            let made = point.quality.map(|quality| {
                let loss = share(point.loss.unwrap_or(0.0));
                MoveReview { quality, loss, gave_away: point.slip.map(Into::into) }
            });
            (value, made)
        }));
        if reviewed.to_string().len() <= MAX_RECORD {
            *record = reviewed;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    pub(crate) fn view(&self) -> AnnotationsView {
        AnnotationsView::new(&self.tree, &self.words)
    }

    /// Edits what was written about the last position of a session, whose line has the moves to it;
    /// `line` is that of the game.
    pub(crate) fn edit(
        &mut self,
        session: &dyn AnySession,
        line: &[String],
        edit: AnnotationEdit<'_>,
    ) -> Result<(), RequestError> {
        let path = session.line();
        let mut tree = self.tree.clone();
        match edit {
            AnnotationEdit::Prune => {
                tree.remove(&path);
            }
            AnnotationEdit::Promote => {
                tree.promote(&path);
            }
            AnnotationEdit::Write { comment, marks } => {
                let note = tree.note_mut(&path);
                if let Some(text) = comment {
                    note.comment = MoveNote::comment_of(text, MAX_COMMENT);
                }
                if let Some(marks) = marks {
                    check_range("marks", marks.len(), 0, MAX_MARKS)?;
                    let read = |mark: &String| mark.parse::<BoardMark>();
                    note.set_marks(marks.iter().map(read).collect::<Result<Vec<_>, _>>()?);
                }
                self.words.extend(path.into_iter().zip(session.line_words()));
            }
        }
        tree.trim(line);
        check_size(&tree)?;
        self.tree = tree;
        Ok(())
    }

    /// The review of a line, if that was the last one.
    pub(crate) fn review_of(&self, line: &[String]) -> Option<&[ReviewPoint]> {
        let (reviewed, points) = self.review.as_ref()?;
        (reviewed == line).then_some(points)
    }

    pub(crate) fn set_review(&mut self, line: Vec<String>, points: Vec<ReviewPoint>) {
        self.review = Some((line, points));
    }
}

/// Refuses more than is kept with a game.
fn check_size(tree: &Annotations) -> Result<(), ServiceRefusal> {
    let mut record = Record::default();
    let is_small = tree.moves().len() <= MAX_MOVES && {
        tree.write_to(&mut record);
        record.to_string().len() <= MAX_TEXT
    };
    is_small
        .then_some(())
        .ok_or(ServiceRefusal::Annotations { most: MAX_MOVES, size: MAX_TEXT >> 10 })
}

/// The words of all moves of a tree, by a session at the start of the game. What stands behind an
/// illegal move has none.
fn words_of_tree(tree: &Annotations, session: &mut dyn AnySession) -> MoveDictionary {
    for side in Side::BOTH {
        // A random player may have run into walls.
        let _ = session.set_player(side, PlayerSpec::Random { seed: None });
    }
    let mut next = vec![Vec::new(); tree.moves().len() + 1];
    for (place, mv) in tree.moves().iter().enumerate() {
        next[mv.after].push(place);
    }
    let mut words = MoveDictionary::default();
    let mut left: Vec<(usize, usize)> = next[0].iter().rev().map(|&place| (place, 0)).collect();
    while let Some((place, ply)) = left.pop() {
        let mv = &tree.moves()[place].mv;
        session.jump(ply);
        let found = words_of(&*session, std::slice::from_ref(mv));
        if session.play(mv).is_ok() {
            words.merge(found);
            left.extend(next[place + 1].iter().rev().map(|&behind| (behind, ply + 1)));
        }
    }
    words
}

/// The stored review of a line with what follows from the moves.
fn filled(
    line: Vec<String>,
    mut points: Vec<ReviewPoint>,
    session: &mut dyn AnySession,
) -> Option<(Vec<String>, Vec<ReviewPoint>)> {
    session.follow(&line.join(" ")).ok()?;
    for point in &mut points {
        if !session.jump(point.ply) {
            return None;
        }
        point.position = session.position();
        point.words = words_of(&*session, &point.line);
    }
    Some((line, points))
}
