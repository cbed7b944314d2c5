//! The assignment's tasks, and lines that are refused.

use proptest::prelude::*;

use super::*;

/// The output of a line.
fn said(session: &mut LispRepl, line: &str) -> String {
    let answer = session.answer(line).map_err(|refused| refused.to_string());
    answer.expect(line).unwrap_or_default()
}

fn session() -> LispRepl {
    let mut session = LispRepl::default();
    assert_eq!(said(&mut session, "(define s (initial 8))"), "s");
    session
}

#[test]
fn the_tasks_of_the_assignment_are_done() {
    let mut lisp = session();
    let start = said(&mut lisp, "s");
    assert!(start.starts_with("8 X 0-0 B2:X,B4:X,"), "{start}");
    assert_eq!(said(&mut lisp, "(goal s)"), "NIL");
    assert_eq!(said(&mut lisp, "(valid s '((B 2) (C 3) 0))"), "T");
    assert_eq!(said(&mut lisp, "(valid s '((C 3) (B 2) 0))"), "NIL");
    let played = said(&mut lisp, "(play s '((B 2) (C 3) 0))");
    assert!(played.starts_with("8 O 0-0 B4:X,") && played.contains("C3:OX"), "{played}");
    assert_eq!(said(&mut lisp, "s"), start, "the old state is unchanged");
    assert_eq!(said(&mut lisp, "(successors s)").lines().count(), 35);
    assert!(said(&mut lisp, "(successors s)").lines().any(|state| state == played));
    let board = said(&mut lisp, "(show s)");
    assert_eq!(board.lines().count(), 25);
    assert!(board.starts_with("   1   2   3"), "{board}");
    let best = said(&mut lisp, "(minimax s 2)");
    assert_eq!(said(&mut lisp, &format!("(valid s '{best})")), "T", "{best}");
}

#[test]
fn expressions_nest_and_spacing_does_not_matter() {
    let mut lisp = session();
    let twice = "(play (play s '((B 2) (C 3) 0)) '((c 1) (d 2) 0))";
    assert!(said(&mut lisp, twice).starts_with("8 X 0-0 "));
    assert_eq!(said(&mut lisp, &format!("( define  t {twice} ) ; a comment")), "t");
    assert_eq!(said(&mut lisp, "t"), said(&mut lisp, twice));
    assert!(said(&mut lisp, "(show (initial 10))").lines().count() == 31);
    for line in ["", "  ", "; nothing"] {
        assert_eq!(lisp.answer(line).ok(), Some(None), "{line}");
    }
}

#[test]
fn what_cannot_be_answered_says_why_and_the_session_goes_on() {
    let mut lisp = session();
    for (line, kind) in [
        ("(goal s", "Unfinished"),
        ("goal s)", "Unopened"),
        ("s s", "OneAtATime"),
        ("t", "UnknownName"),
        ("(frob s)", "UnknownFunction"),
        ("((s))", "UnknownFunction"),
        ("()", "UnknownFunction"),
        ("(goal)", "Usage"),
        ("(goal (goal s))", "Usage"),
        ("(define s)", "Usage"),
        ("(define s (goal s))", "Usage"),
        ("(initial)", "Usage"),
        ("(initial 9)", "Size"),
        ("(initial x)", "Size"),
        ("(play s)", "Usage"),
        ("(play s '((B 2) (C 4) 0))", "NoSquare"),
        ("(play s '((C 3) (B 2) 0))", "NotYours"),
        ("(play s 7)", "MoveText"),
        ("(minimax s 0)", "Depth"),
        ("(minimax s 99)", "Depth"),
        ("(minimax s x)", "Depth"),
    ] {
        let refused = lisp.answer(line).map_err(|refused| refused.kind());
        assert_eq!(refused, Err(kind), "{line}");
    }
    let deep = format!("{}s{}", "(".repeat(3_000), ")".repeat(3_000));
    assert_eq!(lisp.answer(&deep).map_err(|refused| refused.kind()), Err("TooDeep"));
    assert_eq!(said(&mut lisp, "(goal s)"), "NIL");
}

#[test]
fn the_session_in_the_readme_is_true() {
    let readme = include_str!("../../../../games/src/byte/README.md");
    let block = readme.split("```").find(|block| block.starts_with("text\n> "));
    let mut lines = block.unwrap().trim_start_matches("text\n").trim_end().lines();
    let mut lisp = LispRepl::default();
    let mut checked = 0;
    while let (Some(line), Some(answer)) = (lines.next(), lines.next()) {
        assert_eq!(said(&mut lisp, line.strip_prefix("> ").unwrap()), answer, "{line}");
        checked += 1;
    }
    assert_eq!(checked, 5);
}

proptest! {
    #[test]
    fn no_line_makes_it_panic(line in r"(\(|\)|s|play|valid|goal|'| |B|2|C|3|0|define){0,25}|\PC{0,40}") {
        let _ = session().answer(&line);
    }
}
