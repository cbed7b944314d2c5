//! The laws of facts: a well-formed vocabulary, and facts that match it.

use std::collections::HashSet;

use super::law;
use crate::{Coding, ColumnType, Facts, Notation, Vocabulary};

/// Checks the vocabulary, and that the facts of a position match it.
pub(super) fn check_facts<G: Notation + Facts>(game: &G, position: &G::Position) {
    let vocabulary = game.vocabulary();
    check_vocabulary(&vocabulary, |holds, name| law(holds, name, game, position));
    for index in 0..vocabulary.relations.len() {
        check_relation(game, position, &vocabulary, index);
    }
}

fn check_vocabulary(vocabulary: &Vocabulary, law: impl Fn(bool, &str)) {
    let Vocabulary { domains, relations } = vocabulary;
    let columns = || relations.iter().flat_map(|relation| &relation.columns);
    law(
        are_distinct(domains.iter().map(|domain| domain.name))
            && are_distinct(relations.iter().map(|relation| relation.name))
            && domains.iter().all(|domain| are_distinct(&domain.members))
            && relations
                .iter()
                .all(|relation| are_distinct(relation.columns.iter().map(|(name, _)| name))),
        "names of domains, members, relations and columns are unique",
    );
    let names = domains.iter().map(|domain| domain.name);
    let names = names.chain(relations.iter().map(|relation| relation.name));
    law(
        names.chain(columns().map(|&(name, _)| name)).all(is_word)
            && domains.iter().flat_map(|domain| &domain.members).all(|name| is_member(name)),
        "names are words in lower case",
    );
    let sentences = domains.iter().map(|domain| domain.about);
    let sentences = sentences.chain(relations.iter().map(|relation| relation.about));
    law(
        sentences.into_iter().all(|about| about.len() > 1 && about.ends_with('.')),
        "domains and relations are described in sentences",
    );
    law(
        columns().all(|&(_, column)| match column {
            ColumnType::Side => true,
            ColumnType::Number { least, most } => least <= most,
            ColumnType::Member(domain) => domain < domains.len(),
        }),
        "column types exist and are not empty",
    );
    law(
        relations.iter().all(|relation| !relation.is_function || !relation.columns.is_empty()),
        "functions have at least one column",
    );
}

/// Checks the facts of the relation with this index in the vocabulary.
fn check_relation<G: Notation + Facts>(
    game: &G,
    position: &G::Position,
    vocabulary: &Vocabulary,
    index: usize,
) {
    let relation = &vocabulary.relations[index];
    let law = |holds, name: &str| {
        law(holds, &format!("{name} ({})", relation.name), game, position);
    };
    let rows = rows(game, position, index);
    law(
        rows.iter().all(|row| row.len() == relation.columns.len()),
        "facts have the columns of their relation",
    );
    let fits = |row: &Vec<i32>| {
        row.iter()
            .zip(&relation.columns)
            .all(|(&value, &(_, column))| is_of(vocabulary, column, value))
    };
    law(rows.iter().all(fits), "facts have the types of their columns");
    law(rows.windows(2).all(|pair| pair[0] != pair[1]), "facts are listed once");
    if relation.is_function {
        let share = |one: &[i32], two: &[i32]| one[..one.len() - 1] == two[..two.len() - 1];
        law(!rows.windows(2).any(|pair| share(&pair[0], &pair[1])), "functions have one value");
    }
    if relation.is_fixed {
        law(
            self::rows(game, &game.start(), index) == rows,
            "fixed facts are the same in every position",
        );
    }
    if let Some(column) = relation.set_column {
        check_sets(game, position, vocabulary, index, column, &rows, law);
    }
    if let Some(coding) = relation.coding {
        check_codes(game, position, vocabulary, index, coding, &rows, law);
    }
}

/// Checks that the sets of a relation are its rows.
fn check_sets<G: Facts>(
    game: &G,
    position: &G::Position,
    vocabulary: &Vocabulary,
    index: usize,
    column: usize,
    rows: &[Vec<i32>],
    law: impl Fn(bool, &str),
) {
    let relation = &vocabulary.relations[index];
    let domain = relation.columns.get(column).and_then(|&(_, column)| match column {
        ColumnType::Member(domain) => vocabulary.domains.get(domain),
        _ => None,
    });
    law(
        !relation.is_fixed && domain.is_some_and(|domain| domain.members.len() <= 64),
        "changing facts are told in sets of at most 64 members",
    );
    let mut found = Vec::new();
    game.fact_sets(position, index, |row, members| {
        for member in (0..64).filter(|member| members >> member & 1 == 1) {
            let mut row = row.to_vec();
            row[column] = member;
            found.push(row);
        }
    });
    found.sort();
    law(found == rows, "the sets of a relation have its facts");
}

/// Checks the codes of a relation against its rows. That equal codes mean equal rows is left to
/// the tests of each game: it takes many positions.
fn check_codes<G: Facts>(
    game: &G,
    position: &G::Position,
    vocabulary: &Vocabulary,
    index: usize,
    coding: Coding,
    rows: &[Vec<i32>],
    law: impl Fn(bool, &str),
) {
    let relation = &vocabulary.relations[index];
    let column = relation.columns.get(coding.column).map(|&(_, column)| column);
    let Some(ColumnType::Member(domain)) = column else {
        return law(false, "a coded column has members of a domain");
    };
    law(!relation.is_fixed && (1..=32).contains(&coding.bits), "changing facts have short codes");
    let mut codes = vec![0; vocabulary.domains[domain].members.len()];
    let all = u64::MAX;
    let members = game.codes(position, index, all, &mut codes);
    let reported = (0..codes.len() as u32)
        .map(|member| members.checked_shr(member).is_some_and(|rest| rest & 1 == 1));
    law(
        reported.eq(codes.iter().map(|&code| code != 0)),
        "the members with a code other than 0 are reported",
    );
    let is_of = |set: u64, member: usize| set.checked_shr(member as u32).unwrap_or(0) & 1 == 1;
    for some in [0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa] {
        let mut found = vec![u32::MAX; codes.len()];
        let reported = game.codes(position, index, some, &mut found);
        let is_right = |member: usize| {
            found[member] == if is_of(some, member) { codes[member] } else { u32::MAX }
        };
        law(
            (0..codes.len()).all(is_right) && reported == members & some,
            "codes are written for the members that are asked for",
        );
    }
    let moves = game.moves(position);
    for &mv in moves.iter().step_by(moves.len() / 4 + 1) {
        let after = game.after(position, mv);
        let mut found = vec![0; codes.len()];
        game.codes(&after, index, all, &mut found);
        let changed = game.changed_members(position, &after, index)
            & game.changed_members(&after, position, index);
        let is_told = |member: usize| is_of(changed, member) || codes[member] == found[member];
        law((0..codes.len()).all(is_told), "codes that change are those of changed members");
    }
    for (member, &code) in codes.iter().enumerate() {
        law(u64::from(code) >> coding.bits == 0, "codes have no more bits than they claim");
        let about = |row: &&Vec<i32>| row[coding.column] as usize == member;
        let wanted: Vec<Vec<i32>> = rows.iter().filter(about).cloned().collect();
        law((code == 0) == wanted.is_empty(), "the code 0 says that there are no facts");
        let mut found = Vec::new();
        game.facts_about(position, index, coding.column, member, |row| found.push(row.to_vec()));
        found.sort();
        law(found == wanted, "the facts about a member are those with it");
    }
}

/// The facts of a relation, sorted, so that rows with the same key are adjacent.
fn rows<G: Facts>(game: &G, position: &G::Position, index: usize) -> Vec<Vec<i32>> {
    let mut rows = Vec::new();
    game.facts(position, index, |row| rows.push(row.to_vec()));
    rows.sort();
    rows
}

fn is_of(vocabulary: &Vocabulary, column: ColumnType, value: i32) -> bool {
    match column {
        ColumnType::Side => (0..2).contains(&value),
        ColumnType::Number { least, most } => (least..=most).contains(&value),
        ColumnType::Member(domain) => usize::try_from(value)
            .is_ok_and(|value| value < vocabulary.domains[domain].members.len()),
    }
}

fn are_distinct<T: Eq + std::hash::Hash>(things: impl IntoIterator<Item = T>) -> bool {
    let mut seen = HashSet::new();
    things.into_iter().all(|thing| seen.insert(thing))
}

/// Whether a name is valid in rules: letters in lower case, digits and `_`, a letter first.
fn is_word(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    name.starts_with(|letter: char| letter.is_ascii_lowercase()) && name.bytes().all(allowed)
}

/// Whether a name is valid for a member: the same, or numbers as in `13,7`.
fn is_member(name: &str) -> bool {
    let numbers = name.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
    is_word(name) || numbers && name.starts_with(|letter: char| letter.is_ascii_digit())
}
