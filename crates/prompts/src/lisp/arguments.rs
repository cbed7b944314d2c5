//! What functions are called with and what they give: numbers, lists and truth values.

use super::evaluate::Answer;
use super::refusal::Refusal;
use super::value::{Value, shown};

/// Any number of arguments.
pub const ANY: usize = usize::MAX;

/// The refusal of an argument.
pub fn wrong(function: &str, wanted: &'static str, found: &Value) -> Refusal {
    Refusal::Type { function: function.to_lowercase(), wanted, found: shown(found) }
}

/// The elements of a list.
pub fn elements(function: &str, value: &Value) -> Result<Vec<Value>, Refusal> {
    value.elements().ok_or_else(|| wrong(function, "a list", value))
}

/// The number that an argument is.
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

/// T or NIL as an answer.
pub fn truth(holds: bool) -> Answer {
    Ok(Value::truth(holds))
}
