//! The parser of the plain dialect, whose grammar is in docs/rules.md.

use crate::diagnostic::{Diagnostic, DiagnosticKind, MAX_DEPTH, Span};
use crate::lex::{Token, TokenKind, lex};
use crate::syntax::{
    Aggregate, Atom, Comparison, File, Head, Literal, LiteralKind, Operator, Rule, Term, TermKind,
};

/// The largest file, in bytes.
pub(crate) const MAX_FILE_BYTES: usize = 1 << 16;

/// The most operators of a sum or a product.
const MAX_OPERATORS: usize = 200;

/// Shown where an aggregate is compared by anything but `=`.
const NAME_FIRST: &str = "give the result a name first: N = count { ... }, N > 2";

/// Shown where a head is followed by something else than conditions.
const RULE: &str = "a rule is written HEAD :- CONDITIONS.";

/// Parses a rule file.
pub(crate) fn file(source: &str) -> Result<File, Diagnostic> {
    let mut parser = Parser::new(source)?;
    let mut file = File { game: None, rules: Vec::new(), bag_semantics: false };
    while parser.peek() != &TokenKind::End {
        if parser.peek() == &TokenKind::Name("game".into())
            && matches!(parser.peek_at(1), TokenKind::Name(_))
        {
            let start = parser.span();
            parser.advance();
            let span = parser.span();
            let name = parser.name("the name of a game")?;
            parser.expect_punct(".")?;
            if file.game.replace((name, span)).is_some() {
                return Err(Diagnostic::new(DiagnosticKind::GameTwice, start.to(span)));
            }
            continue;
        }
        file.rules.push(parser.rule()?);
    }
    Ok(file)
}

/// Parses a query: conditions, with or without a `?` or `.` at the end.
pub(crate) fn query(source: &str) -> Result<Vec<Literal>, Diagnostic> {
    let mut parser = Parser::new(source)?;
    let body = parser.body()?;
    if !parser.eat("?") {
        parser.eat(".");
    }
    match parser.peek() {
        TokenKind::End => Ok(body),
        _ => Err(parser.expected("the end of the query")),
    }
}

/// The parser of rule files, and of game files, which declare more.
pub(crate) struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    /// Whether relations can be named `legal MOVE` and `does MOVE`.
    is_game: bool,
}

impl Parser {
    fn new(source: &str) -> Result<Parser, Diagnostic> {
        Ok(Parser { tokens: lex(source, false)?, at: 0, depth: 0, is_game: false })
    }

    /// A parser of a game file whose text begins at this byte of all texts together.
    pub(crate) fn of_game(source: &str, base: usize) -> Result<Parser, Diagnostic> {
        let moved = |span: Span| Span { start: span.start + base, end: span.end + base };
        let tokens = lex(source, true);
        let mut tokens = tokens
            .map_err(|diagnostic| Diagnostic { span: moved(diagnostic.span), ..diagnostic })?;
        tokens.iter_mut().for_each(|token| token.span = moved(token.span));
        Ok(Parser { tokens, at: 0, depth: 0, is_game: true })
    }

    pub(crate) fn peek_at(&self, count: usize) -> &TokenKind {
        &self.tokens[(self.at + count).min(self.tokens.len() - 1)].kind
    }

    pub(crate) fn peek(&self) -> &TokenKind {
        self.peek_at(0)
    }

    pub(crate) fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The span of the previous token.
    pub(crate) fn previous_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    pub(crate) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(crate) fn expected(&self, wanted: &str) -> Diagnostic {
        let (wanted, found) = (wanted.to_string(), self.peek().show());
        Diagnostic::new(DiagnosticKind::Expected { wanted, found }, self.span())
    }

    pub(crate) fn eat(&mut self, punct: &str) -> bool {
        let there = matches!(self.peek(), TokenKind::Punct(found) if *found == punct);
        if there {
            self.advance();
        }
        there
    }

    pub(crate) fn expect_punct(&mut self, punct: &str) -> Result<(), Diagnostic> {
        if self.eat(punct) { Ok(()) } else { Err(self.expected(&format!("{punct:?}"))) }
    }

    /// The full stop behind a statement.
    pub(crate) fn full_stop(&mut self) -> Result<(), Diagnostic> {
        if self.eat(".") {
            return Ok(());
        }
        let diagnostic = self.expected("\".\"");
        Err(match self.peek() {
            // The next line is right: what is missing is missing here.
            _ if self.tokens[self.at].is_first => {
                let end = self.previous_span().end;
                Diagnostic { span: Span { start: end, end }, ..diagnostic }
                    .hint("end the rule with a full stop")
            }
            TokenKind::Punct("=" | "<" | "->" | ":" | ">") => diagnostic.hint(RULE),
            TokenKind::Name(name) if name == "if" => diagnostic.hint(RULE),
            _ => diagnostic,
        })
    }

    pub(crate) fn eat_name(&mut self, name: &str) -> bool {
        let there = matches!(self.peek(), TokenKind::Name(found) if found == name);
        if there {
            self.advance();
        }
        there
    }

    pub(crate) fn name(&mut self, wanted: &str) -> Result<String, Diagnostic> {
        match self.peek().clone() {
            TokenKind::Name(name) => {
                self.advance();
                Ok(name)
            }
            TokenKind::Variable(name) => Err(self.expected(wanted).hint(small_letter(&name))),
            TokenKind::Punct("/") => Err(self.expected(wanted).hint("a comment begins with %")),
            _ => Err(self.expected(wanted)),
        }
    }

    pub(crate) fn rule(&mut self) -> Result<Rule, Diagnostic> {
        let start = self.span();
        let atom = self.atom()?;
        let head = match (atom.name.as_str(), <[Term; 2]>::try_from(atom.columns)) {
            ("value", Ok([player, points])) => Head::Value { player, points },
            ("value", Err(columns)) => {
                let kind =
                    DiagnosticKind::Arity { name: "value".into(), wanted: 2, found: columns.len() };
                return Err(Diagnostic::new(kind, atom.name_span)
                    .hint("write a value line as value(PLAYER, POINTS) :- CONDITIONS."));
            }
            (_, columns) => {
                let columns = columns.map_or_else(|columns| columns, Vec::from);
                Head::Atom(Atom { columns, ..atom })
            }
        };
        let body = if self.eat(":-") { self.body()? } else { Vec::new() };
        self.full_stop()?;
        Ok(Rule { head, body, span: start.to(self.previous_span()) })
    }

    pub(crate) fn atom(&mut self) -> Result<Atom, Diagnostic> {
        let name_span = self.span();
        let mut name = self.name("the name of a relation")?;
        if self.is_game
            && (name == "legal" || name == "does")
            && let TokenKind::Name(mv) = self.peek()
        {
            name = format!("{name} {mv}");
            self.advance();
        }
        let mut columns = Vec::new();
        if self.eat("(") && !self.eat(")") {
            loop {
                columns.push(self.term()?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect_punct(")")?;
        }
        Ok(Atom { name, name_span, columns })
    }

    pub(crate) fn body(&mut self) -> Result<Vec<Literal>, Diagnostic> {
        let mut body = vec![self.literal()?];
        while self.eat(",") {
            body.push(self.literal()?);
        }
        Ok(body)
    }

    fn literal(&mut self) -> Result<Literal, Diagnostic> {
        let start = self.span();
        if let (TokenKind::Variable(name), TokenKind::Punct("(")) = (self.peek(), self.peek_at(1)) {
            let hint = format!("{}(...)", small_letter(name));
            return Err(self.expected("the name of a relation").hint(hint));
        }
        let negated = matches!(self.peek_at(1), TokenKind::Name(_)) && self.eat_name("not");
        let is_atom = matches!(self.peek(), TokenKind::Name(_))
            && matches!(
                self.peek_at(1),
                TokenKind::Punct("(" | "," | "." | "?" | "}") | TokenKind::End
            )
            && !matches!(self.peek(), TokenKind::Name(name) if name == "min" || name == "max");
        let is_of_move = self.is_game
            && matches!(self.peek(), TokenKind::Name(name) if name == "legal" || name == "does")
            && matches!(self.peek_at(1), TokenKind::Name(name) if name != "in");
        let is_atom = is_atom || is_of_move;
        let kind = match (negated, is_atom) {
            (true, _) => LiteralKind::Negative(self.atom()?),
            (_, true) => LiteralKind::Positive(self.atom()?),
            _ => self.comparison()?,
        };
        Ok(Literal { kind, span: start.to(self.previous_span()) })
    }

    fn comparison(&mut self) -> Result<LiteralKind, Diagnostic> {
        let one = self.term()?;
        if self.eat_name("in") {
            let from = self.term()?;
            self.expect_punct("..")
                .map_err(|diagnostic| diagnostic.hint("write a range as X in 1..N"))?;
            return Ok(LiteralKind::Between { of: one, from, to: self.term()? });
        }
        let comparison = match self.peek() {
            TokenKind::Punct("=" | "==") => Comparison::Equal,
            TokenKind::Punct("!=" | "\\=") => Comparison::NotEqual,
            TokenKind::Punct("<") => Comparison::Less,
            TokenKind::Punct("=<" | "<=") => Comparison::LessEqual,
            TokenKind::Punct(">") => Comparison::Greater,
            TokenKind::Punct(">=") => Comparison::GreaterEqual,
            TokenKind::Punct("{") => {
                return Err(self
                    .expected("a comparison operator, such as < or =")
                    .hint(NAME_FIRST));
            }
            other => {
                let diagnostic = self.expected("a comparison operator, such as < or =");
                return Err(match other {
                    TokenKind::Name(name) if name == "is" => {
                        diagnostic.hint("write = instead of is: N = 3 * 4")
                    }
                    _ => diagnostic,
                });
            }
        };
        self.advance();
        let function = match (self.peek(), self.peek_at(1)) {
            (TokenKind::Name(name), TokenKind::Punct("{")) => match name.as_str() {
                "count" => Some(Aggregate::Count),
                "sum" => Some(Aggregate::Sum),
                "min" => Some(Aggregate::Min),
                "max" => Some(Aggregate::Max),
                _ => return Err(self.expected("count, sum, min or max")),
            },
            _ => None,
        };
        match function {
            Some(function) if comparison == Comparison::Equal => self.aggregate(one, function),
            Some(_) => Err(self.expected("a number").hint(NAME_FIRST)),
            None => Ok(LiteralKind::Compare(one, comparison, self.term()?)),
        }
    }

    fn aggregate(&mut self, result: Term, function: Aggregate) -> Result<LiteralKind, Diagnostic> {
        self.nest()?;
        self.advance();
        self.expect_punct("{")?;
        // Only count has no term: `sum { H : stack(S, H) }`, `count { stack(S, H) }`.
        let of = match function {
            Aggregate::Count => None,
            _ => {
                let of = self.term()?;
                self.expect_punct(":")?;
                Some(of)
            }
        };
        let body = self.body()?;
        self.expect_punct("}")?;
        self.depth -= 1;
        Ok(LiteralKind::Aggregate { result, function, of, body })
    }

    fn nest(&mut self) -> Result<(), Diagnostic> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            Err(Diagnostic::new(DiagnosticKind::TooDeep, self.span()))
        } else {
            Ok(())
        }
    }

    pub(crate) fn term(&mut self) -> Result<Term, Diagnostic> {
        self.nest()?;
        let mut sum = self.product()?;
        for count in 0.. {
            let operator = match self.peek() {
                TokenKind::Punct("+") => Operator::Add,
                TokenKind::Punct("-") => Operator::Subtract,
                _ => break,
            };
            self.check_operators(count)?;
            self.advance();
            sum = compute(operator, sum, self.product()?);
        }
        self.depth -= 1;
        Ok(sum)
    }

    /// Refuses a term that goes on: each operator nests what stands before it.
    fn check_operators(&self, count: usize) -> Result<(), Diagnostic> {
        match count < MAX_OPERATORS {
            true => Ok(()),
            false => {
                let what = "operators in a row".into();
                let kind = DiagnosticKind::TooMuch { what, most: MAX_OPERATORS };
                Err(Diagnostic::new(kind, self.span()))
            }
        }
    }

    fn product(&mut self) -> Result<Term, Diagnostic> {
        let mut product = self.factor()?;
        let mut count = 0;
        loop {
            let operator = match self.peek() {
                TokenKind::Punct("*") => Operator::Multiply,
                TokenKind::Punct("/") => Operator::Divide,
                TokenKind::Name(name) if name == "mod" => Operator::Remainder,
                _ => return Ok(product),
            };
            self.check_operators(count)?;
            count += 1;
            self.advance();
            product = compute(operator, product, self.factor()?);
        }
    }

    fn factor(&mut self) -> Result<Term, Diagnostic> {
        let span = self.span();
        if self.eat("(") {
            let term = self.term()?;
            self.expect_punct(")")?;
            return Ok(term);
        }
        if self.eat("-") {
            self.nest()?;
            let term = self.factor()?;
            self.depth -= 1;
            let span = span.to(term.span);
            return Ok(match term.kind {
                TermKind::Number(number) => {
                    Term { kind: TermKind::Number(number.saturating_neg()), span }
                }
                _ => compute(Operator::Subtract, Term { kind: TermKind::Number(0), span }, term),
            });
        }
        let kind = match self.peek().clone() {
            TokenKind::Variable(name) => TermKind::Variable(name),
            TokenKind::Wildcard => TermKind::Wildcard,
            TokenKind::Number(number) => TermKind::Number(number),
            TokenKind::Name(name) if self.peek_at(1) == &TokenKind::Punct("(") => {
                return self.function(&name);
            }
            TokenKind::Name(name) => TermKind::Name(name),
            _ => {
                let diagnostic = self.expected("a variable, a number or a name");
                let is_unequal = self.peek() == &TokenKind::Punct(">")
                    && self.tokens[self.at.saturating_sub(1)].kind == TokenKind::Punct("<");
                return Err(match is_unequal {
                    true => diagnostic.hint("not equal is written !="),
                    false => diagnostic,
                });
            }
        };
        self.advance();
        Ok(Term { kind, span })
    }

    /// `min(A, B)`, `max(A, B)` or `abs(A)`.
    fn function(&mut self, name: &str) -> Result<Term, Diagnostic> {
        let operator = match name {
            "min" => Operator::Min,
            "max" => Operator::Max,
            "abs" => {
                let start = self.span();
                self.advance();
                self.expect_punct("(")?;
                let term = self.term()?;
                self.expect_punct(")")?;
                let span = start.to(self.previous_span());
                let zero = Term { kind: TermKind::Number(0), span };
                return Ok(Term { span, ..compute(Operator::Distance, term, zero) });
            }
            _ => {
                let kind = DiagnosticKind::UnknownFunction { name: name.into() };
                return Err(Diagnostic::new(kind, self.span())
                    .hint("the built-ins are + - * / mod, min(A, B), max(A, B) and abs(A)"));
            }
        };
        let start = self.span();
        self.advance();
        self.expect_punct("(")?;
        let one = self.term()?;
        self.expect_punct(",")?;
        let two = self.term()?;
        self.expect_punct(")")?;
        let mut term = compute(operator, one, two);
        term.span = start.to(self.previous_span());
        Ok(term)
    }
}

/// A hint about a name that begins like a variable.
fn small_letter(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(char::to_lowercase).into_iter().flatten();
    let small: String = first.chain(letters).collect();
    let small = small.trim_start_matches('_');
    format!("a name begins with a small letter, a variable with a capital one: {small}")
}

pub(crate) fn compute(operator: Operator, one: Term, two: Term) -> Term {
    let span = one.span.to(two.span);
    Term { kind: TermKind::Binary(operator, Box::new(one), Box::new(two)), span }
}
