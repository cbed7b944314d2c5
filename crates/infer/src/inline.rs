//! Inlining: a rule that uses a relation can run at the moment when a row of the relation is
//! derived. If all rules that use it do, the relation need not be stored.

use crate::layout::MAX_DENSE_BITS;
use crate::program::{
    Head, Literal, LiteralKind, Operand, Program, Rule, for_each_dependency, variables_of,
};
use crate::safety::{Readiness, bind, readiness};

/// The log of the values of a column that make a bitmap worthwhile.
const MIN_BITMAP_BITS: u32 = 3;

/// The most rules that are inlined after a relation.
const MAX_CONSUMERS: usize = 12;

/// Which rules are inlined where.
pub(crate) struct Inlining {
    /// For each rule, the relation after whose derivation it runs.
    drivers: Vec<Option<usize>>,
    consumers: Vec<Vec<usize>>,
    unique: Vec<bool>,
    needed: Vec<bool>,
}

impl Inlining {
    pub(crate) fn find(program: &Program) -> Inlining {
        let needed = needed(program);
        let mut inlining = Inlining {
            drivers: vec![None; program.rules.len()],
            consumers: vec![Vec::new(); program.relations.len()],
            unique: (0..program.relations.len())
                .map(|number| is_unique(program, number, false))
                .collect(),
            needed,
        };
        // When the first row of each relation is derived, and when the last, in strata.
        let mut times = vec![(0, 0); program.relations.len()];
        let strata = program.strata.iter().enumerate();
        for (stratum, relation) in strata
            .flat_map(|(number, stratum)| stratum.relations.iter().map(move |&one| (number, one)))
        {
            times[relation] = inlining.time(program, relation, stratum + 1, &times);
            if let Some(consumers) = inlining.all_consumers(program, relation, &times) {
                for &rule in &consumers {
                    inlining.drivers[rule] = Some(relation);
                }
                inlining.consumers[relation] = consumers;
            }
        }
        inlining
    }

    /// The relation after whose derivation a rule runs, if it is inlined.
    pub(crate) fn driver(&self, rule: usize) -> Option<usize> {
        self.drivers[rule]
    }

    /// The rules that are inlined after a relation.
    pub(crate) fn consumers(&self, relation: usize) -> &[usize] {
        &self.consumers[relation]
    }

    /// Whether no row of a relation is derived twice.
    pub(crate) fn is_unique(&self, relation: usize) -> bool {
        self.unique[relation]
    }

    /// Whether a value line depends on a relation.
    pub(crate) fn is_needed(&self, relation: usize) -> bool {
        self.needed[relation]
    }

    /// When the first row of a relation is derived, and when the last: in its stratum, or
    /// earlier if its rules are inlined.
    fn time(
        &self,
        program: &Program,
        relation: usize,
        stratum: usize,
        times: &[(usize, usize)],
    ) -> (usize, usize) {
        let rules = (0..program.rules.len())
            .filter(|&number| program.rules[number].head_relation() == Some(relation));
        let mut time = (stratum, 0);
        for rule in rules {
            let (first, last) =
                self.drivers[rule].map_or((stratum, stratum), |driver| times[driver]);
            time = (time.0.min(first), time.1.max(last));
        }
        time
    }

    /// All rules that use a relation, if each can be inlined after it: it uses the relation
    /// once, neither negated nor in an aggregate, and all others it uses are complete by then.
    fn all_consumers(
        &self,
        program: &Program,
        relation: usize,
        times: &[(usize, usize)],
    ) -> Option<Vec<usize>> {
        let stratum_of = |relation: usize| {
            program.strata.iter().position(|stratum| stratum.relations.contains(&relation))
        };
        let stratum = stratum_of(relation)?;
        if program.strata[stratum].is_recursive
            || program.is_read(relation)
            || program.is_maintained(relation)
            || self.is_bitmap(program, relation)
        {
            return None;
        }
        let mut consumers = Vec::new();
        for (number, rule) in program.rules.iter().enumerate() {
            if rule.head_relation().is_some_and(|head| !self.needed[head]) {
                continue;
            }
            let (mut uses, mut fits) = (0, true);
            for_each_dependency(&rule.body, false, &mut |other, must_be_complete| {
                uses += usize::from(other == relation);
                fits &= match stratum_of(other) {
                    _ if other == relation => !must_be_complete,
                    Some(other_stratum) => {
                        other_stratum < stratum && times[other].1 < times[relation].0
                    }
                    None => true,
                };
            });
            match uses {
                0 => (),
                1 if fits => consumers.push(number),
                _ => return None,
            }
        }
        (!consumers.is_empty() && consumers.len() <= MAX_CONSUMERS).then_some(consumers)
    }

    /// Whether the rows of a relation have to be stored anyway, as bitmaps of many values: what
    /// uses it can then intersect and count these, instead of running for each row.
    fn is_bitmap(&self, program: &Program, relation: usize) -> bool {
        let table = &program.relations[relation];
        let last = table.columns.last().map_or(0, |(_, range)| range.bits());
        !self.unique[relation]
            && !program.bag_semantics
            && last >= MIN_BITMAP_BITS
            && table.bits() <= MAX_DENSE_BITS
    }
}

/// The relations that value lines and exports depend on, directly or not.
pub(crate) fn needed(program: &Program) -> Vec<bool> {
    let mut needed = vec![false; program.relations.len()];
    program.exports.iter().chain(&program.listed).for_each(|&relation| needed[relation] = true);
    loop {
        let before = needed.clone();
        for rule in &program.rules {
            if rule.head_relation().is_none_or(|head| before[head]) {
                for_each_dependency(&rule.body, false, &mut |used, _| needed[used] = true);
            }
        }
        if before == needed {
            return needed;
        }
    }
}

/// Whether no row of a relation can be derived twice: it has one rule, and the columns of the
/// head determine all variables of the rule; or all but those that nothing asks for, if these are
/// projected away.
pub(crate) fn is_unique(program: &Program, relation: usize, is_projected: bool) -> bool {
    let mut rules = program.rules.iter().filter(|rule| rule.head_relation() == Some(relation));
    let (Some(rule), None) = (rules.next(), rules.next()) else { return false };
    is_determined_by_head(program, rule, is_projected)
}

fn is_determined_by_head(program: &Program, rule: &Rule, is_projected: bool) -> bool {
    let Head::Atom { columns, .. } = &rule.head else { return false };
    let mut bound = vec![false; rule.variables.len()];
    let mark = |columns: &[Operand], bound: &mut Vec<bool>| {
        variables_of(columns).for_each(|variable| bound[variable] = true);
    };
    let is_bound =
        |columns: &[Operand], bound: &[bool]| variables_of(columns).all(|variable| bound[variable]);
    mark(columns, &mut bound);
    loop {
        let before = bound.clone();
        for literal in &rule.body {
            match (&literal.kind, readiness(literal, &bound)) {
                (LiteralKind::Positive { relation, columns }, Readiness::Scan) => {
                    let keys = program.relations[*relation].key_columns();
                    if is_bound(&columns[..keys], &bound) {
                        mark(columns, &mut bound);
                    }
                }
                (_, Readiness::Assign(_)) => bind(literal, &mut bound),
                _ => (),
            }
        }
        if before == bound {
            break;
        }
    }
    let matters = |&variable: &usize| !is_projected || rule.occurrences(variable) > 1;
    let all_bound = |literal: &Literal| match &literal.kind {
        LiteralKind::Positive { columns, .. } => {
            variables_of(columns).filter(matters).all(|variable| bound[variable])
        }
        _ => true,
    };
    rule.body.iter().all(all_bound)
}
