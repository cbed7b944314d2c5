//! What functions are called with and what they give: numbers, lists and truth values.

use super::evaluate::Answer;
use super::refusal::Refusal;
use super::value::{Value, shown};

pub const ANY: usize = usize::MAX;

pub fn wrong(function: &str, wanted: &'static str, found: &Value) -> Refusal {
    Refusal::Type { function: function.to_lowercase(), wanted, found: shown(found) }
}

pub fn elements(function: &str, value: &Value) -> Result<Vec<Value>, Refusal> {
    value.elements().ok_or_else(|| wrong(function, "a list", value))
}

pub fn integer(function: &str, value: &Value) -> Result<i64, Refusal> {
    match value {
        Value::Integer(number) => Ok(*number),
        other => Err(wrong(function, "a whole number", other)),
    }
}

/// A result, if it is not too large.
pub fn checked(result: Option<i64>) -> Answer {
    Ok(Value::Integer(result.ok_or(Refusal::Overflow)?))
}

pub fn truth(holds: bool) -> Answer {
    Ok(Value::truth(holds))
}
