//! Expressions without the game.

use super::*;

/// Inputs and their answers, in one session.
fn check(pairs: &[(&str, &str)]) {
    let mut lisp = LispRepl::new(None, None).unwrap();
    for (text, answer) in pairs {
        assert_eq!(said(&mut lisp, text), *answer, "{text}");
    }
}

#[test]
fn expressions_have_the_values_of_common_lisp() {
    check(&[
        ("(+ 1 (* 2 3) (- 4))", "3"),
        (
            "(list (mod -7 3) (rem -7 3) (floor -7 2) (truncate -7 2) (/ 12 -3) (abs -4))",
            "(2 -1 -4 -3 -4 4)",
        ),
        (
            "(list (mod 9223372036854775807 -2) (mod -9223372036854775808 3) (mod -9223372036854775808 -1))",
            "(-1 1 0)",
        ),
        ("(list (< 1 2 3) (< 1 3 2) (/= 1 2 1) (= 2 2))", "(T NIL NIL T)"),
        ("'(a . (b . (c . nil)))", "(A B C)"),
        ("'(a b . c)", "(A B . C)"),
        ("(cons 1 2)", "(1 . 2)"),
        ("''x", "'X"),
        ("'(quote (a 'b) #'car)", "(QUOTE (A 'B) #'CAR)"),
        ("(list nil t () 'nil :key)", "(NIL T NIL NIL :KEY)"),
        ("(mapcar #'+ '(1 2 3) '(10 20))", "(11 22)"),
        ("(mapcar (lambda (x) (* x x)) '(1 2 3))", "(1 4 9)"),
        ("(let ((n 10)) (mapcar #'(lambda (x) (+ x n)) '(1 2)))", "(11 12)"),
        ("(reduce '+ '(1 2 3) :initial-value 10)", "16"),
        ("(reduce #'- nil :initial-value 5)", "5"),
        ("(apply #'max 3 '(7 5))", "7"),
        ("(remove-if #'evenp '(1 2 3 4))", "(1 3)"),
        ("(member '(b) '((a) (b) (c)) :test 'equal)", "((B) (C))"),
        ("(list (eql '(a) '(a)) (equal '(a) '(a)) (member '(a) '((a))))", "(NIL T NIL)"),
        ("(assoc 'b '((a 1) nil (b 2)))", "(B 2)"),
        ("(let* ((x 1) (y (+ x 1))) (cond ((> x y) 'more) ((< x y) 'less)))", "LESS"),
        ("(cond (nil 1) (5))", "5"),
        (
            "(list (nth 1 '(a b c)) (nth 9 '(a)) (last '(a b c)) (caddr '(1 2 3)) (butlast '(1 2)))",
            "(B NIL (C) 3 (1))",
        ),
        ("(list (append '(a) nil '(b) 'c) (append))", "((A B . C) NIL)"),
        ("((lambda (x y) (list y x)) 1 2)", "(2 1)"),
    ]);
}

#[test]
fn definitions_last_and_have_the_usual_scope() {
    check(&[
        ("(defun fact (n) (if (< n 2) 1 (* n (fact (1- n)))))", "FACT"),
        ("(fact 20)", "2432902008176640000"),
        ("(setq a 1 b (+ a 1))", "2"),
        ("(setf a 5)", "5"),
        ("(defvar a 7)", "A"),
        ("(list a b)", "(5 2)"),
        ("(defparameter *depth* 3)", "*DEPTH*"),
        ("(defun depth () *depth*)", "DEPTH"),
        // A special variable is bound for all functions, a lexical one is not.
        ("(let ((*depth* 9)) (list (depth) *depth*))", "(9 9)"),
        ("(depth)", "3"),
        ("(defun y () (if (equal b 2) 'global 'local))", "Y"),
        ("(let ((b 3)) (y))", "GLOBAL"),
        ("(let ((x 1)) (setq x (+ x 1)) x)", "2"),
        ("(define f #'fact)", "F"),
        ("(funcall f 5)", "120"),
        ("(funcall 'fact 4)", "24"),
        // Functions of the game may be redefined, those of Lisp may not.
        ("(defun goal (s) 'mine)", "GOAL"),
        ("(goal 1)", "MINE"),
    ]);
}

#[test]
fn several_expressions_and_several_lines_are_one_input() {
    let mut lisp = LispRepl::new(None, None).unwrap();
    assert_eq!(said(&mut lisp, "1 'Two ; three\n#| four #| five |# |# (+ 3\n3)"), "1\nTWO\n6");
    for text in ["(+ 1", "(list '", "'", "#'", "#| a", "\"a", "(a) (b", "> (car\n"] {
        assert!(!lisp.is_complete(text), "{text}");
    }
    for text in ["", "(+ 1 2)", "s", "; (", "(a) '(b)", ")(", "(a))", "#| ( |# 1", "\"(\""] {
        assert!(lisp.is_complete(text), "{text}");
    }
    for text in ["", "  ", "; nothing", "> ", "#| |#"] {
        assert_eq!(lisp.answer(text).ok(), Some(None), "{text}");
    }
}

#[test]
fn what_cannot_be_evaluated_says_why_and_the_session_goes_on() {
    let mut lisp = session();
    for (text, kind) in [
        ("(goal s", "Unfinished"),
        ("goal s)", "Unopened"),
        ("(list ')", "Missing"),
        ("\"text\"", "Strings"),
        ("1.5", "NotWhole"),
        ("1/2", "NotWhole"),
        ("`a", "Sign"),
        ("a|b", "Sign"),
        ("(. a)", "Dot"),
        ("'(a . b c)", "Dot"),
        ("(+ 1 . 2)", "Dot"),
        ("unknown", "UnknownName"),
        ("(frob s)", "UnknownFunction"),
        ("#'frob", "UnknownFunction"),
        ("(mapcar 'frob '(1))", "UnknownFunction"),
        ("((s))", "NoFunction"),
        ("(1 2)", "NoFunction"),
        ("(funcall 3)", "NoFunction"),
        ("(funcall 'if 1 2)", "UnknownFunction"),
        ("(if)", "Usage"),
        ("(let (x 1) x)", "Usage"),
        ("(let ((1 2)) 3)", "Usage"),
        ("(defun)", "Usage"),
        ("(cond 1)", "Usage"),
        ("(setq x)", "Usage"),
        ("(setf (car s) 1)", "Place"),
        ("(setq t 1)", "Constant"),
        ("(setq nil 1)", "Place"),
        ("(let ((t 1)) t)", "Constant"),
        ("(defun car (x) x)", "Fixed"),
        ("(defun if (x) x)", "Fixed"),
        ("(defun f (x &optional y) x)", "Parameter"),
        ("(defun f (x x) x)", "Twice"),
        ("(let ((x 1) (x 2)) x)", "Twice"),
        ("(car)", "Arguments"),
        ("(cons 1 2 3)", "Arguments"),
        ("((lambda (x) x))", "Arguments"),
        ("(car 1)", "Type"),
        ("(+ 'a 1)", "Type"),
        ("(length '(a . b))", "Type"),
        ("(nth -1 '(a))", "Type"),
        ("(member 1 '(1) :tset 'equal)", "Keyword"),
        ("(let ((f nil)) (setq f (lambda () f)))", "LocalFunction"),
        ("(* 9999999999 9999999999)", "Overflow"),
        ("99999999999999999999", "Overflow"),
        ("(- (- 9223372036854775807) 2)", "Overflow"),
        ("(abs (- (- 9223372036854775807) 1))", "Overflow"),
        ("(/ 1 0)", "DivisionByZero"),
        ("(mod 1 0)", "DivisionByZero"),
        ("(/ 7 2)", "NotDivisible"),
    ] {
        assert_eq!(refused(&mut lisp, text), kind, "{text}");
    }
    assert_eq!(said(&mut lisp, "(goal s)"), "NIL");
}
