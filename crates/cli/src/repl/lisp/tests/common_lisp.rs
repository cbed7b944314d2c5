//! The same expressions here and in Common Lisp, where sbcl or clisp is installed.

use std::process::{Command, Stdio};

use agon_core::Rng;

use super::*;

/// Expressions that give numbers, lists, truth values and functions of one argument. `N`, `L`,
/// `B`, `F` and `A` (anything) stand for expressions.
const NUMBERS: &[&str] = &[
    "(+ N N)",
    "(- N N)",
    "(- N)",
    "(* N N)",
    "(max N N N)",
    "(min N N)",
    "(abs N)",
    "(1+ N)",
    "(1- N)",
    "(mod N 3)",
    "(mod N -4)",
    "(rem N 3)",
    "(car (list (floor N 2) (truncate N -3)))",
    "(length L)",
    "(if B N N)",
    "(let ((x N) (y N)) (- x y))",
    "(let* ((x N) (y (+ x 1))) (* x y))",
    "(twice N)",
    "(sum '(1 2 3))",
    "(reduce #'+ '(1 2 3))",
    "(reduce '- '(9 2 3) :initial-value N)",
    "(apply #'+ N '(1 2))",
    "(funcall #'max N N)",
    "(count-if #'numberp L)",
    "(progn A N)",
    "(setq g N)",
    "(or nil N)",
    "(and t N)",
    "(cond (B N) (t N))",
    "((lambda (x) (+ x N)) N)",
    "(let ((*s* N)) (dynamic))",
];
const LISTS: &[&str] = &[
    "(list A A)",
    "(list N B L)",
    "(cons A L)",
    "(append L L)",
    "(append L nil L)",
    "(reverse L)",
    "(cdr L)",
    "(rest L)",
    "(last L)",
    "(butlast L)",
    "(nthcdr 1 L)",
    "(mapcar F L)",
    "(mapcar #'list L L)",
    "(remove-if #'numberp L)",
    "(remove-if-not #'listp L)",
    "(remove 1 L)",
    "(member 'a L)",
    "(member '(b 2) L :test #'equal)",
    "(assoc 'b '((a 1) (b 2)))",
    "'(a 'b #'c \"\")",
    "'(1 (2 (3)) . 4)",
    "(list* N L)",
    "(when B L)",
    "(unless B L)",
    "(cons N N)",
    "(nth 1 '(1 (2 3)))",
    "(reduce #'cons '(1 2 3))",
    "(quote (quote x))",
    "(list :key 'Sym t nil)",
    "(mapcar (lambda (x) (cons x L)) L)",
    "(caddr '(1 2 (3)))",
];
const TRUTHS: &[&str] = &[
    "(< N N)",
    "(<= N N N)",
    "(= N N)",
    "(/= N N)",
    "(/= N N N)",
    "(> N N)",
    "(>= N N)",
    "(null L)",
    "(not A)",
    "(atom A)",
    "(listp A)",
    "(consp A)",
    "(numberp A)",
    "(symbolp A)",
    "(equal A A)",
    "(equal L L)",
    "(eql N N)",
    "(eq 'a 'a)",
    "(zerop N)",
    "(evenp N)",
    "(oddp N)",
    "(and B B)",
    "(or B B)",
    "(every #'numberp L)",
    "(some #'numberp L)",
    "(if A t nil)",
];
const FUNCTIONS: &[&str] = &[
    "#'list",
    "'identity",
    "(lambda (x) (list x x))",
    "#'(lambda (x) (equal x 1))",
    "#'atom",
    "'null",
];
/// Errors in either language.
const WRONG: &[&str] = &[
    "(car N)",
    "(+ 'a N)",
    "(nth 'a L)",
    "(unknown-function N)",
    "unknown-variable",
    "(mod N 0)",
    "(length N)",
    "(twice 1 2)",
    "(mapcar #'car '(1))",
    "(reduce #'+ 5)",
    "(< 1 'a)",
    "(funcall 5)",
    "(apply #'car '(1 2))",
    "(append 1 '(2))",
];
const DEFINITIONS: &str =
    "(defun twice (x) (* 2 x)) (defparameter *s* 1) (defun dynamic () *s*) (defvar g 0)
(defun sum (l) (if (null l) 0 (+ (car l) (sum (cdr l)))))";

struct Expressions(Rng);

impl Expressions {
    fn expression(&mut self, kind: char, depth: usize) -> String {
        let kind = if kind == 'A' { ['N', 'L', 'B'][self.0.below(3)] } else { kind };
        let patterns = match kind {
            _ if depth == 0 => match kind {
                'N' => &["0", "1", "-3", "7", "g"][..],
                'L' => &["nil", "'(a b c)", "'(1 2 3)", "'((a 1) (b 2) 1)"][..],
                'B' => &["t", "nil"][..],
                _ => &["#'list"][..],
            },
            _ if self.0.below(40) == 0 => WRONG,
            'N' => NUMBERS,
            'L' => LISTS,
            'B' => TRUTHS,
            _ => FUNCTIONS,
        };
        let pattern = patterns[self.0.below(patterns.len())].replace(" \"\"", "");
        let mut text = String::new();
        let letters: Vec<char> = pattern.chars().collect();
        for (at, &letter) in letters.iter().enumerate() {
            let is_word = |near: Option<&char>| near.is_none_or(|near| !near.is_alphanumeric());
            let is_alone =
                is_word(at.checked_sub(1).map(|at| &letters[at])) && is_word(letters.get(at + 1));
            match letter {
                'N' | 'L' | 'B' | 'F' | 'A' if is_alone => {
                    text += &self.expression(letter, depth - 1)
                }
                _ => text.push(letter),
            }
        }
        text
    }
}

/// The values of expressions in a Common Lisp, each on a line; None if it is not installed.
fn evaluated_by(program: &str, options: &[&str], expressions: &[String]) -> Option<Vec<String>> {
    Command::new(program).arg("--version").output().ok()?;
    let mut script =
        format!("(setq *print-pretty* t *print-right-margin* 1000000) {DEFINITIONS}\n");
    for text in expressions {
        script += &format!(
            "(format t \"~a~%\" (handler-case (prin1-to-string (eval '{text})) (error () \"ERROR\")))\n"
        );
    }
    let file = tempfile::Builder::new().suffix(".lisp").tempfile().unwrap();
    std::fs::write(file.path(), script).unwrap();
    let mut command = Command::new(program);
    command.args(options).arg(file.path()).stderr(Stdio::null());
    let output = command.stdin(Stdio::null()).output().unwrap();
    Some(String::from_utf8(output.stdout).unwrap().lines().map(String::from).collect())
}

#[test]
fn expressions_have_the_same_values_as_in_sbcl_and_clisp() {
    let mut random = Expressions(Rng::seeded(5));
    let mut expressions = Vec::new();
    for patterns in [NUMBERS, LISTS, TRUTHS] {
        let kind =
            ['N', 'L', 'B'][[NUMBERS, LISTS, TRUTHS].iter().position(|p| *p == patterns).unwrap()];
        for depth in 1..=4 {
            expressions.extend((0..60).map(|_| random.expression(kind, depth)));
        }
    }
    let mut lisp = LispRepl::default();
    said(&mut lisp, DEFINITIONS);
    let ours: Vec<String> = expressions
        .iter()
        .map(|text| match lisp.answer(text) {
            Ok(answer) => answer.unwrap_or_default(),
            Err(_) => "ERROR".into(),
        })
        .collect();
    let errors = ours.iter().filter(|answer| *answer == "ERROR").count();
    assert!((20..200).contains(&errors), "{errors} of {} are errors", ours.len());
    for (program, options) in [("sbcl", &["--script"][..]), ("clisp", &["-q"][..])] {
        let Some(theirs) = evaluated_by(program, options, &expressions) else {
            agon_host::notice(format_args!("skipped, because there is no {program}"));
            continue;
        };
        assert_eq!(theirs.len(), ours.len(), "{program} stopped: {:?}", theirs.last());
        for ((text, ours), theirs) in expressions.iter().zip(&ours).zip(&theirs) {
            assert_eq!(ours, theirs, "{program}: {text}");
        }
    }
}
