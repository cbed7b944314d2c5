//! Random expressions of the Lisp of Byte: well-formed ones, from the words of the language.

use agon::parsers;
use agon_core::Rng;

use crate::{check_refusal, seed};

/// The number of expressions in a session.
const EXPRESSIONS_EACH: usize = 50;

/// Every expression has a value or is refused, also after a refusal. The input is the seed of a
/// random session.
pub fn lisp_expressions(input: &[u8]) {
    let mut answer = parsers::repl("byte").unwrap_or_else(|message| panic!("{message}"));
    let mut random = Expressions { rng: Rng::seeded(seed(input)) };
    for _ in 0..EXPRESSIONS_EACH {
        let depth = 1 + random.rng.below(5);
        if let Err(refused) = answer(&random.top_level(depth)) {
            check_refusal(&*refused);
        }
    }
}

/// What an expression should return.
#[derive(Clone, Copy)]
enum Kind {
    Number,
    List,
    State,
    Function,
    Query,
}

const KINDS: [Kind; 5] = [Kind::Number, Kind::List, Kind::State, Kind::Function, Kind::Query];

/// Patterns of expressions. `N`, `L`, `S`, `F`, `Q` and `A` stand for expressions that return a
/// number, a list, a state, a function, a query and anything; `v` stands for the name of a
/// variable, `f` for that of a function.
const TOP: [&str; 9] = [
    "(setq v A)",
    "(defparameter *v* A)",
    "(defvar v A)",
    "(define s S)",
    "(defun f (v w) A)",
    "(defun !f (v w) A)",
    "(defun =f (v w) N)",
    "(prepare-knowledge *T1-RULES* (facts S 'X) N)",
    "A A",
];
const NUMBERS: [&str; 24] = [
    "N",
    "(+ N N)",
    "(- N)",
    "(* N N N)",
    "(/ N N)",
    "(mod N N)",
    "(floor N N)",
    "(abs N)",
    "(max N N)",
    "(1+ N)",
    "(length L)",
    "(if (< N N) N N)",
    "(cond ((= N N) N) (t N))",
    "(let ((v N)) (+ v N))",
    "(reduce #'+ L)",
    "(apply F L)",
    "(f N N)",
    "(nth N L)",
    "(count-results Q)",
    "(heuristic S 'X)",
    "(count-if F L)",
    "(first (third S))",
    "(funcall F N N)",
    "v",
];
const LISTS: [&str; 26] = [
    "L",
    "(list A A)",
    "(cons A L)",
    "(append L L)",
    "(reverse L)",
    "(cdr L)",
    "(mapcar F L)",
    "(mapcar F L L)",
    "(remove-if F L)",
    "(member A L)",
    "(assoc A L :test 'equal)",
    "(last L)",
    "(butlast L)",
    "'(1 2 3)",
    "'((a 1) (b 2))",
    "(let* ((v L) (w v)) (cons v w))",
    "(moves S)",
    "(successors S)",
    "(infer Q)",
    "(nthcdr N L)",
    "(nth 3 S)",
    "(when A L)",
    "v",
    "*T1-RULES*",
    "(list* A A L)",
    "(f L L)",
];
const STATES: [&str; 7] = [
    "s",
    "(initial 8)",
    "(initial 10)",
    "(play S (car (moves S)))",
    "(car (successors S))",
    "(play S (minimax S 1))",
    "(play S '((B 2) (C 3) 0))",
];
const FUNCTIONS: [&str; 12] = [
    "#'car",
    "'+",
    "#'list",
    "(lambda (v) A)",
    "(lambda (v w) N)",
    "'f",
    "#'f",
    "'evenp",
    "#'null",
    "(lambda () A)",
    "'goal",
    "'heuristic",
];
const QUERIES: [&str; 9] = [
    "'(top ?s me)",
    "'(and (top ?s ?c) (stack ?s ?h))",
    "'(wins ?c ?a ?b)",
    "'(!eq ?x 3)",
    "'(and (stack ?s ?h) (!gt ?h N))",
    "'(and (at ?s ?l me) (!f ?l 1))",
    "'(lone-top ?s ?c)",
    "L",
    "'(and (stack ?s ?h) (stack ?t (=f ?h 1)))",
];
const OTHERS: [&str; 12] = [
    "nil",
    "t",
    "'x",
    "(equal A A)",
    "(and A A)",
    "(or A A)",
    "(not A)",
    "(goal S)",
    "(show S)",
    "(valid S '((B 2) (C 3) 0))",
    "(minimax S N F)",
    "(progn (setq v A) v)",
];

struct Expressions {
    rng: Rng,
}

impl Expressions {
    fn top_level(&mut self, depth: usize) -> String {
        let pattern = self.choose(&TOP);
        self.filled(pattern, depth)
    }

    fn choose(&mut self, patterns: &[&'static str]) -> &'static str {
        patterns[self.rng.below(patterns.len())]
    }

    fn expression(&mut self, kind: Kind, depth: usize) -> String {
        // One in twenty is of a wrong kind, so that errors occur too.
        let kind = if self.rng.below(20) == 0 { KINDS[self.rng.below(KINDS.len())] } else { kind };
        if depth == 0 {
            return match kind {
                Kind::Number => {
                    ["0", "1", "-1", "2", "7", "9223372036854775807"][self.rng.below(6)].into()
                }
                Kind::List => {
                    ["nil", "'(1 2 3)", "'(a b)", "'((x 1) (y 2))"][self.rng.below(4)].into()
                }
                Kind::State => "(initial 8)".into(),
                Kind::Function => "#'list".into(),
                Kind::Query => "'(top ?s me)".into(),
            };
        }
        let pattern = match kind {
            Kind::Number => self.choose(&NUMBERS),
            Kind::List => self.choose(&LISTS),
            Kind::State => self.choose(&STATES),
            Kind::Function => self.choose(&FUNCTIONS),
            Kind::Query => self.choose(&QUERIES),
        };
        self.filled(pattern, depth - 1)
    }

    /// The pattern with expressions in place of its capital letters.
    fn filled(&mut self, pattern: &str, depth: usize) -> String {
        let mut text = String::new();
        // A letter stands for something only where it is a word.
        let words = pattern.split_inclusive([' ', '(', ')', '\'', '!', '=', '*']);
        for word in words {
            let name = word.trim_end_matches([' ', '(', ')', '\'', '!', '=', '*']);
            let kind = match name {
                "N" => Some(Kind::Number),
                "L" => Some(Kind::List),
                "S" => Some(Kind::State),
                "F" => Some(Kind::Function),
                "Q" => Some(Kind::Query),
                "A" => match self.rng.below(KINDS.len() + 2) {
                    number if number < KINDS.len() => Some(KINDS[number]),
                    _ => {
                        let pattern = self.choose(&OTHERS);
                        let filled = match depth {
                            0 => "'x".into(),
                            _ => self.filled(pattern, depth - 1),
                        };
                        text += &filled;
                        text += &word[name.len()..];
                        continue;
                    }
                },
                _ => None,
            };
            match (kind, name) {
                (Some(kind), _) => text += &self.expression(kind, depth),
                (None, "v" | "w") => text += ["x", "y", "z"][self.rng.below(3)],
                (None, "f") => text += ["f", "g", "h"][self.rng.below(3)],
                (None, name) => text += name,
            }
            text += &word[name.len()..];
        }
        text
    }
}
