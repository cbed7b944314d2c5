//! The facts of a position, as rule files read them.

use crate::Game;

/// The type of a column of a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// A side.
    Side,
    /// A whole number.
    Number {
        /// The smallest value.
        least: i32,
        /// The largest value.
        most: i32,
    },
    /// A member of a domain, given by its index in the vocabulary.
    Member(usize),
}

/// A finite set of things that rules refer to: squares, cells, lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    /// The name in the singular, as `square`.
    pub name: &'static str,
    /// What the members are, in a sentence.
    pub about: &'static str,
    /// The names of the members, in order.
    pub members: Vec<String>,
}

/// A relation: a named set of rows, one a fact.
///
/// ```
/// use agon_core::{ColumnType, Relation};
///
/// // As rules write it: heap(size, heaps).
/// let heap = Relation {
///     name: "heap",
///     columns: vec![
///         ("size", ColumnType::Number { least: 1, most: 64 }),
///         ("heaps", ColumnType::Number { least: 1, most: 32 }),
///     ],
///     about: "There are so many heaps of this size, at least one.",
///     is_function: false,
///     is_fixed: false,
///     coding: None,
///     set_column: None,
/// };
/// assert_eq!(heap.columns.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The name by which rules ask for the facts.
    pub name: &'static str,
    /// What such a fact says, in a sentence.
    pub about: &'static str,
    /// The columns: name and type.
    pub columns: Vec<(&'static str, ColumnType)>,
    /// Whether the other columns determine the last one.
    pub is_function: bool,
    /// Whether the facts are the same in every position.
    pub is_fixed: bool,
    /// How the game numbers the facts about each member of a domain, if it does.
    pub coding: Option<Coding>,
    /// The column whose members the game tells as sets, if it does ([`Facts::fact_sets`]).
    pub set_column: Option<usize>,
}

/// How the facts of a relation about one member, such as one square, are summed up by a
/// number ([`Facts::codes`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coding {
    /// The column that has the member.
    pub column: usize,
    /// How many bits a code has, 32 at most.
    pub bits: u32,
}

impl Relation {
    /// A relation whose facts depend on the position.
    pub fn new(
        name: &'static str,
        columns: &[(&'static str, ColumnType)],
        about: &'static str,
    ) -> Relation {
        let columns = columns.to_vec();
        Relation {
            name,
            about,
            columns,
            is_function: false,
            is_fixed: false,
            coding: None,
            set_column: None,
        }
    }

    /// The same relation, where the other columns determine the last one.
    #[must_use]
    pub fn function(self) -> Relation {
        Relation { is_function: true, ..self }
    }

    /// The same relation, where the facts are the same in every position.
    #[must_use]
    pub fn fixed(self) -> Relation {
        Relation { is_fixed: true, ..self }
    }

    /// The same relation, where the game has codes of so many bits for the members of a column.
    #[must_use]
    pub fn coded(self, column: usize, bits: u32) -> Relation {
        Relation { coding: Some(Coding { column, bits }), ..self }
    }

    /// The same relation, where the game tells the members of a column as sets.
    #[must_use]
    pub fn in_sets(self, column: usize) -> Relation {
        Relation { set_column: Some(column), ..self }
    }
}

/// The schema of the facts of a game: everything that rules can query.
///
/// ```
/// use agon_core::{ColumnType, Domain, Relation, Vocabulary};
///
/// // A row of three cells, of which each may have a mark: mark(cell, side).
/// let members = vec!["left".into(), "middle".into(), "right".into()];
/// let cell = Domain { name: "cell", about: "A cell of the row.", members };
/// let columns = [("cell", ColumnType::Member(0)), ("side", ColumnType::Side)];
/// let mark = Relation::new("mark", &columns, "The side has a mark there.").function();
/// let vocabulary = Vocabulary { domains: vec![cell], relations: vec![mark] };
/// assert_eq!(vocabulary.domains[0].members.len(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// The domains.
    pub domains: Vec<Domain>,
    /// The relations.
    pub relations: Vec<Relation>,
}

/// A game that describes its positions in facts. A game without facts keeps the default
/// methods; rule files cannot evaluate it.
pub trait Facts: Game {
    /// An example rule file to start from, or nothing.
    const EXAMPLE: &'static str = "";

    /// The same in the Lisp dialect, or nothing.
    const COURSE_EXAMPLE: &'static str = "";

    /// The rule files that come with the game: the name of the evaluation, and the text.
    const RULE_FILES: &'static [(&'static str, &'static str)] = &[];

    /// The schema of the facts, for these parameters of the game.
    fn vocabulary(&self) -> Vocabulary {
        Vocabulary::default()
    }

    /// Calls `tell` once with every row that holds in a position, for the relation with
    /// this index in the vocabulary. A side is its [`Side::index`](crate::Side::index), a
    /// member its index in the domain.
    fn facts(&self, _position: &Self::Position, _relation: usize, _tell: impl FnMut(&[i32])) {}

    /// Tells the same rows as [`facts`](Facts::facts) for a relation that is told in sets
    /// ([`Relation::in_sets`]): calls `tell` with a row and the bits of some members. This stands
    /// for the rows that have one of these members in the column of the sets, instead of what
    /// the row has there. So many rows are stored at once, and counted without being listed.
    fn fact_sets(
        &self,
        _position: &Self::Position,
        _relation: usize,
        _tell: impl FnMut(&[i32], u64),
    ) {
    }

    /// Writes the codes of these members, as bits, of the domain of the coded column of a relation
    /// with a [`Coding`]: numbers that determine which rows have this member there, 0 if none
    /// does. Equal codes of two members mean rows that are equal too, except for the members in
    /// them. `codes` has an entry for each member. Returns the bits of those of the members whose
    /// code is not 0. So rows are compared, and what follows from them is remembered, without
    /// listing them.
    fn codes(
        &self,
        _position: &Self::Position,
        _relation: usize,
        _members: u64,
        _codes: &mut [u32],
    ) -> u64 {
        0
    }

    /// The members whose codes may differ between two positions, as bits: of all others the codes
    /// need not be compared.
    fn changed_members(
        &self,
        _before: &Self::Position,
        _after: &Self::Position,
        _relation: usize,
    ) -> u64 {
        u64::MAX
    }

    /// Calls `tell` once with every row that has this member in this column, the coded column
    /// of the relation.
    fn facts_about(
        &self,
        position: &Self::Position,
        relation: usize,
        column: usize,
        member: usize,
        mut tell: impl FnMut(&[i32]),
    ) {
        self.facts(position, relation, |row| {
            if row.get(column).is_some_and(|&value| value as usize == member) {
                tell(row);
            }
        });
    }
}
