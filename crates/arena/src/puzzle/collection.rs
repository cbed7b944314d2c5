//! Which of the proven puzzles become a file.

use std::collections::{BTreeMap, HashSet};

use super::{Puzzle, PuzzleGoal};

/// The most puzzles of one goal, in percent of the wanted number, while there are others.
const SHARE: usize = 30;

/// After so many batches without a puzzle that is needed, one goal may have more than its share.
const PATIENCE: u32 = 300;

/// Collects puzzles until there are enough of several goals.
#[derive(Debug)]
pub struct PuzzleCollection {
    count: usize,
    known: HashSet<String>,
    goals: BTreeMap<PuzzleGoal, Vec<Puzzle>>,
    idle: u32,
}

impl PuzzleCollection {
    /// An empty collection that wants this many puzzles.
    pub fn new(count: usize) -> PuzzleCollection {
        PuzzleCollection { count, known: HashSet::new(), goals: BTreeMap::new(), idle: 0 }
    }

    /// How many puzzles of one goal are wanted first.
    fn share(&self) -> usize {
        (self.count * SHARE / 100).max(1)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.goals.values().map(Vec::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.goals.is_empty()
    }

    /// How many there are of each goal.
    pub fn goals(&self) -> impl Iterator<Item = (PuzzleGoal, usize)> {
        self.goals.iter().map(|(&goal, puzzles)| (goal, puzzles.len()))
    }

    /// Takes the puzzles of a batch; those that are images of known ones are left out.
    pub fn add(&mut self, batch: Vec<Puzzle>) {
        let before = self.balanced();
        for puzzle in batch {
            if self.known.insert(puzzle.canonical.clone()) {
                self.goals.entry(puzzle.goal).or_default().push(puzzle);
            }
        }
        self.idle = if self.balanced() > before { 0 } else { self.idle + 1 };
    }

    /// How many there are, without those above the share of their goal.
    fn balanced(&self) -> usize {
        self.goals.values().map(|puzzles| puzzles.len().min(self.share())).sum()
    }

    /// Whether no more batches are needed.
    pub fn is_full(&self) -> bool {
        let is_balanced = self.balanced() >= self.count;
        is_balanced || self.idle >= PATIENCE && self.len() >= self.count
    }

    /// The puzzles of the file, the easiest first: of each goal its share at most, and then of
    /// all that are left. What is chosen is spread evenly over the difficulties.
    pub fn chosen(&self) -> Vec<Puzzle> {
        let (mut chosen, mut left) = (Vec::new(), Vec::new());
        for puzzles in self.goals.values() {
            let (taken, rest) = spread(puzzles.clone(), self.share());
            chosen.extend(taken);
            left.extend(rest);
        }
        if chosen.len() > self.count {
            chosen = spread(chosen, self.count).0;
        } else {
            let missing = self.count - chosen.len();
            chosen.extend(spread(left, missing).0);
        }
        sort(&mut chosen);
        chosen
    }
}

/// The easiest first; the order of equally hard ones is fixed by their text.
fn sort(puzzles: &mut [Puzzle]) {
    puzzles
        .sort_by(|one, two| (one.difficulty, &one.position).cmp(&(two.difficulty, &two.position)));
}

/// At most so many puzzles, evenly over their difficulties, and the others.
fn spread(mut puzzles: Vec<Puzzle>, most: usize) -> (Vec<Puzzle>, Vec<Puzzle>) {
    sort(&mut puzzles);
    let all = puzzles.len();
    if all <= most {
        return (puzzles, Vec::new());
    }
    let (mut taken, mut left) = (Vec::new(), Vec::new());
    for (place, puzzle) in puzzles.into_iter().enumerate() {
        let is_taken = (place + 1) * most / all > place * most / all;
        if is_taken { taken.push(puzzle) } else { left.push(puzzle) }
    }
    (taken, left)
}

#[cfg(test)]
mod tests {
    use agon_core::Side;

    use super::*;

    fn puzzle(number: u32, goal: PuzzleGoal) -> Puzzle {
        Puzzle {
            position: format!("{number:04}"),
            side: Side::First,
            goal,
            line: vec!["a".into()],
            difficulty: number,
            canonical: number.to_string(),
        }
    }

    #[test]
    fn puzzles_are_distinct_sorted_and_of_several_goals() {
        let mut collection = PuzzleCollection::new(10);
        let easy = PuzzleGoal::Win { moves: 1 };
        collection.add((0..50).map(|number| puzzle(number, easy)).collect());
        collection.add((0..50).map(|number| puzzle(number, PuzzleGoal::Only)).collect());
        assert_eq!(collection.len(), 50, "the second batch has the same positions");
        assert!(!collection.is_full(), "other goals may still come");
        collection.add((50..54).map(|number| puzzle(number, PuzzleGoal::Only)).collect());
        let chosen = collection.chosen();
        assert_eq!(chosen.len(), 10);
        assert!(chosen.is_sorted_by_key(|puzzle| puzzle.difficulty));
        assert!(chosen.iter().filter(|puzzle| puzzle.goal == PuzzleGoal::Only).count() >= 3);
        (0..=PATIENCE).for_each(|_| collection.add(Vec::new()));
        assert!(collection.is_full());
    }
}
