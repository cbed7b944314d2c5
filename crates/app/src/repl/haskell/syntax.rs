//! The subset of Haskell's syntax that the assignment's transcripts use.
//!
//! ```text
//! line       = [prompt] [statement] [comment]
//! statement  = [ "let" ] name "=" expression | expression
//! expression = atom { atom } [ "$" expression ] | "-" number
//! atom       = name | number | 'letter' | "(" expression { "," expression } ")"
//! ```

use std::iter::Peekable;
use std::vec::IntoIter;

use agon_core::quote;

use super::Refusal;

/// A parsed line.
#[derive(Debug, PartialEq, Eq)]
pub enum Statement {
    /// An empty line or a comment.
    Nothing,
    /// Gives a name to the value of an expression.
    Assign(String, Expression),
    /// Prints the value of an expression.
    Evaluate(Expression),
}

/// An expression.
#[derive(Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Int(i64),
    /// A character in quotes.
    Char(char),
    /// Two or more expressions in parentheses.
    Tuple(Vec<Expression>),
    /// A name applied to arguments.
    Apply(String, Vec<Expression>),
}

/// Parses a line.
pub fn parse(line: &str) -> Result<Statement, Refusal> {
    let mut line = line.trim_start_matches('\u{feff}').trim_start();
    while let Some(rest) = line.strip_prefix("*StudentCode>") {
        line = rest.trim_start();
    }
    let mut parser = Parser { tokens: tokens(line)?.into_iter().peekable(), depth: 0 };
    if parser.tokens.peek().is_none() {
        return Ok(Statement::Nothing);
    }
    let statement = parser.statement()?;
    match parser.tokens.next() {
        None => Ok(statement),
        Some(token) => Err(expected("the end of the line", Some(token))),
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Name(String),
    Int(i64),
    Char(char),
    Sign(char),
}

fn tokens(line: &str) -> Result<Vec<Token>, Refusal> {
    let mut tokens = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if rest.starts_with("--") => break,
            _ if first.is_whitespace() => first.len_utf8(),
            '(' | ')' | ',' | '=' | '$' | '-' => {
                tokens.push(Token::Sign(first));
                1
            }
            '\'' => {
                let mut letters = rest.chars().skip(1);
                match (letters.next(), letters.next()) {
                    (Some(letter), Some('\'')) => {
                        tokens.push(Token::Char(letter));
                        2 + letter.len_utf8()
                    }
                    _ => return Err(Refusal::Character { found: quote(rest) }),
                }
            }
            _ if first.is_ascii_digit() => {
                let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let wrong = |_| Refusal::Character { found: quote(&rest[..length]) };
                tokens.push(Token::Int(rest[..length].parse().map_err(wrong)?));
                length
            }
            _ if first.is_alphabetic() || first == '_' => {
                let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
                let length = rest.find(|c| !inside(c)).unwrap_or(rest.len());
                tokens.push(Token::Name(rest[..length].to_string()));
                length
            }
            _ => return Err(Refusal::Character { found: quote(rest) }),
        };
        rest = &rest[length..];
    }
    Ok(tokens)
}

struct Parser {
    tokens: Peekable<IntoIter<Token>>,
    depth: usize,
}

/// The deepest nesting of parentheses.
const MAX_NESTING: usize = 100;

impl Parser {
    fn statement(&mut self) -> Result<Statement, Refusal> {
        let mut ahead = self.tokens.clone();
        ahead.next_if_eq(&Token::Name("let".into()));
        if let Some(Token::Name(name)) = ahead.next()
            && ahead.next() == Some(Token::Sign('='))
        {
            self.tokens = ahead;
            return Ok(Statement::Assign(name, self.expression()?));
        }
        self.expression().map(Statement::Evaluate)
    }

    fn expression(&mut self) -> Result<Expression, Refusal> {
        if self.tokens.next_if_eq(&Token::Sign('-')).is_some() {
            return match self.tokens.next() {
                Some(Token::Int(number)) => Ok(Expression::Int(-number)),
                other => Err(expected("a number after -", other)),
            };
        }
        let Some(Token::Name(name)) = self.tokens.next_if(|token| matches!(token, Token::Name(_)))
        else {
            return self.atom();
        };
        let mut arguments = Vec::new();
        loop {
            match self.tokens.peek() {
                Some(Token::Sign('$')) => {
                    self.tokens.next();
                    arguments.push(self.nested(Parser::expression)?);
                    break;
                }
                None | Some(Token::Sign(')' | ',' | '=' | '-')) => break,
                Some(_) => arguments.push(self.atom()?),
            }
        }
        Ok(Expression::Apply(name, arguments))
    }

    fn atom(&mut self) -> Result<Expression, Refusal> {
        match self.tokens.next() {
            Some(Token::Int(number)) => Ok(Expression::Int(number)),
            Some(Token::Char(letter)) => Ok(Expression::Char(letter)),
            Some(Token::Name(name)) => Ok(Expression::Apply(name, Vec::new())),
            Some(Token::Sign('(')) => self.nested(Parser::parenthesis),
            other => {
                Err(expected("a name, a number, a character in quotes or a parenthesis", other))
            }
        }
    }

    fn parenthesis(&mut self) -> Result<Expression, Refusal> {
        let first = self.expression()?;
        let mut parts = vec![first];
        loop {
            match self.tokens.next() {
                Some(Token::Sign(',')) => parts.push(self.expression()?),
                Some(Token::Sign(')')) => break,
                other => return Err(expected(", or )", other)),
            }
        }
        match parts.pop() {
            Some(only) if parts.is_empty() => Ok(only),
            last => {
                parts.extend(last);
                Ok(Expression::Tuple(parts))
            }
        }
    }

    fn nested(
        &mut self,
        part: impl FnOnce(&mut Parser) -> Result<Expression, Refusal>,
    ) -> Result<Expression, Refusal> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err(Refusal::TooDeep);
        }
        let expression = part(self);
        self.depth -= 1;
        expression
    }
}

fn expected(wanted: &'static str, found: Option<Token>) -> Refusal {
    let found = match found {
        None => "the end of the line".into(),
        Some(Token::Name(name)) => quote(&name),
        Some(Token::Int(number)) => number.to_string(),
        Some(Token::Char(letter)) => format!("{letter:?}"),
        Some(Token::Sign(sign)) => sign.to_string(),
    };
    Refusal::Expected { wanted, found }
}
