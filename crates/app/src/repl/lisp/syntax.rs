//! The subset of Lisp's syntax that the assignment's expressions use: words and lists.
//! Quotes are ignored.

use std::fmt;

use super::Refusal;

/// A word, or a list of terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A word.
    Word(String),
    /// A list.
    List(Vec<Term>),
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Word(word) => f.write_str(word),
            Term::List(terms) => {
                let words: Vec<String> = terms.iter().map(Term::to_string).collect();
                write!(f, "({})", words.join(" "))
            }
        }
    }
}

/// The deepest nesting of parentheses.
const MAX_NESTING: usize = 100;

/// Parses a line; `None` for an empty one.
pub fn parse(line: &str) -> Result<Option<Term>, Refusal> {
    let code = line.trim_start_matches('\u{feff}').split(';').next().unwrap_or("");
    // The open lists; the first one holds the terms of the line itself.
    let mut open: Vec<Vec<Term>> = vec![Vec::new()];
    let spaced = code.replace('(', " ( ").replace(')', " ) ").replace(['\'', '"'], " ");
    for word in spaced.split_whitespace() {
        let term = match word {
            "(" => {
                open.push(Vec::new());
                if open.len() > MAX_NESTING {
                    return Err(Refusal::TooDeep);
                }
                continue;
            }
            ")" => match open.pop() {
                Some(list) if !open.is_empty() => Term::List(list),
                _ => return Err(Refusal::Unopened),
            },
            word => Term::Word(word.to_string()),
        };
        if let Some(list) = open.last_mut() {
            list.push(term);
        }
    }
    match (open.pop(), open.is_empty()) {
        (Some(mut terms), true) if terms.len() <= 1 => Ok(terms.pop()),
        (_, true) => Err(Refusal::OneAtATime),
        (_, false) => Err(Refusal::Unfinished),
    }
}
