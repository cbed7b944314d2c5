//! Arithmetic on whole numbers.

use super::heap::{Cell, Term};
use super::machine::Machine;
use super::refusal::Refusal;

/// How deep an expression can be nested.
const MAX_DEPTH: u32 = 400;

impl Machine<'_> {
    /// The value of an expression.
    pub fn value(&mut self, term: Term) -> Result<i64, Refusal> {
        self.value_within(term, MAX_DEPTH)
    }

    fn value_within(&mut self, term: Term, depth: u32) -> Result<i64, Refusal> {
        self.charge(1)?;
        let depth = depth.checked_sub(1).ok_or(Refusal::TooDeep)?;
        let not_a_number = |machine: &Self| Refusal::NotArithmetic { found: machine.quoted(term) };
        let (name, arguments) = match self.heap.cell(term) {
            Cell::Int(number) => return Ok(number),
            Cell::Unbound => return Err(Refusal::Unbound { found: "a number".into() }),
            _ => self.heap.functor(term).ok_or_else(|| not_a_number(self))?,
        };
        let name = self.symbols.name(name).to_string();
        if !FUNCTIONS.contains(&(name.as_str(), arguments.len())) {
            return Err(not_a_number(self));
        }
        let mut numbers = Vec::new();
        for argument in arguments {
            numbers.push(self.value_within(argument, depth)?);
        }
        let result = match (name.as_str(), numbers.as_slice()) {
            ("+", &[number]) => Some(number),
            ("-", &[number]) => number.checked_neg(),
            ("abs", &[number]) => number.checked_abs(),
            ("+", &[left, right]) => left.checked_add(right),
            ("-", &[left, right]) => left.checked_sub(right),
            ("*", &[left, right]) => left.checked_mul(right),
            ("min", &[left, right]) => Some(left.min(right)),
            ("max", &[left, right]) => Some(left.max(right)),
            ("**" | "^", &[left, right]) => {
                let power = u32::try_from(right).ok();
                power.and_then(|power| left.checked_pow(power))
            }
            ("/" | "//" | "mod" | "rem", &[_, 0]) => return Err(Refusal::DivisionByZero),
            ("/", &[left, right]) if left.checked_rem(right) != Some(0) => {
                return Err(Refusal::NotWhole { found: self.quoted(term) });
            }
            ("/" | "//", &[left, right]) => left.checked_div(right),
            ("rem", &[left, right]) => left.checked_rem(right),
            // The result has the sign of the divisor.
            ("mod", &[left, right]) => left.checked_rem(right).map(|rest| {
                if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest }
            }),
            _ => return Err(not_a_number(self)),
        };
        result.ok_or_else(|| Refusal::NumberTooLarge { found: self.quoted(term) })
    }
}

/// The functions with their numbers of arguments.
const FUNCTIONS: [(&str, usize); 14] = [
    ("+", 1),
    ("-", 1),
    ("abs", 1),
    ("+", 2),
    ("-", 2),
    ("*", 2),
    ("/", 2),
    ("//", 2),
    ("mod", 2),
    ("rem", 2),
    ("min", 2),
    ("max", 2),
    ("**", 2),
    ("^", 2),
];
