//! From the statements of a game file to programs: numbers are put in, sets are worked out, and the
//! rules are sorted by what they depend on.
//!
//! What depends on no position is derived once. The rest becomes three programs over the facts of a
//! position: one for its moves and its result, one for what a move changes, one for its picture.

mod fixed;
mod moves;
mod picture;
mod programs;
mod rule;
mod sets;
mod start;
mod vocabulary;

use std::collections::{HashMap, HashSet};

use agon_core::ColumnType;

use super::Compiled;
use super::machine::{Machine, Source};
use super::source::head_name;
use super::syntax::{GameFile, RuleKind, visit_names};
use crate::check;
use crate::diagnostic::{Diagnostic, DiagnosticKind, Span};
use crate::program::Program;
use crate::schema::Schema;
use crate::syntax::{File, Rule};

pub(super) use moves::letter;

/// The most declarations of a kind.
const MAX_DECLARED: usize = 64;

/// The domain of the sides.
const SIDE: ColumnType = ColumnType::Member(0);

/// Relations that say how a position is judged, with their columns.
pub(crate) const VERDICTS: [(&str, &[ColumnType]); 4] =
    [("wins", &[SIDE]), ("loses", &[SIDE]), ("draw", &[]), ("measure", &[NUMBER])];

const NUMBER: ColumnType = ColumnType::Number { least: i32::MIN, most: i32::MAX };

type Refused = Vec<Diagnostic>;

fn refuse<T>(kind: DiagnosticKind, span: Span) -> Result<T, Refused> {
    Err(vec![Diagnostic::new(kind, span)])
}

fn missing<T>(what: &str, hint: &str) -> Result<T, Refused> {
    let kind = DiagnosticKind::Missing { what: what.into() };
    Err(vec![Diagnostic::new(kind, Span::default()).hint(hint)])
}

/// A rule with what it is for, ready for the checker.
#[derive(Clone)]
struct Ready {
    kind: RuleKind,
    rule: Rule,
    name: String,
    asks_for_mover: bool,
}

struct Compiler {
    file: GameFile,
    constants: HashMap<String, i32>,
    schema: Schema,
    /// The rows of each relation of the schema: all of a fixed one, those of the start otherwise.
    rows: Vec<Vec<Vec<i32>>>,
    /// Where the rows of each relation of the schema come from in a position.
    sources: Vec<Source>,
    rules: Vec<Ready>,
}

/// Compiles a game file.
pub(super) fn compile(file: GameFile) -> Result<Compiled, Refused> {
    let Some((name, name_span)) = file.name.clone() else {
        return missing("the name of its game", "begin it with: game NAME.");
    };
    let is_word = |text: &str| {
        text.len() <= 40 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    if !is_word(&name) {
        let wanted = "a name of at most 40 letters, digits and _".into();
        return refuse(DiagnosticKind::Form { wanted }, name_span);
    }
    let Some((sides, sides_span)) = file.sides.clone() else {
        return missing("who plays", "name the side that begins first: sides white, black.");
    };
    if sides[0] == sides[1] || !sides.iter().all(|side| is_word(side)) {
        let wanted = "two different names of letters, digits and _".into();
        return refuse(DiagnosticKind::Form { wanted }, sides_span);
    }
    let count = [file.sets.len(), file.givens.len(), file.states.len(), file.constants.len()];
    if count.into_iter().any(|count| count > MAX_DECLARED) {
        let kind =
            DiagnosticKind::TooMuch { what: "declarations of a kind".into(), most: MAX_DECLARED };
        return refuse(kind, name_span);
    }
    let mut compiler = Compiler {
        constants: HashMap::new(),
        schema: Schema::default(),
        rows: Vec::new(),
        sources: Vec::new(),
        rules: Vec::new(),
        file,
    };
    compiler.constants()?;
    compiler.domains(&sides);
    compiler.rules()?;
    compiler.sets()?;
    compiler.fixed_relations()?;
    let (state, start) = compiler.state()?;
    compiler.finish(name, sides, state, start)
}

impl Compiler {
    /// Makes the rules ready: numbers for names, and variables for `me` and `you`.
    fn rules(&mut self) -> Result<(), Refused> {
        for rule in std::mem::take(&mut self.file.rules) {
            let name = head_name(&rule).to_string();
            let (kind, mut rule) = (rule.kind, rule.rule);
            self.with_numbers(&mut rule);
            let asks_for_mover = rule::name_the_mover(&mut rule);
            self.rules.push(Ready { kind, rule, name, asks_for_mover });
        }
        Ok(())
    }

    /// Adds the relations on which those depend that are named.
    fn close_over(&self, used: &mut HashSet<String>) {
        loop {
            let before = used.len();
            for ready in self.rules.iter().filter(|ready| ready.kind == RuleKind::Plain) {
                if used.contains(&ready.name) {
                    visit_names(&ready.rule.body, &mut |name| used.extend([name.to_string()]));
                }
            }
            if used.len() == before {
                return;
            }
        }
    }

    /// The plain relations that depend on the position, or on a move if `of_move`.
    fn changing(&self) -> (HashSet<String>, HashSet<String>) {
        let states = self.file.states.iter().map(|state| state.relation.name.clone());
        let mut changing: HashSet<String> = states.collect();
        changing.extend(["to_move".to_string(), "stuck".to_string()]);
        let mut of_move: HashSet<String> = HashSet::new();
        loop {
            let before = (changing.len(), of_move.len());
            for ready in self.rules.iter().filter(|ready| ready.kind == RuleKind::Plain) {
                let (mut changes, mut moves) = (false, false);
                visit_names(&ready.rule.body, &mut |name| {
                    moves |= name.starts_with("does ") || of_move.contains(name);
                    changes |= name.starts_with("legal ") || changing.contains(name);
                });
                if moves {
                    of_move.insert(ready.name.clone());
                }
                if changes || moves {
                    changing.insert(ready.name.clone());
                }
            }
            if before == (changing.len(), of_move.len()) {
                return (changing, of_move);
            }
        }
    }

    /// Checks rules; the rows of the wanted relations are to be listed.
    fn check(&self, rules: Vec<Rule>, wanted: &[String]) -> Result<Program, Refused> {
        let file = File { game: None, rules, bag_semantics: false };
        let mut program = check::check(&file, &self.schema)?;
        for name in wanted {
            let known = program.relations.iter().position(|relation| relation.name == *name);
            program.listed.extend(known);
        }
        Ok(program)
    }

    fn machine(&self, program: Program, most_uses: usize) -> Result<Machine, Refused> {
        let machine = Machine::new(program, most_uses, &self.rows, &self.sources);
        machine.map_err(|diagnostic| vec![diagnostic])
    }
}
