//! Writes terms, as `write` does and as the toplevel does.

use std::collections::HashMap;

use super::heap::{CONS, Cell, Heap, NIL, Symbol, Term};
use super::operator::{infix, prefix};
use super::refusal::Refusal;
use super::tokens::is_symbol;
use crate::lexer::is_word;
use crate::limits::{DEPTH, OUTPUT};
use crate::symbols::Symbols;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As by `write`: no quotes, no blanks.
    Plain,
    /// As by `writeq`: quotes where they are needed to read the text again.
    Quoted,
    /// As in an answer: quotes, and blanks after commas.
    Answer,
}

/// Writes a term of at most a priority; `names` has names for variables.
pub fn write(
    heap: &Heap,
    symbols: &Symbols,
    term: Term,
    (style, most): (Style, u32),
    names: &HashMap<Term, String>,
) -> Result<String, Refusal> {
    let mut writer = Writer { heap, symbols, style, names, text: String::new(), depth: 0 };
    writer.term(term, most)?;
    Ok(writer.text)
}

struct Writer<'a> {
    heap: &'a Heap,
    symbols: &'a Symbols,
    style: Style,
    names: &'a HashMap<Term, String>,
    text: String,
    depth: u32,
}

impl Writer<'_> {
    /// Adds a token, after a blank if it would merge with the one before it.
    fn token(&mut self, token: &str) {
        let merges = |before: char, next: char| {
            is_symbol(before) && is_symbol(next) || is_word(before) && is_word(next)
        };
        if let (Some(before), Some(next)) = (self.text.chars().last(), token.chars().next())
            && merges(before, next)
        {
            self.text.push(' ');
        }
        self.text += token;
    }

    fn comma(&mut self) {
        self.text += if self.style == Style::Answer { ", " } else { "," };
    }

    fn term(&mut self, term: Term, most: u32) -> Result<(), Refusal> {
        OUTPUT.check(self.text.len())?;
        self.depth += 1;
        DEPTH.check(self.depth)?;
        let place = self.heap.deref(term);
        match self.heap.cell(place) {
            Cell::Unbound | Cell::Ref(_) => match self.names.get(&place) {
                Some(name) => self.token(&name.clone()),
                None => self.token(&format!("_{place}")),
            },
            Cell::Int(number) => self.token(&number.to_string()),
            Cell::Atom(name) => self.atom(name),
            Cell::Struct(CONS, 2) => self.list(place)?,
            Cell::Struct(name, arity) => self.compound(name, place + 1..place + 1 + arity, most)?,
        }
        self.depth -= 1;
        Ok(())
    }

    fn list(&mut self, list: Term) -> Result<(), Refusal> {
        let (elements, tail) = self.heap.open_list(list);
        self.text.push('[');
        for (place, &element) in elements.iter().enumerate() {
            if place > 0 {
                self.comma();
            }
            self.term(element, 999)?;
        }
        if self.heap.cell(tail) != Cell::Atom(NIL) {
            self.text.push('|');
            self.term(tail, 999)?;
        }
        self.text.push(']');
        Ok(())
    }

    fn compound(
        &mut self,
        name: Symbol,
        arguments: std::ops::Range<Term>,
        most: u32,
    ) -> Result<(), Refusal> {
        let text = self.symbols.name(name).to_string();
        let is_pair = arguments.len() == 2;
        if let Some(operator) = infix(&text).filter(|_| is_pair) {
            let in_brackets = operator.priority > most;
            self.bracket(in_brackets, "(");
            self.term(arguments.start, operator.left)?;
            match text.as_str() {
                "," => self.comma(),
                "is" | "mod" | "rem" => self.text += &format!(" {text} "),
                _ => self.token(&text),
            }
            self.term(arguments.start + 1, operator.right)?;
            self.bracket(in_brackets, ")");
            return Ok(());
        }
        if let Some(operator) = prefix(&text).filter(|_| arguments.len() == 1) {
            let in_brackets = operator.priority > most;
            self.bracket(in_brackets, "(");
            self.token(&text);
            // Without the blank it would read as a negative number.
            if matches!(self.heap.cell(arguments.start), Cell::Int(0..)) {
                self.text.push(' ');
            }
            self.term(arguments.start, operator.right)?;
            self.bracket(in_brackets, ")");
            return Ok(());
        }
        self.atom(name);
        self.text.push('(');
        for argument in arguments.clone() {
            if argument > arguments.start {
                self.comma();
            }
            self.term(argument, 999)?;
        }
        self.text.push(')');
        Ok(())
    }

    fn bracket(&mut self, needed: bool, bracket: &str) {
        if needed {
            self.text += bracket;
        }
    }

    fn atom(&mut self, name: Symbol) {
        let name = self.symbols.name(name);
        if self.style == Style::Plain || is_bare(name) {
            return self.token(name);
        }
        let escaped = name.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n");
        self.token(&format!("'{escaped}'"));
    }
}

/// Whether a name needs no quotes.
fn is_bare(name: &str) -> bool {
    let is_name = name.starts_with(|first: char| first.is_alphabetic() && !first.is_uppercase())
        && name.chars().all(is_word);
    is_name || ["[]", "!", ";"].contains(&name) || !name.is_empty() && name.chars().all(is_symbol)
}
