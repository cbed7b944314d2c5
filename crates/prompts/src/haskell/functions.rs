//! The seven functions of the assignment.

use std::rc::Rc;

use agon_arena::MoveList;
use agon_core::{Game as _, Outcome, Side};
use agon_games::santorini::{Board, Cell, Move, Position, Santorini};

use super::function::{Call, Function};
use super::prelude;
use super::refusal::Refusal;
use super::value::Value;

const FUNCTIONS: [Function; 7] = [
    Function::new(
        "initializeGame",
        "BluePlayerPositions -> RedPlayerPositions -> Game",
        "initializeGame ((0,0),(1,1)) ((2,2),(3,3))",
        2,
        initialize,
    ),
    Function::new(
        "tryMove",
        "Game -> (Position, Position, Position) -> Game",
        "tryMove game ((0,0),(1,0),(2,0))",
        2,
        try_move,
    ),
    Function::new(
        "screenshotGame",
        "Game -> (Bool, Turn, BluePlayerPositions, RedPlayerPositions, BuildingsList)",
        "screenshotGame game",
        1,
        screenshot,
    ),
    Function::new("undoMove", "Game -> Game", "undoMove game", 1, |call| {
        call.changed(|game| game.undo())
    }),
    Function::new("redoMove", "Game -> Game", "redoMove game", 1, |call| {
        call.changed(|game| game.redo())
    }),
    Function::new(
        "possibleMoves",
        "Game -> [(Position, Position, Position)]",
        "possibleMoves game",
        1,
        possible_moves,
    ),
    Function::new(
        "evaluateState",
        "Turn -> Game -> Int",
        "evaluateState 'B' game",
        2,
        evaluate_state,
    ),
];

/// The function with this name, of the assignment or of the prelude.
pub fn named(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().chain(&prelude::FUNCTIONS).find(|function| function.name == name)
}

/// The name, if it is that of a function of the assignment.
pub fn reserved(name: &str) -> Option<&'static str> {
    let names = FUNCTIONS.iter().map(|function| function.name);
    names.chain(["True", "False"]).find(|&reserved| reserved == name)
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
    let position = Position::placed(blue, red).map_err(|cell| Refusal::Overlap {
        row: Board::STANDARD.row(cell),
        column: Board::STANDARD.column(cell),
    })?;
    Ok(Value::Game(Rc::new(MoveList::from(Santorini::default(), position))))
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
    Board::STANDARD.cell(usize::try_from(row).ok()?, usize::try_from(column).ok()?)
}

fn screenshot(call: &Call) -> Result<Value, Refusal> {
    let game = call.game(0)?;
    let position = game.position();
    let outcome = game.game().outcome(position);
    let turn = outcome.and_then(Outcome::winner).unwrap_or(position.to_move());
    let pawns = |side| {
        let pawns = position.pawns(side);
        Value::tuple(pawns.map(Value::from).collect::<Vec<_>>())
    };
    let cells = Board::STANDARD.cells();
    let buildings = cells
        .iter()
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
    let score = call.evaluation.evaluate_for(game.game(), game.position(), side);
    if let Some(why) = call.evaluation.take_failure() {
        return Err(Refusal::Evaluation { name: call.evaluation.name().into(), why });
    }
    Ok(Value::Int(score.points().into()))
}
