//! Puzzles in messages.

use agon_arena::MoveExplanation;
use agon_core::Side;
use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::PositionAt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "PuzzleGoal"))]
pub enum PuzzleWord {
    /// To win within a number of moves.
    Win,
    /// To find the only move after which the other side cannot force a win within a number of
    /// moves.
    Hold,
    /// To find the only move that does not lose.
    Only,
}

/// What a puzzle is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(TS), ts(rename = "PuzzleTheme"))]
pub enum ThemeWord {
    /// A move that wins at once.
    WinNow,
    /// The only move that stops a win of the other side.
    StopWin,
    /// A move that threatens to win in two ways or more.
    Fork,
    /// A move that threatens to win in one way.
    Attack,
    /// A move that wins later and threatens nothing.
    Quiet,
    /// The only move that keeps a win.
    Endgame,
}

/// A puzzle in the list of a game, without its solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PuzzleSummary {
    pub id: String,
    pub side: Side,
    pub goal: PuzzleWord,
    /// The number of moves, if the goal has one.
    pub moves: Option<u32>,
    /// What it is about, if its file says so.
    pub theme: Option<ThemeWord>,
    /// How hard it is: 100 more are twice the positions to look at. Where people have tried it, it
    /// follows their results, too.
    pub rating: u32,
    /// How many people have tried it, and how many of them solved it at the first try.
    pub tried: Tried,
}

/// The first tries of people at a puzzle, each of another browser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Tried {
    pub people: u32,
    pub solved: u32,
}

/// As many imagined first tries, half of them solved, stand beside those of people.
const IMAGINED: f64 = 20.0;

/// The most that people change a rating.
const MOST: f64 = 300.0;

impl Tried {
    /// The rating of a puzzle that had another one before people tried it. The page offers puzzles
    /// near a solver's own rating, so half of the first tries should succeed; odds of ten to one are
    /// 400 points, as in Elo's system.
    pub fn rated(self, rating: u32) -> u32 {
        let failed = self.people.saturating_sub(self.solved);
        let odds = |count: u32| f64::from(count) + IMAGINED / 2.0;
        let change = 400.0 * (odds(failed) / odds(self.solved)).log10();
        (f64::from(rating) + change.clamp(-MOST, MOST)).round().max(0.0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::Tried;

    #[test]
    fn a_rating_follows_the_results_of_many_people_but_not_far() {
        let rated = |people, solved| Tried { people, solved }.rated(1000);
        assert_eq!((rated(0, 0), rated(50, 25)), (1000, 1000));
        assert!(rated(1, 0) > 1000 && rated(1, 0) < 1020, "one person says little");
        assert_eq!(rated(10, 1), 1095, "400 * log10(19 / 11)");
        assert!((1..300).all(|solved| rated(300, solved) <= rated(300, solved - 1)));
        assert_eq!((rated(300, 0), rated(300, 300)), (1300, 700));
        assert_eq!(Tried { people: 300, solved: 300 }.rated(100), 0);
    }
}

/// The puzzles of a game, the easiest first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Puzzles {
    pub game: &'static str,
    pub sides: [&'static str; 2],
    pub puzzles: Vec<PuzzleSummary>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(TS))]
pub enum PuzzleVerdict {
    /// No move was made yet.
    Open,
    /// The move was right, and the puzzle continues.
    Right,
    /// The move was right, and the puzzle is solved.
    Solved,
    Wrong,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PuzzleAttempt {
    pub verdict: PuzzleVerdict,
    /// The board after the last move.
    pub board: PositionAt,
    /// The boards that follow: after the reply to a right move, or after each move that refutes a
    /// wrong one.
    pub line: Vec<PositionAt>,
    /// After a wrong move, whether the other side has a forced win.
    pub loses: Option<bool>,
    /// What speaks against a wrong move.
    pub explanation: Option<MoveExplanation>,
    /// The elements that select the right move, if a hint was requested.
    pub hint: Option<Vec<String>>,
}
