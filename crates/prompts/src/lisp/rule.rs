//! Rules, facts and queries of the course's inference engine, read from lists.

use std::collections::HashMap;
use std::rc::Rc;

use super::refusal::Refusal;
use super::value::{Symbol, Value, shown};

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
    pub name: Symbol,
    pub columns: Vec<Term>,
    pub is_predicate: bool,
}

/// A rule, or the query itself, which has no conclusion.
pub struct Rule {
    pub conclusion: Option<Condition>,
    pub conditions: Vec<Condition>,
    /// The variables by their numbers.
    pub variables: Vec<Symbol>,
}

/// The rows of a relation, and where those are that begin with a certain value.
#[derive(Default)]
pub struct Rows {
    pub rows: Vec<Vec<Value>>,
    by_first: HashMap<Key, Vec<usize>>,
}

impl Rows {
    /// The rows that may begin with this value: all, if it is not known or is a list.
    pub fn beginning_with<'r>(
        &'r self,
        first: Option<&Value>,
    ) -> Box<dyn Iterator<Item = &'r [Value]> + 'r> {
        match first.and_then(key) {
            None => Box::new(self.rows.iter().map(Vec::as_slice)),
            Some(first) => {
                let numbers = self.by_first.get(&first).into_iter().flatten();
                Box::new(numbers.map(|&row| self.rows[row].as_slice()))
            }
        }
    }
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
    /// The rows of relations, by name and number of columns.
    pub facts: HashMap<(Symbol, usize), Rows>,
    /// The rules, by the name and number of columns of their conclusions.
    pub rules: HashMap<(Symbol, usize), Vec<Rc<Rule>>>,
    /// How many rules may be used one after the other.
    pub max_depth: u32,
}

impl Knowledge {
    /// Nothing, to infer from with so many rules one after the other.
    pub fn new(max_depth: u32) -> Knowledge {
        Knowledge { max_depth, ..Knowledge::default() }
    }

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
