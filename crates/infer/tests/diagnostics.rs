//! Diagnostics: their kinds, positions and hints; limits; and that no input causes a panic.

use agon_core::{Game as _, Side};
use agon_games::byte::Byte;
use agon_infer::{Diagnostics, RuleSet};
use proptest::prelude::*;

fn refused(rules: &str) -> Diagnostics {
    let source = format!("game byte.\n{rules}");
    match RuleSet::read(&Byte::default(), "file.rules", source.as_bytes()) {
        Ok(_) => panic!("these rules are right: {rules}"),
        Err(diagnostics) => diagnostics,
    }
}

/// The first diagnostic: its code, its line and column, and its hint.
fn first(rules: &str) -> (String, (usize, usize), String) {
    let diagnostics = refused(rules);
    let diagnostic = &diagnostics.list[0];
    let kind = diagnostic.code().to_string();
    (kind, diagnostics.line_and_column(diagnostic), diagnostic.hint.clone().unwrap_or_default())
}

#[test]
fn each_mistake_is_reported_at_its_position() {
    let cases = [
        ("value(me, 1) :- stak(S, H).", "UnknownRelation", (2, 17), "did you mean stack?"),
        ("value(me, 1) :- stack(S).", "Arity", (2, 17), "stack(square -> height)"),
        ("p(S) :- stack(S, _).\np(S, H) :- stack(S, H).", "Arity", (3, 1), "same columns"),
        ("stack(S, 3) :- empty(S).", "IsFact", (2, 1), ""),
        ("value(me, 1) :- stack(e9, _).", "UnknownConstant", (2, 23), "did you mean e"),
        ("value(me, 1) :- stack(me, _).", "Kinds", (2, 23), ""),
        ("value(me, 1) :- stack(S, H), S < 3.", "Kinds", (2, 30), ""),
        ("value(me, 1) :- stack(S, H), H = S.", "Kinds", (2, 34), ""),
        ("value(3, 1) :- stack(S, H).", "Kinds", (2, 7), ""),
        ("value(me, N) :- stack(S, H).", "Unbound", (2, 11), ""),
        ("value(me, 1) :- stack(S, H), N > H.", "Unbound", (2, 30), ""),
        ("value(me, 1) :- stack(S, H), not top(T, me).", "Unbound", (2, 30), "write _"),
        ("value(me, _) :- stack(S, H).", "Anonymous", (2, 11), ""),
        ("value(me, 1, 2) :- stack(S, H).", "Arity", (2, 1), "value(PLAYER, POINTS)"),
        ("value(me, 1) :- value(me, 2).", "ValueInBody", (2, 17), ""),
        (
            "p(S) :- stack(S, _), not p(S).\nvalue(me, 1) :- p(_).",
            "Negative",
            (2, 1),
            "p needs all of p;",
        ),
        // The rule that closes the cycle is shown, and the cycle.
        (
            "p(S) :- empty(S).\np(S) :- stack(S, _), not q(S).\nr(S) :- p(S).\nq(S) :- r(S).\n\
             value(me, 1) :- p(_).",
            "Negative",
            (3, 1),
            "p needs all of q, q needs r, r needs p;",
        ),
        // The rule that computes, not the one that passes rows on.
        (
            "p(1).\np(N) :- q(M), N = M + 1.\nq(N) :- p(N).\nvalue(me, 1) :- p(_).",
            "Endless",
            (3, 1),
            "add a bound",
        ),
        ("value(me, 1) :- \\+ top(e3, me).", "Character", (2, 17), "not top(S, me)"),
        ("value(me, 1) :- N is 3*4, N > 2.", "Expected", (2, 19), "write = instead of is"),
        ("value(me, 1.5) :- stack(S, H).", "Fraction", (2, 11), "whole numbers"),
        ("Tall(S) :- stack(S, 5).", "Expected", (2, 1), "begins with a small letter"),
        ("value(me, 1) :- Tall(S).", "Expected", (2, 17), "capital one: tall(...)"),
        ("value(me, 1) :- stack(S, H)\u{200b}.", "Character", (2, 28), "cannot be seen"),
        ("value(me, 1) :- stack(S, H), H \u{2265} 5.", "Character", (2, 32), "write >="),
        (
            "p(1).\np(N) :- p(M), N = M + 1.\nvalue(me, 1) :- p(_).",
            "Endless",
            (3, 1),
            "add a bound",
        ),
        ("value(me, 1) :- stack(S, H)", "Expected", (2, 28), "full stop"),
        (
            "value(me, 1) :- N = count { stack(S, H) }, M > count { stack(S, H) }.",
            "Expected",
            (2, 48),
            "give the result a name",
        ),
        (
            "value(me, 1) :- count { stack(S, H) } > 2.",
            "Expected",
            (2, 23),
            "give the result a name",
        ),
        ("value(me, 1) :- stack('e3, H).", "Unclosed", (2, 23), ""),
        ("value(me, 1) :- stack(S, H), H > 99999999999.", "NumberTooLarge", (2, 34), ""),
        ("value(me, 1) :- stack(S, H) & top(S, me).", "Character", (2, 29), "joined by commas"),
        ("value(me, f(3)) :- stack(S, H).", "UnknownFunction", (2, 11), "min(A, B)"),
        ("game nim.", "GameTwice", (2, 1), ""),
    ];
    for (rules, kind, at, hint) in cases {
        let found = first(rules);
        assert_eq!((found.0.as_str(), found.1), (kind, at), "{rules}\n{}", refused(rules));
        assert!(found.2.contains(hint), "{rules}: the hint is {:?}", found.2);
    }
}

#[test]
fn all_mistakes_are_reported_at_once_with_their_lines() {
    let diagnostics = refused("value(me, 1) :- stak(S, H).\nvalue(me, 1) :- tob(S, me).");
    assert_eq!(diagnostics.list.len(), 2);
    let text = diagnostics.to_string();
    assert!(text.contains("file.rules:2:17") && text.contains("file.rules:3:17"), "{text}");
    assert!(text.contains("value(me, 1) :- tob(S, me).") && text.contains("did you mean top?"));
}

#[test]
fn a_file_must_name_its_game() {
    let read = |source: &str| RuleSet::read(&Byte::default(), "x", source.as_bytes()).err();
    let diagnostics = read("value(me, 1) :- stack(_, _).").expect("no game");
    assert_eq!(diagnostics.list[0].code(), "NoGame");
    let diagnostics = read("game nim.").expect("another game");
    assert_eq!(diagnostics.list[0].code(), "OtherGame");
}

#[test]
fn sizes_are_bounded() {
    let long = format!("value(me, 1) :- {}.", vec!["stack(S, H)"; 5000].join(", "));
    assert_eq!(first(&long).0, "TooMuch");
    let many = "value(me, 1) :- stack(_, _).\n".repeat(501);
    assert_eq!(first(&many).0, "TooMuch");
    let deep = format!("value(me, {}1{}) :- stack(_, _).", "(".repeat(1000), ")".repeat(1000));
    assert_eq!(first(&deep).0, "TooDeep");
    let minus = format!("value(me, {}1) :- stack(_, _).", "- ".repeat(1000));
    assert_eq!(first(&minus).0, "TooDeep");
    let huge = "%".repeat(1 << 17);
    let read = RuleSet::read(&Byte::default(), "x", huge.as_bytes()).err().expect("too long");
    assert_eq!(read.list[0].code(), "TooLong");
    let large =
        "p(A, B, C, D, E) :- stack(A, _), stack(B, _), stack(C, _), stack(D, _), stack(E, _).
        value(me, 1) :- p(_, _, _, _, e3).";
    assert_eq!(first(large).0, "TooLarge");
    let slow = "value(me, 1) :- stack(A, _), stack(B, _), stack(C, _), stack(D, _), stack(E, _).";
    assert_eq!(first(slow).0, "TooSlow");
    let numbers: Vec<String> =
        (0..300).map(|number| format!("value(me, {number}) :- stack(_, _).")).collect();
    assert_eq!(first(&numbers.join("\n")).0, "TooMuch");
}

#[test]
fn overflow_saturates_and_is_reported() {
    let game = Byte::default();
    let source = b"game byte.
        value(C, H * 2000000000 * 2000000000) :- top(S, C), stack(S, H), S = b2.";
    let rules = RuleSet::read(&game, "x", source).expect("right rules");
    let mut position = game.start();
    let mv = game.moves(&position)[0];
    game.play_unchecked(&mut position, mv);
    let judged: Vec<_> =
        Side::BOTH.iter().map(|&side| rules.explain(&game, &position, side, false)).collect();
    let start = rules.explain(&game, &game.start(), Side::First, false);
    for explained in judged.iter().chain([&start]) {
        let some = explained.lines[0].counts != [0, 0];
        assert_eq!(explained.saturated, some, "{explained:?}");
        if some {
            assert_eq!(explained.score.points().abs(), agon_core::Score::MAX_ESTIMATE);
        }
    }
    assert!(start.saturated);
}

/// Tokens of rules, in any order.
fn soup() -> impl Strategy<Value = String> {
    let words = [
        "game byte.",
        "value",
        "(",
        ")",
        ",",
        ".",
        ":-",
        "me",
        "you",
        "_",
        "S",
        "H",
        "stack",
        "top",
        "at",
        "not",
        "count",
        "sum",
        "max",
        "{",
        "}",
        ":",
        "=",
        "<",
        "+",
        "*",
        "mod",
        "3",
        "0",
        "e3",
        "adjacent",
        "p",
        "q",
        "-",
        "'x'",
        "%",
        "\n",
        "?",
        "min(",
        "2147483647",
        "é",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..60)
        .prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_bytes_are_compiled_or_rejected(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Err(diagnostics) = RuleSet::read(&Byte::default(), "x", &bytes) {
            prop_assert!(!diagnostics.to_string().is_empty());
        }
    }

    #[test]
    fn any_tokens_are_compiled_or_rejected(words in soup()) {
        let source = format!("game byte.\n{words}");
        match RuleSet::read(&Byte::default(), "x", source.as_bytes()) {
            Ok(rules) => {
                rules.evaluate_for(&Byte::default(), &Byte::default().start(), Side::First);
            }
            Err(diagnostics) => prop_assert!(!diagnostics.to_string().is_empty()),
        }
    }

    #[test]
    fn any_query_is_answered_or_rejected(words in soup()) {
        let game = Byte::default();
        let rules = RuleSet::read(&game, "x", b"game byte.").expect("an empty file");
        let answers = rules.query(&game, &game.start(), Side::First, &words);
        prop_assert!(answers.is_ok() || !answers.err().is_some_and(|one| one.to_string().is_empty()));
    }
}

#[test]
fn a_byte_order_mark_at_the_beginning_is_no_error_and_elsewhere_it_is_named() {
    let game = Byte::default();
    for text in ["\u{feff}game byte.\nvalue(me, 1).", "\u{feff}(game byte)\n(value 1)"] {
        assert!(RuleSet::read(&game, "file.rules", text.as_bytes()).is_ok(), "{text:?}");
    }
    let (kind, place, hint) = first("value(me, 1)\u{feff}.");
    assert_eq!((kind.as_str(), place), ("Character", (2, 13)));
    assert!(hint.contains("cannot be seen"), "{hint}");
}

#[test]
fn a_variable_that_spells_a_square_is_noted() {
    let read = |text: &str| RuleSet::read(&Byte::default(), "file.rules", text.as_bytes()).unwrap();
    let rules = read(
        "game byte.\nvalue(me, 1) :- top(E3, me), stack(E3, H), H > 2.\n\
         value(me, 2) :- top(e5, me), stack(S, H), H > S2, S2 = 3.",
    );
    assert_eq!(rules.lookalikes(), [(2, "E3".into(), "e3".into())]);
    let lisp = read("(game byte)\n(value (count-results (top ?e3 me)))");
    assert_eq!(lisp.lookalikes(), []);
}
