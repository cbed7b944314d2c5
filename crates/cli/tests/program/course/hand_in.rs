//! Questions to a hand-in, and the comparison of its answers with the program's.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use agon_core::{Game, Rng};

/// The line that ends an answer.
pub const END: &str = "#";

/// A question in the language of a hand-in, the function that it tests, and the right answer.
pub struct CourseQuestion {
    /// The function of the assignment at fault for a wrong answer.
    pub function: &'static str,
    pub text: String,
    pub answer: String,
}

pub fn question(function: &'static str, text: String, answer: impl Into<String>) -> CourseQuestion {
    CourseQuestion { function, text, answer: answer.into() }
}

/// Splits output into answers, each of which ends with a line `#`.
pub fn answers(output: &str) -> Vec<&str> {
    let mut answers: Vec<&str> = output.split("#\n").collect();
    answers.pop();
    answers.into_iter().map(str::trim_end).collect()
}

/// The functions with wrong answers. Prints the first wrong answer of each.
pub fn wrong<'a>(questions: &'a [CourseQuestion], answers: &[&str]) -> BTreeSet<&'a str> {
    assert_eq!(questions.len(), answers.len(), "a question is left without an answer");
    let mut functions = BTreeSet::new();
    for (CourseQuestion { function, text, answer }, &found) in questions.iter().zip(answers) {
        if answer.trim_end() != found && functions.insert(*function) {
            eprintln!("{function}: {text}\nright: {answer}\nfound: {found}");
        }
    }
    functions
}

/// The functions that the header of a faulty hand-in names, in lines `FAULT function: reason`.
pub fn planted(file: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().filter_map(|line| line.split_once("FAULT "));
    lines.filter_map(|(_, fault)| Some(fault.split_once(": ")?.0.to_string())).collect()
}

/// Checks both hand-ins of an assignment: the reference has no wrong answers, and the faulty one
/// has exactly the planted faults.
pub fn check_both(reference: &BTreeSet<&str>, faulty: &BTreeSet<&str>, header: &Path) {
    assert!(reference.is_empty(), "the reference hand-in is wrong in {reference:?}");
    let planted = planted(header);
    assert!(!planted.is_empty(), "{} names no faults", header.display());
    let found: BTreeSet<String> = faulty.iter().map(|function| function.to_string()).collect();
    assert_eq!(found, planted, "{}", header.display());
}

/// A random game: its positions, and the moves between them.
pub fn random_game<G: Game>(game: &G, rng: &mut Rng) -> (Vec<G::Position>, Vec<G::Move>) {
    let mut positions = vec![game.start()];
    let mut made = Vec::new();
    loop {
        let position = &positions[made.len()];
        let moves = game.moves(position);
        if moves.is_empty() {
            return (positions, made);
        }
        let mv = moves[rng.below(moves.len())];
        let next = game.after(position, mv);
        made.push(mv);
        positions.push(next);
    }
}
