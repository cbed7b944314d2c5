//! The Lisp dialect: the same values as in the plain dialect, bag semantics, and diagnostics.

use agon_core::{Game as _, Rng, Side};
use agon_games::byte::{Byte, Position};
use agon_infer::{DiagnosticKind, RuleSet};
use proptest::prelude::*;

const PLAIN: &str = "
game byte.
merge(A, L, B, C, N) :-
    at(A, L, C), stack(A, HA), adjacent(A, B), stack(B, HB), HB > L, N = HB + HA - L, N =< 8.
tall(S, C) :- top(S, C), stack(S, H), H >= 4.
near(S, T, C) :- top(S, C), adjacent(S, T), top(T, D), C \\= D.
value(me, 40)  :- merge(_, _, _, me, 8).
value(you, 40) :- merge(_, _, _, you, 8).
value(me, 6)   :- tall(_, me).
value(you, 6)  :- tall(_, you).
value(me, 2)   :- near(_, _, me).
value(you, 3)  :- near(_, _, you).
value(me, 7).
value(me, -1)  :- stack(S, H), row(S, R), 2 = min(R, 3) mod (H + 1).
";

const LISP: &str = "
; The same as lists.
(GAME Byte)
(if (and (at ?A ?l ?c) (stack ?a ?ha) (adjacent ?a ?b) (stack ?b ?hb) (!gt ?hb ?l)
         (!eq ?n (=- (=+ ?hb ?HA) ?l)) (!le ?n 8))
    then (merge ?a ?l ?b ?c ?n))
(if (and (top ?s ?c) (and (stack ?s ?h) (!ge ?h 4))) then (tall ?s ?c))
(if (and (top ?s ?c) (adjacent ?s ?t) (top ?t ?d) (!ne ?c ?d)) then (near ?s ?t ?c))
(value (* 2 (- (+ (* 20 (- (count-results (merge ? ? ? me 8)) (count-results (merge ? ? ? you 8))))
                  (count-results (near ? ? me)))
               (* (count-results (tall ? you)) 3))))
(value (- (* 6 (count-results (tall ? me))) (* 3 (count-results (near ? ? you))) -7))
(value (- (count-results
    (and (stack ?s ?h) (row ?s ?r) (!eq 2 (=mod (=min ?r 3) (=+ ?h 1)))))))
";

fn read(source: &str) -> RuleSet {
    RuleSet::read(&Byte::default(), "test", source.as_bytes()).unwrap_or_else(|t| panic!("{t}"))
}

/// The positions of random games.
fn positions(games: usize) -> Vec<Position> {
    let game = Byte::default();
    let mut rng = Rng::seeded(7);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            positions.push(position);
            let mv = *rng.pick(&game.moves(&position)).expect("a move");
            game.play_unchecked(&mut position, mv);
        }
    }
    positions
}

#[test]
fn both_dialects_give_the_same_values() {
    let game = Byte::default();
    let distinct = format!("(distinct) {LISP}");
    let rules = [PLAIN, LISP, &distinct].map(read);
    let mut values = std::collections::BTreeSet::new();
    for position in positions(5) {
        for side in Side::BOTH {
            let found = [0, 1, 2].map(|one| rules[one].evaluate_for(&game, &position, side));
            assert_eq!(found, [found[0]; 3]);
            let reference = rules[1].explain(&game, &position, side, false);
            assert_eq!(found[1], reference.score);
            values.insert(found[0].points());
        }
    }
    assert!(values.len() > 20, "the rules tell few positions apart: {values:?}");
}

#[test]
fn rows_count_once_for_each_proof_unless_the_file_is_distinct() {
    let rules = "(game byte)
        (if (and (row ?s 1) (column ?s ?c) (!le ?c 6)) then (low me))
        (value (* 10 (count-results (low me))))";
    let game = Byte::default();
    for (source, count) in [(rules.to_string(), 3), (format!("(distinct){rules}"), 1)] {
        let rules = read(&source);
        let start = game.start();
        assert_eq!(rules.evaluate_for(&game, &start, Side::First).points(), 10 * count);
        let report = rules.explain(&game, &start, Side::First, true);
        assert_eq!(report.score.points(), 10 * count);
        assert_eq!(report.lines[0].counts, [count as u64, 0]);
        assert_eq!(report.lines[0].text, "(* 10 (count-results (low me)))");
        let answers = rules.query(&game, &start, Side::First, "(count-results (low ?))").unwrap();
        assert_eq!((answers.rows.len() as i32, answers.only_count), (count, true));
    }
}

/// Rules that use rules, in which rows are derived repeatedly.
#[test]
fn the_plan_counts_repeated_rows_as_the_reference_does() {
    let source = "(game byte)
        (if (and (top ?s ?c) (adjacent ?s ?t) (top ?t ?d) (!ne ?c ?d)) then (near ?s ?c))
        (if (and (near ?s ?c) (stack ?s ?h)) then (busy ?h ?c))
        (if (and (near ?s ?c) (can_move ?c ?s ? ?)) then (busy 1 ?c))
        (value (+ (count-results (busy ? me)) (* -2 (count-results (busy ?h you)))))
        (value (count-results (and (busy ?h me) (busy ?h you) (near e3 ?))))";
    let game = Byte::default();
    let (counted, distinct) = (read(source), read(&format!("{source}(distinct)")));
    let mut differs = false;
    for position in positions(2) {
        for side in Side::BOTH {
            for rules in [&counted, &distinct] {
                let reference = rules.explain(&game, &position, side, false);
                assert_eq!(rules.evaluate_for(&game, &position, side), reference.score);
            }
            let [one, two] =
                [&counted, &distinct].map(|rules| rules.points(&game, &position, side));
            differs |= one != two;
        }
    }
    assert!(differs);
}

#[test]
fn queries_are_answered() {
    let game = Byte::default();
    let (lisp, start) = (read(LISP), game.start());
    let ask = |query: &str| {
        lisp.query(&game, &start, Side::First, query).unwrap_or_else(|t| panic!("{t}"))
    };
    let bare = ask("(and (row ?S 2) (top ?s me) (column ?s ?c))");
    assert_eq!(bare.names, ["?s", "?c"]);
    assert!(!bare.rows.is_empty() && !bare.only_count);
    assert_eq!(ask("  (infer (and (row ?s 2) (top ?s me) (column ?s ?c))) ; all"), bare);
    let count = ask("(count-results (and (row ? 2) (row ?s 2)))");
    assert_eq!((count.rows.len(), count.only_count), (16, true));
    let plain = ask("row(S, 2), top(S, me), column(S, C)");
    assert_eq!((plain.rows, plain.only_count), (bare.rows, false));
    // A comparison of the plain dialect may begin with a parenthesis too.
    assert_eq!(ask("(1 + 2) * 2 = X").rows, [["6"]]);
    // A count includes the values of `?`, in a distinct file too.
    let distinct = read(&format!("(distinct){LISP}"));
    let count = distinct.query(&game, &start, Side::First, "(count-results (row ? 2))").unwrap();
    assert_eq!(count.rows.len(), 4);
    let wrong = lisp.query(&game, &start, Side::First, "(infer (row ?s 2)\n (stack ?s))");
    let wrong = wrong.expect_err("two queries");
    assert_eq!(wrong.line_and_column(&wrong.list[0]), (1, 1));
    let wrong = lisp.query(&game, &start, Side::First, "(row ?s 2)\n (stack ?s)");
    let wrong = wrong.expect_err("two forms");
    assert_eq!(wrong.line_and_column(&wrong.list[0]), (2, 2));
}

/// Asserts the kind, the line and column, and a part of the hint of the first diagnostic for
/// lines after `(game byte)`.
fn refused(lines: &str, wrong: DiagnosticKind, at: (usize, usize), hint: &str) {
    let source = format!("(game byte)\n{lines}");
    let Err(diagnostics) = RuleSet::read(&Byte::default(), "test", source.as_bytes()) else {
        panic!("{lines:?} was read")
    };
    let diagnostic = &diagnostics.list[0];
    let found = (&diagnostic.kind, diagnostics.line_and_column(diagnostic));
    assert_eq!(found, (&wrong, at), "{diagnostics}");
    let given = diagnostic.hint.as_deref().unwrap_or_default();
    assert!(given.contains(hint), "{given:?} has no {hint:?}");
}

fn form(wanted: &str) -> DiagnosticKind {
    DiagnosticKind::Form { wanted: wanted.into() }
}

fn no_function(name: &str) -> DiagnosticKind {
    DiagnosticKind::UnknownFunction { name: name.into() }
}

#[test]
fn mistakes_that_a_lisp_program_would_not_notice_are_reported() {
    let unbound = |name: &str| DiagnosticKind::Unbound { name: name.into() };
    refused(
        "(if (and (stack ?s ?h)\n (!lt ?h ?N)) then (a ?s))",
        unbound("?n"),
        (3, 10),
        "(!eq ?n",
    );
    refused(
        "(if (stack ?s ?h) then (a ?t me))",
        DiagnosticKind::NoKind { name: "column 1 of `a`".into() },
        (2, 27),
        "in a condition",
    );
    refused(
        "(if (and (stack ?s ?) (!eq ?s ?))\n then (a ?s))",
        DiagnosticKind::Anonymous,
        (2, 31),
        "?x",
    );
    refused("(if (stack ?s ?h)\n (a ?s))", DiagnosticKind::NoThen, (3, 2), "(if P then C)");
    refused("(if (stack ?s ?h))", DiagnosticKind::NoThen, (2, 1), "(if P then C)");
    refused("(if (stack ?s ?h) hten (a ?s))", DiagnosticKind::NoThen, (2, 19), "(if P then C)");
    let relation = DiagnosticKind::UnknownRelation { name: "stak".into() };
    refused("(if (stak ?s ?h) then (a ?s))", relation, (2, 6), "did you mean stack?");
    let arity = DiagnosticKind::Arity { name: "stack".into(), wanted: 2, found: 1 };
    refused("(value (count-results (stack ?s)))", arity, (2, 24), "(stack square height)");
    refused(
        "(value (count-results (and (stack ? ?h) (!leq ?h 3))))",
        no_function("!leq"),
        (2, 42),
        "did you mean !le?",
    );
    refused(
        "(value (count-results (and (stack ? ?h) (!equ ?h 3))))",
        no_function("!equ"),
        (2, 42),
        "did you mean !eq?",
    );
    refused(
        "(value (count-results (stack ? (=mood 9 5))))",
        no_function("=mood"),
        (2, 33),
        "did you mean =mod?",
    );
    refused(
        "(value (count-results (stack ? (+ 1 2))))",
        no_function("+"),
        (2, 33),
        "did you mean =",
    );
    refused(
        "(value (count-results (stack ? (=remainder 1 2))))",
        no_function("=remainder"),
        (2, 33),
        "=max",
    );
    refused("(value (/ 4 2))", no_function("/"), (2, 9), "numbers");
    refused("(if (and) then (a me))", form("a condition"), (2, 5), "(and P1 P2)");
    refused(
        "(value (count-results (top x me)))",
        DiagnosticKind::UnknownConstant { name: "x".into() },
        (2, 28),
        "?x",
    );
}

#[test]
fn parentheses_are_checked() {
    refused("(value 1)\n(value (+ 1 2)", DiagnosticKind::NotClosed, (3, 1), "add a )");
    refused("(value (+ 1 2)\n(value 1)\n", DiagnosticKind::NotClosed, (2, 1), "line 3");
    refused("(value 1) )\n", DiagnosticKind::NotOpened, (2, 11), "remove it");
    let deep = |count: usize| format!("{}1{}", "(+ ".repeat(count), ")".repeat(count));
    refused(&format!("(value {})", deep(24)), DiagnosticKind::TooDeep, (2, 8 + 3 * 23), "");
    read(&format!("(game byte)(value {})", deep(23)));
    refused(&format!("(value {}", "(".repeat(60_000)), DiagnosticKind::TooDeep, (2, 8 + 23), "");
}

#[test]
fn forms_of_other_dialects_are_rejected_with_a_hint() {
    let forms = || form("(game NAME), (distinct), (if P then C) or (value E)");
    refused("(prepare-knowledge '((if (a) then (b))) '() 10)", forms(), (2, 1), "remove it");
    refused("\n (infer '(a ?x))", forms(), (3, 2), "at the prompt");
    refused("(defun =f (x) \"a.b\" #'x)", forms(), (2, 1), "(if P then C)");
    refused("(count-results (stack ? ?))", forms(), (2, 1), "(value (* 10");
    refused("(valeu 3)", forms(), (2, 1), "did you mean value?");
    refused("value", forms(), (2, 1), "");
    refused("()", forms(), (2, 1), "");
    let condition = || form("a condition");
    refused(
        "(if (and (stack ?s ?h)\n (not (top ?s me))) then (a ?s))",
        condition(),
        (3, 2),
        "docs/rules.md",
    );
    refused(
        "(if (or (top ?s me) (top ?s you)) then (a ?s))",
        condition(),
        (2, 5),
        "a rule for each case",
    );
    refused("(if (=+ 1 2) then (a me))", condition(), (2, 5), "compare it");
    refused("(if (top ?s me) (stack ?s 1) then (a ?s))", form("then"), (2, 17), "(and P1 P2)");
    refused("(if (top ?s me) then)", form("a conclusion after then"), (2, 17), "(if P then C)");
    refused(
        "(if (top ?s me) then (a ?s) (b ?s))",
        form("the end of the rule"),
        (2, 29),
        "each conclusion",
    );
    let conclusion = || form("a conclusion such as (tall ?s)");
    refused("(if (top ?s me) then (and (a ?s) (b ?s)))", conclusion(), (2, 22), "each conclusion");
    refused("(if (top ?s me) then (value me 3))", conclusion(), (2, 22), "count-results");
    refused(
        "(if (top ?s `me) then (a ?s))",
        DiagnosticKind::Character { found: '`' },
        (2, 13),
        "without quotes",
    );
    let at = DiagnosticKind::UnknownConstant { name: "3,4".into() };
    refused("(value (count-results (stack 3,4 ?)))", at, (2, 30), "");
    refused(
        "(if (top ?s,me) then (a ?s))",
        DiagnosticKind::Character { found: ',' },
        (2, 10),
        "spaces",
    );
    refused(
        "(value 1.5)",
        form("a number, (count-results P) or a sum"),
        (2, 8),
        "numbers are whole",
    );
    refused("(value (* 2 (!eq 1 2)))", no_function("!eq"), (2, 14), "count-results");
    refused(
        "(value (count-results (and (stack ? ?h) (!lt ?h 3 4))))",
        form("(!lt a b)"),
        (2, 41),
        "two terms",
    );
    let square = "(count-results (stack ? ?))";
    refused(
        &format!("(value (* {square} {square}))"),
        form("a product with one count-results"),
        (2, 8),
        "(and ...)",
    );
    refused("(value (* 65536 65536))", DiagnosticKind::NumberTooLarge, (2, 8), "");
    let condition = form("a condition");
    refused(
        "(value (count-results (and (stack ? ?h) (> ?h 5))))",
        condition.clone(),
        (2, 41),
        "write (!gt ?h 5)",
    );
    refused(
        "(value (count-results (and (stack ? ?h) (= ?h (=+ 2 3)))))",
        condition.clone(),
        (2, 41),
        "write (!eq ?h ...)",
    );
    refused("(value (count-results (!not (top ?s me))))", condition, (2, 23), "no negation");
    refused("(value 99999999999)", DiagnosticKind::NumberTooLarge, (2, 8), "");
    refused("(game byte)", DiagnosticKind::GameTwice, (2, 1), "");
    let endless = DiagnosticKind::ProofsEndless { name: "r".into() };
    refused(
        "(if (adjacent ?a ?b) then (r ?a ?b))\n(if (and (r ?a ?b) (adjacent ?b ?c)) then (r ?a ?c))",
        endless,
        (3, 1),
        "(distinct)",
    );
}

#[test]
fn the_hint_for_a_missing_game_is_in_the_dialect() {
    let read = |source: &str| RuleSet::read(&Byte::default(), "test", source.as_bytes()).err();
    let diagnostics = read("; nothing else\n(value 1)").expect("no game");
    assert_eq!(diagnostics.list[0].kind, DiagnosticKind::NoGame);
    assert!(diagnostics.to_string().contains("begin it with: (game byte)"));
    let diagnostics = read("% odd\n(game nim)").expect("not in the dialect");
    assert_eq!(diagnostics.line_and_column(&diagnostics.list[0]), (1, 1));
}

/// Compiles what may be a rule file, and evaluates the start position by it.
fn try_all(source: &[u8]) {
    let game = Byte::default();
    match RuleSet::read(&game, "test", source) {
        Ok(rules) => {
            rules.evaluate_for(&game, &game.start(), Side::First);
        }
        Err(diagnostics) => assert!(!diagnostics.to_string().is_empty()),
    }
}

fn words() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "if",
        "then",
        "and",
        "or",
        "not",
        "value",
        "count-results",
        "infer",
        "+",
        "-",
        "*",
        "=+",
        "=mod",
        "=min",
        "!eq",
        "!lt",
        "!huh",
        "?",
        "?x",
        "?X",
        "?y",
        "me",
        "you",
        "e3",
        "00",
        "-3",
        "8",
        "2147483647",
        "stack",
        "top",
        "at",
        "near",
        "tall",
        "'",
        "\"",
        "é",
        "#",
        "; x\n",
        "distinct",
        "game",
        "byte",
        "\n",
    ])
}

/// Nested lists, most of which begin with a symbol.
fn lists() -> impl Strategy<Value = String> {
    words().prop_map(String::from).prop_recursive(6, 40, 5, |inner| {
        (words(), prop::collection::vec(inner, 0..5))
            .prop_map(|(first, rest)| format!("({first} {})", rest.join(" ")))
    })
}

/// Well-formed rules with random conditions and conclusions.
fn rules() -> impl Strategy<Value = String> {
    let term = || prop::sample::select(vec!["?x", "?y", "?", "me", "e3", "4", "(=+ ?x 1)"]);
    let name = || prop::sample::select(vec!["stack", "top", "near", "tall", "!eq", "!lt"]);
    let atom = move || (name(), term(), term()).prop_map(|(n, a, b)| format!("({n} {a} {b})"));
    (prop::collection::vec(atom(), 1..4), atom())
        .prop_map(|(body, head)| format!("(if (and {}) then {head})", body.join(" ")))
}

proptest! {
    #[test]
    fn bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        try_all(&bytes);
        try_all(&[b"(", bytes.as_slice()].concat());
    }

    #[test]
    fn text_never_panics(text in "\\(\\PC{0,80}") {
        try_all(text.as_bytes());
        let (game, rules) = (Byte::default(), read(LISP));
        let _ = rules.query(&game, &game.start(), Side::First, &text);
    }

    #[test]
    fn words_never_panic(soup in prop::collection::vec(prop_oneof![words(), Just("("), Just(")")], 0..60)) {
        let text = format!("(game byte) ({}", soup.join(" "));
        try_all(text.as_bytes());
        let (game, rules) = (Byte::default(), read(LISP));
        let _ = rules.query(&game, &game.start(), Side::First, &text[11..]);
    }

    #[test]
    fn lists_never_panic(lists in prop::collection::vec(prop_oneof![lists(), rules()], 1..6)) {
        try_all(format!("(game byte) (value 1) {}", lists.join("\n")).as_bytes());
    }
}
