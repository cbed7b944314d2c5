//! `agon rules tune --matches`: the weights of a rule file, tuned by games against itself.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use agon_arena::contest::{AnyPlayer, BuiltinPlayer, MoveLimits, Pairs, Tally};
use agon_arena::{EvaluationFile, GameEntry, PlayerSpec};
use agon_contest::{GameSettings, Openings, RefereeRules, Spsa};
use agon_core::{Outcome, Side, counted, derive_seed};
use agon_host::{Failure, Progress, interrupt, notice};
use agon_inputs::rules;
use agon_threads::ScopedThreads;
use agon_ugi::SystemClock;
use serde_json::json;

use super::tune::Tuning;
use super::weights;
use crate::cli::TuneArgs;

/// How many trials are played with the same weights before these change. It is a number of its
/// own, so that the result does not depend on how many processors there are.
const TRIALS_AT_ONCE: u64 = 8;

/// What came of tuning.
pub struct TunedByMatches {
    /// All weights, the kept ones too.
    pub weights: Vec<i32>,
    /// The pairs of tuning that were played.
    trials: u64,
    /// The match of the new weights against the old ones.
    pairs: Pairs,
    tally: Tally,
}

/// Plays pairs of games between rule files.
struct PairPlayer<'a> {
    settings: GameSettings,
    tuning: &'a Tuning,
    threads: usize,
}

/// Two sets of weights, and the number of the opening they play.
type Task = ([Vec<i32>; 2], u64);

/// The results of a pair; the second set begins the second game. A pair that was interrupted has
/// none.
type PairResult = Option<[Outcome; 2]>;

/// Tunes the weights by SPSA, and lets the new ones play the old ones. If it is interrupted, the
/// weights so far are the result.
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
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    let threads = args.concurrency.map_or_else(processors, usize::from);
    let player = PairPlayer { settings: settings("tuning"), tuning, threads };
    let old: Vec<i32> = tuning.weights.iter().map(|weight| weight.value).collect();
    let mut spsa = Spsa::new(&tuning.chosen(&old), pairs, args.seed);
    let progress = Progress::of(pairs + args.test);
    let mut done = 0;
    while done < pairs && !interrupt::interrupted() {
        let trials: Vec<_> =
            (done..pairs.min(done + TRIALS_AT_ONCE)).map(|number| spsa.trial(number)).collect();
        let sets = trials.iter().zip(done..).map(|(trial, number)| {
            (trial.weights.each_ref().map(|chosen| tuning.with(chosen)), number)
        });
        let results = player.play_all(&sets.collect::<Vec<Task>>())?;
        for (trial, result) in trials.iter().zip(results) {
            let Some(results) = result else { break };
            spsa.learn(trial, score(results));
            done += 1;
        }
        progress.advance_to(done);
        progress.show(format_args!("tuning: {:?}", spsa.weights()));
    }
    let new = tuning.with(&spsa.weights());
    // Openings that were not tuned on, so that the match is a fair test.
    let player = PairPlayer { settings: settings("test"), ..player };
    let (mut counts, mut tally) = (Pairs::default(), Tally::default());
    let mut tested = 0;
    while new != old && tested < args.test && !interrupt::interrupted() {
        let tasks = tested..args.test.min(tested + TRIALS_AT_ONCE);
        let tasks: Vec<Task> = tasks.map(|number| ([new.clone(), old.clone()], number)).collect();
        for results in player.play_all(&tasks)?.into_iter().flatten() {
            counts.add(results);
            for (result, side) in results.into_iter().zip(Side::BOTH) {
                tally.add(result, side);
            }
        }
        tested += tasks.len() as u64;
        progress.advance_to(pairs + tested);
        progress.show(format_args!("new against old: Elo {:.0}", counts.sample().elo()));
    }
    progress.clear();
    Ok(TunedByMatches { weights: new, trials: done, pairs: counts, tally })
}

/// The points of the first less those of the second, from -1 to 1.
fn score(results: [Outcome; 2]) -> f64 {
    let points = |(result, side): (Outcome, Side)| match result.winner() {
        None => 0.0,
        Some(winner) if winner == side => 0.5,
        Some(_) => -0.5,
    };
    results.into_iter().zip(Side::BOTH).map(points).sum()
}

impl PairPlayer<'_> {
    /// Plays pairs on all threads; a pair that was interrupted has no results.
    fn play_all(&self, tasks: &[Task]) -> Result<Vec<PairResult>, Failure> {
        let next = AtomicUsize::new(0);
        let work = || -> Result<Vec<(usize, PairResult)>, Failure> {
            let mut played = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = tasks.get(place) else { return Ok(played) };
                played.push((place, self.pair(task)?));
            }
        };
        let mut results = vec![None; tasks.len()];
        thread::scope(|scope| -> Result<(), Failure> {
            let workers: Vec<_> =
                (0..self.threads.min(tasks.len())).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                let bug = |_| Failure::Refused("this is a bug in agon: a game has failed".into());
                for (place, result) in worker.join().map_err(bug)?? {
                    results[place] = result;
                }
            }
            Ok(())
        })?;
        Ok(results)
    }

    /// Plays two games from one opening; each set begins one.
    fn pair(&self, (sets, number): &Task) -> Result<PairResult, Failure> {
        let start = self.settings.start(*number)?;
        let mut players = [self.player("one.rules", &sets[0]), self.player("two.rules", &sets[1])];
        let clock = SystemClock::start();
        let mut results = Vec::new();
        for half in 0..2 {
            let key = format!("{number}.{half}");
            let rules = RefereeRules::default();
            let setup = self.settings.setup(&key, &start, None, rules, [&[], &[]]);
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

    /// Prints the report.
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

    /// What the match has shown.
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

    /// Prints the report as JSON.
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

/// The weights of a file that are to be tuned, as the rules of its game read it.
pub fn weights_of(source: &EvaluationFile, game: &GameEntry) -> Result<Tuning, Failure> {
    let mut session = game.start();
    rules::load_into(&source, &mut *session)?;
    let position = session.position();
    let rules = session.rules(&source.name).ok_or_else(|| {
        Failure::Refused(format!("{}: only rule files have weights", source.name))
    })?;
    let explanation = rules.explain_position(&position)?;
    Ok(Tuning::new(&*rules, &explanation))
}

/// Says that games are missing.
pub fn say_stopped() {
    notice("stopped before all games were played; the weights are those so far");
}
