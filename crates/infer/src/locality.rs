//! Locality: which rules depend only on the surroundings of one square.
//!
//! A rule is local if one of its variables, the anchor, stands for a member of the game's domain
//! of places (squares, cells), and every fact that the rule asks for and that can change is about
//! a place near the anchor: the anchor itself, or a place that facts which never change lead to,
//! such as `adjacent`. What a local rule gives for one anchor is then determined by the codes of
//! the places near it, and can be remembered.

use std::collections::{BTreeMap, BTreeSet};

use agon_core::{Coding, ColumnType, Vocabulary};

use crate::bits::bits;
use crate::program::{
    Head, Literal, LiteralKind, Operand, Origin, Program, Rule, StartFacts, Type, variables_of,
};

/// The most places near an anchor, the anchor included.
const MAX_PLACES: u32 = 9;

/// For each anchor, the places near it as bits.
pub(crate) type Zone = Vec<u64>;

/// What a rule depends on, if it is local.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    /// The changing relations, and whose facts of them matter.
    pub(crate) zones: BTreeMap<usize, Zone>,
    /// The relations without whose facts about the anchor the rule cannot hold: one of them must
    /// have some. `None` if it can hold without any.
    pub(crate) drivers: Option<BTreeSet<usize>>,
}

impl Surroundings {
    /// What two rules depend on together.
    pub(crate) fn union(&self, other: &Surroundings) -> Surroundings {
        let mut zones = self.zones.clone();
        for (&relation, zone) in &other.zones {
            add_zone(&mut zones, relation, zone);
        }
        let both = self.drivers.as_ref().zip(other.drivers.as_ref());
        Surroundings { zones, drivers: both.map(|(one, two)| one | two) }
    }

    /// Whether all that another rule depends on is among this.
    pub(crate) fn covers(&self, other: &Surroundings) -> bool {
        let covers = |(relation, zone): (&usize, &Zone)| {
            let own = self.zones.get(relation);
            own.is_some_and(|own| own.iter().zip(zone).all(|(own, zone)| zone & !own == 0))
        };
        other.zones.iter().all(covers)
    }

    /// The places other than the anchor whose facts matter.
    pub(crate) fn others(&self) -> Zone {
        let mut others = vec![0; self.zones.values().next().map_or(0, Vec::len)];
        for zone in self.zones.values() {
            others.iter_mut().zip(zone).for_each(|(all, &more)| *all |= more);
        }
        others.iter_mut().enumerate().for_each(|(anchor, all)| *all &= !(1 << anchor));
        others
    }

    /// Whether facts of a relation about the anchor matter.
    pub(crate) fn is_own(&self, relation: usize) -> bool {
        let is_own = |(anchor, &zone): (usize, &u64)| zone >> anchor & 1 == 1;
        self.zones.get(&relation).is_some_and(|zone| zone.iter().enumerate().any(is_own))
    }

    /// Whether facts of a relation about other places matter.
    pub(crate) fn is_near(&self, relation: usize) -> bool {
        let is_near = |(anchor, &zone): (usize, &u64)| zone & !(1 << anchor) != 0;
        self.zones.get(&relation).is_some_and(|zone| zone.iter().enumerate().any(is_near))
    }
}

fn add_zone(zones: &mut BTreeMap<usize, Zone>, relation: usize, zone: &Zone) {
    match zones.get_mut(&relation) {
        Some(known) => known.iter_mut().zip(zone).for_each(|(all, &more)| *all |= more),
        None => drop(zones.insert(relation, zone.clone())),
    }
}

/// Composes two zones: for each anchor, the places that the second zone leads to from the first.
fn compose(first: &[u64], second: &[u64]) -> Zone {
    let through = |&places: &u64| bits(places).fold(0, |all, place| all | second[place]);
    first.iter().map(through).collect()
}

fn is_small(zone: &[u64]) -> bool {
    zone.iter().all(|places| places.count_ones() <= MAX_PLACES)
}

fn size(zone: &[u64]) -> u32 {
    zone.iter().map(|places| places.count_ones()).sum()
}

/// The analysis of a program.
pub(crate) struct Locality<'p> {
    pub(crate) program: &'p Program,
    start_facts: &'p StartFacts,
    /// The domain of places, and how many there are.
    pub(crate) domain: usize,
    pub(crate) places: usize,
    codings: Vec<Option<Coding>>,
    /// For each relation and each of its columns, what the rows with a place there depend on.
    columns: Vec<Vec<Option<Surroundings>>>,
    /// The derived relations that are the same in every position.
    constant: Vec<bool>,
}

impl<'p> Locality<'p> {
    /// Analyses a program; `None` if the game has no codes.
    pub(crate) fn of(
        program: &'p Program,
        vocabulary: &Vocabulary,
        start_facts: &'p StartFacts,
    ) -> Option<Locality<'p>> {
        let domain = vocabulary.relations.iter().find_map(|relation| {
            let column = relation.columns.get(relation.coding?.column)?.1;
            if let ColumnType::Member(domain) = column { Some(domain) } else { None }
        })?;
        let places = vocabulary.domains[domain].members.len();
        let codings = vocabulary.relations.iter().map(|relation| {
            let coding = relation.coding?;
            let column = relation.columns.get(coding.column)?.1;
            (column == ColumnType::Member(domain) && !relation.is_fixed).then_some(coding)
        });
        let mut locality = Locality {
            program,
            start_facts,
            domain,
            places,
            codings: codings.collect(),
            columns: program.relations.iter().map(|one| vec![None; one.columns.len()]).collect(),
            constant: vec![false; program.relations.len()],
        };
        for stratum in program.strata.iter().filter(|stratum| !stratum.is_recursive) {
            for &relation in &stratum.relations {
                locality.analyse(relation);
            }
        }
        (1..=64).contains(&places).then_some(locality)
    }

    /// How the game codes a relation of the program.
    pub(crate) fn coding(&self, relation: usize) -> Option<Coding> {
        match self.program.relations[relation].origin {
            Origin::Edb { index, is_fixed: false, .. } => self.codings[index],
            _ => None,
        }
    }

    /// The rules of a derived relation.
    pub(crate) fn rules_of(&self, relation: usize) -> impl Iterator<Item = &'p Rule> + use<'p> {
        let rules = self.program.rules.iter();
        rules.filter(move |rule| rule.head_relation() == Some(relation))
    }

    /// Determines whether a derived relation is constant, and in which columns it is local.
    fn analyse(&mut self, relation: usize) {
        let nothing = |rule: &Rule| {
            self.surroundings_with(rule, &vec![None; rule.variables.len()])
                .is_some_and(|found| found.zones.is_empty())
        };
        let is_constant = self.rules_of(relation).all(nothing);
        self.constant[relation] = is_constant;
        for column in 0..self.program.relations[relation].columns.len() {
            if self.program.relations[relation].columns[column].0 == Type::Member(self.domain) {
                self.columns[relation][column] = self.column(relation, column);
            }
        }
    }

    fn column(&self, relation: usize, column: usize) -> Option<Surroundings> {
        let mut all: Option<Surroundings> = None;
        for rule in self.rules_of(relation) {
            let Head::Atom { columns, .. } = &rule.head else { return None };
            let Operand::Variable(anchor) = columns[column] else { return None };
            let found = self.surroundings(rule, anchor)?;
            all = Some(all.map_or(found.clone(), |all| all.union(&found)));
        }
        all.filter(|all| all.zones.values().all(|zone| is_small(zone)))
    }

    /// The best anchor of a rule and what the rule then depends on, if it is local.
    pub(crate) fn best_anchor(&self, rule: &Rule) -> Option<(usize, Surroundings)> {
        let mut anchors = BTreeSet::new();
        for literal in &rule.body {
            let LiteralKind::Positive { columns, .. } = &literal.kind else { continue };
            let is_place =
                |&variable: &usize| rule.variables[variable].ty == Type::Member(self.domain);
            anchors.extend(variables_of(columns).filter(is_place));
        }
        let anchors = anchors.into_iter();
        let found = anchors.filter_map(|anchor| Some((anchor, self.surroundings(rule, anchor)?)));
        found.min_by_key(|(_, found)| {
            (found.drivers.is_none(), found.zones.values().map(|zone| size(zone)).sum::<u32>())
        })
    }

    /// What a rule with this anchor depends on, if it is local.
    fn surroundings(&self, rule: &Rule, anchor: usize) -> Option<Surroundings> {
        let mut found = self.surroundings_with(rule, &self.zones(rule, anchor))?;
        found.drivers = self.drivers(rule, anchor);
        (!found.zones.is_empty()).then_some(found)
    }

    /// For each variable of a rule with this anchor, the places that it can stand for, if facts
    /// that never change tell.
    pub(crate) fn zones(&self, rule: &Rule, anchor: usize) -> Vec<Option<Zone>> {
        let mut zones: Vec<Option<Zone>> = vec![None; rule.variables.len()];
        zones[anchor] = Some((0..self.places).map(|place| 1 << place).collect());
        while self.spread(&rule.body, &[anchor], &mut zones) {}
        zones
    }

    /// Whether a derived relation is the same in every position.
    pub(crate) fn is_constant(&self, relation: usize) -> bool {
        self.constant[relation]
    }

    fn surroundings_with(&self, rule: &Rule, zones: &[Option<Zone>]) -> Option<Surroundings> {
        let mut found = Surroundings::default();
        self.collect(&rule.body, zones, &mut found)?;
        found.zones.values().all(|zone| is_small(zone)).then_some(found)
    }

    /// Finds the places that variables can stand for by fixed facts. Returns whether it found some.
    /// Variables of `outside` get their values elsewhere.
    fn spread(&self, body: &[Literal], outside: &[usize], zones: &mut [Option<Zone>]) -> bool {
        let mut has_found = false;
        for literal in body {
            match &literal.kind {
                LiteralKind::Positive { relation, columns } => {
                    has_found |= self.spread_by(*relation, columns, outside, zones);
                }
                LiteralKind::Aggregate { body, shared, .. } => {
                    has_found |= self.spread(body, shared, zones);
                }
                LiteralKind::Negative { .. }
                | LiteralKind::Compare(..)
                | LiteralKind::Between { .. } => (),
            }
        }
        has_found
    }

    fn spread_by(
        &self,
        relation: usize,
        columns: &[Operand],
        outside: &[usize],
        zones: &mut [Option<Zone>],
    ) -> bool {
        let table = &self.program.relations[relation];
        let Origin::Edb { index, is_fixed: true, .. } = table.origin else { return false };
        let is_place = |column: usize| table.columns[column].0 == Type::Member(self.domain);
        let mut has_found = false;
        for from in (0..columns.len()).filter(|&column| is_place(column)) {
            for to in (0..columns.len()).filter(|&column| is_place(column) && column != from) {
                let Operand::Variable(variable) = columns[to] else { continue };
                let Some(start) = self.zone_of(columns[from], zones) else { continue };
                if outside.contains(&variable) {
                    continue;
                }
                let mut leads = vec![0u64; self.places];
                for row in &self.start_facts[index] {
                    leads[row[from] as usize] |= 1 << row[to];
                }
                let zone = compose(&start, &leads);
                let is_better =
                    zones[variable].as_ref().is_none_or(|known| size(known) > size(&zone));
                if is_small(&zone) && is_better {
                    zones[variable] = Some(zone);
                    has_found = true;
                }
            }
        }
        has_found
    }

    fn zone_of(&self, operand: Operand, zones: &[Option<Zone>]) -> Option<Zone> {
        match operand {
            Operand::Variable(variable) => zones[variable].clone(),
            Operand::Constant(place) => {
                let place = usize::try_from(place).ok().filter(|&place| place < self.places)?;
                Some(vec![1 << place; self.places])
            }
        }
    }

    /// Adds what literals depend on; `None` if that is not local.
    fn collect(
        &self,
        body: &[Literal],
        zones: &[Option<Zone>],
        found: &mut Surroundings,
    ) -> Option<()> {
        for literal in body {
            if let Some((relation, columns)) = literal.atom() {
                self.collect_relation(relation, &columns, zones, found)?;
            }
            if let LiteralKind::Aggregate { body, .. } = &literal.kind {
                self.collect(body, zones, found)?;
            }
        }
        Some(())
    }

    fn collect_relation(
        &self,
        relation: usize,
        columns: &[Option<Operand>],
        zones: &[Option<Zone>],
        found: &mut Surroundings,
    ) -> Option<()> {
        if self.program.relations[relation].is_fixed() || self.constant[relation] {
            return Some(());
        }
        let zone_at = |column: usize| self.zone_of(columns[column]?, zones);
        if !self.program.relations[relation].is_idb() {
            add_zone(&mut found.zones, relation, &zone_at(self.coding(relation)?.column)?);
            return Some(());
        }
        let local = (0..columns.len()).filter_map(|column| {
            let surroundings = self.columns[relation][column].as_ref()?;
            let zone = zone_at(column)?;
            let near = surroundings.zones.iter();
            let near = near.map(|(&used, near)| (used, compose(&zone, near)));
            Some(near.collect::<Vec<(usize, Zone)>>())
        });
        let cost =
            |zones: &Vec<(usize, Zone)>| zones.iter().map(|(_, zone)| size(zone)).sum::<u32>();
        for (used, zone) in local.min_by_key(cost)? {
            add_zone(&mut found.zones, used, &zone);
        }
        Some(())
    }

    /// The relations one of which must have facts about the anchor if the rule is to hold.
    fn drivers(&self, rule: &Rule, anchor: usize) -> Option<BTreeSet<usize>> {
        let of_literal = |literal: &Literal| {
            let LiteralKind::Positive { relation, columns } = &literal.kind else { return None };
            let is_anchor = |column: usize| columns[column] == Operand::Variable(anchor);
            if let Some(coding) = self.coding(*relation) {
                return is_anchor(coding.column).then(|| BTreeSet::from([*relation]));
            }
            let derived = (0..columns.len()).filter(|&column| is_anchor(column));
            let drivers = |column: usize| self.columns[*relation][column].as_ref()?.drivers.clone();
            derived.filter_map(drivers).min_by_key(BTreeSet::len)
        };
        rule.body.iter().filter_map(of_literal).min_by_key(BTreeSet::len)
    }
}
