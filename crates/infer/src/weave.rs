//! Makes a function of a plan: each step a small function that calls the next.

use crate::memory::{ABSENT, Memory};
use crate::step::{Place, Put, Step, Walk, Within};
use crate::store::Store;
use crate::syntax::{Comparison, Fold, Operator};

/// A plan that can be run. Its result is how many walks around it are to be left.
pub(crate) type Run = Box<dyn Fn(&mut Memory) -> u32 + Send + Sync>;

/// What the steps of a plan refer to.
pub(crate) struct Loom<'a, 'p> {
    pub(crate) store: &'a Store<'p>,
    pub(crate) puts: &'a [(usize, Put)],
    /// Registers that always hold the same.
    pub(crate) constants: &'a [(u8, i32)],
}

/// A place whose constant counts from the beginning.
#[derive(Clone, Copy)]
struct Spot {
    constant: i32,
    register: u8,
    shift: u8,
}

impl Spot {
    #[inline]
    fn of(self, memory: &Memory) -> usize {
        (self.constant + (memory.register(self.register) << self.shift)) as usize
    }

    #[inline]
    fn is_set(self, memory: &Memory) -> bool {
        let bit = self.of(memory);
        memory.bits[bit / 64] >> (bit % 64) & 1 == 1
    }
}

/// Up to 64 bits.
#[derive(Clone, Copy)]
struct Set {
    spot: Spot,
    mask: u64,
}

impl Set {
    #[inline]
    fn of(self, memory: &Memory) -> u64 {
        let bit = self.spot.of(memory);
        memory.bits[bit / 64] >> (bit % 64) & self.mask
    }
}

/// Builds a function with what follows it: points, which most rules end in, without a call
/// of their own.
macro_rules! before {
    ($loom:ident, $rest:expr, $next:ident => $built:expr) => {
        match *$rest {
            [Step::Give { player, points }] => {
                let $next = move |memory: &mut Memory| {
                    memory.give(player, memory.register(points).into());
                    0
                };
                $built
            }
            ref rest => {
                let $next = $loom.weave(rest);
                $built
            }
        }
    };
}

impl Loom<'_, '_> {
    /// A function of steps.
    pub(crate) fn weave(&self, steps: &[Step]) -> Run {
        let Some((step, rest)) = steps.split_first() else { return Box::new(|_| 0) };
        match step {
            Step::Walk(walk) => self.walk(walk, rest),
            &Step::WalkWide { place, words, dest } => {
                let (spot, next) = (self.spot(place), self.weave(rest));
                Box::new(move |memory| {
                    let first = spot.of(memory) / 64;
                    for number in 0..words {
                        let mut word = memory.bits[first + number];
                        while word != 0 {
                            let bit = word.trailing_zeros() as usize + 64 * number;
                            word &= word - 1;
                            memory.set(dest, bit as i32);
                            let leave = next(memory);
                            if leave > 0 {
                                return leave - 1;
                            }
                        }
                    }
                    0
                })
            }
            &Step::Scan { list, dest, width } => {
                let next = self.weave(rest);
                Box::new(move |memory| {
                    let mut row = 0;
                    while memory.take_row(list, row, dest, width) {
                        row += width.max(1);
                        let leave = next(memory);
                        if leave > 0 {
                            return leave - 1;
                        }
                    }
                    0
                })
            }
            &Step::Fresh { cursor, list, dest, width } => {
                let next = self.weave(rest);
                Box::new(move |memory| {
                    while memory.take_row(list, memory.cursors[cursor], dest, width) {
                        memory.cursors[cursor] += width.max(1);
                        // A row that was seen is not seen again, so no walk is left here.
                        next(memory);
                    }
                    0
                })
            }
            Step::Block(block) if rest.is_empty() => {
                let block = self.weave(block);
                Box::new(move |memory| {
                    block(memory);
                    0
                })
            }
            Step::Block(_) => {
                let is_block = |step: &Step| matches!(step, Step::Block(_));
                let count = steps.iter().take_while(|step| is_block(step)).count();
                let blocks: Vec<Run> = steps[..count].iter().map(|step| self.block(step)).collect();
                match steps[count..] {
                    [Step::Leave(leave)] => Box::new(move |memory| {
                        for block in &blocks {
                            block(memory);
                        }
                        leave
                    }),
                    ref rest => {
                        let next = self.weave(rest);
                        Box::new(move |memory| {
                            for block in &blocks {
                                block(memory);
                            }
                            next(memory)
                        })
                    }
                }
            }
            Step::Rounds { cursors, steps } => {
                let (cursors, round) = (cursors.clone(), self.weave(steps));
                let next = self.weave(rest);
                Box::new(move |memory| {
                    memory.cursors[cursors.clone()].fill(0);
                    loop {
                        memory.has_grown = false;
                        round(memory);
                        if !memory.has_grown {
                            return next(memory);
                        }
                    }
                })
            }
            step => self.single(step, rest),
        }
    }

    /// A function of the steps of a block.
    fn block(&self, step: &Step) -> Run {
        match step {
            Step::Block(steps) => self.weave(steps),
            _ => Box::new(|_| 0),
        }
    }

    fn spot(&self, place: Place) -> Spot {
        let start = match place.within {
            Within::Index { relation, index } => self.store.start(relation, index),
            Within::Values { relation } => self.store.first_value(relation),
        };
        let Place { constant, register, shift, .. } = place;
        Spot { constant: constant + start as i32, register, shift }
    }

    fn set(&self, &(place, log): &(Place, u32)) -> Set {
        Set { spot: self.spot(place), mask: u64::MAX >> (64 - (1 << log)) }
    }

    /// Walks through bits, or only counts them where that is enough.
    fn walk(&self, walk: &Walk, rest: &[Step]) -> Run {
        let sets: Vec<Set> = walk.sets.iter().map(|set| self.set(set)).collect();
        match sets[..] {
            [one] => self.walk_through(walk, rest, move |memory| one.of(memory)),
            [one, two] => {
                self.walk_through(walk, rest, move |memory| one.of(memory) & two.of(memory))
            }
            _ => self.walk_through(walk, rest, move |memory| {
                sets.iter().fold(u64::MAX, |word, set| word & set.of(memory))
            }),
        }
    }

    fn walk_through(
        &self,
        walk: &Walk,
        rest: &[Step],
        word: impl Fn(&Memory) -> u64 + Send + Sync + 'static,
    ) -> Run {
        let &Walk { dest, least, .. } = walk;
        match *rest {
            [Step::Give { player, points }] if player != dest && points != dest => {
                Box::new(move |memory| {
                    let count = word(memory).count_ones();
                    memory.give(player, i64::from(memory.register(points)) * i64::from(count));
                    0
                })
            }
            [Step::Fold { fold: Fold::Count | Fold::Sum, dest: sum, source, .. }]
                if source != dest =>
            {
                Box::new(move |memory| {
                    let count = word(memory).count_ones() as i32;
                    let more = memory.register(source).saturating_mul(count);
                    memory.set(sum, memory.register(sum).saturating_add(more));
                    0
                })
            }
            [Step::Insert { put, .. }, Step::Leave(_)] if self.at_once(walk, put).is_some() => {
                let start = self.at_once(walk, put).unwrap_or(0);
                Box::new(move |memory| {
                    let word = word(memory) << (start % 64);
                    let before = memory.bits[start / 64];
                    memory.bits[start / 64] |= word;
                    memory.has_grown |= word & !before != 0;
                    0
                })
            }
            _ => before!(self, rest, next => Box::new(move |memory| {
                let mut word = word(memory);
                while word != 0 {
                    memory.set(dest, word.trailing_zeros() as i32 + least);
                    word &= word - 1;
                    let leave = next(memory);
                    if leave > 0 {
                        return leave - 1;
                    }
                }
                0
            })),
        }
    }

    /// The first bit of rows that differ only in what is walked through, where they are
    /// kept as bits in the same order and in no other way, so that they can be added all
    /// at once.
    fn at_once(&self, walk: &Walk, put: usize) -> Option<usize> {
        let (relation, put) = &self.puts[put];
        let (&last, others) = put.registers[..put.width].split_last()?;
        let held = |register: &u8| {
            self.constants.iter().find(|(known, _)| known == register).map(|&(_, value)| value)
        };
        let others: Vec<i32> = others.iter().map(held).collect::<Option<_>>()?;
        let start = self.store.only_bits(*relation, &others, walk.least)?;
        (last == walk.dest).then_some(start)
    }

    /// A step that is done once.
    fn single(&self, step: &Step, rest: &[Step]) -> Run {
        let next = || self.weave(rest);
        match *step {
            Step::Split { source, dest, shift, mask, least } => {
                let next = next();
                Box::new(move |memory| {
                    memory.set(dest, (memory.register(source) >> shift & mask) + least);
                    next(memory)
                })
            }
            Step::Test { place } => {
                let (spot, next) = (self.spot(place), next());
                Box::new(move |memory| if spot.is_set(memory) { next(memory) } else { 0 })
            }
            Step::Absent { place, ref bounds } => {
                let (spot, bounds, next) = (self.spot(place), bounds.clone(), next());
                Box::new(move |memory| {
                    let is_inside = bounds.iter().all(|&(register, least, most)| {
                        (least..=most).contains(&memory.register(register))
                    });
                    if is_inside && spot.is_set(memory) { 0 } else { next(memory) }
                })
            }
            Step::Lookup { place, dest } => {
                let spot = self.spot(place);
                before!(self, rest, next => Box::new(move |memory| {
                    let value = memory.values[spot.of(memory)];
                    if value == ABSENT {
                        return 0;
                    }
                    memory.set(dest, value);
                    next(memory)
                }))
            }
            Step::Inside { register, least, most } => {
                let next = next();
                Box::new(move |memory| {
                    let is_inside = (least..=most).contains(&memory.register(register));
                    if is_inside { next(memory) } else { 0 }
                })
            }
            Step::Join { dest, one, one_shift, two, two_shift } => {
                let next = next();
                Box::new(move |memory| {
                    let sum =
                        (memory.register(one) << one_shift) + (memory.register(two) << two_shift);
                    memory.set(dest, sum);
                    next(memory)
                })
            }
            Step::Compute { operator, dest, one, two } => compute(operator, dest, one, two, next()),
            Step::Linear { dest, constant, terms } => {
                let [(a, times_a), (b, times_b), (c, times_c)] = terms;
                before!(self, rest, next => Box::new(move |memory| {
                    let sum = constant
                        + memory.register(a) * times_a
                        + memory.register(b) * times_b
                        + memory.register(c) * times_c;
                    memory.set(dest, sum);
                    next(memory)
                }))
            }
            Step::Compare { comparison, one, two } => {
                before!(self, rest, next => compare(comparison, one, two, next))
            }
            Step::CompareTo { comparison, one, constant } => {
                before!(self, rest, next => compare_to(comparison, one, constant, next))
            }
            Step::Set { dest, value } => {
                let next = next();
                Box::new(move |memory| {
                    memory.set(dest, value);
                    next(memory)
                })
            }
            Step::Give { player, points } => Box::new(move |memory| {
                memory.give(player, memory.register(points).into());
                0
            }),
            Step::Fold { fold, dest, seen, source } => Box::new(move |memory| {
                let (before, one) = (memory.register(dest), memory.register(source));
                let result = match fold {
                    Fold::Count | Fold::Sum => before.saturating_add(one),
                    _ if memory.register(seen) == 0 => one,
                    Fold::Least => before.min(one),
                    Fold::Most => before.max(one),
                };
                memory.set(dest, result);
                memory.set(seen, 1);
                0
            }),
            Step::Insert { put, leave } => {
                let (put, next) = (self.puts[put].1.clone(), next());
                Box::new(move |memory| if memory.insert(&put) { next(memory) } else { leave })
            }
            Step::Leave(count) => Box::new(move |_| count),
            // These are woven together with what follows them.
            Step::Walk(_)
            | Step::WalkWide { .. }
            | Step::Scan { .. }
            | Step::Fresh { .. }
            | Step::Block(_)
            | Step::Rounds { .. } => next(),
        }
    }
}

fn compute(operator: Operator, dest: u8, one: u8, two: u8, next: Run) -> Run {
    Box::new(move |memory| {
        memory.set(dest, operator.apply(memory.register(one), memory.register(two)));
        next(memory)
    })
}

/// What follows a step.
trait Next: Fn(&mut Memory) -> u32 + Send + Sync + 'static {}

impl<F: Fn(&mut Memory) -> u32 + Send + Sync + 'static> Next for F {}

/// A function for each comparison, so that none has to ask which it is.
fn compare(comparison: Comparison, one: u8, two: u8, next: impl Next) -> Run {
    fn by<H: Fn(i32, i32) -> bool + Send + Sync + 'static>(
        (one, two): (u8, u8),
        next: impl Next,
        holds: H,
    ) -> Run {
        Box::new(
            move |memory| {
                if holds(memory.register(one), memory.register(two)) { next(memory) } else { 0 }
            },
        )
    }
    let both = (one, two);
    match comparison {
        Comparison::Equal => by(both, next, |one, two| one == two),
        Comparison::Different => by(both, next, |one, two| one != two),
        Comparison::Less => by(both, next, |one, two| one < two),
        Comparison::AtMost => by(both, next, |one, two| one <= two),
        Comparison::More => by(both, next, |one, two| one > two),
        Comparison::AtLeast => by(both, next, |one, two| one >= two),
    }
}

fn compare_to(comparison: Comparison, one: u8, constant: i32, next: impl Next) -> Run {
    fn by<H: Fn(i32) -> bool + Send + Sync + 'static>(one: u8, next: impl Next, holds: H) -> Run {
        Box::new(move |memory| if holds(memory.register(one)) { next(memory) } else { 0 })
    }
    match comparison {
        Comparison::Equal => by(one, next, move |one| one == constant),
        Comparison::Different => by(one, next, move |one| one != constant),
        Comparison::Less => by(one, next, move |one| one < constant),
        Comparison::AtMost => by(one, next, move |one| one <= constant),
        Comparison::More => by(one, next, move |one| one > constant),
        Comparison::AtLeast => by(one, next, move |one| one >= constant),
    }
}
