//! Why an expression cannot be answered.

use crate::limits::Exceeded;

agon_core::refusals! {
    /// Why an expression cannot be answered.
    pub enum Refusal {
        Unfinished => "a parenthesis is not closed",
        Unopened => "there is an unmatched )",
        Missing { wanted: &'static str } => "expected {wanted}",
        Limit { limit: Exceeded } => "{limit}",
        Strings => "there are no strings here: write a symbol, as in 'x",
        NotWhole { found: String } => "numbers are whole, not {found}",
        Sign { sign: char } => "{sign} has no meaning here: names have letters, digits and signs such as + - * / < > = ! ?",
        Dot => "a full stop stands before the last element of a list, as in (a . b)",
        UnknownName { name: String } => "{name} has no value: give it one with setq, or quote it, as in '{name}",
        UnknownFunction { name: String } => "{name} is not a function; help lists the functions",
        NoFunction { found: String } => "a function is expected, as in (car x), 'car or #'car, not {found}",
        Usage { usage: &'static str } => "usage: {usage}",
        Arguments { name: String, wanted: String, found: usize } => "{name} takes {wanted} arguments, not {found}",
        Type { function: String, wanted: &'static str, found: String } => "{function} needs {wanted}, not {found}",
        Keyword { function: String, known: String, found: String } => "{function} knows {known} with a value, not {found}",
        Place { found: String } => "setq and setf give a value to a name, not to {found}",
        Constant { name: String } => "{name} stands for itself and cannot be changed",
        Fixed { name: String } => "{name} belongs to Lisp and cannot be redefined",
        Parameter { name: String } => "{name} is not supported: a function has a fixed number of parameters",
        Twice { name: String } => "{name} is there twice",
        LocalFunction { name: String } => "a function cannot be assigned to the local variable {name}: bind it with let",
        Overflow => "a number has more than 64 bits",
        DivisionByZero => "division by 0",
        NotDivisible { one: i64, two: i64 } => "{one} is not a multiple of {two}, and there are no fractions: use floor or truncate",
        Interrupted => "interrupted",
        State { found: String } => "a state is (size side (x o) stacks), as in '(8 X (0 0) (((E 3) O O X) ((G 5) O X X X))), not {found}",
        Player { found: String } => "a player is 'X or 'O, not {found}",
        Depth { most: u32, found: String } => "the depth is a whole number from 1 to {most}, not {found}",
        Search { depth: u32, most: u64 } => "the search to depth {depth} is not done after {most} steps: lower the depth; --steps sets the limit",
        Estimate { most: i64, found: String } => "the value of a heuristic is a whole number from -{most} to {most}, not {found}",
        Fact { found: String } => "a fact is a list such as (stack e3 4), without variables, not {found}",
        Rule { found: String } => "a rule is (if P then C) or (if (and P1 P2) then C), not {found}",
        Condition { found: String } => "a condition is a list such as (stack ?s ?h), not {found}",
        MaxDepth { most: u32, found: String } => "the depth of inference is a whole number from 0 to {most}, not {found}",
        Unbound { name: String, condition: String } => "{name} has no value in {condition}: a condition before it must give it one",
        Points { found: String } => "points are numbers, (count-results P), (+ E ...), (- E ...) and (* E ...), not {found}",
        NoValue => "*T1-RULES* has no points: add (value (* 10 (count-results P))), or define a heuristic of your own",
        OtherGame { found: String } => "the rules are for {found}, not for byte",
        Distinct => "(distinct) does not apply here: each proof counts",
    }
}

impl From<Exceeded> for Refusal {
    fn from(limit: Exceeded) -> Refusal {
        Refusal::Limit { limit }
    }
}
