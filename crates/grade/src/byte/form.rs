//! Reads and writes states and moves as Lisp lists.

use std::fmt;

use agon_core::{Notation as _, Side};
use agon_games::byte::{Byte, Position};

/// A Lisp list, or an atom as text. The empty list is `NIL`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// A symbol in capitals, or a number.
    Atom(String),
    List(Vec<Form>),
}

const MAX_DEPTH: usize = 50;

impl Form {
    pub const NIL: Form = Form::List(Vec::new());

    pub fn atom(text: impl fmt::Display) -> Form {
        Form::Atom(text.to_string().to_uppercase())
    }

    /// Reads printed text. `None` if it holds anything but atoms and proper lists.
    pub fn read(text: &str) -> Option<Form> {
        let mut open: Vec<Vec<Form>> = vec![Vec::new()];
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        for word in spaced.split_whitespace() {
            match word {
                "(" if open.len() > MAX_DEPTH => return None,
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = open.pop()?;
                    open.last_mut()?.push(Form::List(list));
                }
                "." => return None,
                _ if word.eq_ignore_ascii_case("nil") => open.last_mut()?.push(Form::NIL),
                _ => open.last_mut()?.push(Form::atom(word)),
            }
        }
        let forms = open.pop().filter(|_| open.is_empty())?;
        <[Form; 1]>::try_from(forms).ok().map(|[form]| form)
    }

    /// The elements, if this is a list.
    pub fn items(&self) -> Option<&[Form]> {
        match self {
            Form::List(items) => Some(items),
            Form::Atom(_) => None,
        }
    }

    /// Sorts the stacks of a state, so that equal states are equal forms.
    pub fn sorted_state(mut self) -> Form {
        if let Form::List(parts) = &mut self
            && let Some(Form::List(stacks)) = parts.get_mut(3)
        {
            stacks.sort();
        }
        self
    }

    /// Adds the missing level to a move: without one the whole stack moves.
    pub fn whole_move(mut self) -> Form {
        if let Form::List(parts) = &mut self
            && parts.len() == 2
        {
            parts.push(Form::atom(0));
        }
        self
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items = match self {
            Form::Atom(text) => return f.write_str(text),
            Form::List(items) if items.is_empty() => return f.write_str("NIL"),
            Form::List(items) => items,
        };
        for (place, item) in items.iter().enumerate() {
            write!(f, "{}{item}", if place == 0 { "(" } else { " " })?;
        }
        f.write_str(")")
    }
}

pub fn side(side: Side) -> &'static str {
    ["X", "O"][side.index()]
}

/// A square as a list: `E3` is `(E 3)`.
pub fn square(name: &str) -> Form {
    let (row, column) = name.split_at(1);
    Form::List(vec![Form::atom(row), Form::atom(column)])
}

/// A move of the notation as a list: `E3-F4/0` is `((E 3) (F 4) 0)`.
pub fn read_move(text: &str) -> Form {
    let parts = text.split_once('/').and_then(|(squares, level)| {
        let (from, to) = squares.split_once('-')?;
        Some(vec![square(from), square(to), Form::atom(level)])
    });
    parts.map_or_else(|| Form::atom(text), Form::List)
}

/// A state as a list, such as `(8 X (0 0) (((E 3) O O X)))`.
pub fn state(game: &Byte, position: &Position) -> Form {
    let text = game.write(position);
    let parts: Vec<&str> = text.split(' ').collect();
    let stacks = parts.get(3).into_iter().flat_map(|stacks| stacks.split(','));
    let stacks = stacks.filter_map(|stack| stack.split_once(':')).map(|(at, checkers)| {
        let checkers = checkers.chars().map(Form::atom);
        Form::List([square(at)].into_iter().chain(checkers).collect())
    });
    let stacks = Form::List(stacks.collect());
    let score = Side::BOTH.map(|side| Form::atom(position.score(side)));
    let mover = Form::atom(side(position.to_move()));
    Form::List(vec![Form::atom(game.side()), mover, Form::List(score.to_vec()), stacks])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_as_they_are_written() {
        let text = "8 X 0-0 E3:OOX,G5:OXXX";
        let (game, position) = Byte::read(text).unwrap();
        let form = state(&game, &position);
        assert_eq!(form.to_string(), "(8 X (0 0) (((E 3) O O X) ((G 5) O X X X)))");
        assert_eq!(Form::read(&form.to_string()), Some(form.clone()));
        let turned = "(8 x (0 0) (((g 5) o x x x) ((E 3) O O X)))";
        assert_eq!(Form::read(turned).map(Form::sorted_state), Some(form));
        assert_eq!(read_move("E3-F4/1").to_string(), "((E 3) (F 4) 1)");
        assert_eq!(Form::read("((E 3) (F 4))").map(Form::whole_move), Some(read_move("E3-F4/0")));
        assert_eq!(Form::read("NIL"), Form::read("()"));
        for wrong in ["(", ")", "1 2", "", "(1 . 2)", &"(".repeat(5000)] {
            assert_eq!(Form::read(wrong), None, "{wrong}");
        }
    }
}
