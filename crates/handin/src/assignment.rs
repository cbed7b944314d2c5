//! The assignments: what a hand-in is written for.

use crate::adapter::Adapter;
use crate::adapter_file::AdapterFile;
use std::path::Path;

use crate::byte::ByteAdapter;
use crate::language::{Haskell, Java, Language, Lisp, Prolog};
use crate::prolog::PrologAdapter;
use crate::reason::Reason;
use crate::role::Role;
use crate::santorini::{self, SantoriniAdapter};
use crate::source::{Source, SourceFile, is_code};
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
    /// Those without which it cannot play. Of `a|b` one is enough.
    pub needed: &'static [&'static str],
    /// Asks a hand-in about games.
    pub adapter: &'static dyn Adapter,
    definitions: fn(&Names) -> Definitions,
}

/// Lines for a driver, by function.
type Definitions = Vec<(String, Vec<String>)>;

impl Assignment {
    /// Definitions that connect the driver to the functions of a hand-in, as the language needs
    /// them.
    pub fn definitions(&self, names: &Names) -> Definitions {
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

    /// Takes the names of functions that were found under others: the first word about each.
    pub fn take_found(&mut self, assignment: &Assignment, roles: &[Role]) {
        for (name, function) in self.0.iter_mut().zip(assignment.functions) {
            let role = roles.iter().find(|role| role.name == *function && role.is_there());
            if let Some(word) = role.and_then(|role| role.text.split(' ').next()) {
                *name = word.into();
            }
        }
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
    needed: &["successor", "play", "start"],
    adapter: &PrologAdapter::TicTacToe,
    definitions: |names| {
        let start = vec![("start".into(), vec!["start".into(), "1".into()])];
        [NIM.definitions(names), start].concat()
    },
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
    needed: &["initial", "play", "heuristic|minimax"],
    adapter: &ByteAdapter,
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

/// The assignment that a hand-in was written for: the one of whose functions it defines the most.
pub fn detect(path: &Path) -> Result<&'static Assignment, Reason> {
    let mut best: Option<(usize, &Assignment)> = None;
    let mut why = None;
    for assignment in &ASSIGNMENTS {
        let source = match Source::read(path, assignment) {
            Ok(source) => source,
            Err(reason) => {
                why.get_or_insert(reason);
                continue;
            }
        };
        let language = assignment.language;
        let known = |text: &str| language.defined(text, assignment.functions);
        let defined: usize = source.files.iter().map(|file| known(&file.text)).sum();
        let named = source.adapter().map_or(0, |text| {
            AdapterFile::read(text, assignment).map_or(0, |adapter| adapter.renamed())
        });
        let is_own = source.files.iter().any(|file| is_code(&file.path, assignment));
        let mut points = 3 * (defined + named) + usize::from(is_own);
        if assignment.name == "tictactoe" && points > 0 {
            // It has the functions of NIM.
            const WORDS: [&str; 8] = [
                "tictactoe",
                "tic-tac",
                "tic tac",
                "τρίλιζα",
                "τριλιζα",
                "iks-oks",
                "iks oks",
                "0,0,0,0,0,0,0,0,0",
            ];
            let says = |text: &str| WORDS.iter().any(|word| text.to_lowercase().contains(word));
            let is_board = |file: &SourceFile| says(&file.path) || says(&file.text);
            points += usize::from(source.files.iter().any(is_board));
        }
        if best.is_none_or(|(most, _)| points > most) {
            best = Some((points, assignment));
        }
    }
    best.map(|(_, assignment)| assignment).ok_or(why.unwrap_or(Reason::Nonexistent))
}
