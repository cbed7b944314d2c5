//! The terms of a query: cells in one growing array, which backtracking cuts back.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::symbols::Symbols;

/// The name of an atom or a functor, by its number among the [`Symbols`].
pub type Symbol = u32;

/// A term, by the place of its cell.
pub type Term = u32;

/// A part of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Unbound,
    /// The same as another cell.
    Ref(Term),
    Int(i64),
    Atom(Symbol),
    /// A functor; its arguments are the next cells.
    Struct(Symbol, u32),
}

/// Names whose numbers are fixed.
pub const NIL: Symbol = 0;
/// The functor of lists, which no text can name.
pub const CONS: Symbol = 1;
pub const COMMA: Symbol = 2;

/// The names whose numbers are fixed.
pub fn fixed_symbols() -> Symbols {
    let mut symbols = Symbols::default();
    for name in ["[]", "[|]", ","] {
        symbols.number(name);
    }
    symbols
}

/// A term that lives outside of the heap: its cells refer to each other.
#[derive(Clone, Debug)]
pub struct Stored(Vec<Cell>);

impl Stored {
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// All cells, and what backtracking has to undo.
#[derive(Default)]
pub struct Heap {
    cells: Vec<Cell>,
    /// The variables that were bound, in order.
    trail: Vec<Term>,
    /// The work done by walks over terms since it was last taken.
    pub work: u64,
    /// The variables from here on are new: no older term refers to them.
    fresh: Term,
}

/// A state to which the heap can return.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    cells: usize,
    trail: usize,
}

impl Heap {
    pub fn mark(&self) -> Mark {
        Mark { cells: self.cells.len(), trail: self.trail.len() }
    }

    /// Unbinds what was bound and removes what was made since.
    pub fn undo(&mut self, mark: Mark) {
        for bound in self.trail.drain(mark.trail..) {
            self.cells[bound as usize] = Cell::Unbound;
        }
        self.cells.truncate(mark.cells);
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn push(&mut self, cell: Cell) -> Term {
        self.cells.push(cell);
        (self.cells.len() - 1) as Term
    }

    pub fn compound(&mut self, name: Symbol, arguments: &[Term]) -> Term {
        let term = self.push(Cell::Struct(name, arguments.len() as u32));
        self.cells.extend(arguments.iter().map(|&argument| Cell::Ref(argument)));
        term
    }

    pub fn list(&mut self, terms: &[Term], tail: Option<Term>) -> Term {
        let nil = tail.unwrap_or_else(|| self.push(Cell::Atom(NIL)));
        terms.iter().rev().fold(nil, |tail, &head| self.compound(CONS, &[head, tail]))
    }

    /// The place of a term's own cell.
    pub fn deref(&self, mut term: Term) -> Term {
        while let Cell::Ref(other) = self.cells[term as usize] {
            term = other;
        }
        term
    }

    pub fn cell(&self, term: Term) -> Cell {
        self.cells[self.deref(term) as usize]
    }

    /// The functor and the arguments of a compound term; an atom has none.
    pub fn functor(&self, term: Term) -> Option<(Symbol, std::ops::Range<Term>)> {
        let place = self.deref(term);
        match self.cells[place as usize] {
            Cell::Struct(name, arity) => Some((name, place + 1..place + 1 + arity)),
            Cell::Atom(name) => Some((name, 0..0)),
            _ => None,
        }
    }

    /// The head and tail of a list that is not empty.
    pub fn pair(&self, term: Term) -> Option<(Term, Term)> {
        let place = self.deref(term);
        let is_pair = self.cells[place as usize] == Cell::Struct(CONS, 2);
        is_pair.then_some((place + 1, place + 2))
    }

    pub fn elements(&self, term: Term) -> Option<Vec<Term>> {
        let (elements, tail) = self.open_list(term);
        (self.cell(tail) == Cell::Atom(NIL)).then_some(elements)
    }

    /// The elements of a list and what is at its end.
    pub fn open_list(&self, mut term: Term) -> (Vec<Term>, Term) {
        let mut elements = Vec::new();
        while let Some((head, tail)) = self.pair(term) {
            elements.push(head);
            term = tail;
        }
        (elements, term)
    }

    /// The unbound variables of a term, once for every occurrence, from left to right.
    pub fn variables(&self, term: Term) -> Vec<Term> {
        let (mut found, mut waiting) = (Vec::new(), vec![term]);
        while let Some(term) = waiting.pop() {
            let place = self.deref(term);
            match self.cells[place as usize] {
                Cell::Unbound => found.push(place),
                Cell::Struct(_, arity) => waiting.extend((place + 1..place + 1 + arity).rev()),
                _ => (),
            }
        }
        found
    }

    /// Makes two terms the same, if that is possible; otherwise some of their variables may
    /// have been bound. A variable is never bound to a term that contains it.
    pub fn unify(&mut self, left: Term, right: Term) -> bool {
        let mut waiting = vec![(left, right)];
        while let Some((left, right)) = waiting.pop() {
            self.work += 1;
            let (left, right) = (self.deref(left), self.deref(right));
            if left == right {
                continue;
            }
            match (self.cells[left as usize], self.cells[right as usize]) {
                // The newer variable refers to the older one, which lives longer.
                (Cell::Unbound, Cell::Unbound) => {
                    self.bind(left.max(right), left.min(right));
                }
                (Cell::Unbound, _) if self.may_bind(left, right) => self.bind(left, right),
                (_, Cell::Unbound) if self.may_bind(right, left) => self.bind(right, left),
                (Cell::Int(left), Cell::Int(right)) if left == right => (),
                (Cell::Atom(left), Cell::Atom(right)) if left == right => (),
                (Cell::Struct(name, arity), Cell::Struct(other, same))
                    if name == other && arity == same =>
                {
                    waiting.extend((1..=arity).rev().map(|nth| (left + nth, right + nth)));
                }
                _ => return false,
            }
        }
        true
    }

    /// Unifies the arguments of a goal with those of a clause's head, which was just made.
    pub fn unify_head(&mut self, goal: Term, head: Term, arity: u32, made_from: Mark) -> bool {
        self.fresh = made_from.cells as Term;
        let (goal, head) = (self.deref(goal), self.deref(head));
        let unified = (1..=arity).all(|nth| self.unify(goal + nth, head + nth));
        self.fresh = Term::MAX;
        unified
    }

    fn bind(&mut self, variable: Term, to: Term) {
        // An older term may refer to newer ones from now on.
        if variable < self.fresh {
            self.fresh = Term::MAX;
        }
        self.cells[variable as usize] = Cell::Ref(to);
        self.trail.push(variable);
    }

    /// The occurs check. It is left out for a variable that nothing older refers to: otherwise
    /// every step along a list would walk over the whole list.
    fn may_bind(&mut self, variable: Term, to: Term) -> bool {
        if variable >= self.fresh && to < self.fresh {
            return true;
        }
        let mut waiting = vec![to];
        while let Some(term) = waiting.pop() {
            self.work += 1;
            let place = self.deref(term);
            match self.cells[place as usize] {
                Cell::Unbound if place == variable => return false,
                Cell::Struct(_, arity) => waiting.extend(place + 1..place + 1 + arity),
                _ => (),
            }
        }
        true
    }

    /// A copy outside of the heap, with variables of its own.
    pub fn store(&mut self, term: Term) -> Stored {
        let mut cells = vec![Cell::Unbound];
        let mut variables: HashMap<Term, Term> = HashMap::new();
        let mut waiting = vec![(term, 0)];
        while let Some((term, to)) = waiting.pop() {
            self.work += 1;
            let place = self.deref(term);
            cells[to as usize] = match self.cells[place as usize] {
                Cell::Unbound => match variables.get(&place) {
                    Some(&first) => Cell::Ref(first),
                    None => {
                        variables.insert(place, to);
                        Cell::Unbound
                    }
                },
                Cell::Struct(name, arity) => {
                    let start = cells.len() as Term;
                    cells.push(Cell::Struct(name, arity));
                    cells.extend((0..arity).map(|_| Cell::Unbound));
                    waiting.extend((1..=arity).rev().map(|nth| (place + nth, start + nth)));
                    Cell::Ref(start)
                }
                same => same,
            };
        }
        Stored(cells)
    }

    /// Copies a stored term onto the heap.
    pub fn load(&mut self, stored: &Stored) -> Term {
        let start = self.cells.len() as Term;
        self.work += stored.len() as u64 / 4;
        self.cells.extend(stored.0.iter().map(|&cell| match cell {
            Cell::Ref(other) => Cell::Ref(start + other),
            same => same,
        }));
        start
    }

    /// The standard order: variables, numbers, atoms by name, compound terms by arity, name and
    /// arguments.
    pub fn compare(&mut self, left: Term, right: Term, symbols: &Symbols) -> Ordering {
        let rank = |cell| match cell {
            Cell::Unbound | Cell::Ref(_) => 0,
            Cell::Int(_) => 1,
            Cell::Atom(_) => 2,
            Cell::Struct(..) => 3,
        };
        let mut waiting = vec![(left, right)];
        while let Some((left, right)) = waiting.pop() {
            self.work += 1;
            let (left, right) = (self.deref(left), self.deref(right));
            if left == right {
                continue;
            }
            let order = match (self.cells[left as usize], self.cells[right as usize]) {
                (Cell::Unbound, Cell::Unbound) => left.cmp(&right),
                (Cell::Int(left), Cell::Int(right)) => left.cmp(&right),
                (Cell::Atom(left), Cell::Atom(right)) => {
                    symbols.name(left).cmp(symbols.name(right))
                }
                (Cell::Struct(name, arity), Cell::Struct(other, same)) => {
                    waiting.extend((1..=arity).rev().map(|nth| (left + nth, right + nth)));
                    arity.cmp(&same).then_with(|| symbols.name(name).cmp(symbols.name(other)))
                }
                (left, right) => rank(left).cmp(&rank(right)),
            };
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }
}
