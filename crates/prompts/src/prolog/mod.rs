//! The REPL of nim and tictactoe: the queries of the assignment, as at a Prolog prompt.
//!
//! A small Prolog with the predicates of the assignment's program: it cannot define others.

mod answers;
mod arithmetic;
mod heap;
mod knowledge;
mod library;
mod machine;
mod natives;
mod operator;
mod reader;
mod refusal;
mod tokens;
mod writer;

use agon_arena::{AnyKnowledgeBase, Refused};
use agon_host::write_error;

use crate::repl::{Language, Repl};
use crate::symbols::Symbols;
use knowledge::{Knowledge, Solve};
use machine::{Machine, Program};
use refusal::Refusal;
use tokens::{Placed, Token};

/// The state of a session: its knowledge base, and the program that is built in.
pub struct PrologRepl {
    knowledge: Knowledge,
    symbols: Symbols,
    program: Program,
}

impl Repl for PrologRepl {
    fn language(&self) -> Language {
        Language::Prolog
    }

    fn prompt(&self) -> &'static str {
        "?- "
    }

    /// A query goes up to its dot, over several lines if need be.
    fn is_complete(&self, text: &str) -> bool {
        let (_, text) = split_at_prompt(text);
        tokens::read(&text).map_or(true, |tokens| {
            tokens::end(&tokens.list).is_some() || tokens.list.is_empty() && !tokens.is_open
        })
    }

    fn reply(&mut self, text: &str) -> Result<Option<String>, Refused> {
        let (before, text) = split_at_prompt(text);
        // What precedes a new prompt has no dot; the query after it is answered all the same.
        if let Some(before) = before
            && let Err(refused) = self.query(&before)
        {
            write_error(format_args!("error: {refused}"));
        }
        self.query(&text)
    }

    fn help(&self) -> &'static str {
        natives::HELP
    }
}

impl PrologRepl {
    /// A session with a knowledge base.
    pub fn new(base: Box<dyn AnyKnowledgeBase>, solve: Solve) -> PrologRepl {
        let mut symbols = heap::fixed_symbols();
        let program = library::program(&mut symbols);
        PrologRepl { knowledge: Knowledge::new(base, solve), symbols, program }
    }

    /// Whether a line ends the session.
    pub fn is_halt(line: &str) -> bool {
        query_tokens(&split_at_prompt(line).1).is_ok_and(|tokens| is_halt(&tokens))
    }

    fn query(&mut self, text: &str) -> Result<Option<String>, Refused> {
        let tokens = query_tokens(text)?;
        if tokens.is_empty() || is_halt(&tokens) {
            return Ok(None);
        }
        let names = self.symbols.len();
        let mut machine = Machine::new(&self.program, &mut self.symbols, &mut self.knowledge);
        let read = reader::read(&tokens, &mut machine.heap, machine.symbols);
        let answer = match read {
            Ok(read) => answers::answers(&mut machine, read.term, &read.variables).map(Some),
            Err(refusal) => Err(refusal.into()),
        };
        self.symbols.truncate(names);
        answer
    }
}

/// A text without its prompts, and what stands before the last line that begins with one.
fn split_at_prompt(text: &str) -> (Option<String>, String) {
    let mut before: Option<String> = None;
    let mut query = String::new();
    for line in text.trim_start_matches('\u{feff}').split('\n') {
        let mut rest = line.trim_start();
        if rest.starts_with("?-") {
            before = Some(before.unwrap_or_default() + &std::mem::take(&mut query));
        }
        while let Some(after) = rest.strip_prefix("?-") {
            rest = after.trim_start();
        }
        // The toplevel of SWI-Prolog begins the further lines of a query like this.
        let is_further = !query.is_empty() && rest.starts_with("|    ");
        query += if is_further { &rest[1..] } else { rest };
        query.push('\n');
    }
    (before, query)
}

/// The tokens of a query without the dot that ends it; none for blanks and comments.
fn query_tokens(text: &str) -> Result<Vec<Placed<'_>>, Refusal> {
    let mut tokens = tokens::read(text)?.list;
    if tokens.is_empty() {
        return Ok(tokens);
    }
    let end = tokens::end(&tokens).ok_or(Refusal::NoDot)?;
    if end + 1 < tokens.len() {
        return Err(Refusal::AfterDot);
    }
    tokens.pop();
    if tokens.is_empty() { Err(Refusal::Unfinished) } else { Ok(tokens) }
}

fn is_halt(tokens: &[Placed<'_>]) -> bool {
    match tokens {
        [(Token::Quoted(_, name), _)] => name == "halt",
        [(token, _)] => *token == Token::Word("halt"),
        _ => false,
    }
}

#[cfg(test)]
mod swipl_tests;
#[cfg(test)]
mod tests;
