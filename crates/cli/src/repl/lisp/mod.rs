//! The REPL of byte: a small Lisp with the functions of the assignment.
//!
//! A session has a thread of its own, with a stack that is large enough for the limit of nested
//! calls. Everything else is bounded too: the steps of an input, the size of values, and what a
//! session holds.

mod arguments;
mod builtins;
mod evaluate;
mod forms;
mod inference;
mod knowledge;
mod lists;
mod numbers;
mod refusal;
mod rule;
mod state;
mod syntax;
mod value;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use agon_arena::{Refused, built_in_rules, find};
use agon_host::{Failure, interrupt};
use agon_infer::sexpr;

use super::Repl;
use crate::cli::ReplArgs;
use crate::rules::Source;

use evaluate::{Machine, STEPS};
use refusal::Refusal;

/// A session, on its thread.
pub struct LispRepl {
    inputs: Option<Sender<String>>,
    answers: Receiver<Result<Option<String>, Refused>>,
    thread: Option<JoinHandle<()>>,
}

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
            (Some(name), Some(entry)) => match Source::named(entry, Some(name))? {
                Some(source) => source.bytes,
                None => Source::read(name)?.bytes,
            },
            _ => built_in_rules("byte", "course").unwrap_or_default().into(),
        };
        let rules = String::from_utf8(rules)
            .map_err(|_| Failure::Refused("the rule file is not text (UTF-8)".into()))?;
        Ok(LispRepl::start(args.steps.unwrap_or(STEPS), rules)?)
    }

    /// A session with so many steps for an input, and with rules for `heuristic`.
    fn start(steps: u64, rules: String) -> Result<LispRepl, Refused> {
        let (inputs, waiting) = channel::<String>();
        let (sender, answers) = channel();
        let thread =
            thread::Builder::new().name("lisp".into()).stack_size(STACK).spawn(move || {
                let mut machine = match Machine::new(steps, builtins::all(), &forms::FORMS) {
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

    fn help(&self) -> &'static str {
        include_str!("help.txt")
    }
}

#[cfg(test)]
mod tests;
