//! The syntax tree of a rule file, the same for both dialects, before names are resolved.

use crate::diagnostic::Span;

/// A rule file.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// The game that the file is for.
    pub(crate) game: Option<(String, Span)>,
    pub(crate) rules: Vec<Rule>,
    /// Whether relations are bags: a row that is derived twice counts twice.
    pub(crate) bag_semantics: bool,
}

/// A query as it was parsed.
pub(crate) struct Query {
    pub(crate) body: Vec<Literal>,
    /// Whether only the number of answers is wanted.
    pub(crate) only_count: bool,
}

/// A rule `head :- body.`; a value line is a rule whose head is `value(...)`.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) head: Head,
    pub(crate) body: Vec<Literal>,
    pub(crate) span: Span,
}

/// The head of a rule: what it derives.
#[derive(Clone, Debug)]
pub(crate) enum Head {
    Atom(Atom),
    /// Points for a player.
    Value {
        player: Term,
        points: Term,
    },
}

/// A relation applied to one term for each of its columns.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    pub(crate) name: String,
    pub(crate) name_span: Span,
    pub(crate) columns: Vec<Term>,
}

/// A condition in the body of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Literal {
    pub(crate) kind: LiteralKind,
    pub(crate) span: Span,
}

/// The kinds of conditions.
#[derive(Clone, Debug)]
pub(crate) enum LiteralKind {
    Positive(Atom),
    Negative(Atom),
    Compare(Term, Comparison, Term),
    /// `of in from..to`: a number, both ends included.
    Between {
        of: Term,
        from: Term,
        to: Term,
    },
    /// `result = function { of : body }`, over all solutions of the body.
    Aggregate {
        result: Term,
        function: Aggregate,
        of: Option<Term>,
        body: Vec<Literal>,
    },
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Comparison {
    #[inline]
    pub(crate) fn holds(self, one: i32, two: i32) -> bool {
        match self {
            Comparison::Equal => one == two,
            Comparison::NotEqual => one != two,
            Comparison::Less => one < two,
            Comparison::LessEqual => one <= two,
            Comparison::Greater => one > two,
            Comparison::GreaterEqual => one >= two,
        }
    }

    /// The equivalent comparison with its sides exchanged.
    pub(crate) fn flipped(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::LessEqual => Comparison::GreaterEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterEqual => Comparison::LessEqual,
            same => same,
        }
    }
}

/// An aggregate function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aggregate {
    Count,
    Sum,
    Min,
    Max,
}

/// A column of an atom, or a side of a comparison.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) kind: TermKind,
    pub(crate) span: Span,
}

/// The kinds of terms.
#[derive(Clone, Debug)]
pub(crate) enum TermKind {
    Variable(String),
    /// `_`: an anonymous variable.
    Wildcard,
    Number(i32),
    Name(String),
    Binary(Operator, Box<Term>, Box<Term>),
}

/// A binary arithmetic operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Min,
    Max,
    /// How far two numbers are apart: `abs(A - B)`.
    Distance,
}

impl Operator {
    /// The result, saturated at the limits of 32 bits; dividing by 0 gives 0.
    #[inline]
    pub(crate) fn apply(self, one: i32, two: i32) -> i32 {
        match self {
            Operator::Add => one.saturating_add(two),
            Operator::Subtract => one.saturating_sub(two),
            Operator::Multiply => one.saturating_mul(two),
            Operator::Divide if two == 0 => 0,
            Operator::Divide => one.saturating_div(two),
            Operator::Remainder if two == 0 => 0,
            Operator::Remainder => one.wrapping_rem(two),
            Operator::Min => one.min(two),
            Operator::Max => one.max(two),
            Operator::Distance => one.saturating_sub(two).saturating_abs(),
        }
    }

    /// Whether the exact result does not fit into 32 bits.
    pub(crate) fn overflows(self, one: i32, two: i32) -> bool {
        let (one, two) = (i64::from(one), i64::from(two));
        let exact = match self {
            Operator::Add => one + two,
            Operator::Subtract => one - two,
            Operator::Distance => (one - two).abs(),
            Operator::Multiply => one * two,
            _ => 0,
        };
        i32::try_from(exact).is_err()
    }
}
