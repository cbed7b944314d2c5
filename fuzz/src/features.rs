//! Features of a run: what was observed of it, as hashes. An input with a new one is kept.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use agon_core::Refusal;

/// What was observed while an input was run.
#[derive(Default)]
pub struct Features(BTreeSet<u64>);

impl Features {
    /// Adds an observation.
    pub fn add(&mut self, observed: impl Hash) {
        self.0.insert(hash_of(observed));
    }

    /// Adds a number by its magnitude, so that growth counts and every single number does not.
    pub fn count(&mut self, name: &str, number: usize) {
        self.add((name, number.min(4), number.checked_ilog2()));
    }

    /// Adds a refusal: its kind, and the shape of its arguments.
    pub fn refusal(&mut self, refusal: &dyn Refusal) {
        self.add(refusal.kind());
        for (name, value) in refusal.arguments() {
            self.add((refusal.kind(), name, shape(&value, 3, true)));
        }
    }

    /// Adds a message that is known as text only.
    pub fn message(&mut self, text: &str) {
        self.add(shape(text, 40, false));
    }

    /// Adds data that was written, such as the answer to a query.
    pub fn data(&mut self, text: &str) {
        self.add(shape(text, 4, true));
    }

    /// All observations.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().copied()
    }
}

/// A hash that is the same in every run of this build.
pub fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The shape of a text: runs of digits as `0`, of blanks as one, and of letters as the first of
/// them, or as `a` if the text is data. It ends before the first quote, behind which input is
/// repeated, and after `longest` characters.
fn shape(text: &str, longest: usize, is_data: bool) -> String {
    let mut shape = String::new();
    let mut last = None;
    for letter in text.chars().take_while(|&letter| letter != '"') {
        let class = match letter {
            _ if letter.is_numeric() => '0',
            _ if letter.is_alphabetic() => 'a',
            _ if letter.is_whitespace() => ' ',
            _ if letter.is_ascii() => letter,
            _ => '?',
        };
        if last != Some(class) {
            shape.push(if class == 'a' && !is_data { letter } else { class });
            if shape.chars().count() >= longest {
                break;
            }
        }
        last = Some(class);
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shape_of_a_message_hides_numbers_and_quoted_parts() {
        let first = shape("line 3: there is no game \"chess\"", 60, false);
        assert_eq!(first, shape("line 1245: there is no game \"x y z\"", 60, false));
        assert_ne!(first, shape("line 3: there are games", 60, false));
        assert_eq!(shape("abc [1,2]", 60, true), shape("xyz [17,235]", 60, true));
    }

    #[test]
    fn counts_differ_by_magnitude() {
        let of = |number| {
            let mut features = Features::default();
            features.count("moves", number);
            features.0
        };
        assert_eq!(of(20), of(30));
        assert_ne!(of(20), of(40));
        assert_ne!(of(0), of(1));
    }
}
