//! Names and their numbers.

use std::collections::HashMap;
use std::rc::Rc;

/// The names that occur, numbered from 0.
#[derive(Default)]
pub struct Symbols {
    names: Vec<Rc<str>>,
    numbers: HashMap<Rc<str>, u32>,
}

impl Symbols {
    pub fn find(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    pub fn number(&mut self, name: &str) -> u32 {
        self.find(name).unwrap_or_else(|| {
            let (name, number): (Rc<str>, u32) = (name.into(), self.names.len() as u32);
            self.names.push(Rc::clone(&name));
            self.numbers.insert(name, number);
            number
        })
    }

    pub fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }

    /// The same, to be kept.
    pub fn shared_name(&self, number: u32) -> Rc<str> {
        Rc::clone(&self.names[number as usize])
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Forgets all names but the first ones.
    pub fn truncate(&mut self, len: usize) {
        for name in self.names.drain(len.min(self.names.len())..) {
            self.numbers.remove(&name);
        }
    }
}
