//! Which of the proven puzzles become a file.

use std::collections::{BTreeMap, HashSet};

use super::{Puzzle, PuzzleGoal, PuzzleTheme};

/// The most puzzles of a goal with the same theme, in percent of the wanted number, while there
/// are others; and of a goal of one move, so that most puzzles take longer.
const SHARE: usize = 30;
const SHARE_OF_ONE_MOVE: usize = 20;

/// After so many batches without a puzzle that is needed, a goal may have more than its share.
const PATIENCE: u32 = 300;

/// Collects puzzles until there are enough of several goals and themes.
#[derive(Debug)]
pub struct PuzzleCollection {
    count: usize,
    known: HashSet<String>,
    kinds: BTreeMap<(PuzzleGoal, PuzzleTheme), Vec<Puzzle>>,
    idle: u32,
}

impl PuzzleCollection {
    /// An empty collection that wants this many puzzles.
    pub fn new(count: usize) -> PuzzleCollection {
        PuzzleCollection { count, known: HashSet::new(), kinds: BTreeMap::new(), idle: 0 }
    }

    /// How many puzzles of a goal are wanted first.
    fn share(&self, goal: PuzzleGoal) -> usize {
        let percent = if goal.moves() == Some(1) { SHARE_OF_ONE_MOVE } else { SHARE };
        (self.count * percent / 100).max(1)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.kinds.values().map(Vec::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// How many there are of each goal.
    pub fn goals(&self) -> BTreeMap<PuzzleGoal, usize> {
        let mut counts = BTreeMap::new();
        for (&(goal, _), puzzles) in &self.kinds {
            *counts.entry(goal).or_default() += puzzles.len();
        }
        counts
    }

    /// Takes the puzzles of a batch; those that are images of known ones are left out.
    pub fn add(&mut self, batch: Vec<Puzzle>) {
        let before = self.balanced();
        for puzzle in batch {
            if self.known.insert(puzzle.canonical.clone()) {
                self.kinds.entry((puzzle.goal, puzzle.theme)).or_default().push(puzzle);
            }
        }
        self.idle = if self.balanced() > before { 0 } else { self.idle + 1 };
    }

    /// How many there are, without those above the share of their kind.
    fn balanced(&self) -> usize {
        self.kinds.iter().map(|((goal, _), puzzles)| puzzles.len().min(self.share(*goal))).sum()
    }

    /// Whether no more batches are needed.
    pub fn is_full(&self) -> bool {
        let is_balanced = self.balanced() >= self.count;
        is_balanced || self.idle >= PATIENCE && self.len() >= self.count
    }

    /// The puzzles of the file, the easiest first: of each kind its share at most, and then of
    /// all that are left. What is chosen is spread evenly over the difficulties.
    pub fn chosen(&self) -> Vec<Puzzle> {
        let (mut chosen, mut left) = (Vec::new(), Vec::new());
        for (&(goal, _), puzzles) in &self.kinds {
            let (taken, rest) = spread(puzzles.clone(), self.share(goal));
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
    puzzles.sort_by(|one, two| (one.rating, &one.position).cmp(&(two.rating, &two.position)));
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
            theme: PuzzleTheme::WinNow,
            rating: number,
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
        assert!(chosen.is_sorted_by_key(|puzzle| puzzle.rating));
        assert!(chosen.iter().filter(|puzzle| puzzle.goal == PuzzleGoal::Only).count() >= 3);
        let mut mixed = PuzzleCollection::new(10);
        mixed.add((0..50).map(|number| puzzle(number, easy)).collect());
        let later = PuzzleGoal::Win { moves: 2 };
        mixed.add((50..60).map(|number| puzzle(number, later)).collect());
        mixed.add((60..70).map(|number| puzzle(number, PuzzleGoal::Only)).collect());
        let fork = |number| Puzzle { theme: PuzzleTheme::Fork, ..puzzle(number, later) };
        mixed.add((70..73).map(fork).collect());
        assert!(mixed.is_full());
        let chosen = mixed.chosen();
        let count = |is: &dyn Fn(&&Puzzle) -> bool| chosen.iter().filter(is).count();
        assert!(count(&|puzzle| puzzle.goal == easy) <= 2, "few of one move");
        assert!(
            count(&|puzzle| puzzle.theme == PuzzleTheme::Fork) >= 2,
            "each theme has its share"
        );
        (0..=PATIENCE).for_each(|_| collection.add(Vec::new()));
        assert!(collection.is_full());
    }
}
