//! The facts of a position as rules write them.

use agon_core::{ColumnType, Facts, Relation, Side};

/// The facts of one relation in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactTable {
    /// The relation.
    pub relation: Relation,
    /// Its rows: the values of the columns.
    pub rows: Vec<Vec<String>>,
}

/// All facts of a position, in which `me` is this side: one table for each relation.
pub fn facts<G: Facts>(game: &G, position: &G::Position, me: Side) -> Vec<FactTable> {
    let vocabulary = game.vocabulary();
    let show = |ty: ColumnType, value: i32| match ty {
        ColumnType::Side => ["me", "you"][(value as usize ^ me.index()) % 2].to_string(),
        ColumnType::Number { .. } => value.to_string(),
        ColumnType::Member(domain) => {
            let members = vocabulary.domains.get(domain).map(|domain| &domain.members);
            members.and_then(|members| members.get(value as usize)).cloned().unwrap_or_default()
        }
    };
    let table = |(index, relation): (usize, &Relation)| {
        let mut rows = Vec::new();
        game.facts(position, index, |row| {
            let columns = row.iter().zip(&relation.columns);
            rows.push(columns.map(|(&value, &(_, ty))| show(ty, value)).collect());
        });
        FactTable { relation: relation.clone(), rows }
    };
    vocabulary.relations.iter().enumerate().map(table).collect()
}

/// A value as rules write it: in quotes where it is no word.
pub fn written(value: &str) -> String {
    let digits = value.strip_prefix('-').unwrap_or(value);
    let is_word = digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_word { value.into() } else { format!("'{value}'") }
}
