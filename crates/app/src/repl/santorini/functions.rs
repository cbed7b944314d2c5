//! The seven functions of the assignment.

use std::rc::Rc;

use agon_arena::Session;
use agon_core::{Evaluate as _, Game as _, Outcome, Player};
use agon_games::santorini::{Cell, Hand, Move, Position, Santorini};

use super::Refusal;
use super::value::Value;

/// A function: its name, how many arguments it takes, how it is called, and what
/// it does.
pub struct Function {
    /// The name it is called by.
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

/// The function of this name.
pub fn named(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

impl Function {
    /// What the function gives for these arguments.
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
    let [blue, red] = [call.cells::<2>(0, wanted)?, call.cells::<2>(1, wanted)?];
    let position = Position::placed(blue, red)
        .map_err(|cell| Refusal::Overlap { row: cell.row(), column: cell.column() })?;
    Ok(Value::Game(Rc::new(Session::from(Santorini, position))))
}

/// A move that is not legal leaves the game as it is.
fn try_move(call: &Call) -> Result<Value, Refusal> {
    let [from, to, build] = call.cells::<3>(1, "a move as ((0,0),(1,0),(2,0))")?;
    call.changed(|game| game.play(Move::Step { from, to, build }).is_ok())
}

fn screenshot(call: &Call) -> Result<Value, Refusal> {
    let game = call.game(0)?;
    let position = game.position();
    let outcome = game.game().outcome(position);
    let turn = outcome.and_then(Outcome::winner).unwrap_or(position.to_move());
    let pawns =
        |side| Value::Tuple(position.pawns(side).into_iter().flatten().map(Value::from).collect());
    let buildings = Cell::all()
        .filter(|&cell| position.height(cell) > 0)
        .map(|cell| Value::Tuple(vec![Value::Int(position.height(cell).into()), cell.into()]));
    Ok(Value::Tuple(vec![
        Value::Bool(outcome.is_some()),
        turn.into(),
        pawns(Player::P1),
        pawns(Player::P2),
        Value::List(buildings.collect()),
    ]))
}

fn possible_moves(call: &Call) -> Result<Value, Refusal> {
    let game = call.game(0)?;
    let triple = |mv| match mv {
        Move::Step { from, to, build } => Value::Tuple([from, to, build].map(Value::from).into()),
        Move::Place(one, two) => Value::Tuple([one, two].map(Value::from).into()),
    };
    Ok(Value::List(game.game().moves(game.position()).into_iter().map(triple).collect()))
}

fn evaluate_state(call: &Call) -> Result<Value, Refusal> {
    let side = call.side(0)?;
    let game = call.game(1)?;
    let score = Hand::default().judge(game.game(), game.position(), side);
    Ok(Value::Int(score.points().into()))
}

/// A function that is being applied.
struct Call<'a> {
    name: &'static str,
    arguments: &'a [Value],
}

impl Call<'_> {
    fn wrong(&self, place: usize, wanted: &'static str) -> Refusal {
        let found = self.arguments[place].describe();
        Refusal::Argument { name: self.name, wanted, found: agon_core::quote(&found) }
    }

    fn game(&self, place: usize) -> Result<&Session<Santorini>, Refusal> {
        match &self.arguments[place] {
            Value::Game(game) => Ok(game),
            _ => Err(self.wrong(place, "a game")),
        }
    }

    /// A copy of the first argument, changed; the game itself where nothing changes.
    fn changed(
        &self,
        change: impl FnOnce(&mut Session<Santorini>) -> bool,
    ) -> Result<Value, Refusal> {
        let mut changed = self.game(0)?.clone();
        Ok(if change(&mut changed) {
            Value::Game(Rc::new(changed))
        } else {
            self.arguments[0].clone()
        })
    }

    fn side(&self, place: usize) -> Result<Player, Refusal> {
        match self.arguments[place] {
            Value::Char('B') => Ok(Player::P1),
            Value::Char('R') => Ok(Player::P2),
            _ => Err(self.wrong(place, "'B' or 'R'")),
        }
    }

    fn cells<const N: usize>(
        &self,
        place: usize,
        wanted: &'static str,
    ) -> Result<[Cell; N], Refusal> {
        let wrong = || self.wrong(place, wanted);
        let Value::Tuple(parts) = &self.arguments[place] else { return Err(wrong()) };
        let mut cells = Vec::new();
        for part in parts {
            let Value::Tuple(numbers) = part else { return Err(wrong()) };
            let &[Value::Int(row), Value::Int(column)] = numbers.as_slice() else {
                return Err(wrong());
            };
            let on_board = |number: i64| usize::try_from(number).ok();
            let cell = on_board(row).zip(on_board(column)).and_then(|(r, c)| Cell::at(r, c));
            cells.push(cell.ok_or(Refusal::OffBoard { row, column })?);
        }
        cells.try_into().map_err(|_| wrong())
    }
}
