//! Derived relations that are maintained: from one position to the next, only those rows are
//! derived again that are about something near what has changed.
//!
//! A relation is maintained by a column, its anchor, if each rule reaches all facts of the position
//! from the anchor: by a column that is the anchor, or one to which a fixed relation leads. So a
//! fact that comes or goes tells which anchors it concerns. The rules get one more condition, that
//! their anchor is among these.

use std::cell::Cell;

use super::machine::Source;
use crate::inline::needed;
use crate::program::{
    Head, Literal, LiteralKind, Operand, Origin, Program, Relation, Rule, StartFacts, Type,
};

/// The most bits of a row of a relation that is maintained.
const MAX_ROW_BITS: u32 = 10;

/// The most rows of fixed relations that are gone through to find what leads to anchors.
const MAX_LINKS: usize = 1 << 22;

/// A relation that is maintained.
pub(crate) struct Maintained {
    /// The least anchor, and all of them as bits, from that one on.
    pub(crate) least: i32,
    pub(crate) all: u64,
    dependencies: Vec<Dependency>,
}

/// Facts on which a relation depends.
struct Dependency {
    /// The given relation, and values that columns of it must have.
    given: usize,
    constants: Vec<(usize, i32)>,
    /// The column that leads to anchors, its least value, and the anchors of each value as bits.
    column: usize,
    least: i32,
    anchors: Vec<u64>,
}

impl Maintained {
    /// The anchors that a fact of a given relation concerns, as bits.
    #[inline]
    pub(crate) fn concerned(&self, given: usize, row: &[i32]) -> u64 {
        let concerns = |dependency: &&Dependency| {
            let mut constants = dependency.constants.iter();
            dependency.given == given && constants.all(|&(column, value)| row[column] == value)
        };
        let found = self.dependencies.iter().filter(concerns);
        found.fold(0, |all, dependency| {
            let at = (row[dependency.column] - dependency.least) as usize;
            all | dependency.anchors.get(at).copied().unwrap_or(0)
        })
    }
}

/// Has all relations maintained that can be. What concerns which anchors is given to the program
/// like facts, from the next relations on.
pub(crate) fn maintain(
    program: &mut Program,
    rows: &mut StartFacts,
    sources: &mut Vec<Source>,
) -> Vec<Maintained> {
    let mut all = Vec::new();
    let needed = needed(program);
    let links_left = Cell::new(MAX_LINKS);
    for relation in (0..program.relations.len()).filter(|&relation| needed[relation]) {
        let Some((column, dependencies)) = anchor(program, relation, rows, sources, &links_left)
        else {
            continue;
        };
        let (ty, range) = program.relations[relation].columns[column];
        let given = rows.len();
        let origin =
            Origin::Edb { index: given, is_function: false, is_fixed: false, set_column: None };
        let name = "anchor".into();
        program.relations.push(Relation { name, columns: vec![(ty, range)], origin });
        program.maintained.push((relation, column));
        // Few anchors are concerned, so joins begin with them.
        rows.push(vec![vec![range.least]]);
        sources.push(Source::Anchors(all.len()));
        let condition = program.relations.len() - 1;
        for rule in &mut program.rules {
            let Head::Atom { relation: head, columns } = &rule.head else { continue };
            if *head == relation {
                let columns = vec![columns[column]];
                let kind = LiteralKind::Positive { relation: condition, columns };
                rule.body.insert(0, Literal { kind, span: rule.span });
            }
        }
        let all_anchors = u64::MAX >> (64 - range.size());
        all.push(Maintained { least: range.least, all: all_anchors, dependencies });
    }
    all
}

/// The column by which a relation can be maintained, and on what it then depends: that whose
/// anchors are concerned by the fewest facts.
fn anchor(
    program: &Program,
    relation: usize,
    rows: &StartFacts,
    sources: &[Source],
    links_left: &Cell<usize>,
) -> Option<(usize, Vec<Dependency>)> {
    let table = &program.relations[relation];
    let mut strata = program.strata.iter();
    let is_recursive =
        strata.any(|stratum| stratum.is_recursive && stratum.relations.contains(&relation));
    if !table.is_idb() || program.is_read(relation) || is_recursive || table.bits() > MAX_ROW_BITS {
        return None;
    }
    let by_column = (0..table.columns.len()).filter_map(|column| {
        let (ty, range) = table.columns[column];
        if !matches!(ty, Type::Member(_)) || range.is_empty() || range.size() > 64 {
            return None;
        }
        let (least, found) = (range.least, Vec::new());
        let mut search = Search { program, rows, sources, links_left, least, found };
        for rule in program.rules.iter().filter(|rule| rule.head_relation() == Some(relation)) {
            search.add_rule(rule, column)?;
        }
        let found = search.found;
        // A fact that concerns most anchors is no reason to go through them one by one.
        let is_local = |dependency: &Dependency| {
            let concerned = dependency.anchors.iter().map(|anchors| anchors.count_ones() as u64);
            2 * concerned.sum::<u64>() <= range.size() * dependency.anchors.len() as u64
        };
        (!found.is_empty() && found.iter().all(is_local)).then_some((column, found))
    });
    by_column.min_by_key(|(_, found)| {
        let masks = found.iter().flat_map(|dependency| &dependency.anchors);
        masks.map(|anchors| anchors.count_ones()).sum::<u32>()
    })
}

/// The search for what a relation depends on.
struct Search<'a> {
    program: &'a Program,
    rows: &'a StartFacts,
    sources: &'a [Source],
    /// How many rows may still be gone through.
    links_left: &'a Cell<usize>,
    /// The least anchor.
    least: i32,
    found: Vec<Dependency>,
}

impl<'a> Search<'a> {
    /// Adds what a rule depends on; `None` if it can depend on facts that no anchor leads to.
    fn add_rule(&mut self, rule: &'a Rule, column: usize) -> Option<()> {
        let Head::Atom { columns, .. } = &rule.head else { return None };
        columns[column].variable()?;
        self.add(&rule.body, columns[column], &mut Vec::new())
    }

    /// `links` are the fixed relations of the conditions around, with their columns.
    fn add(
        &mut self,
        body: &'a [Literal],
        anchor: Operand,
        links: &mut Vec<(usize, &'a [Operand])>,
    ) -> Option<()> {
        let before = links.len();
        for literal in body {
            if let LiteralKind::Positive { relation, columns } = &literal.kind
                && let Origin::Edb { index, is_fixed: true, .. } =
                    self.program.relations[*relation].origin
            {
                links.push((index, columns));
            }
        }
        for literal in body {
            if let LiteralKind::Aggregate { body, .. } = &literal.kind {
                self.add(body, anchor, links)?;
            }
            let Some((relation, columns)) = literal.atom() else { continue };
            match self.program.relations[relation].origin {
                Origin::Edb { is_fixed: true, .. } => (),
                Origin::Edb { index, .. } if matches!(self.sources[index], Source::State(_)) => {
                    let found = self.dependency(relation, index, &columns, anchor, links)?;
                    self.found.push(found);
                }
                _ => return None,
            }
        }
        links.truncate(before);
        Some(())
    }

    /// How facts lead to anchors.
    fn dependency(
        &self,
        relation: usize,
        given: usize,
        columns: &[Option<Operand>],
        anchor: Operand,
        links: &[(usize, &[Operand])],
    ) -> Option<Dependency> {
        let table = &self.program.relations[relation];
        let constant = |(column, operand): (usize, &Option<Operand>)| match operand {
            Some(Operand::Constant(value)) => Some((column, *value)),
            _ => None,
        };
        let constants: Vec<(usize, i32)> =
            columns.iter().enumerate().filter_map(constant).collect();
        let by_column = (0..columns.len()).filter_map(|column| {
            let operand = columns[column].filter(|operand| operand.variable().is_some())?;
            let (ty, range) = table.columns[column];
            if !matches!(ty, Type::Member(_)) {
                return None;
            }
            let mut anchors = vec![0; range.size() as usize];
            let mut lead = |from: i32, to: i32| {
                let place = usize::try_from(from - range.least).ok();
                if let Some(place) = place.and_then(|place| anchors.get_mut(place))
                    && (0..64).contains(&(to - self.least))
                {
                    *place |= 1 << (to - self.least);
                }
            };
            if operand == anchor {
                (range.least..=range.most).for_each(|value| lead(value, value));
            } else {
                let column_of = |columns: &[Operand], wanted| {
                    columns.iter().position(|&operand| operand == wanted)
                };
                let (index, from, to) = links.iter().find_map(|&(index, columns)| {
                    Some((index, column_of(columns, operand)?, column_of(columns, anchor)?))
                })?;
                let links = &self.rows[index];
                self.links_left.set(self.links_left.get().checked_sub(links.len())?);
                links.iter().for_each(|row| lead(row[from], row[to]));
            }
            Some(Dependency {
                given,
                constants: constants.clone(),
                column,
                least: range.least,
                anchors,
            })
        });
        by_column.min_by_key(|one| one.anchors.iter().map(|all| all.count_ones()).sum::<u32>())
    }
}
