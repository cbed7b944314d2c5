//! The REPL of byte: the functions of the assignment, as at a Lisp prompt.

mod syntax;

use std::collections::HashMap;

use agon_arena::Refused;
use agon_core::{Game as _, Notation as _, quote};
use agon_games::byte::{Byte, Handcrafted, Move, Position};
use agon_search::{Engine, Limits};

use super::{Repl, Topic};

use syntax::Term;

agon_core::refusals! {
    /// Why an expression cannot be answered.
    pub enum Refusal {
        Unfinished => "a parenthesis is not closed",
        Unopened => "there is an unmatched )",
        TooDeep => "parentheses are nested too deeply",
        OneAtATime => "a line holds one expression",
        UnknownName { name: String } => "{name} is not defined",
        UnknownFunction { name: String } => "{name} is not a function; the functions are define, initial, goal, show, valid, play, successors, minimax",
        Usage { usage: &'static str } => "usage: {usage}",
        Depth { found: String } => "the depth is a whole number from 1 to 5, not {found}",
        TooManyNames => "too many names are defined",
    }
}

/// The state of a session: its named states.
#[derive(Default)]
pub struct LispRepl {
    names: HashMap<String, State>,
}

/// A state of the game, with the size of its board.
type State = (Byte, Position);

/// The value of an expression.
enum Value {
    State(State),
    States(Vec<State>),
    Text(String),
}

const TOPICS: [Topic; 8] = [
    Topic { example: "(define s (initial 8))", about: "gives a state a name" },
    Topic { example: "(initial 10)", about: "the start, on a board of 8 or 10" },
    Topic { example: "(goal s)", about: "whether the game is over" },
    Topic { example: "(show s)", about: "draws a state" },
    Topic { example: "(valid s '((E 3) (F 4) 0))", about: "whether a move is legal" },
    Topic { example: "(play s '((E 3) (F 4) 0))", about: "the state after a move" },
    Topic { example: "(successors s)", about: "the states after each move" },
    Topic { example: "(minimax s 3)", about: "the best move at a depth" },
];

/// The most names of a session.
const MAX_NAMES: usize = 10_000;

impl Repl for LispRepl {
    fn prompt(&self) -> &'static str {
        "> "
    }

    fn answer(&mut self, line: &str) -> Result<Option<String>, Refused> {
        // Lines of a transcript have a prompt.
        let line = line.trim_start().trim_start_matches('>');
        let Some(term) = syntax::parse(line)? else { return Ok(None) };
        let write = |(game, position): &State| game.write(position);
        Ok(Some(match self.value(&term)? {
            Value::State(state) => write(&state),
            Value::States(states) => states.iter().map(write).collect::<Vec<_>>().join("\n"),
            Value::Text(text) => text,
        }))
    }

    fn topics(&self) -> &'static [Topic] {
        &TOPICS
    }
}

impl LispRepl {
    fn value(&mut self, term: &Term) -> Result<Value, Refused> {
        let parts = match term {
            Term::Word(name) => {
                let unknown = || Refusal::UnknownName { name: quote(name) };
                return Ok(Value::State(*self.names.get(name).ok_or_else(unknown)?));
            }
            Term::List(parts) => parts.as_slice(),
        };
        let Some((Term::Word(name), arguments)) = parts.split_first() else {
            return Err(Refusal::UnknownFunction { name: quote(&term.to_string()) }.into());
        };
        match name.as_str() {
            "define" => self.define(arguments),
            "initial" => initial(arguments),
            "goal" => self.with_state(arguments, "(goal s)", |game, position| {
                Value::Text(truth(game.outcome(&position).is_some()))
            }),
            "show" => self.with_state(arguments, "(show s)", |game, position| {
                Value::Text(game.draw(&position).trim_end().to_string())
            }),
            "successors" => self.with_state(arguments, "(successors s)", |game, position| {
                let moves = game.moves(&position).into_iter();
                Value::States(moves.map(|mv| (game, game.after(&position, mv))).collect())
            }),
            "valid" => {
                let (game, position, mv) =
                    self.with_move(arguments, "(valid s '((E 3) (F 4) 0))")?;
                Ok(Value::Text(truth(game.check(&position, mv).is_ok())))
            }
            "play" => {
                let (game, mut position, mv) =
                    self.with_move(arguments, "(play s '((E 3) (F 4) 0))")?;
                game.play(&mut position, mv)?;
                Ok(Value::State((game, position)))
            }
            "minimax" => self.minimax(arguments),
            _ => Err(Refusal::UnknownFunction { name: quote(name) }.into()),
        }
    }

    fn define(&mut self, arguments: &[Term]) -> Result<Value, Refused> {
        let usage = Refusal::Usage { usage: "(define s (initial 8))" };
        let [Term::Word(name), value] = arguments else { return Err(usage.into()) };
        let Value::State(state) = self.value(value)? else { return Err(usage.into()) };
        if self.names.len() >= MAX_NAMES && !self.names.contains_key(name) {
            return Err(Refusal::TooManyNames.into());
        }
        self.names.insert(name.clone(), state);
        Ok(Value::Text(name.clone()))
    }

    /// Applies a function of one state.
    fn with_state(
        &mut self,
        arguments: &[Term],
        usage: &'static str,
        function: impl FnOnce(Byte, Position) -> Value,
    ) -> Result<Value, Refused> {
        let [state] = arguments else { return Err(Refusal::Usage { usage }.into()) };
        let (game, position) = self.state(state, usage)?;
        Ok(function(game, position))
    }

    fn state(&mut self, term: &Term, usage: &'static str) -> Result<State, Refused> {
        match self.value(term)? {
            Value::State(state) => Ok(state),
            _ => Err(Refusal::Usage { usage }.into()),
        }
    }

    fn with_move(
        &mut self,
        arguments: &[Term],
        usage: &'static str,
    ) -> Result<(Byte, Position, Move), Refused> {
        let [state, mv] = arguments else { return Err(Refusal::Usage { usage }.into()) };
        let (game, position) = self.state(state, usage)?;
        let mv = game.read_move(&position, &mv.to_string())?;
        Ok((game, position, mv))
    }

    /// The best move by minimax, in the assignment's notation.
    fn minimax(&mut self, arguments: &[Term]) -> Result<Value, Refused> {
        let usage = "(minimax s 3)";
        let [state, depth] = arguments else { return Err(Refusal::Usage { usage }.into()) };
        let found = || Refusal::Depth { found: quote(&depth.to_string()) };
        let plies = depth.to_string().parse().ok().filter(|plies| (1..=5).contains(plies));
        let plies = plies.ok_or_else(found)?;
        let (game, position) = self.state(state, usage)?;
        let limits = Limits { depth: plies, ..Limits::default() };
        let mut engine = Engine::new(1 << 20);
        let found = engine.minimax(&game, &position, &Handcrafted, &limits, &());
        let best = found.and_then(|found| found.moves.first().copied());
        let text = best.map_or("NIL".into(), |mv| lisp_move(&game.write_move(&position, mv)));
        Ok(Value::Text(text))
    }
}

fn initial(arguments: &[Term]) -> Result<Value, Refused> {
    let usage = Refusal::Usage { usage: "(initial 8) or (initial 10)" };
    let [Term::Word(size)] = arguments else { return Err(usage.into()) };
    Ok(Value::State(Byte::read(&format!("{size} start"))?))
}

/// A move as the assignment writes it: E3-F4/0 is ((E 3) (F 4) 0).
fn lisp_move(text: &str) -> String {
    let parts: Vec<&str> = text.split(['-', '/']).collect();
    match parts.as_slice() {
        [from, to, level] => {
            let square = |name: &str| format!("({} {})", &name[..1], &name[1..]);
            format!("({} {} {level})", square(from), square(to))
        }
        _ => text.to_uppercase(),
    }
}

fn truth(holds: bool) -> String {
    if holds { "T".into() } else { "NIL".into() }
}

#[cfg(test)]
mod tests;
