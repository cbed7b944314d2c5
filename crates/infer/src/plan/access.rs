//! Access paths: how rows are found for a positive literal, and absent for a negative one.
//!
//! If the bound columns identify a row, it is tested or looked up. Otherwise a bitmap index
//! that begins with the bound columns is scanned, or, if that would be too wide, the list of
//! all rows.

use super::{Atom, Context, Planner};
use crate::diagnostic::Diagnostic;
use crate::layout::shift;
use crate::program::{Expression, Literal, LiteralKind, Operand, Range};
use crate::range_analysis::{allowed, range_of};
use crate::step::{Address, BitScan, Bound, Region, ScannedSet, SetKind, Step};
use crate::syntax::{Comparison, Operator};

/// The log of the widest bitmap that is scanned. Relations with more possible rows are
/// scanned as a list.
pub(super) const MAX_SCAN_BITS: u32 = 10;

/// The log of the most values whose bitmaps are united.
const MAX_UNION_BITS: u32 = 3;

/// The largest numbers in comparisons whose terms change sides.
const MAX_MAGNITUDE: i32 = 1 << 26;

/// The log of the bits of a machine word.
const WORD_BITS_LOG2: u32 = 6;

/// A bitmap whose bits are scanned.
fn present(address: Address, log: u32) -> ScannedSet {
    ScannedSet { address, log, kind: SetKind::Present }
}

/// A comparison with a value on its left side alone, and only what is known on its right, if there
/// is one that is equivalent.
fn isolate(
    context: &Context<'_>,
    ranges: &[Range],
    value: usize,
    (one, comparison, two): (&Expression, Comparison, &Expression),
) -> Option<(Comparison, Expression)> {
    let has_value = |side: &Expression| side.variables().contains(&value);
    let is_known =
        |side: &Expression| side.find_variable(|variable| !context.bound[variable]).is_none();
    // Nothing may overflow, neither before nor after terms change sides.
    let is_small = |side: &Expression| {
        let Range { least, most } = range_of(ranges, side);
        least >= -MAX_MAGNITUDE && most <= MAX_MAGNITUDE
    };
    let (mut left, mut comparison, mut right) = match (has_value(one), has_value(two)) {
        (true, false) => (one, comparison, two.clone()),
        (false, true) => (two, comparison.flipped(), one.clone()),
        _ => return None,
    };
    let binary = |operator, one: &Expression, two: &Expression| {
        Expression::Binary(operator, Box::new(one.clone()), Box::new(two.clone()))
    };
    while *left != Expression::Operand(Operand::Variable(value)) {
        if !is_small(left) || !is_small(&right) {
            return None;
        }
        let Expression::Binary(operator, one, two) = left else { return None };
        (left, right) = match (operator, has_value(one), has_value(two)) {
            (Operator::Add, true, false) => (one, binary(Operator::Subtract, &right, two)),
            (Operator::Add, false, true) => (two, binary(Operator::Subtract, &right, one)),
            (Operator::Subtract, true, false) => (one, binary(Operator::Add, &right, two)),
            (Operator::Subtract, false, true) => {
                comparison = comparison.flipped();
                (two, binary(Operator::Subtract, one, &right))
            }
            _ => return None,
        };
    }
    let is_moved = left != one && left != two;
    let fits = comparison != Comparison::NotEqual && is_known(&right);
    let fits = fits && (!is_moved || is_small(&right));
    fits.then_some((comparison, right))
}

impl<'p> Planner<'p> {
    /// Tests, looks up or scans the rows that match a literal. A bitmap scan takes other
    /// literals on the same variable with it, and removes them from `literals`.
    pub(super) fn plan_positive(
        &mut self,
        context: &mut Context<'p>,
        atom: Atom<'p>,
        literals: &mut Vec<&'p Literal>,
    ) -> Result<(), Diagnostic> {
        let (relation, columns) = atom;
        let table = &self.program.relations[relation];
        if self.program.bag_semantics && table.is_idb() {
            return self.list_scan(context, atom);
        }
        let all: Vec<usize> = (0..columns.len()).collect();
        let (bound, free): (Vec<usize>, Vec<usize>) =
            all.iter().partition(|&&column| context.is_bound(columns[column]));
        let free: Vec<usize> =
            free.into_iter().filter(|&column| column < table.key_columns()).collect();
        // Values that nobody asks for need not be told apart.
        let asked: Vec<usize> = free
            .iter()
            .copied()
            .filter(|&column| context.rule.is_used_elsewhere(columns[column]))
            .collect();
        let has_value = table.key_columns() < columns.len()
            && !bound.contains(&table.key_columns())
            && context.rule.is_used_elsewhere(columns[table.key_columns()]);
        let is_projected = asked.len() < free.len()
            && !has_value
            && !context.counts_solutions
            && self.program.keeps_facts;
        let free = if is_projected { asked } else { free };
        if is_projected && free.is_empty() {
            self.check_ranges(context, atom, &bound);
            let address = self.index_address(context, atom, &bound, bound.len())?;
            self.emit(Step::TestBit { address });
            return Ok(());
        }
        if free.is_empty() {
            return match table.key_columns() < columns.len() {
                true => self.lookup(context, atom),
                false => {
                    self.check_ranges(context, atom, &all);
                    let address = self.index_address(context, atom, &all, all.len())?;
                    self.emit(Step::TestBit { address });
                    Ok(())
                }
            };
        }
        let bits: u32 = free.iter().map(|&column| table.columns[column].1.bits()).sum();
        // A list is shorter than the words of a bitmap that has few bits.
        let is_short = self.program.keeps_facts
            && !self.program.is_maintained(relation)
            && bound.is_empty()
            && bits > WORD_BITS_LOG2
            && self.expected_rows[relation] <= 1.0;
        if bits > MAX_SCAN_BITS || is_short {
            return self.list_scan(context, atom);
        }
        // Bound columns come first in the index, so that the bits to be scanned are adjacent.
        let order: Vec<usize> = bound.iter().chain(&free).copied().collect();
        self.check_ranges(context, atom, &bound);
        let address = self.index_address(context, atom, &order, bound.len())?;
        let dest = context.allocate(1)?;
        let rows = self.max_rows(relation, &bound);
        let mut functions = Vec::new();
        // Whether the value of a function needs no steps any more.
        let mut has_value_planned = order.len() == columns.len() || is_projected;
        match (&free[..], columns[free[0]]) {
            ([column], Operand::Variable(variable)) if bits <= WORD_BITS_LOG2 => {
                let range = table.columns[*column].1;
                let mut sets = vec![present(address, bits)];
                functions =
                    self.merge_scans(context, variable, range.least, &mut sets, literals)?;
                if self.program.keeps_facts {
                    self.merge_absent(context, variable, range.least, &mut sets, literals)?;
                    let own = (!has_value_planned).then_some(atom);
                    let all = functions.drain(..).chain(own).collect();
                    functions = self.merge_values(
                        context,
                        (variable, range.least),
                        all,
                        &mut sets,
                        literals,
                    )?;
                    has_value_planned = true;
                }
                self.emit(Step::BitScan(BitScan { sets, dest, least: range.least }));
                context.enter_scan(rows);
                context.bind(variable, dest, range);
            }
            _ => {
                self.emit(match bits <= WORD_BITS_LOG2 {
                    true => {
                        let sets = vec![present(address, bits)];
                        Step::BitScan(BitScan { sets, dest, least: 0 })
                    }
                    false => {
                        Step::WideBitScan { address, words: 1 << (bits - WORD_BITS_LOG2), dest }
                    }
                });
                context.enter_scan(rows);
                self.unpack(context, atom, &free, dest)?;
            }
        }
        // The value of a function, unless it was bound and thereby part of the index.
        if !has_value_planned {
            // If all keys were scanned, the number of the bit is the offset of the value.
            let scans_all_keys = bound.is_empty() && free.len() > 1;
            let offset = scans_all_keys.then_some(dest);
            self.plan_value(context, atom, offset)?;
        }
        for function in functions {
            self.plan_value(context, function, None)?;
        }
        Ok(())
    }

    /// Intersects the bitmap of a scan with those of other literals on the same variable,
    /// which need no steps of their own then. Returns the functions among them whose values
    /// are still to be looked up.
    fn merge_scans(
        &mut self,
        context: &mut Context<'p>,
        variable: usize,
        least: i32,
        sets: &mut Vec<ScannedSet>,
        literals: &mut Vec<&'p Literal>,
    ) -> Result<Vec<Atom<'p>>, Diagnostic> {
        let mut functions = Vec::new();
        let mut left = Vec::new();
        for literal in std::mem::take(literals) {
            let LiteralKind::Positive { relation, columns } = &literal.kind else {
                left.push(literal);
                continue;
            };
            let table = &self.program.relations[*relation];
            let scanned =
                columns.iter().position(|&operand| operand == Operand::Variable(variable));
            let (bound, free): (Vec<usize>, Vec<usize>) = (0..columns.len())
                .filter(|&column| columns[column] != Operand::Variable(variable))
                .partition(|&column| context.is_bound(columns[column]));
            let is_value = |column: usize| column >= table.key_columns();
            let fits = scanned.filter(|&scanned| {
                let range = table.columns[scanned].1;
                bound.len() + free.len() + 1 == columns.len()
                    && !is_value(scanned)
                    && free.iter().all(|&column| is_value(column))
                    && range.least == least
                    && range.bits() <= WORD_BITS_LOG2
                    && !(self.program.bag_semantics && table.is_idb())
            });
            let Some(scanned) = fits else {
                left.push(literal);
                continue;
            };
            let order: Vec<usize> = bound.iter().copied().chain([scanned]).collect();
            let atom = (*relation, &columns[..]);
            self.check_ranges(context, atom, &bound);
            let address = self.index_address(context, atom, &order, bound.len())?;
            sets.push(present(address, table.columns[scanned].1.bits()));
            if !free.is_empty() {
                functions.push(atom);
            }
        }
        *literals = left;
        Ok(functions)
    }

    /// Takes negated literals on the variable of a scan into it: their bits are left out.
    fn merge_absent(
        &mut self,
        context: &mut Context<'p>,
        variable: usize,
        least: i32,
        sets: &mut Vec<ScannedSet>,
        literals: &mut Vec<&'p Literal>,
    ) -> Result<(), Diagnostic> {
        let mut left = Vec::new();
        for literal in std::mem::take(literals) {
            let LiteralKind::Negative { relation, columns } = &literal.kind else {
                left.push(literal);
                continue;
            };
            let table = &self.program.relations[*relation];
            let range = |column: usize| table.columns[column].1;
            let given: Vec<usize> =
                (0..columns.len()).filter(|&column| columns[column].is_some()).collect();
            let is_scanned = |column: usize| columns[column] == Some(Operand::Variable(variable));
            let (scanned, bound): (Vec<usize>, Vec<usize>) =
                given.into_iter().partition(|&column| is_scanned(column));
            let is_inside = |&column: &usize| {
                let known = match columns[column] {
                    Some(Operand::Constant(value)) => Some(Range::new(value, value)),
                    Some(Operand::Variable(one)) if context.bound[one] => Some(context.ranges[one]),
                    _ => None,
                };
                known.is_some_and(|known| {
                    known.least >= range(column).least && known.most <= range(column).most
                })
            };
            let ([scanned], true) = (&scanned[..], bound.iter().all(is_inside)) else {
                left.push(literal);
                continue;
            };
            let bits = range(*scanned).bits();
            if range(*scanned).least != least || bits > WORD_BITS_LOG2 {
                left.push(literal);
                continue;
            }
            let operands: Vec<Operand> =
                columns.iter().map(|operand| operand.unwrap_or(Operand::Constant(0))).collect();
            let order: Vec<usize> = bound.iter().copied().chain([*scanned]).collect();
            let address =
                self.index_address(context, (*relation, &operands), &order, bound.len())?;
            sets.push(ScannedSet { address, log: bits, kind: SetKind::Absent });
        }
        *literals = left;
        Ok(())
    }

    /// Takes comparisons of values into a scan of what has these values: a union of a few bitmaps.
    /// Returns the functions whose values are still to be looked up.
    fn merge_values(
        &mut self,
        context: &mut Context<'p>,
        (variable, least): (usize, i32),
        functions: Vec<Atom<'p>>,
        sets: &mut Vec<ScannedSet>,
        literals: &mut Vec<&'p Literal>,
    ) -> Result<Vec<Atom<'p>>, Diagnostic> {
        let scanned = Operand::Variable(variable);
        let mut left = Vec::new();
        for atom in functions {
            let value = atom.1.len() - 1;
            if !self.merge_value(context, scanned, (atom, value), sets, literals)? {
                left.push(atom);
            }
        }
        // Where solutions are not counted, it is enough that there is a row with such a value.
        for literal in literals.clone() {
            let LiteralKind::Positive { relation, columns } = &literal.kind else { continue };
            let table = &self.program.relations[*relation];
            let is_open = |&column: &usize| !context.is_bound(columns[column]);
            let open: Vec<usize> = (0..columns.len()).filter(is_open).collect();
            let value = match open[..] {
                [one, two] if columns[one] == scanned && columns[two] != scanned => two,
                [two, one] if columns[one] == scanned && columns[two] != scanned => two,
                _ => continue,
            };
            let range = table.columns[open.into_iter().sum::<usize>() - value].1;
            let fits = range.least == least && range.bits() <= WORD_BITS_LOG2;
            let atom = (*relation, &columns[..]);
            if fits
                && !context.counts_solutions
                && self.merge_value(context, scanned, (atom, value), sets, literals)?
            {
                literals.retain(|&other| !std::ptr::eq(other, literal));
            }
        }
        Ok(left)
    }

    /// Takes a condition and all comparisons of its value into a scan, if nothing else asks for the
    /// value. Returns whether it did.
    fn merge_value(
        &mut self,
        context: &mut Context<'p>,
        scanned: Operand,
        ((relation, columns), value_at): (Atom<'p>, usize),
        sets: &mut Vec<ScannedSet>,
        literals: &mut Vec<&'p Literal>,
    ) -> Result<bool, Diagnostic> {
        let table = &self.program.relations[relation];
        let range = table.columns[value_at].1;
        let Operand::Variable(value) = columns[value_at] else { return Ok(false) };
        if context.bound[value] || range.bits() > MAX_UNION_BITS {
            return Ok(false);
        }
        let mut ranges = context.ranges.clone();
        ranges[value] = range;
        let compared = |literal: &&'p Literal| match &literal.kind {
            LiteralKind::Compare(one, comparison, two) => {
                isolate(context, &ranges, value, (one, *comparison, two))
            }
            _ => None,
        };
        let (merged, others): (Vec<&'p Literal>, Vec<&'p Literal>) =
            literals.iter().partition(|literal| compared(literal).is_some());
        if merged.is_empty() || context.rule.occurrences(value) > 1 + merged.len() {
            return Ok(false);
        }
        let comparisons: Vec<_> = merged.iter().filter_map(compared).collect();
        let (mut least, mut most) = (range.least, range.most);
        let mut bounds = Vec::new();
        for (comparison, expression) in comparisons {
            if let Some(constant) = expression.constant() {
                let allowed = allowed(comparison, Range::new(constant, constant));
                (least, most) = (least.max(allowed.least), most.min(allowed.most));
                continue;
            }
            let register = self.plan_expression(context, &expression)?;
            let mut add = |is_upper, more| bounds.push(Bound { is_upper, register, more });
            match comparison {
                Comparison::Less => add(true, -1),
                Comparison::LessEqual => add(true, 0),
                Comparison::Greater => add(false, 1),
                Comparison::GreaterEqual => add(false, 0),
                Comparison::Equal => {
                    add(true, 0);
                    add(false, 0);
                }
                Comparison::NotEqual => (),
            }
        }
        let is_other = |&column: &usize| column != value_at && columns[column] != scanned;
        let bound: Vec<usize> = (0..columns.len()).filter(is_other).collect();
        let scanned = columns.iter().position(|&operand| operand == scanned).unwrap_or(0);
        let order: Vec<usize> = bound.iter().copied().chain([value_at, scanned]).collect();
        self.check_ranges(context, (relation, columns), &bound);
        let mut address = self.index_address(context, (relation, columns), &order, bound.len())?;
        let log = table.columns[scanned].1.bits();
        address.constant = address.constant.wrapping_sub(range.least << log);
        sets.push(ScannedSet { address, log, kind: SetKind::Among { least, most, bounds } });
        *literals = others;
        Ok(true)
    }

    /// Extracts columns from the number of a bit.
    fn unpack(
        &mut self,
        context: &mut Context<'p>,
        (relation, columns): Atom<'_>,
        scanned: &[usize],
        source: u8,
    ) -> Result<(), Diagnostic> {
        let table = &self.program.relations[relation];
        for (position, &column) in scanned.iter().enumerate() {
            if !context.rule.is_used_elsewhere(columns[column])
                && table.key_columns() == columns.len()
            {
                continue;
            }
            let range = table.columns[column].1;
            let dest = context.allocate(1)?;
            let mask = (1 << range.bits()) - 1;
            let shift = shift(table, scanned, position);
            self.emit(Step::Unpack { source, dest, shift, mask, least: range.least });
            self.unify(context, columns[column], dest, range);
        }
        Ok(())
    }

    /// Binds an operand to a register, or compares both if it has a value already.
    pub(super) fn unify(
        &mut self,
        context: &mut Context<'p>,
        operand: Operand,
        register: u8,
        range: Range,
    ) {
        let comparison = Comparison::Equal;
        match operand {
            Operand::Constant(constant) => {
                self.emit(Step::CompareConstant { comparison, one: register, constant });
            }
            Operand::Variable(variable) if context.bound[variable] => {
                let two = context.registers[variable];
                self.emit(Step::Compare { comparison, one: register, two });
                context.ranges[variable] = context.ranges[variable].intersection(range);
            }
            Operand::Variable(variable) => context.bind(variable, register, range),
        }
    }

    /// Unifies the columns of a row with the registers from `first` on.
    pub(super) fn unify_row(
        &mut self,
        context: &mut Context<'p>,
        (relation, columns): Atom<'_>,
        first: u8,
    ) {
        for (column, &operand) in columns.iter().enumerate() {
            let range = self.program.relations[relation].columns[column].1;
            self.unify(context, operand, first + column as u8, range);
        }
    }

    /// Scans all rows of a relation.
    fn list_scan(&mut self, context: &mut Context<'p>, atom: Atom<'_>) -> Result<(), Diagnostic> {
        let (relation, columns) = atom;
        let list = self.layout.list(relation);
        let dest = context.allocate(columns.len().max(1))?;
        self.emit(Step::ListScan { list, dest, width: columns.len() });
        context.enter_scan(self.max_rows(relation, &[]));
        self.unify_row(context, atom, dest);
        Ok(())
    }

    /// Looks up the value of a function that is known to have one, if the rule uses it.
    /// `offset` is the register with the offset of the value, if there is one.
    fn plan_value(
        &mut self,
        context: &mut Context<'p>,
        atom: Atom<'_>,
        offset: Option<u8>,
    ) -> Result<(), Diagnostic> {
        let (relation, columns) = atom;
        if !context.rule.is_used_elsewhere(columns[columns.len() - 1]) {
            return Ok(());
        }
        let Some(register) = offset else { return self.lookup(context, atom) };
        let region = Region::Values { relation };
        let address = Address { constant: 0, register, shift: 0, region };
        self.lookup_at(context, atom, address)
    }

    /// Looks up the value of a function whose keys are bound.
    fn lookup(&mut self, context: &mut Context<'p>, atom: Atom<'_>) -> Result<(), Diagnostic> {
        let keys: Vec<usize> = (0..atom.1.len() - 1).collect();
        self.check_ranges(context, atom, &keys);
        let region = Region::Values { relation: atom.0 };
        let address = self.address(context, atom, (&keys, keys.len()), region)?;
        self.lookup_at(context, atom, address)
    }

    fn lookup_at(
        &mut self,
        context: &mut Context<'p>,
        (relation, columns): Atom<'_>,
        address: Address,
    ) -> Result<(), Diagnostic> {
        self.layout.values(relation);
        let (last, dest) = (columns.len() - 1, context.allocate(1)?);
        self.emit(Step::Lookup { address, dest });
        let range = self.program.relations[relation].columns[last].1;
        self.unify(context, columns[last], dest, range);
        // The scans that determine the keys determine the value.
        if let Operand::Variable(variable) = columns[last] {
            let keys = columns[..last].iter().map(|operand| match operand {
                Operand::Variable(key) => context.depth_of[*key],
                Operand::Constant(_) => 0,
            });
            let depth = keys.max().unwrap_or(0);
            context.depth_of[variable] = context.depth_of[variable].min(depth);
        }
        Ok(())
    }

    /// Continues only if no row matches. The index covers the columns that are given.
    pub(super) fn plan_negative(
        &mut self,
        context: &mut Context<'p>,
        relation: usize,
        columns: &[Option<Operand>],
    ) -> Result<(), Diagnostic> {
        let given: Vec<usize> = (0..columns.len()).filter(|&at| columns[at].is_some()).collect();
        let operands: Vec<Operand> =
            columns.iter().map(|operand| operand.unwrap_or(Operand::Constant(0))).collect();
        let mut ranges = Vec::new();
        for &column in &given {
            let Range { least, most } = self.program.relations[relation].columns[column].1;
            match operands[column] {
                // There is no row with a value out of range.
                Operand::Constant(value) if value < least || value > most => return Ok(()),
                Operand::Constant(_) => (),
                Operand::Variable(variable) => {
                    let known = context.ranges[variable];
                    if known.least < least || known.most > most {
                        ranges.push((context.registers[variable], least, most));
                    }
                }
            }
        }
        let address = self.index_address(context, (relation, &operands), &given, given.len())?;
        self.emit(Step::TestAbsent { address, ranges });
        Ok(())
    }

    /// Fails if an operand is out of the range of its column, so that addresses are valid.
    fn check_ranges(
        &mut self,
        context: &mut Context<'p>,
        (relation, columns): Atom<'_>,
        given: &[usize],
    ) {
        for &column in given {
            let range = self.program.relations[relation].columns[column].1;
            let Range { least, most } = range;
            match columns[column] {
                Operand::Constant(value) if value < least || value > most => {
                    // Register 0 is always 0: this always fails.
                    self.emit(Step::CheckRange { register: 0, least: 1, most: 1 });
                }
                Operand::Constant(_) => (),
                Operand::Variable(variable) => {
                    let known = context.ranges[variable];
                    if known.least < least || known.most > most {
                        let register = context.registers[variable];
                        self.emit(Step::CheckRange { register, least, most });
                        context.ranges[variable] = known.intersection(range);
                    }
                }
            }
        }
    }

    /// The address of the first bit in an index over columns in this order, of which the
    /// first `given` are bound.
    fn index_address(
        &mut self,
        context: &mut Context<'p>,
        atom: Atom<'_>,
        order: &[usize],
        given: usize,
    ) -> Result<Address, Diagnostic> {
        let index = self.layout.index(atom.0, order);
        let region = Region::Index { relation: atom.0, index };
        self.address(context, atom, (order, given), region)
    }

    fn address(
        &mut self,
        context: &mut Context<'p>,
        (relation, columns): Atom<'_>,
        (order, given): (&[usize], usize),
        region: Region,
    ) -> Result<Address, Diagnostic> {
        let table = &self.program.relations[relation];
        let mut constant: i32 = 0;
        let mut parts: Vec<(u8, u8)> = Vec::new();
        for (position, &column) in order[..given].iter().enumerate() {
            let shift = shift(table, order, position);
            let range = table.columns[column].1;
            match columns[column] {
                Operand::Constant(value) => {
                    // If it is out of range, an earlier step fails.
                    let value = value.clamp(range.least, range.most.max(range.least));
                    constant = constant.wrapping_add(value.wrapping_sub(range.least) << shift);
                }
                Operand::Variable(variable) => {
                    constant = constant.wrapping_sub(range.least << shift);
                    parts.push((context.registers[variable], shift as u8));
                }
            }
        }
        while parts.len() > 1 {
            let ((one, one_shift), (two, two_shift)) = (parts[0], parts[1]);
            let dest = context.allocate(1)?;
            self.emit(Step::Pack { dest, one, one_shift, two, two_shift });
            parts.splice(..2, [(dest, 0)]);
        }
        let (register, shift) = parts.first().copied().unwrap_or((0, 0));
        Ok(Address { constant, register, shift, region })
    }
}
