//! `agon rules check`: finds errors in rule files, and lines that never hold.

use std::io::Write;
use std::time::{Duration, Instant};

use agon_arena::{AnyRuleSet, SamplePositions, game_of};
use agon_core::counted;
use agon_host::{Failure, Progress, interrupt, notice};
use agon_infer::{Diagnostics, LineEvaluation, PatternTable, PlannedLine, RuleLine, RuleSet};
use agon_inputs::rules;
use serde_json::{Value, json};

use crate::cli::CheckArgs;
use crate::commands::explain::shown;

/// The time limits for finding positions in which lines hold, and for measuring the speed.
const LONGEST_LOOK: Duration = Duration::from_secs(10);
const MEASURED: Duration = Duration::from_millis(200);

/// Checks each file. The exit code tells whether all are right.
pub fn check(args: &CheckArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut are_right = true;
    for name in &args.files {
        match check_file(args, name, out) {
            Ok(()) => (),
            Err(Failure::Rules(diagnostics)) if args.json => {
                writeln!(out, "{}", diagnostics_as_json(&diagnostics))?;
                are_right = false;
            }
            // A faulty file does not stop the checks of the others.
            Err(failure @ (Failure::Rules(_) | Failure::Refused(_))) => {
                failure.report();
                are_right = false;
            }
            Err(failure) => return Err(failure),
        }
    }
    if are_right { Ok(()) } else { Err(Failure::Unknown) }
}

fn check_file(args: &CheckArgs, name: &str, out: &mut impl Write) -> Result<(), Failure> {
    let source = rules::read(name)?;
    let entry = game_of(name, &source.bytes).map_err(Failure::Rules)?;
    let mut session = entry.open(&args.position)?;
    let began = Instant::now();
    rules::load_into(&source, &mut *session)?;
    let reading = began.elapsed();
    let Some(rules) = session.rules(name) else { return Ok(()) };
    let lines = rules.file().lines();
    let sample = rules.sample(args.games);
    let (looked, holding) = interrupt::during(|| find_holding_lines(&*sample, lines.len()));
    let unmirrored = unmirrored(&*sample);
    let report = Report {
        name,
        unmirrored,
        game: entry.name,
        games: args.games,
        rules: &*rules,
        lines: &lines,
        reading,
        positions: sample.len(),
        looked,
        per_second: per_second(&*sample),
        never: lines
            .iter()
            .zip(holding)
            .filter(|(_, holds)| !holds)
            .map(|(line, _)| line)
            .collect(),
    };
    match args.json {
        true => {
            let mut line = report.as_json();
            if args.plan {
                line["plan"] = plan_as_json(rules.file());
            }
            writeln!(out, "{line}")?;
        }
        false => {
            report.write(out)?;
            if args.plan {
                write_plan(rules.file(), out)?;
            }
        }
    }
    Ok(())
}

/// Prints how each line is evaluated, and its cost.
fn write_plan(rules: &RuleSet, out: &mut impl Write) -> Result<(), Failure> {
    let tables = rules.pattern_tables();
    if tables.is_empty() {
        writeln!(out, "plan: everything is worked out afresh in each position")?;
    }
    for (number, table) in (1..).zip(&tables) {
        let PatternTable { bits, places, kinds, is_symmetric, bytes } = table;
        let sides = if *is_symmetric { ", the same for both sides" } else { "" };
        writeln!(
            out,
            "table {number}: patterns of {bits} bits about {}, {} of places{sides}; {} KiB",
            counted(*places as u64, "place"),
            counted(*kinds as u64, "kind"),
            bytes / 1024
        )?;
    }
    for PlannedLine { line, evaluation, steps } in rules.planned_lines() {
        let how = match evaluation {
            LineEvaluation::ByPattern { table } => {
                format!("table {}, {} for a new pattern", table + 1, counted(steps, "step"))
            }
            LineEvaluation::Afresh => format!("afresh, {}", counted(steps, "step")),
            LineEvaluation::Never => "never, it is not used".into(),
        };
        writeln!(out, "line {}: {how}: {}", line.line, shown(&line.text))?;
    }
    Ok(())
}

fn plan_as_json(rules: &RuleSet) -> Value {
    let table = |table: PatternTable| {
        json!({
            "bits": table.bits, "places": table.places, "kinds": table.kinds,
            "symmetric": table.is_symmetric, "bytes": table.bytes,
        })
    };
    let line = |PlannedLine { line, evaluation, steps }| {
        let (how, table) = match evaluation {
            LineEvaluation::ByPattern { table } => ("pattern", Some(table + 1)),
            LineEvaluation::Afresh => ("afresh", None),
            LineEvaluation::Never => ("never", None),
        };
        json!({ "line": line.line, "how": how, "table": table, "steps": steps })
    };
    json!({
        "tables": rules.pattern_tables().into_iter().map(table).collect::<Vec<Value>>(),
        "lines": rules.planned_lines().into_iter().map(line).collect::<Vec<Value>>(),
    })
}

/// Looks for positions in which each line holds, until all do or the time is up. Returns the number
/// of positions and which lines hold.
fn find_holding_lines(sample: &dyn SamplePositions, lines: usize) -> (usize, Vec<bool>) {
    let began = Instant::now();
    let progress = Progress::default();
    let mut holding = vec![false; lines];
    let mut looked = 0;
    while looked < sample.len()
        && began.elapsed() < LONGEST_LOOK
        && !interrupt::interrupted()
        && !holding.iter().all(|&holds| holds)
    {
        progress.show(format_args!("{looked} of {} positions", sample.len()));
        sample.mark(looked, &mut holding);
        looked += 1;
    }
    progress.clear();
    (looked, holding)
}

/// A position in which the value for one side is not the negative of that for the other.
struct Unmirrored {
    /// The number of such positions, and of all compared ones.
    count: usize,
    positions: usize,
    position: String,
    values: [i32; 2],
}

/// The number of positions that are compared for both sides.
const MIRRORED_POSITIONS: usize = 500;

/// Compares the values for both sides in the first positions.
fn unmirrored(sample: &dyn SamplePositions) -> Option<Unmirrored> {
    let positions = sample.len().min(MIRRORED_POSITIONS);
    let found = (0..positions).filter_map(|number| Some((number, sample.unmirrored(number)?)));
    let found: Vec<(usize, [i32; 2])> = found.collect();
    let &(number, values) = found.first()?;
    Some(Unmirrored { count: found.len(), positions, position: sample.text(number), values })
}

/// Measures the number of evaluations per second.
fn per_second(sample: &dyn SamplePositions) -> Option<u64> {
    if sample.is_empty() {
        return None;
    }
    let began = Instant::now();
    let mut evaluated = 0;
    let mut sum = 0i64;
    while began.elapsed() < MEASURED {
        sum = sum.wrapping_add(sample.evaluate_all());
        evaluated += sample.len();
    }
    std::hint::black_box(sum);
    Some((evaluated as f64 / began.elapsed().as_secs_f64()) as u64)
}

/// The report on a file without errors.
struct Report<'f> {
    name: &'f str,
    unmirrored: Option<Unmirrored>,
    game: &'static str,
    games: u64,
    rules: &'f dyn AnyRuleSet,
    lines: &'f [RuleLine],
    reading: Duration,
    positions: usize,
    looked: usize,
    per_second: Option<u64>,
    never: Vec<&'f RuleLine>,
}

impl Report<'_> {
    fn values(&self) -> usize {
        self.lines.iter().filter(|line| line.is_value).count()
    }

    fn write(&self, out: &mut impl Write) -> Result<(), Failure> {
        let rules = counted((self.lines.len() - self.values()) as u64, "rule");
        let values = counted(self.values() as u64, "value line");
        writeln!(out, "{}: {rules} and {values} for {}", self.name, self.game)?;
        writeln!(out, "read in {:.1} ms", self.reading.as_secs_f64() * 1e3)?;
        if let Some(per_second) = self.per_second {
            writeln!(out, "{per_second} positions evaluated a second")?;
        }
        if self.values() == 0 {
            writeln!(out, "there is no value line, so every position is worth 0")?;
        }
        for (line, name) in self.rules.file().unused() {
            writeln!(out, "line {line}: {name} is not used")?;
        }
        for (line, variable, name) in self.rules.file().lookalikes() {
            writeln!(
                out,
                "line {line}: warning: {variable} is a variable, which stands for anything; the name is {name}"
            )?;
        }
        if let Some(Unmirrored { count, positions, position, values: [first, second] }) =
            &self.unmirrored
        {
            writeln!(
                out,
                "warning: in {count} of {positions} positions the value for one side is not the \
                 negative of that for the other: write each value line for both, as value(P, ...), \
                 or one for me and one for you; in {position} the first side has {first} and the \
                 second {second}"
            )?;
        }
        if self.positions == 0 {
            return Ok(());
        }
        if self.looked < self.positions && !self.never.is_empty() {
            notice(format_args!(
                "only {} of {} positions were looked at",
                self.looked, self.positions
            ));
        }
        let games = counted(self.games, "random game");
        if self.never.is_empty() {
            writeln!(out, "all lines hold somewhere in {games}")?;
        }
        for RuleLine { line, text, .. } in &self.never {
            writeln!(out, "line {line}: holds nowhere in {games}: {}", shown(text))?;
        }
        Ok(())
    }

    fn as_json(&self) -> Value {
        let unused = self.rules.file().unused().into_iter();
        let unused = unused.map(|(line, name)| json!({ "line": line, "relation": name }));
        let lookalikes = self.rules.file().lookalikes().into_iter();
        let lookalikes = lookalikes.map(
            |(line, variable, name)| json!({ "line": line, "variable": variable, "name": name }),
        );
        let unmirrored = self.unmirrored.as_ref().map(|found| {
            json!({ "count": found.count, "positions": found.positions,
                    "position": found.position, "values": found.values })
        });
        let never = self.never.iter().map(|line| json!({ "line": line.line, "text": line.text }));
        json!({
            "file": self.name, "game": self.game, "rules": self.lines.len() - self.values(),
            "values": self.values(), "seconds": self.reading.as_secs_f64(),
            "per_second": self.per_second, "games": self.games, "positions": self.positions,
            "looked": self.looked, "lookalikes": lookalikes.collect::<Vec<Value>>(),
            "unmirrored": unmirrored, "unused": unused.collect::<Vec<Value>>(),
            "never": never.collect::<Vec<Value>>(),
        })
    }
}

fn diagnostics_as_json(diagnostics: &Diagnostics) -> Value {
    let entry = |diagnostic| {
        let (line, column) = diagnostics.line_and_column(diagnostic);
        json!({
            "line": line, "column": column, "kind": diagnostic.code(),
            "message": diagnostic.kind.to_string(), "hint": diagnostic.hint,
        })
    };
    let list: Vec<Value> = diagnostics.list.iter().map(entry).collect();
    json!({ "file": diagnostics.name, "troubles": list })
}
