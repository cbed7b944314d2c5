//! The functions of Lisp, in a table: predicates, and those that call functions. Numbers and
//! lists have files of their own.

use agon_arena::Refused;

use super::arguments::{ANY, elements, truth, wrong};
use super::evaluate::{Answer, Builtin, Machine, builtin};
use super::refusal::Refusal;
use super::value::{Value, shown};
use super::{knowledge, lists, numbers, state};

pub fn all() -> impl Iterator<Item = Builtin> {
    let of_lisp = BUILTINS.into_iter().chain(numbers::BUILTINS).chain(lists::BUILTINS);
    let of_game = state::BUILTINS.into_iter().chain(knowledge::BUILTINS);
    of_lisp.chain(of_game.map(|builtin| Builtin { is_replaceable: true, ..builtin }))
}

const BUILTINS: [Builtin; 26] = [
    builtin("NOT", 1, 1, |_, a| truth(!a[0].is_true())),
    builtin("NULL", 1, 1, |_, a| truth(!a[0].is_true())),
    builtin("ATOM", 1, 1, |_, a| truth(a[0].pair().is_none())),
    builtin("CONSP", 1, 1, |_, a| truth(a[0].pair().is_some())),
    builtin("LISTP", 1, 1, |_, a| truth(matches!(a[0], Value::Nil | Value::Pair(_)))),
    builtin("NUMBERP", 1, 1, |_, a| truth(matches!(a[0], Value::Integer(_)))),
    builtin("INTEGERP", 1, 1, |_, a| truth(matches!(a[0], Value::Integer(_)))),
    builtin("SYMBOLP", 1, 1, |_, a| truth(matches!(a[0], Value::Nil | Value::Symbol(_)))),
    builtin("EQ", 2, 2, |_, a| truth(a[0].is_same(&a[1]))),
    builtin("EQL", 2, 2, |_, a| truth(a[0].is_same(&a[1]))),
    builtin("EQUAL", 2, 2, equal),
    builtin("EQUALP", 2, 2, equal),
    builtin("IDENTITY", 1, 1, |_, a| Ok(a[0].clone())),
    builtin("FUNCALL", 1, ANY, |machine, a| machine.apply(&a[0], &a[1..])),
    builtin("APPLY", 2, ANY, apply),
    builtin("MAPCAR", 2, ANY, |machine, a| Ok(Value::list(map(machine, "mapcar", a)?)?)),
    builtin("REMOVE-IF", 2, 2, |machine, a| filter(machine, "remove-if", a, false)),
    builtin("REMOVE-IF-NOT", 2, 2, |machine, a| filter(machine, "remove-if-not", a, true)),
    builtin("FIND-IF", 2, 2, |machine, a| {
        for element in elements("find-if", &a[1])? {
            machine.spend(1)?;
            if machine.apply(&a[0], std::slice::from_ref(&element))?.is_true() {
                return Ok(element);
            }
        }
        Ok(Value::Nil)
    }),
    builtin("COUNT-IF", 2, 2, |machine, a| {
        let counted = filter(machine, "count-if", a, true)?;
        Ok(Value::Integer(counted.elements().map_or(0, |found| found.len()) as i64))
    }),
    builtin("EVERY", 2, ANY, |machine, a| until(machine, "every", a, false)),
    builtin("SOME", 2, ANY, |machine, a| until(machine, "some", a, true)),
    builtin("REDUCE", 2, 4, reduce),
    builtin("MEMBER", 2, 4, |machine, a| {
        let test = option(a, 2, "MEMBER", ":TEST")?;
        let mut rest = a[1].clone();
        while let Value::Pair(pair) = &rest {
            if holds(machine, test, &a[0], &pair.car)? {
                return Ok(rest);
            }
            rest = pair.cdr.clone();
        }
        Ok(Value::list(elements("member", &rest)?)?)
    }),
    builtin("ASSOC", 2, 4, |machine, a| {
        let test = option(a, 2, "ASSOC", ":TEST")?;
        for entry in elements("assoc", &a[1])? {
            match &entry {
                Value::Nil => (),
                Value::Pair(pair) if holds(machine, test, &a[0], &pair.car)? => return Ok(entry),
                Value::Pair(_) => (),
                other => return Err(wrong("assoc", "a list of pairs", other).into()),
            }
        }
        Ok(Value::Nil)
    }),
    builtin("REMOVE", 2, 4, |machine, a| {
        let test = option(a, 2, "REMOVE", ":TEST")?;
        let mut kept = Vec::new();
        for element in elements("remove", &a[1])? {
            if !holds(machine, test, &a[0], &element)? {
                kept.push(element);
            }
        }
        Ok(Value::list(kept)?)
    }),
];

fn equal(machine: &mut Machine, a: &[Value]) -> Answer {
    machine.spend(a[0].pairs().min(a[1].pairs()))?;
    truth(a[0] == a[1])
}

fn apply(machine: &mut Machine, a: &[Value]) -> Answer {
    let (last, before) = a[1..].split_last().unwrap_or((&Value::Nil, &[]));
    let mut arguments = before.to_vec();
    arguments.extend(elements("apply", last)?);
    machine.apply(&a[0], &arguments)
}

/// Whether two values are the same by `eql`, or by the given function.
fn holds(
    machine: &mut Machine,
    test: Option<&Value>,
    one: &Value,
    two: &Value,
) -> Result<bool, Refused> {
    machine.spend(1)?;
    match test {
        None => Ok(one.is_same(two)),
        Some(test) => Ok(machine.apply(test, &[one.clone(), two.clone()])?.is_true()),
    }
}

/// The value of the keyword argument that may follow the others.
fn option<'a>(
    arguments: &'a [Value],
    before: usize,
    function: &str,
    name: &'static str,
) -> Result<Option<&'a Value>, Refusal> {
    match &arguments[before..] {
        [] => Ok(None),
        [Value::Symbol(key), value] if &*key.name() == name => Ok(Some(value)),
        [key, ..] => Err(Refusal::Keyword {
            function: function.to_lowercase(),
            known: name.to_lowercase(),
            found: shown(key),
        }),
    }
}

/// Takes the next element of each list; none if a list is at its end.
fn next_row(function: &str, lists: &mut [Value]) -> Result<Option<Vec<Value>>, Refusal> {
    let mut row = Vec::new();
    for list in lists {
        let rest = match &*list {
            Value::Nil => return Ok(None),
            Value::Pair(pair) => {
                row.push(pair.car.clone());
                pair.cdr.clone()
            }
            other => return Err(wrong(function, "a list", other)),
        };
        *list = rest;
    }
    Ok(Some(row))
}

fn map(machine: &mut Machine, name: &str, a: &[Value]) -> Result<Vec<Value>, Refused> {
    let mut values = Vec::new();
    let mut lists = a[1..].to_vec();
    while let Some(row) = next_row(name, &mut lists)? {
        machine.spend(1)?;
        values.push(machine.apply(&a[0], &row)?);
    }
    Ok(values)
}

/// The elements for which a function is true, or for which it is not.
fn filter(machine: &mut Machine, name: &str, a: &[Value], wanted: bool) -> Answer {
    let mut kept = Vec::new();
    for element in elements(name, &a[1])? {
        machine.spend(1)?;
        if machine.apply(&a[0], std::slice::from_ref(&element))?.is_true() == wanted {
            kept.push(element);
        }
    }
    Ok(Value::list(kept)?)
}

/// The first value of a function that is true, or NIL; or whether it is true for all.
fn until(machine: &mut Machine, name: &str, a: &[Value], wanted: bool) -> Answer {
    let mut lists = a[1..].to_vec();
    while let Some(row) = next_row(name, &mut lists)? {
        machine.spend(1)?;
        let value = machine.apply(&a[0], &row)?;
        if value.is_true() == wanted {
            return if wanted { Ok(value) } else { Ok(Value::Nil) };
        }
    }
    truth(!wanted)
}

fn reduce(machine: &mut Machine, a: &[Value]) -> Answer {
    let start = option(a, 2, "REDUCE", ":INITIAL-VALUE")?;
    let mut elements = elements("reduce", &a[1])?.into_iter();
    let mut value = match (start.cloned(), elements.len()) {
        (Some(start), _) => start,
        (None, 0) => return machine.apply(&a[0], &[]),
        (None, _) => elements.next().unwrap_or_default(),
    };
    for element in elements {
        machine.spend(1)?;
        value = machine.apply(&a[0], &[value, element])?;
    }
    Ok(value)
}
