//! The Byte assignment: nine functions in Common Lisp.

mod blame;
mod form;
mod moves;
mod question;
mod questions;

use super::question::Question;
use super::questionnaire::{Function, Kind, Questionnaire, demand, kind};
use agon_handin::{Assignment, Connection, find_assignment};

/// Indices of the functions in the assignment.
mod function {
    pub const INITIAL: usize = 0;
    pub const GOAL: usize = 1;
    pub const SHOW: usize = 2;
    pub const MOVES: usize = 3;
    pub const VALID: usize = 4;
    pub const PLAY: usize = 5;
    pub const SUCCESSORS: usize = 6;
    pub const MINIMAX: usize = 7;
    pub const HEURISTIC: usize = 8;
}

const NOT_CHANGED: &str =
    "Ne menjati postojeće stanje već napraviti novo i na njemu odigrati potez.";
const BEGINS: &str = "Prvi igra uvek igrač X, a drugi igrač O";
const ANY_STATE: &str =
    "Implementirati funkcije koje obezbeđuju prikaz proizvoljnog stanja problema (igre)";
const CUTS: &str = "Implementirati Min-Max algoritam sa alfa-beta odsecanjem za zadati problem";
const AT_THE_DEPTH: &str = "dodati funkciju za procenu stanja koja se poziva kada se dostigne zadata \
    dubina traženja";
const OF_A_PLAYER: &str = "Funkcija za procenu stanja kao parametre treba da ima oznaku igrača za kojeg \
    računa valjanost stanja, kao i samo stanje za koju se računa procena.";
const BY_RULES: &str = "Procena stanja se mora vršiti isključivo korišćenjem mehanizma zaključivanja nad \
    prethodno definisanim skupom pravila.";

const INITIAL: &[Kind] =
    &[kind(question::ROWS_OF[0]), kind(question::ROWS_OF[1]), demand(question::BEGINS, BEGINS)];
/// The kinds of states.
const STATES: [Kind; 4] = [
    kind("a forced pass"),
    kind("a board with few checkers"),
    kind("a board of 8 x 8"),
    kind("a board of 10 x 10"),
];
const GOAL: &[Kind] = &[kind(question::WON), STATES[0], STATES[1], STATES[2], STATES[3]];
const SHOW: &[Kind] = &[kind(question::LINES), demand(question::DIFFERENT, ANY_STATE)];
const SUCCESSORS: &[Kind] = &[STATES[1], STATES[2], STATES[3], UNCHANGED];
const UNCHANGED: Kind = demand(question::UNCHANGED, NOT_CHANGED);
const VALID: &[Kind] = &[
    kind(moves::LEGAL[0]),
    kind(moves::LEGAL[1]),
    kind(moves::LEGAL[2]),
    kind(moves::LEGAL[3]),
    kind(moves::LEGAL[4]),
    kind("illegal: not a dark square of the board"),
    kind("illegal: from an empty square"),
    kind("illegal: above the top of the stack"),
    kind("illegal: a checker of the opponent"),
    kind("illegal: not one diagonal step"),
    kind("illegal: onto an empty square beside a stack"),
    kind("illegal: a part onto an empty square"),
    kind("illegal: not nearer to the nearest stack"),
    kind("illegal: onto a stack as high as the level"),
    kind("illegal: onto a lower stack"),
    kind("illegal: a stack of 9 checkers"),
    kind("illegal: a stack of 10 checkers or more"),
    kind("illegal: another reason"),
];
const PLAY: &[Kind] = &[
    kind(moves::LEGAL[0]),
    kind(moves::LEGAL[1]),
    kind(moves::LEGAL[2]),
    kind(moves::LEGAL[3]),
    kind(moves::LEGAL[4]),
    UNCHANGED,
];
const MINIMAX: &[Kind] = &[
    kind(question::LEGAL_MOVE).along(blame::BY_HEURISTIC),
    kind(blame::WIN_IN_ONE),
    demand(blame::BY_HEURISTIC, AT_THE_DEPTH),
    demand(question::CUTS_OFF, CUTS),
];
const HEURISTIC: &[Kind] = &[
    kind(question::NUMBER),
    demand(question::PLAYER_COUNTS, OF_A_PLAYER),
    demand(question::WON_IS_BETTER, OF_A_PLAYER),
    demand(question::RULES_DECIDE, BY_RULES),
    demand(question::ONLY_INFERENCE, BY_RULES),
];

/// The Byte assignment. Its text gives no points, so each of its four tasks gets a quarter.
pub struct ByteQuestions;

impl Questionnaire for ByteQuestions {
    fn assignment(&self) -> &'static Assignment {
        find_assignment("byte").expect("it is listed")
    }

    fn functions(&self) -> &'static [Function] {
        const FUNCTIONS: [Function; 9] = [
            Function::new("initial", 3, INITIAL),
            Function::new("goal", 8, GOAL),
            Function::new("show", 4, SHOW),
            Function::new("moves", 5, &STATES),
            Function::new("valid", 10, VALID),
            Function::new("play", 10, PLAY),
            Function::new("successors", 10, SUCCESSORS),
            Function::new("minimax", 25, MINIMAX),
            Function::new("heuristic", 25, HEURISTIC),
        ];
        &FUNCTIONS
    }

    /// The first state alone says nothing about the others.
    fn is_connected(&self, connection: &Connection) -> bool {
        connection.roles.iter().filter(|role| role.is_there()).count() > 1
    }

    fn draw(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>> {
        questions::questions(seed, count)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use agon_handin::{HandIn, interpreter_of};

    use super::*;
    use crate::free_checks::FreeChecks;
    use crate::grading::{Grade, grade};
    use crate::scheme::GradingScheme;

    fn grade_of(path: &str) -> Grade {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let assignment = ByteQuestions.assignment();
        let scheme = GradingScheme::of(&ByteQuestions);
        let questions = ByteQuestions.questions(1, 150);
        let words = interpreter_of(assignment).unwrap();
        let free = FreeChecks::of(&questions.all, &scheme.names);
        grade(&ByteQuestions, &scheme, &words, &questions, &free, &HandIn::at(&path, assignment))
    }

    fn failed(grade: &Grade) -> Vec<&'static str> {
        let functions = ByteQuestions.functions().iter().zip(&grade.functions);
        functions
            .filter(|(_, graded)| graded.total().failed > 0)
            .map(|(about, _)| about.name)
            .collect()
    }

    #[test]
    fn a_hand_in_with_states_of_its_own_is_judged_like_one_with_those_of_the_assignment() {
        let reference = grade_of("../../examples/course/byte/reference");
        assert_eq!((reference.failure.as_ref(), failed(&reference)), (None, vec![]));
        let own = grade_of("../handin/tests/byte/ana");
        assert_eq!(own.failure, None);
        for (about, function) in ByteQuestions.functions().iter().zip(&own.functions) {
            let is_judged = function.total().passed > 0 || about.name == "heuristic";
            assert!(is_judged, "{}: {function:?}", about.name);
        }
        // It has faults of its own: it misses some ends of games with few checkers, and its
        // heuristic infers nothing.
        assert!(failed(&own).contains(&"heuristic"));
        assert!(failed(&own).len() <= 3, "{:?}", failed(&own));
    }

    #[test]
    fn every_kind_that_is_judged_is_declared() {
        let names = ByteQuestions.assignment().names();
        for question in ByteQuestions.draw(3, 300) {
            for (function, answer) in question.null_answers(&names) {
                for check in question.judge(&answer, &names) {
                    let about = &ByteQuestions.functions()[check.function];
                    assert_eq!(check.function, function);
                    assert!(about.has_kind(check.kind), "{}: {}", about.name, check.kind);
                }
            }
        }
    }

    #[test]
    fn a_hand_in_that_does_not_connect_is_not_graded() {
        let grade = grade_of("../handin/tests/byte/ivan");
        assert!(grade.failure.unwrap().to_string().starts_with("lacks initial: "));
        assert_eq!(grade.asked, 0);
    }
}
