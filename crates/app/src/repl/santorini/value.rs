//! What expressions are worth, printed as Haskell prints it.

use std::fmt;
use std::rc::Rc;

use agon_arena::Session;
use agon_core::Player;
use agon_games::santorini::{Cell, Santorini};

/// A value of the dialect.
#[derive(Clone)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A letter, as 'B'.
    Char(char),
    /// True or False.
    Bool(bool),
    /// A tuple.
    Tuple(Vec<Value>),
    /// A list.
    List(Vec<Value>),
    /// A game with its history.
    Game(Rc<Session<Santorini>>),
}

impl Value {
    /// What kind of thing this is, for messages.
    pub fn describe(&self) -> String {
        match self {
            Value::Game(_) => "a game".into(),
            value => value.to_string(),
        }
    }
}

impl From<Cell> for Value {
    fn from(cell: Cell) -> Value {
        Value::Tuple([cell.row(), cell.column()].map(|number| Value::Int(number as i64)).into())
    }
}

/// The letter of a side.
impl From<Player> for Value {
    fn from(side: Player) -> Value {
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
            Value::Tuple(parts) => write_all(f, '(', parts, ')'),
            Value::List(parts) => write_all(f, '[', parts, ']'),
            Value::Game(_) => f.write_str("<game>"),
        }
    }
}
