//! Patterns: caches the results of a unit of local rules by the codes of the places near an anchor.
//!
//! A position is evaluated place by place. The codes of a place and of those near it are packed
//! into a number, the pattern, which is looked up in a table. If it is missing, the unit gets the
//! facts about these places and is run with the place as its anchor, and the table stores the
//! result. The table is a cache of fixed size. Patterns are stored whole and compared, so no result
//! is mistaken for another.

use std::collections::BTreeSet;

use agon_core::{Facts, Side};

use crate::bits::bits;
use crate::division::Unit;
use crate::equivalence::classes;
use crate::locality::{Locality, Zone};
use crate::memory::Memory;
use crate::plan::{Plan, plan};
use crate::program::{
    Expression, Head, Literal, LiteralKind, Operand, Origin, Program, StartFacts,
};
use crate::program::{Relation, Rule, Type};
use crate::step::Insertion;

/// The log of the entries of a table.
const TABLE_BITS: u32 = 15;

/// The most places of a board.
pub(crate) const MAX_PLACES: usize = 64;

/// The bits of a stored pattern besides the codes: that there is one, who `me` is, the place.
const USED: u64 = 1 << 63;
const ME_SHIFT: u32 = 62;
const PLACE_SHIFT: u32 = 56;

/// Spreads patterns over the table.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// The words of an entry before those of the exported relations: the pattern, and the points of
/// both players, me first.
const ENTRY_WORDS: usize = 3;

/// A table of cached patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternTable {
    /// How many bits a pattern has.
    pub bits: u32,
    /// How many places a pattern is about, at most.
    pub places: usize,
    /// How many kinds of places there are, which do not share patterns.
    pub kinds: usize,
    /// Whether patterns are shared by both sides.
    pub is_symmetric: bool,
    /// The size of the table in bytes.
    pub bytes: usize,
}

/// A compiled unit.
pub(crate) struct PatternUnit {
    pub(crate) plan: Plan,
    /// The codes of a place that matter where it is the anchor, and where it is another place.
    own: Packing,
    near: Packing,
    places: Vec<Place>,
    /// The places near each, one after the other.
    others: Vec<u8>,
    /// For each place the anchors that it is near, as bits.
    anchors: Vec<u64>,
    /// Whether the rules treat both sides alike, so that entries for one side as `me` also serve
    /// the other.
    is_symmetric: bool,
    /// The bits of the codes of the place itself, and of each other place.
    pub(crate) own_bits: u32,
    pub(crate) near_bits: u32,
    /// The codes of relations without whose facts about a place there are no points; none if
    /// there can be points without facts.
    drivers: Vec<usize>,
    /// All places, as bits.
    all: u64,
    /// The facts that the unit needs: the relation in the vocabulary, its coded column, the places
    /// for each anchor, and where the rows are stored.
    facts: Vec<(usize, usize, Zone, Insertion)>,
    anchor: Option<Insertion>,
    /// The rules of the whole program that the plan is made of, in its order.
    pub(crate) rules: Vec<usize>,
    /// The relations whose rows the rest imports, in its order.
    pub(crate) exports: Vec<Exported>,
}

/// A relation that a unit exports.
pub(crate) struct Exported {
    /// For each column with a side, the rows in which it is the first, and how far away those
    /// with the second are.
    sides: Vec<(u64, u32)>,
}

impl Exported {
    fn new(relation: &Relation) -> Exported {
        let mut shift = relation.bits();
        let mut sides = Vec::new();
        for (ty, range) in &relation.columns {
            shift -= range.bits();
            if *ty == Type::Side && range.bits() == 1 {
                let is_first = |&row: &u64| row >> shift & 1 == 0;
                let first = (0..64).filter(is_first).fold(0, |rows, row| rows | 1 << row);
                sides.push((first, 1 << shift));
            }
        }
        Exported { sides }
    }

    /// The rows with the sides exchanged.
    fn exchanged(&self, mut rows: u64) -> u64 {
        for &(first, distance) in &self.sides {
            rows = (rows & first) << distance | rows >> distance & first;
        }
        rows
    }
}

/// A place as an anchor.
struct Place {
    /// The equivalence class of the place.
    class: u64,
    /// Where the places near it begin and end.
    first: usize,
    end: usize,
}

/// The codes of a relation in a position.
#[derive(Clone)]
pub(crate) struct Codes {
    /// The code of each place.
    pub(crate) codes: [u32; MAX_PLACES],
    /// The places whose code is not 0, as bits.
    pub(crate) places: u64,
    /// The places whose code changed with the last position.
    pub(crate) changed: u64,
}

impl Codes {
    /// The codes of a position without facts.
    pub(crate) fn new() -> Codes {
        Codes { codes: [0; MAX_PLACES], places: 0, changed: 0 }
    }

    /// Replaces the codes of some places by those that `write` writes.
    #[inline]
    pub(crate) fn update(&mut self, some: u64, write: impl FnOnce(&mut [u32]) -> u64) {
        let before = self.codes;
        self.places = self.places & !some | write(&mut self.codes);
        let differs = |&place: &usize| before[place % MAX_PLACES] != self.codes[place % MAX_PLACES];
        self.changed = bits(some).filter(differs).fold(0, |all, place| all | 1 << place);
    }
}

/// Codes that are packed: which ones of all that are computed, and by how much they are shifted.
type Packing = Vec<(usize, u32)>;

/// What a search worker needs to evaluate a unit.
#[derive(Clone)]
pub(crate) struct PatternMemory {
    memory: Memory,
    /// The table, entry by entry.
    table: Vec<u64>,
    /// The codes of each place that matter where it is not the anchor, packed.
    near: [u64; MAX_PLACES],
    /// The results of the places in the last position, by the side that is `me`.
    sums: [Sums; 2],
}

/// The results of places and their totals.
#[derive(Clone)]
struct Sums {
    /// The places that have to be looked up again, as bits.
    stale: u64,
    /// The points of each place, me first, and of all.
    places: [[i64; 2]; MAX_PLACES],
    points: [i64; 2],
    /// The rows of each exported relation, by place.
    rows: Vec<[u64; MAX_PLACES]>,
}

impl Sums {
    /// Replaces the result of a place.
    #[inline]
    fn replace(&mut self, place: usize, points: [i64; 2], rows: &[u64]) {
        let place = place % MAX_PLACES;
        let before = std::mem::replace(&mut self.places[place], points);
        for side in 0..2 {
            // Sums of 32-bit numbers of bounded steps: this cannot overflow.
            self.points[side] += points[side] - before[side];
        }
        for (number, all) in self.rows.iter_mut().enumerate() {
            all[place] = rows.get(number).copied().unwrap_or(0);
        }
    }
}

impl PatternUnit {
    /// Compiles a unit; `None` if it is too large.
    pub(crate) fn new(
        unit: &Unit,
        locality: &Locality<'_>,
        start_facts: &StartFacts,
        slots: &mut Vec<usize>,
    ) -> Option<PatternUnit> {
        let mut start_facts = start_facts.clone();
        let anchor_index = start_facts.len();
        start_facts.push(vec![vec![0]]);
        let plan = plan(&unit.program, &start_facts).ok()?;
        let surroundings = &unit.surroundings;
        let (mut own_bits, mut near_bits, mut drivers) = (0, 0, Vec::new());
        let (mut own, mut near) = (Vec::new(), Vec::new());
        for &relation in surroundings.zones.keys() {
            let (index, coding) = (edb_index(unit, relation)?, locality.coding(relation)?);
            let slot = slots.iter().position(|&known| known == index).unwrap_or_else(|| {
                slots.push(index);
                slots.len() - 1
            });
            if surroundings.drivers.as_ref().is_some_and(|all| all.contains(&relation)) {
                drivers.push(slot);
            }
            if surroundings.is_own(relation) {
                own.push((slot, own_bits));
                own_bits += coding.bits;
            }
            if surroundings.is_near(relation) {
                near.push((slot, near_bits));
                near_bits += coding.bits;
            }
        }
        let (mut facts, mut anchor) = (Vec::new(), None);
        for (index, insertion) in &plan.facts {
            if *index == anchor_index {
                anchor = Some(insertion.clone());
                continue;
            }
            let mut used = surroundings.zones.iter();
            let (&relation, zone) =
                used.find(|&(&relation, _)| edb_index(unit, relation) == Some(*index))?;
            let column = locality.coding(relation)?.column;
            facts.push((*index, column, zone.clone(), insertion.clone()));
        }
        let (mut places, mut others) = (Vec::new(), Vec::new());
        let classes = classes(unit, locality, &start_facts);
        for (class, near) in classes.into_iter().zip(surroundings.others()) {
            let first = others.len();
            others.extend(bits(near).map(|place| place as u8));
            places.push(Place { class: (class as u64) << PLACE_SHIFT, first, end: others.len() });
        }
        let mut anchors = vec![0; locality.places];
        for (anchor, near) in surroundings.others().into_iter().enumerate() {
            bits(near).for_each(|place| anchors[place] |= 1 << anchor);
        }
        let exports = unit.exports.iter();
        let exports = exports.map(|&(relation, _)| &unit.program.relations[relation]);
        Some(PatternUnit {
            plan,
            own,
            near,
            places,
            others,
            anchors,
            is_symmetric: is_symmetric(&unit.program),
            own_bits,
            near_bits,
            drivers,
            all: u64::MAX >> (MAX_PLACES - locality.places),
            facts,
            anchor,
            rules: unit.rules.iter().map(|&(number, _)| number).collect(),
            exports: exports.map(Exported::new).collect(),
        })
    }

    /// A memory with an empty table.
    pub(crate) fn new_memory(&self) -> PatternMemory {
        let table = vec![0; self.entry_words() << TABLE_BITS];
        let memory = self.plan.memory.clone();
        let sums = Sums {
            stale: self.all,
            places: [[0; 2]; MAX_PLACES],
            points: [0; 2],
            rows: vec![[0; MAX_PLACES]; self.exports.len()],
        };
        PatternMemory { memory, table, near: [0; MAX_PLACES], sums: [sums.clone(), sums] }
    }

    fn entry_words(&self) -> usize {
        ENTRY_WORDS + self.exports.len()
    }

    /// How many bytes the table has.
    pub(crate) fn table_bytes(&self) -> usize {
        (8 * self.entry_words()) << TABLE_BITS
    }

    /// Describes the table.
    pub(crate) fn table(&self) -> PatternTable {
        let near = self.places.iter().map(|place| place.end - place.first).max().unwrap_or(0);
        let kinds: BTreeSet<u64> = self.places.iter().map(|place| place.class).collect();
        PatternTable {
            bits: self.own_bits + self.near_bits * near as u32,
            places: near + 1,
            kinds: kinds.len(),
            is_symmetric: self.is_symmetric,
            bytes: self.table_bytes(),
        }
    }

    /// The places that have to be looked up again after codes changed, as bits.
    #[inline]
    fn affected(&self, codes: &[Codes]) -> u64 {
        let changed =
            |packing: &Packing| packing.iter().fold(0, |all, &(slot, _)| all | codes[slot].changed);
        let driven = self.drivers.iter().fold(0, |all, &slot| all | codes[slot].changed);
        let here = changed(&self.own) | driven;
        bits(changed(&self.near)).fold(here, |all, place| all | self.anchors[place])
    }

    /// Adds the points of a position, me first, and the rows of the exported relations. Returns the
    /// number of patterns that were replaced.
    #[inline]
    pub(crate) fn evaluate<G: Facts>(
        &self,
        memory: &mut PatternMemory,
        game: &G,
        (position, codes): (&G::Position, &[Codes]),
        me: Side,
        points: &mut [i64; 2],
        exported: &mut [u64],
    ) -> u32 {
        let affected = self.affected(codes);
        memory.sums.iter_mut().for_each(|sums| sums.stale |= affected);
        let is_exchanged = self.is_symmetric && me == Side::Second;
        let me = if self.is_symmetric { Side::First } else { me };
        let stale = std::mem::take(&mut memory.sums[me.index()].stale);
        // The codes of one relation need not be packed.
        let only = match self.near[..] {
            [(slot, _)] => Some(&codes[slot].codes),
            _ => None,
        };
        if only.is_none() {
            pack(&mut memory.near, codes, &self.near, self.places.len());
        }
        let driven = self.drivers.iter().fold(0, |all, &slot| all | codes[slot].places);
        let driven = if self.drivers.is_empty() { self.all } else { driven };
        let mut replaced = 0;
        let words = self.entry_words();
        let me_bit = USED | (me.index() as u64) << ME_SHIFT;
        for place in bits(stale & !driven) {
            memory.sums[me.index()].replace(place, [0; 2], &[]);
        }
        for place in bits(stale & driven) {
            let info = &self.places[place];
            let mut pattern = me_bit | info.class;
            for &(slot, shift) in &self.own {
                pattern |= u64::from(codes[slot].codes[place % MAX_PLACES]) << shift;
            }
            let mut shift = self.own_bits;
            for &other in &self.others[info.first..info.end] {
                let other = usize::from(other) % MAX_PLACES;
                let near = only.map_or(memory.near[other], |codes| codes[other].into());
                pattern |= near << shift;
                shift += self.near_bits;
            }
            let entry = words * (pattern.wrapping_mul(MULTIPLIER) >> (64 - TABLE_BITS)) as usize;
            if memory.table[entry] != pattern {
                replaced += u32::from(memory.table[entry] != 0);
                self.fill(memory, game, position, me, place, (entry, pattern));
            }
            let [_, mine, yours, rows @ ..] = &memory.table[entry..entry + words] else { continue };
            memory.sums[me.index()].replace(place, [*mine as i64, *yours as i64], rows);
        }
        let found = &memory.sums[me.index()];
        let mut sums = found.points;
        for (all, rows) in exported.iter_mut().zip(&found.rows) {
            *all = rows.iter().fold(0, |all, rows| all | rows);
        }
        if is_exchanged {
            sums.swap(0, 1);
            for (rows, export) in exported.iter_mut().zip(&self.exports) {
                *rows = export.exchanged(*rows);
            }
        }
        points[0] = points[0].saturating_add(sums[0]);
        points[1] = points[1].saturating_add(sums[1]);
        replaced
    }

    /// Runs the unit for one place and stores the result in the table.
    #[cold]
    fn fill<G: Facts>(
        &self,
        memory: &mut PatternMemory,
        game: &G,
        position: &G::Position,
        me: Side,
        place: usize,
        (entry, pattern): (usize, u64),
    ) {
        let PatternMemory { memory, table, .. } = memory;
        memory.clear(&self.plan.sizes);
        let me = me.index() as i32;
        for (relation, column, zone, insertion) in &self.facts {
            for near in bits(zone[place]) {
                game.facts_about(position, *relation, *column, near, |row| {
                    memory.insert_fact(insertion, row, me);
                });
            }
        }
        if let Some(insertion) = &self.anchor {
            memory.insert_fact(insertion, &[place as i32], 0);
        }
        let [mine, yours] = self.plan.run(memory);
        table[entry..entry + ENTRY_WORDS].copy_from_slice(&[pattern, mine as u64, yours as u64]);
        for (word, &from) in table[entry + ENTRY_WORDS..]
            .iter_mut()
            .zip(self.plan.exports.iter().map(|one| &one.first))
        {
            *word = memory.bits[from];
        }
    }
}

/// Packs codes for each place, in blocks of a fixed size so that they are vectorised.
#[inline]
fn pack(packed: &mut [u64; MAX_PLACES], codes: &[Codes], packing: &Packing, places: usize) {
    const BLOCK: usize = 16;
    let blocks = places.div_ceil(BLOCK);
    for (number, &(slot, shift)) in packing.iter().enumerate() {
        let keep = if number == 0 { 0 } else { u64::MAX };
        let (packed, _) = packed.as_chunks_mut::<BLOCK>();
        let (codes, _) = codes[slot].codes.as_chunks::<BLOCK>();
        for (packed, codes) in packed.iter_mut().zip(codes).take(blocks) {
            for place in 0..BLOCK {
                packed[place] = packed[place] & keep | u64::from(codes[place]) << (shift & 63);
            }
        }
    }
}

/// The index in the vocabulary of a relation of the game.
fn edb_index(unit: &Unit, relation: usize) -> Option<usize> {
    match unit.program.relations[relation].origin {
        Origin::Edb { index, .. } => Some(index),
        Origin::Idb => None,
    }
}

/// Whether no rule names a side.
fn is_symmetric(program: &Program) -> bool {
    let names_side = |columns: &[Option<Operand>], relation: usize| {
        let columns = columns.iter().zip(&program.relations[relation].columns);
        let mut columns =
            columns.filter(|(operand, _)| matches!(operand, Some(Operand::Constant(_))));
        columns.any(|(_, &(ty, _))| ty == Type::Side)
    };
    fn is_even(
        rule: &Rule,
        body: &[Literal],
        names_side: &dyn Fn(&[Option<Operand>], usize) -> bool,
    ) -> bool {
        body.iter().all(|literal| match &literal.kind {
            LiteralKind::Compare(one, _, two) => is_side(rule, one) == is_side(rule, two),
            LiteralKind::Aggregate { body, .. } => is_even(rule, body, names_side),
            _ => literal.atom().is_none_or(|(relation, columns)| !names_side(&columns, relation)),
        })
    }
    program.rules.iter().all(|rule| {
        let head = match &rule.head {
            Head::Atom { relation, columns } => {
                let columns: Vec<_> = columns.iter().copied().map(Some).collect();
                !names_side(&columns, *relation)
            }
            Head::Value { player, .. } => matches!(player, Operand::Variable(_)),
        };
        head && is_even(rule, &rule.body, &names_side)
    })
}

/// Whether an expression is a variable that stands for a side.
fn is_side(rule: &Rule, expression: &Expression) -> bool {
    match expression {
        Expression::Operand(Operand::Variable(variable)) => {
            rule.variables[*variable].ty == Type::Side
        }
        _ => false,
    }
}
