//! Tuning by matches as work: SPSA on the weights of a rule file.

use agon_arena::contest::{AnyPlayer, BuiltinPlayer, MoveLimits, Pairs, Tally};
use agon_arena::{EvaluationFile, GameEntry, PlayerSpec};
use agon_contest::{GameSettings, Openings, RefereeRules};
use agon_core::{Outcome, Side, derive_seed};
use agon_host::Failure;
use agon_runner::{InOrder, Stop, Work};
use agon_threads::ScopedThreads;
use agon_ugi::SystemClock;

use crate::{Spsa, SpsaTrial, Tuning};

/// The number of trials with the same weights. It is fixed, so that the result does not depend on
/// the number of processors.
const TRIALS_AT_ONCE: u64 = 8;

/// How weights are tuned by matches.
pub struct TuningPlan {
    /// The depth of the players in plies.
    pub depth: u32,
    /// The number of pairs of games that tune the weights.
    pub pairs: u64,
    /// The number of pairs of games between the new weights and the old ones.
    pub tests: u64,
    pub seed: u64,
}

/// The result of tuning.
pub struct TunedByMatches {
    /// All weights, including those that were kept.
    pub weights: Vec<i32>,
    /// The number of tuning pairs that were played.
    pub trials: u64,
    /// The match of the new weights against the old ones.
    pub pairs: Pairs,
    pub tally: Tally,
    /// Whether fewer games were played than wanted.
    pub is_stopped: bool,
}

/// Two sets of weights that play a pair of games.
pub struct WeightPair {
    sets: [Vec<i32>; 2],
    /// The number of the opening.
    number: u64,
    /// Whether this pair tests the new weights.
    is_test: bool,
}

/// Pairs of games as work: SPSA tunes the weights, and then the new ones play the old ones.
pub struct TuneWork<'a> {
    tuning: &'a Tuning,
    old: Vec<i32>,
    spsa: Spsa,
    /// The trials with the current weights.
    trials: Vec<SpsaTrial>,
    learned: InOrder<[Outcome; 2]>,
    next_test: u64,
    tests: u64,
    pairs: Pairs,
    tally: Tally,
}

impl<'a> TuneWork<'a> {
    pub fn new(tuning: &'a Tuning, plan: &TuningPlan) -> TuneWork<'a> {
        let old = tuning.old();
        TuneWork {
            tuning,
            spsa: Spsa::new(&tuning.chosen(&old), plan.pairs, plan.seed),
            old,
            trials: Vec::new(),
            learned: InOrder::below(plan.pairs),
            next_test: 0,
            tests: plan.tests,
            pairs: Pairs::default(),
            tally: Tally::default(),
        }
    }

    /// The weights so far, even if the work was interrupted.
    pub fn finish(self) -> TunedByMatches {
        let (weights, trials) = (self.new_weights(), self.learned.reported());
        let TuneWork { pairs, tally, tests, .. } = self;
        let is_stopped =
            trials < self.learned.count() || tally.games() > 0 && tally.games() < 2 * tests;
        TunedByMatches { weights, trials, pairs, tally, is_stopped }
    }

    fn new_weights(&self) -> Vec<i32> {
        self.tuning.with(&self.spsa.weights())
    }
}

impl Work for TuneWork<'_> {
    type Item = WeightPair;
    /// The results. The second set moves first in the second game.
    type Output = [Outcome; 2];
    type Failure = Failure;

    fn next(&mut self) -> Result<Option<WeightPair>, Failure> {
        let (count, done) = (self.learned.count(), self.learned.reported());
        let number = count - self.learned.left();
        let place = (number % TRIALS_AT_ONCE) as usize;
        if (place == 0 || number == count) && done < number {
            return Ok(None);
        }
        if number == count {
            let (new, number) = (self.new_weights(), self.next_test);
            let is_wanted = number < self.tests && new != self.old;
            self.next_test += u64::from(is_wanted);
            let sets = [new, self.old.clone()];
            return Ok(is_wanted.then_some(WeightPair { sets, number, is_test: true }));
        }
        if place == 0 {
            let trials = number..count.min(number + TRIALS_AT_ONCE);
            self.trials = trials.map(|number| self.spsa.trial(number)).collect();
        }
        self.learned.take_next();
        let sets = self.trials[place].weights.each_ref().map(|chosen| self.tuning.with(chosen));
        Ok(Some(WeightPair { sets, number, is_test: false }))
    }

    fn accept(&mut self, pair: WeightPair, results: [Outcome; 2]) -> Result<(), Failure> {
        if pair.is_test {
            self.pairs.add(results);
            for (result, side) in results.into_iter().zip(Side::BOTH) {
                self.tally.add(result, side);
            }
            return Ok(());
        }
        let TuneWork { spsa, trials, learned, .. } = self;
        let mut place = (learned.reported() % TRIALS_AT_ONCE) as usize;
        learned.submit(pair.number, results, |results| {
            spsa.update(&trials[place], score(results));
            place += 1;
            true
        });
        Ok(())
    }

    fn progress(&self) -> String {
        match self.next_test {
            0 => format!("tuning: {:?}", self.spsa.weights()),
            _ => format!("new against old: Elo {:.0}", self.pairs.elo()),
        }
    }

    fn steps(&self) -> Option<(u64, u64)> {
        let tested = self.tally.games() / 2;
        Some((self.learned.reported() + tested, self.learned.count() + self.tests))
    }
}

/// The first set's points minus the second's, from -1 to 1.
fn score(results: [Outcome; 2]) -> f64 {
    let points = |(result, side): (Outcome, Side)| match result.winner() {
        None => 0.0,
        Some(winner) if winner == side => 0.5,
        Some(_) => -0.5,
    };
    results.into_iter().zip(Side::BOTH).map(points).sum()
}

/// Plays pairs of games between rule files.
pub struct PairPlayer<'a> {
    /// The settings of tuning games and of test games.
    settings: [GameSettings; 2],
    tuning: &'a Tuning,
}

impl<'a> PairPlayer<'a> {
    pub fn new(game: &'static GameEntry, tuning: &'a Tuning, plan: &TuningPlan) -> PairPlayer<'a> {
        let settings = |what: &str| GameSettings {
            game,
            from: "startpos".into(),
            openings: Openings::Random { plies: Openings::PLIES },
            limits: MoveLimits { depth: Some(plan.depth), ..MoveLimits::default() },
            max_plies: None,
            adjudicate: false,
            seed: derive_seed(plan.seed, what),
        };
        // The test uses other openings than the tuning, so that it is fair.
        PairPlayer { settings: [settings("tuning"), settings("test")], tuning }
    }

    /// Plays two games from one opening. Each set moves first once. `None` if stopped.
    pub fn play(&self, pair: &WeightPair, stop: Stop<'_>) -> Result<Option<[Outcome; 2]>, Failure> {
        let WeightPair { sets, number, is_test } = pair;
        let settings = &self.settings[usize::from(*is_test)];
        let opening = settings.opening(*number)?;
        let mut players = [self.player("one.rules", &sets[0]), self.player("two.rules", &sets[1])];
        let clock = SystemClock::until(stop);
        let mut results = Vec::new();
        for half in 0..2 {
            let key = format!("{number}.{half}");
            let rules = RefereeRules::default();
            let setup = settings.setup(&key, &opening, None, rules, [&[], &[]]);
            let [one, two] = &mut players;
            let both: [&mut dyn AnyPlayer; 2] = if half == 0 { [one, two] } else { [two, one] };
            let Some(played) = setup.play(both, &clock)? else { return Ok(None) };
            results.push(played.result);
        }
        Ok(results.try_into().ok())
    }

    fn player(&self, name: &str, weights: &[i32]) -> BuiltinPlayer {
        let text = self.tuning.text_with(weights);
        let rules = EvaluationFile::new(name, text.into_bytes());
        let spec = PlayerSpec::Minimax { depth: None, eval: Some(name.into()) };
        BuiltinPlayer::new(spec, Some(rules), Box::new(ScopedThreads(1)))
    }
}
