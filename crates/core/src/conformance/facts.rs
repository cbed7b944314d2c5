//! The laws of facts: a well-formed vocabulary, and facts that match it.

use std::collections::HashSet;

use super::Case;
use crate::{Coding, ColumnType, Facts, Notation, Vocabulary};

/// Checks the vocabulary, and that the facts of a position match it.
pub(super) fn check_facts<G: Notation + Facts>(case: &Case<G>) {
    let vocabulary = case.game.vocabulary();
    case.about("the vocabulary");
    check_vocabulary(case, &vocabulary);
    for (index, relation) in vocabulary.relations.iter().enumerate() {
        case.about(format!("the relation {}", relation.name));
        check_relation(case, &vocabulary, index);
    }
}

fn check_vocabulary<G: Notation>(case: &Case<G>, vocabulary: &Vocabulary) {
    let Vocabulary { domains, relations } = vocabulary;
    let columns = || relations.iter().flat_map(|relation| &relation.columns);
    let doubles = [
        double(domains.iter().map(|domain| domain.name)),
        double(relations.iter().map(|relation| relation.name)),
        domains.iter().find_map(|domain| double(domain.members.iter().map(String::as_str))),
        relations
            .iter()
            .find_map(|relation| double(relation.columns.iter().map(|&(name, _)| name))),
    ];
    let double = doubles.into_iter().flatten().next();
    case.culprit_law(
        "names of domains, members, relations and columns are unique",
        double,
        |double| format!("{double:?} is there twice"),
    );
    let names = domains.iter().map(|domain| domain.name);
    let names = names.chain(relations.iter().map(|relation| relation.name));
    let mut names = names.chain(columns().map(|&(name, _)| name));
    let mut members = domains.iter().flat_map(|domain| &domain.members).map(String::as_str);
    let wrong = names.find(|name| !is_word(name)).or_else(|| members.find(|name| !is_member(name)));
    case.culprit_law("names are words in lower case", wrong, |wrong| {
        format!("{wrong:?}; letters a to z, digits and _ are allowed, a letter first")
    });
    let texts = domains.iter().map(|domain| (domain.name, domain.about));
    let mut texts = texts.chain(relations.iter().map(|relation| (relation.name, relation.about)));
    let bare = texts.find(|(_, about)| about.len() <= 1 || !about.ends_with('.'));
    case.culprit_law("domains and relations are described in sentences", bare, |bare| {
        format!("the name and its description: {bare:?}")
    });
    let empty = columns().find(|&&(_, column)| match column {
        ColumnType::Side => false,
        ColumnType::Number { least, most } => least > most,
        ColumnType::Member(domain) => domain >= domains.len(),
    });
    case.culprit_law("column types exist and are not empty", empty, |empty| {
        format!("the column {empty:?}; the number of domains is {}", domains.len())
    });
    let bare =
        relations.iter().find(|relation| relation.is_function && relation.columns.is_empty());
    case.culprit_law("functions have at least one column", bare, |bare| {
        format!("the relation {} has none", bare.name)
    });
}

/// Checks the facts of the relation with this index in the vocabulary.
fn check_relation<G: Notation + Facts>(case: &Case<G>, vocabulary: &Vocabulary, index: usize) {
    let (game, position) = (case.game, case.position);
    let relation = &vocabulary.relations[index];
    let rows = rows(game, position, index);
    let columns = &relation.columns;
    let odd = rows.iter().find(|row| row.len() != columns.len());
    case.culprit_law("facts have the columns of their relation", odd, |odd| {
        format!("the fact {odd:?}, expected: {} columns", columns.len())
    });
    let is_odd = |row: &&Vec<i32>| {
        let mut values = row.iter().zip(columns);
        values.any(|(&value, &(_, column))| !is_of(vocabulary, column, value))
    };
    let odd = rows.iter().find(is_odd);
    case.culprit_law("facts have the types of their columns", odd, |odd| {
        format!("the fact {odd:?}, expected: {columns:?}")
    });
    let double = rows.windows(2).find(|pair| pair[0] == pair[1]);
    case.culprit_law("facts are listed once", double, |double| {
        format!("the fact {:?} is listed twice", double[0])
    });
    if relation.is_function {
        let share = |one: &[i32], two: &[i32]| one[..one.len() - 1] == two[..two.len() - 1];
        let two = rows.windows(2).find(|pair| share(&pair[0], &pair[1]));
        case.culprit_law("functions have one value", two, |two| {
            format!("the facts {two:?} differ in the last column only")
        });
    }
    if relation.is_fixed {
        let law = "fixed facts are the same in every position";
        case.equal_law(law, "facts", &rows, &self::rows(game, &game.start(), index));
    }
    if let Some(column) = relation.set_column {
        check_sets(case, vocabulary, index, column, &rows);
    }
    if let Some(coding) = relation.coding {
        check_codes(case, vocabulary, index, coding, &rows);
    }
}

/// Checks that the sets of a relation are its rows.
fn check_sets<G: Notation + Facts>(
    case: &Case<G>,
    vocabulary: &Vocabulary,
    index: usize,
    column: usize,
    rows: &[Vec<i32>],
) {
    let relation = &vocabulary.relations[index];
    let domain = relation.columns.get(column).and_then(|&(_, column)| match column {
        ColumnType::Member(domain) => vocabulary.domains.get(domain),
        _ => None,
    });
    case.law(
        "changing facts are told in sets of at most 64 members",
        !relation.is_fixed && domain.is_some_and(|domain| domain.members.len() <= 64),
        || {
            let members = domain.map(|domain| domain.members.len());
            format!(
                "the column {column} has members: {members:?}, is_fixed is {}",
                relation.is_fixed
            )
        },
    );
    let mut found = Vec::new();
    case.game.fact_sets(case.position, index, |row, members| {
        for member in (0..64).filter(|member| members >> member & 1 == 1) {
            let mut row = row.to_vec();
            row[column] = member;
            found.push(row);
        }
    });
    found.sort();
    case.equal_law("the sets of a relation have its facts", "fact_sets", found.as_slice(), rows);
}

/// Checks the codes of a relation against its rows. That equal codes mean equal rows is left to
/// the tests of each game: it takes many positions.
fn check_codes<G: Notation + Facts>(
    case: &Case<G>,
    vocabulary: &Vocabulary,
    index: usize,
    coding: Coding,
    rows: &[Vec<i32>],
) {
    let (game, position) = (case.game, case.position);
    let relation = &vocabulary.relations[index];
    let column = relation.columns.get(coding.column).map(|&(_, column)| column);
    let Some(ColumnType::Member(domain)) = column else {
        return case.law("a coded column has members of a domain", false, || {
            format!("the column {} has the type {column:?}", coding.column)
        });
    };
    case.law(
        "changing facts have short codes",
        !relation.is_fixed && (1..=32).contains(&coding.bits),
        || format!("{} bits, expected: 1 to 32; is_fixed is {}", coding.bits, relation.is_fixed),
    );
    let mut codes = vec![0; vocabulary.domains[domain].members.len()];
    let all = u64::MAX;
    let members = game.codes(position, index, all, &mut codes);
    let is_of = |set: u64, member: usize| set.checked_shr(member as u32).unwrap_or(0) & 1 == 1;
    let wrong = (0..codes.len()).find(|&member| is_of(members, member) != (codes[member] != 0));
    let name = |member: usize| &vocabulary.domains[domain].members[member];
    case.culprit_law("the members with a code other than 0 are reported", wrong, |wrong| {
        format!("the member {}: codes are {codes:?}, reported {members:#b}", name(wrong))
    });
    for some in [0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa] {
        let mut found = vec![u32::MAX; codes.len()];
        let reported = game.codes(position, index, some, &mut found);
        let wanted: Vec<u32> = (0..codes.len())
            .map(|member| if is_of(some, member) { codes[member] } else { u32::MAX })
            .collect();
        case.equal_law(
            "codes are written for the members that are asked for",
            "codes, of every second member,",
            (found, reported),
            (wanted, members & some),
        );
    }
    let moves = game.moves(position);
    for &mv in moves.iter().step_by(moves.len() / 4 + 1) {
        case.try_move(Some(mv));
        let after = game.after(position, mv);
        let mut found = vec![0; codes.len()];
        game.codes(&after, index, all, &mut found);
        let changed = game.changed_members(position, &after, index)
            & game.changed_members(&after, position, index);
        let untold = (0..codes.len())
            .find(|&member| !is_of(changed, member) && codes[member] != found[member]);
        case.culprit_law("codes that change are those of changed members", untold, |untold| {
            format!("the code of {} changes, changed_members: {changed:#b}", name(untold))
        });
    }
    case.try_move(None);
    for (member, &code) in codes.iter().enumerate() {
        case.law(
            "codes have no more bits than they claim",
            u64::from(code) >> coding.bits == 0,
            || format!("the code of {} is {code:#b}, of {} bits", name(member), coding.bits),
        );
        let about = |row: &&Vec<i32>| row[coding.column] as usize == member;
        let wanted: Vec<Vec<i32>> = rows.iter().filter(about).cloned().collect();
        let law = "the code 0 says that there are no facts";
        case.law(law, (code == 0) == wanted.is_empty(), || {
            format!("the code of {} is {code}, its facts: {wanted:?}", name(member))
        });
        let mut found = Vec::new();
        game.facts_about(position, index, coding.column, member, |row| found.push(row.to_vec()));
        found.sort();
        case.law("the facts about a member are those with it", found == wanted, || {
            let name = name(member);
            format!("facts_about {name} gives {found:?}, expected: {wanted:?}")
        });
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

/// The first thing that is there twice.
fn double<'a>(mut names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut seen = HashSet::new();
    names.find(|&name| !seen.insert(name))
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
