//! Trials of rules: a short match between two versions of a rule file.

use std::collections::HashSet;

use agon_arena::contest::{
    BuiltinPlayer, Clock, GameSetup, Pairs, Tally, balanced_start, expected_score,
};
use agon_arena::{EngineOptions, EvaluationFile, PlayerSpec};
use agon_core::{Outcome, Side, Stop};
use serde::{Deserialize, Serialize};

use crate::job_context::{JobContext, Report};
use crate::protocol::{RequestError, RuleFile, TrialScore};
use crate::refusal::check_range;
use crate::snapshot::Snapshot;

/// The most pairs of games. Each pair has an opening, and both versions play both sides.
const MAX_PAIRS: usize = 20;

/// The node limit of every move.
const NODES: u64 = 500;

/// How many random moves make an opening.
const OPENING_PLIES: u32 = 4;

/// How many openings are drawn for a pair before it is left out: small games have few.
const DRAWS: usize = 4;

/// A game with this many plies is a draw.
const MAX_PLIES: usize = 300;

/// The time limit of a trial, in milliseconds; then the games so far count.
const MAX_TIME: u64 = 60_000;

/// The size of a player's transposition table, in MB.
const HASH: u32 = 1;

/// The memory of a trial, in bytes: two tables, and the working memory of two rule files.
pub(crate) const BYTES: u64 = 32 << 20;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// The versions, the new one first.
    pub versions: [RuleFile; 2],
    /// How many pairs of games are played, if there are enough openings.
    pub pairs: usize,
}

impl Trial {
    /// Refuses a number of pairs that is out of range.
    pub(crate) fn check(&self) -> Result<(), RequestError> {
        Ok(check_range("pairs", self.pairs, 1, MAX_PAIRS)?)
    }

    /// Plays the match from the start of a game, and reports the score after each pair. The same
    /// versions play the same games, unless the time is up.
    pub(crate) fn run(
        &self,
        snapshot: &Snapshot,
        context: &dyn JobContext,
    ) -> Result<TrialScore, RequestError> {
        let (entry, from) = (snapshot.entry, &snapshot.start);
        let mut session = entry.open(from)?;
        for file in &self.versions {
            session.load_rules(&file.name, file.source.as_bytes())?;
        }
        let clock = TrialClock { context };
        let [mut new, mut old] = self.versions.each_ref().map(player);
        let (mut tally, mut pairs) = (Tally::default(), Pairs::default());
        let mut openings = HashSet::new();
        for seed in 0..(DRAWS * self.pairs) as u64 {
            if openings.len() == self.pairs || clock.is_stopped() {
                break;
            }
            let start = balanced_start(entry, from, OPENING_PLIES, seed)?.position;
            if !openings.insert(start.clone()) {
                continue;
            }
            let setup = GameSetup { max_plies: Some(MAX_PLIES), ..GameSetup::new(entry, &start) };
            let Some(first) = setup.play([&mut new, &mut old], &clock)? else { break };
            let Some(second) = setup.play([&mut old, &mut new], &clock)? else { break };
            let results: [Outcome; 2] = [first.result, second.result];
            results.into_iter().zip(Side::BOTH).for_each(|(result, side)| tally.add(result, side));
            pairs.add(results);
            context.report(Report::Trial(score(&tally, &pairs, self.pairs)));
        }
        // A small game may have fewer openings than pairs.
        let played = openings.len().min(self.pairs);
        let planned = if clock.is_stopped() { self.pairs } else { played };
        Ok(score(&tally, &pairs, planned))
    }
}

/// A player that evaluates positions by a rule file.
fn player(file: &RuleFile) -> BuiltinPlayer {
    // No evaluation of a game has this name.
    let name = "trial.rules".to_string();
    let options = EngineOptions {
        nodes: Some(NODES),
        eval: Some(name.clone()),
        hash: Some(HASH),
        ..EngineOptions::default()
    };
    let file = EvaluationFile::new(&name, file.source.as_bytes());
    BuiltinPlayer::new(PlayerSpec::Engine(options), Some(file), Box::new(()))
}

/// The score of the new version, with the planned number of pairs.
fn score(tally: &Tally, pairs: &Pairs, planned: usize) -> TrialScore {
    let (low, high) = pairs.elo_interval();
    let thousandths = |share: f64| (1000.0 * share).round() / 1000.0;
    TrialScore {
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        games: 2 * planned as u64,
        score: thousandths(pairs.score()),
        interval: [low, high].map(|elo| thousandths(expected_score(elo))),
    }
}

/// The clock of a trial: that of its job, which stops it when its time is up.
struct TrialClock<'c> {
    context: &'c dyn JobContext,
}

impl Stop for TrialClock<'_> {
    fn is_stopped(&self) -> bool {
        self.context.is_stopped() || self.context.elapsed() >= MAX_TIME
    }
}

impl Clock for TrialClock<'_> {
    fn now(&self) -> u64 {
        1000 * self.context.elapsed()
    }
}
