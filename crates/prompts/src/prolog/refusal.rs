//! Why a query cannot be answered.

use crate::limits::Exceeded;

agon_core::refusals! {
    /// Why a query cannot be answered.
    pub enum Refusal {
        NoDot => "end the query with a dot",
        AfterDot => "something follows the dot that ends the query: one query at a time",
        NotAToken { found: String } => "{found} is not part of a query; names may be in single quotes",
        NotANumber { found: String } => "numbers are whole and decimal, not {found}",
        OpenQuote { found: String } => "the quote of {found} is not closed in its line",
        Unfinished => "a bracket is not closed, or a term is missing at the end",
        Unexpected { found: String } => "{found} is not expected there; a query is one or more goals with commas between them, and a dot, as in utility([3,5,7],X).",
        Unknown { found: String } => "{found} is not known here; help shows what is",
        NotAGoal { found: String } => "{found} cannot be proven; a goal is such as utility([3,5,7],X)",
        Unbound { found: String } => "{found} is needed where a variable has no value yet",
        NotAVerdict { found: String } => "expected win, draw, lose or a variable, not {found}",
        NotAList { found: String } => "expected a list such as [3,5,7], not {found}",
        NotArithmetic { found: String } => "{found} is not an expression of numbers with + - * / // mod rem ** ^ abs min max",
        NotWhole { found: String } => "{found} is not a whole number; // divides without remainder",
        DivisionByZero => "a division by zero",
        NumberTooLarge { found: String } => "{found} is too large: numbers are from -9223372036854775808 to 9223372036854775807",
        NotACount { found: String } => "aggregate_all(count, Goal, N) is understood, not {found}",
        NotListed { found: String } => "listing(inKB) is understood, not {found}",
        NotAFact { found: String } => "facts are inKB(Position,Verdict), not {found}",
        NotTrue { fact: String, right: String } => "{fact} is not true, and only what is proven can be added: the verdict is {right}",
        HaltAlone => "halt. stands alone",
        Limit { limit: Exceeded } => "{limit}",
    }
}

impl From<Exceeded> for Refusal {
    fn from(limit: Exceeded) -> Refusal {
        Refusal::Limit { limit }
    }
}
