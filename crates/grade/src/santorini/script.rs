//! A script of calls, and what Agon answers to each.

use agon_arena::MoveList;
use agon_core::{Game as _, Outcome, Side};
use agon_games::santorini::{Board, Cell, Move, Position, Santorini};

use super::value::Value;

/// A cell by row and column, which need not be on the board.
pub type Place = (i8, i8);

/// A call in a script. All but the first change the game of the calls before, or look at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// `initializeGame`, with two pawns of blue and two of red; the first call.
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

/// A call with the kind of case that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The call.
    pub call: Call,
    /// The kind, in a few words.
    pub kind: &'static str,
}

/// The functions of the assignment, by their place.
pub mod function {
    /// `initializeGame`.
    pub const INITIALIZE: usize = 0;
    /// `tryMove`.
    pub const TRY: usize = 1;
    /// `screenshotGame`.
    pub const SCREENSHOT: usize = 2;
    /// `undoMove`.
    pub const UNDO: usize = 3;
    /// `redoMove`.
    pub const REDO: usize = 4;
    /// `possibleMoves`.
    pub const MOVES: usize = 5;
    /// `evaluateState`.
    pub const EVALUATE: usize = 6;
}

impl Call {
    /// The function that is called.
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

    /// Whether its result is a game.
    pub fn changes(self) -> bool {
        !matches!(self, Call::Moves | Call::Evaluate(_))
    }

    /// The call as the driver reads it.
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

/// A place as Haskell shows it.
pub fn show_place((row, column): Place) -> String {
    format!("({row},{column})")
}

/// The cell of a place, if it is on the board.
pub fn cell((row, column): Place) -> Option<Cell> {
    Board::STANDARD.cell(usize::try_from(row).ok()?, usize::try_from(column).ok()?)
}

/// The place of a cell.
pub fn place(cell: Cell) -> Place {
    (Board::STANDARD.row(cell) as i8, Board::STANDARD.column(cell) as i8)
}

/// Agon's game, changed by calls.
#[derive(Clone)]
pub struct Oracle {
    game: MoveList<Santorini>,
}

impl Oracle {
    /// The game with these pawns; `None` if two are on one cell or one is off the board.
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
                    // An illegal move changes nothing.
                    let _ = self.game.play(Move::Step { from, to, build });
                }
            }
            Call::Undo => {
                self.game.undo();
            }
            Call::Redo => {
                self.game.redo();
            }
            Call::Initialize(_) | Call::Moves | Call::Evaluate(_) => (),
        }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        Santorini::default().outcome(self.position()).is_some()
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, cells: [Place; 3]) -> bool {
        match cells.map(cell) {
            [Some(from), Some(to), Some(build)] => {
                Santorini::default().check(self.position(), Move::Step { from, to, build }).is_ok()
            }
            _ => false,
        }
    }

    /// How many moves can be undone and redone.
    pub fn history(&self) -> (usize, usize) {
        (self.game.ply(), self.game.len() - self.game.ply())
    }

    /// `screenshotGame`, with pawns and buildings in order.
    pub fn screenshot(&self) -> Value {
        let position = self.position();
        let outcome = Santorini::default().outcome(position);
        let turn = outcome.and_then(Outcome::winner).unwrap_or(position.to_move());
        let value = |cell: Cell| {
            let (row, column) = place(cell);
            Value::pair(row.into(), column.into())
        };
        let pawns = |side| {
            let pawns = position.pawns(side);
            Value::Tuple(pawns.map(value).collect())
        };
        let cells = Board::STANDARD.cells();
        let buildings = cells
            .iter()
            .filter(|&cell| position.height(cell) > 0)
            .map(|cell| Value::Tuple(vec![Value::Int(position.height(cell).into()), value(cell)]));
        Value::Tuple(vec![
            Value::Bool(outcome.is_some()),
            Value::Char(if turn == Side::First { 'B' } else { 'R' }),
            pawns(Side::First),
            pawns(Side::Second),
            Value::List(buildings.collect()),
        ])
    }

    /// `possibleMoves`.
    pub fn possible_moves(&self) -> Value {
        let triple = |cells: [Place; 3]| {
            let cells = cells.map(|(row, column)| Value::pair(row.into(), column.into()));
            Value::Tuple(cells.to_vec())
        };
        Value::List(self.moves().into_iter().map(triple).collect())
    }

    /// The legal moves.
    pub fn moves(&self) -> Vec<[Place; 3]> {
        let cells = |mv| match mv {
            Move::Step { from, to, build } => Some([from, to, build].map(place)),
            Move::Place(..) => None,
        };
        Santorini::default().moves(self.position()).into_iter().filter_map(cells).collect()
    }
}

/// A screenshot without what the assignment leaves open: the order of a side's pawns and that
/// of the buildings.
pub fn without_order(screenshot: Value) -> Value {
    let Value::Tuple(mut parts) = screenshot.sorted() else { return Value::List(Vec::new()) };
    for pawns in parts.iter_mut().skip(2).take(2) {
        if let Value::Tuple(pair) = pawns {
            pair.sort();
        }
    }
    Value::Tuple(parts)
}
