//! The REPL of santorini: the functions of the assignment, as at a Haskell prompt.

mod functions;
mod syntax;
mod value;

use std::collections::HashMap;

use agon_arena::Refused;

use super::{Repl, Topic};
use syntax::{Expression, Statement};
use value::Value;

agon_core::refusals! {
    /// Why a line cannot be answered.
    pub enum Refusal {
        Character { found: String } => "unexpected {found}",
        Expected { wanted: &'static str, found: String } => "expected {wanted}, found {found}",
        TooDeep => "parentheses are nested too deeply",
        TooLarge => "the tuple is too large",
        TooManyNames => "too many names are defined",
        UnknownName { name: String } => "{name} is not defined; the functions are initializeGame, tryMove, screenshotGame, undoMove, redoMove, possibleMoves, evaluateState",
        NotAFunction { name: String } => "{name} is not a function",
        TakenName { name: &'static str } => "{name} is the name of a function",
        Arity { name: &'static str, takes: usize, given: usize, usage: &'static str } => "{name} takes {takes} arguments, not {given}, as in {usage}",
        Argument { name: &'static str, wanted: &'static str, found: String } => "{name} expects {wanted}, not {found}",
        OffBoard { row: i64, column: i64 } => "({row},{column}) is not on the board: rows and columns go from 0 to 4",
        Overlap { row: usize, column: usize } => "two pawns are placed on ({row},{column})",
        NotShown => "a game cannot be printed: use screenshotGame",
    }
}

/// The state of a session: its named values.
#[derive(Default)]
pub struct HaskellRepl {
    names: HashMap<String, Value>,
}

/// The most names of a session.
const MAX_NAMES: usize = 10_000;

impl Repl for HaskellRepl {
    fn prompt(&self) -> &'static str {
        "*StudentCode> "
    }

    fn answer(&mut self, text: &str) -> Result<Option<String>, Refused> {
        Ok(self.evaluate(text)?)
    }

    fn topics(&self) -> &'static [Topic] {
        &functions::TOPICS
    }
}

impl HaskellRepl {
    /// The value of an expression; `None` for an assignment, a comment or an empty line.
    fn evaluate(&mut self, line: &str) -> Result<Option<String>, Refusal> {
        match syntax::parse(line)? {
            Statement::Nothing => Ok(None),
            Statement::Assign(name, expression) => {
                if let Some(name) = functions::named(&name).map(|function| function.name) {
                    return Err(Refusal::TakenName { name });
                }
                let value = self.value(&expression)?;
                if self.names.len() >= MAX_NAMES && !self.names.contains_key(&name) {
                    return Err(Refusal::TooManyNames);
                }
                self.names.insert(name, value);
                Ok(None)
            }
            Statement::Evaluate(expression) => match self.value(&expression)? {
                Value::Game(_) => Err(Refusal::NotShown),
                value => Ok(Some(value.to_string())),
            },
        }
    }

    fn value(&self, expression: &Expression) -> Result<Value, Refusal> {
        match expression {
            Expression::Int(number) => Ok(Value::Int(*number)),
            Expression::Char(letter) => Ok(Value::Char(*letter)),
            Expression::Tuple(parts) => match Value::tuple(self.values(parts)?) {
                Value::Tuple(parts) if parts.is_too_large() => Err(Refusal::TooLarge),
                tuple => Ok(tuple),
            },
            Expression::Apply(name, arguments) => {
                let arguments = self.values(arguments)?;
                if let Some(function) = functions::named(name) {
                    return function.apply(&arguments);
                }
                match self.names.get(name) {
                    Some(value) if arguments.is_empty() => Ok(value.clone()),
                    Some(_) => Err(Refusal::NotAFunction { name: name.clone() }),
                    None => Err(Refusal::UnknownName { name: name.clone() }),
                }
            }
        }
    }

    fn values(&self, expressions: &[Expression]) -> Result<Vec<Value>, Refusal> {
        expressions.iter().map(|expression| self.value(expression)).collect()
    }
}

#[cfg(test)]
mod tests;
