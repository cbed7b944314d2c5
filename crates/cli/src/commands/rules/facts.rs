//! `agon rules facts`: lists the relations of a game, or the facts of a position.

use std::io::Write;

use agon_core::{ColumnType, Domain, Relation, Vocabulary};
use agon_host::Failure;
use agon_infer::{FactTable, signature, written};
use serde_json::{Value, json};

use crate::cli::FactsArgs;
use crate::commands::eval::side;

/// Prints the facts of a position, or the domains and relations of the game.
pub fn facts(args: &FactsArgs, out: &mut impl Write) -> Result<(), Failure> {
    if args.position.is_given() || args.side.is_some() {
        return facts_of_position(args, out);
    }
    let vocabulary = args.position.open()?.vocabulary();
    for domain in &vocabulary.domains {
        match args.json {
            true => writeln!(out, "{}", domain_as_json(domain))?,
            false => write_domain(out, "", domain)?,
        }
    }
    for relation in &vocabulary.relations {
        match args.json {
            true => writeln!(out, "{}", relation_as_json(&vocabulary, relation))?,
            false => write_relation(out, "", relation, args.course)?,
        }
    }
    Ok(())
}

/// Prints every fact of a position.
fn facts_of_position(args: &FactsArgs, out: &mut impl Write) -> Result<(), Failure> {
    let entry = args.position.game();
    let asked = args.side.as_deref().map(|name| side(entry, name)).transpose()?;
    let session = args.position.open()?;
    let side = asked.unwrap_or(session.to_move());
    for FactTable { relation, rows } in session.facts(side) {
        for row in rows {
            match (args.json, args.course) {
                (true, _) => {
                    let columns = row.iter().zip(&relation.columns);
                    let values = columns.map(|(value, (_, kind))| {
                        value_json(value, matches!(kind, ColumnType::Number { .. }))
                    });
                    let values: Vec<Value> = values.collect();
                    writeln!(out, "{}", json!({ "relation": relation.name, "values": values }))?
                }
                (_, true) => {
                    writeln!(out, "({})", [&[relation.name.into()], &row[..]].concat().join(" "))?
                }
                _ if row.is_empty() => writeln!(out, "{}.", relation.name)?,
                _ => {
                    let row: Vec<String> = row.iter().map(|value| written(value)).collect();
                    writeln!(out, "{}({}).", relation.name, row.join(", "))?;
                }
            }
        }
    }
    Ok(())
}

/// The number of members of a domain that are shown.
const MOST_SHOWN: usize = 12;

/// Prints the name, the members and the meaning of a domain.
pub fn write_domain(out: &mut impl Write, margin: &str, domain: &Domain) -> Result<(), Failure> {
    let members: Vec<String> = domain.members.iter().map(|name| written(name)).collect();
    let shown = match members.as_slice() {
        [first, second, .., last] if members.len() > MOST_SHOWN => {
            format!("{first}, {second}, ... {last}")
        }
        _ => members.join(", "),
    };
    writeln!(out, "{margin}{}: {shown}", domain.name)?;
    writeln!(out, "{margin}    {}", domain.about)?;
    Ok(())
}

/// Prints the signature and the meaning of a relation.
pub fn write_relation(
    out: &mut impl Write,
    margin: &str,
    relation: &Relation,
    course: bool,
) -> Result<(), Failure> {
    let ranges = relation.columns.iter().filter_map(|&(name, kind)| match kind {
        ColumnType::Number { least, most } => Some(format!("{name} {least} to {most}")),
        _ => None,
    });
    let ranges: Vec<String> = ranges.collect();
    let ranges = match ranges.is_empty() {
        true => String::new(),
        false => format!(" ({})", ranges.join(", ")),
    };
    let columns = || relation.columns.iter().map(|(name, _)| format!(" {name}"));
    let written = match course {
        true => format!("({}{})", relation.name, columns().collect::<String>()),
        false => signature(relation),
    };
    writeln!(out, "{margin}{written}")?;
    writeln!(out, "{margin}    {}{ranges}", relation.about)?;
    Ok(())
}

/// A value of a fact: a number, or the name of a player or a thing.
pub fn value_json(value: &str, is_number: bool) -> Value {
    match value.parse::<i64>() {
        Ok(number) if is_number => number.into(),
        _ => value.into(),
    }
}

fn domain_as_json(domain: &Domain) -> Value {
    json!({ "domain": domain.name, "about": domain.about, "members": domain.members })
}

fn relation_as_json(vocabulary: &Vocabulary, relation: &Relation) -> Value {
    let column = |&(name, kind): &(&str, ColumnType)| match kind {
        ColumnType::Side => json!({ "name": name, "kind": "player" }),
        ColumnType::Number { least, most } => {
            json!({ "name": name, "kind": "number", "least": least, "most": most })
        }
        ColumnType::Member(domain) => {
            let domain = vocabulary.domains.get(domain).map(|domain| domain.name);
            json!({ "name": name, "kind": "member", "domain": domain })
        }
    };
    json!({
        "relation": relation.name,
        "about": relation.about,
        "signature": signature(relation),
        "columns": relation.columns.iter().map(column).collect::<Vec<Value>>(),
        "function": relation.is_function,
        "fixed": relation.is_fixed,
    })
}
