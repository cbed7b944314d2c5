//! All positions of a small game with their verdicts, from Agon's solver.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use agon_arena::{AnyKnowledgeBase, find};
use agon_core::Verdict;
use agon_search::SolveLimits;

/// The most items in a NIM position.
const MOST_ITEMS: usize = 15;

/// A solved game.
pub struct Solved {
    positions: HashMap<String, Position>,
    /// Positions that the assignment names. They are always asked about.
    pub named: &'static [&'static str],
    /// Whether a game can be over although moves seem to be left.
    pub has_lines: bool,
}

#[derive(Clone, Debug)]
pub struct Position {
    /// The verdict for the side to move.
    pub verdict: Verdict,
    pub successors: BTreeSet<String>,
    /// The number of items, or of empty cells.
    pub size: usize,
}

impl Solved {
    /// The NIM positions with few items.
    pub fn nim() -> &'static Solved {
        static SOLVED: OnceLock<Solved> = OnceLock::new();
        SOLVED.get_or_init(|| {
            let roots = heaps(MOST_ITEMS, MOST_ITEMS)
                .into_iter()
                .map(|heaps| format!("{heaps:?}").replace(' ', ""));
            let size = |text: &str| {
                let numbers = text.trim_matches(['[', ']']).split(',');
                numbers.filter_map(|number| number.parse::<usize>().ok()).sum()
            };
            let named = &["[2,2,2]", "[3,3]", "[3,5,7]", "[2,4,6]"];
            Solved { positions: solve("nim", roots.collect(), size), named, has_lines: false }
        })
    }

    /// The reachable positions of tic-tac-toe.
    pub fn tictactoe() -> &'static Solved {
        static SOLVED: OnceLock<Solved> = OnceLock::new();
        SOLVED.get_or_init(|| {
            let start = "([0,0,0,0,0,0,0,0,0],1)";
            let size = |text: &str| text.matches('0').count();
            let named = &["([0,0,0,0,0,0,0,0,0],1)", "([-1,0,1,1,1,-1,-1,0,0],1)"];
            let positions = solve("tictactoe", vec![start.into()], size);
            Solved { positions, named, has_lines: true }
        })
    }

    pub fn get(&self, text: &str) -> Option<&Position> {
        self.positions.get(text)
    }

    /// Whether two positions have the same verdict.
    pub fn is_alike(&self, one: &str, other: &str) -> bool {
        let verdict = |text| self.get(text).map(|position| position.verdict);
        verdict(one) == verdict(other)
    }

    /// All positions, smallest first.
    pub fn all(&self) -> Vec<&str> {
        let mut all: Vec<(usize, &str)> =
            self.positions.iter().map(|(text, position)| (position.size, text.as_str())).collect();
        all.sort_unstable();
        all.into_iter().map(|(_, text)| text).collect()
    }

    /// A printed position without the parts that may be printed in several ways.
    pub fn bare(text: &str) -> String {
        text.chars().filter(|letter| !letter.is_whitespace() && !"()".contains(*letter)).collect()
    }

    /// Finds the position that is printed like this.
    pub fn printed(&self, text: &str) -> Option<&str> {
        let bare = Solved::bare(text);
        let tuple = bare.rsplit_once(',').map(|(board, side)| format!("({board},{side})"));
        let found = self.positions.get_key_value(&bare);
        let found = found.or_else(|| self.positions.get_key_value(&tuple?));
        found.map(|(text, _)| text.as_str())
    }
}

/// Ranks a verdict for the side that has just moved; 0 is best.
pub fn rank(verdict: Verdict) -> usize {
    match verdict {
        Verdict::Lose => 0,
        Verdict::Draw => 1,
        Verdict::Win => 2,
    }
}

/// Sorted lists of heap sizes with at most this many items in all.
fn heaps(items: usize, largest: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for last in 1..=largest.min(items) {
        for mut heaps in heaps(items - last, last) {
            heaps.push(last);
            all.push(heaps);
        }
    }
    all
}

fn solve(
    name: &str,
    mut open: Vec<String>,
    size: impl Fn(&str) -> usize,
) -> HashMap<String, Position> {
    let mut positions = HashMap::new();
    let base = find(name).and_then(|entry| entry.base);
    let Some(mut base) = base.map(|base| base()) else { return positions };
    while let Some(text) = open.pop() {
        if positions.contains_key(&text) {
            continue;
        }
        if let Some(position) = solve_one(&mut *base, &text, size(&text)) {
            open.extend(position.successors.iter().cloned());
            positions.insert(text, position);
        }
    }
    positions
}

fn solve_one(base: &mut dyn AnyKnowledgeBase, text: &str, size: usize) -> Option<Position> {
    let verdict = base.solve(text, &SolveLimits::default(), &()).ok()?.verdict;
    let successors = base.successors(text).ok()?.into_iter().collect();
    Some(Position { verdict, successors, size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_of_both_games_are_solved() {
        let nim = Solved::nim();
        // The partitions of 0 to 15.
        assert_eq!(nim.all().len(), 684);
        assert_eq!(nim.get("[3,5,7]").unwrap().verdict, Verdict::Win);
        assert_eq!(nim.get("[2,5,7]").unwrap().verdict, Verdict::Lose);
        assert_eq!(nim.get("[2,2]").unwrap().successors.len(), 2);
        assert_eq!(nim.all()[0], "[]");
        assert!(nim.named.iter().all(|text| nim.get(text).is_some()));
        let tictactoe = Solved::tictactoe();
        assert_eq!(tictactoe.all().len(), 5478);
        assert_eq!(tictactoe.get("([0,0,0,0,0,0,0,0,0],1)").unwrap().verdict, Verdict::Draw);
        assert!(tictactoe.named.iter().all(|text| tictactoe.get(text).is_some()));
        assert_eq!(tictactoe.printed("[0,0,0, 0,0,0, 0,0,0],1").map(str::len), Some(23));
    }
}
