//! `agon rules tune`: fits the weights of a rule file to recorded games, or tunes them by matches.

use std::io::Write;

use agon_arena::{EvaluationFile, GameEntry, game_of};
use agon_host::store::{LockedFile, about_file};
use agon_host::{Failure, interrupt, notice};
use agon_inputs::rules;
use agon_selfplay::{Tuning, TuningData, Weight, WeightFit};
use serde_json::json;

use super::tune_matches::{print_matches, print_matches_json, tune_by_matches, warn_stopped};
use crate::cli::TuneArgs;
use crate::commands::explain::shown;

/// Fits the weights of a file, reports them, and writes the new file if asked to.
pub fn tune(args: &TuneArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(path) = args.output.as_deref().filter(|path| path.exists() && !args.force) {
        let what = "is there already: name another file, or replace it with --force";
        return Err(about_file(path, what));
    }
    let source = rules::read(&args.file)?;
    let entry = game_of(&args.file, &source.bytes).map_err(Failure::Rules)?;
    if let Some(pairs) = args.matches {
        let tuning = Tuning::of_file(&source, entry)?;
        tuning.check(&args.file)?;
        let tuned = tune_by_matches(args, entry, &tuning, pairs)?;
        match args.json {
            true => print_matches_json(&tuned, &tuning, out)?,
            false => print_matches(args, &tuned, &tuning, out)?,
        }
        write(args, entry, &tuning, &tuned.weights)?;
        if tuned.is_stopped {
            warn_stopped();
            return Err(Failure::Unknown);
        }
        return Ok(());
    }
    let tuning = {
        let data = TuningData { files: &args.data, positions: args.positions, seed: args.seed };
        interrupt::during(|| Tuning::of_data(&source, entry.name, &data))?
    };
    tuning.check(&args.file)?;
    let Some(fit) = tuning.fit() else {
        let few =
            "there is nothing to fit: the data need positions of several games with a known result";
        return Err(Failure::Refused(few.into()));
    };
    let new = tuning.with(&fit.weights);
    match args.json {
        true => print_json(&tuning, &fit, &new, out)?,
        false => print(args, &tuning, &fit, &new, out)?,
    }
    write(args, entry, &tuning, &new)
}

/// Writes the file with the new weights, if one is wanted.
fn write(args: &TuneArgs, game: &GameEntry, tuning: &Tuning, new: &[i32]) -> Result<(), Failure> {
    let text = tuning.text_with(new);
    // The new file is checked like any rule file.
    let checked = EvaluationFile::new(&args.file, text.clone().into_bytes());
    rules::load_into(&checked, &mut *game.start())?;
    if let Some(path) = &args.output {
        LockedFile::lock(path)?.write(text.as_bytes())?;
        notice(format_args!("{} is written", path.display()));
    }
    Ok(())
}

/// The line number of a weight, and the text of the line, cut if it is long.
pub fn shown_line(tuning: &Tuning, weight: &Weight) -> (usize, String) {
    let (line, text) = tuning.line(weight);
    (line, shown(text))
}

fn print(
    args: &TuneArgs,
    tuning: &Tuning,
    fit: &WeightFit,
    new: &[i32],
    out: &mut impl Write,
) -> Result<(), Failure> {
    let [fitted, aside] = fit.positions;
    writeln!(out, "positions   {fitted} fitted to, {aside} of other games set aside")?;
    writeln!(out, "left out    {} that a decisive line judges", tuning.decided)?;
    let [before, after] = [fit.before, fit.after].map(|[_, aside]| aside);
    writeln!(out, "log loss    {before:.4} before, {after:.4} after, on the games set aside")?;
    writeln!(
        out,
        "            {:.4} before, {:.4} after, on the others",
        fit.before[0], fit.after[0]
    )?;
    writeln!(out, "scale       {:.0} points make odds of e to 1\n", fit.scale)?;
    writeln!(out, "line    before     after  seen in")?;
    for (((weight, new), is_fitted), seen) in
        tuning.weights.iter().zip(new).zip(&tuning.is_fitted).zip(&tuning.seen)
    {
        let (line, text) = shown_line(tuning, weight);
        let kept = if *is_fitted { "" } else { " (kept)" };
        writeln!(out, "{line:>4} {:>9} {new:>9} {seen:>8}  {text}{kept}", weight.value)?;
    }
    if after >= before {
        writeln!(
            out,
            "\nThe new weights are no better on the games set aside: keep the old ones."
        )?;
    } else if args.output.is_none() {
        writeln!(out, "\nNothing is written: name a new file with -o.")?;
    }
    Ok(())
}

fn print_json(
    tuning: &Tuning,
    fit: &WeightFit,
    new: &[i32],
    out: &mut impl Write,
) -> Result<(), Failure> {
    let weights = tuning.weights.iter().zip(new).zip(&tuning.is_fitted).zip(&tuning.seen);
    let weights = weights.map(|(((weight, new), is_fitted), seen)| {
        let (line, text) = shown_line(tuning, weight);
        json!({
            "line": line, "text": text, "before": weight.value, "after": new,
            "fitted": is_fitted, "seen": seen,
        })
    });
    let line = json!({
        "positions": fit.positions, "left_out": tuning.decided, "scale": fit.scale,
        "before": fit.before, "after": fit.after, "weights": weights.collect::<Vec<_>>(),
    });
    writeln!(out, "{line}")?;
    Ok(())
}
