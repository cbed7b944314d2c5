//! Nothing overflows, and nothing takes for ever.

use proptest::prelude::*;

use super::*;
use crate::limits::{CALLS, DEPTH, INPUT, Limit, NAME, NESTING, OUTPUT, PAIRS, STEPS};

#[test]
fn every_limit_is_an_error_that_names_it() {
    let mut lisp = LispRepl::new(Some(String::new()), Some(3_000_000)).unwrap();
    for text in [
        "(defun endless (x) (+ 1 (endless x)))",
        "(defun slow (n) (if (< n 1) 1 (+ (slow (- n 1)) (slow (- n 1)))))",
        "(defun double (x n) (if (= n 0) x (double (cons x x) (- n 1))))",
        "(defun deep (x n) (if (= n 0) x (deep (list x) (- n 1))))",
        "(defun up (n) (if (= n 0) nil (cons n (up (- n 1)))))",
        "(defun closures (f n) (if (= n 0) f (closures (lambda () f) (- n 1))))",
    ] {
        said(&mut lisp, text);
    }
    let long = "a".repeat(90);
    for (text, limit) in [
        ("(endless 1)", CALLS),
        ("(slow 100)", Limit { most: 3_000_000, ..STEPS }),
        ("(double 1 40)", PAIRS),
        ("(deep 1 600)", DEPTH),
        ("(closures 1 600)", DEPTH),
        (&"(".repeat(300), NESTING),
        (&"a".repeat(200), NAME),
        (&"a ".repeat(100_000), INPUT),
        ("(let ((x (up 2500))) (mapcar (lambda (y) x) x))", PAIRS),
        (&format!("(setq big (double '({long} {long} {long} {long}) 16)) big big big"), OUTPUT),
    ] {
        let refused = lisp.answer(text).map_err(|refused| refused.to_string());
        assert_eq!(refused, Err(limit.exceeded().to_string()), "{text}");
    }
    assert_eq!(refused(&mut lisp, "(setq s (initial 8)) (minimax s 40)"), "Search");
    // Recursion over a long list works.
    assert_eq!(said(&mut lisp, "(length (up 3000))"), "3000");
}

#[test]
fn a_session_holds_a_bounded_number_of_pairs_and_frees_what_is_not_used() {
    let mut lisp = LispRepl::new(Some(String::new()), Some(20_000_000)).unwrap();
    said(&mut lisp, "(defun fill (n) (if (= n 0) nil (cons n (fill (- n 1)))))");
    said(&mut lisp, "(defun many (n) (if (= n 0) nil (cons (fill 200) (many (- n 1)))))");
    let mut kept = 0;
    let error = loop {
        match lisp.answer(&format!("(progn (setq v{kept} (many 2000)) 1)")) {
            Ok(_) => kept += 1,
            Err(refused) => break refused.kind(),
        }
        assert!(kept < 20, "there is no limit");
    };
    assert_eq!((error, kept), ("Limit", 10));
    said(&mut lisp, "(setq v0 nil v1 nil)");
    assert_eq!(said(&mut lisp, "(length (many 2000))"), "2000");
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in r"(\(|\)|s |play |valid |goal |'|#'| |B |2 |lambda |let |cons |defun ){0,25}|\PC{0,40}") {
        let _ = session().answer(&text);
    }
}

/// Every way to nest calls ends with a refusal, and none overflows the stack.
#[test]
fn the_deepest_calls_of_every_kind_fit_the_stack() {
    let mut lisp = session();
    said(
        &mut lisp,
        "(prepare-knowledge '((if (q ?x) then (p ?x)) (if (!again ?x) then (q ?x))) '((r 1)) 10)",
    );
    for (definition, call) in [
        ("(defun f (x) (list (f x)))", "(f 1)"),
        ("(defun f (x) (mapcar (lambda (y) (f x)) '(1)))", "(f 1)"),
        ("(defun f (x) (let* ((y x) (z y)) (cond ((and t (or nil (progn (f z))))))))", "(f 1)"),
        ("(defun f (x) (reduce (lambda (a b) (apply 'f (list a))) '(1 2)))", "(f 1)"),
        ("(defun f (x) (some 'f (list x)))", "(f 1)"),
        ("(defun f (x) (if (when (unless nil (setq x (f x))) 1) 2))", "(f 1)"),
        ("(defun !again (x) (infer '(p 1)))", "(infer '(p 1))"),
        (
            "(defun !test (x) (member x '(1) :test '!test2)) (defun !test2 (x y) (infer '(and (r ?y) (!test ?y))))",
            "(infer '(and (r ?y) (!test ?y)))",
        ),
    ] {
        said(&mut lisp, definition);
        let found = refused(&mut lisp, call);
        assert_eq!(found, "Limit", "{definition}");
    }
    // Conditions of one query are nested in the proof.
    let many = format!("(infer '(and {}))", "(r ?) ".repeat(6_000));
    assert_eq!(said(&mut lisp, &many), "(NIL)");
}
