//! The REPL of nim and tictactoe: the queries of the assignment, as at a Prolog prompt.
//!
//! A small Prolog with the predicates of the assignment's program: it cannot define others.

mod answers;
mod arithmetic;
mod heap;
mod knowledge;
mod lexer;
mod machine;
mod natives;
mod operator;
mod program;
mod reader;
mod writer;

use agon_arena::{AnyKnowledgeBase, Refused};
use agon_host::write_error;

use super::{Repl, Topic};
use heap::Symbols;
use knowledge::Knowledge;
use lexer::{Spaced, Token};
use machine::Machine;
use program::Program;

agon_core::refusals! {
    /// Why a query cannot be answered.
    pub enum Refusal {
        NoDot => "end the query with a dot",
        AfterDot => "something follows the dot that ends the query: one query at a time",
        TooLong { most: usize } => "the query is longer than {most} bytes",
        NotAToken { found: String } => "{found} is not part of a query; names may be in single quotes",
        NotANumber { found: String } => "numbers are whole and decimal, not {found}",
        OpenQuote { found: String } => "the quote of {found} is not closed in its line",
        Unfinished => "a bracket is not closed, or a term is missing at the end",
        Unexpected { found: String } => "{found} is not expected there; a query is one or more goals with commas between them, and a dot, as in utility([3,5,7],X).",
        Unknown { found: String } => "{found} is not known here; help shows what is",
        NotAGoal { found: String } => "{found} cannot be proven; a goal is such as utility([3,5,7],X)",
        Unbound { found: String } => "{found} is needed where a variable has no value yet",
        NotAVerdict { found: String } => "expected win, draw, lose or a variable, not {found}",
        NotAList { found: String } => "expected a list such as [3,5,7], not {found}",
        NotArithmetic { found: String } => "{found} is not an expression of numbers with + - * / // mod rem ** ^ abs min max",
        NotWhole { found: String } => "{found} is not a whole number; // divides without remainder",
        DivisionByZero => "a division by zero",
        NumberTooLarge { found: String } => "{found} is too large: numbers are from -9223372036854775808 to 9223372036854775807",
        NotACount { found: String } => "aggregate_all(count, Goal, N) is understood, not {found}",
        NotListed { found: String } => "listing(inKB) is understood, not {found}",
        NotAFact { found: String } => "facts are inKB(Position,Verdict), not {found}",
        NotTrue { fact: String, right: String } => "{fact} is not true, and only what is proven can be added: the verdict is {right}",
        HaltAlone => "halt. stands alone",
        TooManyFacts { facts: usize } => "the knowledge base has {facts} facts, too many for one query; name the position, or use listing(inKB)",
        TooManyAnswers { most: usize } => "there are more than {most} answers",
        TooManySuccessors { most: u64 } => "there are more than {most} successors",
        LongGame => "the game has more than 100000 moves",
        TooManySteps => "the query takes too many steps, perhaps without end",
        TooMuchMemory => "the query takes too much memory, perhaps without end",
        TooMuchText => "the answer is longer than 64 MB",
        TooDeep => "the query is nested too deeply",
    }
}

/// The longest query, in bytes.
const MAX_QUERY: usize = 20_000;

const TOPICS: [Topic; 18] = [
    Topic { example: "utility([3,5,7],X).", about: "whether a position is won, also by theory" },
    Topic { example: "successor([2,2],X).", about: "the positions after each move" },
    Topic { example: "play([2,4,6],X).", about: "the position after the best move" },
    Topic { example: "perfect_game([3,5,7]).", about: "a game without mistakes" },
    Topic { example: "inKB(P,lose).", about: "the facts that are known, the newest first" },
    Topic { example: "listing(inKB).", about: "the same as a list" },
    Topic { example: "retractall(inKB(_,_)).", about: "removes facts; also retract" },
    Topic {
        example: "asserta(inKB([2,2],lose)).",
        about: "adds a fact that is true, and its proof",
    },
    Topic {
        example: "['nim.pl'].",
        about: "adds the program's facts again; also consult, reconsult",
    },
    Topic {
        example: "estimate([([1],lose)],X).",
        about: "the verdict from those of the successors",
    },
    Topic { example: "enlist(4,L).", about: "a list of numbers down to 1" },
    Topic {
        example: "remove(X,[1,2,3],L).",
        about: "one element and the rest; also member, append",
    },
    Topic { example: "length([1,2],N).", about: "lists; also msort, sort, reverse, memberchk" },
    Topic {
        example: "findall(S,successor([3],S),L).",
        about: "all solutions; also forall, aggregate_all(count,G,N)",
    },
    Topic {
        example: "play([3,5,7],X), utility(X,V).",
        about: "several goals; also ; -> \\+ call once",
    },
    Topic { example: "X is 2 * 3 + 1, X > 6.", about: "arithmetic and comparison; also between" },
    Topic { example: "write(X), nl.", about: "prints; also writeln, print" },
    Topic { example: "halt.", about: "ends the session" },
];

/// The state of a session: its knowledge base, and the program that is built in.
pub struct PrologRepl {
    knowledge: Knowledge,
    symbols: Symbols,
    program: Program,
}

impl Repl for PrologRepl {
    fn prompt(&self) -> &'static str {
        "?- "
    }

    /// A query goes up to its dot, over several lines if need be.
    fn is_complete(&self, text: &str) -> bool {
        let (_, text) = split_at_prompt(text);
        text.len() > MAX_QUERY
            || lexer::tokens(&text).map_or(true, |tokens| {
                let has_end = tokens.list.iter().any(|(token, _)| *token == Token::End);
                has_end || tokens.list.is_empty() && !tokens.is_open
            })
    }

    fn answer(&mut self, text: &str) -> Result<Option<String>, Refused> {
        let (before, text) = split_at_prompt(text);
        // What precedes a new prompt has no dot; the query after it is answered all the same.
        if let Some(before) = before
            && let Err(refused) = self.query(&before)
        {
            write_error(format_args!("error: {refused}"));
        }
        self.query(&text)
    }

    fn topics(&self) -> &'static [Topic] {
        &TOPICS
    }
}

impl PrologRepl {
    /// A session with a knowledge base.
    pub fn new(base: Box<dyn AnyKnowledgeBase>) -> PrologRepl {
        let mut symbols = Symbols::new();
        let program = Program::new(&mut symbols);
        PrologRepl { knowledge: Knowledge::new(base), symbols, program }
    }

    /// Whether a line ends the session.
    pub fn is_halt(line: &str) -> bool {
        query_tokens(&split_at_prompt(line).1).is_ok_and(|tokens| is_halt(&tokens))
    }

    /// Answers a query.
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
fn query_tokens(text: &str) -> Result<Vec<Spaced>, Refusal> {
    if text.len() > MAX_QUERY {
        return Err(Refusal::TooLong { most: MAX_QUERY });
    }
    let mut tokens = lexer::tokens(text)?.list;
    if tokens.is_empty() {
        return Ok(tokens);
    }
    let end = tokens.iter().position(|(token, _)| *token == Token::End).ok_or(Refusal::NoDot)?;
    if end + 1 < tokens.len() {
        return Err(Refusal::AfterDot);
    }
    tokens.pop();
    if tokens.is_empty() { Err(Refusal::Unfinished) } else { Ok(tokens) }
}

fn is_halt(tokens: &[Spaced]) -> bool {
    matches!(tokens, [(Token::Atom(name), _)] if name == "halt")
}

#[cfg(test)]
mod swipl_tests;
#[cfg(test)]
mod tests;
