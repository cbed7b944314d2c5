//! The rules.

use std::ops::ControlFlow;

use agon_core::{Feature, Game, Observer, Outcome, Side, StateSpace};

use crate::Refusal;

/// A board of so many columns and rows, seven by six by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

impl Default for ConnectFour {
    fn default() -> ConnectFour {
        ConnectFour { columns: 7, rows: 6 }
    }
}

/// The discs of either side as bits, eight for each column, the lowest row first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) discs: [u64; 2],
}

impl Position {
    /// The side to move: yellow begins, and turns alternate.
    pub fn to_move(&self) -> Side {
        let [yellow, red] = self.discs.map(u64::count_ones);
        if yellow == red { Side::First } else { Side::Second }
    }

    /// The side whose disc is in a place.
    pub(crate) fn disc(&self, column: usize, row: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.discs[side.index()] & bit(column, row) != 0)
    }

    /// How many discs are in a column.
    pub(crate) fn height(&self, column: usize) -> usize {
        let discs = (self.discs[0] | self.discs[1]) >> (8 * column) & 0xff;
        discs.count_ones() as usize
    }

    /// The places of a side that are in a row of four.
    pub(crate) fn fours(&self, side: Side) -> u64 {
        let discs = self.discs[side.index()];
        // Up, right, and both diagonals. No board has eight rows, so columns do not touch.
        [1, 8, 9, 7].into_iter().fold(0, |fours, step| {
            let pairs = discs & discs >> step;
            let first = pairs & pairs >> (2 * step);
            fours | first | first << step | first << (2 * step) | first << (3 * step)
        })
    }
}

/// A place as a bit.
pub(crate) fn bit(column: usize, row: usize) -> u64 {
    1 << (8 * column + row)
}

impl ConnectFour {
    /// The places of the board, column by column.
    pub(crate) fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let rows = self.rows;
        (0..self.columns).flat_map(move |column| (0..rows).map(move |row| (column, row)))
    }

    /// The columns from the middle outwards: central ones are the better moves.
    pub(crate) fn columns_from_middle(&self) -> impl Iterator<Item = u8> + use<> {
        let middle = (self.columns - 1) / 2;
        (0..self.columns).map(move |place| match place % 2 {
            0 => (middle - place / 2) as u8,
            _ => (middle + place / 2 + 1) as u8,
        })
    }

    fn feature(&self, side: Side, (column, row): (usize, usize)) -> Feature {
        ((side.index() * self.columns + column) * self.rows + row) as Feature
    }
}

impl Game for ConnectFour {
    type Position = Position;
    /// A column.
    type Move = u8;
    type Refusal = Refusal;

    const NAME: &'static str = "connect-four";

    fn start(&self) -> Position {
        Position::default()
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        // Only the side that has just moved can have made a four.
        let last = position.to_move().opponent();
        if position.fours(last) != 0 {
            return Some(Outcome::Win(last));
        }
        let is_full = (0..self.columns).all(|column| position.height(column) == self.rows);
        is_full.then_some(Outcome::Draw)
    }

    fn try_for_each_move(
        &self,
        position: &Position,
        visit: impl FnMut(u8) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome(position).is_some() {
            return ControlFlow::Continue(());
        }
        let is_open = |column: &u8| position.height((*column).into()) < self.rows;
        self.columns_from_middle().filter(is_open).try_for_each(visit)
    }

    fn check(&self, position: &Position, column: u8) -> Result<(), Refusal> {
        if self.outcome(position).is_some() {
            Err(Refusal::GameOver)
        } else if usize::from(column) >= self.columns {
            Err(Refusal::NoColumn { columns: self.columns })
        } else if position.height(column.into()) == self.rows {
            Err(Refusal::Full { column: char::from(b'a' + column) })
        } else {
            Ok(())
        }
    }

    fn play_observed(&self, position: &mut Position, column: u8, observer: &mut impl Observer) {
        let (side, column) = (position.to_move(), usize::from(column));
        if column < self.columns && position.height(column) < self.rows {
            let place = (column, position.height(column));
            position.discs[side.index()] |= bit(place.0, place.1);
            observer.add(self.feature(side, place));
        }
    }

    fn max_plies(&self) -> u32 {
        (self.columns * self.rows) as u32
    }

    fn encode(&self, column: u8) -> u32 {
        column.into()
    }

    fn decode(&self, code: u32) -> Option<u8> {
        u8::try_from(code).ok().filter(|&column| usize::from(column) < self.columns)
    }

    /// A disc of either side in each place; the discs determine the side to move.
    fn feature_count(&self) -> Feature {
        (2 * self.columns * self.rows) as Feature
    }

    fn features(&self, position: &Position, observer: &mut impl Observer) {
        for (column, row) in self.places() {
            if let Some(side) = position.disc(column, row) {
                observer.add(self.feature(side, (column, row)));
            }
        }
    }

    /// The board and its mirror image.
    fn symmetry_count(&self) -> usize {
        2
    }

    fn transform(&self, symmetry: usize, position: &Position) -> Position {
        let image = |discs: u64| {
            let column = |column: usize| discs >> (8 * column) & 0xff;
            let mirrored = |at: usize| column(at) << (8 * (self.columns - 1 - at));
            (0..self.columns).map(mirrored).sum()
        };
        if symmetry == 0 { *position } else { Position { discs: position.discs.map(image) } }
    }

    fn transform_move(&self, symmetry: usize, column: u8) -> u8 {
        if symmetry == 0 { column } else { (self.columns as u8 - 1).wrapping_sub(column) }
    }
}

impl StateSpace for ConnectFour {
    /// The number of positions on the usual board is known; others are of its order.
    fn state_space(&self) -> f64 {
        4_531_985_219_092.0
    }
}
