//! Inference as the course's engine does it: backward chaining over rules and facts, depth
//! first and from left to right. Every proof is an answer.

use std::rc::Rc;

use agon_arena::Refused;

use super::evaluate::Machine;
use super::refusal::Refusal;
use super::rule::{Condition, Knowledge, Rule, Term};
use super::value::{Symbol, Value};

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
                if self.unify(machine, variable.clone(), (Term::Value(value), 0))? {
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
                Some((Term::Value(value), _)) => Some(value),
                _ => None,
            };
            for row in rows.beginning_with(first) {
                self.prove_by_row(machine, &columns, row, &rest)?;
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
            let terms = conclusion.map(|term| (term.clone(), base));
            if self.unify_all(machine, columns.iter().cloned().zip(terms))? {
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
        let values = row.iter().map(|value| (Term::Value(value.clone()), 0));
        if self.unify_all(machine, columns.iter().cloned().zip(values))? {
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
    fn unify(&mut self, machine: &mut Machine, one: Placed, two: Placed) -> Result<bool, Refused> {
        let (one, two) = (self.at(one), self.at(two));
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
                let terms = terms.iter().map(|term| (term.clone(), base));
                let pairs = terms.zip(others.into_iter().map(|other| (other, place)));
                machine.deeper(|machine| self.unify_all(machine, pairs))
            }
            // Calls are computed before they are compared.
            (Term::Call(..), _) | (_, Term::Call(..)) => Ok(false),
        }
    }

    /// Makes the terms of pairs equal, up to the first pair for which that is not possible.
    fn unify_all(
        &mut self,
        machine: &mut Machine,
        pairs: impl Iterator<Item = (Placed, Placed)>,
    ) -> Result<bool, Refused> {
        for (one, two) in pairs {
            if !self.unify(machine, one, two)? {
                return Ok(false);
            }
        }
        Ok(true)
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
