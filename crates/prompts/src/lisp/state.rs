//! States and moves of Byte as lists, and the functions of the assignment.

use agon_arena::Refused;
use agon_core::{Evaluate, Game as _, Notation as _, Outcome, Side, quote};
use agon_games::byte::{Byte, Handcrafted, Move, Position};
use agon_host::interrupt::{Interrupt, interrupted};
use agon_search::{Engine, Limits, MAX_DEPTH, SearchControl};

use super::arguments::{integer, truth};
use super::evaluate::{Answer, Builtin, Machine, builtin};
use super::refusal::Refusal;
use super::value::{Value, shown};

pub const BUILTINS: [Builtin; 8] = [
    builtin("INITIAL", 1, 1, |_, a| {
        let size = integer("initial", &a[0])?;
        let (game, start) = Byte::read(&format!("{size} start"))?;
        Ok(list_of(&game, &start)?)
    }),
    builtin("GOAL", 1, 1, |_, a| {
        let (game, position) = read_state(&a[0])?;
        Ok(match game.outcome(&position) {
            None => Value::Nil,
            Some(Outcome::Draw) => Value::symbol("DRAW")?,
            Some(Outcome::Win(side)) => Value::symbol(name(side))?,
        })
    }),
    builtin("SHOW", 1, 1, |machine, a| {
        let (game, position) = read_state(&a[0])?;
        machine.print(format_args!("{}", game.draw(&position).trim_end()))?;
        Ok(Value::Nil)
    }),
    builtin("VALID", 2, 2, |_, a| {
        let (game, position) = read_state(&a[0])?;
        let mv = read_move(&game, &position, &a[1])?;
        truth(game.check(&position, mv).is_ok())
    }),
    builtin("PLAY", 2, 2, |_, a| {
        let (game, mut position) = read_state(&a[0])?;
        let mv = read_move(&game, &position, &a[1])?;
        game.play(&mut position, mv)?;
        Ok(list_of(&game, &position)?)
    }),
    builtin("MOVES", 1, 1, |machine, a| {
        let (game, position) = read_state(&a[0])?;
        let moves = game.moves(&position);
        machine.spend(moves.len() as u64)?;
        let moves = moves.into_iter().map(|mv| list_of_move(&game, &position, mv));
        Ok(Value::list(moves.collect::<Result<_, _>>()?)?)
    }),
    builtin("SUCCESSORS", 1, 1, |machine, a| {
        let (game, position) = read_state(&a[0])?;
        let moves = game.moves(&position);
        machine.spend(moves.len() as u64)?;
        let states = moves.into_iter().map(|mv| list_of(&game, &game.after(&position, mv)));
        Ok(Value::list(states.collect::<Result<_, _>>()?)?)
    }),
    builtin("MINIMAX", 2, 3, minimax),
];

pub fn name(side: Side) -> &'static str {
    ["X", "O"][side.index()]
}

/// The side that a symbol names.
pub fn read_side(value: &Value) -> Result<Side, Refusal> {
    let named =
        |side: &Side| value.as_symbol().is_some_and(|symbol| &*symbol.name() == name(*side));
    Side::BOTH.into_iter().find(named).ok_or_else(|| Refusal::Player { found: shown(value) })
}

pub fn list_of(game: &Byte, position: &Position) -> Result<Value, Refusal> {
    let text = game.write(position);
    let parts: Vec<&str> = text.split_whitespace().collect();
    let &[size, side, score, stacks] = parts.as_slice() else { return Ok(Value::Nil) };
    let score = score.split('-').map(number).collect::<Result<_, _>>()?;
    let stack = |stack: &str| {
        let (square, checkers) = stack.split_once(':').unwrap_or((stack, ""));
        let mut list = vec![square_list(square)?];
        for checker in checkers.chars() {
            list.push(Value::symbol(checker.encode_utf8(&mut [0; 4]))?);
        }
        Value::list(list)
    };
    let stacks = stacks.split(',').filter(|&stack| stack != "-").map(stack);
    let stacks = Value::list(stacks.collect::<Result<_, _>>()?)?;
    Value::list(vec![number(size)?, Value::symbol(side)?, Value::list(score)?, stacks])
}

fn number(digits: &str) -> Result<Value, Refusal> {
    Ok(Value::Integer(digits.parse().map_err(|_| Refusal::Overflow)?))
}

/// A square as a list: E3 is (E 3).
fn square_list(square: &str) -> Result<Value, Refusal> {
    let (row, column) = square.split_at(square.len().min(1));
    Value::list(vec![Value::symbol(row)?, number(column)?])
}

/// The state that a list is, by the checks of the game's notation.
pub fn read_state(value: &Value) -> Result<(Byte, Position), Refused> {
    let text = state_text(value).ok_or_else(|| Refusal::State { found: shown(value) })?;
    Ok(Byte::read(&text)?)
}

/// A state in the notation of the game.
fn state_text(value: &Value) -> Option<String> {
    let parts = value.elements()?;
    let [Value::Integer(size), Value::Symbol(side), score, stacks] = &parts[..] else {
        return None;
    };
    let score = score.elements()?;
    let [Value::Integer(x), Value::Integer(o)] = score[..] else { return None };
    let stacks = stacks.elements()?.iter().map(stack_text).collect::<Option<Vec<_>>>()?;
    let stacks = if stacks.is_empty() { "-".into() } else { stacks.join(",") };
    Some(format!("{size} {side} {x}-{o} {stacks}"))
}

/// `((E 3) O O X)` as E3:OOX.
fn stack_text(stack: &Value) -> Option<String> {
    let pair = stack.pair()?;
    let square = pair.car.elements()?;
    let [row, Value::Integer(column)] = &square[..] else { return None };
    let mut text = format!("{}{column}:", letter(row)?);
    for checker in pair.cdr.elements()? {
        text.push(letter(&checker)?);
    }
    Some(text)
}

/// The letter that a symbol consists of.
fn letter(value: &Value) -> Option<char> {
    let name = value.as_symbol()?.name();
    let mut letters = name.chars();
    letters.next().filter(|letter| letter.is_ascii_alphabetic() && letters.next().is_none())
}

/// A move as the assignment writes it: E3-F4/0 is ((E 3) (F 4) 0).
fn list_of_move(game: &Byte, position: &Position, mv: Move) -> Result<Value, Refusal> {
    let text = game.write_move(position, mv);
    let parts: Vec<&str> = text.split(['-', '/']).collect();
    match parts.as_slice() {
        [from, to, level] => {
            Value::list(vec![square_list(from)?, square_list(to)?, number(level)?])
        }
        _ => Value::symbol(&text.to_uppercase()),
    }
}

fn read_move(game: &Byte, position: &Position, value: &Value) -> Result<Move, Refused> {
    Ok(game.read_move(position, &shown(value))?)
}

/// The best move at a depth, by the game's evaluation or by a function.
fn minimax(machine: &mut Machine, a: &[Value]) -> Answer {
    let (game, position) = read_state(&a[0])?;
    let found = || Refusal::Depth { most: MAX_DEPTH, found: quote(&shown(&a[1])) };
    let depth = match a[1] {
        Value::Integer(depth) => u32::try_from(depth).map_err(|_| found())?,
        _ => return Err(found().into()),
    };
    if !(1..=MAX_DEPTH).contains(&depth) {
        return Err(found().into());
    }
    let best = match a.get(2) {
        None => by_engine(machine, &game, &position, depth)?,
        Some(heuristic) => {
            let takes_player = match heuristic {
                Value::Symbol(name) => {
                    machine.defined(*name).is_none_or(|f| f.parameters.len() != 1)
                }
                Value::Function(function) => function.parameters.len() != 1,
                other => return Err(Refusal::NoFunction { found: shown(other) }.into()),
            };
            let player = game.to_move(&position);
            let search = AlphaBeta { game: &game, heuristic, takes_player, player };
            search.best(machine, &position, depth)?
        }
    };
    Ok(best.map(|mv| list_of_move(&game, &position, mv)).transpose()?.unwrap_or_default())
}

fn by_engine(
    machine: &mut Machine,
    game: &Byte,
    position: &Position,
    depth: u32,
) -> Result<Option<Move>, Refused> {
    if game.outcome(position).is_some() {
        return Ok(None);
    }
    let limits = Limits { depth, nodes: machine.steps_left(), ..Limits::default() };
    let table = if depth > 4 { 1 << 24 } else { 1 << 20 };
    let control = SearchControl::until(&Interrupt);
    let own: &dyn Evaluate<Byte> = &Handcrafted;
    let found = Engine::with_memory(table)?.minimax(game, position, own, &limits, &control);
    match found {
        Some(found) => {
            // The node limit may be exceeded by a few.
            machine.spend(found.nodes.min(machine.steps_left()))?;
            Ok(found.moves.first().copied())
        }
        None if interrupted() => Err(Refusal::Interrupted.into()),
        None => {
            machine.spend(machine.steps_left())?;
            Err(Refusal::Search { depth, most: limits.nodes }.into())
        }
    }
}

/// What a win is worth, less one for each move that it takes.
const WIN: i64 = 1_000_000_000_000_000;
const MAX_VALUE: i64 = 1_000_000_000_000;

/// Minimax with alpha-beta pruning, by a heuristic that is a function of the language.
pub struct AlphaBeta<'a> {
    pub game: &'a Byte,
    pub heuristic: &'a Value,
    /// Whether it takes the player too; otherwise its value is for X.
    pub takes_player: bool,
    /// The player whose move is searched for. All values are for this player.
    pub player: Side,
}

impl AlphaBeta<'_> {
    /// The first of the best moves; none if the game is over.
    fn best(
        &self,
        machine: &mut Machine,
        position: &Position,
        depth: u32,
    ) -> Result<Option<Move>, Refused> {
        let mut best: Option<(i64, Move)> = None;
        for mv in self.game.moves(position) {
            let alpha = best.map_or(-i64::MAX, |(value, _)| value);
            let next = self.game.after(position, mv);
            let value = self.value(machine, &next, [alpha, i64::MAX], depth - 1, 1)?;
            if best.is_none_or(|(best, _)| value > best) {
                best = Some((value, mv));
            }
        }
        Ok(best.map(|(_, mv)| mv))
    }

    fn value(
        &self,
        machine: &mut Machine,
        position: &Position,
        [mut alpha, mut beta]: [i64; 2],
        depth: u32,
        ply: i64,
    ) -> Result<i64, Refused> {
        match self.game.outcome(position) {
            Some(Outcome::Draw) => return Ok(0),
            Some(Outcome::Win(side)) if side == self.player => return Ok(WIN - ply),
            Some(Outcome::Win(_)) => return Ok(ply - WIN),
            None if depth == 0 => return self.estimate(machine, position),
            None => (),
        }
        let is_mine = self.game.to_move(position) == self.player;
        machine.deeper(|machine| {
            let mut best = if is_mine { -i64::MAX } else { i64::MAX };
            for mv in self.game.moves(position) {
                let next = self.game.after(position, mv);
                let value = self.value(machine, &next, [alpha, beta], depth - 1, ply + 1)?;
                if is_mine {
                    best = best.max(value);
                    alpha = alpha.max(best);
                } else {
                    best = best.min(value);
                    beta = beta.min(best);
                }
                if alpha >= beta {
                    break;
                }
            }
            Ok(best)
        })
    }

    pub fn estimate(&self, machine: &mut Machine, position: &Position) -> Result<i64, Refused> {
        let mut arguments = vec![list_of(self.game, position)?];
        if self.takes_player {
            arguments.push(Value::symbol(name(self.player))?);
        }
        let is_other = !self.takes_player && self.player == Side::Second;
        match machine.apply(self.heuristic, &arguments)? {
            Value::Integer(value) if value.abs_diff(0) <= MAX_VALUE as u64 => {
                Ok(if is_other { -value } else { value })
            }
            other => Err(Refusal::Estimate { most: MAX_VALUE, found: shown(&other) }.into()),
        }
    }
}
