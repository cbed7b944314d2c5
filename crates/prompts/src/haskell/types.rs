//! Types as Haskell writes them.

use std::collections::HashSet;
use std::fmt::{self, Write as _};
use std::rc::Rc;

use crate::lexer::leading;

/// A type. Synonyms keep their names, so that types are shown as the assignment writes them.
#[derive(Clone, Debug)]
pub enum Type {
    Variable(usize),
    Int,
    Char,
    Bool,
    Game,
    List(Rc<Type>),
    Tuple(Rc<[Type]>),
    Function(Rc<Type>, Rc<Type>),
    /// Another name for a type.
    Synonym(&'static str, Rc<Type>),
}

/// The synonyms of the assignment and of the prelude, each before those that use it.
const SYNONYMS: [(&str, &str); 11] = [
    ("String", "[Char]"),
    ("RowPos", "Int"),
    ("ColumnPos", "Int"),
    ("Position", "(RowPos, ColumnPos)"),
    ("PlayerPositions", "(Position, Position)"),
    ("BluePlayerPositions", "PlayerPositions"),
    ("RedPlayerPositions", "PlayerPositions"),
    ("Height", "Int"),
    ("Building", "(Height, Position)"),
    ("BuildingsList", "[Building]"),
    ("Turn", "Char"),
];

impl Type {
    /// The type that a text of this program means, as in `[a] -> Int`; variables are letters.
    pub fn read(text: &str) -> Type {
        TypeReader { rest: text }.function()
    }

    /// The type that it is, without synonyms at its top.
    pub fn bare(&self) -> &Type {
        match self {
            Type::Synonym(_, meant) => meant.bare(),
            other => other,
        }
    }

    /// The type of the elements, if it is a list.
    pub fn element(&self) -> Option<&Type> {
        match self.bare() {
            Type::List(element) => Some(element.bare()),
            _ => None,
        }
    }

    /// The type of a part, if it is a tuple.
    pub fn part(&self, place: usize) -> Option<&Type> {
        match self.bare() {
            Type::Tuple(parts) => parts.get(place).map(Type::bare),
            _ => None,
        }
    }

    /// The types that it is made of, in the order of its text.
    pub fn inside(&self) -> Vec<&Type> {
        match self.bare() {
            Type::List(element) => vec![element],
            Type::Tuple(parts) => parts.iter().collect(),
            Type::Function(from, to) => vec![from, to],
            _ => Vec::new(),
        }
    }

    /// The type made of changed types; a synonym stays, since it has no variables.
    pub fn try_map<E>(&self, mut change: impl FnMut(&Type) -> Result<Type, E>) -> Result<Type, E> {
        Ok(match self {
            Type::List(element) => Type::List(change(element)?.into()),
            Type::Tuple(parts) => Type::Tuple(parts.iter().map(change).collect::<Result<_, E>>()?),
            Type::Function(from, to) => Type::Function(change(from)?.into(), change(to)?.into()),
            other => other.clone(),
        })
    }

    pub fn holds_game(&self) -> bool {
        match self.bare() {
            Type::Game => true,
            Type::Function(..) => false,
            other => other.inside().into_iter().any(Type::holds_game),
        }
    }

    /// Its variables, in the order of its text.
    pub fn variables(&self) -> Vec<usize> {
        let (mut found, mut seen, mut waiting) = (Vec::new(), HashSet::new(), vec![self]);
        while let Some(of) = waiting.pop() {
            match of.bare() {
                Type::Variable(number) if seen.insert(*number) => found.push(*number),
                other => waiting.extend(other.inside().into_iter().rev()),
            }
        }
        found
    }
}

/// The name of a variable: a, b, and so on.
pub fn variable_name(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Variable(number) => f.write_str(&variable_name(*number)),
            Type::Int => f.write_str("Int"),
            Type::Char => f.write_str("Char"),
            Type::Bool => f.write_str("Bool"),
            Type::Game => f.write_str("Game"),
            Type::List(element) => write!(f, "[{element}]"),
            Type::Tuple(parts) => {
                f.write_char('(')?;
                for (place, part) in parts.iter().enumerate() {
                    let comma = if place > 0 { ", " } else { "" };
                    write!(f, "{comma}{part}")?;
                }
                f.write_char(')')
            }
            Type::Function(from, to) => match from.bare() {
                Type::Function(..) => write!(f, "({from}) -> {to}"),
                _ => write!(f, "{from} -> {to}"),
            },
            Type::Synonym(name, _) => f.write_str(name),
        }
    }
}

/// Reads the types that this program itself states; a test reads them all.
struct TypeReader<'a> {
    rest: &'a str,
}

impl TypeReader<'_> {
    fn next_if(&mut self, sign: &str) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn function(&mut self) -> Type {
        let from = self.atom();
        if self.next_if("->") { Type::Function(from.into(), self.function().into()) } else { from }
    }

    fn atom(&mut self) -> Type {
        if self.next_if("[") {
            let element = self.function();
            self.next_if("]");
            return Type::List(element.into());
        }
        if self.next_if("(") {
            let mut parts = vec![self.function()];
            while self.next_if(",") {
                parts.push(self.function());
            }
            self.next_if(")");
            return Type::Tuple(parts.into());
        }
        let name = leading(self.rest, char::is_alphanumeric);
        self.rest = &self.rest[name.len()..];
        match name {
            "Int" => Type::Int,
            "Char" => Type::Char,
            "Bool" => Type::Bool,
            "Game" => Type::Game,
            name => match SYNONYMS.into_iter().find(|(synonym, _)| *synonym == name) {
                Some((synonym, meant)) => Type::Synonym(synonym, Type::read(meant).into()),
                None => Type::Variable(name.bytes().next().map_or(0, |c| (c - b'a').into())),
            },
        }
    }
}
