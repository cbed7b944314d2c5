//! Values of positions and of their moves, computed from the values of placed positions.

use agon_core::{Game as _, Notation as _, Proven, Verdict};
use agon_games::santorini::{Move, Position};

use crate::{Board, Manifest, Solution, TableRefusal};

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

/// A source of the values of all positions of a board.
///
/// ```
/// use agon_core::Proven;
/// use agon_core::Notation as _;
/// use agon_games::santorini::Position;
/// use agon_tablebase::{Board, TableRefusal, Solution, Values};
///
/// /// The best move of a position, as text.
/// fn best(values: &dyn Values, position: &Position) -> Result<Option<String>, TableRefusal> {
///     let moves = values.move_values(position)?;
///     Ok(moves.first().map(|best| values.board().game().write_move(position, best.mv)))
/// }
///
/// let board: Board = "2x2".parse().unwrap();
/// let solution = Solution::solve(board.with_pawns(1).unwrap(), 1, &()).unwrap();
/// let position = solution.board().read("23/00 B 00 11").unwrap();
/// assert_eq!(solution.value(&position).unwrap(), Proven::win_in(1));
/// assert_eq!(best(&solution, &position).unwrap().unwrap(), "00-01-00");
/// ```
pub trait Values {
    /// The board.
    fn board(&self) -> Board;

    /// The summaries of all layers, with checksums.
    fn manifest(&self) -> &Manifest;

    /// The first damage because of which a value was refused.
    fn damage(&self) -> Option<&TableRefusal> {
        None
    }

    /// The position of a layer with this index; the first side is to move.
    fn position(&self, layer: usize, index: u64) -> Option<Position>;

    /// The value of a position in which all pawns are placed and no side has climbed.
    fn undecided(&self, position: &Position) -> Result<Proven, TableRefusal>;

    /// The value of any position.
    fn value(&self, position: &Position) -> Result<Proven, TableRefusal> {
        if position.is_climbed() {
            return Ok(Proven::lose_in(0));
        }
        if position.is_placed() {
            return self.undecided(position);
        }
        let game = self.board().game();
        let replies = game.moves(position).into_iter();
        let values = replies.map(|mv| self.value(&game.after(position, mv)));
        Ok(value_of(values.collect::<Result<Vec<_>, _>>()?))
    }

    /// The value of a position, and its moves as `move_values` has them. Values that contradict each
    /// other are refused.
    fn value_and_moves(
        &self,
        position: &Position,
    ) -> Result<(Proven, Vec<MoveValue>), TableRefusal> {
        let (value, moves) = (self.value(position)?, self.move_values(position)?);
        let best = moves.first().map_or(Proven::lose_in(0), |best| best.value);
        let agrees =
            value.verdict == best.verdict && (value.plies.is_none() || value.plies == best.plies);
        let fault = || contradiction(&self.board(), position, value);
        agrees.then_some((value, moves)).ok_or_else(fault)
    }

    /// The legal moves with their values, the best first, otherwise by their cells, row by row. A
    /// move whose value contradicts those of the replies is refused.
    fn move_values(&self, position: &Position) -> Result<Vec<MoveValue>, TableRefusal> {
        let (board, game) = (self.board(), self.board().game());
        let mut found = Vec::new();
        for mv in game.moves(position) {
            let next = game.after(position, mv);
            let theirs = self.value(&next)?;
            let replies = game.moves(&next);
            let mut refuting = 0;
            for &reply in &replies {
                let verdict = self.value(&game.after(&next, reply))?.verdict;
                refuting += usize::from(verdict == Verdict::Lose);
            }
            if (theirs.verdict == Verdict::Win) != (refuting > 0) {
                return Err(contradiction(&board, &next, theirs));
            }
            let refutations = (refuting, replies.len());
            found.push(MoveValue { mv, value: before(theirs), refutations });
        }
        found.sort_by_key(|found| (std::cmp::Reverse(rank(found.value)), order(&board, found.mv)));
        Ok(found)
    }
}

/// The values of the transposed board of another one.
pub struct Transposed<V>(pub V);

impl<V: Values> Values for Transposed<V> {
    fn board(&self) -> Board {
        self.0.board().transposed()
    }

    fn manifest(&self) -> &Manifest {
        self.0.manifest()
    }

    fn damage(&self) -> Option<&TableRefusal> {
        self.0.damage()
    }

    fn position(&self, layer: usize, index: u64) -> Option<Position> {
        self.0.board().turn(&self.0.position(layer, index)?)
    }

    fn undecided(&self, position: &Position) -> Result<Proven, TableRefusal> {
        let turned = self.board().turn(position).ok_or_else(|| TableRefusal::OtherPosition {
            found: self.board().game().write(position),
            board: self.board().to_string(),
        })?;
        self.0.undecided(&turned)
    }
}

fn contradiction(board: &Board, position: &Position, stored: Proven) -> TableRefusal {
    let position = board.game().write(&board.sorted(position));
    let (board, stored) = (board.to_string(), stored.to_string());
    TableRefusal::Contradiction { board, position, stored }
}

/// Orders moves by the numbers of their cells; of a placement the last one counts most.
fn order(board: &Board, mv: Move) -> [usize; 3] {
    match mv {
        Move::Place(one, two) if board.game().board().cells().has(two) => {
            let (one, two) = (board.number(one), board.number(two));
            [one.max(two), one.min(two), 0]
        }
        Move::Place(only, _) => [board.number(only), 0, 0],
        Move::Step { from, to, build } => [from, to, build].map(|cell| board.number(cell)),
    }
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

    fn undecided(&self, position: &Position) -> Result<Proven, TableRefusal> {
        Ok(self.placed_value(position))
    }
}
