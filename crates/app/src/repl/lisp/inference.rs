//! Inference as the course's engine does it: backward chaining over rules and facts, depth
//! first and from left to right. Every proof is an answer.

use std::collections::HashMap;
use std::rc::Rc;

use agon_arena::Refused;

use super::Refusal;
use super::evaluate::{Machine, shown};
use super::value::{Symbol, Value};

/// A part of a condition: what it means depends on the variables.
#[derive(Clone)]
pub enum Term {
    /// A variable, by its number in the rule.
    Variable(usize),
    /// A value without variables.
    Value(Value),
    /// A list in which there are variables.
    List(Rc<[Term]>),
    /// A call of a function, `(=name ...)`, or of a predicate.
    Call(Symbol, Rc<[Term]>),
}

/// A condition: a relation, or a predicate `!name`, with its columns.
pub struct Condition {
    name: Symbol,
    columns: Vec<Term>,
    is_predicate: bool,
}

/// A rule, or the query itself, which has no conclusion.
pub struct Rule {
    conclusion: Option<Condition>,
    conditions: Vec<Condition>,
    /// The variables by their numbers.
    variables: Vec<Symbol>,
}

/// The rows of a relation, and where those are that begin with a certain value.
#[derive(Default)]
struct Rows {
    rows: Vec<Vec<Value>>,
    by_first: HashMap<Key, Vec<usize>>,
}

/// A value that is no list, as a key.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Nil,
    Integer(i64),
    Symbol(Symbol),
}

/// Facts and rules to infer from.
#[derive(Default)]
pub struct Knowledge {
    facts: HashMap<(Symbol, usize), Rows>,
    rules: HashMap<(Symbol, usize), Vec<Rc<Rule>>>,
    max_depth: u32,
}

impl Knowledge {
    /// Nothing, to infer from with so many rules one after the other.
    pub fn new(max_depth: u32) -> Knowledge {
        Knowledge { max_depth, ..Knowledge::default() }
    }

    /// Adds a fact.
    pub fn add_fact(&mut self, fact: &Value) -> Result<(), Refusal> {
        let wrong = || Refusal::Fact { found: shown(fact) };
        let Some((Value::Symbol(name), columns)) = split(fact) else { return Err(wrong()) };
        if columns.iter().any(has_variable) || name.begins_with('?') || name.begins_with('!') {
            return Err(wrong());
        }
        let rows = self.facts.entry((name, columns.len())).or_default();
        if let Some(key) = columns.first().and_then(key) {
            rows.by_first.entry(key).or_default().push(rows.rows.len());
        }
        rows.rows.push(columns);
        Ok(())
    }

    /// Adds a rule.
    pub fn add_rule(&mut self, rule: &Value) -> Result<(), Refusal> {
        let wrong = || Refusal::Rule { found: shown(rule) };
        let parts = rule.after("IF").and_then(Value::elements).ok_or_else(wrong)?;
        let [condition, Value::Symbol(then), conclusion] = &parts[..] else { return Err(wrong()) };
        if &*then.name() != "THEN" {
            return Err(wrong());
        }
        let rule = Rule::read(Some(conclusion), condition)?;
        if let Some(Condition { name, columns, .. }) = &rule.conclusion {
            let key = (*name, columns.len());
            self.rules.entry(key).or_default().push(Rc::new(rule));
        }
        Ok(())
    }
}

fn key(value: &Value) -> Option<Key> {
    match value {
        Value::Nil => Some(Key::Nil),
        Value::Integer(number) => Some(Key::Integer(*number)),
        Value::Symbol(symbol) => Some(Key::Symbol(*symbol)),
        Value::Pair(_) | Value::Function(_) => None,
    }
}

/// The first element of a list and the others.
fn split(list: &Value) -> Option<(Value, Vec<Value>)> {
    let mut elements = list.elements()?;
    if elements.is_empty() {
        return None;
    }
    Some((elements.remove(0), elements))
}

fn has_variable(value: &Value) -> bool {
    match value {
        Value::Symbol(symbol) => symbol.begins_with('?'),
        Value::Pair(_) => value.elements().unwrap_or_default().iter().any(has_variable),
        _ => false,
    }
}

impl Rule {
    /// Reads a rule, or a query without a conclusion.
    pub fn read(conclusion: Option<&Value>, condition: &Value) -> Result<Rule, Refusal> {
        let mut rule = Rule { conclusion: None, conditions: Vec::new(), variables: Vec::new() };
        let conditions = match condition.after("AND") {
            Some(conditions) => conditions.elements(),
            None => Some(vec![condition.clone()]),
        };
        let wrong = || Refusal::Condition { found: shown(condition) };
        for condition in conditions.ok_or_else(wrong)? {
            // Conditions may be quoted, as the whole query is.
            let condition = rule.condition(&condition)?;
            rule.conditions.push(condition);
        }
        if let Some(conclusion) = conclusion {
            let mut conclusion = rule.condition(conclusion)?;
            if conclusion.is_predicate {
                return Err(Refusal::Rule { found: shown(condition) });
            }
            for column in &mut conclusion.columns {
                rule.compute_at_the_end(column)?;
            }
            rule.conclusion = Some(conclusion);
        }
        Ok(rule)
    }

    /// Replaces a call in the conclusion by a variable, which is computed after all conditions.
    fn compute_at_the_end(&mut self, column: &mut Term) -> Result<(), Refusal> {
        if let Term::Call(..) = column {
            let variable = Term::Variable(self.variables.len());
            self.variables.push(Symbol::named("?")?);
            let call = std::mem::replace(column, variable.clone());
            let (name, columns) = (Symbol::named("!EQ")?, vec![variable, call]);
            self.conditions.push(Condition { name, columns, is_predicate: true });
        }
        Ok(())
    }

    fn condition(&mut self, value: &Value) -> Result<Condition, Refusal> {
        let wrong = || Refusal::Condition { found: shown(value) };
        let Some((Value::Symbol(name), columns)) = split(value) else { return Err(wrong()) };
        if name.begins_with('?')
            || name.begins_with('=')
            || matches!(&*name.name(), "AND" | "OR" | "NOT")
        {
            return Err(wrong());
        }
        let columns = columns.iter().map(|column| self.term(column)).collect::<Result<_, _>>()?;
        Ok(Condition { name, columns, is_predicate: name.begins_with('!') })
    }

    fn term(&mut self, value: &Value) -> Result<Term, Refusal> {
        if let Some(Some([quoted])) =
            value.after("QUOTE").map(Value::elements).as_ref().map(|list| list.as_deref())
        {
            return self.term(quoted);
        }
        match value {
            Value::Symbol(name) if name.begins_with('?') => {
                let known = self.variables.iter().position(|known| known == name);
                // Every ? alone is a variable of its own.
                let known = known.filter(|_| &*name.name() != "?");
                Ok(Term::Variable(known.unwrap_or_else(|| {
                    self.variables.push(*name);
                    self.variables.len() - 1
                })))
            }
            Value::Pair(pair) => {
                let call = pair
                    .car
                    .as_symbol()
                    .filter(|name| name.begins_with('=') || name.begins_with('!'));
                let Some(elements) = value.elements() else {
                    return Ok(Term::Value(value.clone()));
                };
                let skipped = usize::from(call.is_some());
                let terms = elements[skipped..].iter().map(|element| self.term(element));
                let terms = terms.collect::<Result<Vec<Term>, _>>()?;
                Ok(match call {
                    Some(name) => Term::Call(name, terms.into()),
                    None if terms.iter().all(|term| matches!(term, Term::Value(_))) => {
                        Term::Value(value.clone())
                    }
                    None => Term::List(terms.into()),
                })
            }
            _ => Ok(Term::Value(value.clone())),
        }
    }
}

/// A term, and where the variables of its rule begin.
type Placed = (Term, usize);

/// The conditions of a rule that are still to be proven, from one of them on, and those of the
/// rule that has used it.
struct Goals {
    rule: Rc<Rule>,
    at: usize,
    base: usize,
    depth: u32,
    next: Option<Rc<Goals>>,
}

/// Proves a query in all ways.
pub struct Prover<'k> {
    knowledge: &'k Knowledge,
    query: Rc<Rule>,
    /// The variables of all rules in use, with their values.
    variables: Vec<(Symbol, Option<Placed>)>,
    /// The variables that have values, in the order in which they got them.
    trail: Vec<usize>,
    /// The answers, if they are wanted.
    answers: Option<Vec<Value>>,
    count: i64,
}

impl<'k> Prover<'k> {
    /// All answers to a query: a list of the variables with their values for each proof.
    pub fn answers(
        machine: &mut Machine,
        knowledge: &'k Knowledge,
        query: &Value,
    ) -> Result<Vec<Value>, Refused> {
        let prover = Prover::run(machine, knowledge, query, Some(Vec::new()))?;
        Ok(prover.answers.unwrap_or_default())
    }

    /// The number of proofs of a query.
    pub fn count(
        machine: &mut Machine,
        knowledge: &'k Knowledge,
        query: &Value,
    ) -> Result<i64, Refused> {
        Ok(Prover::run(machine, knowledge, query, None)?.count)
    }

    fn run(
        machine: &mut Machine,
        knowledge: &'k Knowledge,
        query: &Value,
        answers: Option<Vec<Value>>,
    ) -> Result<Prover<'k>, Refused> {
        let query = Rc::new(Rule::read(None, query)?);
        let variables = query.variables.iter().map(|&name| (name, None)).collect();
        let goals = Goals { rule: Rc::clone(&query), at: 0, base: 0, depth: 0, next: None };
        let trail = Vec::new();
        let mut prover = Prover { knowledge, query, variables, trail, answers, count: 0 };
        prover.prove(machine, Some(Rc::new(goals)))?;
        Ok(prover)
    }

    fn prove(&mut self, machine: &mut Machine, goals: Option<Rc<Goals>>) -> Result<(), Refused> {
        let mut goals = goals;
        while let Some(done) =
            goals.as_ref().filter(|goals| goals.at == goals.rule.conditions.len())
        {
            goals = done.next.clone();
        }
        let Some(goals) = goals else { return self.record(machine) };
        let condition = &goals.rule.conditions[goals.at];
        let rest = Rc::new(Goals {
            rule: Rc::clone(&goals.rule),
            at: goals.at + 1,
            next: goals.next.clone(),
            ..*goals
        });
        machine.deeper(|machine| match condition.is_predicate {
            true => self.prove_predicate(machine, condition, &goals, rest),
            false => self.prove_relation(machine, condition, &goals, rest),
        })
    }

    fn prove_predicate(
        &mut self,
        machine: &mut Machine,
        condition: &Condition,
        goals: &Goals,
        rest: Rc<Goals>,
    ) -> Result<(), Refused> {
        let columns = condition.columns.iter().map(|term| self.at((term.clone(), goals.base)));
        let columns: Vec<Placed> = columns.collect();
        let is_equality =
            &*condition.name.name() == "!EQ" && machine.defined(condition.name).is_none();
        if let (true, [one, two]) = (is_equality, &columns[..]) {
            // It gives a value to a variable that has none.
            let pair = match (one, two) {
                ((Term::Variable(_), _), _) => Some((one, two)),
                (_, (Term::Variable(_), _)) => Some((two, one)),
                _ => None,
            };
            if let Some((variable, other)) = pair {
                let value = self.value(machine, other, condition)?;
                let mark = self.trail.len();
                if self.unify(machine, variable, &(Term::Value(value), 0))? {
                    self.prove(machine, Some(rest))?;
                }
                self.undo(mark);
                return Ok(());
            }
        }
        let values = columns.iter().map(|column| self.value(machine, column, condition));
        let values = values.collect::<Result<Vec<Value>, Refused>>()?;
        match machine.apply_named(condition.name, &values)?.is_true() {
            true => self.prove(machine, Some(rest)),
            false => Ok(()),
        }
    }

    fn prove_relation(
        &mut self,
        machine: &mut Machine,
        condition: &Condition,
        goals: &Goals,
        rest: Rc<Goals>,
    ) -> Result<(), Refused> {
        let mut columns = Vec::new();
        for term in &condition.columns {
            let placed = self.at((term.clone(), goals.base));
            columns.push(match placed.0 {
                Term::Call(..) => (Term::Value(self.value(machine, &placed, condition)?), 0),
                _ => placed,
            });
        }
        let knowledge = self.knowledge;
        let name = (condition.name, columns.len());
        if let Some(rows) = knowledge.facts.get(&name) {
            let first = match columns.first() {
                Some((Term::Value(value), _)) => key(value),
                _ => None,
            };
            match first {
                None => {
                    for row in &rows.rows {
                        self.prove_by_row(machine, &columns, row, &rest)?;
                    }
                }
                Some(first) => {
                    for &row in rows.by_first.get(&first).into_iter().flatten() {
                        self.prove_by_row(machine, &columns, &rows.rows[row], &rest)?;
                    }
                }
            }
        }
        if goals.depth >= knowledge.max_depth {
            return Ok(());
        }
        for rule in knowledge.rules.get(&name).into_iter().flatten() {
            machine.spend(1)?;
            let (mark, base) = (self.trail.len(), self.variables.len());
            self.variables.extend(rule.variables.iter().map(|&name| (name, None)));
            let conclusion = rule.conclusion.iter().flat_map(|conclusion| &conclusion.columns);
            let mut is_equal = true;
            for (column, term) in columns.iter().zip(conclusion) {
                is_equal = is_equal && self.unify(machine, column, &(term.clone(), base))?;
            }
            if is_equal {
                let next = Some(Rc::clone(&rest));
                let depth = goals.depth + 1;
                let goals = Goals { rule: Rc::clone(rule), at: 0, base, depth, next };
                self.prove(machine, Some(Rc::new(goals)))?;
            }
            self.undo(mark);
            self.variables.truncate(base);
        }
        Ok(())
    }

    fn prove_by_row(
        &mut self,
        machine: &mut Machine,
        columns: &[Placed],
        row: &[Value],
        rest: &Rc<Goals>,
    ) -> Result<(), Refused> {
        machine.spend(1)?;
        let mark = self.trail.len();
        let mut is_equal = true;
        for (column, value) in columns.iter().zip(row) {
            is_equal = is_equal && self.unify(machine, column, &(Term::Value(value.clone()), 0))?;
        }
        if is_equal {
            self.prove(machine, Some(Rc::clone(rest)))?;
        }
        self.undo(mark);
        Ok(())
    }

    /// A proof is complete.
    fn record(&mut self, machine: &mut Machine) -> Result<(), Refused> {
        machine.spend(1)?;
        self.count += 1;
        if self.answers.is_none() {
            return Ok(());
        }
        let query = Rc::clone(&self.query);
        let mut bindings = Vec::new();
        for (number, name) in query.variables.iter().enumerate() {
            let placed = self.at((Term::Variable(number), 0));
            let is_free = matches!(placed.0, Term::Variable(_));
            if !is_free && &*name.name() != "?" {
                let condition = Condition { name: *name, columns: Vec::new(), is_predicate: false };
                let value = self.value(machine, &placed, &condition)?;
                bindings.push(Value::list(vec![Value::Symbol(*name), value])?);
            }
        }
        let bindings = Value::list(bindings)?;
        self.answers.get_or_insert_default().push(bindings);
        Ok(())
    }

    fn undo(&mut self, mark: usize) {
        for variable in self.trail.drain(mark..) {
            if let Some((_, value)) = self.variables.get_mut(variable) {
                *value = None;
            }
        }
    }

    /// What a term is by the values that variables have now.
    fn at(&self, placed: Placed) -> Placed {
        let (mut term, mut base) = placed;
        while let Term::Variable(number) = term {
            match &self.variables[base + number].1 {
                Some((value, place)) => (term, base) = (value.clone(), *place),
                None => break,
            }
        }
        (term, base)
    }

    /// Makes two terms equal by giving values to variables, if that is possible.
    fn unify(
        &mut self,
        machine: &mut Machine,
        one: &Placed,
        two: &Placed,
    ) -> Result<bool, Refused> {
        let (one, two) = (self.at(one.clone()), self.at(two.clone()));
        match (&one.0, &two.0) {
            (Term::Variable(number), Term::Variable(other)) if one.1 + number == two.1 + other => {
                Ok(true)
            }
            (Term::Variable(number), _) => Ok(self.bind(one.1 + number, two)),
            (_, Term::Variable(number)) => Ok(self.bind(two.1 + number, one)),
            (Term::Value(one), Term::Value(two)) => Ok(one == two),
            (Term::List(terms), other) | (other, Term::List(terms)) => {
                let is_first = matches!(one.0, Term::List(_));
                let (base, place) = if is_first { (one.1, two.1) } else { (two.1, one.1) };
                let others: Vec<Term> = match other {
                    Term::List(others) => others.to_vec(),
                    Term::Value(value) => match value.elements() {
                        Some(values) => values.into_iter().map(Term::Value).collect(),
                        None => return Ok(false),
                    },
                    _ => return Ok(false),
                };
                if terms.len() != others.len() {
                    return Ok(false);
                }
                machine.deeper(|machine| {
                    for (term, other) in terms.iter().zip(others) {
                        if !self.unify(machine, &(term.clone(), base), &(other, place))? {
                            return Ok(false);
                        }
                    }
                    Ok(true)
                })
            }
            // Calls are computed before they are compared.
            (Term::Call(..), _) | (_, Term::Call(..)) => Ok(false),
        }
    }

    fn bind(&mut self, variable: usize, value: Placed) -> bool {
        self.variables[variable].1 = Some(value);
        self.trail.push(variable);
        true
    }

    /// The value of a term, in which all variables must have values.
    fn value(
        &mut self,
        machine: &mut Machine,
        placed: &Placed,
        condition: &Condition,
    ) -> Result<Value, Refused> {
        let (term, base) = self.at(placed.clone());
        let mut all = |terms: &[Term]| -> Result<Vec<Value>, Refused> {
            machine.deeper(|machine| {
                let term = |term: &Term| self.value(machine, &(term.clone(), base), condition);
                terms.iter().map(term).collect()
            })
        };
        match term {
            Term::Value(value) => Ok(value),
            Term::List(terms) => Ok(Value::list(all(&terms)?)?),
            Term::Call(name, terms) => {
                let values = all(&terms)?;
                machine.apply_named(name, &values)
            }
            Term::Variable(number) => {
                let name = self.variables[base + number].0.to_string();
                Err(Refusal::Unbound { name, condition: condition.name.to_string() }.into())
            }
        }
    }
}
