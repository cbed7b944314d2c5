//! Task IV: facts, rules, queries and the heuristic.

use agon_core::{Game as _, Notation as _, Rng, Side};
use agon_games::byte::Byte;
use agon_infer::RuleSet;

use super::*;

#[test]
fn queries_are_answered_by_lists_of_bindings() {
    let mut lisp = LispRepl::new(None, None).unwrap();
    for (text, answer) in [
        (
            "(defparameter *T1-FACTS* '((parent ann bob) (parent bob cid) (parent bob dan) (age cid 7)))",
            "*T1-FACTS*",
        ),
        (
            "(defparameter *T1-RULES* '((if (and (parent ?x ?y) (parent ?y ?z)) then (grand ?x ?z))
            (if (parent ?x ?y) then (ancestor ?x ?y))
            (if (and (parent ?x ?y) (ancestor ?y ?z)) then (ancestor ?x ?z))
            (if (and (age ?x ?n) (!young ?n)) then (child ?x))
            (if (age ?x ?n) then (next-age ?x (=next ?n)))))",
            "*T1-RULES*",
        ),
        ("(defun !young (n) (< n 10))", "!YOUNG"),
        ("(defun =next (n) (+ n 1))", "=NEXT"),
        ("(prepare-knowledge *T1-RULES* *T1-FACTS* 10)", "10"),
        ("(infer '(grand ann ?who))", "(((?WHO CID)) ((?WHO DAN)))"),
        (
            "(infer '(parent ?x ?y))",
            "(((?X ANN) (?Y BOB)) ((?X BOB) (?Y CID)) ((?X BOB) (?Y DAN)))",
        ),
        ("(infer '(parent ann bob))", "(NIL)"),
        ("(infer '(parent ann cid))", "NIL"),
        ("(count-results '(ancestor ann ?))", "3"),
        ("(count-results '(and (parent ?x ?y) (parent ?x ?z)))", "5"),
        ("(infer '(child ?x))", "(((?X CID)))"),
        ("(infer '(next-age cid ?n))", "(((?N 8)))"),
        ("(infer '(next-age cid 8))", "(NIL)"),
        (
            "(infer '(and (age ?x ?n) (!eq ?m (=* ?n 2)) (!gt ?m 13)))",
            "(((?X CID) (?N 7) (?M 14)))",
        ),
        (
            "(infer '(and (parent ?x ?y) (!ne ?x 'ann)))",
            "(((?X BOB) (?Y CID)) ((?X BOB) (?Y DAN)))",
        ),
        // The lists may be given in either order, and a rule may be used once only.
        ("(prepare-knowledge *T1-FACTS* *T1-RULES* 1)", "1"),
        ("(count-results '(ancestor ann ?))", "1"),
        ("(prepare-knowledge *T1-RULES* *T1-FACTS* 0)", "0"),
        ("(count-results '(ancestor ann ?))", "0"),
        // Lists are data, and unify element by element.
        ("(prepare-knowledge nil '((at (e 3) x) (at (e 5) o)) 1)", "1"),
        ("(infer '(at (e ?c) ?p))", "(((?C 3) (?P X)) ((?C 5) (?P O)))"),
        ("(infer '(at ?s o))", "(((?S (E 5))))"),
    ] {
        assert_eq!(said(&mut lisp, text), answer, "{text}");
    }
}

#[test]
fn what_is_wrong_with_rules_and_queries_is_said() {
    let mut lisp = session();
    for (text, kind) in [
        ("(prepare-knowledge '((if (a) (b))) nil 1)", "Rule"),
        ("(prepare-knowledge '((if (a) then (!b))) nil 1)", "Rule"),
        ("(prepare-knowledge '((if (a) then b)) nil 1)", "Condition"),
        ("(prepare-knowledge '((if (or (a) (b)) then (c))) nil 1)", "Condition"),
        ("(prepare-knowledge nil '((a ?x)) 1)", "Fact"),
        ("(prepare-knowledge nil '(a) 1)", "Fact"),
        ("(prepare-knowledge nil nil -1)", "MaxDepth"),
        ("(prepare-knowledge nil 'a 1)", "Type"),
        ("(infer 'a)", "Condition"),
        ("(infer '(and (!lt ?x 1)))", "Unbound"),
        ("(infer '(!no 1))", "UnknownFunction"),
        ("(infer '(!lt a 1))", "Type"),
        ("(facts s 'me)", "Player"),
        ("(heuristic s 'z)", "Player"),
        ("(let ((*T1-RULES* '((if (top ?s ?c) then (a))))) (heuristic s 'x))", "NoValue"),
        ("(let ((*T1-RULES* '((value (/ 3 4))))) (heuristic s 'x))", "Points"),
        ("(let ((*T1-RULES* '((distinct)))) (heuristic s 'x))", "Distinct"),
        (
            "(prepare-knowledge '((if (p ?x) then (p ?x)) (if (p ?x) then (p ?x))) nil 1000) (infer '(p 1))",
            "Limit",
        ),
        (
            "(prepare-knowledge '((if (q ?y (f ?y)) then (r)) (if (e) then (q ?x ?x))) '((e)) 9) (infer '(q ?y (f ?y)))",
            "Limit",
        ),
    ] {
        assert_eq!(refused(&mut lisp, text), kind, "{text}");
    }
    assert_eq!(
        said(
            &mut lisp,
            "(let ((*T1-RULES* '((value (- 3 (* 2 (count-results '(to_move me)))))))) (list (heuristic s 'x) (heuristic s 'o)))"
        ),
        "(1 3)"
    );
}

#[test]
fn the_facts_of_a_state_are_those_of_the_vocabulary() {
    let mut lisp = session();
    assert_eq!(said(&mut lisp, "(car (facts s))"), "(STACK B2 1)");
    assert_eq!(said(&mut lisp, "(assoc 'to_move (facts s))"), "(TO_MOVE X)");
    assert_eq!(said(&mut lisp, "(assoc 'to_move (facts s 'o))"), "(TO_MOVE YOU)");
    said(&mut lisp, "(prepare-knowledge nil (facts s 'X) 0)");
    assert_eq!(said(&mut lisp, "(count-results '(can_move me ? ? ?))"), "35");
    assert_eq!(
        said(&mut lisp, "(infer '(and (adjacent a1 ?s) (top ?s ?c)))"),
        "(((?S B2) (?C ME)))"
    );
}

/// The compiled rules and the backward chaining of the prompt share nothing but the parser.
#[test]
fn the_heuristic_has_the_value_of_the_compiled_rules() {
    let mut lisp = LispRepl::new(None, None).unwrap();
    let game = Byte::default();
    let course = built_in_rules("byte", "course").unwrap();
    let rules = RuleSet::read(&game, "course", course.as_bytes()).unwrap_or_else(|t| panic!("{t}"));
    let mut rng = Rng::seeded(11);
    let mut values = std::collections::BTreeSet::new();
    let mut position = game.start();
    let mut ply = 0;
    while let Some(&mv) = rng.pick(&game.moves(&position)) {
        if ply % 4 == 0 {
            let text = game.write(&position);
            said(&mut lisp, &format!("(setq s {})", super::game::quoted(&text)));
            for (side, name) in [(Side::First, "X"), (Side::Second, "O")] {
                let points = rules.evaluate_for(&game, &position, side).points();
                let said = said(&mut lisp, &format!("(heuristic s '{name})"));
                assert_eq!(said, points.to_string(), "{text}");
                values.insert(points);
            }
        }
        game.play_unchecked(&mut position, mv);
        ply += 1;
    }
    assert!(values.len() > 4, "{values:?}");
}

#[test]
fn minimax_decides_by_inference() {
    let mut lisp = session();
    // Only the stack on C3 is worth something, so the move that makes it higher is best.
    said(
        &mut lisp,
        "(defparameter *T1-RULES* '((if (and (stack c3 ?h) (!ge ?h 2)) then (good)) (value (* 10 (count-results '(good))))))",
    );
    assert_eq!(said(&mut lisp, "(second (minimax s 1 'heuristic))"), "(C 3)");
    // A heuristic of one's own, which infers too.
    said(
        &mut lisp,
        "(defun mine (s player) (prepare-knowledge *T1-RULES* (facts s player) 10) (- (count-results '(good))))",
    );
    assert_ne!(said(&mut lisp, "(second (minimax s 1 'mine))"), "(C 3)");
}
