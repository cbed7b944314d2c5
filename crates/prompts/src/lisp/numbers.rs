//! Arithmetic and comparisons of whole numbers.

use super::arguments::{ANY, checked, integer, truth};
use super::evaluate::{Answer, Builtin, Machine, builtin};
use super::refusal::Refusal;
use super::value::Value;

pub const BUILTINS: [Builtin; 24] = [
    builtin("+", 0, ANY, |_, a| fold("+", a, 0, i64::checked_add)),
    builtin("*", 0, ANY, |_, a| fold("*", a, 1, i64::checked_mul)),
    builtin("-", 1, ANY, |_, a| match a {
        [only] => checked(integer("-", only)?.checked_neg()),
        _ => fold("-", &a[1..], integer("-", &a[0])?, i64::checked_sub),
    }),
    builtin("/", 1, ANY, divide),
    builtin("1+", 1, 1, |_, a| checked(integer("1+", &a[0])?.checked_add(1))),
    builtin("1-", 1, 1, |_, a| checked(integer("1-", &a[0])?.checked_sub(1))),
    builtin("ABS", 1, 1, |_, a| checked(integer("abs", &a[0])?.checked_abs())),
    builtin("MAX", 1, ANY, |_, a| fold("max", a, i64::MIN, |one, two| Some(one.max(two)))),
    builtin("MIN", 1, ANY, |_, a| fold("min", a, i64::MAX, |one, two| Some(one.min(two)))),
    builtin("MOD", 2, 2, |_, a| round("mod", a, modulo)),
    builtin("REM", 2, 2, |_, a| round("rem", a, i64::checked_rem)),
    builtin("FLOOR", 1, 2, |_, a| round("floor", a, floor)),
    builtin("TRUNCATE", 1, 2, |_, a| round("truncate", a, i64::checked_div)),
    builtin("=", 1, ANY, |_, a| chain("=", a, |one, two| one == two)),
    builtin("<", 1, ANY, |_, a| chain("<", a, |one, two| one < two)),
    builtin(">", 1, ANY, |_, a| chain(">", a, |one, two| one > two)),
    builtin("<=", 1, ANY, |_, a| chain("<=", a, |one, two| one <= two)),
    builtin(">=", 1, ANY, |_, a| chain(">=", a, |one, two| one >= two)),
    builtin("/=", 1, ANY, all_differ),
    builtin("ZEROP", 1, 1, |_, a| truth(integer("zerop", &a[0])? == 0)),
    builtin("PLUSP", 1, 1, |_, a| truth(integer("plusp", &a[0])? > 0)),
    builtin("MINUSP", 1, 1, |_, a| truth(integer("minusp", &a[0])? < 0)),
    builtin("EVENP", 1, 1, |_, a| truth(integer("evenp", &a[0])? % 2 == 0)),
    builtin("ODDP", 1, 1, |_, a| truth(integer("oddp", &a[0])? % 2 != 0)),
];

fn fold(function: &str, a: &[Value], start: i64, combine: fn(i64, i64) -> Option<i64>) -> Answer {
    let mut result = start;
    for value in a {
        result = combine(result, integer(function, value)?).ok_or(Refusal::Overflow)?;
    }
    checked(Some(result))
}

fn divide(_: &mut Machine, a: &[Value]) -> Answer {
    let (first, others) = match a {
        [only] => (1, std::slice::from_ref(only)),
        _ => (integer("/", &a[0])?, &a[1..]),
    };
    let mut result = first;
    for value in others {
        let by = integer("/", value)?;
        if by == 0 {
            return Err(Refusal::DivisionByZero.into());
        }
        if result.checked_rem(by).is_some_and(|rest| rest != 0) {
            return Err(Refusal::NotDivisible { one: result, two: by }.into());
        }
        result = result.checked_div(by).ok_or(Refusal::Overflow)?;
    }
    checked(Some(result))
}

/// The quotient, rounded down.
fn floor(number: i64, by: i64) -> Option<i64> {
    let quotient = number.checked_div(by)?;
    let is_exact = number.checked_rem(by)? == 0;
    Some(if !is_exact && (number < 0) != (by < 0) { quotient - 1 } else { quotient })
}

/// The remainder with the sign of the divisor.
fn modulo(number: i64, by: i64) -> Option<i64> {
    let rest = number.checked_rem(by)?;
    Some(if rest != 0 && (rest < 0) != (by < 0) { rest + by } else { rest })
}

/// A division by a second argument, 1 if it is left out.
fn round(function: &str, a: &[Value], divide: fn(i64, i64) -> Option<i64>) -> Answer {
    let by = a.get(1).map_or(Ok(1), |by| integer(function, by))?;
    let number = integer(function, &a[0])?;
    match by {
        0 => Err(Refusal::DivisionByZero.into()),
        // What is left over after a division by -1 is 0, although the quotient may be too large.
        -1 if matches!(function, "mod" | "rem") => checked(Some(0)),
        by => checked(divide(number, by)),
    }
}

/// Whether a comparison holds between neighbours.
fn chain(function: &str, a: &[Value], holds: fn(i64, i64) -> bool) -> Answer {
    let numbers = a.iter().map(|value| integer(function, value));
    let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
    truth(numbers.windows(2).all(|pair| holds(pair[0], pair[1])))
}

/// Whether no two numbers are equal.
fn all_differ(_: &mut Machine, a: &[Value]) -> Answer {
    let numbers = a.iter().map(|value| integer("/=", value));
    let mut numbers = numbers.collect::<Result<Vec<_>, _>>()?;
    numbers.sort_unstable();
    truth(numbers.windows(2).all(|pair| pair[0] != pair[1]))
}
