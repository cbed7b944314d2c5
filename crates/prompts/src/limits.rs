//! The limits of all prompts. They are refused in the same words: what there is, and how many.

agon_core::refusals! {
    /// The refusal of what exceeds a limit.
    pub enum Exceeded {
        Limit { most: u64, what: &'static str } => "there are at most {most} {what}",
    }
}

/// The most of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    pub most: u64,
    pub what: &'static str,
}

/// An input, in which the lines are examined again whenever one is added.
pub const INPUT: Limit = limit(40_000, "bytes in an input");
/// Bounds the recursion of the parsers.
pub const NESTING: Limit = limit(200, "levels of brackets and operators in an input");
/// A transcript that is read whole.
pub const TRANSCRIPT: Limit = limit(4 << 20, "bytes in a transcript: split it");
/// What is printed for an input.
pub const OUTPUT: Limit = limit(64 << 20, "bytes in an answer");

/// Variables and functions that a person defines.
pub const NAMES: Limit = limit(10_000, "names in a session");
/// Symbols of Lisp, which are never forgotten.
pub const SYMBOLS: Limit = limit(50_000, "different symbols in a session");
pub const NAME: Limit = limit(100, "bytes in a name");

/// Bounds the recursion over lists, terms and types.
pub const DEPTH: Limit = limit(500, "levels in a value");
/// One value of Lisp.
pub const PAIRS: Limit = limit(500_000, "pairs in a value");
/// One value of Haskell, of which every name may hold one: they are not counted together.
pub const PARTS: Limit = limit(10_000, "parts in a value");
/// The pairs of Lisp and the cells of Prolog that are in use at the same time.
pub const MEMORY: Limit = limit(
    4 << 20,
    "parts of values at a time: a query may have no end, and large variables can be set to nil",
);

/// An input of Lisp, unless `--steps` says otherwise.
pub const STEPS: Limit = limit(50_000_000, "steps for an input; --steps sets the limit");
/// A query of Prolog: about a second.
pub const QUERY_STEPS: Limit = limit(3_000_000, "steps for a query, which may have no end");
/// The inference of a type of Haskell.
pub const TYPE_STEPS: Limit = limit(100_000, "steps for a type");
/// Calls of Lisp, for which the stack of a session's thread is large enough.
pub const CALLS: Limit = limit(40_000, "nested calls: a recursion does not end, or is too deep");
/// findall, forall, negation and conditions of Prolog.
pub const GOALS: Limit = limit(40, "levels of goals within goals");
pub const ANSWERS: Limit = limit(100_000, "answers to a query");
pub const FACTS: Limit =
    limit(200_000, "facts that a query goes through: name the position, or use listing(inKB)");
pub const SUCCESSORS: Limit = limit(100_000, "successors of a position");
pub const MOVES: Limit = limit(100_000, "moves in a game");

/// The trees of theseus.
pub const NODES: Limit = limit(20_000, "nodes in a session");
pub const CHILDREN: Limit = limit(64, "children of a node");
pub const LEVELS: Limit = limit(64, "levels of a tree");

const fn limit(most: u64, what: &'static str) -> Limit {
    Limit { most, what }
}

impl Limit {
    /// Refuses a number that exceeds the limit.
    pub fn check(self, count: impl TryInto<u64>) -> Result<(), Exceeded> {
        match count.try_into() {
            Ok(count) if count <= self.most => Ok(()),
            _ => Err(self.exceeded()),
        }
    }

    pub fn exceeded(self) -> Exceeded {
        Exceeded::Limit { most: self.most, what: self.what }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_allows_its_number_and_names_itself_beyond_it() {
        assert_eq!(NAME.check(100_u32), Ok(()));
        let refused = NAME.check(101_usize).map_err(|refused| refused.to_string());
        assert_eq!(refused, Err("there are at most 100 bytes in a name".into()));
    }
}
