//! Reads terms: an operator precedence parser that builds them on the heap.

use agon_core::quote;

use super::heap::{COMMA, Cell, Heap, NIL, Term};
use super::lexer::{self, Spaced, Token};
use super::operator::{infix, prefix};
use super::refusal::Refusal;
use crate::symbols::Symbols;

/// A term that was read, and its variables by their names.
pub struct Read {
    /// The term.
    pub term: Term,
    /// The variables in the order in which they occur, without `_`.
    pub variables: Vec<(String, Term)>,
}

/// How deep brackets and operators can be nested.
const MAX_DEPTH: u32 = 200;

/// Reads a term from the tokens before the end of a query.
pub fn read(tokens: &[Spaced], heap: &mut Heap, symbols: &mut Symbols) -> Result<Read, Refusal> {
    let mut reader = Reader { tokens, next: 0, heap, symbols, variables: Vec::new(), depth: 0 };
    let (term, _) = reader.term(1200)?;
    match reader.peek() {
        None => Ok(Read { term, variables: reader.variables }),
        Some(_) => Err(reader.unexpected()),
    }
}

/// Reads a term from a text that has nothing else.
pub fn read_text(text: &str, heap: &mut Heap, symbols: &mut Symbols) -> Result<Term, Refusal> {
    Ok(read(&lexer::tokens(text)?.list, heap, symbols)?.term)
}

struct Reader<'a> {
    tokens: &'a [Spaced],
    next: usize,
    heap: &'a mut Heap,
    symbols: &'a mut Symbols,
    variables: Vec<(String, Term)>,
    depth: u32,
}

impl Reader<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(token, _)| token)
    }

    /// Whether the next token is this one and follows without a blank.
    fn is_adjacent(&self, is: impl Fn(&Token) -> bool) -> bool {
        self.tokens.get(self.next).is_some_and(|(token, adjacent)| *adjacent && is(token))
    }

    fn take(&mut self, mark: char) -> bool {
        let found = self.peek() == Some(&Token::Punctuation(mark));
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, mark: char) -> Result<(), Refusal> {
        if self.take(mark) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn unexpected(&self) -> Refusal {
        let found = match self.peek() {
            None | Some(Token::End) => return Refusal::Unfinished,
            Some(Token::Atom(name) | Token::Variable(name)) => quote(name),
            Some(Token::Number(number)) => quote(&number.to_string()),
            Some(Token::Punctuation(mark)) => quote(&mark.to_string()),
        };
        Refusal::Unexpected { found }
    }

    /// Reads a term of at most this priority; also gives its priority.
    fn term(&mut self, most: u32) -> Result<(Term, u32), Refusal> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Refusal::TooDeep);
        }
        let (mut left, mut priority) = self.primary(most)?;
        loop {
            let name = match self.peek() {
                Some(Token::Atom(name)) => name.clone(),
                Some(Token::Punctuation(',')) => ",".to_string(),
                _ => break,
            };
            let Some(operator) = infix(&name) else { break };
            if operator.priority > most || priority > operator.left {
                break;
            }
            self.next += 1;
            let (right, _) = self.term(operator.right)?;
            let symbol = if name == "," { COMMA } else { self.symbols.number(&name) };
            left = self.heap.compound(symbol, &[left, right]);
            priority = operator.priority;
        }
        self.depth -= 1;
        Ok((left, priority))
    }

    fn primary(&mut self, most: u32) -> Result<(Term, u32), Refusal> {
        let Some(token) = self.peek().cloned() else { return Err(Refusal::Unfinished) };
        self.next += 1;
        let term = match token {
            Token::Number(number) => self.heap.push(Cell::Int(number)),
            Token::Variable(name) => self.variable(name),
            Token::Punctuation('(') => {
                let (term, _) = self.term(1200)?;
                self.expect(')')?;
                term
            }
            Token::Punctuation('[') => self.list()?,
            Token::Atom(name) => return self.name(&name, most),
            Token::Punctuation(_) | Token::End => {
                self.next -= 1;
                return Err(self.unexpected());
            }
        };
        Ok((term, 0))
    }

    fn variable(&mut self, name: String) -> Term {
        if name == "_" {
            return self.heap.push(Cell::Unbound);
        }
        if let Some((_, term)) = self.variables.iter().find(|(known, _)| *known == name) {
            return *term;
        }
        let term = self.heap.push(Cell::Unbound);
        self.variables.push((name, term));
        term
    }

    /// The rest of a list.
    fn list(&mut self) -> Result<Term, Refusal> {
        if self.take(']') {
            return Ok(self.heap.push(Cell::Atom(NIL)));
        }
        let elements = self.arguments()?;
        let tail = if self.take('|') { Some(self.term(999)?.0) } else { None };
        self.expect(']')?;
        Ok(self.heap.list(&elements, tail))
    }

    /// Terms between commas.
    fn arguments(&mut self) -> Result<Vec<Term>, Refusal> {
        let mut arguments = vec![self.term(999)?.0];
        while self.take(',') {
            arguments.push(self.term(999)?.0);
        }
        Ok(arguments)
    }

    /// What a name begins: a compound term, a negative number, an operator with its operand, or
    /// an atom.
    fn name(&mut self, name: &str, most: u32) -> Result<(Term, u32), Refusal> {
        let symbol = self.symbols.number(name);
        if self.is_adjacent(|next| *next == Token::Punctuation('(')) {
            self.next += 1;
            let arguments = self.arguments()?;
            self.expect(')')?;
            return Ok((self.heap.compound(symbol, &arguments), 0));
        }
        if name == "-"
            && self.is_adjacent(|next| matches!(next, Token::Number(_)))
            && let Some(&Token::Number(number)) = self.peek()
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
            Some(Token::Atom(name)) => infix(name).is_none() || prefix(name).is_some(),
            Some(Token::Punctuation(mark)) => matches!(mark, '(' | '['),
            Some(Token::Number(_) | Token::Variable(_)) => true,
            Some(Token::End) | None => false,
        }
    }
}
