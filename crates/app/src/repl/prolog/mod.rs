//! The REPL of nim and tictactoe: the queries of the assignment, as at a Prolog prompt.

mod query;

use agon_arena::{AnyKnowledgeBase, Refused};
use agon_core::{Proven, Verdict, quote};
use agon_search::SolveLimits;

use super::{Repl, Topic};
use crate::commands::solve_into;
use query::{Argument, Query};

agon_core::refusals! {
    /// Why a query cannot be answered.
    pub enum Refusal {
        NotUnderstood { found: String } => "{found} is not a query; the queries are utility(P,X). play(P,X). perfect_game(P). successor(P,X). listing(inKB). retractall(inKB(_,_)).",
        NotAVerdict { found: String } => "expected win, draw, lose or a variable, not {found}",
    }
}

/// The state of a session: its knowledge base.
pub struct PrologRepl {
    base: Box<dyn AnyKnowledgeBase>,
    limits: SolveLimits,
}

const TOPICS: [Topic; 7] = [
    Topic { example: "utility([3,5,7],X).", about: "whether a position is won" },
    Topic { example: "successor([2,2],X).", about: "the positions after each move" },
    Topic { example: "play([2,4,6],X).", about: "the position after the best move" },
    Topic { example: "perfect_game([3,5,7]).", about: "a game without mistakes" },
    Topic { example: "listing(inKB).", about: "what is known" },
    Topic { example: "retractall(inKB(_,_)).", about: "forgets what is known" },
    Topic { example: "halt.", about: "ends the session" },
];

impl Repl for PrologRepl {
    fn prompt(&self) -> &'static str {
        "?- "
    }

    fn answer(&mut self, line: &str) -> Result<Option<String>, Refused> {
        match query::parse(line)? {
            Query::Nothing | Query::Halt => Ok(None),
            Query::Utility(position, asked) => self.utility(&position, &asked).map(Some),
            Query::Successor(position, asked) => self.successor(&position, &asked).map(Some),
            Query::Play(position, asked) => self.play(&position, &asked).map(Some),
            Query::PerfectGame(position) => self.perfect_game(&position),
            Query::Listing => {
                let known = self.base.list();
                let lines = known.map(|(position, proven)| fact(&position, proven.verdict));
                Ok(Some(lines.collect::<Vec<_>>().join("\n")))
            }
            Query::RetractAll => {
                self.base.clear();
                Ok(Some("true.".into()))
            }
        }
    }

    fn topics(&self) -> &'static [Topic] {
        &TOPICS
    }
}

impl PrologRepl {
    /// A session with a knowledge base.
    pub fn new(base: Box<dyn AnyKnowledgeBase>) -> PrologRepl {
        PrologRepl { base, limits: SolveLimits::default() }
    }

    /// Whether a line ends the session.
    pub fn is_halt(line: &str) -> bool {
        query::parse(line) == Ok(Query::Halt)
    }

    fn solve(&mut self, position: &str) -> Result<Proven, Refused> {
        solve_into(&mut *self.base, position, &self.limits)
    }

    fn utility(&mut self, position: &str, asked: &Argument) -> Result<String, Refused> {
        let verdicts = ["win", "draw", "lose"];
        if let Argument::Term(term) = asked
            && !verdicts.contains(&term.as_str())
        {
            return Err(Refusal::NotAVerdict { found: quote(term) }.into());
        }
        let verdict = self.solve(position)?.verdict.to_string();
        Ok(asked.answer(&[verdict]))
    }

    fn successor(&mut self, position: &str, asked: &Argument) -> Result<String, Refused> {
        let successors = self.base.successors(position)?;
        Ok(asked.with_positions(&*self.base)?.answer(&successors))
    }

    fn play(&mut self, position: &str, asked: &Argument) -> Result<String, Refused> {
        let asked = asked.with_positions(&*self.base)?;
        let from = self.base.canonical(position)?;
        let Some((to, verdict)) = self.best(&from)? else { return Ok("false.".into()) };
        Ok(format!(
            "I play from {from} to {to}\n\
             If you play perfectly, you will eventually {verdict}\n\
             {}",
            asked.answer(std::slice::from_ref(&to))
        ))
    }

    /// Plays a game with the best moves, and shows the verdict after each move.
    fn perfect_game(&mut self, position: &str) -> Result<Option<String>, Refused> {
        let mut from = self.base.canonical(position)?;
        let mut lines = Vec::new();
        while let Some((to, verdict)) = self.best(&from)? {
            let wide = (to.len() + 3).max(10);
            lines.push(format!("{from} --> {to:wide$}{verdict}"));
            from = to;
        }
        Ok(Some(if lines.is_empty() { "true.".into() } else { lines.join("\n") }))
    }

    /// The first successor that is lost for its side to move, or else the first drawn one, or
    /// else the first of all.
    fn best(&mut self, position: &str) -> Result<Option<(String, Verdict)>, Refused> {
        self.solve(position)?;
        let mut known = Vec::new();
        for successor in self.base.successors(position)? {
            let verdict = self.solve(&successor)?.verdict;
            known.push((successor, verdict));
        }
        let first = |wanted| known.iter().find(|(_, verdict)| *verdict == wanted);
        let best = first(Verdict::Lose).or_else(|| first(Verdict::Draw)).or_else(|| known.first());
        Ok(best.cloned())
    }
}

/// A fact of the knowledge base.
fn fact(position: &str, verdict: Verdict) -> String {
    format!("inKB({position},{verdict}).")
}

#[cfg(test)]
mod tests;
