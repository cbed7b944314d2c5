//! Values of positions and of their moves, from whatever has those of placed positions.

use agon_core::{Proven, Verdict};

use crate::rules::{after, before, moves, rank, value_of};
use crate::{Board, Manifest, Move, Position, Refusal, Solution};

/// A move with its value for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// Its value.
    pub value: Proven,
    /// How many replies win for the opponent, and how many there are.
    pub refutations: (usize, usize),
}

/// Something that knows the values of all positions of a board.
///
/// ```
/// use agon_core::Proven;
/// use agon_tablebase::{Board, Position, Refusal, Solution, Values};
///
/// /// The best move of a position, as text.
/// fn best(values: &dyn Values, position: &Position) -> Result<Option<String>, Refusal> {
///     let moves = values.move_values(position)?;
///     Ok(moves.first().map(|best| best.mv.write(&values.board())))
/// }
///
/// let board: Board = "2x2".parse().unwrap();
/// let solution = Solution::solve(board.with_pawns(1).unwrap(), 1, &()).unwrap();
/// let position = Position::read(&solution.board(), "23/00 B 00 11").unwrap();
/// assert_eq!(solution.value(&position).unwrap(), Proven::win_in(1));
/// assert_eq!(best(&solution, &position).unwrap().unwrap(), "00-01-00");
/// ```
pub trait Values {
    /// The board.
    fn board(&self) -> Board;

    /// What the positions of each layer add up to, with checksums.
    fn manifest(&self) -> &Manifest;

    /// The position of a layer with this index; the first side is to move.
    fn position(&self, layer: usize, index: u64) -> Option<Position>;

    /// The value of a position in which all pawns are placed and nobody has climbed.
    fn undecided(&self, position: &Position) -> Result<Proven, Refusal>;

    /// The value of any position.
    fn value(&self, position: &Position) -> Result<Proven, Refusal> {
        if position.is_climbed() {
            return Ok(Proven::lose_in(0));
        }
        if position.is_placed() {
            return self.undecided(position);
        }
        let replies = moves(&self.board(), position).into_iter();
        let values = replies.map(|mv| self.value(&after(position, mv)));
        Ok(value_of(values.collect::<Result<Vec<_>, _>>()?))
    }

    /// The legal moves with their values, the best first, otherwise in the game's order.
    fn move_values(&self, position: &Position) -> Result<Vec<MoveValue>, Refusal> {
        let board = self.board();
        let mut found = Vec::new();
        for mv in moves(&board, position) {
            let next = after(position, mv);
            let value = before(self.value(&next)?);
            let replies = moves(&board, &next);
            let mut refuting = 0;
            for &reply in &replies {
                let verdict = self.value(&after(&next, reply))?.verdict;
                refuting += usize::from(verdict == Verdict::Lose);
            }
            found.push(MoveValue { mv, value, refutations: (refuting, replies.len()) });
        }
        found.sort_by_key(|found| std::cmp::Reverse(rank(found.value)));
        Ok(found)
    }
}

impl Values for Solution {
    fn board(&self) -> Board {
        Solution::manifest(self).board
    }

    fn manifest(&self) -> &Manifest {
        Solution::manifest(self)
    }

    fn position(&self, layer: usize, index: u64) -> Option<Position> {
        Solution::position(self, layer, index)
    }

    fn undecided(&self, position: &Position) -> Result<Proven, Refusal> {
        Ok(self.placed_value(position))
    }
}
