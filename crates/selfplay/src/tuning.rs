//! The weights of a rule file, fitted to data of self-play.

use std::path::{Path, PathBuf};

use agon_arena::data::GameResult;
use agon_arena::{AnyRuleSet, EvaluationFile, GameEntry};
use agon_core::{Rng, counted};
use agon_host::store::about_file;
use agon_host::{Failure, Progress, interrupt, notice};
use agon_infer::Explanation;
use agon_inputs::rules;

use crate::rule_weights::{Weight, find_weights, replace_weights};
use crate::{DataReader, MAX_TERMS, WeightFit, WeightSample};

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
    pub seen: Vec<u64>,
    samples: Vec<WeightSample>,
    /// The number of positions that were left out because a decisive line holds.
    pub decided: u64,
}

/// The data that weights are fitted to.
pub struct TuningData<'a> {
    pub files: &'a [PathBuf],
    /// The most positions to use, drawn at random.
    pub positions: usize,
    pub seed: u64,
}

impl Tuning {
    /// The weights of a file, without data.
    pub fn of_file(source: &EvaluationFile, game: &GameEntry) -> Result<Tuning, Failure> {
        let mut session = game.start();
        rules::load_into(source, &mut *session)?;
        let position = session.position();
        let rules = session.rules(&source.name).ok_or_else(|| {
            Failure::Refused(format!("{}: only rule files have weights", source.name))
        })?;
        let explanation = rules.explain_position(&position)?;
        Ok(Tuning::new(&*rules, &explanation))
    }

    /// Reads the data, and evaluates the rules on a sample of its positions.
    pub fn of_data(
        source: &EvaluationFile,
        game: &str,
        data: &TuningData<'_>,
    ) -> Result<Tuning, Failure> {
        let chosen = sampled(data, game)?;
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
        tuning
            .ok_or_else(|| Failure::Refused("the data have no position with a known result".into()))
    }

    /// The weights of a rule file. `explanation` lists its value lines.
    fn new(rules: &dyn AnyRuleSet, explanation: &Explanation) -> Tuning {
        let source = rules.file().source().to_string();
        let weights = find_weights(&source, &explanation.lines);
        let is_fitted: Vec<bool> = weights
            .iter()
            .map(|weight| weight.value != 0 && weight.value.abs() < DECISIVE)
            .collect();
        let seen = vec![0; weights.len()];
        Tuning { source, weights, is_fitted, seen, samples: Vec::new(), decided: 0 }
    }

    /// Refuses a file with no weights or too many.
    pub fn check(&self, file: &str) -> Result<(), Failure> {
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

    /// The weights of the file.
    pub fn old(&self) -> Vec<i32> {
        self.weights.iter().map(|weight| weight.value).collect()
    }

    /// Fits the weights to the data. `None` if there are too few games.
    pub fn fit(&self) -> Option<WeightFit> {
        WeightFit::of(&self.samples, &self.chosen(&self.old()))
    }

    /// The text of the rule file with other weights.
    pub fn text_with(&self, weights: &[i32]) -> String {
        replace_weights(&self.source, &self.weights, weights)
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
    pub fn line(&self, weight: &Weight) -> (usize, &str) {
        let before = &self.source[..weight.place.start];
        let number = before.matches('\n').count();
        let text = self.source.lines().nth(number).unwrap_or_default();
        (number + 1, text.trim())
    }
}

/// A position of the data with a known result.
struct KnownPosition {
    game: u64,
    start: String,
    text: String,
    result: f64,
}

/// Positions of the data with known results. If there are many, a random sample.
fn sampled(data: &TuningData<'_>, game: &str) -> Result<Vec<KnownPosition>, Failure> {
    let mut rng = Rng::seeded(data.seed);
    let mut drawn: Vec<KnownPosition> = Vec::new();
    let mut known = 0;
    let mut first_start: Option<String> = None;
    for (file, path) in (0u64..).zip(data.files) {
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
            if drawn.len() < data.positions {
                drawn.push(position);
            } else if let Some(slot) = drawn.get_mut(rng.below(known)) {
                *slot = position;
            }
        }
    }
    Ok(drawn)
}
