//! Fits winning chances to the scores and results of games.

use std::io::Write;
use std::path::{Path, PathBuf};

use agon_arena::data::{ChanceFit, Curve, DataRecord, FitSample, GameResult};
use agon_arena::{PlayerSpec, find};
use agon_core::counted;
use agon_host::Failure;
use agon_host::store::{LockedFile, about_file};
use serde_json::json;

use crate::inspection::for_each;
use crate::{DataReader, draw_reliability};

/// What a file is about. All files must agree.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Subject {
    game: String,
    /// The parameter of the game if it has few values, such as the size of a board. Mazes and heaps
    /// are fitted together.
    parameter: Option<String>,
    evaluation: String,
    hash: String,
}

impl Subject {
    fn of(reader: &DataReader, path: &Path) -> Result<Subject, Failure> {
        let value = |key| match reader.header().value(key) {
            Ok(value) => Ok(value.to_string()),
            Err(refused) => Err(about_file(path, &refused.to_string())),
        };
        let (game, start, hash) = (value("game")?, value("start")?, value("evaluation-sha256")?);
        let parameter = find(&game).and_then(|game| (game.variant)(&start));
        let named = match value("player")?.parse::<PlayerSpec>() {
            Ok(PlayerSpec::Engine(options)) => options.eval,
            Ok(PlayerSpec::Minimax { eval, .. }) => eval,
            _ => None,
        };
        let own = || find(&game).map_or(Vec::new(), |game| game.start().evaluations());
        let own = || own().into_iter().next().unwrap_or_default();
        let evaluation = named.unwrap_or_else(own);
        Ok(Subject { game, parameter, evaluation, hash })
    }
}

/// Counts of records that were left out of the fit.
#[derive(Default)]
struct LeftOut {
    proven: u64,
    unknown: u64,
    unscored: u64,
}

/// Fits winning chances to the records of files and prints the quality of the fit. `plot` is the
/// file for a reliability diagram.
pub fn fit_chances(
    files: &[PathBuf],
    plot: Option<&Path>,
    is_json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut subject: Option<Subject> = None;
    let mut left_out = LeftOut::default();
    let mut samples = Vec::new();
    for (number, path) in (0u64..).zip(files) {
        let reader = DataReader::open(path)?;
        let about = Subject::of(&reader, path)?;
        let shared = subject.get_or_insert_with(|| about.clone());
        check_same(shared, &about, path)?;
        for_each(reader, |_, record, _| {
            samples.extend(sample(&record, number, &mut left_out));
            Ok(())
        })?;
    }
    let Some(subject) = subject else {
        return Err(Failure::Usage("name at least one file of data".into()));
    };
    let Some(found) = ChanceFit::of(&samples) else {
        let few = "there is nothing to fit: the files need positions of several games with a known \
            result and an estimate other than 0";
        return Err(Failure::Refused(few.into()));
    };
    if let Some(path) = plot {
        let title = title(&subject);
        LockedFile::lock(path)?.write(draw_reliability(&title, &found).as_bytes())?;
    }
    match is_json {
        true => print_json(&subject, &found, out),
        false => print(&subject, files.len(), &left_out, &found, out),
    }
}

/// Refuses a file about something else.
fn check_same(shared: &Subject, found: &Subject, path: &Path) -> Result<(), Failure> {
    let none = String::new();
    let parameters = [shared, found].map(|it| it.parameter.as_ref().unwrap_or(&none));
    let pairs = [
        ("game", [&shared.game, &found.game]),
        ("parameter of its game", parameters),
        ("evaluation", [&shared.evaluation, &found.evaluation]),
        ("hash of its evaluation", [&shared.hash, &found.hash]),
    ];
    match pairs.into_iter().find(|(_, [shared, found])| shared != found) {
        None => Ok(()),
        Some((what, [shared, found])) => Err(about_file(
            path,
            &format!(
                "has another {what} than the files before: {found}, not {shared}; fit it by itself"
            ),
        )),
    }
}

/// The estimate and the result of a record, if it has both.
fn sample(record: &DataRecord, file: u64, left_out: &mut LeftOut) -> Option<FitSample> {
    let Some(score) = record.score else {
        left_out.unscored += 1;
        return None;
    };
    if score.proven().is_some() {
        left_out.proven += 1;
        return None;
    }
    let result = match record.result {
        GameResult::Loss => 0.0,
        GameResult::Draw => 0.5,
        GameResult::Win => 1.0,
        GameResult::Unknown => {
            left_out.unknown += 1;
            return None;
        }
    };
    let game = file << 32 | u64::from(record.game);
    Some(FitSample { game, ply: record.ply.into(), points: score.points(), result })
}

fn title(subject: &Subject) -> String {
    let game = find(&subject.game);
    let title = game.map_or(subject.game.as_str(), |game| game.title);
    let size = subject.parameter.as_ref().map_or(String::new(), |size| format!(" ({size})"));
    let evaluation = Path::new(&subject.evaluation).file_name().map(|name| name.to_string_lossy());
    format!("{title}{size}, {}", evaluation.unwrap_or_default())
}

fn print(
    subject: &Subject,
    files: usize,
    left_out: &LeftOut,
    found: &ChanceFit,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let [fitted, aside] = found.games;
    let positions: u64 = found.positions.iter().sum();
    let chosen = found.chosen();
    writeln!(out, "about       {}", title(subject))?;
    writeln!(
        out,
        "data        {} of {} in {}; {aside} games are set aside to check the fit",
        counted(positions, "position"),
        counted(fitted + aside, "game"),
        counted(files as u64, "file"),
    )?;
    let LeftOut { proven, unknown, unscored } = left_out;
    writeln!(
        out,
        "left out    {proven} proven, {unknown} with an unknown result, {unscored} without a score"
    )?;
    writeln!(out, "scale       {}", scale_words(&chosen.curve, found.depends_on_ply()))?;
    writeln!(
        out,
        "log loss    {:.4} on the games set aside, {:.4} on the others; {:.4} if every chance were 0.5",
        chosen.held_out_loss, chosen.fitted_loss, found.even_loss,
    )?;
    let [gain, error] = found.improvement;
    let verdict = if found.depends_on_ply() { "used" } else { "not used" };
    writeln!(
        out,
        "by ply      {}: loss {:.4}, better by {gain:.4} +- {error:.4}, {verdict}",
        scale_words(&found.by_ply.curve, true),
        found.by_ply.held_out_loss,
    )?;
    writeln!(out, "\nchance        positions   games   predicted   actual")?;
    let bins = found.reliability.len() as f64;
    for (bin, from) in found.reliability.iter().zip(0u8..) {
        let [from, to] = [from, from + 1].map(|edge| f64::from(edge) / bins);
        if bin.positions == 0 {
            writeln!(out, "{from:.1} to {to:.1} {:>12}   {:>5}", 0, 0)?;
            continue;
        }
        writeln!(
            out,
            "{from:.1} to {to:.1} {:>12}   {:>5}   {:>9.3}   {:.3} +- {:.3}",
            bin.positions, bin.games, bin.predicted, bin.actual, bin.error,
        )?;
    }
    Ok(())
}

/// The scale of a curve as text.
fn scale_words(curve: &Curve, by_ply: bool) -> String {
    match by_ply {
        true => format!("{:.1} points at ply 0, {:.1} at ply 40", curve.scale(0), curve.scale(40)),
        false => format!("{:.1} points make odds of e to 1", curve.scale(0)),
    }
}

fn print_json(subject: &Subject, found: &ChanceFit, out: &mut impl Write) -> Result<(), Failure> {
    let curve = |checked: &agon_arena::data::CheckedCurve| {
        json!({
            "slope": checked.curve.slope, "per_ply": checked.curve.per_ply,
            "scale": checked.curve.scale(0), "fitted_loss": checked.fitted_loss,
            "held_out_loss": checked.held_out_loss,
        })
    };
    let bins = found.reliability.iter().map(|bin| {
        json!({
            "positions": bin.positions, "games": bin.games, "predicted": bin.predicted,
            "actual": bin.actual, "error": bin.error,
        })
    });
    let line = json!({
        "game": subject.game, "parameter": subject.parameter, "evaluation": subject.evaluation,
        "games": found.games, "positions": found.positions, "even_loss": found.even_loss,
        "plain": curve(&found.plain), "by_ply": curve(&found.by_ply),
        "improvement": found.improvement, "depends_on_ply": found.depends_on_ply(),
        "reliability": bins.collect::<Vec<_>>(),
    });
    writeln!(out, "{line}")?;
    Ok(())
}
