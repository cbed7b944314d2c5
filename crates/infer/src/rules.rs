//! A rule file that was compiled for a game and evaluates its positions.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use agon_core::{Facts, Score, Side, Vocabulary};

use crate::diagnostic::{Diagnostic, DiagnosticKind, Diagnostics, Span};
use crate::divided_plan::{DividedMemory, DividedPlan};
use crate::plan::{Plan, plan};
use crate::program::{Origin, Program, Type};
use crate::reference::Interpreter;
use crate::schema::Schema;
use crate::syntax::File;
use crate::{check, lisp_dialect, parse};

/// A rule file that was compiled for a game with certain parameters.
pub struct RuleSet {
    name: String,
    pub(crate) source: String,
    pub(crate) vocabulary: Vocabulary,
    pub(crate) program: Program,
    /// The plan of the whole file, which derives everything from scratch.
    pub(crate) plan: Plan,
    /// The plan by which positions are evaluated.
    pub(crate) divided: DividedPlan,
    /// Unused memories. They are kept because their pattern tables improve with every position.
    idle: Mutex<Vec<DividedMemory>>,
}

/// The size of the tables in unused memories of all rule sets together, and its limit. A server has
/// many rule sets.
static IDLE_BYTES: AtomicUsize = AtomicUsize::new(0);
const MAX_IDLE_BYTES: usize = 64 << 20;

impl Drop for RuleSet {
    fn drop(&mut self) {
        let idle = self.idle().len();
        IDLE_BYTES.fetch_sub(idle * self.divided.table_bytes(), Ordering::Relaxed);
    }
}

impl RuleSet {
    /// Compiles a rule file for a game. Diagnostics show the file under this name.
    pub fn read<G: Facts>(game: &G, name: &str, source: &[u8]) -> Result<RuleSet, Diagnostics> {
        let text = String::from_utf8_lossy(source);
        let is_lisp = lisp_dialect::is_lisp(&text);
        let refuse = |list: Vec<Diagnostic>| Diagnostics {
            name: name.to_string(),
            source: text.to_string(),
            list: with_dialect_hints(list, is_lisp),
        };
        let refuse_one = |diagnostic| refuse(vec![diagnostic]);
        if source.len() > parse::MAX_FILE_BYTES {
            let (found, most) = (source.len(), parse::MAX_FILE_BYTES);
            let kind = DiagnosticKind::TooLong { found, most };
            let list = vec![Diagnostic::new(kind, Span::default())];
            return Err(Diagnostics { name: name.to_string(), source: String::new(), list });
        }
        if let Err(error) = std::str::from_utf8(source) {
            let at = error.valid_up_to();
            let span = Span { start: at, end: at };
            return Err(refuse_one(Diagnostic::new(DiagnosticKind::NotText, span)));
        }
        let file = if is_lisp { lisp_dialect::file(&text) } else { parse::file(&text) };
        let file = file.map_err(refuse_one)?;
        check_game(&file, G::NAME).map_err(refuse_one)?;
        let vocabulary = game.vocabulary();
        let program = check::check(&file, &Schema::from(&vocabulary)).map_err(refuse)?;
        let start_facts = (0..vocabulary.relations.len())
            .map(|relation| {
                let mut rows = Vec::new();
                game.facts(&game.start(), relation, |row| rows.push(row.to_vec()));
                rows
            })
            .collect();
        let plan = plan(&program, &start_facts).map_err(refuse_one)?;
        let divided = DividedPlan::new(&plan, &program, &vocabulary, &start_facts);
        Ok(RuleSet {
            name: name.to_string(),
            source: text.to_string(),
            vocabulary,
            program,
            idle: Mutex::new(Vec::new()),
            plan,
            divided,
        })
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value of a position for a side, whichever is to move.
    pub fn evaluate_for<G: Facts>(&self, game: &G, position: &G::Position, me: Side) -> Score {
        let [mine, yours] = self.points(game, position, me);
        estimate(mine.saturating_sub(yours))
    }

    /// The points of both sides, me first.
    pub fn points<G: Facts>(&self, game: &G, position: &G::Position, me: Side) -> [i64; 2] {
        let mut memory = self.take_memory();
        let points = self.points_with(&mut memory, game, (position, &mut None), me);
        self.give_back(memory);
        points
    }

    /// The points of both sides, me first, derived from scratch: the same as
    /// [`points`](RuleSet::points), but without cached patterns.
    pub fn points_from_scratch<G: Facts>(
        &self,
        game: &G,
        position: &G::Position,
        me: Side,
    ) -> [i64; 2] {
        self.plan.evaluate(&mut self.plan.memory.clone(), game, position, me)
    }

    /// A memory to evaluate positions with.
    pub(crate) fn take_memory(&self) -> DividedMemory {
        let Some(idle) = self.idle().pop() else { return self.divided.new_memory(&self.plan) };
        IDLE_BYTES.fetch_sub(self.divided.table_bytes(), Ordering::Relaxed);
        idle
    }

    /// Keeps a memory for reuse, unless too much is kept already.
    pub(crate) fn give_back(&self, memory: DividedMemory) {
        let bytes = self.divided.table_bytes();
        let before = IDLE_BYTES.fetch_add(bytes, Ordering::Relaxed);
        if before + bytes > MAX_IDLE_BYTES {
            IDLE_BYTES.fetch_sub(bytes, Ordering::Relaxed);
        } else {
            self.idle().push(memory);
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<DividedMemory>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value of a position to a side, evaluated in the caller's memory. `before` is the
    /// position that was evaluated in this memory before, if known.
    #[inline]
    pub(crate) fn evaluate_with<G: Facts>(
        &self,
        memory: &mut DividedMemory,
        game: &G,
        (position, before): (&G::Position, &mut Option<G::Position>),
        me: Side,
    ) -> Score {
        let [mine, yours] = self.points_with(memory, game, (position, before), me);
        estimate(mine.saturating_sub(yours))
    }

    #[inline]
    fn points_with<G: Facts>(
        &self,
        memory: &mut DividedMemory,
        game: &G,
        (position, before): (&G::Position, &mut Option<G::Position>),
        me: Side,
    ) -> [i64; 2] {
        self.divided.evaluate(&self.plan, memory, game, (position, before), me)
    }

    /// All rows that hold in a position, derived by the reference interpreter.
    pub(crate) fn interpret<G: Facts>(
        &self,
        game: &G,
        position: &G::Position,
        me: Side,
    ) -> Interpreter<'_> {
        let mut interpreter = Interpreter::new(&self.program);
        for (number, relation) in self.program.relations.iter().enumerate() {
            let Origin::Edb { index, .. } = relation.origin else { continue };
            game.facts(position, index, |row| {
                let seen = row.iter().zip(&relation.columns).map(|(&value, &(ty, _))| {
                    if ty == Type::Side { value ^ me.index() as i32 } else { value }
                });
                interpreter.add(number, seen.collect(), None);
            });
        }
        interpreter.run();
        interpreter
    }

    /// A value as it is written in rules.
    pub(crate) fn show_value(&self, ty: Type, value: i32) -> String {
        match ty {
            Type::Side => ["me", "you"][value as usize % 2].into(),
            Type::Number => value.to_string(),
            Type::Member(domain) => {
                let members = &self.vocabulary.domains[domain].members;
                members.get(value as usize).cloned().unwrap_or_default()
            }
        }
    }

    /// The source text of a span on one line.
    pub(crate) fn text_of(&self, span: Span) -> String {
        let text = self.source.get(span.start..span.end).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The line in which a span begins, counted from 1.
    pub(crate) fn line_of(&self, span: Span) -> usize {
        self.source.bytes().take(span.start).filter(|&byte| byte == b'\n').count() + 1
    }
}

/// A sum of points as an estimate, which never reaches the score of a proven win.
pub(crate) fn estimate(points: i64) -> Score {
    let most = i64::from(Score::MAX_ESTIMATE);
    Score::estimate(points.clamp(-most, most) as i32)
}

/// The same diagnostics with hints in the dialect of the source.
pub(crate) fn with_dialect_hints(list: Vec<Diagnostic>, is_lisp: bool) -> Vec<Diagnostic> {
    match is_lisp {
        true => list.into_iter().map(lisp_dialect::with_lisp_hint).collect(),
        false => list,
    }
}

fn check_game(file: &File, wanted: &str) -> Result<(), Diagnostic> {
    match &file.game {
        Some((found, _)) if found == wanted => Ok(()),
        Some((found, span)) => {
            let kind = DiagnosticKind::OtherGame { found: found.clone(), wanted: wanted.into() };
            Err(Diagnostic::new(kind, *span))
        }
        None => Err(Diagnostic::new(DiagnosticKind::NoGame, Span::default())
            .hint(format!("begin it with: game {wanted}."))),
    }
}
