//! A relation that is being declared.

use agon_core::ColumnType;

use crate::program::{Origin, Range, Relation, Type};
use crate::schema::{self, Schema, SchemaRelation};

/// A relation whose column types may not all be known yet.
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) types: Vec<Option<Type>>,
    pub(super) origin: Origin,
}

impl Declaration {
    /// A relation of the game, by its index in the vocabulary.
    pub(super) fn of_game(index: usize, relation: &SchemaRelation) -> Declaration {
        let &SchemaRelation { is_function, is_fixed, set_column, .. } = relation;
        Declaration {
            name: relation.name.clone(),
            types: relation.columns.iter().map(|&(_, column)| Some(type_of(column))).collect(),
            origin: Origin::Edb { index, is_function, is_fixed, set_column },
        }
    }

    /// A derived relation with declared types.
    pub(super) fn of_types(name: &str, types: &[ColumnType]) -> Declaration {
        let types = types.iter().map(|&column| Some(type_of(column))).collect();
        Declaration { name: name.to_string(), types, origin: Origin::Idb }
    }

    pub(super) fn finish(self, schema: &Schema) -> Relation {
        let range = |column: usize| match self.origin {
            Origin::Edb { index, .. } => schema.range(schema.relations[index].columns[column].1),
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
    schema::signature(relation.name, &names, relation.is_function)
}

fn type_of(column: ColumnType) -> Type {
    match column {
        ColumnType::Side => Type::Side,
        ColumnType::Number { .. } => Type::Number,
        ColumnType::Member(domain) => Type::Member(domain),
    }
}
