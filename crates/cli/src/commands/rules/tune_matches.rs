//! `agon rules tune --matches`: tunes the weights of a rule file by games against itself.

use std::io::Write;

use agon_arena::GameEntry;
use agon_arena::contest::Tally;
use agon_core::counted;
use agon_host::{Failure, notice};
use agon_runner::Stop;
use agon_selfplay::{PairPlayer, TuneWork, TunedByMatches, Tuning, TuningPlan, WeightPair};
use serde_json::json;

use super::tune::shown_line;
use crate::cli::TuneArgs;
use crate::workplace::{run_on_threads, threads};

/// Tunes the weights by SPSA, and plays the new ones against the old ones. If interrupted, returns
/// the weights so far.
pub fn tune_by_matches(
    args: &TuneArgs,
    game: &'static GameEntry,
    tuning: &Tuning,
    pairs: u64,
) -> Result<TunedByMatches, Failure> {
    let plan = TuningPlan { depth: args.depth, pairs, tests: args.test, seed: args.seed };
    let player = PairPlayer::new(game, tuning, &plan);
    let mut work = TuneWork::new(tuning, &plan);
    let executor = || Ok(|pair: &WeightPair, stop: Stop<'_>| player.play(pair, stop));
    run_on_threads(threads(args.concurrency), 1, &mut work, executor)?;
    Ok(work.finish())
}

pub fn print_matches(
    args: &TuneArgs,
    tuned: &TunedByMatches,
    tuning: &Tuning,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let games = counted(2 * tuned.trials, "game");
    writeln!(out, "tuned by    {games} at depth {}", args.depth)?;
    let Tally { wins, draws, losses } = tuned.tally;
    if tuned.tally.games() > 0 {
        let (low, high) = tuned.pairs.elo_interval();
        let games = counted(tuned.tally.games(), "game");
        writeln!(out, "new, old    {games}: won {wins}, drawn {draws}, lost {losses}")?;
        let elo = tuned.pairs.elo();
        writeln!(out, "Elo         {elo:.1}, 95 % between {low:.1} and {high:.1}")?;
    }
    writeln!(out, "\nline    before     after")?;
    for ((weight, new), is_fitted) in
        tuning.weights.iter().zip(&tuned.weights).zip(&tuning.is_fitted)
    {
        let (line, text) = shown_line(tuning, weight);
        let kept = if *is_fitted { "" } else { " (kept)" };
        writeln!(out, "{line:>4} {:>9} {new:>9}  {text}{kept}", weight.value)?;
    }
    writeln!(out, "\n{}", verdict(tuned))?;
    Ok(())
}

/// The conclusion from the match.
fn verdict(tuned: &TunedByMatches) -> &'static str {
    if tuned.tally.games() == 0 {
        return "The new weights were not tested against the old ones.";
    }
    match tuned.pairs.elo_interval() {
        (low, _) if low > 0.0 => "The new weights are better.",
        (_, high) if high < 0.0 => "The new weights are worse: keep the old ones.",
        _ => "The match does not show which weights are better: more --matches or --test may.",
    }
}

pub fn print_matches_json(
    tuned: &TunedByMatches,
    tuning: &Tuning,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let weights = tuning.weights.iter().zip(&tuned.weights).zip(&tuning.is_fitted);
    let weights = weights.map(|((weight, new), is_fitted)| {
        let (line, text) = shown_line(tuning, weight);
        json!({
            "line": line, "text": text, "before": weight.value, "after": new,
            "fitted": is_fitted,
        })
    });
    let Tally { wins, draws, losses } = tuned.tally;
    let (low, high) = tuned.pairs.elo_interval();
    let line = json!({
        "pairs": tuned.trials, "wins": wins, "draws": draws, "losses": losses,
        "elo": tuned.pairs.elo(), "interval": [low, high],
        "weights": weights.collect::<Vec<_>>(),
    });
    writeln!(out, "{line}")?;
    Ok(())
}

/// Reports that games are missing.
pub fn warn_stopped() {
    notice("stopped before all games were played; the weights are those so far");
}
