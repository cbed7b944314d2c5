//! The assignments: what a hand-in is written for.

use crate::adapter::Adapter;
use std::path::Path;

use crate::language::{Haskell, Java, Language, Lisp, Prolog};
use crate::prolog::PrologAdapter;
use crate::reason::Reason;
use crate::santorini::{self, SantoriniAdapter};
use crate::source::Source;
use crate::theseus::TheseusAdapter;

/// An assignment, as far as a hand-in must be found, started and asked.
pub struct Assignment {
    /// Its name on the command line, which is also that of its game.
    pub name: &'static str,
    /// The title in reports.
    pub title: &'static str,
    /// The usual name of a hand-in's file.
    pub file: &'static str,
    /// Whether other files of the language belong to the hand-in.
    pub has_more_files: bool,
    pub language: &'static dyn Language,
    /// The functions of the assignment's text.
    pub functions: &'static [&'static str],
    /// Those without which it cannot play.
    pub needed: &'static [&'static str],
    /// Asks a hand-in about games.
    pub adapter: &'static dyn Adapter,
    definitions: fn(&Names) -> Vec<(String, Vec<String>)>,
}

impl Assignment {
    /// Definitions that connect the driver to the functions of a hand-in, as the language needs
    /// them.
    pub fn definitions(&self, names: &Names) -> Vec<(String, Vec<String>)> {
        (self.definitions)(names)
    }

    /// The names of the assignment's text.
    pub fn names(&self) -> Names {
        Names(self.functions.iter().map(ToString::to_string).collect())
    }
}

/// What the assignment's functions are called in a hand-in.
#[derive(Clone, Debug)]
pub struct Names(pub Vec<String>);

impl Names {
    pub fn of(&self, function: usize) -> &str {
        &self.0[function]
    }
}

const PROLOG: &[&str] = &["successor", "utility", "play", "perfect_game"];

const SANTORINI: Assignment = Assignment {
    name: "santorini",
    title: "Santorini in Haskell",
    file: "StudentCode.hs",
    has_more_files: false,
    language: &Haskell,
    functions: &[
        "initializeGame",
        "tryMove",
        "screenshotGame",
        "undoMove",
        "redoMove",
        "possibleMoves",
        "evaluateState",
    ],
    needed: &["initializeGame", "tryMove", "evaluateState"],
    adapter: &SantoriniAdapter,
    definitions: santorini::definitions,
};

const NIM: Assignment = Assignment {
    name: "nim",
    title: "NIM in Prolog",
    file: "nim.pl",
    has_more_files: false,
    language: &Prolog,
    functions: PROLOG,
    needed: &["successor", "play"],
    adapter: &PrologAdapter::Nim,
    definitions: |names| {
        let arities = ["2", "2", "2", "1"];
        let about =
            PROLOG.iter().zip(arities).map(|(role, arity)| vec![role.to_string(), arity.into()]);
        names.0.iter().cloned().zip(about).collect()
    },
};

const TICTACTOE: Assignment = Assignment {
    name: "tictactoe",
    title: "Tic-tac-toe in Prolog",
    file: "tictactoe.pl",
    adapter: &PrologAdapter::TicTacToe,
    ..NIM
};

const BYTE: Assignment = Assignment {
    name: "byte",
    title: "Byte in Common Lisp",
    file: "byte.lisp",
    has_more_files: true,
    language: &Lisp,
    functions: &[
        "initial",
        "goal",
        "show",
        "moves",
        "valid",
        "play",
        "successors",
        "minimax",
        "heuristic",
    ],
    needed: &[],
    adapter: &PrologAdapter::Nim,
    definitions: |names| names.0.iter().map(|name| (name.clone(), Vec::new())).collect(),
};

const THESEUS: Assignment = Assignment {
    name: "theseus",
    title: "Theseus in Java",
    file: "MinMaxPlayer.java",
    has_more_files: true,
    language: &Java,
    functions: &[
        "evaluate",
        "createMySubtree",
        "createOpponentSubtree",
        "chooseMinMaxMove",
        "getNextMove",
    ],
    needed: &["getNextMove"],
    adapter: &TheseusAdapter,
    definitions: |names| {
        let assigned = THESEUS.functions.iter().map(|name| vec![name.to_string()]);
        names.0.iter().cloned().zip(assigned).collect()
    },
};

pub static ASSIGNMENTS: [Assignment; 5] = [SANTORINI, NIM, TICTACTOE, BYTE, THESEUS];

pub fn find_assignment(name: &str) -> Option<&'static Assignment> {
    ASSIGNMENTS.iter().find(|assignment| assignment.name == name)
}

/// The assignment that a hand-in was written for, by its language and its words.
pub fn detect(path: &Path) -> Result<&'static Assignment, Reason> {
    let mut why = None;
    for assignment in &ASSIGNMENTS {
        match Source::read(path, assignment) {
            Err(reason) => {
                why.get_or_insert(reason);
            }
            Ok(source) if assignment.name == "nim" => {
                let is_board = source.files.iter().any(|file| {
                    let text = file.text.to_lowercase();
                    ["tic", "τρίλιζα", "0,0,0,0,0,0,0,0,0"].iter().any(|word| text.contains(word))
                });
                let name = if is_board { "tictactoe" } else { "nim" };
                return find_assignment(name).ok_or(Reason::Nonexistent);
            }
            Ok(_) => return Ok(assignment),
        }
    }
    Err(why.unwrap_or(Reason::Nonexistent))
}
