//! A rule file as it was written, before its names have a meaning.

use crate::trouble::Span;

/// A rule file.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// The game that it is for.
    pub(crate) game: Option<(String, Span)>,
    pub(crate) clauses: Vec<Clause>,
    /// Whether what is concluded twice counts twice.
    pub(crate) counts_proofs: bool,
}

/// A rule or a value line.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) head: Head,
    pub(crate) body: Vec<Literal>,
    pub(crate) span: Span,
}

/// What a clause concludes.
#[derive(Clone, Debug)]
pub(crate) enum Head {
    Atom(Atom),
    /// So many points for a player.
    Value {
        player: Term,
        points: Term,
    },
}

/// A relation with what its columns hold.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    pub(crate) name: String,
    pub(crate) name_span: Span,
    pub(crate) columns: Vec<Term>,
}

/// A condition.
#[derive(Clone, Debug)]
pub(crate) struct Literal {
    pub(crate) condition: Condition,
    pub(crate) span: Span,
}

/// What must hold.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Holds(Atom),
    Not(Atom),
    Compare(Term, Comparison, Term),
    /// The first is the count, sum, least or most over all ways in which the conditions
    /// hold.
    Fold {
        result: Term,
        fold: Fold,
        of: Option<Term>,
        body: Vec<Literal>,
    },
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Different,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Comparison {
    #[inline]
    pub(crate) fn holds(self, one: i32, two: i32) -> bool {
        match self {
            Comparison::Equal => one == two,
            Comparison::Different => one != two,
            Comparison::Less => one < two,
            Comparison::AtMost => one <= two,
            Comparison::More => one > two,
            Comparison::AtLeast => one >= two,
        }
    }

    /// The same comparison read from the other side.
    pub(crate) fn turned(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::More,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::More => Comparison::Less,
            Comparison::AtLeast => Comparison::AtMost,
            same => same,
        }
    }
}

/// What is made of all ways in which conditions hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    Count,
    Sum,
    Least,
    Most,
}

/// What stands in a column or in a comparison.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) kind: TermKind,
    pub(crate) span: Span,
}

/// What a term is.
#[derive(Clone, Debug)]
pub(crate) enum TermKind {
    Variable(String),
    /// `_`: anything.
    Anything,
    Number(i32),
    Name(String),
    Compute(Operator, Box<Term>, Box<Term>),
}

/// What two numbers are made into one by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Least,
    Most,
}

impl Operator {
    /// The result, which stays at the largest number there is instead of beginning anew;
    /// what is divided by nothing is nothing.
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
            Operator::Least => one.min(two),
            Operator::Most => one.max(two),
        }
    }

    /// Whether the result is another than that of numbers without end.
    pub(crate) fn overflows(self, one: i32, two: i32) -> bool {
        let (one, two) = (i64::from(one), i64::from(two));
        let exact = match self {
            Operator::Add => one + two,
            Operator::Subtract => one - two,
            Operator::Multiply => one * two,
            _ => 0,
        };
        i32::try_from(exact).is_err()
    }
}
