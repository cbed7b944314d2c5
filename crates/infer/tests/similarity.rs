//! The similarity of two rule files.

use agon_infer::{Outline, Similarity};

const FIRST: &str = "game byte.\n\
    tall(S, P) :- top(S, P), stack(S, H), H >= 5. % mine\n\
    value(P, 10 * H) :- tall(S, P), stack(S, H).\n\
    value(me, 3) :- not tall(e3, me), N = count { stack(A, B), B > 1 }, N < 4.\n";

fn similarity(one: &str, two: &str) -> Similarity {
    let read = |text: &str| Outline::read("file", text.as_bytes()).unwrap();
    read(one).compare(&read(two))
}

#[test]
fn names_order_and_comments_do_not_matter() {
    let copy = "% all my own work\ngame byte.\n\
        value(me, 3) :- M = count { B > 1, stack(A, B) }, 4 > M, not high(e3, me).\n\
        value(Who, X * 10) :- stack(Place, X), high(Place, Who).\n\
        high(Z, W) :- 5 =< Q, stack(Z, Q), top(Z, W).\n";
    assert_eq!(similarity(FIRST, copy), Similarity::Same);
    assert_eq!(similarity(copy, FIRST), Similarity::Same);
    let dead = format!("{FIRST}unused(S) :- empty(S).\n");
    assert_eq!(similarity(FIRST, &dead), Similarity::Same, "a rule that nothing needs");
}

#[test]
fn weights_are_told_apart_from_the_rest() {
    let weights = FIRST.replace("10 * H", "25 * H").replace("(me, 3)", "(me, -7)");
    assert_eq!(similarity(FIRST, &weights), Similarity::OtherWeights);
    for (old, new) in [
        ("H >= 5", "H >= 6"),
        ("e3", "e5"),
        ("not tall", "tall"),
        ("tall(S, P), stack(S, H).", "tall(S, P), stack(T, H)."),
        ("N < 4", "N =< 4"),
        ("value(me", "value(you"),
        ("10 * H", "10 - H"),
    ] {
        let changed = FIRST.replace(old, new);
        assert_ne!(changed, FIRST);
        let Similarity::Partly(share) = similarity(FIRST, &changed) else {
            panic!("{old} and {new} are not the same")
        };
        assert!(share < 1.0, "{new}");
    }
    let Similarity::Partly(share) = similarity(FIRST, &FIRST.replace("N < 4", "N < 5")) else {
        panic!("other rules")
    };
    assert!((share - 0.5).abs() < 1e-9, "two of four: {share}");
    assert_eq!(similarity(FIRST, &FIRST.replace("byte", "nim")), Similarity::Partly(0.0));
}

#[test]
fn exchanged_roles_of_relations_are_not_the_same() {
    let rules = |a: &str, b: &str| {
        format!(
            "game byte.\n{a}(S) :- stack(S, 1).\n{b}(S) :- stack(S, 2).\n\
             value(me, 1) :- p(S), q(T), top(S, me), top(T, you).\n"
        )
    };
    assert_eq!(similarity(&rules("p", "q"), &rules("p", "q")), Similarity::Same);
    assert!(matches!(similarity(&rules("p", "q"), &rules("q", "p")), Similarity::Partly(_)));
    let recursive = "game byte.\nr(A, B) :- adjacent(A, B).\n\
        r(A, C) :- r(A, B), adjacent(B, C).\nvalue(me, 1) :- r(e3, _).\n";
    assert_eq!(similarity(recursive, &recursive.replace("r(", "way(")), Similarity::Same);
}
