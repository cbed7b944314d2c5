//! The special forms: expressions whose parts are not all evaluated.

use agon_arena::Refused;

use super::evaluate::{Answer, Form, Machine, check_name};
use super::refusal::Refusal;
use super::value::{Function, Scope, Symbol, Value, shown};

/// Every special form, by its name.
pub const FORMS: [(&str, Form); 18] = [
    ("QUOTE", |_, parts, _| Ok(one(parts, "(quote x)")?)),
    ("FUNCTION", function),
    ("LAMBDA", |_, parts, scope| {
        let function = lambda(None, parts, scope, "(lambda (x) (+ x 1))")?;
        Ok(Value::Function(function.into()))
    }),
    ("IF", if_form),
    ("WHEN", |machine, parts, scope| guarded(machine, parts, scope, true)),
    ("UNLESS", |machine, parts, scope| guarded(machine, parts, scope, false)),
    ("COND", cond),
    ("AND", and),
    ("OR", or),
    ("PROGN", |machine, parts, scope| machine.evaluate_all(parts, scope)),
    ("SETQ", assign),
    ("SETF", assign),
    ("DEFINE", |machine, parts, scope| {
        let (name, value) = name_and_value(machine, parts, scope, "(define s (initial 8))")?;
        machine.define(name, value)?;
        Ok(Value::Symbol(name))
    }),
    ("DEFVAR", defvar),
    ("DEFPARAMETER", |machine, parts, scope| {
        let usage = "(defparameter *depth* 3)";
        let (name, value) = name_and_value(machine, parts, scope, usage)?;
        machine.define(name, value)?;
        machine.specials.insert(name);
        Ok(Value::Symbol(name))
    }),
    ("DEFUN", defun),
    ("LET", let_form),
    ("LET*", let_star),
];

fn usage(usage: &'static str) -> Refusal {
    Refusal::Usage { usage }
}

fn parts_of(parts: &Value, form: &'static str) -> Result<Vec<Value>, Refusal> {
    parts.elements().ok_or(usage(form))
}

fn one(parts: &Value, form: &'static str) -> Result<Value, Refusal> {
    match &parts_of(parts, form)?[..] {
        [only] => Ok(only.clone()),
        _ => Err(usage(form)),
    }
}

fn function(machine: &mut Machine, parts: &Value, scope: &Scope) -> Answer {
    let named = one(parts, "#'car")?;
    if named.after("LAMBDA").is_some() {
        return machine.evaluate(&named, scope);
    }
    let name = named.as_symbol().ok_or_else(|| Refusal::NoFunction { found: shown(&named) })?;
    match machine.defined(name) {
        Some(function) => Ok(Value::Function(function.clone())),
        None if machine.is_function(name) => Ok(named),
        None => Err(Refusal::UnknownFunction { name: name.to_string() }.into()),
    }
}

/// A function from its parameters and its body.
fn lambda(
    name: Option<Symbol>,
    parts: &Value,
    scope: &Scope,
    form: &'static str,
) -> Result<Function, Refusal> {
    let Some(pair) = parts.pair() else { return Err(usage(form)) };
    let mut parameters = Vec::new();
    for parameter in pair.car.elements().ok_or(usage(form))? {
        let parameter = parameter.as_symbol().ok_or(usage(form))?;
        check_name(parameter)?;
        if parameter.begins_with('&') {
            return Err(Refusal::Parameter { name: parameter.to_string() });
        }
        if parameters.contains(&parameter) {
            return Err(Refusal::Twice { name: parameter.to_string() });
        }
        parameters.push(parameter);
    }
    parts_of(&pair.cdr, form)?;
    Ok(Function { name, parameters, body: pair.cdr.clone(), scope: scope.clone() })
}

fn if_form(machine: &mut Machine, parts: &Value, scope: &Scope) -> Answer {
    match &parts_of(parts, "(if condition then else)")?[..] {
        [condition, then, rest @ ..] if rest.len() < 2 => {
            match (machine.evaluate(condition, scope)?.is_true(), rest) {
                (true, _) => machine.evaluate(then, scope),
                (false, [otherwise]) => machine.evaluate(otherwise, scope),
                (false, _) => Ok(Value::Nil),
            }
        }
        _ => Err(usage("(if condition then else)").into()),
    }
}

fn guarded(machine: &mut Machine, parts: &Value, scope: &Scope, wanted: bool) -> Answer {
    let Some(pair) = parts.pair() else { return Err(usage("(when condition x)").into()) };
    match machine.evaluate(&pair.car, scope)?.is_true() == wanted {
        true => machine.evaluate_all(&pair.cdr, scope),
        false => Ok(Value::Nil),
    }
}

fn cond(machine: &mut Machine, parts: &Value, scope: &Scope) -> Answer {
    for clause in parts_of(parts, "(cond (condition x) (t y))")? {
        let Some(pair) = clause.pair() else {
            return Err(usage("(cond (condition x) (t y))").into());
        };
        let value = machine.evaluate(&pair.car, scope)?;
        match &pair.cdr {
            _ if !value.is_true() => (),
            Value::Nil => return Ok(value),
            body => return machine.evaluate_all(body, scope),
        }
    }
    Ok(Value::Nil)
}

fn and(machine: &mut Machine, parts: &Value, scope: &Scope) -> Answer {
    let mut value = Value::truth(true);
    for part in parts_of(parts, "(and x y)")? {
        value = machine.evaluate(&part, scope)?;
        if !value.is_true() {
            break;
        }
    }
    Ok(value)
}

fn or(machine: &mut Machine, parts: &Value, scope: &Scope) -> Answer {
    for part in parts_of(parts, "(or x y)")? {
        let value = machine.evaluate(&part, scope)?;
        if value.is_true() {
            return Ok(value);
        }
    }
    Ok(Value::Nil)
}

/// `setq` and `setf`, of names only.
fn assign(machine: &mut Machine, parts: &Value, scope: &Scope) -> Answer {
    let parts = parts_of(parts, "(setq x 1)")?;
    let mut last = Value::Nil;
    for pair in parts.chunks(2) {
        let [name, value] = pair else { return Err(usage("(setq x 1)").into()) };
        let name = name.as_symbol().ok_or_else(|| Refusal::Place { found: shown(name) })?;
        check_name(name)?;
        last = machine.evaluate(value, scope)?;
        machine.assign(name, last.clone(), scope)?;
    }
    Ok(last)
}

fn name_and_value(
    machine: &mut Machine,
    parts: &Value,
    scope: &Scope,
    form: &'static str,
) -> Result<(Symbol, Value), Refused> {
    match &parts_of(parts, form)?[..] {
        [Value::Symbol(name), value] => {
            check_name(*name)?;
            Ok((*name, machine.evaluate(value, scope)?))
        }
        _ => Err(usage(form).into()),
    }
}

/// Unlike `defparameter`, it leaves a variable that has a value as it is.
fn defvar(machine: &mut Machine, parts: &Value, scope: &Scope) -> Answer {
    let (name, value) = match &parts_of(parts, "(defvar *depth* 3)")?[..] {
        [Value::Symbol(name)] => (*name, None),
        [Value::Symbol(name), value] => (*name, Some(value.clone())),
        _ => return Err(usage("(defvar *depth* 3)").into()),
    };
    check_name(name)?;
    if let Some(value) = value.filter(|_| !machine.globals.contains_key(&name)) {
        let value = machine.evaluate(&value, scope)?;
        machine.define(name, value)?;
    }
    machine.specials.insert(name);
    Ok(Value::Symbol(name))
}

fn defun(machine: &mut Machine, parts: &Value, scope: &Scope) -> Answer {
    let form = "(defun double (x) (* 2 x))";
    let Some(pair) = parts.pair() else { return Err(usage(form).into()) };
    let name = pair.car.as_symbol().ok_or(usage(form))?;
    let function = lambda(Some(name), &pair.cdr, scope, form)?;
    machine.define_function(name, function)?;
    Ok(Value::Symbol(name))
}

/// The variables of a `let` with the expressions of their values, and the body.
fn bindings(parts: &Value) -> Result<(Vec<(Symbol, Value)>, Value), Refusal> {
    let form = "(let ((x 1) (y 2)) (+ x y))";
    let Some(pair) = parts.pair() else { return Err(usage(form)) };
    let mut bound = Vec::new();
    for binding in pair.car.elements().ok_or(usage(form))? {
        let (name, value) = match (&binding, &binding.elements().unwrap_or_default()[..]) {
            (Value::Symbol(name), _) => (*name, Value::Nil),
            (_, [Value::Symbol(name)]) => (*name, Value::Nil),
            (_, [Value::Symbol(name), value]) => (*name, value.clone()),
            _ => return Err(usage(form)),
        };
        check_name(name)?;
        bound.push((name, value));
    }
    Ok((bound, pair.cdr.clone()))
}

fn let_form(machine: &mut Machine, parts: &Value, scope: &Scope) -> Answer {
    let (mut bound, body) = bindings(parts)?;
    for at in 0..bound.len() {
        let name = bound[at].0;
        if bound[..at].iter().any(|(other, _)| *other == name) {
            return Err(Refusal::Twice { name: name.to_string() }.into());
        }
        bound[at].1 = machine.evaluate(&bound[at].1, scope)?;
    }
    machine.within(bound, scope, &body)
}

/// `(let* (a b) body)` is `(let (a) (let (b) body))`.
fn let_star(machine: &mut Machine, parts: &Value, scope: &Scope) -> Answer {
    let (mut bound, body) = bindings(parts)?;
    if bound.len() < 2 {
        return let_form(machine, parts, scope);
    }
    let (name, expression) = bound.remove(0);
    let value = machine.evaluate(&expression, scope)?;
    let mut inner = Vec::new();
    for (name, expression) in bound {
        inner.push(Value::list(vec![Value::Symbol(name), expression])?);
    }
    let inner = Value::cons(Value::list(inner)?, body)?;
    let inner = Value::cons(Value::symbol("LET*")?, inner)?;
    machine.within(vec![(name, value)], scope, &Value::list(vec![inner])?)
}
