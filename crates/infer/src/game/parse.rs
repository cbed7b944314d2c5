//! The statements of a game file that rule files do not have.

use super::syntax::{
    Column, Columns, GameFile, GameRule, Part, RuleKind, SetDeclaration, StateDeclaration, Write,
};
use crate::diagnostic::{Diagnostic, DiagnosticKind, Span};
use crate::lex::TokenKind;
use crate::parse::Parser;
use crate::syntax::{Atom, Head, Rule};

/// The most letters of a title, and the most parts of a name or of the text of a move.
const MAX_TITLE: usize = 80;
const MAX_PARTS: usize = 32;

/// Adds the statements of a file whose text begins at this byte of all texts together.
pub(crate) fn statements(
    source: &str,
    base: usize,
    file: &mut Vec<Statement>,
) -> Result<(), Diagnostic> {
    let mut parser = Parser::of_game(source, base)?;
    while parser.peek() != &TokenKind::End {
        let statement = parser.statement()?;
        file.push(statement);
    }
    Ok(())
}

/// A statement of a game file.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    Include(String, Span),
    Override(GameRule),
    Rule(GameRule),
    /// Any other declaration, as a file that has nothing else.
    Declare(Box<GameFile>),
}

impl Parser {
    fn statement(&mut self) -> Result<Statement, Diagnostic> {
        let start = self.span();
        let word = match (self.peek(), self.peek_at(1)) {
            (
                TokenKind::Name(word),
                TokenKind::Name(_)
                | TokenKind::Variable(_)
                | TokenKind::Number(_)
                | TokenKind::Text(_),
            ) => word.clone(),
            _ => String::new(),
        };
        let mut file = GameFile::default();
        match word.as_str() {
            "game" => {
                self.advance();
                let span = self.span();
                file.name = Some((self.name("the name of the game")?, span));
            }
            "title" => {
                self.advance();
                let span = self.span();
                let title = self.text()?;
                if title.chars().count() > MAX_TITLE {
                    let kind = DiagnosticKind::TooMuch {
                        what: "letters in a title".into(),
                        most: MAX_TITLE,
                    };
                    return Err(Diagnostic::new(kind, span));
                }
                file.title = Some(title);
            }
            "include" => {
                self.advance();
                let name = self.text()?;
                self.full_stop()?;
                return Ok(Statement::Include(name, start.to(self.previous_span())));
            }
            "sides" => {
                self.advance();
                let first = self.name("the name of the side that begins")?;
                self.expect_punct(",")?;
                let second = self.name("the name of the other side")?;
                file.sides = Some(([first, second], start.to(self.previous_span())));
            }
            "const" => {
                self.advance();
                let name = self.name("the name of a number")?;
                self.expect_punct("=")?;
                let term = self.term()?;
                file.constants.push((name, term, start.to(self.previous_span())));
            }
            "plies" => {
                self.advance();
                let term = self.term()?;
                file.plies = Some((term, start.to(self.previous_span())));
            }
            "set" => {
                self.advance();
                file.sets.push(self.set(start)?);
            }
            "given" => {
                self.advance();
                let (relation, _, _) = self.declared_columns(start)?;
                file.givens.push(relation);
            }
            "state" => {
                self.advance();
                let (relation, is_function, default) = self.declared_columns(start)?;
                file.states.push(StateDeclaration { relation, is_function, default });
            }
            "write" => {
                self.advance();
                let Atom { name, columns, .. } = self.atom()?;
                if !self.eat_name("as") {
                    return Err(self.expected("as"));
                }
                let parts = self.parts()?;
                let span = start.to(self.previous_span());
                file.writes.push(Write { name, columns, parts, span });
            }
            "override" => {
                self.advance();
                return Ok(Statement::Override(self.game_rule()?));
            }
            _ => return Ok(Statement::Rule(self.game_rule()?)),
        }
        if file.sides.is_some() && self.peek() == &TokenKind::Punct(",") {
            return Err(self.expected("\".\"").hint("a game has two sides"));
        }
        self.full_stop()?;
        Ok(Statement::Declare(Box::new(file)))
    }

    fn text(&mut self) -> Result<String, Diagnostic> {
        match self.peek().clone() {
            TokenKind::Text(text) => {
                self.advance();
                Ok(text)
            }
            _ => Err(self.expected("a text in double quotes")),
        }
    }

    fn game_rule(&mut self) -> Result<GameRule, Diagnostic> {
        let mut kind = RuleKind::Plain;
        if let (TokenKind::Name(word), TokenKind::Name(_) | TokenKind::Variable(_)) =
            (self.peek(), self.peek_at(1))
        {
            match RuleKind::of(word) {
                Some(known) => kind = known,
                None => {
                    let words = "init, legal, add, del, inc, state, set, const, given, write, \
                                 include, override, plies, sides, title or game";
                    let hint = format!("the words before a head are {words}");
                    return Err(self.expected("a rule or a declaration").hint(hint));
                }
            }
            self.advance();
        }
        let rule = self.rule()?;
        if let Head::Value { .. } = rule.head {
            let kind = DiagnosticKind::Form { wanted: "a rule of the game".into() };
            return Err(Diagnostic::new(kind, rule.span)
                .hint("value lines stand in rule files, not in game files"));
        }
        Ok(GameRule { kind, rule })
    }

    fn set(&mut self, start: Span) -> Result<SetDeclaration, Diagnostic> {
        let atom = self.atom()?;
        if !self.eat_name("named") {
            return Err(self.expected("named, and how its members are named"));
        }
        let named = self.parts()?;
        self.expect_punct(":-")?;
        let body = self.body()?;
        let span = start.to(self.previous_span());
        Ok(SetDeclaration { rule: Rule { head: Head::Atom(atom), body, span }, named, span })
    }

    /// Variables, texts and `letter(C)`, until something else comes.
    fn parts(&mut self) -> Result<Vec<Part>, Diagnostic> {
        let mut parts = Vec::new();
        loop {
            let span = self.span();
            match self.peek().clone() {
                TokenKind::Variable(name) => parts.push(Part::Variable(name, span)),
                TokenKind::Text(text) | TokenKind::Name(text)
                    if text != "letter" || !matches!(self.peek_at(1), TokenKind::Punct("(")) =>
                {
                    parts.push(Part::Text(text));
                }
                TokenKind::Name(_) => {
                    self.advance();
                    self.advance();
                    let TokenKind::Variable(name) = self.peek().clone() else {
                        return Err(self.expected("a variable"));
                    };
                    self.advance();
                    parts.push(Part::Letter(name, span));
                    self.expect_punct(")")?;
                    continue;
                }
                _ if parts.is_empty() => {
                    return Err(self.expected("a variable or a text in double quotes"));
                }
                _ => return Ok(parts),
            }
            if parts.len() > MAX_PARTS {
                let kind =
                    DiagnosticKind::TooMuch { what: "parts of a text".into(), most: MAX_PARTS };
                return Err(Diagnostic::new(kind, span));
            }
            self.advance();
        }
    }

    /// `height(cell -> 0..4 = 0)`
    fn declared_columns(
        &mut self,
        start: Span,
    ) -> Result<(Columns, bool, Option<crate::syntax::Term>), Diagnostic> {
        let name = self.name("the name of a relation")?;
        let (mut columns, mut is_function, mut default) = (Vec::new(), false, None);
        if self.eat("(") {
            is_function = self.eat("->");
            while !self.eat(")") {
                columns.push(self.column_type()?);
                if is_function {
                    if self.eat("=") {
                        default = Some(self.term()?);
                    }
                    self.expect_punct(")")?;
                    break;
                }
                if self.eat("->") {
                    is_function = true;
                } else if !self.eat(",") {
                    self.expect_punct(")")?;
                    break;
                }
            }
        }
        let span = start.to(self.previous_span());
        Ok((Columns { name, columns, span }, is_function, default))
    }

    fn column_type(&mut self) -> Result<Column, Diagnostic> {
        let span = self.span();
        if let (TokenKind::Name(name), TokenKind::Punct("," | ")" | "->" | "=")) =
            (self.peek().clone(), self.peek_at(1))
        {
            self.advance();
            return Ok(Column::Set(name, span));
        }
        let from = self.term()?;
        self.expect_punct("..").map_err(|diagnostic| {
            diagnostic.hint("a column is a set, side, or a range such as 0..4")
        })?;
        let to = self.term()?;
        Ok(Column::Range(from, to, span.to(self.previous_span())))
    }
}
