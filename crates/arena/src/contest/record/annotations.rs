//! What people have written to a game: variations, comments and marks, as one tree from the start.

use std::collections::HashMap;

use super::{MoveNote, Record, VariationMove};

/// The variations, comments and marks of a game.
///
/// A record has them by the line of the game. Here they are by the moves from the start, so that
/// they stay where they are when moves are taken back.
///
/// ```
/// use agon_arena::contest::{Annotations, Record};
/// let text = "[Game \"tictactoe\"]\n\n1. 11 {good} (1. 00 11) 01 *";
/// let record = &Record::read(text).unwrap()[0];
/// let mut annotations = Annotations::of(record);
/// let path = ["00", "22"].map(String::from);
/// *annotations.note_mut(&path) = agon_arena::contest::MoveNote::read("better");
/// let mut record = record.clone();
/// annotations.write_to(&mut record);
/// assert!(record.to_string().contains("1. 11 {good} (1. 00 11 (1... 22 {better})) 01"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    opening: MoveNote,
    /// The moves, each behind the one before it; `after` counts them from 1.
    moves: Vec<VariationMove>,
}

impl Annotations {
    /// Those of a record, without what a review found.
    pub fn of(record: &Record) -> Annotations {
        let made = record.moves.len();
        let branches = record.variations.iter().map(|it| it.after).filter(|&after| after <= made);
        let mut notes: Vec<MoveNote> = record.notes.iter().map(MoveNote::without_review).collect();
        let noted = notes.iter().rposition(|note| !note.is_empty()).map_or(0, |last| last + 1);
        let kept = branches.max().unwrap_or(0).max(noted);
        notes.resize(kept, MoveNote::default());
        let moves = record.moves.iter().zip(notes).enumerate();
        let line = moves.map(|(place, (mv, note))| (place, mv, note));
        let others = record.variations.iter().map(|it| {
            let after = if it.after <= made { it.after } else { it.after - made + kept };
            (after, &it.mv, it.note.without_review())
        });
        let mut moves: Vec<VariationMove> = Vec::new();
        // Where each move is found; one that stands twice behind the same one is found once.
        let (mut numbers, mut known) = (vec![0], HashMap::new());
        for (after, mv, note) in line.chain(others) {
            let after = numbers[after];
            let number = *known.entry((after, mv)).or_insert(moves.len() + 1);
            match moves.get_mut(number - 1) {
                Some(same) => same.note.merge(&note),
                None => moves.push(VariationMove { after, mv: mv.clone(), note }),
            }
            numbers.push(number);
        }
        Annotations { opening: record.opening.without_review(), moves }
    }

    /// Adds them to a record of the game that has its moves and nothing else.
    pub fn write_to(&self, record: &mut Record) {
        let length = record.moves.len();
        // Where each move is found in the record.
        let mut places = vec![0];
        let mut notes = vec![MoveNote::default(); length];
        let mut variations = Vec::new();
        for VariationMove { after, mv, note } in &self.moves {
            let after = places[*after];
            if after < length && record.moves[after] == *mv {
                notes[after] = note.clone();
                places.push(after + 1);
            } else {
                variations.push(VariationMove { after, mv: mv.clone(), note: note.clone() });
                places.push(length + variations.len());
            }
        }
        record.opening = self.opening.clone();
        record.set_notes(notes);
        record.set_variations(&variations);
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.opening.is_empty()
    }

    /// What is known about the start.
    pub fn opening(&self) -> &MoveNote {
        &self.opening
    }

    /// All moves, each behind the one before it: `after` is the number of that, 0 at the start. The
    /// first of several that stand behind the same one is preferred.
    pub fn moves(&self) -> &[VariationMove] {
        &self.moves
    }

    /// The number of the move that ends a path, 0 for the start, or how many of its moves are known
    /// and the number of the last of these.
    fn find(&self, path: &[String]) -> Result<usize, (usize, usize)> {
        let mut number = 0;
        for (known, mv) in path.iter().enumerate() {
            let is_next = |it: &VariationMove| it.after == number && it.mv == *mv;
            // Moves stand behind the one before them.
            let next = self.moves[number..].iter().position(is_next);
            number += 1 + next.ok_or((known, number))?;
        }
        Ok(number)
    }

    /// Whether a path is known.
    pub fn has(&self, path: &[String]) -> bool {
        self.find(path).is_ok()
    }

    /// What is known about the last move of a path, which is added if it is new.
    pub fn note_mut(&mut self, path: &[String]) -> &mut MoveNote {
        let number = self.find(path).unwrap_or_else(|(known, mut number)| {
            for mv in &path[known..] {
                let (mv, note) = (mv.clone(), MoveNote::default());
                self.moves.push(VariationMove { after: number, mv, note });
                number = self.moves.len();
            }
            number
        });
        match number.checked_sub(1) {
            Some(place) => &mut self.moves[place].note,
            None => &mut self.opening,
        }
    }

    /// Removes the last move of a path, and everything behind it. `false` if it is not known.
    pub fn remove(&mut self, path: &[String]) -> bool {
        let Some(removed) = self.find(path).ok().filter(|&number| number > 0) else { return false };
        // The numbers that the moves have afterwards.
        let mut numbers = vec![Some(0)];
        let mut kept = Vec::with_capacity(self.moves.len());
        for (place, mv) in self.moves.drain(..).enumerate() {
            let after = numbers[mv.after].filter(|_| place + 1 != removed);
            if let Some(after) = after {
                kept.push(VariationMove { after, ..mv });
            }
            numbers.push(after.map(|_| kept.len()));
        }
        self.moves = kept;
        true
    }

    /// Removes the moves at the end of a line about which nothing is known.
    pub fn trim(&mut self, line: &[String]) {
        let known = self.find(line).map_or_else(|(known, _)| known, |_| line.len());
        for length in (1..=known).rev() {
            let Ok(number) = self.find(&line[..length]) else { return };
            let is_last = self.moves.iter().all(|it| it.after != number);
            if !is_last || !self.moves[number - 1].note.is_empty() {
                return;
            }
            self.remove(&line[..length]);
        }
    }

    /// Prefers the last move of a path to the others behind the same move. `false` if it is not
    /// known.
    pub fn promote(&mut self, path: &[String]) -> bool {
        let Some(chosen) = self.find(path).ok().filter(|&number| number > 0) else { return false };
        let after = self.moves[chosen - 1].after;
        let first = self.moves.iter().position(|it| it.after == after).unwrap_or(chosen - 1);
        let mut order: Vec<usize> = (0..self.moves.len()).filter(|it| it + 1 != chosen).collect();
        order.insert(first, chosen - 1);
        let mut numbers = vec![0; self.moves.len() + 1];
        for (place, &old) in order.iter().enumerate() {
            numbers[old + 1] = place + 1;
        }
        self.moves = order
            .iter()
            .map(|&old| VariationMove {
                after: numbers[self.moves[old].after],
                ..self.moves[old].clone()
            })
            .collect();
        true
    }
}
