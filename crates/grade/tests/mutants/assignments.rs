//! The mutants of the five assignments: a few of each in the tests, all of them as trials.

use agon_testing::interpreters::{HASKELL, JAVA, LISP, Language, PROLOG};

use super::Tried;

/// An assignment with its mutants; None without its interpreter.
fn all(assignment: &'static str) -> Option<Tried> {
    let (language, mutants): (Language, &str) = match assignment {
        "santorini" => (HASKELL, include_str!("santorini.toml")),
        "nim" => (PROLOG, include_str!("nim.toml")),
        "tictactoe" => (PROLOG, include_str!("tictactoe.toml")),
        "byte" => (LISP, include_str!("byte.toml")),
        _ => (JAVA, include_str!("theseus.toml")),
    };
    language.is_here().then(|| Tried::of(assignment, mutants))
}

/// A pair of mutants in two functions, by their places.
const PAIRS: [(&str, usize, usize); 5] = [
    ("santorini", 0, 20),
    ("nim", 0, 12),
    ("tictactoe", 0, 8),
    ("byte", 0, 20),
    ("theseus", 0, 12),
];

/// Whether examples of an assignment can be pasted into its interpreter.
fn can_be_pasted(assignment: &str) -> bool {
    !["byte", "theseus"].contains(&assignment)
}

/// Every `step`th stub and mutant; `agon grade` is tested with the reference elsewhere.
fn try_few(assignment: &'static str, step: usize) {
    let Some(mut tried) = all(assignment) else { return };
    let place = PAIRS.iter().find(|(name, ..)| *name == assignment).unwrap();
    let pair = tried.pair(place.1, place.2).unwrap();
    let mutants = &mut tried.mutants;
    for list in [&mut mutants.null, &mut mutants.mutant] {
        *list = std::mem::take(list).into_iter().skip(1).step_by(step).collect();
    }
    tried.stubs_get_nearly_nothing();
    let few = &tried.mutants.mutant;
    tried.faults_are_found(few, 0);
    tried.faults_add_up(&[pair]);
    if can_be_pasted(assignment) {
        tried.points_are_stable(&few[..1], 2);
        assert!(tried.examples_repeat(&few[..1], 0) > 0);
    }
}

#[test]
fn santorini_in_short() {
    try_few("santorini", 16);
}

#[test]
fn nim_in_short() {
    try_few("nim", 5);
}

#[test]
fn tictactoe_in_short() {
    try_few("tictactoe", 5);
}

#[test]
fn byte_in_short() {
    try_few("byte", 40);
}

#[test]
fn theseus_in_short() {
    try_few("theseus", 30);
}

fn try_all(assignment: &'static str) {
    let Some(tried) = all(assignment) else { return };
    tried.stubs_get_nearly_nothing();
    tried.right_ones_get_all_points(0);
    tried.faults_are_found(&tried.mutants.mutant, 0);
    let pairs: Vec<_> = tried.pairs().into_iter().step_by(23).collect();
    tried.faults_add_up(&pairs);
}

#[test]
#[ignore = "grades all mutants of Santorini"]
fn all_mutants_of_santorini() {
    try_all("santorini");
}

#[test]
#[ignore = "grades all mutants in Prolog"]
fn all_mutants_in_prolog() {
    ["nim", "tictactoe"].into_iter().for_each(try_all);
}

#[test]
#[ignore = "grades all mutants of Byte"]
fn all_mutants_of_byte() {
    try_all("byte");
}

#[test]
#[ignore = "grades all mutants of Theseus"]
fn all_mutants_of_theseus() {
    try_all("theseus");
}

#[test]
#[ignore = "grades all mutants with ten seeds"]
fn points_are_stable_over_ten_seeds() {
    for tried in PAIRS.into_iter().filter_map(|(assignment, ..)| all(assignment)) {
        tried.points_are_stable(&tried.mutants.mutant, 10);
    }
}

#[test]
#[ignore = "pastes the examples of all mutants with three seeds"]
fn examples_repeat_in_interpreters_of_their_own() {
    for (assignment, ..) in PAIRS.into_iter().filter(|(assignment, ..)| can_be_pasted(assignment)) {
        let Some(tried) = all(assignment) else { continue };
        let count = (0..3).map(|seed| tried.examples_repeat(&tried.mutants.mutant, seed));
        eprintln!("{assignment}: {} examples repeat", count.sum::<usize>());
    }
}
