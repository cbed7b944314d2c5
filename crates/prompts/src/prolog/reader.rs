//! Reads terms: an operator precedence parser that builds them on the heap.

use agon_core::quote;

use super::heap::{COMMA, Cell, Heap, NIL, Term};
use super::operator::{infix, prefix};
use super::refusal::Refusal;
use super::tokens::{self, Placed, Token};
use crate::limits::NESTING;
use crate::symbols::Symbols;

/// A term that was read, and its variables by their names.
pub struct Read {
    pub term: Term,
    /// The variables in the order in which they occur, without `_`.
    pub variables: Vec<(String, Term)>,
}

/// Reads a term from the tokens before the end of a query.
pub fn read(
    tokens: &[Placed<'_>],
    heap: &mut Heap,
    symbols: &mut Symbols,
) -> Result<Read, Refusal> {
    let mut reader = Reader { tokens, next: 0, heap, symbols, variables: Vec::new(), depth: 0 };
    let (term, _) = reader.term(1200)?;
    match reader.peek() {
        None => Ok(Read { term, variables: reader.variables }),
        Some(_) => Err(reader.unexpected()),
    }
}

/// Reads a term from a text that has nothing else.
pub fn read_text(text: &str, heap: &mut Heap, symbols: &mut Symbols) -> Result<Term, Refusal> {
    Ok(read(&tokens::read(text)?.list, heap, symbols)?.term)
}

struct Reader<'a> {
    tokens: &'a [Placed<'a>],
    next: usize,
    heap: &'a mut Heap,
    symbols: &'a mut Symbols,
    variables: Vec<(String, Term)>,
    depth: u32,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a Token<'a>> {
        self.tokens.get(self.next).map(|(token, _)| token)
    }

    /// The next token, if it follows the last one without a blank.
    fn adjacent(&self) -> Option<&'a Token<'a>> {
        let (_, last) = &self.tokens[self.next - 1];
        let (token, at) = self.tokens.get(self.next)?;
        (at.start == last.end).then_some(token)
    }

    fn take(&mut self, mark: &str) -> bool {
        let found = self.peek() == Some(&Token::Sign(mark));
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, mark: &str) -> Result<(), Refusal> {
        if self.take(mark) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn unexpected(&self) -> Refusal {
        match self.peek() {
            None => Refusal::Unfinished,
            Some(Token::Number(number)) => {
                Refusal::Unexpected { found: quote(&number.to_string()) }
            }
            Some(token) => Refusal::Unexpected { found: quote(name(token).unwrap_or_default()) },
        }
    }

    /// Reads a term of at most this priority; also gives its priority.
    fn term(&mut self, most: u32) -> Result<(Term, u32), Refusal> {
        self.depth += 1;
        NESTING.check(self.depth)?;
        let (mut left, mut priority) = self.primary(most)?;
        while let Some(name) = self.peek().and_then(name)
            && let Some(operator) = infix(name)
        {
            if operator.priority > most || priority > operator.left {
                break;
            }
            self.next += 1;
            let (right, _) = self.term(operator.right)?;
            let symbol = if name == "," { COMMA } else { self.symbols.number(name) };
            left = self.heap.compound(symbol, &[left, right]);
            priority = operator.priority;
        }
        self.depth -= 1;
        Ok((left, priority))
    }

    fn primary(&mut self, most: u32) -> Result<(Term, u32), Refusal> {
        let Some(token) = self.peek() else { return Err(Refusal::Unfinished) };
        self.next += 1;
        let term = match token {
            Token::Number(number) => self.heap.push(Cell::Int(*number)),
            Token::Word(name) if is_variable(name) => self.variable(name),
            Token::Sign("(") => {
                let (term, _) = self.term(1200)?;
                self.expect(")")?;
                term
            }
            Token::Sign("[") => self.list()?,
            Token::Sign(")" | "]" | "|" | ",") => {
                self.next -= 1;
                return Err(self.unexpected());
            }
            Token::Quoted(_, name) => return self.name(name, most),
            Token::Word(name) | Token::Sign(name) => return self.name(name, most),
        };
        Ok((term, 0))
    }

    fn variable(&mut self, name: &str) -> Term {
        if name == "_" {
            return self.heap.push(Cell::Unbound);
        }
        if let Some((_, term)) = self.variables.iter().find(|(known, _)| *known == name) {
            return *term;
        }
        let term = self.heap.push(Cell::Unbound);
        self.variables.push((name.into(), term));
        term
    }

    /// The rest of a list.
    fn list(&mut self) -> Result<Term, Refusal> {
        if self.take("]") {
            return Ok(self.heap.push(Cell::Atom(NIL)));
        }
        let elements = self.arguments()?;
        let tail = if self.take("|") { Some(self.term(999)?.0) } else { None };
        self.expect("]")?;
        Ok(self.heap.list(&elements, tail))
    }

    fn arguments(&mut self) -> Result<Vec<Term>, Refusal> {
        let mut arguments = vec![self.term(999)?.0];
        while self.take(",") {
            arguments.push(self.term(999)?.0);
        }
        Ok(arguments)
    }

    /// What a name begins: a compound term, a negative number, an operator with its operand, or
    /// an atom.
    fn name(&mut self, name: &str, most: u32) -> Result<(Term, u32), Refusal> {
        let symbol = self.symbols.number(name);
        if self.adjacent() == Some(&Token::Sign("(")) {
            self.next += 1;
            let arguments = self.arguments()?;
            self.expect(")")?;
            return Ok((self.heap.compound(symbol, &arguments), 0));
        }
        if name == "-"
            && let Some(Token::Number(number)) = self.adjacent()
        {
            self.next += 1;
            return Ok((self.heap.push(Cell::Int(-number)), 0));
        }
        if let Some(operator) = prefix(name)
            && operator.priority <= most
            && self.is_operand()
        {
            let (operand, _) = self.term(operator.right)?;
            return Ok((self.heap.compound(symbol, &[operand]), operator.priority));
        }
        Ok((self.heap.push(Cell::Atom(symbol)), 0))
    }

    /// Whether a term begins here, rather than an operator between two.
    fn is_operand(&self) -> bool {
        match self.peek() {
            None | Some(Token::Sign(")" | "]" | "|" | ",")) => false,
            Some(token) => {
                name(token).is_none_or(|name| infix(name).is_none() || prefix(name).is_some())
            }
        }
    }
}

/// The text of a token that is no number.
fn name<'a>(token: &'a Token<'a>) -> Option<&'a str> {
    match token {
        Token::Word(name) | Token::Sign(name) => Some(name),
        Token::Quoted(_, name) => Some(name),
        Token::Number(_) => None,
    }
}

fn is_variable(word: &str) -> bool {
    word.starts_with(|first: char| first.is_uppercase() || first == '_')
}
