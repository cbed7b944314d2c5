//! The resolution: proves goals one after the other, and backtracks.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use agon_arena::Refused;

use super::heap::{Cell, Heap, Mark, Stored, Symbol, Term};
use super::knowledge::Knowledge;
use super::refusal::Refusal;
use super::{reader, writer};
use crate::limits::{GOALS, MEMORY, OUTPUT, QUERY_STEPS};
use crate::symbols::Symbols;

pub enum Solutions {
    No,
    Yes,
    /// One for each text that, read as a term, can be unified with a pattern.
    Each {
        pattern: Term,
        texts: Vec<String>,
    },
}

impl From<bool> for Solutions {
    fn from(holds: bool) -> Solutions {
        if holds { Solutions::Yes } else { Solutions::No }
    }
}

/// A native predicate: it gets the places of its arguments.
pub type Native = fn(&mut Machine<'_>, Range<Term>) -> Result<Solutions, Refused>;

/// The predicates that decide what is proven next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// `A, B`
    And,
    /// `A ; B`, and `C -> A ; B`
    Or,
    /// `C -> A`
    IfThen,
    /// `!`
    Cut,
    /// `\+ A`
    Not,
    /// `call(A)`
    Call,
    /// `findall(X, A, L)`
    FindAll,
    /// `aggregate_all(count, A, N)`
    Count,
}

#[derive(Clone, Copy)]
pub enum Predicate {
    /// By the machine itself.
    Control(Control),
    /// By a function.
    Native(Native),
    /// By clauses, `Head :- Body` each.
    Clauses(usize),
}

/// All predicates by name and number of arguments.
pub struct Program {
    pub predicates: HashMap<(Symbol, u32), Predicate>,
    pub clauses: Vec<Vec<Stored>>,
}

/// A goal and the frame that is proven after it.
#[derive(Clone, Copy)]
struct Frame {
    goal: Term,
    next: usize,
    /// How many choice points a cut in the goal leaves.
    cut: usize,
}

/// The frame after the last one.
const DONE: usize = usize::MAX;

/// A state to which backtracking returns.
struct Choice {
    mark: Mark,
    frames: usize,
    way: Way,
}

/// Another way to prove a goal; then the frame `next` is proven.
enum Way {
    /// By the clauses of a predicate from a place on.
    Clauses {
        goal: Term,
        predicate: usize,
        from: usize,
        next: usize,
    },
    /// By the texts from a place on.
    Texts {
        pattern: Term,
        texts: Rc<[String]>,
        from: usize,
        next: usize,
    },
    Goal {
        goal: Term,
        cut: usize,
        next: usize,
    },
}

/// A query while it is answered.
pub struct Machine<'a> {
    pub heap: Heap,
    pub symbols: &'a mut Symbols,
    /// What is known about the game.
    pub knowledge: &'a mut Knowledge,
    pub text: String,
    program: &'a Program,
    frames: Vec<Frame>,
    choices: Vec<Choice>,
    steps: u64,
    nesting: u32,
}

impl<'a> Machine<'a> {
    pub fn new(
        program: &'a Program,
        symbols: &'a mut Symbols,
        knowledge: &'a mut Knowledge,
    ) -> Machine<'a> {
        Machine {
            heap: Heap::default(),
            symbols,
            knowledge,
            text: String::new(),
            program,
            frames: Vec::new(),
            choices: Vec::new(),
            steps: 0,
            nesting: 0,
        }
    }

    /// Counts work, and refuses what is too much.
    pub fn charge(&mut self, work: u64) -> Result<(), Refusal> {
        self.steps += work + std::mem::take(&mut self.heap.work) / 4;
        QUERY_STEPS.check(self.steps)?;
        MEMORY.check(self.heap.len().max(self.frames.len()).max(self.choices.len()))?;
        Ok(OUTPUT.check(self.text.len())?)
    }

    /// Calls `visit` for every solution of a goal, while the goal's variables are bound.
    pub fn for_each_solution(
        &mut self,
        goal: Term,
        mut visit: impl FnMut(&mut Self) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        let (mark, frames, base) = self.enter()?;
        let mut start = Some(self.push(goal, DONE, base));
        while let Some(frame) = start
            && self.run(frame, base)?
        {
            visit(self)?;
            start = self.backtrack(base)?;
        }
        self.heap.undo(mark);
        self.frames.truncate(frames);
        self.nesting -= 1;
        Ok(())
    }

    /// Finds the first solution of a goal, whose bindings stay.
    fn first_solution(&mut self, goal: Term) -> Result<bool, Refused> {
        let (_, _, base) = self.enter()?;
        let frame = self.push(goal, DONE, base);
        let found = self.run(frame, base)?;
        self.choices.truncate(base);
        self.nesting -= 1;
        Ok(found)
    }

    fn enter(&mut self) -> Result<(Mark, usize, usize), Refusal> {
        self.nesting += 1;
        GOALS.check(self.nesting)?;
        Ok((self.heap.mark(), self.frames.len(), self.choices.len()))
    }

    fn push(&mut self, goal: Term, next: usize, cut: usize) -> usize {
        self.frames.push(Frame { goal, next, cut });
        self.frames.len() - 1
    }

    /// Proves a frame and those after it. Choice points below `base` are left alone.
    fn run(&mut self, mut frame: usize, base: usize) -> Result<bool, Refused> {
        while frame != DONE {
            self.charge(1)?;
            let proven = match self.step(self.frames[frame])? {
                None => self.backtrack(base)?,
                next => next,
            };
            match proven {
                Some(next) => frame = next,
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Takes up the newest choice point that leads further.
    fn backtrack(&mut self, base: usize) -> Result<Option<usize>, Refused> {
        while self.choices.len() > base {
            let Some(choice) = self.choices.pop() else { break };
            self.charge(1)?;
            self.heap.undo(choice.mark);
            self.frames.truncate(choice.frames);
            let next = match choice.way {
                Way::Goal { goal, cut, next } => Some(self.push(goal, next, cut)),
                Way::Clauses { goal, predicate, from, next } => {
                    self.try_clauses(goal, predicate, from, next)?
                }
                Way::Texts { pattern, texts, from, next } => {
                    self.try_texts(pattern, texts, from, next)?
                }
            };
            if next.is_some() {
                return Ok(next);
            }
        }
        Ok(None)
    }

    fn choose(&mut self, mark: Mark, frames: usize, way: Way) {
        self.choices.push(Choice { mark, frames, way });
    }

    /// Proves a goal by the first of its clauses whose head fits.
    fn try_clauses(
        &mut self,
        goal: Term,
        predicate: usize,
        from: usize,
        next: usize,
    ) -> Result<Option<usize>, Refused> {
        let program = self.program;
        let clauses = &program.clauses[predicate];
        for (place, clause) in clauses.iter().enumerate().skip(from) {
            self.charge(1)?;
            let (mark, frames, cut) = (self.heap.mark(), self.frames.len(), self.choices.len());
            let rule = self.heap.load(clause);
            let Some((_, parts)) = self.heap.functor(rule) else { continue };
            let arity = self.heap.functor(goal).map_or(0, |(_, arguments)| arguments.len());
            if !self.heap.unify_head(goal, parts.start, arity as u32, mark) {
                self.heap.undo(mark);
                continue;
            }
            if place + 1 < clauses.len() {
                let way = Way::Clauses { goal, predicate, from: place + 1, next };
                self.choose(mark, frames, way);
            }
            return Ok(Some(self.push(parts.start + 1, next, cut)));
        }
        Ok(None)
    }

    /// Unifies a pattern with the first text that fits.
    fn try_texts(
        &mut self,
        pattern: Term,
        texts: Rc<[String]>,
        from: usize,
        next: usize,
    ) -> Result<Option<usize>, Refused> {
        for place in from..texts.len() {
            self.charge(1)?;
            let mark = self.heap.mark();
            let term = reader::read_text(&texts[place], &mut self.heap, self.symbols)?;
            if self.heap.unify(pattern, term) {
                if place + 1 < texts.len() {
                    let way = Way::Texts { pattern, texts, from: place + 1, next };
                    self.choose(mark, self.frames.len(), way);
                }
                return Ok(Some(next));
            }
            self.heap.undo(mark);
        }
        Ok(None)
    }

    /// Proves one goal: the frame to prove then, or `None` if the goal fails.
    fn step(&mut self, frame: Frame) -> Result<Option<usize>, Refused> {
        let Frame { goal, next, .. } = frame;
        let Some((name, arguments)) = self.heap.functor(goal) else {
            return Err(match self.heap.cell(goal) {
                Cell::Unbound => Refusal::Unbound { found: "a goal".into() },
                _ => Refusal::NotAGoal { found: self.quoted(goal) },
            }
            .into());
        };
        match self.program.predicates.get(&(name, arguments.len() as u32)).copied() {
            None => {
                let found = format!("{}/{}", self.symbols.name(name), arguments.len());
                Err(Refusal::Unknown { found: agon_core::quote(&found) }.into())
            }
            Some(Predicate::Control(control)) => self.control(control, arguments, frame),
            Some(Predicate::Clauses(predicate)) => self.try_clauses(goal, predicate, 0, next),
            Some(Predicate::Native(native)) => match native(self, arguments)? {
                Solutions::No => Ok(None),
                Solutions::Yes => Ok(Some(next)),
                Solutions::Each { pattern, texts } => {
                    self.try_texts(pattern, texts.into(), 0, next)
                }
            },
        }
    }

    fn control(
        &mut self,
        control: Control,
        arguments: Range<Term>,
        Frame { next, cut, .. }: Frame,
    ) -> Result<Option<usize>, Refused> {
        let (first, second) = (arguments.start, arguments.start + 1);
        match control {
            Control::And => {
                let rest = self.push(second, next, cut);
                Ok(Some(self.push(first, rest, cut)))
            }
            Control::Cut => {
                self.choices.truncate(cut);
                Ok(Some(next))
            }
            Control::Call => {
                let cut = self.choices.len();
                Ok(Some(self.push(first, next, cut)))
            }
            Control::Or => {
                let (mark, frames) = (self.heap.mark(), self.frames.len());
                if let Some([condition, then]) = self.if_then(first) {
                    let found = self.first_solution(condition)?;
                    if !found {
                        self.heap.undo(mark);
                        self.frames.truncate(frames);
                    }
                    return Ok(Some(self.push(if found { then } else { second }, next, cut)));
                }
                self.choose(mark, frames, Way::Goal { goal: second, cut, next });
                Ok(Some(self.push(first, next, cut)))
            }
            Control::IfThen => {
                let found = self.first_solution(first)?;
                Ok(found.then(|| self.push(second, next, cut)))
            }
            Control::Not => {
                let (mark, frames) = (self.heap.mark(), self.frames.len());
                let found = self.first_solution(first)?;
                self.heap.undo(mark);
                self.frames.truncate(frames);
                Ok((!found).then_some(next))
            }
            Control::FindAll => {
                let found = self.collect(first, second)?;
                Ok(self.heap.unify(arguments.start + 2, found).then_some(next))
            }
            Control::Count => {
                let count = self.symbols.number("count");
                if self.heap.cell(first) != Cell::Atom(count) {
                    return Err(Refusal::NotACount { found: self.quoted(first) }.into());
                }
                let mut count = 0;
                self.for_each_solution(second, |_| {
                    count += 1;
                    Ok(())
                })?;
                let count = self.heap.push(Cell::Int(count));
                Ok(self.heap.unify(arguments.start + 2, count).then_some(next))
            }
        }
    }

    fn if_then(&mut self, term: Term) -> Option<[Term; 2]> {
        let arrow = self.symbols.number("->");
        let (name, parts) = self.heap.functor(term)?;
        (name == arrow && parts.len() == 2).then_some([parts.start, parts.start + 1])
    }

    /// The list of a template's values for all solutions of a goal.
    fn collect(&mut self, template: Term, goal: Term) -> Result<Term, Refused> {
        let mut found = Vec::new();
        let mut cells = 0;
        self.for_each_solution(goal, |machine| {
            let stored = machine.heap.store(template);
            cells += stored.len();
            MEMORY.check(cells)?;
            found.push(stored);
            Ok(())
        })?;
        let terms: Vec<Term> = found.iter().map(|stored| self.heap.load(stored)).collect();
        Ok(self.heap.list(&terms, None))
    }

    pub fn quoted(&self, term: Term) -> String {
        let style = (writer::Style::Quoted, 999);
        match writer::write(&self.heap, self.symbols, term, style, &Default::default()) {
            Ok(text) => agon_core::quote(&text),
            Err(_) => "a long term".into(),
        }
    }
}
