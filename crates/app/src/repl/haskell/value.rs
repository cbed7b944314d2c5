//! The values of expressions, printed as Haskell prints them.

use std::fmt;
use std::rc::Rc;

use agon_arena::MoveList;
use agon_core::Side;
use agon_games::santorini::{Cell, Santorini};

/// A value of the dialect.
#[derive(Clone)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A character, such as 'B'.
    Char(char),
    /// True or False.
    Bool(bool),
    /// A tuple.
    Tuple(Rc<Parts>),
    /// A list.
    List(Rc<Parts>),
    /// A game with its history.
    Game(Rc<MoveList<Santorini>>),
}

/// The elements of a tuple or a list, with its total size.
pub struct Parts {
    /// The elements.
    pub values: Vec<Value>,
    size: usize,
    depth: usize,
}

impl Parts {
    fn new(values: Vec<Value>) -> Rc<Parts> {
        let inside = values.iter().filter_map(|value| match value {
            Value::Tuple(parts) | Value::List(parts) => Some(parts),
            _ => None,
        });
        let (size, depth) = inside.fold((values.len(), 0), |(size, depth), parts| {
            (size.saturating_add(parts.size), depth.max(parts.depth))
        });
        Rc::new(Parts { values, size, depth: depth + 1 })
    }

    /// Whether the value exceeds the bound on size or nesting.
    pub fn is_too_large(&self) -> bool {
        self.size > 10_000 || self.depth > 100
    }
}

impl Value {
    /// A tuple of these values.
    pub fn tuple(values: impl Into<Vec<Value>>) -> Value {
        Value::Tuple(Parts::new(values.into()))
    }

    /// A list of these values.
    pub fn list(values: impl Iterator<Item = Value>) -> Value {
        Value::List(Parts::new(values.collect()))
    }

    /// A description for messages.
    pub fn describe(&self) -> String {
        match self {
            Value::Game(_) => "a game".into(),
            value => value.to_string(),
        }
    }
}

impl From<Cell> for Value {
    fn from(cell: Cell) -> Value {
        Value::tuple([cell.row(), cell.column()].map(|number| Value::Int(number as i64)))
    }
}

/// The letter of a side.
impl From<Side> for Value {
    fn from(side: Side) -> Value {
        Value::Char(['B', 'R'][side.index()])
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write_all = |f: &mut fmt::Formatter<'_>, open: char, parts: &[Value], close: char| {
            write!(f, "{open}")?;
            for (place, part) in parts.iter().enumerate() {
                let comma = if place > 0 { "," } else { "" };
                write!(f, "{comma}{part}")?;
            }
            write!(f, "{close}")
        };
        match self {
            Value::Int(number) => write!(f, "{number}"),
            Value::Char(letter) => write!(f, "{letter:?}"),
            Value::Bool(true) => f.write_str("True"),
            Value::Bool(false) => f.write_str("False"),
            Value::Tuple(parts) => write_all(f, '(', &parts.values, ')'),
            Value::List(parts) => write_all(f, '[', &parts.values, ']'),
            Value::Game(_) => f.write_str("<game>"),
        }
    }
}
