//! The native predicates: terms, arithmetic, output, and the game.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;

use agon_arena::Refused;

use super::heap::{Cell, Term};
use super::machine::{Machine, Native, Solutions};
use super::refusal::Refusal;
use super::writer::{self, Style};
use crate::help;
use crate::limits::FACTS;

/// What is understood, with an example on each line.
pub const HELP: &str = include_str!("help.txt");

type Solved = Result<Solutions, Refused>;

pub const NATIVES: [(&str, u32, Native); 53] = [
    ("true", 0, |_, _| Ok(Solutions::Yes)),
    ("fail", 0, |_, _| Ok(Solutions::No)),
    ("false", 0, |_, _| Ok(Solutions::No)),
    ("=", 2, |machine, at| Ok(machine.heap.unify(at.start, at.start + 1).into())),
    ("\\=", 2, |machine, at| {
        let mark = machine.heap.mark();
        let unified = machine.heap.unify(at.start, at.start + 1);
        machine.heap.undo(mark);
        Ok((!unified).into())
    }),
    ("==", 2, |machine, at| ordered(machine, at, Ordering::is_eq)),
    ("\\==", 2, |machine, at| ordered(machine, at, Ordering::is_ne)),
    ("@<", 2, |machine, at| ordered(machine, at, Ordering::is_lt)),
    ("@>", 2, |machine, at| ordered(machine, at, Ordering::is_gt)),
    ("@=<", 2, |machine, at| ordered(machine, at, Ordering::is_le)),
    ("@>=", 2, |machine, at| ordered(machine, at, Ordering::is_ge)),
    ("is", 2, |machine, at| {
        let value = machine.value(at.start + 1)?;
        let value = machine.heap.push(Cell::Int(value));
        Ok(machine.heap.unify(at.start, value).into())
    }),
    ("=:=", 2, |machine, at| compared(machine, at, Ordering::is_eq)),
    ("=\\=", 2, |machine, at| compared(machine, at, Ordering::is_ne)),
    ("<", 2, |machine, at| compared(machine, at, Ordering::is_lt)),
    (">", 2, |machine, at| compared(machine, at, Ordering::is_gt)),
    ("=<", 2, |machine, at| compared(machine, at, Ordering::is_le)),
    (">=", 2, |machine, at| compared(machine, at, Ordering::is_ge)),
    ("var", 1, |machine, at| is(machine, at, |cell| cell == Cell::Unbound)),
    ("nonvar", 1, |machine, at| is(machine, at, |cell| cell != Cell::Unbound)),
    ("integer", 1, |machine, at| is(machine, at, |cell| matches!(cell, Cell::Int(_)))),
    ("number", 1, |machine, at| is(machine, at, |cell| matches!(cell, Cell::Int(_)))),
    ("atom", 1, |machine, at| is(machine, at, |cell| matches!(cell, Cell::Atom(_)))),
    ("is_list", 1, |machine, at| Ok(machine.heap.elements(at.start).is_some().into())),
    ("ground", 1, |machine, at| Ok(machine.heap.variables(at.start).is_empty().into())),
    ("$length", 2, |machine, at| {
        let Some(elements) = machine.heap.elements(at.start) else { return Ok(Solutions::No) };
        let length = machine.heap.push(Cell::Int(elements.len() as i64));
        Ok(machine.heap.unify(at.start + 1, length).into())
    }),
    ("msort", 2, |machine, at| sorted(machine, at, false)),
    ("sort", 2, |machine, at| sorted(machine, at, true)),
    ("write", 1, |machine, at| print(machine, at, Style::Plain, "")),
    ("writeln", 1, |machine, at| print(machine, at, Style::Plain, "\n")),
    ("writeq", 1, |machine, at| print(machine, at, Style::Quoted, "")),
    ("print", 1, |machine, at| print(machine, at, Style::Quoted, "")),
    ("nl", 0, |machine, _| {
        machine.text.push('\n');
        Ok(Solutions::Yes)
    }),
    ("$utility", 2, utility),
    ("successor", 2, |machine, at| {
        let position = position(machine, at.start)?;
        let texts = machine.knowledge.successors(&position)?;
        Ok(Solutions::Each { pattern: at.start + 1, texts })
    }),
    ("play", 2, |machine, at| {
        let position = position(machine, at.start)?;
        let Some(played) = machine.knowledge.best(&position)? else { return Ok(Solutions::No) };
        let (from, to, verdict) = (played.from, played.to, played.verdict);
        machine.text += &format!(
            "I play from {from} to {to}\nIf you play perfectly, you will eventually {verdict}\n"
        );
        Ok(Solutions::Each { pattern: at.start + 1, texts: vec![to] })
    }),
    ("perfect_game", 1, |machine, at| {
        let position = position(machine, at.start)?;
        machine.text += &machine.knowledge.perfect_game(&position)?;
        Ok(Solutions::Yes)
    }),
    ("inKB", 2, known),
    ("listing", 0, |machine, _| Ok(listing(machine))),
    ("listing", 1, |machine, at| match machine.quoted(at.start).as_str() {
        r#""inKB""# | r#""inKB/2""# => Ok(listing(machine)),
        _ => Err(Refusal::NotListed { found: machine.quoted(at.start) }.into()),
    }),
    ("retractall", 1, retract_all),
    ("$fact", 1, |machine, at| fact(machine, at.start).map(|_| Solutions::Yes)),
    ("$forget", 1, |machine, at| {
        let gone = position(machine, at.start)?;
        machine.charge(machine.knowledge.len() as u64)?;
        machine.knowledge.retain(&mut |position, _| position != gone);
        Ok(Solutions::Yes)
    }),
    ("assert", 1, learn),
    ("asserta", 1, learn),
    ("assertz", 1, learn),
    ("consult", 1, consult),
    ("reconsult", 1, consult),
    ("ensure_loaded", 1, consult),
    // `[file]` as a goal is a list.
    ("[|]", 2, |machine, at| consult(machine, at.start - 1..at.start)),
    ("make", 0, |machine, _| {
        machine.knowledge.restore();
        Ok(Solutions::Yes)
    }),
    ("halt", 0, |_, _| Err(Refusal::HaltAlone.into())),
    ("help", 0, |machine, _| {
        machine.text.extend(help::topics(HELP).flat_map(|line| [line, "\n"]));
        Ok(Solutions::Yes)
    }),
];

fn ordered(machine: &mut Machine<'_>, at: Range<Term>, holds: fn(Ordering) -> bool) -> Solved {
    Ok(holds(machine.heap.compare(at.start, at.start + 1, machine.symbols)).into())
}

fn compared(machine: &mut Machine<'_>, at: Range<Term>, holds: fn(Ordering) -> bool) -> Solved {
    let (left, right) = (machine.value(at.start)?, machine.value(at.start + 1)?);
    Ok(holds(left.cmp(&right)).into())
}

fn is(machine: &mut Machine<'_>, at: Range<Term>, holds: fn(Cell) -> bool) -> Solved {
    Ok(holds(machine.heap.cell(at.start)).into())
}

fn sorted(machine: &mut Machine<'_>, at: Range<Term>, once: bool) -> Solved {
    let Some(mut elements) = machine.heap.elements(at.start) else {
        return Err(Refusal::NotAList { found: machine.quoted(at.start) }.into());
    };
    elements.sort_by(|&left, &right| machine.heap.compare(left, right, machine.symbols));
    if once {
        elements
            .dedup_by(|left, right| machine.heap.compare(*left, *right, machine.symbols).is_eq());
    }
    let list = machine.heap.list(&elements, None);
    Ok(machine.heap.unify(at.start + 1, list).into())
}

fn print(machine: &mut Machine<'_>, at: Range<Term>, style: Style, end: &str) -> Solved {
    let names = HashMap::new();
    machine.text +=
        &writer::write(&machine.heap, machine.symbols, at.start, (style, 1200), &names)?;
    machine.text += end;
    Ok(Solutions::Yes)
}

/// The text of an argument that must be a position; the knowledge base says whether it is.
fn position(machine: &mut Machine<'_>, term: Term) -> Result<String, Refused> {
    if !machine.heap.variables(term).is_empty() {
        return Err(Refusal::Unbound { found: "a position".into() }.into());
    }
    let style = (Style::Quoted, 999);
    Ok(writer::write(&machine.heap, machine.symbols, term, style, &HashMap::new())?)
}

/// `utility(+Position, ?Verdict)`.
fn utility(machine: &mut Machine<'_>, at: Range<Term>) -> Solved {
    let asked = machine.heap.cell(at.start + 1);
    let verdicts = ["win", "draw", "lose"];
    let is_verdict = match asked {
        Cell::Unbound => true,
        Cell::Atom(name) => verdicts.contains(&machine.symbols.name(name)),
        _ => false,
    };
    if !is_verdict {
        return Err(Refusal::NotAVerdict { found: machine.quoted(at.start + 1) }.into());
    }
    let text = position(machine, at.start)?;
    let known = machine.knowledge.len();
    let (verdict, is_kept) = machine.knowledge.verdict(&text)?;
    machine.charge((machine.knowledge.len() - known) as u64 / 8)?;
    if !is_kept {
        machine.text += &format!("% {text} is judged by theory, so it is not in the base\n");
    }
    Ok(Solutions::Each { pattern: at.start + 1, texts: vec![verdict.to_string()] })
}

/// `inKB(?Position, ?Verdict)`: the facts, the newest first.
fn known(machine: &mut Machine<'_>, at: Range<Term>) -> Solved {
    let pattern = at.start - 1;
    if machine.heap.variables(at.start).is_empty() {
        let position = position(machine, at.start)?;
        let verdict = machine.knowledge.fact(&position);
        let texts = verdict.map(|verdict| format!("inKB({position},{verdict})"));
        return Ok(Solutions::Each { pattern, texts: texts.into_iter().collect() });
    }
    let facts = machine.knowledge.len();
    FACTS.check(facts)?;
    machine.charge(facts as u64 / 4)?;
    let texts =
        machine.knowledge.facts().map(|(position, verdict)| format!("inKB({position},{verdict})"));
    Ok(Solutions::Each { pattern, texts: texts.collect() })
}

fn listing(machine: &mut Machine<'_>) -> Solutions {
    for (position, verdict) in machine.knowledge.facts() {
        machine.text += &format!("inKB({position},{verdict}).\n");
    }
    Solutions::Yes
}

/// The arguments of a term that must be a fact of the knowledge base.
fn fact(machine: &mut Machine<'_>, term: Term) -> Result<[Term; 2], Refused> {
    let inside = machine.heap.functor(term);
    let is_fact = |name: u32| machine.symbols.name(name) == "inKB";
    match inside {
        Some((name, at)) if at.len() == 2 && is_fact(name) => Ok([at.start, at.start + 1]),
        _ => Err(Refusal::NotAFact { found: machine.quoted(term) }.into()),
    }
}

/// `retractall(inKB(?Position, ?Verdict))`.
fn retract_all(machine: &mut Machine<'_>, at: Range<Term>) -> Solved {
    let [position, verdict] = fact(machine, at.start)?;
    machine.charge(machine.knowledge.len() as u64)?;
    let is_any = machine.heap.cell(position) == Cell::Unbound
        && machine.heap.deref(position) != machine.heap.deref(verdict);
    // Whether a fact fits depends on its verdict only, if its position can be any.
    let mut fits = HashMap::new();
    let mut kept = Vec::new();
    for (text, found) in machine.knowledge.facts() {
        let pattern = if is_any { verdict } else { at.start };
        let fact = if is_any { found.to_string() } else { format!("inKB({text},{found})") };
        let known = if is_any { fits.get(&fact).copied() } else { None };
        let goes = match known {
            Some(goes) => goes,
            None => {
                let mark = machine.heap.mark();
                let term = super::reader::read_text(&fact, &mut machine.heap, machine.symbols)?;
                let goes = machine.heap.unify(pattern, term);
                machine.heap.undo(mark);
                fits.insert(fact, goes);
                goes
            }
        };
        kept.push(!goes);
    }
    let mut kept = kept.into_iter();
    machine.knowledge.retain(&mut |_, _| kept.next().unwrap_or(true));
    Ok(Solutions::Yes)
}

/// Adds a fact, if it is true; what proves it is added as well.
fn learn(machine: &mut Machine<'_>, at: Range<Term>) -> Solved {
    let [place, verdict] = fact(machine, at.start)?;
    let claimed = position(machine, verdict)?;
    let position = position(machine, place)?;
    let known = machine.knowledge.len();
    let right = machine.knowledge.prove(&position)?;
    machine.charge((machine.knowledge.len() - known) as u64 / 8)?;
    if right.to_string() != claimed {
        let fact = agon_core::quote(&format!("inKB({position},{claimed})"));
        return Err(Refusal::NotTrue { fact, right: right.to_string() }.into());
    }
    Ok(Solutions::Yes)
}

/// `consult(File)`: the program is built in, so only its facts are there again.
fn consult(machine: &mut Machine<'_>, at: Range<Term>) -> Solved {
    let name = position(machine, at.start)?;
    let file = name.trim_start_matches('[').trim_end_matches(']');
    machine.text += &format!("% the assignment's program is built in; {file} was not read\n");
    machine.knowledge.restore();
    Ok(Solutions::Yes)
}
