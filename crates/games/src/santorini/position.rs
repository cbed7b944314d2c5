//! A position of Santorini: towers, pawns and the side to move.

use agon_core::Side;

use super::board::Board;
use super::cell::{Cell, Cells};
use super::notation::{Refusal, check_sound};

/// A position. The pawns of a side keep the order in which they were placed,
/// and moves are listed in that order. A side's only pawn is the first.
///
/// ```
/// use agon_core::{Notation, Side};
/// use agon_games::santorini::Santorini;
///
/// let (game, position) = Santorini::read("00000/00000/00000/02300/00000 B 31,11 13,44").unwrap();
/// let tower = game.board().cell(3, 2).unwrap();
/// assert_eq!(position.to_move(), Side::First);
/// assert_eq!(position.height(tower), 3);
/// // Blue stands on level two beside level three.
/// assert!(position.winning_steps(Side::First).has(tower));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells that are built to height 1, 2, 3 and 4 at least, and all bits beyond the edge.
    pub(super) at_least: [Cells; 4],
    pub(super) pawns: Pawns,
    pub(super) to_move: Side,
}

const _: () = assert!(size_of::<Position>() <= 32);

impl Position {
    /// The empty board before any pawn is placed, blue to move.
    pub(super) fn start(board: &Board) -> Position {
        Position {
            at_least: [board.beyond(); 4],
            pawns: Pawns::new([[Cell::NOWHERE; 2]; 2]),
            to_move: Side::First,
        }
    }

    /// The usual board, empty, with all pawns placed, blue to move; the error is a cell with two
    /// pawns.
    pub fn placed(blue: [Cell; 2], red: [Cell; 2]) -> Result<Position, Cell> {
        let mut taken = Cells::NONE;
        for pawn in [blue, red].into_iter().flatten() {
            if taken.has(pawn) {
                return Err(pawn);
            }
            taken |= Cells::of(pawn);
        }
        Ok(Position { pawns: Pawns::new([blue, red]), ..Position::start(&Board::STANDARD) })
    }

    /// The position of a board with these heights and pawns, if it can occur in a game; a pawn is
    /// `None` before it is placed, and where a side has only one.
    pub fn built(
        board: &Board,
        height: impl Fn(Cell) -> u8,
        pawns: [[Option<Cell>; 2]; 2],
        to_move: Side,
    ) -> Result<Position, Refusal> {
        let mut position = Position { to_move, ..Position::start(board) };
        for cell in board.cells().iter() {
            for built in position.at_least.iter_mut().take(height(cell).into()) {
                *built |= Cells::of(cell);
            }
        }
        position.pawns = Pawns::new(pawns.map(|own| own.map(|it| it.unwrap_or(Cell::NOWHERE))));
        check_sound(board, &position)?;
        Ok(position)
    }

    /// The side to move; in a finished game, the side that has lost.
    #[inline]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The height of a cell: 0 to 3, or 4 for a dome.
    #[inline]
    pub fn height(&self, cell: Cell) -> u8 {
        self.at_least.iter().map(|built| u8::from(built.has(cell))).sum()
    }

    /// The pawns of a side that are placed, in their stored order.
    #[inline]
    pub fn pawns(&self, side: Side) -> impl Iterator<Item = Cell> + Clone {
        self.pawns.of(side).into_iter().filter(|&pawn| pawn != Cell::NOWHERE)
    }

    /// The cells on which pawns of a side stand.
    #[inline]
    pub fn pawn_cells(&self, side: Side) -> Cells {
        let [one, two] = self.pawns.of(side);
        (Cells::of(one) | Cells::of(two)) & Cells::SOMEWHERE
    }

    /// The cells without a pawn and without a dome, where stepping and building is possible.
    #[inline]
    pub fn free(&self) -> Cells {
        !(self.pawn_cells(Side::First) | self.pawn_cells(Side::Second) | self.at_least[3])
    }

    /// The cells of `free` onto which a pawn that stands on `from` may step.
    #[inline]
    pub(super) fn steps(&self, from: Cell, free: Cells) -> Cells {
        let [one, two, three, _] = self.at_least;
        let too_high = if two.has(from) {
            Cells::NONE
        } else if one.has(from) {
            three
        } else {
            two
        };
        from.neighbours() & free & !too_high
    }

    /// The cells onto which a side's pawns could step to win, were it to move.
    #[inline]
    pub fn winning_steps(&self, side: Side) -> Cells {
        let [_, two, three, _] = self.at_least;
        let around = |pawn: Cell| if two.has(pawn) { pawn.neighbours() } else { Cells::NONE };
        let [one, other] = self.pawns.of(side).map(around);
        (one | other) & three & self.free()
    }

    /// Whether the side that is not to move has stepped onto height 3.
    #[inline]
    pub fn is_climbed(&self) -> bool {
        !(self.pawn_cells(self.to_move.opponent()) & self.at_least[2]).is_empty()
    }

    /// Whether the side to move has not placed its pawns.
    #[inline]
    pub(super) fn is_placing(&self) -> bool {
        self.pawns.of(self.to_move)[0] == Cell::NOWHERE
    }

    /// Whether both sides have placed their pawns.
    #[inline]
    pub fn is_placed(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.pawns.of(side)[0] != Cell::NOWHERE)
    }

    /// Moves a pawn of the side to move.
    #[inline]
    pub(super) fn step(&mut self, from: Cell, to: Cell) {
        let [one, two] = self.pawns.of(self.to_move);
        let moved = if one == from { [to, two] } else { [one, to] };
        self.pawns.put(self.to_move, moved);
    }

    /// Raises a cell by one.
    #[inline]
    pub(super) fn build(&mut self, cell: Cell) {
        let cell = Cells::of(cell);
        let [one, two, three, _] = self.at_least;
        self.at_least[0] |= cell;
        self.at_least[1] |= cell & one;
        self.at_least[2] |= cell & two;
        self.at_least[3] |= cell & three;
    }
}

/// The four pawns, a byte each, packed into one word, so that the compiler keeps them in a
/// register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pawns(u32);

impl Pawns {
    pub(super) const fn new([[a, b], [c, d]]: [[Cell; 2]; 2]) -> Pawns {
        Pawns(u32::from_le_bytes([a.place(), b.place(), c.place(), d.place()]))
    }

    /// The pawns of a side in their stored order.
    #[inline]
    pub(super) fn of(self, side: Side) -> [Cell; 2] {
        let pair = self.0 >> Self::shift(side);
        [Cell::from_place(pair as u8), Cell::from_place((pair >> 8) as u8)]
    }

    /// Puts both pawns of a side.
    #[inline]
    pub(super) fn put(&mut self, side: Side, [one, two]: [Cell; 2]) {
        let shift = Self::shift(side);
        let pair = u32::from(one.place()) | u32::from(two.place()) << 8;
        self.0 = self.0 & !(0xffff << shift) | pair << shift;
    }

    #[inline]
    const fn shift(side: Side) -> u32 {
        16 * side.index() as u32
    }
}
