//! The functions of Haskell's prelude that are understood, for lists and pairs.

use super::function::{Call, Function};
use super::refusal::Refusal;
use super::value::{Value, equal};

pub const FUNCTIONS: [Function; 12] = [
    Function {
        shown: Some("Foldable t => t a -> Int"),
        ..Function::new("length", "[a] -> Int", "length [1,2]", 1, |call| {
            Ok(Value::Int(call.list(0)?.len() as i64))
        })
    },
    Function {
        shown: Some("Foldable t => t a -> Bool"),
        ..Function::new("null", "[a] -> Bool", "null [1,2]", 1, |call| {
            Ok(Value::Bool(call.list(0)?.is_empty()))
        })
    },
    Function::new("head", "[a] -> a", "head [1,2]", 1, |call| {
        call.list(0)?.first().cloned().ok_or(Refusal::EmptyList { name: call.name })
    }),
    Function::new("last", "[a] -> a", "last [1,2]", 1, |call| {
        call.list(0)?.last().cloned().ok_or(Refusal::EmptyList { name: call.name })
    }),
    Function::new("tail", "[a] -> [a]", "tail [1,2]", 1, |call| match call.list(0)? {
        [] => Err(Refusal::EmptyList { name: call.name }),
        [_, rest @ ..] => Ok(Value::list(rest.iter().cloned())),
    }),
    Function::new("take", "Int -> [a] -> [a]", "take 2 [1,2,3]", 2, |call| {
        match usize::try_from(call.number(0)?) {
            // The list need not have a value.
            Err(_) | Ok(0) => Ok(Value::list([])),
            Ok(number) => Ok(Value::list(call.list(1)?.iter().take(number).cloned())),
        }
    }),
    Function::new("!!", "[a] -> Int -> a", "[1,2] !! 0", 2, |call| {
        let (list, place) = (call.list(0)?, call.number(1)?);
        let element = usize::try_from(place).ok().and_then(|place| list.get(place));
        element.cloned().ok_or(Refusal::NoElement { place, length: list.len() })
    }),
    Function {
        shown: Some("(Foldable t, Eq a) => a -> t a -> Bool"),
        compares: true,
        ..Function::new("elem", "a -> [a] -> Bool", "elem 1 [1,2]", 2, |call| {
            for element in call.list(1)? {
                if equal(&call.arguments[0], element)? {
                    return Ok(Value::Bool(true));
                }
            }
            Ok(Value::Bool(false))
        })
    },
    Function {
        compares: true,
        ..Function::new("==", "a -> a -> Bool", "1 == 2", 2, |call| Ok(Value::Bool(same(call)?)))
    },
    Function {
        compares: true,
        ..Function::new("/=", "a -> a -> Bool", "1 /= 2", 2, |call| Ok(Value::Bool(!same(call)?)))
    },
    Function::new("fst", "(a, b) -> a", "fst (1,2)", 1, |call| Ok(pair(call)?[0].clone())),
    Function::new("snd", "(a, b) -> b", "snd (1,2)", 1, |call| Ok(pair(call)?[1].clone())),
];

fn same(call: &Call) -> Result<bool, Refusal> {
    equal(&call.arguments[0], &call.arguments[1])
}

fn pair<'a>(call: &Call<'a>) -> Result<&'a [Value], Refusal> {
    match &call.arguments[0] {
        Value::Tuple(parts) if parts.values.len() == 2 => Ok(&parts.values),
        _ => Err(call.wrong(0, "a pair")),
    }
}
