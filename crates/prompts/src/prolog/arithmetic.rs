//! Arithmetic on whole numbers.

use super::heap::{Cell, Term};
use super::machine::Machine;
use super::refusal::Refusal;
use crate::limits::DEPTH;

/// A function of one or two numbers; `None` is a value that is too large.
type Function = fn([i64; 2]) -> Option<i64>;

/// The functions by name and number of arguments.
const FUNCTIONS: [(&str, usize, Function); 14] = [
    ("+", 1, |[number, _]| Some(number)),
    ("-", 1, |[number, _]| number.checked_neg()),
    ("abs", 1, |[number, _]| number.checked_abs()),
    ("+", 2, |[left, right]| left.checked_add(right)),
    ("-", 2, |[left, right]| left.checked_sub(right)),
    ("*", 2, |[left, right]| left.checked_mul(right)),
    ("/", 2, |[left, right]| left.checked_div(right)),
    ("//", 2, |[left, right]| left.checked_div(right)),
    ("rem", 2, |[left, right]| left.checked_rem(right)),
    // The result has the sign of the divisor.
    ("mod", 2, |[left, right]| {
        let rest = left.checked_rem(right)?;
        Some(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
    }),
    ("min", 2, |[left, right]| Some(left.min(right))),
    ("max", 2, |[left, right]| Some(left.max(right))),
    ("**", 2, |[left, right]| left.checked_pow(right.try_into().ok()?)),
    ("^", 2, |[left, right]| left.checked_pow(right.try_into().ok()?)),
];

impl Machine<'_> {
    pub fn value(&mut self, term: Term) -> Result<i64, Refusal> {
        self.value_at(term, 1)
    }

    fn value_at(&mut self, term: Term, depth: usize) -> Result<i64, Refusal> {
        self.charge(1)?;
        DEPTH.check(depth)?;
        let not_a_number = |machine: &Self| Refusal::NotArithmetic { found: machine.quoted(term) };
        let (name, arguments) = match self.heap.cell(term) {
            Cell::Int(number) => return Ok(number),
            Cell::Unbound => return Err(Refusal::Unbound { found: "a number".into() }),
            _ => self.heap.functor(term).ok_or_else(|| not_a_number(self))?,
        };
        let key = (self.symbols.name(name), arguments.len());
        let function = FUNCTIONS.iter().find(|(name, takes, _)| (*name, *takes) == key);
        let &(name, _, compute) = function.ok_or_else(|| not_a_number(self))?;
        let mut numbers = [0; 2];
        for (number, argument) in numbers.iter_mut().zip(arguments) {
            *number = self.value_at(argument, depth + 1)?;
        }
        let [left, right] = numbers;
        if matches!(name, "/" | "//" | "mod" | "rem") && right == 0 {
            return Err(Refusal::DivisionByZero);
        }
        if name == "/" && left.checked_rem(right) != Some(0) {
            return Err(Refusal::NotWhole { found: self.quoted(term) });
        }
        compute(numbers).ok_or_else(|| Refusal::NumberTooLarge { found: self.quoted(term) })
    }
}
