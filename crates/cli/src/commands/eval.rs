//! `agon eval`: evaluates a position.

use std::io::Write;

use agon_arena::{Evaluation, GameEntry};
use agon_core::{Removal, Side, Term, quote};
use agon_host::Failure;
use agon_inputs::evaluators;
use agon_inputs::rules;
use serde_json::json;

use super::explain::Explained;
use crate::cli::EvalArgs;

/// Prints the value for a side, after its terms if `--explain` is given.
pub fn eval(args: &EvalArgs, out: &mut impl Write) -> Result<(), Failure> {
    let entry = args.position.game();
    let asked = args.side.as_deref().map(|name| side(entry, name)).transpose()?;
    // An unknown evaluation is a usage error. It is reported before an invalid position.
    let source = rules::named(entry, args.eval.as_deref())?;
    let program = evaluators::open(entry, args.eval.as_deref())?;
    if source.is_none() && program.is_none() {
        let known = entry.start().evaluate(args.eval.as_deref(), Side::First);
        known.map_err(|refused| Failure::Usage(refused.to_string()))?;
    }
    let (network, source) = match source {
        Some(source) if source.is_network() => (Some(source), None),
        source => (None, source),
    };
    if source.is_none() && args.proofs.is_some() {
        return Err(Failure::Usage("--proofs needs a rule file: name one with --eval".into()));
    }
    let mut session = args.position.open()?;
    let side = asked.unwrap_or(session.to_move());
    if let Some(source) = &source {
        rules::load_into(source, &mut *session)?;
        let evaluated = session.evaluate(args.eval.as_deref(), side)?;
        let rules = session.rules(&source.name).filter(|_| session.outcome().is_none());
        return Explained { entry, side, score: evaluated.score, rules }.write(args, out);
    }
    if let Some(program) = program {
        session.add_program(program);
    }
    if let Some(network) = network {
        rules::load_into(&network, &mut *session)?;
    }
    let evaluation = session.evaluate(args.eval.as_deref(), side)?;
    let removals = match args.explain && evaluation.terms.is_none() {
        true => session.removals(args.eval.as_deref(), side)?,
        false => None,
    };
    if args.json {
        writeln!(out, "{}", as_json(entry, side, &evaluation, args.explain, removals.as_deref()))?;
        return Ok(());
    }
    match evaluation.terms.as_deref() {
        _ if !args.explain => (),
        // The value of a finished game is its result.
        Some([]) => (),
        Some(terms) => {
            let names = [side, side.opponent()].map(|side| entry.sides[side.index()]);
            write_terms(out, names, terms)?;
            writeln!(out, "for {}:", entry.sides[side.index()])?;
        }
        None => match removals {
            Some(removals) => {
                write_removals(out, &removals)?;
                writeln!(out, "for {}:", entry.sides[side.index()])?;
            }
            None => writeln!(out, "this evaluation cannot explain its value in terms")?,
        },
    }
    writeln!(out, "{}", evaluation.score.points())?;
    Ok(())
}

/// Finds a side by the game's name for it, by its first letter, or as p1 or p2.
pub fn side(entry: &GameEntry, name: &str) -> Result<Side, Failure> {
    let lower = name.to_lowercase();
    let is_named = |side: &Side| {
        let called = entry.sides[side.index()].to_lowercase();
        lower == called
            || called.starts_with(&lower) && lower.len() == 1
            || lower == ["p1", "p2"][side.index()]
    };
    Side::BOTH.into_iter().find(is_named).ok_or_else(|| {
        let [one, two] = entry.sides;
        Failure::Usage(format!("{} is not a side: use {one}, {two}, p1 or p2", quote(name)))
    })
}

fn write_terms(out: &mut impl Write, names: [&str; 2], terms: &[Term]) -> Result<(), Failure> {
    let wide = terms.iter().map(|term| term.name.len()).max().unwrap_or(0);
    let [mine, theirs] = names;
    writeln!(out, "{:wide$} {:>7} {mine:>6} {theirs:>6} {:>8}", "", "weight", "points")?;
    for term in terms {
        let Term { name, weight, mine, theirs } = term;
        writeln!(out, "{name:wide$} {weight:>7} {mine:>6} {theirs:>6} {:>8}", term.points())?;
    }
    Ok(())
}

fn write_removals(out: &mut impl Write, removals: &[Removal]) -> Result<(), Failure> {
    let wide = removals.iter().map(|removal| removal.name.len()).max().unwrap_or(0);
    writeln!(out, "what the value loses without each of these (they do not add up to it):")?;
    for Removal { name, points } in removals {
        writeln!(out, "{name:wide$} {points:>+8}")?;
    }
    Ok(())
}

fn as_json(
    entry: &GameEntry,
    side: Side,
    evaluation: &Evaluation,
    explain: bool,
    removals: Option<&[Removal]>,
) -> serde_json::Value {
    let mut value =
        json!({ "side": entry.sides[side.index()], "value": evaluation.score.points() });
    if explain {
        let term = |term: &Term| {
            json!({
                "name": term.name,
                "weight": term.weight,
                "mine": term.mine,
                "theirs": term.theirs,
                "points": term.points(),
            })
        };
        // Null if the evaluation has no terms.
        let terms = evaluation.terms.as_deref();
        value["terms"] =
            terms.map(|terms| terms.iter().map(term).collect::<serde_json::Value>()).into();
    }
    if let Some(removals) = removals {
        let removal =
            |Removal { name, points }: &Removal| json!({ "name": name, "points": points });
        value["removals"] = removals.iter().map(removal).collect();
    }
    value
}
