//! Explains the value that rules give a position.

use std::io::Write;

use agon_arena::{AnyRuleSet, GameEntry};
use agon_core::{Score, Side};
use agon_host::Failure;
use agon_infer::{Explanation, LineReport, Proof};
use serde_json::{Value, json};

use crate::cli::EvalArgs;

/// The number of characters of a value line that are shown.
const WIDEST: usize = 60;

/// The value that rules give a side. A finished game has no rules.
pub struct Explained<'t> {
    pub entry: &'static GameEntry,
    pub side: Side,
    pub score: Score,
    pub rules: Option<Box<dyn AnyRuleSet + 't>>,
}

impl Explained<'_> {
    /// Prints the value, after its explanation and proofs if asked for.
    pub fn write(&self, args: &EvalArgs, out: &mut impl Write) -> Result<(), Failure> {
        let is_asked = args.explain || args.proofs.is_some();
        let rules = self.rules.as_deref().filter(|_| is_asked);
        let explanation = rules.map(|rules| rules.explain(self.side, args.proofs.is_some()));
        let wanted = args.proofs.flatten();
        if let (Some(wanted), Some(explanation)) = (wanted, &explanation) {
            check_line(wanted, &explanation.lines)?;
        }
        if args.json {
            writeln!(out, "{}", self.as_json(args, explanation.as_ref()))?;
            return Ok(());
        }
        if let Some(explanation) = &explanation {
            if args.explain {
                self.write_lines(out, &explanation.lines)?;
            }
            if args.proofs.is_some() {
                let is_meant = |line: &&LineReport| wanted.is_none_or(|wanted| wanted == line.line);
                explanation
                    .lines
                    .iter()
                    .filter(is_meant)
                    .try_for_each(|line| write_proofs(out, line))?;
            }
            if explanation.saturated {
                writeln!(out, "some number was too large: the value is only a bound")?;
            }
            writeln!(out, "for {}:", self.entry.sides[self.side.index()])?;
        }
        writeln!(out, "{}", self.score.points())?;
        Ok(())
    }

    fn write_lines(&self, out: &mut impl Write, lines: &[LineReport]) -> Result<(), Failure> {
        let [mine, theirs] = [self.side, self.side.opponent()];
        let [mine, theirs] = [mine, theirs].map(|side| self.entry.sides[side.index()]);
        let points = [mine, theirs].map(|name| format!("{name} points"));
        let [my_points, their_points] = points;
        let mut rows = vec![[
            "line".into(),
            String::new(),
            "weight".into(),
            mine.into(),
            theirs.into(),
            my_points,
            their_points,
        ]];
        rows.extend(lines.iter().map(|line| {
            let [mine, theirs] = line.counts.map(|count| count.to_string());
            let [my_points, their_points] = line.points.map(|points| points.to_string());
            let weight = line.weight.map_or("-".into(), |weight| weight.to_string());
            [
                line.line.to_string(),
                shown(&line.text),
                weight,
                mine,
                theirs,
                my_points,
                their_points,
            ]
        }));
        let wide = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let wide: Vec<usize> = (0..7).map(|column| wide(column).unwrap_or(0)).collect();
        for row in &rows {
            let cells = row.iter().zip(&wide).enumerate().map(|(column, (cell, &wide))| {
                // Text is aligned left, numbers right.
                if column == 1 { format!("{cell:wide$}") } else { format!("{cell:>wide$}") }
            });
            writeln!(out, "{}", cells.collect::<Vec<String>>().join("  "))?;
        }
        Ok(())
    }

    fn as_json(&self, args: &EvalArgs, explanation: Option<&Explanation>) -> Value {
        let side = self.entry.sides[self.side.index()];
        let mut value = json!({ "side": side, "value": self.score.points() });
        let Some(explanation) = explanation else { return value };
        let wanted = args.proofs.flatten();
        let lines = explanation.lines.iter();
        let lines = lines.filter(|line| args.explain || wanted.is_none_or(|one| one == line.line));
        let line = |line: &LineReport| {
            let mut value = json!({
                "line": line.line,
                "text": line.text,
                "weight": line.weight,
                "counts": { "mine": line.counts[0], "theirs": line.counts[1] },
                "points": { "mine": line.points[0], "theirs": line.points[1] },
            });
            if args.proofs.is_some() && wanted.is_none_or(|wanted| wanted == line.line) {
                value["proofs"] = line.proofs.iter().map(proof_as_json).collect();
            }
            value
        };
        value["lines"] = lines.map(line).collect();
        value["saturated"] = explanation.saturated.into();
        value
    }
}

/// Refuses a line number that has no value line.
fn check_line(wanted: usize, lines: &[LineReport]) -> Result<(), Failure> {
    if lines.iter().any(|line| line.line == wanted) {
        return Ok(());
    }
    let known: Vec<String> = lines.iter().map(|line| line.line.to_string()).collect();
    let known = known.join(", ");
    Err(Failure::Usage(format!("there is no value line in line {wanted}, only in {known}")))
}

/// A line as it is shown: long ones are cut.
pub fn shown(text: &str) -> String {
    match text.char_indices().nth(WIDEST) {
        None => text.into(),
        Some(_) => text.chars().take(WIDEST - 1).chain(['…']).collect(),
    }
}

/// The proofs of a value line. A derived fact follows the facts that it depends on.
fn write_proofs(out: &mut impl Write, line: &LineReport) -> Result<(), Failure> {
    writeln!(out, "line {}: {}", line.line, shown(&line.text))?;
    for proof in &line.proofs {
        write_proof(out, proof, 1)?;
    }
    let more = line.counts.iter().sum::<u64>() - line.proofs.len() as u64;
    match (more, line.proofs.is_empty()) {
        (0, true) => writeln!(out, "  does not hold")?,
        (0, false) => (),
        (more, _) => writeln!(out, "  {more} more")?,
    }
    Ok(())
}

fn write_proof(out: &mut impl Write, proof: &Proof, depth: usize) -> Result<(), Failure> {
    for premise in &proof.premises {
        write_proof(out, premise, depth + 1)?;
    }
    writeln!(out, "{:indent$}{}", "", proof.conclusion, indent = 2 * depth)?;
    Ok(())
}

fn proof_as_json(proof: &Proof) -> Value {
    let premises: Vec<Value> = proof.premises.iter().map(proof_as_json).collect();
    json!({ "holds": proof.conclusion, "because": premises })
}
