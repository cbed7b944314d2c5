//! A script of calls, and Agon's answer to each.

use agon_arena::MoveList;
use agon_core::{Game as _, Outcome, Side};
use agon_games::santorini::{Board, Cell, Move, Position, Santorini};

use super::value::HaskellValue;

/// Row and column of a cell, which may be off the board.
pub type Place = (i8, i8);

/// A call in a script. All others change or show the game that `initializeGame` began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// `initializeGame` with two blue pawns and two red ones. It begins another game.
    Initialize([Place; 4]),
    /// `tryMove`.
    Try([Place; 3]),
    /// `undoMove`.
    Undo,
    /// `redoMove`.
    Redo,
    /// `possibleMoves`.
    Moves,
    /// `evaluateState` for a side.
    Evaluate(Side),
}

/// Indices of the functions in the assignment.
pub mod function {
    pub const INITIALIZE: usize = 0;
    pub const TRY: usize = 1;
    pub const SCREENSHOT: usize = 2;
    pub const UNDO: usize = 3;
    pub const REDO: usize = 4;
    pub const MOVES: usize = 5;
    pub const EVALUATE: usize = 6;
}

impl Call {
    pub fn function(self) -> usize {
        match self {
            Call::Initialize(_) => function::INITIALIZE,
            Call::Try(_) => function::TRY,
            Call::Undo => function::UNDO,
            Call::Redo => function::REDO,
            Call::Moves => function::MOVES,
            Call::Evaluate(_) => function::EVALUATE,
        }
    }

    /// Whether the call returns a game.
    pub fn changes(self) -> bool {
        !matches!(self, Call::Moves | Call::Evaluate(_))
    }

    /// The call in the driver's form.
    pub fn code(self) -> String {
        let numbers = |places: &[Place]| {
            let all = places.iter().flat_map(|&(row, column)| [row, column]);
            all.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
        };
        match self {
            Call::Initialize(pawns) => format!("(0,[{}])", numbers(&pawns)),
            Call::Try(cells) => format!("(1,[{}])", numbers(&cells)),
            Call::Undo => "(2,[])".into(),
            Call::Redo => "(3,[])".into(),
            Call::Moves => "(4,[])".into(),
            Call::Evaluate(side) => format!("(5,[{}])", side.index()),
        }
    }
}

/// A cell as Haskell shows it.
pub fn show_place((row, column): Place) -> String {
    format!("({row},{column})")
}

pub fn cell((row, column): Place) -> Option<Cell> {
    Board::STANDARD.cell(usize::try_from(row).ok()?, usize::try_from(column).ok()?)
}

pub fn place(cell: Cell) -> Place {
    (Board::STANDARD.row(cell) as i8, Board::STANDARD.column(cell) as i8)
}

/// Agon's own game, which the calls change.
#[derive(Clone)]
pub struct Oracle {
    game: MoveList<Santorini>,
}

impl Oracle {
    /// A game with these pawns. `None` if two share a cell or one is off the board.
    pub fn new(pawns: [Place; 4]) -> Option<Oracle> {
        let [a, b, c, d] = pawns.map(cell);
        let position = Position::placed([a?, b?], [c?, d?]).ok()?;
        Some(Oracle { game: MoveList::from(Santorini::default(), position) })
    }

    /// Makes a call.
    pub fn call(&mut self, call: Call) {
        match call {
            Call::Try(cells) => {
                if let [Some(from), Some(to), Some(build)] = cells.map(cell) {
                    // An illegal move is ignored.
                    let _ = self.game.play(Move::Step { from, to, build });
                }
            }
            Call::Undo => {
                self.game.undo();
            }
            Call::Redo => {
                self.game.redo();
            }
            Call::Initialize(pawns) => {
                if let Some(other) = Oracle::new(pawns) {
                    *self = other;
                }
            }
            Call::Moves | Call::Evaluate(_) => (),
        }
    }

    /// The right answer to a call that was made, as the driver writes it. Any value is right.
    pub fn answer(&self, call: Call) -> String {
        match call {
            Call::Moves => self.possible_moves().to_string(),
            Call::Evaluate(side) => self.value(side).to_string(),
            _ => self.screenshot().to_string(),
        }
    }

    /// A value of the position that is good enough for the assignment.
    pub fn value(&self, side: Side) -> i64 {
        let position = self.position();
        let worth = |side: Side| {
            let height = |cell| i64::from(position.height(cell));
            let climbed: i64 = position.pawns(side).map(height).map(|height| height * height).sum();
            let threats = position.winning_steps(side).iter().count() as i64;
            10 * climbed + 5 * threats
        };
        worth(side) - worth(side.opponent()) + self.history().0 as i64
    }

    pub fn position(&self) -> &Position {
        self.game.position()
    }

    pub fn is_over(&self) -> bool {
        Santorini::default().outcome(self.position()).is_some()
    }

    pub fn is_legal(&self, cells: [Place; 3]) -> bool {
        match cells.map(cell) {
            [Some(from), Some(to), Some(build)] => {
                Santorini::default().check(self.position(), Move::Step { from, to, build }).is_ok()
            }
            _ => false,
        }
    }

    /// The number of moves that can be undone, and that can be redone.
    pub fn history(&self) -> (usize, usize) {
        (self.game.ply(), self.game.len() - self.game.ply())
    }

    /// `screenshotGame` with sorted pawns and buildings.
    pub fn screenshot(&self) -> HaskellValue {
        let position = self.position();
        let outcome = Santorini::default().outcome(position);
        let turn = outcome.and_then(Outcome::winner).unwrap_or(position.to_move());
        let value = |cell: Cell| {
            let (row, column) = place(cell);
            HaskellValue::pair(row.into(), column.into())
        };
        let pawns = |side| {
            let pawns = position.pawns(side);
            HaskellValue::Tuple(pawns.map(value).collect())
        };
        let cells = Board::STANDARD.cells();
        let buildings = cells.iter().filter(|&cell| position.height(cell) > 0).map(|cell| {
            HaskellValue::Tuple(vec![HaskellValue::Int(position.height(cell).into()), value(cell)])
        });
        HaskellValue::Tuple(vec![
            HaskellValue::Bool(outcome.is_some()),
            HaskellValue::Char(if turn == Side::First { 'B' } else { 'R' }),
            pawns(Side::First),
            pawns(Side::Second),
            HaskellValue::List(buildings.collect()),
        ])
    }

    pub fn possible_moves(&self) -> HaskellValue {
        let triple = |cells: [Place; 3]| {
            let cells = cells.map(|(row, column)| HaskellValue::pair(row.into(), column.into()));
            HaskellValue::Tuple(cells.to_vec())
        };
        HaskellValue::List(self.moves().into_iter().map(triple).collect())
    }

    pub fn moves(&self) -> Vec<[Place; 3]> {
        let cells = |mv| match mv {
            Move::Step { from, to, build } => Some([from, to, build].map(place)),
            Move::Place(..) => None,
        };
        Santorini::default().moves(self.position()).into_iter().filter_map(cells).collect()
    }
}

/// The heights on which a side's pawns stand, together.
pub fn stands(position: &Position, side: Side) -> usize {
    position.pawns(side).map(|cell| usize::from(position.height(cell))).sum()
}

/// Sorts what may come in any order: the pawns of a side, and the buildings.
pub fn without_order(screenshot: HaskellValue) -> HaskellValue {
    let HaskellValue::Tuple(mut parts) = screenshot.sorted() else {
        return HaskellValue::List(Vec::new());
    };
    for pawns in parts.iter_mut().skip(2).take(2) {
        if let HaskellValue::Tuple(pair) = pawns {
            pair.sort();
        }
    }
    HaskellValue::Tuple(parts)
}
