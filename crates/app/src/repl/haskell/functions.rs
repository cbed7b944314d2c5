//! The seven functions of the assignment.

use std::rc::Rc;

use agon_arena::MoveList;
use agon_core::{Evaluate as _, Game as _, Outcome, Side};
use agon_games::santorini::{Cell, Handcrafted, Move, Position, Santorini};

use super::value::Value;
use super::{Refusal, Topic};

/// A function: its name, arity, usage example and implementation.
pub struct Function {
    /// Its name.
    pub name: &'static str,
    takes: usize,
    usage: &'static str,
    body: fn(&Call) -> Result<Value, Refusal>,
}

const FUNCTIONS: [Function; 7] = [
    Function {
        name: "initializeGame",
        takes: 2,
        usage: "initializeGame ((0,0),(1,1)) ((2,2),(3,3))",
        body: initialize,
    },
    Function {
        name: "tryMove",
        takes: 2,
        usage: "tryMove game ((0,0),(1,0),(2,0))",
        body: try_move,
    },
    Function { name: "screenshotGame", takes: 1, usage: "screenshotGame game", body: screenshot },
    Function {
        name: "undoMove",
        takes: 1,
        usage: "undoMove game",
        body: |call| call.changed(|game| game.undo()),
    },
    Function {
        name: "redoMove",
        takes: 1,
        usage: "redoMove game",
        body: |call| call.changed(|game| game.redo()),
    },
    Function { name: "possibleMoves", takes: 1, usage: "possibleMoves game", body: possible_moves },
    Function {
        name: "evaluateState",
        takes: 2,
        usage: "evaluateState 'B' game",
        body: evaluate_state,
    },
];

/// What is understood.
pub const TOPICS: [Topic; 7] = [
    Topic { example: FUNCTIONS[0].usage, about: "a game with these pawns of blue and red" },
    Topic { example: FUNCTIONS[1].usage, about: "the game after a move, if it is legal" },
    Topic { example: FUNCTIONS[2].usage, about: "what a game looks like" },
    Topic { example: FUNCTIONS[3].usage, about: "takes the last move back" },
    Topic { example: FUNCTIONS[4].usage, about: "makes it again" },
    Topic { example: FUNCTIONS[5].usage, about: "all legal moves" },
    Topic { example: FUNCTIONS[6].usage, about: "how good a game is for a side" },
];

/// The function with this name.
pub fn named(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

impl Function {
    /// Applies the function to arguments.
    pub fn apply(&self, arguments: &[Value]) -> Result<Value, Refusal> {
        let Function { name, takes, usage, body } = *self;
        let given = arguments.len();
        if given != takes {
            return Err(Refusal::Arity { name, takes, given, usage });
        }
        body(&Call { name, arguments })
    }
}

fn initialize(call: &Call) -> Result<Value, Refusal> {
    let wanted = "two pawns as ((0,0),(1,1))";
    let on_board = |(row, column)| cell(row, column).ok_or(Refusal::OffBoard { row, column });
    let mut placed = Vec::new();
    for place in [0, 1] {
        for numbers in call.pairs::<2>(place, wanted)? {
            placed.push(on_board(numbers)?);
        }
    }
    let [blue, red] = [[placed[0], placed[1]], [placed[2], placed[3]]];
    let position = Position::placed(blue, red)
        .map_err(|cell| Refusal::Overlap { row: cell.row(), column: cell.column() })?;
    Ok(Value::Game(Rc::new(MoveList::from(Santorini, position))))
}

/// An illegal move, also one off the board, leaves the game unchanged.
fn try_move(call: &Call) -> Result<Value, Refusal> {
    let cells = call.pairs::<3>(1, "a move as ((0,0),(1,0),(2,0))")?;
    call.changed(|game| match cells.map(|(row, column)| cell(row, column)) {
        [Some(from), Some(to), Some(build)] => game.play(Move::Step { from, to, build }).is_ok(),
        _ => false,
    })
}

/// The cell in a row and column, if it is on the board.
fn cell(row: i64, column: i64) -> Option<Cell> {
    Cell::at(usize::try_from(row).ok()?, usize::try_from(column).ok()?)
}

fn screenshot(call: &Call) -> Result<Value, Refusal> {
    let game = call.game(0)?;
    let position = game.position();
    let outcome = game.game().outcome(position);
    let turn = outcome.and_then(Outcome::winner).unwrap_or(position.to_move());
    let pawns = |side| {
        let pawns = position.pawns(side).into_iter().flatten();
        Value::tuple(pawns.map(Value::from).collect::<Vec<_>>())
    };
    let buildings = Cell::all()
        .filter(|&cell| position.height(cell) > 0)
        .map(|cell| Value::tuple([Value::Int(position.height(cell).into()), cell.into()]));
    Ok(Value::tuple([
        Value::Bool(outcome.is_some()),
        turn.into(),
        pawns(Side::First),
        pawns(Side::Second),
        Value::list(buildings),
    ]))
}

fn possible_moves(call: &Call) -> Result<Value, Refusal> {
    let game = call.game(0)?;
    let triple = |mv| match mv {
        Move::Step { from, to, build } => Value::tuple([from, to, build].map(Value::from)),
        Move::Place(one, two) => Value::tuple([one, two].map(Value::from)),
    };
    Ok(Value::list(game.game().moves(game.position()).into_iter().map(triple)))
}

fn evaluate_state(call: &Call) -> Result<Value, Refusal> {
    let side = call.side(0)?;
    let game = call.game(1)?;
    let score = Handcrafted::default().evaluate_for(game.game(), game.position(), side);
    Ok(Value::Int(score.points().into()))
}

/// The application of a function to arguments.
struct Call<'a> {
    name: &'static str,
    arguments: &'a [Value],
}

impl Call<'_> {
    fn wrong(&self, place: usize, wanted: &'static str) -> Refusal {
        let found = self.arguments[place].describe();
        Refusal::Argument { name: self.name, wanted, found: agon_core::quote(&found) }
    }

    fn game(&self, place: usize) -> Result<&MoveList<Santorini>, Refusal> {
        match &self.arguments[place] {
            Value::Game(game) => Ok(game),
            _ => Err(self.wrong(place, "a game")),
        }
    }

    /// A changed copy of the first argument, or the argument itself if nothing changes.
    fn changed(
        &self,
        change: impl FnOnce(&mut MoveList<Santorini>) -> bool,
    ) -> Result<Value, Refusal> {
        let mut changed = self.game(0)?.clone();
        Ok(if change(&mut changed) {
            Value::Game(Rc::new(changed))
        } else {
            self.arguments[0].clone()
        })
    }

    fn side(&self, place: usize) -> Result<Side, Refusal> {
        match self.arguments[place] {
            Value::Char('B') => Ok(Side::First),
            Value::Char('R') => Ok(Side::Second),
            _ => Err(self.wrong(place, "'B' or 'R'")),
        }
    }

    /// The pairs of numbers in a tuple of `N` of them.
    fn pairs<const N: usize>(
        &self,
        place: usize,
        wanted: &'static str,
    ) -> Result<[(i64, i64); N], Refusal> {
        let pair = |value: &Value| match value {
            Value::Tuple(parts) => match parts.values[..] {
                [Value::Int(row), Value::Int(column)] => Some((row, column)),
                _ => None,
            },
            _ => None,
        };
        let pairs: Option<Vec<(i64, i64)>> = match &self.arguments[place] {
            Value::Tuple(parts) => parts.values.iter().map(pair).collect(),
            _ => None,
        };
        pairs.and_then(|pairs| pairs.try_into().ok()).ok_or_else(|| self.wrong(place, wanted))
    }
}
