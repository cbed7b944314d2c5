//! What a game says of a position in facts, for rules to judge by.

use crate::Game;

/// What a column of a relation holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// A side.
    Side,
    /// A whole number.
    Number {
        /// The least there can be.
        least: i32,
        /// The most there can be.
        most: i32,
    },
    /// A member of a domain of the vocabulary, by the domain's place.
    Member(usize),
}

/// A finite set of things that rules speak of: squares, cells, lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    /// The name in the singular, as `square`.
    pub name: &'static str,
    /// What the members are, in a sentence.
    pub about: &'static str,
    /// The names of the members, in order.
    pub members: Vec<String>,
}

/// Facts of one kind: a set of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The name by which rules ask for the facts.
    pub name: &'static str,
    /// What such a fact says, in a sentence.
    pub about: &'static str,
    /// The columns: a name and what is there.
    pub columns: Vec<(&'static str, ColumnType)>,
    /// Whether the last column follows from the others.
    pub is_function: bool,
    /// Whether the facts are the same in every position.
    pub is_fixed: bool,
}

impl Relation {
    /// Facts that change from position to position.
    pub fn new(
        name: &'static str,
        columns: &[(&'static str, ColumnType)],
        about: &'static str,
    ) -> Relation {
        let columns = columns.to_vec();
        Relation { name, about, columns, is_function: false, is_fixed: false }
    }

    /// The same, where the last column follows from the others.
    #[must_use]
    pub fn function(self) -> Relation {
        Relation { is_function: true, ..self }
    }

    /// The same, where the facts are the same in every position.
    #[must_use]
    pub fn fixed(self) -> Relation {
        Relation { is_fixed: true, ..self }
    }
}

/// All that rules can ask about a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// The sets of things there are.
    pub domains: Vec<Domain>,
    /// The kinds of facts there are.
    pub relations: Vec<Relation>,
}

/// A game that can say in facts what a position is like. One that says nothing keeps the
/// methods as they are, and can be judged by no rules.
pub trait Facts: Game {
    /// Rules to begin with, for people to change: a whole rule file, or nothing.
    const EXAMPLE: &'static str = "";

    /// The facts there can be, with these parameters of the game.
    fn vocabulary(&self) -> Vocabulary {
        Vocabulary::default()
    }

    /// Tells every row of one relation, by its place in the vocabulary, that holds in a
    /// position, each once. Sides are numbered as [`Side::index`](crate::Side::index)
    /// does, members by their place in the domain.
    fn facts(&self, _position: &Self::Position, _relation: usize, _tell: impl FnMut(&[i32])) {}
}
