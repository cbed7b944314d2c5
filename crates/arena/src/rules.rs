//! Rule files in a session, text in and text out, for any game.

use std::sync::{Arc, PoisonError};

use agon_core::{Evaluate, Facts, Notation, Rng, Side};
use agon_infer::{Answers, Diagnostics, Explanation, RuleSet};

use crate::evaluation_program::{GameLine, ProgramEval, SharedLine};
use crate::{EvaluationFile, EvaluationProgram, Refused};

/// The names of the evaluations by rule files that come with the program.
pub fn built_in_rule_names(game: &str) -> impl Iterator<Item = &'static str> {
    rule_files(game).iter().map(|(name, _)| *name)
}

/// The rule file that comes with the program for a game, by the name of its evaluation.
pub fn built_in_rules(game: &str, name: &str) -> Option<&'static str> {
    rule_files(game).iter().find(|(known, _)| *known == name).map(|(_, source)| *source)
}

fn rule_files(game: &str) -> &'static [(&'static str, &'static str)] {
    crate::find(game).map_or(&[], |entry| entry.rule_files)
}

/// Rule files that were loaded for one game with its parameters, and evaluation programs, by
/// name.
#[derive(Clone, Default)]
pub struct LoadedRules {
    rules: Vec<Arc<RuleSet>>,
    programs: Vec<Arc<dyn EvaluationProgram>>,
    /// The game, for programs that follow it.
    line: SharedLine,
}

impl LoadedRules {
    /// Loads a rule file for a game, in place of one of the same name. A file that is loaded
    /// already is not read again; a file with errors changes nothing.
    pub fn read<G: Facts>(
        &mut self,
        game: &G,
        name: &str,
        source: &[u8],
    ) -> Result<(), Diagnostics> {
        if self.find(name).is_some_and(|loaded| loaded.source().as_bytes() == source) {
            return Ok(());
        }
        self.add(Arc::new(RuleSet::read(game, name, source)?));
        Ok(())
    }

    /// Loads a rule file that was read already, in place of one of the same name.
    pub fn load<G: Facts + Notation>(
        &mut self,
        game: &G,
        file: &EvaluationFile,
    ) -> Result<(), Diagnostics> {
        self.add(file.rules(game)?);
        Ok(())
    }

    fn add(&mut self, rules: Arc<RuleSet>) {
        self.rules.retain(|loaded| loaded.name() != rules.name());
        self.rules.push(rules);
    }

    /// Adds an evaluation program, in place of one of the same name.
    pub fn add_program(&mut self, program: Arc<dyn EvaluationProgram>) {
        self.programs.retain(|loaded| loaded.name() != program.name());
        self.programs.push(program);
    }

    /// The program of this name.
    pub(crate) fn program(&self, name: &str) -> Option<&Arc<dyn EvaluationProgram>> {
        self.programs.iter().find(|program| program.name() == name)
    }

    /// The game that the evaluations of programs are asked about.
    pub(crate) fn line(&self) -> &SharedLine {
        &self.line
    }

    /// Tells the programs that follow games where the game is.
    pub(crate) fn set_line(&self, line: impl FnOnce() -> GameLine) {
        if self.programs.iter().any(|program| program.follows_games()) {
            *self.line.lock().unwrap_or_else(PoisonError::into_inner) = line();
        }
    }

    /// The rules of this name.
    pub(crate) fn find(&self, name: &str) -> Option<&Arc<RuleSet>> {
        self.rules.iter().find(|rules| rules.name() == name)
    }

    /// The evaluation of this name, by rules or by a program. A loaded rule file comes before
    /// one that is built in.
    pub fn evaluator<G: Facts + Notation>(
        &self,
        game: &G,
        name: &str,
    ) -> Option<Arc<dyn Evaluate<G>>> {
        if let Some(rules) = self.find(name) {
            return Some(Arc::clone(rules) as Arc<dyn Evaluate<G>>);
        }
        if let Some(source) = built_in_rules(G::NAME, name) {
            let rules = RuleSet::read(game, name, source.as_bytes()).ok()?;
            return Some(Arc::new(rules));
        }
        let program = self.program(name)?;
        Some(Arc::new(ProgramEval::new(Arc::clone(program), Arc::clone(&self.line))))
    }

    /// The names under which there are rules or programs.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let programs = self.programs.iter().map(|program| program.name());
        self.rules.iter().map(|rules| rules.name()).chain(programs)
    }
}

/// A rule file applied to the present position of a session.
pub trait AnyRuleSet {
    /// The file.
    fn file(&self) -> &RuleSet;
    /// Explains the value of the position for a side.
    fn explain(&self, side: Side, proofs: bool) -> Explanation;
    /// Explains the value of another position of the same game, in its notation, for the side
    /// to move.
    fn explain_position(&self, position: &str) -> Result<Explanation, Refused>;
    /// The answers to a query, in which `me` is this side.
    fn query(&self, side: Side, query: &str) -> Result<Answers, Diagnostics>;
    /// The positions of so many random games from here.
    fn sample(&self, games: u64) -> Box<dyn SamplePositions + '_>;
}

/// Positions to try rules on, in random order.
pub trait SamplePositions {
    /// Their number.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Evaluates them all for the sides to move; returns the sum, so that it must be computed.
    fn evaluate_all(&self) -> i64;
    /// Marks the lines of the file that hold in one of the positions, for either side.
    fn mark(&self, number: usize, holding: &mut [bool]);
    /// The values of one of the positions for the first and the second side, in points, if the one
    /// is not the negative of the other.
    fn unmirrored(&self, number: usize) -> Option<[i32; 2]>;
    /// One of the positions as text.
    fn text(&self, number: usize) -> String;
}

/// A rule set at a position.
pub(crate) struct RuleSetAt<'t, G: Facts> {
    pub(crate) rules: &'t RuleSet,
    pub(crate) game: &'t G,
    pub(crate) position: &'t G::Position,
}

impl<G: Facts + Notation> AnyRuleSet for RuleSetAt<'_, G> {
    fn file(&self) -> &RuleSet {
        self.rules
    }

    fn explain(&self, side: Side, proofs: bool) -> Explanation {
        self.rules.explain(self.game, self.position, side, proofs)
    }

    fn explain_position(&self, position: &str) -> Result<Explanation, Refused> {
        let (game, position) = G::read(position)?;
        Ok(self.rules.explain(&game, &position, game.to_move(&position), false))
    }

    fn query(&self, side: Side, query: &str) -> Result<Answers, Diagnostics> {
        self.rules.query(self.game, self.position, side, query)
    }

    fn sample(&self, games: u64) -> Box<dyn SamplePositions + '_> {
        let positions = random_games(self.game, self.position, games);
        Box::new(Positions { rules: self.rules, game: self.game, positions })
    }
}

/// The unfinished positions of random games, shuffled.
fn random_games<G: Facts>(game: &G, start: &G::Position, games: u64) -> Vec<G::Position> {
    let mut positions = Vec::new();
    for number in 0..games {
        let mut rng = Rng::seeded(number);
        let mut position = start.clone();
        while let Some(&mv) = rng.pick(&game.moves(&position)) {
            let next = game.after(&position, mv);
            positions.push(std::mem::replace(&mut position, next));
        }
    }
    let mut rng = Rng::seeded(games);
    for place in (1..positions.len()).rev() {
        positions.swap(place, rng.below(place + 1));
    }
    positions
}

/// A rule set, and positions to try it on.
struct Positions<'t, G: Facts> {
    rules: &'t RuleSet,
    game: &'t G,
    positions: Vec<G::Position>,
}

impl<G: Facts + Notation> SamplePositions for Positions<'_, G> {
    fn unmirrored(&self, number: usize) -> Option<[i32; 2]> {
        let position = self.positions.get(number)?;
        let values =
            Side::BOTH.map(|side| self.rules.evaluate_for(self.game, position, side).points());
        (values[0] != -values[1]).then_some(values)
    }

    fn text(&self, number: usize) -> String {
        let position = self.positions.get(number);
        position.map_or(String::new(), |position| self.game.write(position))
    }

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn evaluate_all(&self) -> i64 {
        let value = |position| {
            let score = self.rules.evaluate_for(self.game, position, self.game.to_move(position));
            i64::from(score.points())
        };
        self.positions.iter().map(value).sum()
    }

    fn mark(&self, number: usize, holding: &mut [bool]) {
        let Some(position) = self.positions.get(number) else { return };
        for side in Side::BOTH {
            self.rules.mark(self.game, position, side, holding);
        }
    }
}
