//! The plan by which positions are evaluated: units of local rules, whose results are
//! remembered by pattern, and the rest, which is evaluated afresh.

use agon_core::{Facts, Side, Vocabulary};

use crate::bits::bits;
use crate::division::{Division, LineEvaluation, divide, exported_rows};
use crate::locality::Locality;
use crate::memory::Memory;
use crate::patterns::{Codes, MAX_PLACES, PatternMemory, PatternUnit};
use crate::plan::{Plan, plan};
use crate::program::{Program, StartFacts};
use crate::step::Insertion;

/// How many rows an exported relation is expected to have.
const EXPECTED_ROWS: usize = 6;

/// A compiled program in parts. Without units, the plan of the whole program is used.
#[derive(Default)]
pub(crate) struct DividedPlan {
    pub(crate) units: Vec<PatternUnit>,
    rest: Option<Rest>,
    /// The relations of the game whose codes the units need, and how many places there are.
    coded: Vec<usize>,
    places: usize,
    /// How each rule of the program is evaluated.
    pub(crate) evaluations: Vec<LineEvaluation>,
}

/// The rules that are evaluated afresh.
struct Rest {
    plan: Plan,
    /// The rules, by their numbers in the whole program.
    rules: Vec<usize>,
    imports: Vec<Import>,
}

/// Where the rows of a relation go that a unit exports.
struct Import {
    insertion: Insertion,
    /// The word, if all rows can be stored at once.
    word: Option<usize>,
    /// The row of each bit.
    rows: Vec<Vec<i32>>,
}

/// What is needed to evaluate positions.
#[derive(Clone)]
pub(crate) struct DividedMemory {
    units: Vec<PatternMemory>,
    /// The rows of the relations that units export.
    exported: Vec<u64>,
    rest: Memory,
    /// The codes of the relations.
    codes: Vec<Codes>,
    /// The memory of the plan of the whole program, while that is used instead of patterns.
    whole: Option<Memory>,
    pace: Pace,
}

/// Decides whether pattern tables pay off. Where most patterns are new although the tables are
/// full, the plan of the whole program is faster and is used for a while.
#[derive(Clone, Copy, Default)]
struct Pace {
    /// How many positions were evaluated by patterns in this trial, and how many patterns were
    /// replaced.
    positions: u32,
    replaced: u32,
    /// How many positions are still to be evaluated by the plan of the whole program.
    pause: u32,
}

/// The number of positions of a trial, the number of patterns that a position may replace on
/// average, and the number of positions before the next trial after one that failed.
const TRIAL: u32 = 256;
const MAX_REPLACED: u32 = 2;
const PAUSE: u32 = 16 * TRIAL;

impl Pace {
    /// Counts a position that replaced this many patterns.
    #[inline]
    fn count(&mut self, replaced: u32) {
        self.positions += 1;
        self.replaced += replaced;
        if self.positions == TRIAL {
            let pause = if self.replaced > MAX_REPLACED * TRIAL { PAUSE } else { 0 };
            *self = Pace { pause, ..Pace::default() };
        }
    }
}

impl DividedPlan {
    /// Divides and compiles a program. If most of the work would be in the rest, looking up
    /// patterns does not pay, and the plan of the whole program is used.
    pub(crate) fn new(
        whole_plan: &Plan,
        program: &Program,
        vocabulary: &Vocabulary,
        start_facts: &StartFacts,
    ) -> DividedPlan {
        let whole = DividedPlan {
            evaluations: vec![LineEvaluation::Afresh; program.rules.len()],
            ..DividedPlan::default()
        };
        let Some(locality) = Locality::of(program, vocabulary, start_facts) else { return whole };
        let division = divide(&locality, start_facts.len());
        if division.units.is_empty() {
            return whole;
        }
        let steps =
            |plan: &Plan| plan.costs.iter().fold(0u64, |sum, &cost| sum.saturating_add(cost));
        let pays = |divided: &DividedPlan| {
            divided.rest_plan().is_none_or(|rest| steps(rest) <= steps(whole_plan) / 2)
        };
        let divided = DividedPlan::compile(division, &locality, start_facts);
        divided.filter(pays).unwrap_or(whole)
    }

    /// Compiles the parts; `None` if one of them is too large.
    fn compile(
        division: Division,
        locality: &Locality<'_>,
        start_facts: &StartFacts,
    ) -> Option<DividedPlan> {
        let Division { units, rest, rest_rules, evaluations } = division;
        let mut known = start_facts.clone();
        let exports = units.iter().flat_map(|unit| &unit.exports);
        let exports: Vec<usize> = exports.map(|&(_, relation)| relation).collect();
        known.extend(exports.iter().map(|_| vec![Vec::new(); EXPECTED_ROWS]));
        let mut rest_plan = plan(&rest, &known).ok()?;
        let (own, imported): (Vec<_>, Vec<_>) =
            rest_plan.facts.into_iter().partition(|&(index, _)| index < start_facts.len());
        rest_plan.facts = own;
        let imports = exports.iter().enumerate().map(|(number, &relation)| {
            let is_import = |(index, _): &&(usize, Insertion)| *index == start_facts.len() + number;
            let insertion = imported.iter().find(is_import)?.1.clone();
            let word = insertion.only_bitmap().map(|bit| bit / 64);
            let rows = exported_rows(&rest.relations[relation], u64::MAX).collect();
            Some(Import { insertion, word, rows })
        });
        let imports = imports.collect::<Option<Vec<Import>>>()?;
        let mut coded = Vec::new();
        let units =
            units.iter().map(|unit| PatternUnit::new(unit, locality, start_facts, &mut coded));
        let units = units.collect::<Option<Vec<PatternUnit>>>()?;
        let rest =
            (!rest_plan.is_empty()).then_some(Rest { plan: rest_plan, rules: rest_rules, imports });
        Some(DividedPlan { units, rest, coded, places: locality.places, evaluations })
    }

    /// A memory with empty tables.
    pub(crate) fn new_memory(&self, whole: &Plan) -> DividedMemory {
        let rest = if self.units.is_empty() { Some(whole) } else { self.rest_plan() };
        DividedMemory {
            units: self.units.iter().map(PatternUnit::new_memory).collect(),
            exported: vec![0; self.units.iter().map(|unit| unit.exports.len()).sum()],
            rest: rest.unwrap_or(whole).memory.clone(),
            codes: vec![Codes::new(); self.coded.len()],
            whole: None,
            pace: Pace::default(),
        }
    }

    /// How many bytes the tables of a memory have.
    pub(crate) fn table_bytes(&self) -> usize {
        self.units.iter().map(PatternUnit::table_bytes).sum()
    }

    /// How many steps a rule of the program takes at most, for a position or a pattern. `whole`
    /// is the plan of the whole program.
    pub(crate) fn steps(&self, whole: &Plan, rule: usize) -> u64 {
        let (rules, plan) = match (self.evaluations[rule], &self.rest) {
            (LineEvaluation::ByPattern { table: unit }, _) => {
                (&self.units[unit].rules, &self.units[unit].plan)
            }
            (LineEvaluation::Afresh, Some(rest)) => (&rest.rules, &rest.plan),
            _ => return whole.costs[rule],
        };
        let costs = rules.iter().zip(&plan.costs);
        costs.filter(|(number, _)| **number == rule).map(|(_, &cost)| cost).sum()
    }

    /// The plan of the rules that are evaluated afresh, if there are some besides units.
    pub(crate) fn rest_plan(&self) -> Option<&Plan> {
        self.rest.as_ref().map(|rest| &rest.plan)
    }

    /// The points of both players, me first. `whole` is the plan of the whole program; `before`
    /// is the position whose codes the memory has, if that is known.
    #[inline]
    pub(crate) fn evaluate<G: Facts>(
        &self,
        whole: &Plan,
        memory: &mut DividedMemory,
        game: &G,
        (position, before): (&G::Position, &mut Option<G::Position>),
        me: Side,
    ) -> [i64; 2] {
        if self.units.is_empty() {
            return whole.evaluate(&mut memory.rest, game, position, me);
        }
        if memory.pace.pause > 0 {
            memory.pace.pause -= 1;
            let memory = memory.whole.get_or_insert_with(|| whole.memory.clone());
            return whole.evaluate(memory, game, position, me);
        }
        for (&relation, codes) in self.coded.iter().zip(&mut memory.codes) {
            let changed = before
                .as_ref()
                .map_or(u64::MAX, |before| game.changed_members(before, position, relation));
            let changed = changed & u64::MAX >> (MAX_PLACES - self.places);
            codes.update(changed, |codes| {
                game.codes(position, relation, changed, &mut codes[..self.places])
            });
        }
        *before = Some(position.clone());
        let (mut points, mut replaced) = ([0; 2], 0);
        memory.exported.fill(0);
        let mut exported = &mut memory.exported[..];
        for (unit, unit_memory) in self.units.iter().zip(&mut memory.units) {
            let (own, others) = exported.split_at_mut(unit.exports.len());
            let told = (position, &memory.codes[..]);
            replaced += unit.evaluate(unit_memory, game, told, me, &mut points, own);
            exported = others;
        }
        memory.pace.count(replaced);
        let Some(Rest { plan, imports, .. }) = &self.rest else { return points };
        plan.load_facts(&mut memory.rest, game, position, me);
        for (import, &rows) in imports.iter().zip(&memory.exported) {
            match import.word {
                Some(word) => memory.rest.bits[word] |= rows,
                None => bits(rows).for_each(|bit| {
                    memory.rest.insert_fact(&import.insertion, &import.rows[bit], 0);
                }),
            }
        }
        let [mine, yours] = plan.run(&mut memory.rest);
        [points[0].saturating_add(mine), points[1].saturating_add(yours)]
    }
}
