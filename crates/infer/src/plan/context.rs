//! What the planner knows at a point of a rule: bound variables, registers and ranges.

use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::program::{Operand, Range, Rule};
use crate::step::REGISTERS;

/// The state at a point of a rule, inside of the scans around it.
#[derive(Clone)]
pub(super) struct Context<'p> {
    pub(super) rule: &'p Rule,
    /// The number of the rule in the program.
    pub(super) number: usize,
    pub(super) bound: Vec<bool>,
    pub(super) registers: Vec<u8>,
    pub(super) ranges: Vec<Range>,
    /// How many scans are around this point.
    depth: u32,
    /// The depth of the scan that determines each variable.
    pub(super) depth_of: Vec<u32>,
    /// Whether each solution counts, and not only the values of the head.
    pub(super) counts_solutions: bool,
    /// The first free register.
    pub(super) free: usize,
    /// An upper bound of how often this point is reached for a position.
    pub(super) times: u64,
}

impl<'p> Context<'p> {
    /// The state at the beginning of a rule.
    pub(super) fn new(number: usize, rule: &'p Rule) -> Context<'p> {
        let count = rule.variables.len();
        Context {
            rule,
            number,
            bound: vec![false; count],
            registers: vec![0; count],
            ranges: vec![Range::ALL; count],
            depth: 0,
            depth_of: vec![0; count],
            counts_solutions: rule.head_relation().is_none(),
            free: 1,
            times: 1,
        }
    }

    /// Binds a variable to a register.
    pub(super) fn bind(&mut self, variable: usize, register: u8, range: Range) {
        self.bound[variable] = true;
        self.registers[variable] = register;
        self.ranges[variable] = range;
        self.depth_of[variable] = self.depth;
    }

    pub(super) fn is_bound(&self, operand: Operand) -> bool {
        match operand {
            Operand::Constant(_) => true,
            Operand::Variable(variable) => self.bound[variable],
        }
    }

    /// Enters a scan of at most this many rows.
    pub(super) fn enter_scan(&mut self, rows: u64) {
        self.depth += 1;
        self.times = self.times.saturating_mul(rows);
    }

    /// How many scans can be left once a row with these columns is derived: those that do
    /// not determine any of its columns could only derive it again.
    pub(super) fn redundant_scans(&self, columns: &[Operand]) -> u32 {
        let depths = columns.iter().map(|operand| match operand {
            Operand::Variable(variable) => self.depth_of[*variable],
            Operand::Constant(_) => 0,
        });
        self.depth - depths.max().unwrap_or(0)
    }

    /// Allocates consecutive registers: the first.
    pub(super) fn allocate(&mut self, count: usize) -> Result<u8, Diagnostic> {
        let first = self.free;
        self.free += count;
        if self.free > REGISTERS / 2 {
            let what = "variables at once".into();
            let kind = DiagnosticKind::TooMuch { what, most: REGISTERS / 2 };
            return Err(Diagnostic::new(kind, self.rule.span)
                .hint("divide the rule, or the rules that are inlined into it"));
        }
        Ok(first as u8)
    }
}
