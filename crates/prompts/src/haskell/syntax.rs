//! The subset of Haskell's syntax that a session with the assignment uses.
//!
//! ```text
//! line        = [prompt] [statement] [comment]
//! statement   = [ "let" ] name "=" expression | ( ":t" | ":type" ) expression | expression
//! expression  = comparison [ "$" expression ]
//! comparison  = negation [ ( "==" | "/=" | "`elem`" ) negation ]
//! negation    = [ "-" ] infix
//! infix       = application { ( "!!" | "`" name "`" ) application }
//! application = atom { atom }
//! atom        = name | number | 'letter' | "text" | "(" operator ")"
//!             | "(" expression { "," expression } ")" | "[" [ expression { "," expression } ] "]"
//! ```

use std::iter::Peekable;
use std::vec::IntoIter;

use agon_core::quote;

use super::refusal::Refusal;
use super::tokens::{Token, begins_atom, expected, tokens};
use crate::limits::NESTING;

#[derive(Debug, PartialEq, Eq)]
pub enum Statement {
    /// An empty line or a comment.
    Nothing,
    Assign(String, Expression),
    /// Prints the type of an expression; its text comes first.
    Type(String, Expression),
    Evaluate(Expression),
}

#[derive(Debug, PartialEq, Eq)]
pub enum Expression {
    Int(i64),
    Char(char),
    Text(String),
    Tuple(Vec<Expression>),
    List(Vec<Expression>),
    /// A number with the opposite sign.
    Negate(Box<Expression>),
    /// A name or an operator, applied to arguments.
    Apply(String, Vec<Expression>),
}

pub fn parse(line: &str) -> Result<Statement, Refusal> {
    let mut line = line.trim_start_matches('\u{feff}').trim();
    while let Some(rest) = line.strip_prefix("*StudentCode>") {
        line = rest.trim_start();
    }
    if let Some(command) = line.strip_prefix(':') {
        let (name, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        if !["t", "type"].contains(&name) {
            return Err(Refusal::Command { found: quote(line) });
        }
        let mut parser = Parser::new(rest)?;
        let expression = parser.expression()?;
        let text = rest.split("--").next().unwrap_or_default().trim();
        return parser.end(Statement::Type(text.into(), expression));
    }
    let mut parser = Parser::new(line)?;
    if parser.tokens.peek().is_none() {
        return Ok(Statement::Nothing);
    }
    let statement = parser.statement()?;
    parser.end(statement)
}

struct Parser<'a> {
    tokens: Peekable<IntoIter<Token<'a>>>,
    depth: usize,
}

const COMPARISONS: [&str; 2] = ["==", "/="];

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Parser<'a>, Refusal> {
        Ok(Parser { tokens: tokens(text)?.into_iter().peekable(), depth: 0 })
    }

    fn end(mut self, statement: Statement) -> Result<Statement, Refusal> {
        match self.tokens.next() {
            None => Ok(statement),
            Some(token) => Err(expected("the end of the line", Some(token))),
        }
    }

    fn next_if_sign(&mut self, sign: &str) -> bool {
        self.tokens.next_if(|token| matches!(token, Token::Sign(found) if *found == sign)).is_some()
    }

    fn statement(&mut self) -> Result<Statement, Refusal> {
        let mut ahead = self.tokens.clone();
        ahead.next_if_eq(&Token::Word("let"));
        if let Some(Token::Word(name)) = ahead.next()
            && ahead.next() == Some(Token::Sign("="))
        {
            self.tokens = ahead;
            return Ok(Statement::Assign(name.into(), self.expression()?));
        }
        self.expression().map(Statement::Evaluate)
    }

    fn expression(&mut self) -> Result<Expression, Refusal> {
        let left = self.comparison()?;
        if !self.next_if_sign("$") {
            return Ok(left);
        }
        match left {
            Expression::Apply(name, mut arguments) => {
                arguments.push(self.nested(Parser::expression)?);
                Ok(Expression::Apply(name, arguments))
            }
            _ => Err(expected("a function before $", Some(Token::Sign("$")))),
        }
    }

    fn comparison(&mut self) -> Result<Expression, Refusal> {
        let left = self.negation()?;
        let operator = match self.tokens.peek() {
            Some(Token::Sign(sign)) if COMPARISONS.contains(sign) => sign.to_string(),
            Some(Token::Quoted('`', name)) if name == "elem" => name.clone(),
            _ => return Ok(left),
        };
        self.tokens.next();
        let right = self.negation()?;
        Ok(Expression::Apply(operator, vec![left, right]))
    }

    fn negation(&mut self) -> Result<Expression, Refusal> {
        if !self.next_if_sign("-") {
            return self.infix();
        }
        Ok(match self.infix()? {
            Expression::Int(number) => Expression::Int(-number),
            other => Expression::Negate(Box::new(other)),
        })
    }

    fn infix(&mut self) -> Result<Expression, Refusal> {
        let mut left = self.application()?;
        let mut chained = 0;
        loop {
            let operator = match self.tokens.peek() {
                Some(Token::Sign(sign @ "!!")) => sign.to_string(),
                Some(Token::Quoted('`', name)) if name != "elem" => name.clone(),
                _ => return Ok(left),
            };
            self.tokens.next();
            chained += 1;
            NESTING.check(self.depth + chained)?;
            left = Expression::Apply(operator, vec![left, self.application()?]);
        }
    }

    fn application(&mut self) -> Result<Expression, Refusal> {
        let first = self.atom()?;
        // A parenthesis with an application, as in (tryMove game) move, takes more arguments.
        let Expression::Apply(name, mut arguments) = first else { return Ok(first) };
        while self.tokens.peek().is_some_and(begins_atom) {
            arguments.push(self.atom()?);
        }
        Ok(Expression::Apply(name, arguments))
    }

    fn atom(&mut self) -> Result<Expression, Refusal> {
        match self.tokens.next() {
            Some(Token::Number(number)) => Ok(Expression::Int(number)),
            Some(Token::Quoted('\'', text)) => {
                Ok(Expression::Char(text.chars().next().unwrap_or_default()))
            }
            Some(Token::Quoted('"', text)) => Ok(Expression::Text(text)),
            Some(Token::Word(name)) => Ok(Expression::Apply(name.into(), Vec::new())),
            Some(Token::Sign("(")) => self.nested(Parser::parenthesis),
            Some(Token::Sign("[")) if self.next_if_sign("]") => Ok(Expression::List(Vec::new())),
            Some(Token::Sign("[")) => {
                self.nested(|parser| parser.listed("]", ", or ]").map(Expression::List))
            }
            other => Err(expected("a name, a number, a text, a list or a parenthesis", other)),
        }
    }

    fn parenthesis(&mut self) -> Result<Expression, Refusal> {
        let mut ahead = self.tokens.clone();
        if let (Some(Token::Sign(sign)), Some(Token::Sign(")"))) = (ahead.next(), ahead.next())
            && (sign == "!!" || COMPARISONS.contains(&sign))
        {
            self.tokens = ahead;
            return Ok(Expression::Apply(sign.into(), Vec::new()));
        }
        let mut parts = self.listed(")", ", or )")?;
        match parts.pop() {
            Some(only) if parts.is_empty() => Ok(only),
            last => {
                parts.extend(last);
                Ok(Expression::Tuple(parts))
            }
        }
    }

    /// Expressions with commas between them, up to a closing sign.
    fn listed(
        &mut self,
        close: &'static str,
        wanted: &'static str,
    ) -> Result<Vec<Expression>, Refusal> {
        let mut parts = vec![self.expression()?];
        loop {
            match self.tokens.next() {
                Some(Token::Sign(",")) => parts.push(self.expression()?),
                Some(Token::Sign(sign)) if sign == close => return Ok(parts),
                other => return Err(expected(wanted, other)),
            }
        }
    }

    fn nested(
        &mut self,
        part: impl FnOnce(&mut Parser<'a>) -> Result<Expression, Refusal>,
    ) -> Result<Expression, Refusal> {
        self.depth += 1;
        NESTING.check(self.depth)?;
        let expression = part(self);
        self.depth -= 1;
        expression
    }
}
