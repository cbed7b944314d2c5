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

use agon_arena::{Refused, built_in_rules};
use agon_host::interrupt;

use crate::limits::{MEMORY, STEPS};
use crate::repl::{Language, Repl};

use evaluate::Machine;

/// A session, on its thread.
pub struct LispRepl {
    inputs: Option<Sender<String>>,
    answers: Receiver<Result<Option<String>, Refused>>,
    thread: Option<JoinHandle<()>>,
}

/// The stack of a session's thread, in bytes.
const STACK: usize = 256 << 20;

impl LispRepl {
    /// A session with rules for `heuristic`, or else those of the course, and with so many steps
    /// for an input, or else 50 million.
    pub fn new(rules: Option<String>, steps: Option<u64>) -> Result<LispRepl, Refused> {
        let course = || built_in_rules("byte", "course").unwrap_or_default().into();
        let (rules, steps) = (rules.unwrap_or_else(course), steps.unwrap_or(STEPS.most));
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
            _ => Err(MEMORY.exceeded().into()),
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
    fn language(&self) -> Language {
        Language::Lisp
    }

    fn prompt(&self) -> &'static str {
        "> "
    }

    fn is_complete(&self, text: &str) -> bool {
        syntax::is_complete(text)
    }

    fn reply(&mut self, text: &str) -> Result<Option<String>, Refused> {
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
