//! The rules of tic-tac-toe.

use std::ops::ControlFlow;

use agon_core::{Feature, Game, Observer, Outcome, SQUARE_SYMMETRIES, Side, StateSpace};

use super::notation::Refusal;
use super::position::{Cell, FULL, LINES, Position, bit};

/// Three in a row on a board of nine. X starts. It has no parameters.
///
/// ```
/// use agon_core::{Game, Notation, Outcome, Side};
/// use agon_games::tictactoe::TicTacToe;
///
/// let game = TicTacToe;
/// let mut position = game.start();
/// for text in ["11", "00", "02", "01", "20"] {
///     let cell = game.read_move(&position, text).unwrap();
///     game.play(&mut position, cell).unwrap();
/// }
/// assert_eq!(game.outcome(&position), Some(Outcome::Win(Side::First)));
/// assert_eq!(game.write(&position), "([-1,-1,1,0,1,0,1,0,0],-1)");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe;

impl Game for TicTacToe {
    type Position = Position;
    type Move = Cell;
    type Refusal = Refusal;

    const NAME: &'static str = "tictactoe";

    fn start(&self) -> Position {
        Position::default()
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        // Only the side that has just moved can have made a line.
        let last = position.to_move().opponent();
        if position.lines_of(last).next().is_some() {
            Some(Outcome::Win(last))
        } else if position.marks[0] | position.marks[1] == FULL {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn try_for_each_move(
        &self,
        position: &Position,
        visit: impl FnMut(Cell) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome(position).is_some() {
            return ControlFlow::Continue(());
        }
        Cell::all().filter(|&cell| position.mark(cell).is_none()).try_for_each(visit)
    }

    fn check(&self, position: &Position, cell: Cell) -> Result<(), Refusal> {
        if self.outcome(position).is_some() {
            Err(Refusal::GameOver)
        } else if position.mark(cell).is_some() {
            Err(Refusal::Taken { cell })
        } else {
            Ok(())
        }
    }

    fn play_observed(&self, position: &mut Position, cell: Cell, observer: &mut impl Observer) {
        let side = position.to_move();
        position.marks[side.index()] |= bit(cell);
        observer.add(mark_feature(side, cell));
    }

    fn max_plies(&self) -> u32 {
        9
    }

    fn encode(&self, cell: Cell) -> u32 {
        cell.number() as u32
    }

    fn decode(&self, code: u32) -> Option<Cell> {
        Cell::all().find(|&cell| self.encode(cell) == code)
    }

    /// Nine cells, each with a mark of either side; the marks determine the side to move.
    fn feature_count(&self) -> Feature {
        18
    }

    fn features(&self, position: &Position, observer: &mut impl Observer) {
        for cell in Cell::all() {
            if let Some(side) = position.mark(cell) {
                observer.add(mark_feature(side, cell));
            }
        }
    }

    fn count_moves(&self, position: &Position) -> u64 {
        match self.outcome(position) {
            Some(_) => 0,
            None => u64::from((FULL & !(position.marks[0] | position.marks[1])).count_ones()),
        }
    }

    fn can_win_now(&self, position: &Position) -> bool {
        let [mine, theirs] = match position.to_move() {
            Side::First => [position.marks[0], position.marks[1]],
            Side::Second => [position.marks[1], position.marks[0]],
        };
        let open = |line: u16| theirs & line == 0 && (mine & line).count_ones() == 2;
        self.outcome(position).is_none() && LINES.into_iter().any(open)
    }

    /// The eight symmetries of the square.
    fn symmetry_count(&self) -> usize {
        SQUARE_SYMMETRIES
    }

    fn transform(&self, symmetry: usize, position: &Position) -> Position {
        let image = |marks: u16| {
            let marked = Cell::all().filter(|&cell| marks & bit(cell) != 0);
            marked.fold(0, |image, cell| image | bit(cell.transform(symmetry)))
        };
        Position { marks: position.marks.map(image) }
    }

    fn transform_move(&self, symmetry: usize, cell: Cell) -> Cell {
        cell.transform(symmetry)
    }
}

impl StateSpace for TicTacToe {
    fn state_space(&self) -> f64 {
        5_478.0
    }
}

/// "This side has marked this cell."
fn mark_feature(side: Side, cell: Cell) -> Feature {
    (side.index() * 9 + cell.number()) as Feature
}
