//! Closure compilation: every step becomes a closure that calls the closure of the steps
//! after it, so that running a plan interprets nothing.

use crate::layout::Layout;
use crate::memory::Memory;
use crate::step::{Address, Insertion, Region, Step};

/// Compiled steps. The result is how many of the scans around them to break out of.
pub(crate) type Code = Box<dyn Fn(&mut Memory) -> u32 + Send + Sync>;

/// Compiles `$built` with `$next`, the code of the steps that follow. Most rules end in
/// points for a player, which get a closure that can be inlined instead of a virtual call.
macro_rules! with_next {
    ($compiler:ident, $rest:expr, $next:ident => $built:expr) => {
        match *$rest {
            [Step::AddPoints { player, points }] => {
                let $next = move |memory: &mut Memory| {
                    memory.add_points(player, memory.register(points).into());
                    0
                };
                $built
            }
            ref rest => {
                let $next = $compiler.compile(rest);
                $built
            }
        }
    };
}

mod scan;
mod straight_line;

/// What the steps of a plan refer to.
pub(crate) struct Compiler<'a, 'p> {
    pub(crate) layout: &'a Layout<'p>,
    /// The relation of each insertion, and where its rows are stored.
    pub(crate) insertions: &'a [(usize, Insertion)],
}

/// An address in memory, independent of any region.
#[derive(Clone, Copy)]
struct AbsoluteAddress {
    constant: i32,
    register: u8,
    shift: u8,
}

impl AbsoluteAddress {
    #[inline]
    fn of(self, memory: &Memory) -> usize {
        self.constant.wrapping_add(memory.register(self.register) << self.shift) as usize
    }

    #[inline]
    fn is_set(self, memory: &Memory) -> bool {
        let bit = self.of(memory);
        memory.bits[bit / 64] >> (bit % 64) & 1 == 1
    }
}

impl Compiler<'_, '_> {
    /// Compiles steps.
    pub(crate) fn compile(&self, steps: &[Step]) -> Code {
        let Some((step, rest)) = steps.split_first() else { return Box::new(|_| 0) };
        match *step {
            Step::BitScan(ref scan) => self.bit_scan(scan, rest),
            Step::Each { dest, least, most } => self.each(dest, (least, most), rest),
            Step::Between { dest, from, to } => self.between(dest, (from, to), rest),
            Step::WideBitScan { address, words, dest } => {
                self.wide_bit_scan(address, words, dest, rest)
            }
            Step::ListScan { list, dest, width } => self.list_scan(list, dest, width, rest),
            Step::DeltaScan { cursor, list, dest, width } => {
                self.delta_scan(cursor, list, dest, width, rest)
            }
            Step::Block(_) => self.blocks(steps),
            Step::Fixpoint { ref cursors, ref steps } => {
                let (cursors, round) = (cursors.clone(), self.compile(steps));
                let next = self.compile(rest);
                Box::new(move |memory| {
                    memory.cursors[cursors.clone()].fill(0);
                    loop {
                        memory.derived_new_row = false;
                        round(memory);
                        if !memory.derived_new_row {
                            return next(memory);
                        }
                    }
                })
            }
            ref step => self.straight_line(step, rest),
        }
    }

    /// Compiles consecutive blocks, and the steps after them.
    fn blocks(&self, steps: &[Step]) -> Code {
        let block = |step: &Step| match step {
            Step::Block(steps) => Some(self.compile(steps)),
            _ => None,
        };
        let mut blocks: Vec<Code> = steps.iter().map_while(block).collect();
        match steps[blocks.len()..] {
            [] if blocks.len() == 1 => {
                let block = blocks.remove(0);
                Box::new(move |memory| {
                    block(memory);
                    0
                })
            }
            [Step::Break(breaks)] => Box::new(move |memory| {
                for block in &blocks {
                    block(memory);
                }
                breaks
            }),
            ref rest => {
                let next = self.compile(rest);
                Box::new(move |memory| {
                    for block in &blocks {
                        block(memory);
                    }
                    next(memory)
                })
            }
        }
    }

    fn address(&self, address: Address) -> AbsoluteAddress {
        let Address { constant, register, shift, region } = address;
        let start = match region {
            Region::Index { relation, index } => self.layout.start(relation, index),
            Region::Values { relation } => self.layout.first_value(relation),
        };
        AbsoluteAddress { constant: constant.wrapping_add(start as i32), register, shift }
    }
}
