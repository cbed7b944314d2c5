//! The inputs of networks for Byte: the owner of each checker, and the stacks won.

use agon_core::Side;
use agon_network::{ChangedRows, InputBounds, NetworkInputs, Part, RowLists};

use super::board::Square;
use super::position::{Position, Stack};
use super::rules::Byte;

/// The inputs of a square: eight levels, two owners.
const SQUARE: usize = 16;

/// "A checker of this side is at this level of the square", to the first side.
#[inline(always)]
fn checker(square: Square, level: u32, side: Side) -> usize {
    SQUARE * square.index() + 2 * level as usize + side.index()
}

impl Byte {
    /// The inputs of all squares; those of the stacks won come after them.
    #[inline(always)]
    fn checker_inputs(&self) -> usize {
        SQUARE * self.board.squares()
    }

    /// "This side has won so many stacks at least", to the first side.
    #[inline(always)]
    fn won(&self, side: Side, count: u32) -> usize {
        self.checker_inputs() + (self.majority() * side.index() as u32 + count) as usize - 1
    }
}

impl NetworkInputs for Byte {
    const INPUT_SET: &'static str = "stacks";

    fn parameters_text(&self) -> String {
        self.side().to_string()
    }

    fn input_count(&self) -> usize {
        self.checker_inputs() + 2 * self.majority() as usize
    }

    fn for_each_input(&self, position: &Position, view: Side, mut visit: impl FnMut(usize)) {
        let seen = |owner: Side| if owner == view { Side::First } else { Side::Second };
        for square in position.occupied() {
            for (level, owner) in (0..).zip(position.stack(square).checkers()) {
                visit(checker(square, level, seen(owner)));
            }
        }
        for side in Side::BOTH {
            for count in 1..=position.score(side).min(self.majority()) {
                visit(self.won(seen(side), count));
            }
        }
    }

    /// A checker has one owner, and no more checkers are on the board than at the start.
    fn input_bounds(&self) -> InputBounds {
        let levels = (0..self.checker_inputs()).step_by(2).map(|input| input..input + 2);
        let won = (self.checker_inputs()..self.input_count()).map(|input| input..input + 1);
        let most = self.all_checkers() + 2 * self.majority();
        InputBounds { groups: levels.chain(won).collect(), most: most as usize }
    }

    /// A row is an input.
    fn row_count(&self) -> usize {
        self.input_count()
    }

    fn row_inputs(&self, row: usize) -> [Vec<usize>; 2] {
        [vec![row], Vec::new()]
    }

    fn swapped_row(&self, row: usize) -> usize {
        let (squares, majority) = (self.checker_inputs(), self.majority() as usize);
        match row.checked_sub(squares) {
            None => row ^ 1,
            Some(won) => squares + (won + majority) % (2 * majority),
        }
    }

    #[inline(always)]
    fn changed_rows(&self, before: &Position, after: &Position) -> ChangedRows {
        let mut rows = RowLists::default();
        for (number, (old, new)) in (0..).zip(before.stacks.iter().zip(&after.stacks)) {
            if old == new {
                continue;
            }
            for side in Side::BOTH {
                let (old, new) = (old.levels_of(side), new.levels_of(side));
                for level in levels(new & !old) {
                    rows.add(checker(Square(number), level, side));
                }
                for level in levels(old & !new) {
                    rows.remove(checker(Square(number), level, side));
                }
            }
        }
        for side in Side::BOTH {
            let score = after.score(side);
            if score > before.score(side) && score <= self.majority() {
                rows.add(self.won(side, score));
            }
        }
        ChangedRows::List(rows)
    }

    /// The stacks on the board, and those won.
    fn parts(&self, position: &Position) -> Vec<Part<Position>> {
        let mut parts = Vec::new();
        for square in position.occupied() {
            let mut without = *position;
            without.put(square, Stack::EMPTY);
            let name = format!("{}:{}", self.board.name(square), position.stack(square));
            parts.push(Part { name, without });
        }
        for side in Side::BOTH {
            if position.score(side) > 0 {
                let mut without = *position;
                without.score[side.index()] -= 1;
                let name = format!("last stack won by {}", ['X', 'O'][side.index()]);
                parts.push(Part { name, without });
            }
        }
        parts
    }
}

/// The levels of a set of bits.
#[inline(always)]
fn levels(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let level = (bits != 0).then(|| bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        level
    })
}
