//! Code for the steps without loops: tests, lookups, arithmetic and insertions.

use super::{Code, Compiler};
use crate::memory::{Memory, NO_VALUE};
use crate::step::Step;
use crate::syntax::{Aggregate, Comparison};

impl Compiler<'_, '_> {
    /// A step that is no loop and no block, and the steps after it.
    pub(super) fn straight_line(&self, step: &Step, rest: &[Step]) -> Code {
        let next = || self.compile(rest);
        match *step {
            Step::Unpack { source, dest, shift, mask, least } => {
                let next = next();
                Box::new(move |memory| {
                    memory.set(dest, (memory.register(source) >> shift & mask) + least);
                    next(memory)
                })
            }
            Step::TestBit { address } => {
                let (address, next) = (self.address(address), next());
                Box::new(move |memory| if address.is_set(memory) { next(memory) } else { 0 })
            }
            Step::TestAbsent { address, ref ranges } => {
                let (address, ranges, next) = (self.address(address), ranges.clone(), next());
                Box::new(move |memory| {
                    let is_inside = ranges.iter().all(|&(register, least, most)| {
                        (least..=most).contains(&memory.register(register))
                    });
                    if is_inside && address.is_set(memory) { 0 } else { next(memory) }
                })
            }
            Step::Lookup { address, dest } => {
                let address = self.address(address);
                with_next!(self, rest, next => Box::new(move |memory| {
                    let value = memory.values[address.of(memory)];
                    if value == NO_VALUE {
                        return 0;
                    }
                    memory.set(dest, value);
                    next(memory)
                }))
            }
            Step::CheckRange { register, least, most } => {
                let next = next();
                Box::new(move |memory| {
                    let is_inside = (least..=most).contains(&memory.register(register));
                    if is_inside { next(memory) } else { 0 }
                })
            }
            Step::Pack { dest, one, one_shift, two, two_shift } => {
                let next = next();
                Box::new(move |memory| {
                    let sum = (memory.register(one) << one_shift)
                        .wrapping_add(memory.register(two) << two_shift);
                    memory.set(dest, sum);
                    next(memory)
                })
            }
            Step::Compute { operator, dest, one, two } => {
                let next = next();
                Box::new(move |memory| {
                    memory.set(dest, operator.apply(memory.register(one), memory.register(two)));
                    next(memory)
                })
            }
            Step::Linear { dest, constant, terms } => {
                let [(a, times_a), (b, times_b), (c, times_c)] = terms;
                with_next!(self, rest, next => Box::new(move |memory| {
                    let sum = constant
                        + memory.register(a) * times_a
                        + memory.register(b) * times_b
                        + memory.register(c) * times_c;
                    memory.set(dest, sum);
                    next(memory)
                }))
            }
            Step::Compare { comparison, one, two } => {
                with_next!(self, rest, next => compare(comparison, one, two, next))
            }
            Step::CompareConstant { comparison, one, constant } => {
                with_next!(self, rest, next => compare_constant(comparison, one, constant, next))
            }
            Step::LoadConstant { dest, value } => {
                let next = next();
                Box::new(move |memory| {
                    memory.set(dest, value);
                    next(memory)
                })
            }
            Step::AddPoints { player, points } => Box::new(move |memory| {
                memory.add_points(player, memory.register(points).into());
                0
            }),
            Step::Accumulate { function, dest, seen, source } => Box::new(move |memory| {
                let (before, one) = (memory.register(dest), memory.register(source));
                let result = match function {
                    Aggregate::Count | Aggregate::Sum => before.saturating_add(one),
                    _ if memory.register(seen) == 0 => one,
                    Aggregate::Min => before.min(one),
                    Aggregate::Max => before.max(one),
                };
                memory.set(dest, result);
                memory.set(seen, 1);
                0
            }),
            Step::Insert { insertion, breaks } => {
                let (insertion, next) = (self.insertions[insertion].1.clone(), next());
                Box::new(
                    move |memory| {
                        if memory.insert_derived(&insertion) { next(memory) } else { breaks }
                    },
                )
            }
            Step::Break(count) => Box::new(move |_| count),
            // Handled by `compile`.
            Step::BitScan(_)
            | Step::Each { .. }
            | Step::Between { .. }
            | Step::WideBitScan { .. }
            | Step::ListScan { .. }
            | Step::DeltaScan { .. }
            | Step::Block(_)
            | Step::Fixpoint { .. } => next(),
        }
    }
}

/// The code of the steps that follow.
trait Next: Fn(&mut Memory) -> u32 + Send + Sync + 'static {}

impl<F: Fn(&mut Memory) -> u32 + Send + Sync + 'static> Next for F {}

/// One closure for each operator, so that none of them has to dispatch at run time.
fn compare(comparison: Comparison, one: u8, two: u8, next: impl Next) -> Code {
    fn by<H: Fn(i32, i32) -> bool + Send + Sync + 'static>(
        (one, two): (u8, u8),
        next: impl Next,
        holds: H,
    ) -> Code {
        Box::new(
            move |memory| {
                if holds(memory.register(one), memory.register(two)) { next(memory) } else { 0 }
            },
        )
    }
    let both = (one, two);
    match comparison {
        Comparison::Equal => by(both, next, |one, two| one == two),
        Comparison::NotEqual => by(both, next, |one, two| one != two),
        Comparison::Less => by(both, next, |one, two| one < two),
        Comparison::LessEqual => by(both, next, |one, two| one <= two),
        Comparison::Greater => by(both, next, |one, two| one > two),
        Comparison::GreaterEqual => by(both, next, |one, two| one >= two),
    }
}

fn compare_constant(comparison: Comparison, one: u8, constant: i32, next: impl Next) -> Code {
    fn by<H: Fn(i32) -> bool + Send + Sync + 'static>(one: u8, next: impl Next, holds: H) -> Code {
        Box::new(move |memory| if holds(memory.register(one)) { next(memory) } else { 0 })
    }
    match comparison {
        Comparison::Equal => by(one, next, move |one| one == constant),
        Comparison::NotEqual => by(one, next, move |one| one != constant),
        Comparison::Less => by(one, next, move |one| one < constant),
        Comparison::LessEqual => by(one, next, move |one| one <= constant),
        Comparison::Greater => by(one, next, move |one| one > constant),
        Comparison::GreaterEqual => by(one, next, move |one| one >= constant),
    }
}
