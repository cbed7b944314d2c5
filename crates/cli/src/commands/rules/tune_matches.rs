//! `agon rules tune --matches`: tunes the weights of a rule file by games against itself.

use std::io::Write;

use agon_arena::contest::{AnyPlayer, BuiltinPlayer, MoveLimits, Pairs, Tally};
use agon_arena::{EvaluationFile, GameEntry, PlayerSpec};
use agon_contest::{GameSettings, Openings, RefereeRules};
use agon_core::{Outcome, Side, counted, derive_seed};
use agon_host::{Failure, notice};
use agon_inputs::rules;
use agon_runner::{InOrder, Stop, Work};
use agon_selfplay::{Spsa, SpsaTrial};
use agon_threads::ScopedThreads;
use agon_ugi::SystemClock;
use serde_json::json;

use super::tune::Tuning;
use super::weights;
use crate::cli::TuneArgs;
use crate::workplace::{run_on_threads, threads};

/// The number of trials with the same weights. It is fixed, so that the result does not depend on
/// the number of processors.
const TRIALS_AT_ONCE: u64 = 8;

/// The result of tuning.
pub struct TunedByMatches {
    /// All weights, including those that were kept.
    pub weights: Vec<i32>,
    /// The number of tuning pairs that were played.
    trials: u64,
    /// The match of the new weights against the old ones.
    pairs: Pairs,
    tally: Tally,
}

/// Two sets of weights that play a pair of games.
struct WeightPair {
    sets: [Vec<i32>; 2],
    /// The number of the opening.
    number: u64,
    /// Whether this pair tests the new weights.
    is_test: bool,
}

/// Pairs of games as work: SPSA tunes the weights, and then the new ones play the old ones.
struct TuneWork<'a> {
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

impl TuneWork<'_> {
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
            _ => format!("new against old: Elo {:.0}", self.pairs.sample().elo()),
        }
    }

    fn steps(&self) -> Option<(u64, u64)> {
        let tested = self.tally.games() / 2;
        Some((self.learned.reported() + tested, self.learned.count() + self.tests))
    }
}

/// Tunes the weights by SPSA, and plays the new ones against the old ones. If interrupted, returns
/// the weights so far.
pub fn tune_by_matches(
    args: &TuneArgs,
    game: &'static GameEntry,
    tuning: &Tuning,
    pairs: u64,
) -> Result<TunedByMatches, Failure> {
    let settings = |what: &str| GameSettings {
        game,
        from: "startpos".into(),
        openings: Openings::Random { plies: Openings::PLIES },
        limits: MoveLimits { depth: Some(args.depth), ..MoveLimits::default() },
        max_plies: None,
        adjudicate: false,
        seed: derive_seed(args.seed, what),
    };
    // The test uses other openings than the tuning, so that it is fair.
    let player = PairPlayer { settings: [settings("tuning"), settings("test")], tuning };
    let old: Vec<i32> = tuning.weights.iter().map(|weight| weight.value).collect();
    let mut work = TuneWork {
        tuning,
        spsa: Spsa::new(&tuning.chosen(&old), pairs, args.seed),
        old,
        trials: Vec::new(),
        learned: InOrder::below(pairs),
        next_test: 0,
        tests: args.test,
        pairs: Pairs::default(),
        tally: Tally::default(),
    };
    let executor = || Ok(|pair: &WeightPair, stop: Stop<'_>| player.play(pair, stop));
    run_on_threads(threads(args.concurrency), 1, &mut work, executor)?;
    let (weights, trials) = (work.new_weights(), work.learned.reported());
    Ok(TunedByMatches { weights, trials, pairs: work.pairs, tally: work.tally })
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
struct PairPlayer<'a> {
    /// The settings of tuning games and of test games.
    settings: [GameSettings; 2],
    tuning: &'a Tuning,
}

impl PairPlayer<'_> {
    /// Plays two games from one opening. Each set moves first once. `None` if stopped.
    fn play(&self, pair: &WeightPair, stop: Stop<'_>) -> Result<Option<[Outcome; 2]>, Failure> {
        let WeightPair { sets, number, is_test } = pair;
        let settings = &self.settings[usize::from(*is_test)];
        let start = settings.start(*number)?;
        let mut players = [self.player("one.rules", &sets[0]), self.player("two.rules", &sets[1])];
        let clock = SystemClock::until(stop);
        let mut results = Vec::new();
        for half in 0..2 {
            let key = format!("{number}.{half}");
            let rules = RefereeRules::default();
            let setup = settings.setup(&key, &start, None, rules, [&[], &[]]);
            let [one, two] = &mut players;
            let both: [&mut dyn AnyPlayer; 2] = if half == 0 { [one, two] } else { [two, one] };
            let Some(played) = setup.play(both, &clock)? else { return Ok(None) };
            results.push(played.result);
        }
        Ok(results.try_into().ok())
    }

    fn player(&self, name: &str, weights: &[i32]) -> BuiltinPlayer {
        let text = weights::replace(&self.tuning.source, &self.tuning.weights, weights);
        let rules = EvaluationFile::new(name, text.into_bytes());
        let spec = PlayerSpec::Minimax { depth: None, eval: Some(name.into()) };
        BuiltinPlayer::new(spec, Some(rules), Box::new(ScopedThreads(1)))
    }
}

impl TunedByMatches {
    /// Whether fewer games were played than wanted.
    pub fn is_stopped(&self, args: &TuneArgs, pairs: u64) -> bool {
        self.trials < pairs || self.tally.games() > 0 && self.tally.games() < 2 * args.test
    }

    pub fn print(
        &self,
        args: &TuneArgs,
        tuning: &Tuning,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let games = counted(2 * self.trials, "game");
        writeln!(out, "tuned by    {games} at depth {}", args.depth)?;
        let Tally { wins, draws, losses } = self.tally;
        if self.tally.games() > 0 {
            let sample = self.pairs.sample();
            let (low, high) = sample.elo_interval();
            let games = counted(self.tally.games(), "game");
            writeln!(out, "new, old    {games}: won {wins}, drawn {draws}, lost {losses}")?;
            let elo = sample.elo();
            writeln!(out, "Elo         {elo:.1}, 95 % between {low:.1} and {high:.1}")?;
        }
        writeln!(out, "\nline    before     after")?;
        for ((weight, new), is_fitted) in
            tuning.weights.iter().zip(&self.weights).zip(&tuning.is_fitted)
        {
            let (line, text) = tuning.line(weight);
            let kept = if *is_fitted { "" } else { " (kept)" };
            writeln!(out, "{line:>4} {:>9} {new:>9}  {text}{kept}", weight.value)?;
        }
        writeln!(out, "\n{}", self.verdict())?;
        Ok(())
    }

    /// The conclusion from the match.
    fn verdict(&self) -> &'static str {
        if self.tally.games() == 0 {
            return "The new weights were not tested against the old ones.";
        }
        match self.pairs.sample().elo_interval() {
            (low, _) if low > 0.0 => "The new weights are better.",
            (_, high) if high < 0.0 => "The new weights are worse: keep the old ones.",
            _ => "The match does not show which weights are better: more --matches or --test may.",
        }
    }

    pub fn print_json(&self, tuning: &Tuning, out: &mut impl Write) -> Result<(), Failure> {
        let weights = tuning.weights.iter().zip(&self.weights).zip(&tuning.is_fitted);
        let weights = weights.map(|((weight, new), is_fitted)| {
            let (line, text) = tuning.line(weight);
            json!({
                "line": line, "text": text, "before": weight.value, "after": new,
                "fitted": is_fitted,
            })
        });
        let Tally { wins, draws, losses } = self.tally;
        let (low, high) = self.pairs.sample().elo_interval();
        let line = json!({
            "pairs": self.trials, "wins": wins, "draws": draws, "losses": losses,
            "elo": self.pairs.sample().elo(), "interval": [low, high],
            "weights": weights.collect::<Vec<_>>(),
        });
        writeln!(out, "{line}")?;
        Ok(())
    }
}

/// The weights of a file that can be tuned.
pub fn weights_of(source: &EvaluationFile, game: &GameEntry) -> Result<Tuning, Failure> {
    let mut session = game.start();
    rules::load_into(source, &mut *session)?;
    let position = session.position();
    let rules = session.rules(&source.name).ok_or_else(|| {
        Failure::Refused(format!("{}: only rule files have weights", source.name))
    })?;
    let explanation = rules.explain_position(&position)?;
    Ok(Tuning::new(&*rules, &explanation))
}

/// Reports that games are missing.
pub fn warn_stopped() {
    notice("stopped before all games were played; the weights are those so far");
}
