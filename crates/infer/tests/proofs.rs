//! Proofs, which are cut short where they are too large, and reports about a file.

use agon_core::{Game as _, Side};
use agon_games::tictactoe::TicTacToe;
use agon_infer::{Proof, RuleSet};

/// The number of steps of a proof, and its depth.
fn size(proof: &Proof) -> (usize, usize) {
    let sizes = proof.premises.iter().map(size);
    let (steps, depth) =
        sizes.fold((0, 0), |(all, deepest), (steps, depth)| (all + steps, deepest.max(depth)));
    (steps + 1, depth + 1)
}

#[test]
fn large_and_numerous_proofs_are_cut_short() {
    let source = "\
game tictactoe.
doubled(0) :- to_move(_).
doubled(N) :- doubled(M), doubled(K), K = M, N = M + 1, N =< 60.
value(me, 1) :- doubled(60).
value(me, 1) :- on(_, _), on(_, _).
";
    let rules = RuleSet::read(&TicTacToe, "doubled.rules", source.as_bytes())
        .unwrap_or_else(|wrong| panic!("{wrong}"));
    let explained = rules.explain(&TicTacToe, &TicTacToe.start(), Side::First, true);
    let [one, many] = explained.lines.as_slice() else { panic!("two value lines") };
    assert_eq!((one.counts, one.proofs.len()), ([1, 0], 1));
    let (steps, depth) = size(&one.proofs[0]);
    assert!(steps < 5000 && depth < 60, "{steps} steps, {depth} deep");
    assert_eq!((many.counts, many.proofs.len()), ([24 * 24, 0], 20));
}

#[test]
fn a_file_reports_which_lines_hold_and_which_relations_are_unused() {
    let source = "\
game tictactoe.
taken(C) :- mark(C, _).
alone(C) :- taken(C), not pair(C).
pair(C)  :- taken(C), taken(D), C \\= D.
self(C)  :- self(C).
self(C)  :- empty(C).
value(me, 1) :- alone(_).
";
    let rules = RuleSet::read(&TicTacToe, "lines.rules", source.as_bytes())
        .unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(rules.unused(), [(5, "self".to_string())]);
    let lines = rules.lines();
    let texts: Vec<(usize, bool)> = lines.iter().map(|line| (line.line, line.is_value)).collect();
    assert_eq!(texts, [(2, false), (3, false), (4, false), (5, false), (6, false), (7, true)]);
    assert_eq!(lines[2].text, "pair(C) :- taken(C), taken(D), C \\= D.");
    let mut holding = vec![false; lines.len()];
    let mut position = TicTacToe.start();
    rules.mark(&TicTacToe, &position, Side::First, &mut holding);
    assert_eq!(holding, [false, false, false, true, true, false]);
    let first = TicTacToe.moves(&position)[0];
    TicTacToe.play_unchecked(&mut position, first);
    rules.mark(&TicTacToe, &position, Side::First, &mut holding);
    assert_eq!(holding, [true, true, false, true, true, true], "lines stay marked");
}
