//! What rules can ask about: the domains and relations that are given, by their names.

use agon_core::{ColumnType, Vocabulary};

use crate::program::Range;

/// The domains and the given relations of a program. A game that is Rust has them as a
/// [`Vocabulary`]; a game that is a file declares them itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schema {
    pub(crate) domains: Vec<SchemaDomain>,
    pub(crate) relations: Vec<SchemaRelation>,
    /// Derived relations whose columns have declared types, so that none has to be inferred.
    pub(crate) declared: Vec<(String, Vec<ColumnType>)>,
    /// Whether `me` and `you` are the players that rules know. Where a game names its sides, rules
    /// name these instead.
    pub(crate) has_players: bool,
}

/// A finite set of things.
#[derive(Clone, Debug)]
pub(crate) struct SchemaDomain {
    pub(crate) name: String,
    pub(crate) members: Vec<String>,
}

/// A relation whose rows are given.
#[derive(Clone, Debug)]
pub(crate) struct SchemaRelation {
    pub(crate) name: String,
    pub(crate) columns: Vec<(String, ColumnType)>,
    pub(crate) is_function: bool,
    pub(crate) is_fixed: bool,
    pub(crate) set_column: Option<usize>,
}

impl From<&Vocabulary> for Schema {
    fn from(vocabulary: &Vocabulary) -> Schema {
        let domain = |domain: &agon_core::Domain| SchemaDomain {
            name: domain.name.to_string(),
            members: domain.members.clone(),
        };
        let relation = |relation: &agon_core::Relation| SchemaRelation {
            name: relation.name.to_string(),
            columns: relation.columns.iter().map(|&(name, ty)| (name.to_string(), ty)).collect(),
            is_function: relation.is_function,
            is_fixed: relation.is_fixed,
            set_column: relation.set_column,
        };
        Schema {
            domains: vocabulary.domains.iter().map(domain).collect(),
            relations: vocabulary.relations.iter().map(relation).collect(),
            declared: Vec::new(),
            has_players: true,
        }
    }
}

impl Schema {
    /// The values that a column of this type can have.
    pub(crate) fn range(&self, column: ColumnType) -> Range {
        match column {
            ColumnType::Side => Range::new(0, 1),
            ColumnType::Number { least, most } => Range::new(least, most),
            ColumnType::Member(domain) => {
                Range::new(0, self.domains[domain].members.len() as i32 - 1)
            }
        }
    }
}

impl SchemaRelation {
    /// Its signature, such as `stack(square -> height)`.
    pub(crate) fn signature(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        signature(&self.name, &names, self.is_function)
    }
}

/// A signature, such as `stack(square -> height)`.
pub(crate) fn signature(name: &str, names: &[&str], is_function: bool) -> String {
    let columns = match names.split_last() {
        Some((value, keys)) if is_function => match keys.is_empty() {
            true => (*value).to_string(),
            false => format!("{} -> {value}", keys.join(", ")),
        },
        _ => names.join(", "),
    };
    format!("{name}({columns})")
}
