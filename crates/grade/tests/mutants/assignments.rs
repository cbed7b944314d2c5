//! The mutants of the five assignments: a few of each in the tests, all of them as trials.

use agon_testing::interpreters::{HASKELL, JAVA, LISP, Language, PROLOG};

use super::{QUESTIONS, Tried, pasted};

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

/// Every `step`th stub and mutant; `agon grade` is tested with the reference elsewhere.
fn try_few(assignment: &'static str, step: usize) {
    let Some(mut tried) = all(assignment) else { return };
    let place = PAIRS.iter().find(|(name, ..)| *name == assignment).unwrap();
    let pair = tried.pair(place.1, place.2).unwrap();
    let mutants = &mut tried.mutants;
    mutants.blind.clear();
    for list in [&mut mutants.null, &mut mutants.mutant] {
        *list = std::mem::take(list).into_iter().skip(1).step_by(step).collect();
    }
    // What is plainly wrong needs few questions.
    tried.stubs_get_nearly_nothing(QUESTIONS / 3);
    tried.faults_add_up(&[pair], QUESTIONS / 3);
    let few = &tried.mutants.mutant;
    let class = tried.class(few);
    let grades = class.grade(0);
    Tried::faults_are_found(few, &grades);
    assert!(tried.examples_repeat(&class, few, &grades) >= few.len());
    let first = &few[..1];
    let other = tried.class(first).grade(1);
    Tried::points_are_stable(first, &[&grades[..1], &other]);
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

#[test]
fn a_play_that_does_not_look_at_the_heaps_gets_nearly_nothing() {
    let Some(mut tried) = all("nim") else { return };
    tried.mutants.null.clear();
    tried.mutants.blind.truncate(1);
    tried.stubs_get_nearly_nothing(QUESTIONS);
}

fn try_all(assignment: &'static str) {
    let Some(tried) = all(assignment) else { return };
    tried.stubs_get_nearly_nothing(QUESTIONS);
    tried.right_ones_get_all_points(0);
    let mutants = &tried.mutants.mutant;
    Tried::faults_are_found(mutants, &tried.class(mutants).grade(0));
    let pairs: Vec<_> = tried.pairs().into_iter().step_by(23).collect();
    tried.faults_add_up(&pairs, QUESTIONS);
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

fn try_seeds(assignment: &'static str) {
    let Some(tried) = all(assignment) else { return };
    let mutants = &tried.mutants.mutant;
    let class = tried.class(mutants);
    let grades: Vec<_> = (0..10).map(|seed| class.grade(seed)).collect();
    Tried::points_are_stable(mutants, &grades.iter().map(Vec::as_slice).collect::<Vec<_>>());
}

#[test]
#[ignore = "grades all mutants of Santorini with ten seeds"]
fn points_are_stable_over_ten_seeds_in_santorini() {
    try_seeds("santorini");
}

#[test]
#[ignore = "grades all mutants of NIM with ten seeds"]
fn points_are_stable_over_ten_seeds_in_nim() {
    try_seeds("nim");
}

#[test]
#[ignore = "grades all mutants of tic-tac-toe with ten seeds"]
fn points_are_stable_over_ten_seeds_in_tictactoe() {
    try_seeds("tictactoe");
}

#[test]
#[ignore = "grades all mutants of Byte with ten seeds"]
fn points_are_stable_over_ten_seeds_in_byte() {
    try_seeds("byte");
}

#[test]
#[ignore = "grades all mutants of Theseus with ten seeds"]
fn points_are_stable_over_ten_seeds_in_theseus() {
    try_seeds("theseus");
}

#[test]
#[ignore = "pastes the examples of all mutants with three seeds"]
fn examples_repeat_in_interpreters_of_their_own() {
    for (assignment, ..) in PAIRS {
        let Some(tried) = all(assignment) else { continue };
        let mutants = &tried.mutants.mutant;
        let class = tried.class(mutants);
        let count = (0..3).map(|seed| tried.examples_repeat(&class, mutants, &class.grade(seed)));
        eprintln!("{assignment}: {} examples repeat", count.sum::<usize>());
    }
}

#[test]
fn an_example_that_fails_only_after_other_calls_is_shown_with_them() {
    let Some(mut tried) = all("nim") else { return };
    tried.mutants.mutant.retain(|it| it.name.contains("from the second call on"));
    let class = tried.class(&tried.mutants.mutant);
    let grades = class.grade(0);
    let case = super::examples(&grades[0]).find(|case| case["after"] != serde_json::json!([]));
    let case = case.expect("the first call is right");
    assert_eq!(pasted::repeats("nim", &class.paths[0], case), Ok(()));
    let mut alone = case.clone();
    alone["after"] = serde_json::json!([]);
    assert!(pasted::repeats("nim", &class.paths[0], &alone).is_err());
}
