//! The syntax tree of a game file: declarations, and the rules of [`crate::syntax`] with a word
//! before the head that says what they are for.

use crate::diagnostic::Span;
use crate::syntax::{Literal, Rule, Term};

/// What stands in a game file and in those that it includes.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameFile {
    pub(crate) name: Option<(String, Span)>,
    pub(crate) title: Option<String>,
    pub(crate) sides: Option<([String; 2], Span)>,
    pub(crate) constants: Vec<(String, Term, Span)>,
    pub(crate) sets: Vec<SetDeclaration>,
    pub(crate) givens: Vec<Columns>,
    pub(crate) states: Vec<StateDeclaration>,
    pub(crate) rules: Vec<GameRule>,
    pub(crate) writes: Vec<Write>,
    /// After how many plies the game is drawn.
    pub(crate) plies: Option<(Term, Span)>,
}

/// What a rule is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RuleKind {
    /// It derives a relation that other rules use.
    Plain,
    /// A fact of the start.
    Init,
    /// A legal move.
    Legal,
    /// A fact that the move adds.
    Add,
    /// A fact that the move deletes.
    Del,
    /// A number to which the move adds.
    Inc,
}

impl RuleKind {
    /// The word before the head.
    pub(crate) fn word(self) -> &'static str {
        match self {
            RuleKind::Plain => "",
            RuleKind::Init => "init",
            RuleKind::Legal => "legal",
            RuleKind::Add => "add",
            RuleKind::Del => "del",
            RuleKind::Inc => "inc",
        }
    }

    pub(crate) fn of(word: &str) -> Option<RuleKind> {
        [RuleKind::Init, RuleKind::Legal, RuleKind::Add, RuleKind::Del, RuleKind::Inc]
            .into_iter()
            .find(|kind| kind.word() == word)
    }
}

/// A rule, and what it is for.
#[derive(Clone, Debug)]
pub(crate) struct GameRule {
    pub(crate) kind: RuleKind,
    pub(crate) rule: Rule,
}

/// `set cell(R, C) named R C :- ...`: its members are the solutions.
#[derive(Clone, Debug)]
pub(crate) struct SetDeclaration {
    pub(crate) rule: Rule,
    pub(crate) named: Vec<Part>,
    pub(crate) span: Span,
}

/// A relation whose columns have declared types.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub(crate) name: String,
    pub(crate) columns: Vec<Column>,
    pub(crate) span: Span,
}

/// The declared type of a column.
#[derive(Clone, Debug)]
pub(crate) enum Column {
    /// `side`, or the name of a set.
    Set(String, Span),
    /// `0..4`
    Range(Term, Term, Span),
}

/// `state height(cell -> 0..4 = 0).`
#[derive(Clone, Debug)]
pub(crate) struct StateDeclaration {
    pub(crate) relation: Columns,
    /// Whether the last column is determined by the others.
    pub(crate) is_function: bool,
    /// The value where nothing else is said.
    pub(crate) default: Option<Term>,
}

/// A part of the name of a member, or of the text of a move.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Text(String),
    Variable(String, Span),
    /// `letter(C)`: 1 is `a`.
    Letter(String, Span),
}

/// `write turn(F, T, B) as F "-" T "-" B.`
#[derive(Clone, Debug)]
pub(crate) struct Write {
    pub(crate) name: String,
    pub(crate) columns: Vec<Term>,
    pub(crate) parts: Vec<Part>,
    pub(crate) span: Span,
}

/// Calls `visit` for every term of a rule, those inside of others too.
pub(crate) fn visit_rule(rule: &mut Rule, visit: &mut impl FnMut(&mut Term)) {
    use crate::syntax::Head;
    match &mut rule.head {
        Head::Atom(atom) => atom.columns.iter_mut().for_each(|term| visit_term(term, visit)),
        Head::Value { player, points } => {
            [player, points].into_iter().for_each(|term| visit_term(term, visit));
        }
    }
    visit_body(&mut rule.body, visit);
}

fn visit_body(body: &mut [Literal], visit: &mut impl FnMut(&mut Term)) {
    use crate::syntax::LiteralKind::{Aggregate, Between, Compare, Negative, Positive};
    for literal in body {
        match &mut literal.kind {
            Positive(atom) | Negative(atom) => {
                atom.columns.iter_mut().for_each(|term| visit_term(term, visit));
            }
            Compare(one, _, two) => {
                [one, two].into_iter().for_each(|term| visit_term(term, visit));
            }
            Between { of, from, to } => {
                [of, from, to].into_iter().for_each(|term| visit_term(term, visit));
            }
            Aggregate { result, of, body, .. } => {
                visit_term(result, visit);
                of.iter_mut().for_each(|of| visit_term(of, visit));
                visit_body(body, visit);
            }
        }
    }
}

/// Calls `visit` for a term and those inside of it.
pub(crate) fn visit_term(term: &mut Term, visit: &mut impl FnMut(&mut Term)) {
    if let crate::syntax::TermKind::Binary(_, one, two) = &mut term.kind {
        visit_term(one, visit);
        visit_term(two, visit);
    }
    visit(term);
}

/// Calls `visit` with the name of every relation that conditions use.
pub(crate) fn visit_names(body: &[Literal], visit: &mut impl FnMut(&str)) {
    use crate::syntax::LiteralKind::{Aggregate, Negative, Positive};
    for literal in body {
        match &literal.kind {
            Positive(atom) | Negative(atom) => visit(&atom.name),
            Aggregate { body, .. } => visit_names(body, visit),
            _ => (),
        }
    }
}
