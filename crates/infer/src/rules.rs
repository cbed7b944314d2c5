//! A rule file that judges the positions of a game.

use std::sync::{Mutex, TryLockError};

use agon_core::{Facts, Score, Side, Vocabulary};

use crate::memory::Memory;
use crate::plan::{Plan, plan};
use crate::program::{Clause, Conclusion, GoalKind, Origin, Program, Slot, Sort};
use crate::slow::{Base, value};
use crate::syntax::File;
use crate::trouble::{Span, Trouble, Troubles, Wrong};
use crate::{check, course, parse, scope};

/// How many proofs of a value line are told.
const MOST_PROOFS: usize = 20;

/// A rule file that was read for a game with certain parameters, and judges its
/// positions.
pub struct RuleSet {
    name: String,
    pub(crate) source: String,
    vocabulary: Vocabulary,
    pub(crate) program: Program,
    plan: Plan,
    /// The memory of callers that have no state of their own, made when it is first needed.
    shared_memory: Mutex<Option<Memory>>,
}

impl RuleSet {
    /// Reads a rule file, which `name` is shown for in messages.
    pub fn read<G: Facts>(game: &G, name: &str, source: &[u8]) -> Result<RuleSet, Troubles> {
        let text = String::from_utf8_lossy(source);
        let is_course = course::is_course(&text);
        let troubles = |troubles: Vec<Trouble>| Troubles {
            name: name.to_string(),
            source: text.to_string(),
            troubles: hinted(troubles, is_course),
        };
        let whole = Span { start: 0, end: 0 };
        if source.len() > parse::LONGEST {
            let wrong = Wrong::TooLong { found: source.len(), most: parse::LONGEST };
            let troubles = vec![Trouble::new(wrong, whole)];
            return Err(Troubles { name: name.to_string(), source: String::new(), troubles });
        }
        if let Err(error) = std::str::from_utf8(source) {
            let at = error.valid_up_to();
            return Err(troubles(vec![Trouble::new(Wrong::NotText, Span { start: at, end: at })]));
        }
        let file = if is_course { course::file(&text) } else { parse::file(&text) };
        let file = file.map_err(|trouble| troubles(vec![trouble]))?;
        check_game(&file, G::NAME).map_err(|trouble| troubles(vec![trouble]))?;
        let vocabulary = game.vocabulary();
        let program = check::check(&file, &vocabulary).map_err(&troubles)?;
        let sample = (0..vocabulary.relations.len())
            .map(|relation| {
                let mut rows = Vec::new();
                game.facts(&game.start(), relation, |row| rows.push(row.to_vec()));
                rows
            })
            .collect();
        let plan = plan(&program, &sample).map_err(|trouble| troubles(vec![trouble]))?;
        Ok(RuleSet {
            name: name.to_string(),
            source: text.to_string(),
            vocabulary,
            program,
            shared_memory: Mutex::new(None),
            plan,
        })
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What a position is worth to a side, whoever is to move.
    pub fn judge<G: Facts>(&self, game: &G, position: &G::Position, me: Side) -> Score {
        let [mine, yours] = self.points(game, position, me);
        estimate(mine.saturating_sub(yours))
    }

    /// The points of both sides, me first.
    pub fn points<G: Facts>(&self, game: &G, position: &G::Position, me: Side) -> [i64; 2] {
        let mut shared = match self.shared_memory.try_lock() {
            Ok(memory) => memory,
            Err(TryLockError::Poisoned(poisoned)) => {
                let mut memory = poisoned.into_inner();
                *memory = None;
                self.shared_memory.clear_poison();
                memory
            }
            Err(TryLockError::WouldBlock) => {
                return self.run(&mut self.new_memory(), game, position, me);
            }
        };
        self.run(shared.get_or_insert_with(|| self.new_memory()), game, position, me)
    }

    /// A memory to judge positions with.
    pub(crate) fn new_memory(&self) -> Memory {
        self.plan.memory.clone()
    }

    /// The value of a position to a side, worked out in a memory of the caller's.
    #[inline]
    pub(crate) fn judge_with<G: Facts>(
        &self,
        memory: &mut Memory,
        game: &G,
        position: &G::Position,
        me: Side,
    ) -> Score {
        let [mine, yours] = self.run(memory, game, position, me);
        estimate(mine.saturating_sub(yours))
    }

    #[inline]
    fn run<G: Facts>(
        &self,
        memory: &mut Memory,
        game: &G,
        position: &G::Position,
        me: Side,
    ) -> [i64; 2] {
        memory.clear(&self.plan.sizes);
        let me = me.index() as i32;
        for (place, put) in &self.plan.facts {
            game.facts(position, *place, |row| memory.put(put, row, me));
        }
        self.plan.run(memory)
    }

    /// All that holds in a position, the slow way.
    pub(crate) fn base<G: Facts>(&self, game: &G, position: &G::Position, me: Side) -> Base<'_> {
        let mut base = Base::new(&self.program);
        for (number, relation) in self.program.relations.iter().enumerate() {
            let Origin::Game { place, .. } = relation.origin else { continue };
            game.facts(position, place, |row| {
                let seen = row.iter().zip(&relation.columns).map(|(&value, &(sort, _))| {
                    if sort == Sort::Side { value ^ me.index() as i32 } else { value }
                });
                base.add(number, seen.collect(), None);
            });
        }
        base.conclude();
        base
    }

    /// What the value of a position is made of.
    pub fn explain<G: Facts>(
        &self,
        game: &G,
        position: &G::Position,
        me: Side,
        proofs: bool,
    ) -> Explanation {
        let mut base = self.base(game, position, me);
        let mut lines = Vec::new();
        for clause in &self.program.clauses {
            let Conclusion::Value { player, points } = &clause.conclusion else { continue };
            let mut report = LineReport {
                line: self.line_of(clause.span),
                text: self.text_of(clause.span),
                weight: points.constant(),
                counts: [0; 2],
                points: [0; 2],
                proofs: Vec::new(),
            };
            for values in base.answers(clause) {
                let side = value(*player, &values) as usize % 2;
                let worth = base.compute(points, &values);
                report.counts[side] += 1;
                report.points[side] += i64::from(worth);
                if proofs && report.proofs.len() < MOST_PROOFS {
                    let who = ["me", "you"][side];
                    let premises = self.premises(&base, clause, &values, &mut Room::default());
                    report
                        .proofs
                        .push(Proof { conclusion: format!("value({who}, {worth})"), premises });
                }
            }
            lines.push(report);
        }
        let sum = |side: usize| lines.iter().map(|line| line.points[side]).sum::<i64>();
        let value = sum(0).saturating_sub(sum(1));
        let score = estimate(value);
        let saturated = base.overflowed || i64::from(score.points()) != value;
        match base.gave_up() {
            true => {
                let score = self.judge(game, position, me);
                Explanation { lines, score, saturated, is_partial: true }
            }
            false => Explanation { lines, score, saturated, is_partial: false },
        }
    }

    /// The conditions of a clause as they hold.
    fn premises(
        &self,
        base: &Base<'_>,
        clause: &Clause,
        values: &[Option<i32>],
        room: &mut Room,
    ) -> Vec<Proof> {
        let mut premises = Vec::new();
        for goal in &clause.body {
            match &goal.kind {
                GoalKind::Holds { relation, columns } => {
                    let row = columns.iter().map(|&slot| value(slot, values)).collect();
                    premises.push(self.proof(base, *relation, &row, room));
                }
                // What is counted is compared with something in a condition of its own.
                GoalKind::Fold { .. } => (),
                _ => premises.push(Proof {
                    conclusion: self.condition(clause, goal, values),
                    premises: Vec::new(),
                }),
            }
        }
        premises
    }

    fn proof(&self, base: &Base<'_>, relation: usize, row: &Vec<i32>, room: &mut Room) -> Proof {
        let table = &self.program.relations[relation];
        let columns: Vec<String> = row
            .iter()
            .zip(&table.columns)
            .map(|(&value, &(sort, _))| self.value_words(sort, value))
            .collect();
        let conclusion = format!("{}({})", table.name, columns.join(", "));
        // A row was concluded from rows that were there before, so this comes to an end.
        let premises = match base.origin(relation, row) {
            Some(Some((clause, values))) => room
                .deeper(|room| self.premises(base, &self.program.clauses[*clause], values, room)),
            _ => Vec::new(),
        };
        Proof { conclusion, premises }
    }

    /// The answers to a question, which is written in either dialect.
    pub fn ask<G: Facts>(
        &self,
        game: &G,
        position: &G::Position,
        me: Side,
        question: &str,
    ) -> Result<Answers, Troubles> {
        let troubles = |troubles| Troubles {
            name: "question".to_string(),
            source: question.to_string(),
            troubles: hinted(troubles, course::is_course(question)),
        };
        let course::Question { body, only_count } =
            read_question(question).map_err(|trouble| troubles(vec![trouble]))?;
        let clause =
            check::check_question(&self.program, &self.vocabulary, &body).map_err(troubles)?;
        let named: Vec<usize> = (0..clause.variables.len())
            .filter(|&variable| !clause.variables[variable].name.starts_with('_'))
            .filter(|&variable| {
                scope::written(&clause.variables[variable].name) == clause.variables[variable].name
            })
            .collect();
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut base = self.base(game, position, me);
        let answers = base.answers(&clause);
        if base.gave_up() {
            return Err(troubles(vec![Trouble::new(Wrong::TooManyAnswers, clause.span)]));
        }
        for values in answers {
            let words = named.iter().map(|&variable| {
                self.value_words(
                    clause.variables[variable].sort,
                    value(Slot::Variable(variable), &values),
                )
            });
            let words: Vec<String> = words.collect();
            // Answers are counted as value lines count them: also those that look the same.
            if only_count || self.program.counts_proofs || !rows.contains(&words) {
                rows.push(words);
            }
        }
        let names = named.iter().map(|&variable| clause.variables[variable].name.clone());
        Ok(Answers { names: names.collect(), rows, only_count })
    }

    pub(crate) fn value_words(&self, sort: Sort, value: i32) -> String {
        match sort {
            Sort::Side => ["me", "you"][value as usize % 2].into(),
            Sort::Number => value.to_string(),
            Sort::Member(domain) => {
                let members = &self.vocabulary.domains[domain].members;
                members.get(value as usize).cloned().unwrap_or_default()
            }
        }
    }

    pub(crate) fn text_of(&self, span: Span) -> String {
        let text = self.source.get(span.start..span.end).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn line_of(&self, span: Span) -> usize {
        self.source.bytes().take(span.start).filter(|&byte| byte == b'\n').count() + 1
    }
}

/// A sum of points as an estimate, which is never as much as a proven win.
fn estimate(points: i64) -> Score {
    let most = i64::from(Score::MAX_ESTIMATE);
    Score::estimate(points.clamp(-most, most) as i32)
}

/// Troubles with their hints in the dialect of the source.
fn hinted(troubles: Vec<Trouble>, is_course: bool) -> Vec<Trouble> {
    match is_course {
        true => troubles.into_iter().map(course::hinted).collect(),
        false => troubles,
    }
}

/// Reads a question in either dialect. A comparison may begin with a parenthesis too, so
/// that what is no list may still be a question.
fn read_question(question: &str) -> Result<course::Question, Trouble> {
    let plain = |question| {
        let body = parse::question(question)?;
        Ok(course::Question { body, only_count: false })
    };
    match course::is_course(question) {
        true => course::question(question)
            .or_else(|trouble| plain(question).map_err(|_: Trouble| trouble)),
        false => plain(question),
    }
}

fn check_game(file: &File, wanted: &str) -> Result<(), Trouble> {
    match &file.game {
        Some((found, _)) if found == wanted => Ok(()),
        Some((found, span)) => {
            let wrong = Wrong::OtherGame { found: found.clone(), wanted: wanted.into() };
            Err(Trouble::new(wrong, *span))
        }
        None => Err(Trouble::new(Wrong::NoGame, Span::default())
            .hint(format!("begin it with: game {wanted}."))),
    }
}

/// The answers to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// The names of the variables that were asked about.
    pub names: Vec<String>,
    /// Their values, for every way in which what was asked holds.
    pub rows: Vec<Vec<String>>,
    /// Whether only the number of rows was asked for.
    pub only_count: bool,
}

/// What a value is made of.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The value lines, in the order of the file.
    pub lines: Vec<LineReport>,
    /// The value to the side that was asked about.
    pub score: Score,
    /// Whether some number was too large, so that the value is a bound.
    pub saturated: bool,
    /// Whether there was too much to be listed, so that counts and points are missing.
    pub is_partial: bool,
}

/// What a value line gives.
#[derive(Clone, Debug)]
pub struct LineReport {
    /// Its line in the file, counted from 1.
    pub line: usize,
    /// As it is written.
    pub text: String,
    /// The points that it gives each time, if they are always the same.
    pub weight: Option<i32>,
    /// How often it holds for me and for you.
    pub counts: [u64; 2],
    /// How many points that gives.
    pub points: [i64; 2],
    /// Why, if that was asked for: the first 20 proofs.
    pub proofs: Vec<Proof>,
}

/// Why something holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What holds.
    pub conclusion: String,
    /// From what it follows; nothing for a fact.
    pub premises: Vec<Proof>,
}

/// How much of a proof is told: what follows from itself by many ways has proofs that are
/// larger than any memory.
struct Room {
    steps: usize,
    depth: usize,
}

impl Default for Room {
    fn default() -> Room {
        Room { steps: 500, depth: 50 }
    }
}

impl Room {
    /// The premises of a step, or a mark that there are some.
    fn deeper(&mut self, premises: impl FnOnce(&mut Room) -> Vec<Proof>) -> Vec<Proof> {
        if self.steps == 0 || self.depth == 0 {
            return vec![Proof { conclusion: "...".into(), premises: Vec::new() }];
        }
        self.steps -= 1;
        self.depth -= 1;
        let premises = premises(self);
        self.depth += 1;
        premises
    }
}
