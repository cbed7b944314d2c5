//! The REPL of byte: a small Lisp with the functions of the assignment.
//!
//! A session has a thread of its own, with a stack that is large enough for the limit of nested
//! calls. Everything else is bounded too: the steps of an input, the size of values, and what a
//! session holds.

mod builtins;
mod evaluate;
mod forms;
mod inference;
mod knowledge;
mod lists;
mod numbers;
mod rule;
mod state;
mod syntax;
mod value;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use agon_arena::{Refused, built_in_rules, find};
use agon_host::{Failure, interrupt};
use agon_infer::sexpr;
use agon_inputs::rules;

use super::{Repl, Topic};
use crate::cli::ReplArgs;

use evaluate::{Machine, STEPS};

agon_core::refusals! {
    /// Why an expression cannot be answered.
    pub enum Refusal {
        Unfinished => "a parenthesis is not closed",
        Unopened => "there is an unmatched )",
        Missing { wanted: String } => "expected {wanted}",
        TooDeep { most: usize } => "parentheses are nested more than {most} deep",
        LongInput { most: usize } => "an expression has at most {most} bytes",
        LongName { most: usize } => "a name has at most {most} bytes",
        LongAnswer { most: usize } => "the answer is longer than {most} bytes",
        Strings => "there are no strings here: write a symbol, as in 'x",
        NotWhole { found: String } => "numbers are whole, not {found}",
        Sign { sign: char } => "{sign} has no meaning here: names have letters, digits and signs such as + - * / < > = ! ?",
        Dot => "a full stop stands before the last element of a list, as in (a . b)",
        UnknownName { name: String } => "{name} has no value: give it one with setq, or quote it, as in '{name}",
        UnknownFunction { name: String } => "{name} is not a function; help lists the functions",
        NoFunction { found: String } => "a function is expected, as in (car x), 'car or #'car, not {found}",
        Usage { usage: &'static str } => "usage: {usage}",
        Arguments { name: String, wanted: String, found: usize } => "{name} takes {wanted} arguments, not {found}",
        Type { function: String, wanted: &'static str, found: String } => "{function} needs {wanted}, not {found}",
        Keyword { function: String, known: String, found: String } => "{function} knows {known} with a value, not {found}",
        Place { found: String } => "setq and setf give a value to a name, not to {found}",
        Constant { name: String } => "{name} stands for itself and cannot be changed",
        Fixed { name: String } => "{name} belongs to Lisp and cannot be redefined",
        Parameter { name: String } => "{name} is not supported: a function has a fixed number of parameters",
        Twice { name: String } => "{name} is there twice",
        LocalFunction { name: String } => "a function cannot be assigned to the local variable {name}: bind it with let",
        Overflow => "a number has more than 64 bits",
        DivisionByZero => "division by 0",
        NotDivisible { one: i64, two: i64 } => "{one} is not a multiple of {two}, and there are no fractions: use floor or truncate",
        TooManyNames { most: usize } => "a session has at most {most} names",
        TooLarge { most: u32 } => "a value has at most {most} pairs",
        Nesting { most: u32 } => "a value is nested at most {most} deep",
        Memory { most: usize } => "a session holds at most {most} pairs: set large variables to nil",
        Steps { most: u64 } => "not done after {most} steps; --steps sets the limit",
        Calls { most: u32 } => "calls are nested more than {most} deep: a recursion does not end, or is too deep",
        Interrupted => "interrupted",
        State { found: String } => "a state is (size side (x o) stacks), as in '(8 X (0 0) (((E 3) O O X) ((G 5) O X X X))), not {found}",
        Player { found: String } => "a player is 'X or 'O, not {found}",
        Depth { most: u32, found: String } => "the depth is a whole number from 1 to {most}, not {found}",
        Search { depth: u32, most: u64 } => "the search to depth {depth} is not done after {most} steps: lower the depth; --steps sets the limit",
        Estimate { most: i64, found: String } => "the value of a heuristic is a whole number from -{most} to {most}, not {found}",
        Fact { found: String } => "a fact is a list such as (stack e3 4), without variables, not {found}",
        Rule { found: String } => "a rule is (if P then C) or (if (and P1 P2) then C), not {found}",
        Condition { found: String } => "a condition is a list such as (stack ?s ?h), not {found}",
        MaxDepth { most: u32, found: String } => "the depth of inference is a whole number from 0 to {most}, not {found}",
        Unbound { name: String, condition: String } => "{name} has no value in {condition}: a condition before it must give it one",
        Points { found: String } => "points are numbers, (count-results P), (+ E ...), (- E ...) and (* E ...), not {found}",
        NoValue => "*T1-RULES* has no points: add (value (* 10 (count-results P))), or define a heuristic of your own",
        OtherGame { found: String } => "the rules are for {found}, not for byte",
        Distinct => "(distinct) does not apply here: each proof counts",
    }
}

/// A session, on its thread.
pub struct LispRepl {
    inputs: Option<Sender<String>>,
    answers: Receiver<Result<Option<String>, Refused>>,
    thread: Option<JoinHandle<()>>,
}

const TOPICS: [Topic; 20] = [
    Topic {
        example: "(setq s (initial 8))",
        about: "a state, on a board of 8 or 10, and a name for it",
    },
    Topic {
        example: "'(8 X (0 0) (((E 3) O O X)))",
        about: "a state: size, side to move, score, stacks from the bottom",
    },
    Topic { example: "(show s)", about: "draws a state" },
    Topic { example: "(goal s)", about: "who has won: X, O, DRAW, or NIL" },
    Topic { example: "(moves s)", about: "the legal moves" },
    Topic { example: "(valid s '((B 2) (C 3) 0))", about: "whether a move is legal" },
    Topic { example: "(play s '((B 2) (C 3) 0))", about: "the state after a move" },
    Topic { example: "(successors s)", about: "the states after each move" },
    Topic { example: "(minimax s 3)", about: "the best move at a depth" },
    Topic {
        example: "(minimax s 2 'heuristic)",
        about: "the same by a heuristic, a function of state and player",
    },
    Topic {
        example: "(defun twice (x) (* 2 x))",
        about: "defines a function; lambda makes one without a name",
    },
    Topic {
        example: "(let ((x 1)) (if (> x 0) 'a 'b))",
        about: "also let*, cond, when, unless, and, or, not, progn",
    },
    Topic { example: "(defparameter *d* 3)", about: "a variable; also defvar, define, setq, setf" },
    Topic {
        example: "(+ 1 (* 2 3))",
        about: "also - / mod rem floor truncate abs max min 1+ 1- = /= < > <= >=",
    },
    Topic {
        example: "(cons (car s) (cdr s))",
        about: "also first to fifth, rest, nth, last, length, append, list, reverse",
    },
    Topic {
        example: "(mapcar #'car (nth 3 s))",
        about: "also remove-if, remove-if-not, reduce, apply, funcall, member, assoc",
    },
    Topic {
        example: "(facts s)",
        about: "the facts of a state; (facts s 'X) says me and you instead of X and O",
    },
    Topic {
        example: "(prepare-knowledge *T1-RULES* (facts s 'X) 10)",
        about: "sets rules, facts and the depth of inference",
    },
    Topic {
        example: "(infer '(top ?s me))",
        about: "all answers; (count-results '(top ?s me)) counts them",
    },
    Topic {
        example: "(heuristic s 'X)",
        about: "the value for a player by the rules and points in *T1-RULES*",
    },
];

/// The stack of a session's thread, in bytes.
const STACK: usize = 256 << 20;

impl Default for LispRepl {
    fn default() -> LispRepl {
        let rules = built_in_rules("byte", "course").unwrap_or_default();
        LispRepl::start(STEPS, rules.into()).expect("the built-in rules are lists")
    }
}

impl LispRepl {
    /// A session with the rules and limits of the arguments.
    pub fn open(args: &ReplArgs) -> Result<LispRepl, Failure> {
        let rules = match (&args.rules, find("byte")) {
            (Some(name), Some(entry)) => match rules::named(entry, Some(name))? {
                Some(source) => source.bytes,
                None => rules::read(name)?.bytes,
            },
            _ => built_in_rules("byte", "course").unwrap_or_default().as_bytes().into(),
        };
        let rules = String::from_utf8(rules.to_vec())
            .map_err(|_| Failure::Refused("the rule file is not text (UTF-8)".into()))?;
        Ok(LispRepl::start(args.steps.unwrap_or(STEPS), rules)?)
    }

    /// A session with so many steps for an input, and with rules for `heuristic`.
    fn start(steps: u64, rules: String) -> Result<LispRepl, Refused> {
        let (inputs, waiting) = channel::<String>();
        let (sender, answers) = channel();
        let thread =
            thread::Builder::new().name("lisp".into()).stack_size(STACK).spawn(move || {
                let mut machine = match Machine::new(steps) {
                    Ok(machine) => machine,
                    Err(refused) => return drop(sender.send(Err(refused))),
                };
                let ready = knowledge::load(&mut machine, &rules).map(|()| None);
                let mut go_on = sender.send(ready).is_ok();
                while let Some(input) = waiting.recv().ok().filter(|_| go_on) {
                    go_on = sender.send(machine.answer(&input)).is_ok();
                }
            });
        let mut repl = LispRepl { inputs: Some(inputs), answers, thread: thread.ok() };
        repl.receive()?;
        Ok(repl)
    }

    /// The next answer of the thread.
    fn receive(&mut self) -> Result<Option<String>, Refused> {
        if let Ok(answer) = self.answers.recv() {
            return answer;
        }
        // The thread has ended, which only a panic does; or there was none to be had.
        match self.thread.take().map(JoinHandle::join) {
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            _ => Err(Refusal::Memory { most: value::MAX_LIVE }.into()),
        }
    }
}

impl Drop for LispRepl {
    fn drop(&mut self) {
        self.inputs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Repl for LispRepl {
    fn prompt(&self) -> &'static str {
        "> "
    }

    fn is_complete(&self, text: &str) -> bool {
        text.len() > syntax::MAX_INPUT || sexpr::is_complete(text)
    }

    fn answer(&mut self, text: &str) -> Result<Option<String>, Refused> {
        // Lines of a transcript have a prompt.
        let text = text.trim_start_matches('\u{feff}').trim_start().trim_start_matches('>');
        if let Some(inputs) = &self.inputs {
            // If the thread has ended, receiving says so.
            let _ = inputs.send(text.into());
        }
        interrupt::during(|| self.receive())
    }

    fn topics(&self) -> &'static [Topic] {
        &TOPICS
    }
}

#[cfg(test)]
mod tests;
