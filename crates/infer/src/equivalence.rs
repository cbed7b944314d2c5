//! Equivalence classes of places: places that the rules of a unit cannot tell apart share pattern
//! entries.
//!
//! Codes mean the same at every place, except for the names of places. So two places are equivalent
//! for a unit if the fixed facts look the same from both: mapping one place to the other, and the
//! places near it in order, maps these facts too.

use std::collections::HashMap;

use crate::bits::bits;
use crate::division::Unit;
use crate::locality::{Locality, Zone};
use crate::program::{Expression, Literal, LiteralKind, Operand, Origin, Rule, StartFacts, Type};

/// The equivalence class of each place, as a number.
pub(crate) fn classes(
    unit: &Unit,
    locality: &Locality<'_>,
    start_facts: &StartFacts,
) -> Vec<usize> {
    let others = unit.surroundings.others();
    let signatures = signatures(unit, locality, start_facts, &others);
    let Some(signatures) = signatures else { return (0..locality.places).collect() };
    let mut known = HashMap::new();
    let class = |signature| {
        let next = known.len();
        *known.entry(signature).or_insert(next)
    };
    signatures.into_iter().map(class).collect()
}

/// What the rules see of the fixed facts from each place. `None` if they can name places.
fn signatures(
    unit: &Unit,
    locality: &Locality<'_>,
    start_facts: &StartFacts,
    others: &Zone,
) -> Option<Vec<Vec<Vec<i32>>>> {
    let is_place = |ty: Type| ty == Type::Member(locality.domain);
    let exported = unit.exports.iter().flat_map(|&(_, relation)| {
        locality.program.relations[relation].columns.iter().map(|&(ty, _)| ty)
    });
    if exported.into_iter().any(is_place) {
        return None;
    }
    let mut signatures: Vec<Vec<Vec<i32>>> =
        others.iter().map(|near| vec![vec![near.count_ones() as i32]]).collect();
    for &(number, anchor) in &unit.rules {
        let rule = &locality.program.rules[number];
        let zones = locality.zones(rule, anchor?);
        for (variable, zone) in zones.iter().enumerate() {
            if !is_place(rule.variables[variable].ty) {
                continue;
            }
            let is_near = |zone: &Zone| {
                let near = others.iter().enumerate().map(|(place, near)| near | 1 << place);
                zone.iter().zip(near).all(|(zone, near)| zone & !near == 0)
            };
            match zone {
                Some(zone) if is_near(zone) => (),
                None if !rule.is_used_elsewhere(Operand::Variable(variable)) => (),
                _ => return None,
            }
        }
        let viewer = Viewer { locality, start_facts, rule, zones: &zones, others };
        viewer.view(&rule.body, &mut signatures)?;
    }
    Some(signatures)
}

/// Looks at the fixed facts from every place, as a rule does.
struct Viewer<'a> {
    locality: &'a Locality<'a>,
    start_facts: &'a StartFacts,
    rule: &'a Rule,
    zones: &'a [Option<Zone>],
    others: &'a Zone,
}

impl Viewer<'_> {
    /// Adds what literals see. `None` if they name a place.
    fn view(&self, body: &[Literal], signatures: &mut [Vec<Vec<i32>>]) -> Option<()> {
        for literal in body {
            match &literal.kind {
                LiteralKind::Between { .. } => (),
                LiteralKind::Compare(one, _, two) => self.compare(one, two)?,
                LiteralKind::Aggregate { body, .. } => self.view(body, signatures)?,
                _ => {
                    let (relation, columns) = literal.atom()?;
                    self.view_relation(relation, &columns, signatures)?;
                }
            }
        }
        Some(())
    }

    fn is_place(&self, ty: Type) -> bool {
        ty == Type::Member(self.locality.domain)
    }

    /// Places are compared with each other, but not with one by its name.
    fn compare(&self, one: &Expression, two: &Expression) -> Option<()> {
        let is_place = |expression: &Expression| match expression {
            Expression::Operand(Operand::Variable(variable)) => {
                self.is_place(self.rule.variables[*variable].ty)
            }
            _ => false,
        };
        (is_place(one) == is_place(two)).then_some(())
    }

    fn view_relation(
        &self,
        relation: usize,
        columns: &[Option<Operand>],
        signatures: &mut [Vec<Vec<i32>>],
    ) -> Option<()> {
        let table = &self.locality.program.relations[relation];
        let is_place = |column: usize| self.is_place(table.columns[column].0);
        let is_named = |column: usize| {
            is_place(column) && matches!(columns[column], Some(Operand::Constant(_)))
        };
        if (0..columns.len()).any(is_named) {
            return None;
        }
        let Origin::Edb { index, is_fixed, .. } = table.origin else {
            let has_places = (0..columns.len()).any(is_place);
            return (!(self.locality.is_constant(relation) && has_places)).then_some(());
        };
        if !is_fixed {
            // A code does not say which place is in another column, only that there is one.
            let coded = self.locality.coding(relation)?.column;
            let is_used = |column: usize| {
                let operand = columns[column];
                operand.is_some_and(|operand| self.rule.is_used_elsewhere(operand))
            };
            let mut named = (0..columns.len()).filter(|&at| is_place(at) && at != coded);
            return (!named.any(is_used)).then_some(());
        }
        let is_unknown = |column: usize| match columns[column] {
            Some(Operand::Variable(variable)) => self.zones[variable].is_none(),
            _ => false,
        };
        if (0..columns.len()).any(|column| is_place(column) && is_unknown(column)) {
            return None;
        }
        for (place, signature) in signatures.iter_mut().enumerate() {
            let near: Vec<usize> = [place].into_iter().chain(bits(self.others[place])).collect();
            let seen = |row: &Vec<i32>| -> Option<Vec<i32>> {
                let column = |column: usize| {
                    if !is_place(column) {
                        return Some(row[column]);
                    }
                    let Some(Operand::Variable(variable)) = columns[column] else {
                        return Some(-1);
                    };
                    let zone = self.zones[variable].as_ref()?[place];
                    if zone >> row[column] & 1 == 0 {
                        return None;
                    }
                    near.iter().position(|&near| near == row[column] as usize).map(|at| at as i32)
                };
                (0..columns.len()).map(column).collect()
            };
            let mut rows: Vec<Vec<i32>> = self.start_facts[index].iter().filter_map(seen).collect();
            rows.sort_unstable();
            // A mark that ends the rows of this literal.
            rows.push(vec![i32::MIN]);
            signature.append(&mut rows);
        }
        Some(())
    }
}
