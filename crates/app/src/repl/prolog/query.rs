//! The subset of Prolog's syntax that the queries use.

use agon_arena::{AnyKnowledgeBase, Refused};
use agon_core::quote;

use super::Refusal;

/// A parsed line.
#[derive(Debug, PartialEq, Eq)]
pub enum Query {
    /// An empty line or a comment.
    Nothing,
    /// Asks for the verdict of a position.
    Utility(String, Argument),
    /// Asks for the positions after one move.
    Successor(String, Argument),
    /// Asks for the best move.
    Play(String, Argument),
    /// Asks for a whole game.
    PerfectGame(String),
    /// Lists the knowledge base.
    Listing,
    /// Clears the knowledge base.
    RetractAll,
    /// Ends the session.
    Halt,
}

/// The second argument of a query: a variable, or a term to compare with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A variable by its name.
    Variable(String),
    /// A term.
    Term(String),
}

impl Argument {
    /// The same with a term that is a position in canonical notation.
    pub fn with_positions(&self, base: &dyn AnyKnowledgeBase) -> Result<Argument, Refused> {
        Ok(match self {
            Argument::Variable(name) => Argument::Variable(name.clone()),
            Argument::Term(term) => Argument::Term(base.canonical(term)?),
        })
    }

    /// What Prolog prints: each solution for a variable, or whether the term is a solution.
    pub fn answer(&self, solutions: &[String]) -> String {
        match self {
            Argument::Term(term) if solutions.contains(term) => "true.".into(),
            Argument::Variable(name) if name == "_" && !solutions.is_empty() => "true.".into(),
            Argument::Variable(name) if !solutions.is_empty() => {
                let spaced = solutions.iter().map(|term| term.replace(',', ", "));
                let lines: Vec<String> = spaced.map(|term| format!("{name} = {term}")).collect();
                format!("{}.", lines.join(" ;\n"))
            }
            _ => "false.".into(),
        }
    }
}

/// Parses a line.
pub fn parse(line: &str) -> Result<Query, Refusal> {
    let mut text = line.trim_start_matches('\u{feff}').trim();
    while let Some(rest) = text.strip_prefix("?-") {
        text = rest.trim_start();
    }
    let text = text.split('%').next().unwrap_or("").trim();
    if text.is_empty() {
        return Ok(Query::Nothing);
    }
    if text.strip_suffix('.').is_some_and(|word| word.trim_end() == "halt") {
        return Ok(Query::Halt);
    }
    let not_understood = || Refusal::NotUnderstood { found: quote(line.trim()) };
    let query = text.strip_suffix('.').ok_or_else(not_understood)?.trim_end();
    let query = query.strip_suffix(')').ok_or_else(not_understood)?;
    let (name, inside) = query.split_once('(').ok_or_else(not_understood)?;
    let arguments = arguments(inside).ok_or_else(not_understood)?;
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    // A position is a list or a tuple, and nothing follows it.
    if arguments[0].starts_with(['[', '(']) && !arguments[0].ends_with([']', ')']) {
        return Err(not_understood());
    }
    let position = |text: &str| text.to_string();
    match (name.trim(), arguments.as_slice()) {
        ("utility", &[state, asked]) => Ok(Query::Utility(position(state), argument(asked))),
        ("successor", &[state, asked]) => Ok(Query::Successor(position(state), argument(asked))),
        ("play", &[state, asked]) => Ok(Query::Play(position(state), argument(asked))),
        ("perfect_game", &[state]) => Ok(Query::PerfectGame(position(state))),
        ("listing", &["inKB" | "inKB/2"]) => Ok(Query::Listing),
        ("retractall", &[fact]) if fact.replace(' ', "") == "inKB(_,_)" => Ok(Query::RetractAll),
        _ => Err(not_understood()),
    }
}

/// Splits arguments at the commas that are outside of brackets.
fn arguments(text: &str) -> Option<Vec<String>> {
    let mut parts = vec![String::new()];
    let mut depth = 0_u32;
    for letter in text.chars() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => (),
        }
        parts.last_mut()?.push(letter);
    }
    let trimmed = parts.iter().map(|part| part.trim().to_string()).collect();
    (depth == 0).then_some(trimmed)
}

fn argument(text: &str) -> Argument {
    let is_variable = text.starts_with(|first: char| first.is_uppercase() || first == '_')
        && text.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    if is_variable { Argument::Variable(text.into()) } else { Argument::Term(text.into()) }
}
