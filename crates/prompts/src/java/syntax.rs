//! The subset of Java's syntax in which the assignment's methods are called.
//!
//! ```text
//! input      = [prompt] statement { ";" statement } [";"]
//! statement  = type name ["=" initial] | type call | signature | place "=" expression | expression
//! signature  = type name "(" type name { "," type name } ")"
//! type       = int | double | boolean | int[] | Node | Board | ArrayList<Node> | String | void
//! initial    = expression | "{" [ expression { "," expression } ] "}"
//! expression = sum [ ("<" | ">" | "<=" | ">=" | "==" | "!=") sum ]
//! sum        = factor { ("+" | "-") factor }
//! factor     = "-" factor | first { "." name [arguments] | "[" expression "]" }
//! first      = number | string | name [arguments] | "(" expression ")" | "null" | "true" | "false"
//!            | "new" name arguments | "new" "int" "[" "]" "{" ... "}"
//! ```

use agon_core::quote;
use agon_games::theseus::Worth;

use super::refusal::Refusal;
use super::tokens::{Number, Token, tokens, written};
use super::value::Kind;
use crate::limits::NESTING;

#[derive(Debug)]
pub enum Statement {
    Declare(Kind, String, Option<Expression>),
    /// The declaration of a method, as in the assignment's text: its name.
    Signature(String),
    /// A call behind the type that it returns, as in the assignment's declarations.
    Typed(Kind, Expression),
    Assign(Expression, Expression),
    Evaluate(Expression),
}

#[derive(Debug)]
pub enum Expression {
    Null,
    Boolean(bool),
    Int(i32),
    Double(Worth),
    Text(String),
    Array(Vec<Expression>),
    Name(String),
    New(String, Vec<Expression>),
    /// A method, of an object or of the player.
    Call(Option<Box<Expression>>, String, Vec<Expression>),
    Field(Box<Expression>, String),
    Index(Box<Expression>, Box<Expression>),
    Negate(Box<Expression>),
    Binary(Box<Expression>, &'static str, Box<Expression>),
}

pub fn parse(text: &str) -> Result<Vec<Statement>, Refusal> {
    let mut parser = Parser { tokens: tokens(without_prompt(text))?, next: 0, depth: 0 };
    let mut statements = Vec::new();
    loop {
        while parser.takes(";") {}
        if parser.peek().is_none() {
            return Ok(statements);
        }
        statements.push(parser.statement()?);
        if parser.peek().is_some() && !parser.takes(";") {
            return Err(parser.expected("';'"));
        }
    }
}

/// Whether an input is whole: its parentheses are closed. A blank line ends an input as well.
pub fn is_complete(text: &str) -> bool {
    if text.ends_with('\n') {
        return true;
    }
    let Ok(tokens) = tokens(without_prompt(text)) else { return true };
    let count = |signs: [&str; 3]| {
        tokens.iter().filter(|token| signs.map(Token::Sign).contains(token)).count()
    };
    count(["(", "[", "{"]) <= count([")", "]", "}"])
}

/// Lines of a transcript begin with a prompt.
fn without_prompt(text: &str) -> &str {
    text.trim_start_matches(|letter: char| letter == '>' || letter.is_whitespace())
}

struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&Token<'a>> {
        self.tokens.get(self.next)
    }

    /// Whether the token this many places ahead is a sign or a keyword.
    fn is_ahead(&self, places: usize, sign: &str) -> bool {
        self.tokens.get(self.next + places).is_some_and(|token| *token == Token::Sign(sign))
    }

    fn is_name_ahead(&self, places: usize) -> bool {
        matches!(self.tokens.get(self.next + places), Some(Token::Word(_)))
    }

    /// Takes a sign, if it is the next token.
    fn takes(&mut self, sign: &str) -> bool {
        let found = self.is_ahead(0, sign);
        self.next += usize::from(found);
        found
    }

    fn require(&mut self, sign: &str, wanted: &'static str) -> Result<(), Refusal> {
        if self.takes(sign) { Ok(()) } else { Err(self.expected(wanted)) }
    }

    fn name(&mut self) -> Result<String, Refusal> {
        match self.peek() {
            Some(&Token::Word(name)) => {
                self.next += 1;
                Ok(name.into())
            }
            _ => Err(self.expected("a name")),
        }
    }

    fn expected(&self, wanted: &'static str) -> Refusal {
        let found = self.peek().map_or("the end".into(), |token| quote(&written(token)));
        Refusal::Syntax { wanted, found }
    }

    fn statement(&mut self) -> Result<Statement, Refusal> {
        if let Some(kind) = self.kind()? {
            if self.is_ahead(1, "(") {
                let method = self.name()?;
                if self.is_declared() {
                    self.parameters()?;
                    return Ok(Statement::Signature(method));
                }
                let call = Expression::Call(None, method, self.arguments()?);
                return Ok(Statement::Typed(kind, call));
            }
            let name = self.name()?;
            let value = match self.takes("=") {
                true if self.is_ahead(0, "{") => Some(self.array()?),
                true => Some(self.expression()?),
                false => None,
            };
            return Ok(Statement::Declare(kind, name, value));
        }
        let expression = self.expression()?;
        match self.takes("=") {
            true => Ok(Statement::Assign(expression, self.expression()?)),
            false => Ok(Statement::Evaluate(expression)),
        }
    }

    /// Whether the parentheses that follow have parameters with their types, not arguments.
    fn is_declared(&mut self) -> bool {
        let before = self.next;
        self.next += 1;
        let has_type = !matches!(self.kind(), Ok(None));
        self.next = before;
        has_type
    }

    fn parameters(&mut self) -> Result<(), Refusal> {
        self.require("(", "'('")?;
        loop {
            if self.kind()?.is_none() {
                return Err(self.expected("a type"));
            }
            self.name()?;
            if self.takes(")") {
                return Ok(());
            }
            self.require(",", "')' or ','")?;
        }
    }

    /// The type at the start of a declaration, if there is one.
    fn kind(&mut self) -> Result<Option<Kind>, Refusal> {
        let Some(&Token::Word(first)) = self.peek() else { return Ok(None) };
        let rest = [self.is_ahead(1, "["), self.is_ahead(1, "<"), self.is_name_ahead(1)];
        let (text, length) = match rest {
            [true, _, _] if self.is_ahead(2, "]") => (format!("{first}[]"), 3),
            [_, true, _] if self.is_ahead(3, ">") && self.is_name_ahead(4) => {
                (format!("{first}<{}>", written(&self.tokens[self.next + 2])), 4)
            }
            [_, _, true] if first != "new" => (first.into(), 1),
            _ => return Ok(None),
        };
        let kind = Kind::named(&text).ok_or_else(|| Refusal::NoClass { name: quote(&text) })?;
        self.next += length;
        Ok(Some(kind))
    }

    fn arguments(&mut self) -> Result<Vec<Expression>, Refusal> {
        self.require("(", "'('")?;
        self.list(")", "')' or ','")
    }

    fn array(&mut self) -> Result<Expression, Refusal> {
        self.require("{", "'{'")?;
        Ok(Expression::Array(self.list("}", "'}' or ','")?))
    }

    /// Expressions up to a closing sign.
    fn list(&mut self, close: &str, wanted: &'static str) -> Result<Vec<Expression>, Refusal> {
        let mut found = Vec::new();
        if self.takes(close) {
            return Ok(found);
        }
        loop {
            found.push(self.expression()?);
            if self.takes(close) {
                return Ok(found);
            }
            self.require(",", wanted)?;
        }
    }

    fn deeper(&mut self) -> Result<(), Refusal> {
        self.depth += 1;
        Ok(NESTING.check(self.depth)?)
    }

    fn expression(&mut self) -> Result<Expression, Refusal> {
        let left = self.sum()?;
        let sign = ["<", ">", "<=", ">=", "==", "!="].into_iter().find(|sign| self.takes(sign));
        Ok(match sign {
            Some(sign) => Expression::Binary(left.into(), sign, self.sum()?.into()),
            None => left,
        })
    }

    fn sum(&mut self) -> Result<Expression, Refusal> {
        let outer = self.depth;
        let mut left = self.factor()?;
        while let Some(sign) = ["+", "-"].into_iter().find(|sign| self.takes(sign)) {
            self.deeper()?;
            left = Expression::Binary(left.into(), sign, self.factor()?.into());
        }
        self.depth = outer;
        Ok(left)
    }

    fn factor(&mut self) -> Result<Expression, Refusal> {
        let outer = self.depth;
        self.deeper()?;
        let mut negations = 0;
        while self.takes("-") {
            negations += 1;
        }
        let mut found = self.first()?;
        loop {
            if self.takes(".") {
                let name = self.name()?;
                found = match self.is_ahead(0, "(") {
                    true => Expression::Call(Some(found.into()), name, self.arguments()?),
                    false => Expression::Field(found.into(), name),
                };
            } else if self.takes("[") {
                let index = self.expression()?;
                self.require("]", "']'")?;
                found = Expression::Index(found.into(), index.into());
            } else {
                break;
            }
            self.deeper()?;
        }
        self.depth = outer;
        // Two signs cancel out, so only one has to be kept.
        Ok(if negations % 2 == 1 { Expression::Negate(found.into()) } else { found })
    }

    fn first(&mut self) -> Result<Expression, Refusal> {
        if self.takes("(") {
            let found = self.expression()?;
            self.require(")", "')'")?;
            return Ok(found);
        }
        let found = match self.peek() {
            Some(Token::Number(Number::Int(number))) => Expression::Int(*number),
            Some(Token::Number(Number::Double(number))) => Expression::Double(*number),
            Some(Token::Quoted(_, text)) => Expression::Text(text.clone()),
            Some(Token::Word(_)) => return self.named(),
            _ => return Err(self.expected("a value")),
        };
        self.next += 1;
        Ok(found)
    }

    fn named(&mut self) -> Result<Expression, Refusal> {
        let name = self.name()?;
        Ok(match name.as_str() {
            "null" => Expression::Null,
            "true" => Expression::Boolean(true),
            "false" => Expression::Boolean(false),
            "new" => {
                let class = self.name()?;
                if class == "int" {
                    self.require("[", "'['")?;
                    self.require("]", "']'")?;
                    return self.array();
                }
                Expression::New(class, self.arguments()?)
            }
            _ if self.is_ahead(0, "(") => Expression::Call(None, name, self.arguments()?),
            _ => Expression::Name(name),
        })
    }
}
