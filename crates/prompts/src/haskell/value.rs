//! The values of expressions, printed as Haskell prints them.

use std::fmt::Write as _;
use std::rc::Rc;

use agon_arena::MoveList;
use agon_core::Side;
use agon_games::santorini::{Board, Cell, Santorini};

use super::refusal::Refusal;
use super::types::Type;
use crate::limits::{DEPTH, Exceeded, PARTS};

#[derive(Clone)]
pub enum Value {
    Int(i64),
    /// A character, such as 'B'.
    Char(char),
    Bool(bool),
    Tuple(Rc<Parts>),
    List(Rc<Parts>),
    /// A game with its history.
    Game(Rc<MoveList<Santorini>>),
    /// A part without a value, such as the head of an empty list, which matters only if it is
    /// used: Haskell is lazy.
    Undefined(Rc<Refusal>),
}

/// The elements of a tuple or a list, with its total size.
pub struct Parts {
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

    /// Refuses what is too large or too deeply nested.
    pub fn check(&self) -> Result<(), Exceeded> {
        PARTS.check(self.size)?;
        DEPTH.check(self.depth)
    }
}

impl Value {
    pub fn tuple(values: impl Into<Vec<Value>>) -> Value {
        Value::Tuple(Parts::new(values.into()))
    }

    pub fn list(values: impl IntoIterator<Item = Value>) -> Value {
        Value::List(Parts::new(values.into_iter().collect()))
    }

    /// Why it has no value, if it or a part of it has none.
    pub fn undefined(&self) -> Option<&Refusal> {
        match self {
            Value::Undefined(why) => Some(why),
            Value::Tuple(parts) | Value::List(parts) => {
                parts.values.iter().find_map(Value::undefined)
            }
            _ => None,
        }
    }

    /// A description for messages.
    pub fn describe(&self) -> String {
        match self {
            Value::Game(_) => "a game".into(),
            value => value.show(None),
        }
    }

    /// As Haskell shows it. An empty list is shown as a text if that is its type: the value
    /// alone does not tell.
    pub fn show(&self, of: Option<&Type>) -> String {
        let mut text = String::new();
        self.show_in(of, &mut text);
        text
    }

    fn show_in(&self, of: Option<&Type>, out: &mut String) {
        match self {
            Value::Int(number) => {
                let _ = write!(out, "{number}");
            }
            Value::Char(letter) => {
                out.push('\'');
                show_letter(*letter, '\'', out);
                out.push('\'');
            }
            Value::Bool(true) => out.push_str("True"),
            Value::Bool(false) => out.push_str("False"),
            Value::Tuple(parts) => {
                let part_of = |place| of.and_then(|of| of.part(place));
                show_all(['(', ')'], &parts.values, part_of, out);
            }
            Value::List(parts) => {
                let element = of.and_then(Type::element);
                let is_text = match parts.values.first() {
                    Some(first) => matches!(first, Value::Char(_)),
                    None => matches!(element, Some(Type::Char)),
                };
                if is_text {
                    show_text(&parts.values, out);
                } else {
                    show_all(['[', ']'], &parts.values, |_| element, out);
                }
            }
            Value::Game(_) => out.push_str("<game>"),
            Value::Undefined(_) => out.push_str("undefined"),
        }
    }
}

fn show_all<'a>(
    [open, close]: [char; 2],
    parts: &[Value],
    part_of: impl Fn(usize) -> Option<&'a Type>,
    out: &mut String,
) {
    out.push(open);
    for (place, part) in parts.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        part.show_in(part_of(place), out);
    }
    out.push(close);
}

/// Shows a list of characters.
fn show_text(letters: &[Value], out: &mut String) {
    out.push('"');
    let mut ends_with_number = false;
    for letter in letters {
        let Value::Char(letter) = letter else { continue };
        // A digit would continue the number of the letter before.
        if ends_with_number && letter.is_ascii_digit() {
            out.push_str("\\&");
        }
        ends_with_number = show_letter(*letter, '"', out);
    }
    out.push('"');
}

/// Shows a letter inside quotes; returns whether it was written as a number.
fn show_letter(letter: char, quote: char, out: &mut String) -> bool {
    match letter {
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        letter if letter == quote => out.extend(['\\', letter]),
        ' '..='~' => out.push(letter),
        other => {
            let _ = write!(out, "\\{}", u32::from(other));
            return true;
        }
    }
    false
}

/// Whether values are equal. Parts are compared up to the first difference, as Haskell does it.
pub fn equal(left: &Value, right: &Value) -> Result<bool, Refusal> {
    match (left, right) {
        (Value::Undefined(why), _) | (_, Value::Undefined(why)) => Err(why.as_ref().clone()),
        (Value::Game(_), _) | (_, Value::Game(_)) => Err(Refusal::NotCompared),
        (Value::Int(left), Value::Int(right)) => Ok(left == right),
        (Value::Char(left), Value::Char(right)) => Ok(left == right),
        (Value::Bool(left), Value::Bool(right)) => Ok(left == right),
        (Value::Tuple(left), Value::Tuple(right)) | (Value::List(left), Value::List(right)) => {
            for (left, right) in left.values.iter().zip(&right.values) {
                if !equal(left, right)? {
                    return Ok(false);
                }
            }
            Ok(left.values.len() == right.values.len())
        }
        // Such a comparison has no type, and is refused for that.
        _ => Ok(false),
    }
}

impl From<Cell> for Value {
    fn from(cell: Cell) -> Value {
        let board = Board::STANDARD;
        Value::tuple([board.row(cell), board.column(cell)].map(|number| Value::Int(number as i64)))
    }
}

/// The letter of a side.
impl From<Side> for Value {
    fn from(side: Side) -> Value {
        Value::Char(['B', 'R'][side.index()])
    }
}
