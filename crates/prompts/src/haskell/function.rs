//! Functions: what each takes and gives, and the arguments of a call.

use std::collections::HashMap;
use std::rc::Rc;

use agon_arena::MoveList;
use agon_core::{Evaluate, Side};
use agon_games::santorini::Santorini;

use super::inference::{Classes, Scheme};
use super::refusal::Refusal;
use super::types::Type;
use super::value::Value;

/// A function: its name, arity, usage example, type and implementation.
pub struct Function {
    pub name: &'static str,
    pub takes: usize,
    pub usage: &'static str,
    pub signature: &'static str,
    /// Its type as `:t` shows it, if that differs.
    pub shown: Option<&'static str>,
    /// Whether values of type `a` must be comparable.
    pub compares: bool,
    pub body: fn(&Call) -> Result<Value, Refusal>,
}

impl Function {
    pub const fn new(
        name: &'static str,
        signature: &'static str,
        usage: &'static str,
        takes: usize,
        body: fn(&Call) -> Result<Value, Refusal>,
    ) -> Function {
        Function { name, takes, usage, signature, shown: None, compares: false, body }
    }
    pub fn apply(
        &self,
        arguments: &[Value],
        evaluation: &dyn Evaluate<Santorini>,
    ) -> Result<Value, Refusal> {
        let Function { name, takes, usage, body, .. } = *self;
        let given = arguments.len();
        if given != takes {
            return Err(Refusal::Arity { name, takes, given, usage });
        }
        body(&Call { name, arguments, evaluation })
    }

    pub fn scheme(&self) -> Scheme {
        let classes = Classes { eq: self.compares, num: false };
        Scheme { of: Type::read(self.signature), classes: HashMap::from([(0, classes)]) }
    }
}

pub struct Call<'a> {
    pub name: &'static str,
    pub arguments: &'a [Value],
    pub evaluation: &'a dyn Evaluate<Santorini>,
}

impl Call<'_> {
    pub fn wrong(&self, place: usize, wanted: &'static str) -> Refusal {
        if let Some(why) = self.arguments[place].undefined() {
            return why.clone();
        }
        let found = self.arguments[place].describe();
        Refusal::Argument { name: self.name, wanted, found: agon_core::quote(&found) }
    }

    pub fn list(&self, place: usize) -> Result<&[Value], Refusal> {
        match &self.arguments[place] {
            Value::List(parts) => Ok(&parts.values),
            _ => Err(self.wrong(place, "a list")),
        }
    }

    pub fn number(&self, place: usize) -> Result<i64, Refusal> {
        match self.arguments[place] {
            Value::Int(number) => Ok(number),
            _ => Err(self.wrong(place, "a whole number")),
        }
    }

    pub fn game(&self, place: usize) -> Result<&MoveList<Santorini>, Refusal> {
        match &self.arguments[place] {
            Value::Game(game) => Ok(game),
            _ => Err(self.wrong(place, "a game")),
        }
    }

    /// A changed copy of the first argument, or the argument itself if nothing changes.
    pub fn changed(
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

    pub fn side(&self, place: usize) -> Result<Side, Refusal> {
        match self.arguments[place] {
            Value::Char('B') => Ok(Side::First),
            Value::Char('R') => Ok(Side::Second),
            _ => Err(self.wrong(place, "'B' or 'R'")),
        }
    }

    /// The pairs of numbers in a tuple of `N` of them.
    pub fn pairs<const N: usize>(
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
