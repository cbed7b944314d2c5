//! `agon rules tune`: fits the weights of a rule file to recorded games, or tunes them by matches.

use std::io::Write;
use std::path::Path;

use agon_arena::data::GameResult;
use agon_arena::{AnyRuleSet, EvaluationFile, GameEntry, game_of};
use agon_core::{Rng, counted};
use agon_host::store::{LockedFile, about_file};
use agon_host::{Failure, Progress, interrupt, notice};
use agon_infer::Explanation;
use agon_inputs::rules;
use agon_selfplay::{DataReader, MAX_TERMS, WeightFit, WeightSample};
use serde_json::json;

use super::tune_matches::{tune_by_matches, warn_stopped, weights_of};
use super::weights::{self, Weight};
use crate::cli::TuneArgs;
use crate::commands::explain::shown;

/// A line with this many points decides the game and is not fitted. Positions in which it holds are
/// left out.
const DECISIVE: i32 = 10_000;

/// The weights of a rule file and the samples they are fitted to.
pub struct Tuning {
    /// The text of the rule file.
    pub source: String,
    pub weights: Vec<Weight>,
    /// Which weights are fitted. Decisive ones are not.
    pub is_fitted: Vec<bool>,
    /// The number of positions in which each weight had an effect.
    seen: Vec<u64>,
    samples: Vec<WeightSample>,
    decided: u64,
}

/// Fits the weights of a file, reports them, and writes the new file if asked to.
pub fn tune(args: &TuneArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(path) = args.output.as_deref().filter(|path| path.exists() && !args.force) {
        let what = "is there already: name another file, or replace it with --force";
        return Err(about_file(path, what));
    }
    let source = rules::read(&args.file)?;
    let entry = game_of(&args.file, &source.bytes).map_err(Failure::Rules)?;
    if let Some(pairs) = args.matches {
        let tuning = weights_of(&source, entry)?;
        tuning.check(&args.file)?;
        let tuned = tune_by_matches(args, entry, &tuning, pairs)?;
        match args.json {
            true => tuned.print_json(&tuning, out)?,
            false => tuned.print(args, &tuning, out)?,
        }
        write(args, entry, &tuning, &tuned.weights)?;
        if tuned.is_stopped(args, pairs) {
            warn_stopped();
            return Err(Failure::Unknown);
        }
        return Ok(());
    }
    let mut tuning = interrupt::during(|| collect(args, &source, entry.name))?;
    tuning.check(&args.file)?;
    let samples = std::mem::take(&mut tuning.samples);
    let old: Vec<i32> = tuning.weights.iter().map(|weight| weight.value).collect();
    let Some(fit) = WeightFit::of(&samples, &tuning.chosen(&old)) else {
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
    let text = weights::replace(&tuning.source, &tuning.weights, new);
    // The new file is checked like any rule file.
    let checked = EvaluationFile::new(&args.file, text.clone().into_bytes());
    rules::load_into(&checked, &mut *game.start())?;
    if let Some(path) = &args.output {
        LockedFile::lock(path)?.write(text.as_bytes())?;
        notice(format_args!("{} is written", path.display()));
    }
    Ok(())
}

/// Reads the data, and evaluates the rules on a sample of its positions.
fn collect(args: &TuneArgs, source: &EvaluationFile, game: &str) -> Result<Tuning, Failure> {
    let chosen = sampled(args, game)?;
    let mut session = None;
    let mut tuning: Option<Tuning> = None;
    let progress = Progress::default();
    for (number, position) in chosen.iter().enumerate() {
        if interrupt::interrupted() {
            progress.clear();
            notice("stopped before all positions were seen");
            return Err(Failure::Unknown);
        }
        progress.show(format_args!("position {} of {}", number + 1, chosen.len()));
        let session = match &mut session {
            Some(session) => session,
            empty => {
                let entry = agon_arena::find(game);
                let entry = entry.ok_or_else(|| Failure::Refused(format!("no game {game}")))?;
                let mut opened = entry.open(&position.start)?;
                rules::load_into(source, &mut *opened)?;
                empty.insert(opened)
            }
        };
        let Some(rules) = session.rules(&source.name) else { continue };
        let explanation = rules.explain_position(&position.text)?;
        let tuning = tuning.get_or_insert_with(|| Tuning::new(&*rules, &explanation));
        tuning.add(position, &explanation);
    }
    progress.clear();
    tuning.ok_or_else(|| Failure::Refused("the data have no position with a known result".into()))
}

/// A position of the data with a known result.
struct KnownPosition {
    game: u64,
    start: String,
    text: String,
    result: f64,
}

/// Positions of the data with known results. If there are many, a random sample.
fn sampled(args: &TuneArgs, game: &str) -> Result<Vec<KnownPosition>, Failure> {
    let mut rng = Rng::seeded(args.seed);
    let mut drawn: Vec<KnownPosition> = Vec::new();
    let mut known = 0;
    let mut first_start: Option<String> = None;
    for (file, path) in (0u64..).zip(&args.data) {
        let mut reader = DataReader::open(path)?;
        let value = |key| reader.header().value(key).map(String::from);
        let [found, start] = [value("game"), value("start")]
            .map(|it| it.map_err(|refused| about_file(path, &refused.to_string())));
        let (found, start) = (found?, start?);
        if found != game {
            let what = format!("has positions of {found}, and the rules are for {game}");
            return Err(about_file(path, &what));
        }
        if *first_start.get_or_insert_with(|| start.clone()) != start {
            return Err(about_file(path, "has another start than the data before"));
        }
        while let Some((record, position)) = reader.next_record()? {
            if interrupt::interrupted() {
                return Err(Failure::Unknown);
            }
            let result = match record.result {
                GameResult::Loss => 0.0,
                GameResult::Draw => 0.5,
                GameResult::Win => 1.0,
                GameResult::Unknown => continue,
            };
            let game = file << 32 | u64::from(record.game);
            let position =
                KnownPosition { game, start: start.clone(), text: position.position, result };
            known += 1;
            // Reservoir sampling: all positions so far have the same chance.
            if drawn.len() < args.positions {
                drawn.push(position);
            } else if let Some(slot) = drawn.get_mut(rng.below(known)) {
                *slot = position;
            }
        }
    }
    Ok(drawn)
}

impl Tuning {
    /// The weights of a rule file. `explanation` lists its value lines.
    pub fn new(rules: &dyn AnyRuleSet, explanation: &Explanation) -> Tuning {
        let source = rules.file().source().to_string();
        let weights = weights::find(&source, &explanation.lines);
        let is_fitted: Vec<bool> = weights
            .iter()
            .map(|weight| weight.value != 0 && weight.value.abs() < DECISIVE)
            .collect();
        let seen = vec![0; weights.len()];
        Tuning { source, weights, is_fitted, seen, samples: Vec::new(), decided: 0 }
    }

    /// Refuses a file with no weights or too many.
    fn check(&self, file: &str) -> Result<(), Failure> {
        let count = self.is_fitted.iter().filter(|is_fitted| **is_fitted).count();
        if (1..=MAX_TERMS).contains(&count) {
            return Ok(());
        }
        let what = format!(
            "has {} that can be fitted, and 1 to {MAX_TERMS} are needed: a weight is the number in \
             value(C, 20) or value(C, 4 * H)",
            counted(count as u64, "weight")
        );
        Err(about_file(Path::new(file), &what))
    }

    /// Selects the fitted weights from all.
    pub fn chosen(&self, all: &[i32]) -> Vec<i32> {
        all.iter().zip(&self.is_fitted).filter(|(_, is)| **is).map(|(it, _)| *it).collect()
    }

    /// All weights, with the fitted ones replaced.
    pub fn with(&self, chosen: &[i32]) -> Vec<i32> {
        let mut chosen = chosen.iter();
        let both = self.weights.iter().zip(&self.is_fitted);
        both.map(|(weight, is_fitted)| {
            let new = if *is_fitted { chosen.next() } else { None };
            new.copied().unwrap_or(weight.value)
        })
        .collect()
    }

    /// Adds the rules' explanation of a position as a sample.
    fn add(&mut self, position: &KnownPosition, explanation: &Explanation) {
        let points = |line: usize| {
            let [mine, theirs] = explanation.lines[line].points;
            (mine - theirs) as f64
        };
        let of_weight = |weight: &Weight| weight.lines.iter().map(|&it| points(it)).sum::<f64>();
        let is_decided =
            (0..explanation.lines.len()).any(|line| points(line).abs() >= f64::from(DECISIVE));
        if is_decided || explanation.is_partial || explanation.saturated {
            self.decided += 1;
            return;
        }
        let all: f64 = (0..explanation.lines.len()).map(points).sum();
        let mut counts = Vec::new();
        let mut fitted = 0.0;
        for ((weight, is_fitted), seen) in
            self.weights.iter().zip(&self.is_fitted).zip(&mut self.seen)
        {
            let points = of_weight(weight);
            *seen += u64::from(
                weight.lines.iter().any(|&line| explanation.lines[line].counts != [0, 0]),
            );
            if *is_fitted {
                counts.push(points / f64::from(weight.value));
                fitted += points;
            }
        }
        let &KnownPosition { game, result, .. } = position;
        self.samples.push(WeightSample { game, counts, fixed: all - fitted, result });
    }

    /// The line number of a weight, and the text of the line.
    pub fn line(&self, weight: &Weight) -> (usize, String) {
        let before = &self.source[..weight.place.start];
        let number = before.matches('\n').count();
        let text = self.source.lines().nth(number).unwrap_or_default();
        (number + 1, shown(text.trim()))
    }
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
        let (line, text) = tuning.line(weight);
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
        let (line, text) = tuning.line(weight);
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
