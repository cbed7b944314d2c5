//! Answers as the toplevel prints them when all are asked for.

use std::collections::HashMap;

use agon_arena::Refused;

use super::heap::{Cell, Term};
use super::machine::Machine;
use super::writer::{self, Style};
use crate::limits::{ANSWERS, OUTPUT};

/// Goals whose output is the answer: no `true.` follows.
const PRINTING: [&str; 3] = ["perfect_game", "listing", "help"];

/// Everything that is printed for a query: what its goals print, and its answers.
pub fn answers(
    machine: &mut Machine<'_>,
    goal: Term,
    variables: &[(String, Term)],
) -> Result<String, Refused> {
    let (mut printed, mut count) = (String::new(), 0_u64);
    machine.for_each_solution(goal, |machine| {
        if count > 0 {
            printed += " ;\n";
        }
        count += 1;
        ANSWERS.check(count)?;
        take_text(machine, &mut printed);
        let answer = bindings(machine, variables)?;
        machine.charge(answer.len() as u64 / 2)?;
        printed += &answer;
        Ok(OUTPUT.check(printed.len())?)
    })?;
    let is_last = machine.text.is_empty();
    let name = machine.heap.functor(goal).map_or("", |(name, _)| machine.symbols.name(name));
    if PRINTING.contains(&name)
        && let Some(text) = printed.strip_suffix("\ntrue")
    {
        return Ok(text.to_string());
    }
    if count > 0 && !is_last {
        printed += " ;\n";
    }
    take_text(machine, &mut printed);
    Ok(printed + if count == 0 || !is_last { "false." } else { "." })
}

/// Moves what the goals have printed; an answer begins on a line of its own.
fn take_text(machine: &mut Machine<'_>, printed: &mut String) {
    let text = std::mem::take(&mut machine.text);
    printed.push_str(&text);
    if !text.is_empty() && !text.ends_with('\n') {
        printed.push('\n');
    }
}

/// One answer: the values of the variables, or `true`. Variables with the same value are shown
/// together, and each value once.
fn bindings(machine: &mut Machine<'_>, variables: &[(String, Term)]) -> Result<String, Refused> {
    let mut groups: Vec<(Term, Vec<&str>)> = Vec::new();
    for (name, term) in variables {
        let same = groups
            .iter_mut()
            .find(|(value, _)| machine.heap.compare(*value, *term, machine.symbols).is_eq());
        match same {
            Some((_, names)) => names.push(name),
            None => groups.push((*term, vec![name])),
        }
    }
    machine.charge(variables.len() as u64)?;
    let is_unbound = |machine: &Machine<'_>, term| machine.heap.cell(term) == Cell::Unbound;
    let mut names: HashMap<Term, String> = HashMap::new();
    for (term, group) in &groups {
        if let Some(last) = group.last().filter(|_| is_unbound(machine, *term)) {
            names.insert(machine.heap.deref(*term), last.to_string());
        }
    }
    name_others(machine, groups.iter().map(|(term, _)| *term), variables, &mut names);
    let mut shown = Vec::new();
    for (term, group) in groups {
        let mut line: Vec<String> =
            group.windows(2).map(|pair| format!("{} = {}", pair[0], pair[1])).collect();
        if let Some(last) = group.last().filter(|_| !is_unbound(machine, term)) {
            let style = (Style::Answer, 699);
            let value = writer::write(&machine.heap, machine.symbols, term, style, &names)?;
            line.push(format!("{last} = {value}"));
        }
        if !line.is_empty() {
            shown.push(line.join(", "));
        }
    }
    Ok(if shown.is_empty() { "true".into() } else { shown.join(",\n") })
}

/// Names the variables that the query does not name: `_` if it occurs once, or else `_A`, `_B`
/// and so on.
fn name_others(
    machine: &Machine<'_>,
    values: impl Iterator<Item = Term>,
    variables: &[(String, Term)],
    names: &mut HashMap<Term, String>,
) {
    let mut found: Vec<Term> = Vec::new();
    let mut counts: HashMap<Term, usize> = HashMap::new();
    for variable in values.flat_map(|value| machine.heap.variables(value)) {
        let count = counts.entry(variable).or_default();
        *count += 1;
        if *count == 1 && !names.contains_key(&variable) {
            found.push(variable);
        }
    }
    let is_free = |name: &String| variables.iter().all(|(used, _)| used != name);
    let mut letters = (0..).map(|number: u32| {
        let letter = char::from(b'A' + (number % 26) as u8);
        if number < 26 { format!("_{letter}") } else { format!("_{letter}{}", number / 26) }
    });
    for variable in found {
        let name = if counts[&variable] == 1 { None } else { letters.find(is_free) };
        names.insert(variable, name.unwrap_or("_".into()));
    }
}
