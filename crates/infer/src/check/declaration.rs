//! A relation that is being declared.

use agon_core::{ColumnType, Vocabulary};

use crate::program::{Origin, Range, Relation, Type};

/// A relation whose column types may not all be known yet.
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) types: Vec<Option<Type>>,
    pub(super) origin: Origin,
}

impl Declaration {
    /// A relation of the game, by its index in the vocabulary.
    pub(super) fn of_game(index: usize, relation: &agon_core::Relation) -> Declaration {
        let ty = |column| match column {
            ColumnType::Side => Type::Side,
            ColumnType::Number { .. } => Type::Number,
            ColumnType::Member(domain) => Type::Member(domain),
        };
        let &agon_core::Relation { is_function, is_fixed, set_column, .. } = relation;
        Declaration {
            name: relation.name.to_string(),
            types: relation.columns.iter().map(|&(_, column)| Some(ty(column))).collect(),
            origin: Origin::Edb { index, is_function, is_fixed, set_column },
        }
    }

    pub(super) fn finish(self, vocabulary: &Vocabulary) -> Relation {
        let range = |column: usize| match self.origin {
            Origin::Edb { index, .. } => match vocabulary.relations[index].columns[column].1 {
                ColumnType::Side => Range::new(0, 1),
                ColumnType::Number { least, most } => Range::new(least, most),
                ColumnType::Member(domain) => {
                    Range::new(0, vocabulary.domains[domain].members.len() as i32 - 1)
                }
            },
            // Empty until range analysis widens it.
            Origin::Idb => Range::new(0, -1),
        };
        let types = self.types.iter().enumerate();
        let columns =
            types.map(|(column, ty)| (ty.unwrap_or(Type::Number), range(column))).collect();
        Relation { name: self.name, columns, origin: self.origin }
    }
}

/// The signature of a relation of a game, such as `stack(square -> height)`.
pub fn signature(relation: &agon_core::Relation) -> String {
    let names: Vec<&str> = relation.columns.iter().map(|&(name, _)| name).collect();
    let columns = match names.split_last() {
        Some((value, keys)) if relation.is_function => match keys.is_empty() {
            true => (*value).to_string(),
            false => format!("{} -> {value}", keys.join(", ")),
        },
        _ => names.join(", "),
    };
    format!("{}({columns})", relation.name)
}
