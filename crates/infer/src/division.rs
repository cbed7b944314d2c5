//! Divides a program into units of local rules, whose results are remembered by pattern, and
//! the rest, which is evaluated afresh in every position.
//!
//! A unit is a program of its own. Its value lines, and the rules of the relations that it
//! exports to the rest, have one more condition: `anchor(X)`, where X is the rule's anchor. So
//! when the unit is run with one place as the anchor it gives exactly what belongs to that place.

use std::collections::BTreeSet;

use crate::bits::bits;
use crate::locality::{Locality, Surroundings};
use crate::program::{
    Head, Literal, LiteralKind, Operand, Origin, Program, Range, Relation, Rule, Stratum, Type,
    for_each_dependency,
};

/// The most bits of the codes that make up a pattern.
const MAX_PATTERN_BITS: u32 = 55;

/// Patterns with at most this many bits have so few values that a table for two kinds of them pays
/// off.
const MAX_JOINED_BITS: u32 = 20;

/// The most units of a program.
const MAX_UNITS: usize = 4;

/// The most relations that a unit exports, and the log of the rows of each.
const MAX_EXPORTS: usize = 5;
pub(crate) const MAX_EXPORT_BITS: u32 = 6;

/// A program of local rules.
pub(crate) struct Unit {
    pub(crate) program: Program,
    pub(crate) surroundings: Surroundings,
    /// The rules, by their numbers in the whole program, each with its anchor.
    pub(crate) rules: Vec<(usize, Option<usize>)>,
    /// The relations that the rest asks for: the number in this program, and in the rest.
    pub(crate) exports: Vec<(usize, usize)>,
}

/// How a line of a file is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEvaluation {
    /// It depends only on what is near one place: it is worked out once for each pattern that
    /// occurs there, and remembered in this table, counted from 0.
    ByPattern {
        /// The number of the table.
        table: usize,
    },
    /// It is worked out in every position.
    Afresh,
    /// No value line depends on it.
    Never,
}

/// A divided program.
pub(crate) struct Division {
    pub(crate) units: Vec<Unit>,
    pub(crate) rest: Program,
    /// The rules of the rest, by their numbers in the whole program.
    pub(crate) rest_rules: Vec<usize>,
    /// How each rule of the program is evaluated.
    pub(crate) evaluations: Vec<LineEvaluation>,
}

/// A candidate for a unit: a value line, or the rules of a relation to be exported.
struct Member {
    /// The relation, if it is exported.
    export: Option<usize>,
    /// The rules with their anchors.
    rules: Vec<(usize, usize)>,
    surroundings: Surroundings,
}

/// Members that fit into no unit: the relation, if it was to be exported, and the first rule.
type Without = BTreeSet<(Option<usize>, usize)>;

/// How many bits the pattern of a place has.
fn pattern_bits(surroundings: &Surroundings, locality: &Locality<'_>) -> u32 {
    let width = |counts: &dyn Fn(usize) -> bool| {
        let relations = surroundings.zones.keys().filter(|&&relation| counts(relation));
        let codings = relations.filter_map(|&relation| locality.coding(relation));
        codings.map(|coding| coding.bits).sum::<u32>()
    };
    let near = surroundings.others().into_iter().map(u64::count_ones).max().unwrap_or(0);
    width(&|relation| surroundings.is_own(relation))
        + near * width(&|relation| surroundings.is_near(relation))
}

/// Divides a program. The relations that the rest imports are numbered from `first_import` on
/// among the relations of the game.
pub(crate) fn divide(locality: &Locality<'_>, first_import: usize) -> Division {
    let program = locality.program;
    // A member that does not fit is not tried again, so this terminates.
    let mut without = BTreeSet::new();
    let (divider, mut rest) = loop {
        let mut divider = Divider { locality, members: Vec::new(), units: Vec::new() };
        let mut global = Vec::new();
        for (number, rule) in program.rules.iter().enumerate() {
            if rule.head_relation().is_some() {
                continue;
            }
            let anchor = locality.best_anchor(rule).filter(|_| !without.contains(&(None, number)));
            match anchor {
                Some((anchor, surroundings)) => divider.members.push(Member {
                    export: None,
                    rules: vec![(number, anchor)],
                    surroundings,
                }),
                None => global.push(number),
            }
        }
        let rest = divider.rest(&global, &without);
        match divider.assign() {
            Some(member) => without.insert((member.export, member.rules[0].0)),
            None => break (divider, rest),
        };
    };
    let mut evaluations: Vec<LineEvaluation> = (0..program.rules.len())
        .map(|number| match rest.contains(&number) {
            true => LineEvaluation::Afresh,
            false => LineEvaluation::Never,
        })
        .collect();
    let mut units = Vec::new();
    let mut imports = Vec::new();
    for (number, members) in divider.units.iter().enumerate() {
        let unit = divider.unit(members);
        for &(rule, _) in &unit.rules {
            if evaluations[rule] == LineEvaluation::Never {
                evaluations[rule] = LineEvaluation::ByPattern { table: number };
            }
        }
        imports.extend(unit.exports.iter().map(|&(_, relation)| relation));
        units.push(unit);
    }
    rest.sort_unstable();
    let rest_rules = rest;
    let mut rest = with_rules(program, rest_rules.iter().map(|&rule| program.rules[rule].clone()));
    for (number, relation) in imports.into_iter().enumerate() {
        let index = first_import + number;
        rest.relations[relation].origin =
            Origin::Edb { index, is_function: false, is_fixed: false, set_column: None };
        rest.strata.retain(|stratum| !stratum.relations.contains(&relation));
    }
    Division { units, rest, rest_rules, evaluations }
}

/// The same program with other rules.
fn with_rules(program: &Program, rules: impl Iterator<Item = Rule>) -> Program {
    Program {
        relations: program.relations.clone(),
        rules: rules.collect(),
        strata: program.strata.clone(),
        bag_semantics: program.bag_semantics,
        keeps_facts: false,
        maintained: Vec::new(),
        exports: Vec::new(),
        listed: Vec::new(),
    }
}

struct Divider<'a, 'p> {
    locality: &'a Locality<'p>,
    /// What can be evaluated by pattern.
    members: Vec<Member>,
    /// The members of each unit, and what they depend on together.
    units: Vec<(Vec<Member>, Surroundings)>,
}

impl<'p> Divider<'_, 'p> {
    /// Assigns all members to units, those with large patterns first. Returns a member that does
    /// not fit.
    fn assign(&mut self) -> Option<Member> {
        let mut members = std::mem::take(&mut self.members);
        let bits = |member: &Member| pattern_bits(&member.surroundings, self.locality);
        members.sort_by_cached_key(|member| std::cmp::Reverse(bits(member)));
        members.into_iter().find_map(|member| self.add(member).err())
    }

    /// Adds a member to a unit, if it fits. The less a pattern covers, the more often it occurs. So
    /// units are kept apart unless one depends on everything that the other does, their patterns
    /// are short even together, or there would be too many units.
    fn add(&mut self, member: Member) -> Result<(), Member> {
        let locality = self.locality;
        let fits =
            |surroundings: &Surroundings| pattern_bits(surroundings, locality) <= MAX_PATTERN_BITS;
        if !fits(&member.surroundings) {
            return Err(member);
        }
        let is_full = self.units.len() == MAX_UNITS;
        for (members, surroundings) in &mut self.units {
            let exports = members.iter().filter(|member| member.export.is_some()).count();
            let both = surroundings.union(&member.surroundings);
            let is_related = surroundings.covers(&member.surroundings)
                || member.surroundings.covers(surroundings)
                || pattern_bits(&both, locality) <= MAX_JOINED_BITS;
            if fits(&both)
                && (is_related || is_full)
                && (member.export.is_none() || exports < MAX_EXPORTS)
            {
                members.push(member);
                *surroundings = both;
                return Ok(());
            }
        }
        if is_full {
            return Err(member);
        }
        let surroundings = member.surroundings.clone();
        self.units.push((vec![member], surroundings));
        Ok(())
    }

    /// The rules that have to be evaluated for these value lines. Relations that can be exported
    /// by a unit become part of it instead.
    fn rest(&mut self, lines: &[usize], without: &Without) -> Vec<usize> {
        let program = self.locality.program;
        let mut rules = lines.to_vec();
        let mut seen = vec![false; program.relations.len()];
        let mut at = 0;
        while at < rules.len() {
            let mut used = Vec::new();
            for_each_dependency(&program.rules[rules[at]].body, false, &mut |relation, _| {
                used.push(relation);
            });
            at += 1;
            for relation in used {
                let is_new = !std::mem::replace(&mut seen[relation], true);
                if is_new && program.relations[relation].is_idb() && !self.export(relation, without)
                {
                    let of_relation =
                        |&rule: &usize| program.rules[rule].head_relation() == Some(relation);
                    rules.extend((0..program.rules.len()).filter(of_relation));
                }
            }
        }
        rules
    }

    /// Has a unit export a relation, if all its rules are local and its rows fit into a word.
    fn export(&mut self, relation: usize, without: &Without) -> bool {
        let program = self.locality.program;
        let is_recursive = program
            .strata
            .iter()
            .any(|stratum| stratum.is_recursive && stratum.relations.contains(&relation));
        let row_bits = program.relations[relation].bits();
        if program.bag_semantics || is_recursive || row_bits > MAX_EXPORT_BITS {
            return false;
        }
        let mut rules = Vec::new();
        let mut all: Option<Surroundings> = None;
        for (number, rule) in program.rules.iter().enumerate() {
            if rule.head_relation() == Some(relation) {
                let Some((anchor, found)) = self.locality.best_anchor(rule) else { return false };
                all = Some(all.map_or(found.clone(), |all| all.union(&found)));
                rules.push((number, anchor));
            }
        }
        let export = Some(relation);
        let is_possible = |rules: &[(usize, usize)]| !without.contains(&(export, rules[0].0));
        let Some(surroundings) = all.filter(|_| is_possible(&rules)) else { return false };
        self.members.push(Member { export, rules, surroundings });
        true
    }

    /// The program of a unit.
    fn unit(&self, (members, surroundings): &(Vec<Member>, Surroundings)) -> Unit {
        let program = self.locality.program;
        let mut unit = with_rules(program, std::iter::empty());
        let places = Range::new(0, self.locality.places as i32 - 1);
        let anchor = unit.relations.len();
        let index = unit.relations.iter().filter(|relation| !relation.is_idb()).count();
        unit.relations.push(Relation {
            name: "anchor".into(),
            columns: vec![(Type::Member(self.locality.domain), places)],
            // A function without arguments: the anchor is looked up, not searched for.
            origin: Origin::Edb { index, is_function: true, is_fixed: false, set_column: None },
        });
        let mut exports = Vec::new();
        // The rules so far, each with its number and its anchor.
        let mut rules: Vec<(usize, Rule, Option<usize>)> = Vec::new();
        for member in members {
            let exported = member.export.map(|relation| {
                exports.push((unit.relations.len(), relation));
                unit.relations.push(program.relations[relation].clone());
                unit.relations.len() - 1
            });
            for &(number, variable) in &member.rules {
                let mut rule = anchored(&program.rules[number], anchor, variable);
                if let (Some(exported), Head::Atom { relation, .. }) = (exported, &mut rule.head) {
                    *relation = exported;
                }
                rules.push((number, rule, Some(variable)));
            }
        }
        // Relations after those that use them.
        let strata = program.strata.iter().rev();
        for &relation in strata.flat_map(|stratum| &stratum.relations) {
            let uses: Vec<Vec<usize>> =
                rules.iter().flat_map(|(_, rule, anchor)| uses(rule, *anchor, relation)).collect();
            if uses.is_empty() {
                continue;
            }
            let is_variable = |column: usize| {
                let of_head = |rule: &Rule| matches!(&rule.head, Head::Atom { columns, .. } if matches!(columns[column], Operand::Variable(_)));
                self.locality.rules_of(relation).all(of_head)
            };
            let columns = 0..program.relations[relation].columns.len();
            let column = columns
                .into_iter()
                .find(|column| uses.iter().all(|one| one.contains(column)) && is_variable(*column));
            for (number, rule) in program.rules.iter().enumerate() {
                let Head::Atom { relation: head, columns } = &rule.head else { continue };
                if *head != relation {
                    continue;
                }
                match column.map(|column| columns[column]) {
                    Some(Operand::Variable(variable)) => {
                        rules.push((number, anchored(rule, anchor, variable), Some(variable)));
                    }
                    _ => rules.push((number, rule.clone(), None)),
                }
            }
        }
        let numbers = rules.iter().map(|&(number, _, anchor)| (number, anchor)).collect();
        unit.rules = rules.into_iter().map(|(_, rule, _)| rule).collect();
        for &(relation, _) in &exports {
            unit.strata.push(Stratum { relations: vec![relation], is_recursive: false });
            unit.exports.push(relation);
        }
        let surroundings = surroundings.clone();
        Unit { program: unit, surroundings, rules: numbers, exports }
    }
}

/// The rule with the condition that a variable is the anchor.
fn anchored(rule: &Rule, anchor: usize, variable: usize) -> Rule {
    let mut rule = rule.clone();
    let columns = vec![Operand::Variable(variable)];
    let kind = LiteralKind::Positive { relation: anchor, columns };
    rule.body.insert(0, Literal { kind, span: rule.span });
    rule
}

/// For each use of a relation in a rule, the columns that have the rule's anchor.
fn uses(rule: &Rule, anchor: Option<usize>, relation: usize) -> Vec<Vec<usize>> {
    fn visit(
        body: &[Literal],
        anchor: Option<Operand>,
        relation: usize,
        found: &mut Vec<Vec<usize>>,
    ) {
        let with_anchor = |columns: &[Option<Operand>]| {
            let is_anchor = |&column: &usize| anchor.is_some() && columns[column] == anchor;
            (0..columns.len()).filter(is_anchor).collect()
        };
        for literal in body {
            if let Some((_, columns)) = literal.atom().filter(|(used, _)| *used == relation) {
                found.push(with_anchor(&columns));
            }
            if let LiteralKind::Aggregate { body, .. } = &literal.kind {
                visit(body, anchor, relation, found);
            }
        }
    }
    let mut found = Vec::new();
    visit(&rule.body, anchor.map(Operand::Variable), relation, &mut found);
    found
}

/// The rows of an exported relation that a word has, each as its columns.
pub(crate) fn exported_rows(
    relation: &Relation,
    word: u64,
) -> impl Iterator<Item = Vec<i32>> + use<'_> {
    bits(word).map(move |bit| {
        let mut rest = bit as i32;
        let mut row: Vec<i32> = Vec::new();
        for (_, range) in relation.columns.iter().rev() {
            row.insert(0, (rest & ((1 << range.bits()) - 1)) + range.least);
            rest >>= range.bits();
        }
        row
    })
}
