//! Task IV: the facts of a state, knowledge to infer from, and the heuristic by inference.

use std::collections::HashSet;
use std::rc::Rc;

use agon_arena::Refused;
use agon_core::{ColumnType, Facts as _, Side};
use agon_games::byte::{Byte, Position};

use super::arguments::{checked, elements, integer, truth};
use super::evaluate::{Answer, Builtin, Machine, builtin};
use super::inference::Prover;
use super::refusal::Refusal;
use super::rule::Knowledge;
use super::state::{name, read_side, read_state};
use super::syntax;
use super::value::{Symbol, Value, shown};

const RULES: &str = "*T1-RULES*";
/// The depth of inference of `heuristic`.
const DEPTH: u32 = 10;
/// The largest depth of inference.
const MAX_DEPTH: u32 = 1000;

pub const BUILTINS: [Builtin; 18] = [
    builtin("FACTS", 1, 2, |machine, a| {
        let (game, position) = read_state(&a[0])?;
        let player = a.get(1).map(read_side).transpose()?;
        let facts = facts(&game, &position, player, |_| true)?;
        machine.spend(facts.len() as u64)?;
        Ok(Value::list(facts)?)
    }),
    builtin("PREPARE-KNOWLEDGE", 3, 3, |machine, a| {
        let wrong = || Refusal::MaxDepth { most: MAX_DEPTH, found: shown(&a[2]) };
        let depth = match a[2] {
            Value::Integer(depth) => u32::try_from(depth).ok().filter(|&depth| depth <= MAX_DEPTH),
            _ => None,
        };
        let mut knowledge = Knowledge::new(depth.ok_or_else(wrong)?);
        for list in &a[..2] {
            add(machine, &mut knowledge, &elements("prepare-knowledge", list)?)?;
        }
        machine.knowledge = Rc::new(knowledge);
        Ok(a[2].clone())
    }),
    builtin("INFER", 1, 1, |machine, a| {
        let knowledge = Rc::clone(&machine.knowledge);
        Ok(Value::list(Prover::answers(machine, &knowledge, &a[0])?)?)
    }),
    builtin("COUNT-RESULTS", 1, 1, |machine, a| {
        let knowledge = Rc::clone(&machine.knowledge);
        Ok(Value::Integer(Prover::count(machine, &knowledge, &a[0])?))
    }),
    builtin("HEURISTIC", 2, 2, heuristic),
    builtin("!EQ", 2, 2, |_, a| truth(a[0] == a[1])),
    builtin("!NE", 2, 2, |_, a| truth(a[0] != a[1])),
    builtin("!LT", 2, 2, |_, a| truth(integer("!lt", &a[0])? < integer("!lt", &a[1])?)),
    builtin("!LE", 2, 2, |_, a| truth(integer("!le", &a[0])? <= integer("!le", &a[1])?)),
    builtin("!GT", 2, 2, |_, a| truth(integer("!gt", &a[0])? > integer("!gt", &a[1])?)),
    builtin("!GE", 2, 2, |_, a| truth(integer("!ge", &a[0])? >= integer("!ge", &a[1])?)),
    builtin("=+", 2, 2, |_, a| compute("=+", a, i64::checked_add)),
    builtin("=-", 2, 2, |_, a| compute("=-", a, i64::checked_sub)),
    builtin("=*", 2, 2, |_, a| compute("=*", a, i64::checked_mul)),
    // As in rule files, division by 0 gives 0.
    builtin("=DIV", 2, 2, |_, a| {
        compute("=div", a, |one, two| if two == 0 { Some(0) } else { one.checked_div(two) })
    }),
    builtin("=MOD", 2, 2, |_, a| {
        compute("=mod", a, |one, two| if two == 0 { Some(0) } else { one.checked_rem(two) })
    }),
    builtin("=MIN", 2, 2, |_, a| compute("=min", a, |one, two| Some(one.min(two)))),
    builtin("=MAX", 2, 2, |_, a| compute("=max", a, |one, two| Some(one.max(two)))),
];

fn compute(function: &str, a: &[Value], combine: fn(i64, i64) -> Option<i64>) -> Answer {
    checked(combine(integer(function, &a[0])?, integer(function, &a[1])?))
}

/// Makes the rules of a file those of `heuristic`.
pub fn load(machine: &mut Machine, source: &str) -> Result<(), Refused> {
    let mut rules = Vec::new();
    for form in syntax::read(source)? {
        match form.after("GAME").and_then(Value::pair) {
            Some(named) if named.car != Value::symbol("BYTE")? => {
                return Err(Refusal::OtherGame { found: shown(&named.car).to_lowercase() }.into());
            }
            Some(_) => (),
            None => rules.push(form),
        }
    }
    // A wrong rule is refused now, not at the first use.
    add(machine, &mut Knowledge::default(), &rules)?;
    let name = Symbol::named(RULES)?;
    machine.define(name, Value::list(rules)?)?;
    machine.specials.insert(name);
    Ok(())
}

/// Adds facts and rules, which may be in any order. Points and the name of the game, which rule
/// files have, are left out.
fn add(machine: &mut Machine, knowledge: &mut Knowledge, list: &[Value]) -> Result<(), Refusal> {
    machine.spend(list.len() as u64)?;
    for element in list {
        let has_one = |rest: &Value| rest.pair().is_some_and(|pair| !pair.cdr.is_true());
        if element.after("IF").is_some() {
            knowledge.add_rule(element)?;
        } else if element.after("DISTINCT").is_some() {
            return Err(Refusal::Distinct);
        } else if !["VALUE", "GAME"].iter().any(|form| element.after(form).is_some_and(has_one)) {
            knowledge.add_fact(element)?;
        }
    }
    Ok(())
}

/// The facts of a position whose relations are wanted. The sides are me and you, if it is said
/// for whom, and X and O otherwise.
fn facts(
    game: &Byte,
    position: &Position,
    player: Option<Side>,
    is_wanted: impl Fn(Symbol) -> bool,
) -> Result<Vec<Value>, Refusal> {
    let vocabulary = game.vocabulary();
    let mut sides = Vec::new();
    for side in Side::BOTH {
        sides.push(Value::symbol(match player {
            None => name(side),
            Some(player) if player == side => "ME",
            Some(_) => "YOU",
        })?);
    }
    let mut members = Vec::new();
    for domain in &vocabulary.domains {
        let names = domain.members.iter().map(|member| Value::symbol(&member.to_uppercase()));
        members.push(names.collect::<Result<Vec<_>, _>>()?);
    }
    let mut facts = Vec::new();
    for (number, relation) in vocabulary.relations.iter().enumerate() {
        let name = Symbol::named(&relation.name.to_uppercase())?;
        let mut rows: Vec<Vec<i32>> = Vec::new();
        if is_wanted(name) {
            game.facts(position, number, |row| rows.push(row.to_vec()));
        }
        for row in rows {
            let mut fact = vec![Value::Symbol(name)];
            for (&value, (_, column)) in row.iter().zip(&relation.columns) {
                fact.push(match *column {
                    ColumnType::Number { .. } => Value::Integer(value.into()),
                    ColumnType::Side => sides[value as usize % 2].clone(),
                    ColumnType::Member(domain) => members[domain][value as usize].clone(),
                });
            }
            facts.push(Value::list(fact)?);
        }
    }
    Ok(facts)
}

/// The value of a state for a player: the points of `*T1-RULES*`, by inference alone. The assignment
/// names the player first, and students' programs the state: both are understood.
fn heuristic(machine: &mut Machine, a: &[Value]) -> Answer {
    let (state, player) = if read_side(&a[0]).is_ok() { (&a[1], &a[0]) } else { (&a[0], &a[1]) };
    let (game, position) = read_state(state)?;
    let player = read_side(player)?;
    let rules = machine.globals.get(&Symbol::named(RULES)?).cloned().unwrap_or_default();
    let rules = elements("heuristic", &rules)?;
    let mut knowledge = Knowledge::new(DEPTH);
    add(machine, &mut knowledge, &rules)?;
    let mut used = HashSet::new();
    rules.iter().for_each(|rule| collect_symbols(rule, &mut used));
    let facts = facts(&game, &position, Some(player), |name| used.contains(&name))?;
    add(machine, &mut knowledge, &facts)?;
    let mut sum = None;
    for rule in &rules {
        if let Some(value) = rule.after("VALUE").and_then(Value::pair) {
            let points = points(machine, &knowledge, &value.car)?;
            sum = Some(points.checked_add(sum.unwrap_or(0)).ok_or(Refusal::Overflow)?);
        }
    }
    Ok(Value::Integer(sum.ok_or(Refusal::NoValue)?))
}

fn collect_symbols(value: &Value, into: &mut HashSet<Symbol>) {
    into.extend(value.as_symbol());
    let mut rest = value;
    while let Value::Pair(pair) = rest {
        collect_symbols(&pair.car, into);
        rest = &pair.cdr;
    }
}

/// A weighted sum of counts.
fn points(
    machine: &mut Machine,
    knowledge: &Knowledge,
    expression: &Value,
) -> Result<i64, Refused> {
    let wrong = || Refusal::Points { found: shown(expression) };
    if let Value::Integer(number) = expression {
        return Ok(*number);
    }
    let parts = expression.elements().ok_or_else(wrong)?;
    let Some((Value::Symbol(operator), operands)) = parts.split_first() else {
        return Err(wrong().into());
    };
    if let ("COUNT-RESULTS", [query]) = (&*operator.name(), operands) {
        let quoted = query.after("QUOTE").and_then(Value::pair).map(|pair| pair.car.clone());
        return Prover::count(machine, knowledge, quoted.as_ref().unwrap_or(query));
    }
    let name = operator.name();
    if !matches!((&*name, operands.len()), ("+" | "*", _) | ("-", 1..)) {
        return Err(wrong().into());
    }
    let values = operands.iter().map(|operand| {
        let points = machine.deeper(|machine| points(machine, knowledge, operand))?;
        Ok(Value::Integer(points))
    });
    let values = values.collect::<Result<Vec<_>, Refused>>()?;
    Ok(integer(&name, &machine.apply_named(*operator, &values)?)?)
}
