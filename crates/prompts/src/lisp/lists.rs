//! Functions of lists.

use super::arguments::{ANY, elements, integer, wrong};
use super::evaluate::{Answer, Builtin, Machine, builtin};
use super::refusal::Refusal;
use super::value::Value;

pub const BUILTINS: [Builtin; 29] = [
    builtin("CAR", 1, 1, |_, a| path("car", "A", &a[0])),
    builtin("CDR", 1, 1, |_, a| path("cdr", "D", &a[0])),
    builtin("CAAR", 1, 1, |_, a| path("caar", "AA", &a[0])),
    builtin("CADR", 1, 1, |_, a| path("cadr", "DA", &a[0])),
    builtin("CDAR", 1, 1, |_, a| path("cdar", "AD", &a[0])),
    builtin("CDDR", 1, 1, |_, a| path("cddr", "DD", &a[0])),
    builtin("CAADR", 1, 1, |_, a| path("caadr", "DAA", &a[0])),
    builtin("CADAR", 1, 1, |_, a| path("cadar", "ADA", &a[0])),
    builtin("CADDR", 1, 1, |_, a| path("caddr", "DDA", &a[0])),
    builtin("CDADR", 1, 1, |_, a| path("cdadr", "DAD", &a[0])),
    builtin("CDDAR", 1, 1, |_, a| path("cddar", "ADD", &a[0])),
    builtin("CDDDR", 1, 1, |_, a| path("cdddr", "DDD", &a[0])),
    builtin("CADDDR", 1, 1, |_, a| path("cadddr", "DDDA", &a[0])),
    builtin("FIRST", 1, 1, |_, a| path("first", "A", &a[0])),
    builtin("SECOND", 1, 1, |_, a| path("second", "DA", &a[0])),
    builtin("THIRD", 1, 1, |_, a| path("third", "DDA", &a[0])),
    builtin("FOURTH", 1, 1, |_, a| path("fourth", "DDDA", &a[0])),
    builtin("FIFTH", 1, 1, |_, a| path("fifth", "DDDDA", &a[0])),
    builtin("REST", 1, 1, |_, a| path("rest", "D", &a[0])),
    builtin("NTH", 2, 2, |machine, a| path("nth", "A", &nthcdr(machine, "nth", a)?)),
    builtin("NTHCDR", 2, 2, |machine, a| nthcdr(machine, "nthcdr", a)),
    builtin("LAST", 1, 1, last),
    builtin("BUTLAST", 1, 1, |machine, a| {
        let mut elements = spent(machine, "butlast", &a[0])?;
        elements.pop();
        Ok(Value::list(elements)?)
    }),
    builtin("LENGTH", 1, 1, |machine, a| {
        Ok(Value::Integer(spent(machine, "length", &a[0])?.len() as i64))
    }),
    builtin("REVERSE", 1, 1, |machine, a| {
        let mut elements = spent(machine, "reverse", &a[0])?;
        elements.reverse();
        Ok(Value::list(elements)?)
    }),
    builtin("LIST", 0, ANY, |_, a| Ok(Value::list(a.to_vec())?)),
    builtin("LIST*", 1, ANY, |_, a| {
        let (last, before) = a.split_last().unwrap_or((&Value::Nil, &[]));
        Ok(Value::list_before(before.to_vec(), last.clone())?)
    }),
    builtin("CONS", 2, 2, |_, a| Ok(Value::cons(a[0].clone(), a[1].clone())?)),
    builtin("APPEND", 0, ANY, |machine, a| {
        let (last, before) = a.split_last().unwrap_or((&Value::Nil, &[]));
        let mut elements = Vec::new();
        for list in before {
            elements.append(&mut spent(machine, "append", list)?);
        }
        Ok(Value::list_before(elements, last.clone())?)
    }),
];

/// The elements of a list, each of which costs a step.
fn spent(machine: &mut Machine, function: &str, value: &Value) -> Result<Vec<Value>, Refusal> {
    let elements = elements(function, value)?;
    machine.spend(elements.len() as u64)?;
    Ok(elements)
}

/// Follows the first elements (A) and the rests (D) of a list.
fn path(function: &str, steps: &str, value: &Value) -> Answer {
    let mut found = value;
    for step in steps.bytes() {
        found = match found {
            Value::Nil => found,
            Value::Pair(pair) if step == b'A' => &pair.car,
            Value::Pair(pair) => &pair.cdr,
            other => return Err(wrong(function, "a list", other).into()),
        };
    }
    Ok(found.clone())
}

fn nthcdr(machine: &mut Machine, function: &str, a: &[Value]) -> Answer {
    let number = integer(function, &a[0])?;
    if number < 0 {
        return Err(wrong(function, "a number that is 0 or more", &a[0]).into());
    }
    let mut rest = &a[1];
    for _ in 0..number {
        match rest {
            Value::Nil => break,
            Value::Pair(pair) => rest = &pair.cdr,
            other => return Err(wrong(function, "a list", other).into()),
        }
        machine.spend(1)?;
    }
    Ok(rest.clone())
}

fn last(machine: &mut Machine, a: &[Value]) -> Answer {
    let mut found = &a[0];
    if !matches!(found, Value::Nil | Value::Pair(_)) {
        return Err(wrong("last", "a list", found).into());
    }
    while let Some(pair) = found.pair().filter(|pair| pair.cdr.pair().is_some()) {
        machine.spend(1)?;
        found = &pair.cdr;
    }
    Ok(found.clone())
}
