//! Files that are wrong or hostile are refused with the reason, at the line.

use agon_game_file::load;

/// The lines and kinds of the errors of a file.
fn errors(source: &str) -> Vec<(usize, &'static str)> {
    let nothing = |name: &str| Err(format!("there is no {name}"));
    let diagnostics = load("my.game", source.as_bytes(), &mut { nothing }).expect_err(source);
    let place = |one| (diagnostics.line_and_column(one).0, one.code());
    diagnostics.list.iter().map(place).collect()
}

const BEGIN: &str =
    "game g.\nsides a, b.\nset cell(R) named R :- R in 0..8.\nstate mark(cell -> side).\n";
const REST: &str =
    "legal place(S) :- cell(S, _), not mark(S, _).\nadd mark(S, me) :- does place(S).\nplies 9.\n";

/// A file with one line that is wrong, the fifth.
fn fifth(line: &str) -> Vec<(usize, &'static str)> {
    errors(&format!("{BEGIN}{line}\n{REST}"))
}

#[test]
fn a_wrong_line_is_named() {
    for (line, kind) in [
        ("wins(me) :- mark(0, a).", "MoverAfterMove"),
        ("wins(P) :- mark(12, P).", "UnknownConstant"),
        ("wins(P) :- mark(S, P), S = 3 + 1.", "Kinds"),
        ("wins(P) :- marks(_, P).", "UnknownRelation"),
        ("wins(P) :- mark(_, _).", "Unbound"),
        ("wins(P) :- does plac(_), side(P).", "UnknownMove"),
        ("add marks(S, me) :- does place(S).", "UnknownRelation"),
        ("inc mark(S, 1) :- does place(S).", "Form"),
        ("state mark(cell).", "DeclaredTwice"),
        ("state big(0..99, 0..99, cell).", "StateTooLarge"),
        ("state odd(4..1).", "RangeOfColumn"),
        ("state odd(room).", "UnknownSet"),
        ("override wins(P) :- stuck(P).", "NothingToOverride"),
        ("include \"other.game\".", "Include"),
        ("write place(S) as T.", "Unbound"),
        ("write go(S) as S.", "UnknownMove"),
        ("value(a, 3).", "Form"),
        ("init mark(S, me) :- cell(S, _).", "NotFixed"),
        ("p(S) :- cell(S, _), not q(S). q(S) :- cell(S, _), not p(S).", "Negative"),
        ("n(0). n(N + 1) :- n(N).", "Endless"),
    ] {
        assert_eq!(fifth(line).first(), Some(&(5, kind)), "{line}");
    }
}

#[test]
fn a_file_without_what_a_game_needs_is_refused() {
    let whole = format!("{BEGIN}{REST}");
    for (part, rest) in [
        ("game g.\n", ""),
        ("sides a, b.\n", ""),
        ("plies 9.\n", ""),
        ("legal place(S) :- cell(S, _), not mark(S, _).\nadd mark(S, me) :- does place(S).\n", ""),
    ] {
        assert!(whole.contains(part), "{part}");
        let errors = errors(&whole.replace(part, rest));
        assert_eq!(errors.first().map(|&(_, kind)| kind), Some("Missing"), "{part}");
    }
}

#[test]
fn rules_that_cannot_be_right_are_refused_by_trying() {
    for line in [
        "wins(P) :- side(P), mark(_, _).",
        "measure(N) :- N = count { mark(_, _) }.",
        "write place(S) as \"x\".",
        "state n(-> 0..2 = 0). inc n(1) :- does place(_).",
    ] {
        assert_eq!(fifth(line).first().map(|&(_, kind)| kind), Some("Unsound"), "{line}");
    }
}

#[test]
fn what_would_take_too_long_is_refused_before_it_runs() {
    let huge = "x".repeat(10 << 20);
    assert_eq!(errors(&huge)[0].1, "TooLong");
    let deep = format!("p(X) :- X = {}1{}.", "(".repeat(5_000), ")".repeat(5_000));
    assert_eq!(fifth(&deep)[0].1, "TooDeep");
    let long = format!("p(X) :- X = 1{}.", " + 1".repeat(10_000));
    assert_eq!(fifth(&long)[0].1, "TooMuch");
    let join = "p(A, B, C, D, E, F, G) :- cell(A, _), cell(B, _), cell(C, _), cell(D, _), \
                cell(E, _), cell(F, _), cell(G, _).";
    assert_eq!(fifth(join)[0].1, "TooLarge");
    let sum = "legal go :- N > 3, N = count { cell(A, _), cell(B, _), cell(C, _), cell(D, _), \
               cell(E, _), cell(F, _), cell(G, _), cell(H, _) }.";
    assert_eq!(fifth(sum)[0].1, "TooSlow");
    let many = "set many(A, B) named A \"_\" B :- A in 0..99, B in 0..99.";
    assert_eq!(fifth(many)[0].1, "TooMuch");
    let moves = "legal go(A, B) :- A in 0..3000, B in 0..3000, A = B.";
    assert_eq!(fifth(moves)[0].1, "TooMuch");
}
