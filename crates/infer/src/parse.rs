//! Reads rules as they are written in docs/rules.md.

use crate::lex::{Token, Word, words};
use crate::syntax::{Atom, Clause, Comparison, Condition, File, Fold, Head, Literal, Operator};
use crate::syntax::{Term, TermKind};
use crate::trouble::{Span, Trouble, Wrong};

/// The largest file, in bytes.
pub(crate) const LONGEST: usize = 1 << 16;

/// How deep terms and folds may be nested.
const DEEPEST: usize = 24;

/// How a fold is compared.
const NAME_FIRST: &str = "give the result a name first: N = count { ... }, N > 2";

/// Reads a rule file.
pub(crate) fn file(source: &str) -> Result<File, Trouble> {
    let mut reader = Reader::new(source)?;
    let mut file = File { game: None, clauses: Vec::new(), counts_proofs: false };
    while reader.word() != &Word::End {
        if reader.word() == &Word::Name("game".into()) && matches!(reader.ahead(1), Word::Name(_)) {
            let start = reader.span();
            reader.next();
            let span = reader.span();
            let name = reader.name("the name of a game")?;
            reader.sign(".")?;
            if file.game.replace((name, span)).is_some() {
                return Err(Trouble::new(Wrong::GameTwice, start.to(span)));
            }
            continue;
        }
        file.clauses.push(reader.clause()?);
    }
    Ok(file)
}

/// Reads a question: conditions, with or without a `?` at the end.
pub(crate) fn question(source: &str) -> Result<Vec<Literal>, Trouble> {
    let mut reader = Reader::new(source)?;
    let body = reader.body()?;
    if !reader.take("?") {
        reader.take(".");
    }
    match reader.word() {
        Word::End => Ok(body),
        _ => Err(reader.expected("the end of the question")),
    }
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Reader {
    fn new(source: &str) -> Result<Reader, Trouble> {
        Ok(Reader { tokens: words(source)?, at: 0, depth: 0 })
    }

    fn ahead(&self, count: usize) -> &Word {
        &self.tokens[(self.at + count).min(self.tokens.len() - 1)].word
    }

    fn word(&self) -> &Word {
        self.ahead(0)
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The place of the word before.
    fn before(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn next(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn expected(&self, wanted: &str) -> Trouble {
        let (wanted, found) = (wanted.to_string(), self.word().show());
        Trouble::new(Wrong::Expected { wanted, found }, self.span())
    }

    fn take(&mut self, sign: &str) -> bool {
        let there = matches!(self.word(), Word::Sign(found) if *found == sign);
        if there {
            self.next();
        }
        there
    }

    fn sign(&mut self, sign: &str) -> Result<(), Trouble> {
        if self.take(sign) { Ok(()) } else { Err(self.expected(&format!("{sign:?}"))) }
    }

    fn take_name(&mut self, name: &str) -> bool {
        let there = matches!(self.word(), Word::Name(found) if found == name);
        if there {
            self.next();
        }
        there
    }

    fn name(&mut self, wanted: &str) -> Result<String, Trouble> {
        match self.word().clone() {
            Word::Name(name) => {
                self.next();
                Ok(name)
            }
            _ => Err(self.expected(wanted)),
        }
    }

    fn clause(&mut self) -> Result<Clause, Trouble> {
        let start = self.span();
        let atom = self.atom()?;
        let head = match (atom.name.as_str(), <[Term; 2]>::try_from(atom.columns)) {
            ("value", Ok([player, points])) => Head::Value { player, points },
            ("value", Err(columns)) => {
                let wrong = Wrong::Arity { name: "value".into(), wanted: 2, found: columns.len() };
                return Err(Trouble::new(wrong, atom.name_span)
                    .hint("a value line is value(PLAYER, POINTS) :- CONDITIONS."));
            }
            (_, columns) => {
                let columns = columns.map_or_else(|columns| columns, Vec::from);
                Head::Atom(Atom { columns, ..atom })
            }
        };
        let body = if self.take(":-") { self.body()? } else { Vec::new() };
        self.sign(".").map_err(|trouble| match self.word() {
            Word::End => trouble.hint("a rule ends with a full stop"),
            _ => trouble,
        })?;
        Ok(Clause { head, body, span: start.to(self.before()) })
    }

    fn atom(&mut self) -> Result<Atom, Trouble> {
        let name_span = self.span();
        let name = self.name("the name of a relation")?;
        let mut columns = Vec::new();
        if self.take("(") && !self.take(")") {
            loop {
                columns.push(self.term()?);
                if !self.take(",") {
                    break;
                }
            }
            self.sign(")")?;
        }
        Ok(Atom { name, name_span, columns })
    }

    fn body(&mut self) -> Result<Vec<Literal>, Trouble> {
        let mut body = vec![self.literal()?];
        while self.take(",") {
            body.push(self.literal()?);
        }
        Ok(body)
    }

    fn literal(&mut self) -> Result<Literal, Trouble> {
        let start = self.span();
        let negated = matches!(self.ahead(1), Word::Name(_)) && self.take_name("not");
        let is_atom = matches!(self.word(), Word::Name(_))
            && matches!(self.ahead(1), Word::Sign("(" | "," | "." | "?" | "}") | Word::End)
            && !matches!(self.word(), Word::Name(name) if name == "min" || name == "max");
        let condition = match (negated, is_atom) {
            (true, _) => Condition::Not(self.atom()?),
            (_, true) => Condition::Holds(self.atom()?),
            _ => self.comparison()?,
        };
        Ok(Literal { condition, span: start.to(self.before()) })
    }

    fn comparison(&mut self) -> Result<Condition, Trouble> {
        let one = self.term()?;
        let comparison = match self.word() {
            Word::Sign("=" | "==") => Comparison::Equal,
            Word::Sign("!=" | "\\=") => Comparison::Different,
            Word::Sign("<") => Comparison::Less,
            Word::Sign("=<" | "<=") => Comparison::AtMost,
            Word::Sign(">") => Comparison::More,
            Word::Sign(">=") => Comparison::AtLeast,
            Word::Sign("{") => {
                return Err(self.expected("a comparison such as < or =").hint(NAME_FIRST));
            }
            _ => return Err(self.expected("a comparison such as < or =")),
        };
        self.next();
        let fold = match (self.word(), self.ahead(1)) {
            (Word::Name(name), Word::Sign("{")) => match name.as_str() {
                "count" => Some(Fold::Count),
                "sum" => Some(Fold::Sum),
                "min" => Some(Fold::Least),
                "max" => Some(Fold::Most),
                _ => return Err(self.expected("count, sum, min or max")),
            },
            _ => None,
        };
        match fold {
            Some(fold) if comparison == Comparison::Equal => self.fold(one, fold),
            Some(_) => Err(self.expected("a number").hint(NAME_FIRST)),
            None => Ok(Condition::Compare(one, comparison, self.term()?)),
        }
    }

    fn fold(&mut self, result: Term, fold: Fold) -> Result<Condition, Trouble> {
        self.deeper()?;
        self.next();
        self.sign("{")?;
        // `sum { H : stack(S, H) }`, where `count { stack(S, H) }` needs no term.
        let of = match fold {
            Fold::Count => None,
            _ => {
                let of = self.term()?;
                self.sign(":")?;
                Some(of)
            }
        };
        let body = self.body()?;
        self.sign("}")?;
        self.depth -= 1;
        Ok(Condition::Fold { result, fold, of, body })
    }

    fn deeper(&mut self) -> Result<(), Trouble> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(Trouble::new(Wrong::TooDeep, self.span())) } else { Ok(()) }
    }

    fn term(&mut self) -> Result<Term, Trouble> {
        self.deeper()?;
        let mut sum = self.product()?;
        loop {
            let operator = match self.word() {
                Word::Sign("+") => Operator::Add,
                Word::Sign("-") => Operator::Subtract,
                _ => break,
            };
            self.next();
            sum = compute(operator, sum, self.product()?);
        }
        self.depth -= 1;
        Ok(sum)
    }

    fn product(&mut self) -> Result<Term, Trouble> {
        let mut product = self.factor()?;
        loop {
            let operator = match self.word() {
                Word::Sign("*") => Operator::Multiply,
                Word::Sign("/") => Operator::Divide,
                Word::Name(name) if name == "mod" => Operator::Remainder,
                _ => return Ok(product),
            };
            self.next();
            product = compute(operator, product, self.factor()?);
        }
    }

    fn factor(&mut self) -> Result<Term, Trouble> {
        let span = self.span();
        if self.take("(") {
            let term = self.term()?;
            self.sign(")")?;
            return Ok(term);
        }
        if self.take("-") {
            self.deeper()?;
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
        let kind = match self.word().clone() {
            Word::Variable(name) => TermKind::Variable(name),
            Word::Anything => TermKind::Anything,
            Word::Number(number) => TermKind::Number(number),
            Word::Name(name) if self.ahead(1) == &Word::Sign("(") => return self.function(&name),
            Word::Name(name) => TermKind::Name(name),
            _ => return Err(self.expected("a variable, a number or a name")),
        };
        self.next();
        Ok(Term { kind, span })
    }

    /// `min(A, B)` or `max(A, B)`.
    fn function(&mut self, name: &str) -> Result<Term, Trouble> {
        let operator = match name {
            "min" => Operator::Least,
            "max" => Operator::Most,
            _ => {
                let wrong = Wrong::UnknownFunction { name: name.into() };
                return Err(Trouble::new(wrong, self.span())
                    .hint("a term is computed by + - * / mod, min(A, B) and max(A, B)"));
            }
        };
        let start = self.span();
        self.next();
        self.sign("(")?;
        let one = self.term()?;
        self.sign(",")?;
        let two = self.term()?;
        self.sign(")")?;
        let mut term = compute(operator, one, two);
        term.span = start.to(self.before());
        Ok(term)
    }
}

pub(crate) fn compute(operator: Operator, one: Term, two: Term) -> Term {
    let span = one.span.to(two.span);
    Term { kind: TermKind::Compute(operator, Box::new(one), Box::new(two)), span }
}
