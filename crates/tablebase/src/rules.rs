//! The rules on a small board, plainly: what the tables are checked with. The solver has a fast
//! form of them in `kernel.rs`.

use agon_core::Proven;

use crate::position::{Position, cells_of};
use crate::{Board, Refusal};

/// A move: the placement of a side's pawns, or a step with its build.
///
/// ```
/// use agon_tablebase::{Board, Move, Position};
///
/// let board: Board = "2x3".parse().unwrap();
/// let position = Position::read(&board, "00/00/00 B 00,01 20,21").unwrap();
/// let mv = Move::read(&board, "00-10-00").unwrap();
/// let next = position.play(&board, mv).unwrap();
/// assert_eq!(next.write(&board), "10/00/00 R 01,10 20,21");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// All pawns of a side are put on these cells, a set of bits.
    Place(u16),
    /// A pawn steps to a neighbouring cell and builds next to it.
    Step {
        /// The cell of the pawn.
        from: usize,
        /// The cell it steps to.
        to: usize,
        /// The cell it builds on.
        build: usize,
    },
}

/// All legal moves: by pawn, then by the cell stepped to, then by the cell built on.
pub(crate) fn moves(board: &Board, position: &Position) -> Vec<Move> {
    let mut found = Vec::new();
    if position.is_climbed() {
        return found;
    }
    let taken = position.pawns[0] | position.pawns[1];
    if position.moving() == 0 {
        let sets = 1..1u16 << board.cells();
        let fits = |set: &u16| set.count_ones() as usize == board.pawns() && set & taken == 0;
        return sets.filter(fits).map(Move::Place).collect();
    }
    let is_free = |cell: usize, taken: u16| taken & 1 << cell == 0 && position.heights[cell] < 4;
    for from in cells_of(position.moving()) {
        for to in cells_of(board.neighbours(from)) {
            if !is_free(to, taken) || position.heights[to] > position.heights[from] + 1 {
                continue;
            }
            let taken_then = taken & !(1 << from) | 1 << to;
            for build in cells_of(board.neighbours(to)) {
                if is_free(build, taken_then) {
                    found.push(Move::Step { from, to, build });
                }
            }
        }
    }
    found
}

/// The position after a legal move.
pub(crate) fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    let pawns = &mut next.pawns[position.to_move.index()];
    match mv {
        Move::Place(cells) => *pawns = cells,
        Move::Step { from, to, build } => {
            *pawns = *pawns & !(1 << from) | 1 << to;
            next.heights[build] += 1;
        }
    }
    next.to_move = position.to_move.opponent();
    next
}

/// The value of a position whose moves lead to these values; `None` of them: it is lost.
pub(crate) fn value_of(replies: impl IntoIterator<Item = Proven>) -> Proven {
    let mut best: Option<Proven> = None;
    for reply in replies {
        let value = before(reply);
        if best.is_none_or(|best| rank(value) > rank(best)) {
            best = Some(value);
        }
    }
    best.unwrap_or(Proven::lose_in(0))
}

/// The value of a move that leads to a position with this value.
pub(crate) fn before(reply: Proven) -> Proven {
    use agon_core::Verdict::{Draw, Lose, Win};
    let verdict = match reply.verdict {
        Win => Lose,
        Draw => Draw,
        Lose => Win,
    };
    Proven { verdict, plies: reply.plies.map(|plies| plies + 1) }
}

/// A number that is larger for better values: quick wins and slow losses.
pub(crate) fn rank(value: Proven) -> i64 {
    let plies = i64::from(value.plies.unwrap_or(0));
    match value.verdict {
        agon_core::Verdict::Win => 1000 - plies,
        agon_core::Verdict::Draw => 0,
        agon_core::Verdict::Lose => plies - 1000,
    }
}

impl Position {
    /// All legal moves on this board.
    pub fn moves(&self, board: &Board) -> Vec<Move> {
        moves(board, self)
    }

    /// The position after a move; refused if it is not legal.
    pub fn play(&self, board: &Board, mv: Move) -> Result<Position, Refusal> {
        if !moves(board, self).contains(&mv) {
            return Err(Refusal::IllegalMove { found: mv.write(board) });
        }
        Ok(after(self, mv))
    }
}
