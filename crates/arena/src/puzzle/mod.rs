//! Puzzles: positions with exactly one solution, found in games and proven by another search.
//!
//! [`PuzzleMaker`] has what a game needs for them: batches of candidates, the proof of one, and
//! the refutation of a wrong move. docs/puzzles.md describes them for people.

mod collection;
mod find;
mod mazes;
mod proof;
mod refute;
mod small;
mod theme;

use std::fmt;

use agon_core::{Side, Stop};

use crate::refused::Refused;

pub use collection::PuzzleCollection;
pub(crate) use find::from_games;
pub(crate) use mazes::from_mazes;
pub(crate) use proof::prove_text;
pub(crate) use refute::refute_text;
pub(crate) use small::{from_heaps, from_solved};
pub use theme::PuzzleTheme;

/// What a puzzle asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PuzzleGoal {
    /// The side to move wins with so many moves of its own.
    Win {
        /// The moves of the winner.
        moves: u32,
    },
    /// The only move after which the other side cannot force a win with so many moves.
    Hold {
        /// The moves of the other side.
        moves: u32,
    },
    /// The only move that does not lose, by the exact values.
    Only,
}

/// The most moves of a goal.
pub const MAX_PUZZLE_MOVES: u32 = 12;

impl PuzzleGoal {
    /// The goal of a word and a number of moves, as files have them; `None` if there is no such goal.
    pub fn of_word(word: &str, moves: Option<u32>) -> Option<PuzzleGoal> {
        let moves_in_bounds = moves.filter(|moves| (1..=MAX_PUZZLE_MOVES).contains(moves));
        match (word, moves) {
            ("win", Some(_)) => moves_in_bounds.map(|moves| PuzzleGoal::Win { moves }),
            ("hold", Some(_)) => moves_in_bounds.map(|moves| PuzzleGoal::Hold { moves }),
            ("only", None) => Some(PuzzleGoal::Only),
            _ => None,
        }
    }

    /// Its word: `win`, `hold` or `only`.
    pub fn word(self) -> &'static str {
        match self {
            PuzzleGoal::Win { .. } => "win",
            PuzzleGoal::Hold { .. } => "hold",
            PuzzleGoal::Only => "only",
        }
    }

    /// Its number of moves, if it has one.
    pub fn moves(self) -> Option<u32> {
        match self {
            PuzzleGoal::Win { moves } | PuzzleGoal::Hold { moves } => Some(moves),
            PuzzleGoal::Only => None,
        }
    }
}

/// `win in 2`, `hold for 1` or `only move`.
impl fmt::Display for PuzzleGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleGoal::Win { moves } => write!(f, "win in {moves}"),
            PuzzleGoal::Hold { moves } => write!(f, "hold for {moves}"),
            PuzzleGoal::Only => f.write_str("only move"),
        }
    }
}

/// A position that may be a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The position in the game's notation.
    pub position: String,
    /// What it would ask for.
    pub goal: PuzzleGoal,
}

/// A proven puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position in the game's notation.
    pub position: String,
    /// The side to move, which solves it.
    pub side: Side,
    /// What it asks for.
    pub goal: PuzzleGoal,
    /// The solution: moves of the solver and replies in turn, up to the goal.
    pub line: Vec<String>,
    /// What it is about.
    pub theme: PuzzleTheme,
    /// How hard it is: 100 for each doubling of the positions that the proof looks at, and up to
    /// 90 for tempting wrong moves.
    pub rating: u32,
    /// The same for positions that are images of each other under a symmetry of the game.
    pub canonical: String,
}

agon_core::refusals! {
    /// Why a position is not the puzzle that it is said to be.
    pub enum PuzzleRefusal {
        Over => "the game is over in this position",
        TooLarge => "the proof takes too long",
        Stopped => "the proof was stopped",
        NoSolution { goal: String } => "no move reaches the goal ({goal})",
        Sooner { goal: String } => "the goal ({goal}) can be reached with fewer moves",
        Several { ply: usize, moves: String } => "several moves reach the goal at move {ply} of the solution: {moves}",
        Loose => "a later move of the solution is not the only one, whatever the other side replies",
        Wins { goal: String } => "the side to move can win, so there is more to do than to {goal}",
        FewMoves => "there is no choice: all legal moves are the solution",
        Theme { found: PuzzleTheme, right: PuzzleTheme } => "its theme is {right}, not {found}",
        Line { ply: usize, found: String, right: String } => "move {ply} of the solution is {right}, not {found}",
        LineLength { found: usize } => "the solution does not end at the goal: it has {found} moves",
    }
}

/// Why a wrong move does not reach the goal of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The moves that follow the wrong one.
    pub line: Vec<String>,
    /// Whether the other side wins by force with them.
    pub loses: bool,
}

/// Finds the candidates of a batch, such as those of one game; `None` if there are no more batches.
/// The same seed and number give the same candidates.
pub type FindCandidates =
    fn(seed: u64, number: u32, stop: &dyn Stop) -> Result<Option<Vec<Candidate>>, Refused>;

/// Proves a puzzle with a search that has not found it. If a line is given, it must be the
/// solution.
pub type ProvePuzzle = fn(
    position: &str,
    goal: PuzzleGoal,
    line: Option<&[String]>,
    ends_on_own_move: bool,
    stop: &dyn Stop,
) -> Result<Puzzle, Refused>;

/// Why a wrong move, made in a position with this goal, does not reach it.
pub type RefuteMove = fn(
    position: &str,
    goal: PuzzleGoal,
    wrong: &str,
    ends_on_own_move: bool,
) -> Result<Refutation, Refused>;

/// What a game needs for puzzles.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleMaker {
    /// Finds candidates.
    pub find: FindCandidates,
    /// Whether a side wins only by moves of its own, so that the last ply of a win is the
    /// winner's.
    pub ends_on_own_move: bool,
    /// Proves a candidate.
    prove: ProvePuzzle,
    /// Refutes a wrong move.
    refute: RefuteMove,
}

impl PuzzleMaker {
    /// The maker of a game, with the functions of its type.
    pub(crate) const fn new(
        find: FindCandidates,
        prove: ProvePuzzle,
        refute: RefuteMove,
        ends_on_own_move: bool,
    ) -> PuzzleMaker {
        PuzzleMaker { find, ends_on_own_move, prove, refute }
    }

    /// Proves that a position is a puzzle with this goal, and works out its solution.
    pub fn prove(&self, candidate: &Candidate, stop: &dyn Stop) -> Result<Puzzle, Refused> {
        (self.prove)(&candidate.position, candidate.goal, None, self.ends_on_own_move, stop)
    }

    /// Proves that a puzzle and its solution are right.
    pub fn check(
        &self,
        position: &str,
        goal: PuzzleGoal,
        line: &[String],
        stop: &dyn Stop,
    ) -> Result<Puzzle, Refused> {
        (self.prove)(position, goal, Some(line), self.ends_on_own_move, stop)
    }

    /// Why a wrong move does not reach the goal that is left in a position.
    pub fn refute(
        &self,
        position: &str,
        goal: PuzzleGoal,
        wrong: &str,
    ) -> Result<Refutation, Refused> {
        (self.refute)(position, goal, wrong, self.ends_on_own_move)
    }
}
